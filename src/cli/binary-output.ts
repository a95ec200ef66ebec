import { wrongUse } from "../errors.js";
import type { Terminal } from "./command.js";

export function isBinary(format: string | undefined): boolean {
  return format === "xlsx";
}

/** Throws if a workbook would be printed to a terminal. `instead` is the suggested alternative. */
export function refuseBinaryOutput(format: string | undefined, instead: string, { stdout }: Terminal): void {
  if (isBinary(format) && stdout.isTTY === true) {
    throw wrongUse(`A terminal cannot show a workbook. ${instead}`);
  }
}
