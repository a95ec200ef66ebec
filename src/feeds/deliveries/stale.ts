import { isOverdue, deliveryDue } from "../../model/schedule.js";
import type { Feed } from "../../workspace/workspace.js";

/** Why a list is older than its feed allows, as a plain sentence; undefined when it is not. */
export function staleReason(
  feed: Feed,
  list: { readonly confirmedAt: Date; readonly publishedAt: Date },
  now: Date,
): string | undefined {
  const { due, changeEvery, account, holidays } = feed;
  if (due !== undefined && isOverdue(due, list.confirmedAt, now, account.zone ?? "UTC", holidays)) {
    return "A delivery was due, and none was taken.";
  }
  if (changeEvery !== undefined && now.getTime() - list.publishedAt.getTime() > changeEvery) {
    return "The list has not changed for longer than expected.";
  }
  return undefined;
}

/** When the next delivery of a feed is due; undefined when the feed does not say. */
export function expectedAt(feed: Feed, confirmedAt: Date, now: Date): Date | undefined {
  const { due, account, holidays } = feed;
  return due && deliveryDue(due, confirmedAt, now, account.zone ?? "UTC", holidays);
}
