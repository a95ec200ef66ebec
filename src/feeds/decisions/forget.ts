import { withAlertsPaused } from "../alerts/notify.js";
import { emit, outputsBehind } from "../deliveries/emit.js";
import { forgetRecord, type Forgotten } from "../deliveries/forget.js";
import type { Setup } from "../deliveries/setup.js";
import type { LadingError } from "../../errors.js";
import { counted } from "../../sentence.js";
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
        `The output ${output} still contains the earlier list. When the output is writable again, repeat the removal or run \`lading run\`.`,
    );
    feedsDone.push({ feed: feed.name, ...forgotten, left: [...forgotten.left, ...behind] });
  }
  return { feeds: feedsDone, failures };
}

/** Describes what was removed from a feed. */
export function forgottenText({
  number,
  publications,
  deliveries,
  changes,
  reports,
  left,
}: Forgotten): string {
  const done = [
    ...(number === undefined ? [] : [`version ${number} is published without the record`]),
    ...(publications.length === 0
      ? []
      : [`the record was deleted from older versions (${publications.join(", ")})`]),
    ...(deliveries.length === 0 ? [] : [`archived deliveries were deleted (${deliveries.join(", ")})`]),
    ...(changes === 0 ? [] : [deletedText(changes, "change", " in the history")]),
    ...(reports === 0 ? [] : [deletedText(reports, "run report")]),
  ];
  const verified = left.length === 0 ? " A final search found no remaining data." : "";
  return `${done.length === 0 ? "no data found" : done.join("; ")}.${verified}`;
}

function deletedText(count: number, noun: string, place = ""): string {
  return `${counted(count, noun)}${place} ${count === 1 ? "was" : "were"} deleted`;
}

/** The copies that Lading cannot delete. */
export const notForgotten =
  "Not deleted: files at the partner and in the source's folders, backups, and copies of the lists and outputs that other people or systems made. A PostgreSQL server keeps deleted data on its disk until it cleans up its tables and logs. Copies in the data folders of other machines are deleted within two hours. If the partner's next file contains the record, Lading adds the record again.";
