import { withAlertsPaused } from "../alerts/notify.js";
import { emit, outputsBehind } from "../deliveries/emit.js";
import { forgetRecord, type Forgotten } from "../deliveries/forget.js";
import type { Setup } from "../deliveries/setup.js";
import type { LadingError } from "../../errors.js";
import type { Feed } from "../../workspace/workspace.js";

export interface ForgottenInFeeds {
  readonly feeds: readonly (Forgotten & { readonly feed: string })[];
  /** Errors from outputs that could not be written. */
  readonly failures: readonly LadingError[];
}

/**
 * Permanently removes a record from feeds and from the outputs that contain their lists. `order.id` is the record's
 * `external_id`. Calls `order.begun` before each feed, so that the caller can show progress. A feed can take a long
 * time, because all of its stored deliveries are read again.
 */
export async function forget(
  setup: Setup,
  feeds: readonly Feed[],
  order: {
    readonly id: string;
    readonly reason: string;
    readonly by: string;
    readonly signal: AbortSignal;
    readonly begun?: (feed: Feed, index: number) => void;
  },
): Promise<ForgottenInFeeds> {
  const { id, reason, by, signal, begun } = order;
  const done: { readonly feed: Feed; readonly forgotten: Forgotten }[] = [];
  await withAlertsPaused(setup, feeds, async () => {
    for (const [index, feed] of feeds.entries()) {
      begun?.(feed, index);
      done.push({ feed, forgotten: await forgetRecord(setup, feed, id, reason, by) });
    }
  });
  const failures = await emit(setup, signal);
  const feedsDone: ForgottenInFeeds["feeds"][number][] = [];
  for (const { feed, forgotten } of done) {
    const behind = (await outputsBehind(setup, feed)).map(
      (output) =>
        `The output ${output} still contains the earlier list. When the output is writable again, repeat this command or run \`lading run\`.`,
    );
    feedsDone.push({ feed: feed.name, ...forgotten, left: [...forgotten.left, ...behind] });
  }
  return { feeds: feedsDone, failures };
}
