import type { KeptReport } from "../../feeds/reports/runs.js";

export function reportText(kept: KeptReport): string {
  if ("run" in kept) return `Report: lading history --run ${kept.run} --out report.html\n`;
  return `The report of this run could not be stored: ${kept.failed.replace(/\.$/, "")}. The decisions are not affected.\n`;
}
