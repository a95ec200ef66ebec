import { noticeHealth, type NoticeHealth } from "../../notify/notice-health.js";
import type { NoticeStatus } from "../../server/status.js";
import type { Queries } from "../../store/store.js";
import type { Ending } from "../../workspace/expiry.js";
import type { Workspace } from "../../workspace/workspace.js";

/** Notifications that fail, and credentials that end, as lines of `status` and `run`. */

/** Whether people are not told what they should be. */
export function isFailing({ failures, given_up }: NoticeHealth): boolean {
  return failures > 0 || given_up > 0;
}

/** Empty when all is well. */
export function noticesText(notices: readonly NoticeHealth[]): string {
  return notices.filter(isFailing).map(failingText).join("");
}

/** For the status page and the metrics. */
export async function noticeStatus(workspace: Workspace, db: Queries): Promise<readonly NoticeStatus[]> {
  return (await noticeHealth(workspace, db)).map((health) => ({
    channel: health.channel,
    failures: health.failures,
    waiting: health.waiting,
    givenUp: health.given_up,
    ...(isFailing(health) && { warning: { sentence: failingSentence(health), next: mend } }),
  }));
}

const mend = "correct `notify` in lading.yaml, then `lading notify test`";

function failingText(health: NoticeHealth): string {
  return `${failingSentence(health)}\n  Next: ${mend}\n`;
}

function failingSentence(health: NoticeHealth): string {
  const { channel, failures, failed_at, reason, waiting, given_up } = health;
  const tries = failures === 1 ? "once" : `${failures} times in a row`;
  const failing =
    failures === 0 ? "" : ` failed ${tries}, last at ${failed_at}: ${reason}. Notices that wait: ${waiting}.`;
  const lost = given_up === 0 ? "" : ` Notices given up after two days: ${given_up}.`;
  return `Notifications by ${channel}${failing}${lost}`;
}

/** Whether an end is so near that a person has to act now. */
export function isPressing({ step }: Ending): boolean {
  return step <= 7;
}

/** What ends soon, each with what to do. Empty when nothing does. */
export function endingsText(endings: readonly Ending[]): string {
  if (endings.length === 0) return "";
  return `\nends soon\n${endings.map(({ sentence, next }) => `  ${sentence}\n    Next: ${next}\n`).join("")}`;
}
