import { isOverdue, deliveryDue } from "../../model/schedule.js";
import type { Feed } from "../../workspace/workspace.js";

/**
 * Returns an explanation if a delivery is overdue or the list has not changed for too long. Otherwise, returns
 * undefined.
 */
export function staleReason(
  feed: Feed,
  list: { readonly confirmedAt: Date; readonly publishedAt: Date },
  now: Date,
): string | undefined {
  const { due, changeEvery, account, holidays } = feed;
  if (due !== undefined && isOverdue(due, list.confirmedAt, now, account.zone ?? "UTC", holidays)) {
    return "A delivery was due, but none was accepted.";
  }
  if (changeEvery !== undefined && now.getTime() - list.publishedAt.getTime() > changeEvery) {
    return "The list has not changed for longer than expected.";
  }
  return undefined;
}

/** Returns undefined if the feed has no schedule. */
export function expectedAt(feed: Feed, confirmedAt: Date, now: Date): Date | undefined {
  const { due, account, holidays } = feed;
  return due && deliveryDue(due, confirmedAt, now, account.zone ?? "UTC", holidays);
}
