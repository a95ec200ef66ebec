import type { LadingError } from "../errors.js";

/** One step of a check by `lading doctor`. */
export interface CheckStep {
  readonly what: string;
  readonly outcome: "done" | "failed" | "not tried";
  /** What was found, or why it failed. */
  readonly detail: string;
  /** What to do next; only for a failed step. */
  readonly next?: string;
  readonly error?: LadingError;
}

/** `3 files, 1 not taken (name: reason)`. */
export function listingText(
  files: number,
  ignored: readonly { readonly name: string; readonly reason: string }[],
): string {
  const shown = ignored.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  if (ignored.length > shown.length) shown.push(`and ${ignored.length - shown.length} more`);
  const rest = ignored.length === 0 ? "" : `, ${ignored.length} not taken (${shown.join("; ")})`;
  return `${files} ${files === 1 ? "file" : "files"}${rest}`;
}
