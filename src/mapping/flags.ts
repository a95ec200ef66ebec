import { foldValue, type Cell } from "./cells.js";
import { valueIssue, type ValueIssue } from "./value-issue.js";

/** Accepts only `true` and `false`, ignoring case and spaces at both ends. All other values require a value map. */
export function readFlag(cell: Cell): boolean | null | ValueIssue {
  if (typeof cell !== "string") return cell;
  if (cell === "true") return true;
  if (cell === "false") return false;
  const folded = foldValue(cell);
  return folded === "true" ? true : folded === "false" ? false : valueIssue("not_a_flag", {});
}
