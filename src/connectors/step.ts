import type { LadingError } from "../errors.js";

/** One step in a check of a source or an output, such as the checks that `lading doctor` performs. */
export interface CheckStep {
  readonly what: string;
  readonly outcome: "done" | "failed" | "not tried";
  /** Description of the result, or the reason for the failure. */
  readonly detail: string;
  /** The next step for the user. Set only if this step failed. */
  readonly next?: string;
  readonly error?: LadingError;
}

/** Summarizes a listing, for example `3 files, 1 ignored (name: reason)`. */
export function listingText(
  files: number,
  ignored: readonly { readonly name: string; readonly reason: string }[],
): string {
  const shown = ignored.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  if (ignored.length > shown.length) shown.push(`and ${ignored.length - shown.length} more`);
  const rest = ignored.length === 0 ? "" : `, ${ignored.length} ignored (${shown.join("; ")})`;
  return `${files} ${files === 1 ? "file" : "files"}${rest}`;
}
