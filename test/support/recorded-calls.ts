import { readFileSync } from "node:fs";

/** What `scripts/crash-child.js` records of a run: the calls to the file system below the workspace, in their order. */
export interface RecordedCall {
  /** Number of the call, from 1: what CRASH_AT counts. */
  readonly n: number;
  /** Whether it succeeded. */
  readonly done: boolean;
  readonly call:
    | "create"
    | "open"
    | "write"
    | "truncate"
    | "fsync"
    | "close"
    | "read"
    | "rename"
    | "link"
    | "unlink"
    | "rm"
    | "mkdir"
    | "readdir"
    | "readFile"
    | "lstat"
    | "stat";
  readonly path: string;
  /** Of `rename` and `link`. */
  readonly to?: string;
  /** Of `write`, base64. */
  readonly bytes?: string;
  /** Of `truncate`. */
  readonly length?: number;
}

export function recordedCalls(logFile: string): readonly RecordedCall[] {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedCall).sort((a, b) => a.n - b.n);
}

/** Whether a call changes something, or makes a change durable. */
export function changes({ call, done }: RecordedCall): boolean {
  return done && !["open", "close", "read", "readdir", "readFile", "lstat", "stat"].includes(call);
}
