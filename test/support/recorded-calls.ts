import { readFileSync } from "node:fs";

/**
 * Calls of a run that `scripts/crash-child.js` records: to the file system below the workspace and to the
 * store, in order.
 */
export interface RecordedCall {
  /** Number of the call, from 1, as in CRASH_AT. */
  readonly n: number;
  /**
   * Such as `rename inbox/staff.csv inbox/.lading-aside-...` or `commit store publications log`. Paths are
   * relative to the workspace.
   */
  readonly what: string;
}

export function recordedCalls(logFile: string, folder: string): readonly RecordedCall[] {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  const calls = lines.map((line) => {
    const {
      n,
      call,
      path,
      to = "",
    } = JSON.parse(line) as { n: number; call: string; path: string; to?: string };
    return { n, what: `${call} ${path} ${to}`.trim().replaceAll(`${folder}/`, "") };
  });
  return calls.sort((a, b) => a.n - b.n);
}

/** Start and end of the transaction that wrote to a table. */
export function transactionOn(
  table: string,
  calls: readonly RecordedCall[],
): { begin: RecordedCall; commit: RecordedCall } {
  const commit = calls.find(({ what }) => what.startsWith("commit store") && what.split(" ").includes(table));
  const begin = calls.findLast(({ n, what }) => what === "begin store" && n < (commit?.n ?? 0));
  if (begin === undefined || commit === undefined) throw new Error(`no transaction on ${table}`);
  return { begin, commit };
}
