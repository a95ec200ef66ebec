import { previewHeld } from "../../feeds/decisions/held.js";
import { wrongUse } from "../../errors.js";
import { heldBy, type DeliveryState } from "../../feeds/lists/feed-state.js";
import { guardNames } from "../../feeds/lists/guard.js";
import { suggestWord } from "../../nearest.js";
import { textOption } from "../command.js";
import { countsText } from "../../feeds/lists/changes.js";
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

/** Returns the row for a held delivery in the list of files that a decision applies to, or undefined if there is none. */
export async function heldRow(
  ...args: Parameters<typeof previewHeld>
): Promise<DecisionPreview<DeliveryState> | undefined> {
  const preview = await previewHeld(...args);
  if (preview === undefined) return undefined;
  const { delivery, differences } = preview;
  return {
    what: delivery,
    cells: [delivery.arrival.name, heldBy(delivery).join(", "), countsText(differences)],
  };
}
