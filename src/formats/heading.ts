import { nearest } from "../nearest.js";
import { foldHeading } from "./fold-heading.js";

/** Returns the 0-based index of a position such as `#3`. Returns undefined for other strings. */
export function columnPosition(text: string): number | undefined {
  const match = /^#([1-9]\d{0,4})$/.exec(text.trim());
  return match ? Number(match[1]) - 1 : undefined;
}

/** Returns the heading of a column, or its position such as `#3` if there is no heading. */
export function columnName(headings: readonly string[] | null, index: number): string {
  return headings?.[index] || `#${index + 1}`;
}

/** Returns a sentence that names the most similar heading, after a leading space. Returns "" if none is similar. */
export function nearestHeading(wanted: string, headings: readonly string[]): string {
  const folded = new Map(headings.map((heading) => [foldHeading(heading), heading.trim()] as const));
  const near = folded.get(nearest(foldHeading(wanted), folded.keys()) ?? "");
  return near === undefined || near === "" ? "" : ` The nearest heading is ${near}.`;
}
