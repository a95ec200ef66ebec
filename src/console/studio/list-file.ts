import { normalizedFile } from "../../connectors/outputs/normalized-file.js";
import { inOrder } from "../../convert/accepted-rows.js";
import { emptyList, recordBytes } from "../../feeds/lists/list.js";
import { reconcile } from "../../feeds/lists/reconcile.js";
import { servedColumns } from "../../model/record-type.js";
import type { WholeOutcome } from "./outcome.js";

/** Returns the list produced from all rows of a file, in the same format as the output of `lading convert`. */
export async function listFile(
  { ofAllRows, evaluatedAt, mapping }: WholeOutcome,
  format: "csv" | "xlsx" | "json",
): Promise<Buffer> {
  const evaluated = await ofAllRows();
  const { recordType: type, missing, missingAfter } = mapping;
  const rows = {
    accepted: inOrder(evaluated.accepted),
    rejected: evaluated.rejected,
    deleted: evaluated.deleted,
  };
  const settings = {
    delivery: "full",
    missing,
    missingAfter,
    part: "",
    protectedIds: new Set<string>(),
    ...(type.succeed && { succeed: type.succeed }),
  } as const;
  const { list } = await reconcile(emptyList, rows, settings, evaluatedAt);
  const columns = servedColumns(type, evaluated.columns);
  return (
    (await normalizedFile(type, { columns, records: () => recordBytes(list) }, format)) ?? Buffer.alloc(0)
  );
}
