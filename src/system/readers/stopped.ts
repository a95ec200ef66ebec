import { issue, type Issue } from "../../model/issues.js";
import type { ReaderEnd } from "./reader.js";

/** What a person is told of a child that was killed or crashed. */
export function stoppedIssue(end: Extract<ReaderEnd, { state: "killed" | "crashed" }>, file: string): Issue {
  return issue("reader_stopped", { file }, { reason: reasonOf(end) });
}

function reasonOf(end: Extract<ReaderEnd, { state: "killed" | "crashed" }>): string {
  if (end.state === "crashed") return (end.detail.split("\n")[0] ?? "").trim() || "it crashed";
  const megabytes = Math.round(end.limit / (1024 * 1024));
  switch (end.reason) {
    case "memory":
      return `it needed more than ${megabytes} MB of memory`;
    case "time":
      return `it took longer than ${Math.round(end.limit / 1000)} seconds`;
    case "output":
      return `it came to more than ${megabytes} MB of records`;
  }
}
