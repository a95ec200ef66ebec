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

/** Does the work of every lane, so many at a time, each in its order. */
export async function inLanes(
  lanes: readonly (readonly Feed[])[],
  atOnce: number,
  work: (feed: Feed) => Promise<void>,
): Promise<void> {
  const waiting = [...lanes];
  const workers = Array.from({ length: Math.min(atOnce, lanes.length) }, async () => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
      for (const feed of lane) await work(feed);
    }
  });
  await Promise.all(workers);
}
