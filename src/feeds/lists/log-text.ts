import { reasonIn, type Entry } from "./log.js";

/** This module formats a feed's log as readable text. */

/** States of intermediate steps, which are not shown to people. */
export const hiddenStates: readonly Entry["state"][] = ["READ", "VALIDATED", "ACKED"];

/** Combines the files in one delivery into one line with the last file's name. `more` is the number of other files. */
export function asOneLine(
  entries: readonly Entry[],
): readonly { readonly entry: Entry; readonly more: number }[] {
  const lines: { entry: Entry; more: number }[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const before = last?.entry;
    const isOfOne =
      entry.state === "RECEIVED" &&
      before?.state === "RECEIVED" &&
      before.delivery === entry.delivery &&
      before.at === entry.at;
    if (last !== undefined && isOfOne) lines.splice(-1, 1, { entry, more: last.more + 1 });
    else lines.push({ entry, more: 0 });
  }
  return lines;
}

/** The reason, with the name of the person who made the decision. */
export function whyText(entry: Entry): string {
  const why = reasonIn(entry);
  if (entry.state === "SUPERSEDED") return why;
  return "by" in entry && entry.by !== undefined ? `${why} (by ${entry.by})`.trimStart() : why;
}
