import { evaluateInMemory, type EvaluationInMemory } from "../../convert/engine.js";
import { withSeverity, type RowsJob } from "../../convert/rows.js";
import type { Table } from "../../formats/format.js";
import type { Issue } from "../../model/issues.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";

/**
 * What a feed would reject although the studio accepts it: repairs and doubts that the mapping does not accept, and a
 * file whose character set is only probable.
 */
export interface FeedRejects {
  /** Set if a feed would refuse the whole file. */
  readonly refused: Issue | undefined;
  /** Lines of the rejected rows, including rows that the studio also rejects. */
  readonly lines: ReadonlySet<number>;
  /** True if the issue causes a feed to reject the row or file. */
  readonly isCause: (found: Issue) => boolean;
}

/**
 * Evaluates the sample in strict mode, as a feed does, if it has an issue that only feeds reject. If the mapping
 * specifies the character set, it counts as certain, because the sample may have been read without the mapping.
 */
export async function feedRejects(
  job: Omit<RowsJob, "mode"> & { readonly source: NamedFile; readonly table: () => Table },
  { issues, rejected }: Pick<EvaluationInMemory, "issues" | "rejected">,
): Promise<FeedRejects> {
  const strict = { ...job, mode: "strict" as const };
  const isCause = (found: Issue): boolean =>
    found.severity !== "error" && withSeverity(strict, found).severity === "error";
  const all = [...issues, ...rejected.flatMap((row) => row.issues)];
  const isSpecified = job.mapping.read.encoding !== undefined;
  const asInFeed = (table: Table): Table =>
    isSpecified ? { ...table, detected: { ...table.detected, encodingCertainty: "certain" } } : table;
  const isUnsure = asInFeed(job.table()).detected.encodingCertainty === "suggested";
  if (!isUnsure && !all.some(isCause)) return { refused: undefined, lines: new Set(), isCause };
  const done = await evaluateInMemory({ ...strict, table: () => asInFeed(job.table()) });
  return { refused: done.refused, lines: new Set(done.rejected.map(({ line }) => line)), isCause };
}
