import { isFailing, alertsFailing, type AlertHealth } from "../../feeds/alerts/alert-health.js";
import type { Ending } from "../../workspace/expiry.js";

/** Alerts that fail, and credentials that end, as lines of `status` and `run`. */

/** Empty when all is well. */
export function alertsText(alerts: readonly AlertHealth[]): string {
  return alerts
    .filter(isFailing)
    .map(alertsFailing)
    .map(({ sentence, next }) => `${sentence}\n  Next: ${next}\n`)
    .join("");
}

/** What ends soon, each with what to do. Empty when nothing does. */
export function endingsText(endings: readonly Ending[]): string {
  if (endings.length === 0) return "";
  return `\nends soon\n${endings.map(({ sentence, next }) => `  ${sentence}\n    Next: ${next}\n`).join("")}`;
}
