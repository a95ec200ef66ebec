import { type Issue, issue } from "../../model/issues.js";
import { foldHeading } from "../fold-heading.js";
import type { ReadOptions } from "../read-options.js";
import type { Header } from "./header.js";
import type { LeftOut } from "./left-out.js";

/**
 * Returns issues about the header and the lines above the header. The option `wanted` contains the headings that the
 * mapping reads. If the table has at least one of these headings, the header is not in doubt.
 */
export function headerIssues(
  header: Header,
  left: readonly LeftOut[],
  { wanted, header: pinned }: Pick<ReadOptions, "wanted" | "header"> = {},
): Issue[] {
  return [
    // If the mapping defines the header, skipping the lines above the header needs no issue.
    ...(pinned === undefined ? left : []).map(leftOutIssue),
    ...doubtIssues(header, wanted),
    ...unnamedIssues(header),
    ...headingIssues(header),
  ];
}

function doubtIssues(
  { headings, headerRows, bodyFrom, inDoubt }: Header,
  wanted: readonly string[] | undefined,
): Issue[] {
  if (inDoubt === undefined) return [];
  const found = new Set(headings?.map(foldHeading));
  if (wanted?.some((heading) => found.has(foldHeading(heading))) === true) return [];
  // Without a mapping, a person examines the file, so the issue may include cells. Reports of feeds must not include
  // cells, because cells may contain personal data.
  const cells = wanted === undefined && inDoubt.cells !== "" ? ` (${inDoubt.cells})` : "";
  const filling = { other: `${inDoubt.other}${cells}`, why: inDoubt.why };
  return headings === null
    ? [issue("first_row_in_doubt", { line: bodyFrom }, filling)]
    : [issue("headings_in_doubt", { line: headerRows[0] }, filling)];
}

function leftOutIssue({ kind, count, lines }: LeftOut): Issue {
  const some = `${lines.join(", ")}${count > lines.length ? " and more" : ""}`;
  const named = count === 1 ? `line ${some}` : `${count} lines (${some})`;
  return issue(kind === "comment" ? "comments_left_out" : "lines_left_out", {}, { lines: named });
}

function unnamedIssues({ headings, headerRows, unnamed = 0 }: Header): Issue[] {
  if (headings === null || unnamed === 0) return [];
  const filling = { found: headings.length - unnamed, expected: headings.length };
  return [issue("headings_too_few", { line: headerRows[0] }, filling)];
}

function headingIssues(header: Header): Issue[] {
  const seen = new Map<string, number[]>();
  header.headings?.forEach((heading, index) => {
    if (heading.trim() !== "") seen.set(heading, [...(seen.get(heading) ?? []), index + 1]);
  });
  const repeated = [...seen.values()].filter((positions) => positions.length > 1);
  if (repeated.length === 0) return [];
  const positions = repeated.map((group) => group.map((position) => `#${position}`).join(" and ")).join("; ");
  return [issue("duplicate_headings", { line: header.headerRows[0] }, { positions })];
}
