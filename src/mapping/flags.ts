import { foldValue, type Cell } from "./cells.js";
import { fault, type Fault } from "./fault.js";

/** A flag of a cell: only `true` and `false` mean themselves; everything else needs a value map. */
export function readFlag(cell: Cell): boolean | null | Fault {
  if (typeof cell !== "string") return cell;
  if (cell === "true") return true;
  if (cell === "false") return false;
  const folded = foldValue(cell);
  return folded === "true" ? true : folded === "false" ? false : fault("not_a_flag", {});
}
