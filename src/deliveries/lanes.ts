import { setMaxListeners } from "node:events";
import { concurrencyLimit } from "../sources/concurrency-limit.js";
import type { Feed } from "../workspace/workspace.js";

/**
 * Which feeds have to be worked on one after the other: those of one account, whose lists refer to each other, and those
 * that share a source, which may claim the same file. All others need not wait for each other, so a slow server delays
 * nobody but its own lane.
 */
export function lanesOf(feeds: readonly Feed[]): readonly (readonly Feed[])[] {
  const lanes: { readonly feeds: Feed[]; readonly ties: Set<string> }[] = [];
  for (const feed of feeds) {
    const ties = new Set([
      `account ${feed.name.split("/")[0]}`,
      ...feed.sources.map((name) => `source ${name}`),
    ]);
    const tied = lanes.filter((lane) => [...ties].some((tie) => lane.ties.has(tie)));
    for (const lane of tied) {
      lanes.splice(lanes.indexOf(lane), 1);
      for (const tie of lane.ties) ties.add(tie);
    }
    const own = [...tied.flatMap((lane) => lane.feeds), feed];
    // The order in which the feeds came stays, within a lane and between lanes.
    own.sort((a, b) => feeds.indexOf(a) - feeds.indexOf(b));
    lanes.push({ feeds: own, ties });
  }
  const first = ({ feeds: [feed] }: { readonly feeds: readonly Feed[] }): number =>
    feed === undefined ? 0 : feeds.indexOf(feed);
  return lanes.sort((a, b) => first(a) - first(b)).map((lane) => lane.feeds);
}

/** How many lanes are worked on at once. Most of the time of one goes by waiting for a server. */
export const lanesAtOnce = 32;

/**
 * Does the work of every lane, so many at a time; the results in the order of the lanes. When one fails, the others are
 * still finished.
 */
export async function eachLane<T>(
  lanes: readonly (readonly Feed[])[],
  atOnce: number,
  work: (lane: readonly Feed[]) => Promise<T>,
): Promise<readonly T[]> {
  const places = concurrencyLimit(atOnce);
  const always = new AbortController().signal;
  // Each lane that waits listens to it; with many feeds the platform would warn of that.
  setMaxListeners(0, always);
  const ended = await Promise.allSettled(
    lanes.map(async (lane) => {
      const leave = await places.enter(always);
      try {
        return await work(lane);
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
