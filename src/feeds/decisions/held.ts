import { LadingError } from "../../errors.js";
import type { Feed } from "../../workspace/workspace.js";
import { withFeed } from "../deliveries/open-feed.js";
import type { Setup } from "../deliveries/setup.js";
import { readHeldEntries, readState } from "../lists/feed-log.js";
import { heldBy, heldNewestFirst, type DeliveryState } from "../lists/feed-state.js";
import { evaluateAgain } from "./release.js";

/** The held delivery that a decision applies to, and what it would change in the current list. */
export interface HeldPreview {
  readonly delivery: DeliveryState;
  readonly differences: Readonly<Record<string, number>>;
}

/**
 * Returns the newest held delivery of a feed. Returns undefined if there is no held delivery, if `isMeant` is false for
 * the delivery, or if a guard that is not in `guards` also holds the delivery.
 */
export async function previewHeld(
  setup: Setup,
  feed: Feed,
  guards: ReadonlySet<string> | undefined,
  isMeant: (delivery: DeliveryState) => boolean = () => true,
): Promise<HeldPreview | undefined> {
  const { db } = setup.store;
  const state = await readState(db, feed.name);
  const [newest] = heldNewestFirst(state);
  if (newest === undefined || !isMeant(newest)) return undefined;
  if (guards !== undefined && !heldBy(newest).every((guard) => guards.has(guard))) return undefined;
  // The changes were computed when the delivery was held. If a newer version has been published since then, the
  // changes may be different now.
  const fresh =
    (state.lastPublishedAt ?? "") > newest.statusAt
      ? await compareWithCurrent(setup, feed, newest).catch(ignoreLadingError)
      : undefined;
  if (fresh !== undefined) return fresh;
  const entries = await readHeldEntries(db, feed.name);
  return { delivery: newest, differences: entries.get(newest.sha256)?.differences ?? {} };
}

/**
 * A feed that is locked or whose file was deleted is still listed. The error is reported when someone decides on the
 * delivery.
 */
function ignoreLadingError(error: unknown): undefined {
  if (!(error instanceof LadingError)) throw error;
}

/** Returns what a delivery would change in the current list, or undefined if it does not produce a list. */
async function compareWithCurrent(
  setup: Setup,
  feed: Feed,
  delivery: DeliveryState,
): Promise<HeldPreview | undefined> {
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    if (!("result" in evaluation)) return undefined;
    const { changeSet, result } = evaluation;
    return { delivery: { ...delivery, changeSet }, differences: result.changes.kinds };
  });
}
