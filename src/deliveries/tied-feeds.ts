import { setMaxListeners } from "node:events";
import { accountOfFeed } from "../records/account.js";
import { concurrencyLimit } from "../sources/concurrency-limit.js";
import type { Feed } from "../workspace/workspace.js";

/**
 * Which feeds have to be worked on one after the other: those of one account, whose lists refer to each other, and those
 * that share a source, which may claim the same file. All others need not wait for each other, so a slow server delays
 * nobody but its own group.
 */
export function tiedGroups(feeds: readonly Feed[]): readonly (readonly Feed[])[] {
  const groups: { readonly feeds: Feed[]; readonly ties: Set<string> }[] = [];
  for (const feed of feeds) {
    const ties = new Set([
      `account ${accountOfFeed(feed.name)}`,
      ...feed.sources.map((name) => `source ${name}`),
    ]);
    const tied = groups.filter((group) => [...ties].some((tie) => group.ties.has(tie)));
    for (const group of tied) {
      groups.splice(groups.indexOf(group), 1);
      for (const tie of group.ties) ties.add(tie);
    }
    const own = [...tied.flatMap((group) => group.feeds), feed];
    // The order in which the feeds came stays, within a group and between groups.
    own.sort((a, b) => feeds.indexOf(a) - feeds.indexOf(b));
    groups.push({ feeds: own, ties });
  }
  const first = ({ feeds: [feed] }: { readonly feeds: readonly Feed[] }): number =>
    feed === undefined ? 0 : feeds.indexOf(feed);
  return groups.sort((a, b) => first(a) - first(b)).map((group) => group.feeds);
}

/** How many groups are worked on at once. Most of the time of one goes by waiting for a server. */
export const groupsAtOnce = 32;

/**
 * Does the work of every group, so many at a time; the results in the order of the groups. When one fails, the others are
 * still finished.
 */
export async function eachGroup<T>(
  groups: readonly (readonly Feed[])[],
  atOnce: number,
  work: (group: readonly Feed[]) => Promise<T>,
): Promise<readonly T[]> {
  const slots = concurrencyLimit(atOnce);
  const always = new AbortController().signal;
  // Each group that waits listens to it; with many feeds the platform would warn of that.
  setMaxListeners(0, always);
  const ended = await Promise.allSettled(
    groups.map(async (group) => {
      const leave = await slots.enter(always);
      try {
        return await work(group);
      } finally {
        leave();
      }
    }),
  );
  return ended.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}
