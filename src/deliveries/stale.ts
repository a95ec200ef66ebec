import { isOverdue } from "../lists/schedule.js";
import type { Feed } from "../workspace/workspace.js";

/** Why a list is older than its feed allows, as a plain sentence; undefined when it is not. */
export function staleReason(
  feed: Feed,
  list: { readonly confirmedAt: Date; readonly publishedAt: Date },
  now: Date,
): string | undefined {
  const { due, changeEvery, account } = feed;
  if (due !== undefined && isOverdue(due, list.confirmedAt, now, account.zone ?? "UTC", new Set())) {
    return "A delivery was due and has not come.";
  }
  if (changeEvery !== undefined && now.getTime() - list.publishedAt.getTime() > changeEvery) {
    return "The list has not changed for longer than expected.";
  }
  return undefined;
}
