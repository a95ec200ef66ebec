import { openFields, unexplainedRecords, type PairResult } from "./pair.js";

/** What was inferred from a pair, as plain data: per field the source and how many records prove it. */
export function pairReport(
  result: PairResult,
  lineOfRow: (place: number) => number,
  lineOfRecord: (place: number) => number,
) {
  const { alignment, fields, filters, newest, leftOut } = result;
  const open = unexplainedRecords(result);
  const lines = (places: Iterable<number>, lineOf: (place: number) => number) =>
    [...places].map(lineOf).sort((a, b) => a - b);
  return {
    verdict: "inferred",
    record: result.type.name,
    records: alignment.rowOf.length,
    explained_records: alignment.rowOf.length - open.size,
    id_prefix: alignment.idPrefix,
    filters,
    duplicates: newest ?? null,
    open_fields: openFields(result),
    fields: Object.fromEntries(
      [...fields].map(([name, proof]) => [
        name,
        {
          source: proof.source ?? null,
          explained: proof.explained,
          records: proof.records,
          unexplained_lines: proof.source === undefined ? [] : lines(proof.unexplained, lineOfRecord),
        },
      ]),
    ),
    unexplained_records: lines(open, lineOfRecord),
    repeated_rows: lines(alignment.repeated, lineOfRow),
    unexplained_rows: lines(leftOut, lineOfRow),
  };
}

export type PairReport = ReturnType<typeof pairReport>;
