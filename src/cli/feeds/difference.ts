import type { DeliveryEvaluation } from "../../feeds/deliveries/delivery-evaluation.js";
import type { AnyRecord } from "../../model/record-type.js";
import { flatValue } from "../../formats/output/csv.js";
import { differenceLines } from "../../feeds/lists/value-difference.js";
import { countsText, kindText, occurring, type Change } from "../../feeds/lists/changes.js";
import type { Feed } from "../../workspace/workspace.js";
import { counted } from "../../sentence.js";

/**
 * Describes what a delivery would change: counts, and every change if `verbose` is set. Personal data appears only
 * with `verbose`.
 */
export async function differenceText(
  feed: Feed,
  file: string,
  evaluation: DeliveryEvaluation,
  verbose: boolean,
): Promise<string> {
  const head = `${feed.name} ${file}: `;
  if (evaluation.verdict === "waiting") return `${head}waiting for the list ${evaluation.for}.\n`;
  if (evaluation.verdict === "crashed") return `${head}the reader was stopped: ${evaluation.reason}\n`;
  if (evaluation.verdict === "rejected") return `${head}would be rejected: ${evaluation.reason}\n`;
  const { changes, list, gone } = evaluation.result;
  const words = countsText(changes.kinds) || noChange(evaluation);
  const missing = gone.count === 0 ? "" : ` (${gone.count} missing from the file)`;
  const { counts: rows } = evaluation;
  const lines = [
    `${head}${words}${missing}; ${counted(list.count, "record")}; ${counted(rows.read, "row")}: ${rows.accepted} accepted, ${rows.rejected} rejected, ${rows.skipped} skipped`,
  ];
  if (evaluation.verdict === "held") {
    for (const { guard, sentence, pairs } of evaluation.guards) {
      lines.push(`  held by ${guard}: ${sentence}`);
      for (const [old, id] of pairs ?? []) lines.push(`    ${old} -> ${id}`);
    }
  }
  if (verbose) {
    for await (const batch of changes.batches()) for (const change of batch) lines.push(changeLine(change));
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** A list may be published again with the same records if its file was lost or its format changed. */
function noChange({ verdict }: DeliveryEvaluation): string {
  return verdict === "publish" ? "no record changes, but the list is published again" : "nothing changes";
}

/** A new record is shown with all of its fields, so that the first list can be checked. */
function changeLine(change: Change): string {
  const { before, after } = change;
  const fields =
    before === undefined && after !== undefined
      ? Object.keys(after)
          .filter((field) => field !== "external_id" && field !== "updated_at")
          .map((field) => `${field}: ${shown(after, field)}`)
      : change.fields.flatMap((field) => differenceLines(field, before?.[field], after?.[field]));
  return `  ${kindText(change.kind)} ${change.id}${fields.length > 0 ? `  ${fields.join("; ")}` : ""}`;
}

function shown(record: AnyRecord | undefined, field: string): string {
  return JSON.stringify(flatValue(record?.[field]));
}

export async function differenceJson(
  feed: Feed,
  file: string,
  evaluation: DeliveryEvaluation,
  verbose: boolean,
): Promise<object> {
  const about = { feed: feed.name, file, verdict: evaluation.verdict };
  if (evaluation.verdict === "waiting") return { ...about, waits_for: evaluation.for };
  if (evaluation.verdict === "crashed" || evaluation.verdict === "rejected")
    return { ...about, reason: evaluation.reason };
  const { changes, list, gone } = evaluation.result;
  const listed: Change[] = [];
  if (verbose) for await (const batch of changes.batches()) listed.push(...batch);
  return {
    ...about,
    change_set: evaluation.changeSet,
    rows: evaluation.counts,
    records: list.count,
    changes: occurring(changes.kinds),
    missing: gone.count,
    guards: "guards" in evaluation ? evaluation.guards : [],
    ...(verbose && { change_list: listed }),
  };
}
