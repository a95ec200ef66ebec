import { withFeed } from "../../feeds/deliveries/open-feed.js";
import { evaluateAgain } from "../../feeds/decisions/release.js";
import type { RealSetup } from "../../feeds/deliveries/real-setup.js";
import { LadingError, wrongUse } from "../../errors.js";
import { readHeldEntries, readState } from "../../feeds/lists/feed-log.js";
import { heldBy, heldNewestFirst, type DeliveryState } from "../../feeds/lists/feed-state.js";
import { guardNames } from "../../feeds/lists/guard.js";
import { suggestWord } from "../../nearest.js";
import type { Feed } from "../../workspace/workspace.js";
import { textOption } from "../command.js";
import { countsText } from "./difference.js";
import type { DecisionPreview } from "./by-person.js";

/**
 * Options that select the held deliveries to release or reject: one delivery, or the newest one in each of several
 * feeds.
 */

export interface HeldOptions {
  readonly feeds: string[] | undefined;
  readonly delivery: string | undefined;
  readonly "held-by": string | undefined;
}

export const heldByOption = textOption(
  "Only files held by these guards (comma-separated) and by no other guard. `rows` means rows_below and rows_above",
);

export const heldHeadings = ["file", "held by", "would change"];

/**
 * Returns the guards in `--held-by`, or undefined if the option is not used. Throws `wrong_use` for missing or
 * conflicting options and for unknown guards.
 */
export function heldGuards(options: HeldOptions): ReadonlySet<string> | undefined {
  const { feeds = [], delivery, "held-by": words } = options;
  if (feeds.length === 0 && words === undefined) {
    throw wrongUse("Specify feeds, or the guards that hold the files (--held-by).");
  }
  const isOne = feeds.length === 1 && feeds[0]?.includes("*") === false && words === undefined;
  if (delivery !== undefined && !isOne) {
    throw wrongUse("--delivery can be used with only one feed.");
  }
  return words === undefined ? undefined : new Set(words.split(",").flatMap(matchingGuards));
}

/** Returns a message stating that no file is held by these guards alone, or undefined if no guards are given. */
export function noneHeldBy(guards: ReadonlySet<string> | undefined): string | undefined {
  return guards && `no file is held only by ${[...guards].join(" or ")}; see lading status`;
}

function matchingGuards(word: string): readonly string[] {
  const found = guardNames.filter((guard) => guard === word || guard.startsWith(`${word}_`));
  if (found.length > 0) return found;
  const near = suggestWord(word, guardNames);
  throw wrongUse(
    `--held-by takes ${guardNames.join(", ")}, not ${JSON.stringify(word)}.${near === undefined ? "" : ` Did you mean ${near}?`}`,
  );
}

/**
 * Returns the newest held delivery of a feed and what it would change. Returns undefined if there is no held delivery,
 * if `isMeant` is false for the delivery, or if a guard that is not in `guards` also holds the delivery.
 */
export async function previewHeld(
  setup: RealSetup,
  feed: Feed,
  guards: ReadonlySet<string> | undefined,
  isMeant: (delivery: DeliveryState) => boolean = () => true,
): Promise<DecisionPreview<DeliveryState> | undefined> {
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
  const differences =
    fresh?.differences ?? (await readHeldEntries(db, feed.name)).get(newest.sha256)?.differences ?? {};
  const names = heldBy(newest).join(", ");
  const what = fresh === undefined ? newest : { ...newest, changeSet: fresh.changeSet };
  return { what, cells: [newest.arrival.name, names, countsText(differences)] };
}

/**
 * A feed that is locked or whose file was deleted is still listed. The error is reported when someone decides on the
 * delivery.
 */
function ignoreLadingError(error: unknown): undefined {
  if (!(error instanceof LadingError)) throw error;
}

/** Returns what a delivery would change in the current list, or undefined if it does not produce a list. */
async function compareWithCurrent(setup: RealSetup, feed: Feed, delivery: DeliveryState) {
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    if (!("result" in evaluation)) return undefined;
    return { changeSet: evaluation.changeSet, differences: evaluation.result.changes.kinds };
  });
}
