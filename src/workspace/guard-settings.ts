import { z } from "zod";
import type { GuardLimits, Limit } from "../lists/guard.js";
import { count, option, share } from "../scalars.js";

/** The guard rails of a feed (`docs/semantics.md` section 4). What is left out keeps its default; `off` switches a rail off. */

const off = z.literal("off");
const rail = z.union([
  off,
  z.strictObject({
    count: option(count(), "So many are let through, or `share` of them where that is more.", "5"),
    share: option(share(), "This share is let through, or `count` where that is more.", "20 %"),
  }),
]);

export const guardSchema = z.strictObject({
  no_rows: option(off, "`off`: a file without rows may empty the list.", "off"),
  rows_below: option(
    z.union([off, share()]),
    "Hold when fewer rows than this share of the last delivery, or of the usual one of 30 days, came, and more than 2 are gone.",
    "80 %",
  ),
  rows_above: option(
    z.union([off, share()]),
    "Hold when more rows than this multiple of the last delivery, or of the usual one of 30 days, came.",
    "300 %",
  ),
  ids_gone: option(rail, "Hold when more ids than this vanished or became inactive.", {
    count: "2",
    share: "20 %",
  }),
  rejected: option(rail, "Hold when more rows than this were rejected for new reasons.", {
    count: "3",
    share: "1 %",
  }),
  field_changes: option(
    rail,
    "Hold when more records than this changed in any one of charge_type, tax_code, rate or code.",
    { count: "2", share: "10 %" },
  ),
  changes: option(rail, "Hold when more records than this changed at all.", { count: "5", share: "50 %" }),
  newly_empty: option(
    z.union([off, share()]),
    "Hold when more of a required column than this became empty.",
    "5 %",
  ),
  headings: option(off, "`off`: headings that the mapping reads may vanish, double or change.", "off"),
  cut_off: option(
    off,
    "`off`: the last line may lack its line end although that of the last delivery had one.",
    "off",
  ),
  left_out: option(
    off,
    "`off`: any number of lines may stand above the table, and from the end on that `stop_at` names.",
    "off",
  ),
  rekeyed: option(off, "`off`: records may come back under other ids.", "off"),
  elements_rekeyed: option(
    rail,
    "Hold when more accruals or charge lines than this, of the lists that changed, are the same as before but for their id.",
    { count: "5", share: "50 %" },
  ),
  amounts: option(
    z.union([off, share()]),
    "Hold when the median of the new amounts, by field and currency, is above this multiple of the usual one, or as far below.",
    "3000 %",
  ),
  sequence_gap: option(
    off,
    "`off`: of deltas that are numbered by `{sequence}`, numbers may be left out. Numbers of ten digits and more, and those that are days, are taken for times.",
    "off",
  ),
});

/** The rails with their defaults filled in. */
export function guardLimits(settings: z.infer<typeof guardSchema> = {}): GuardLimits {
  return {
    noRows: settings.no_rows !== "off",
    rowsBelow: single(settings.rows_below, 0.8),
    rowsAbove: single(settings.rows_above, 3),
    idsGone: limit(settings.ids_gone, { count: 2, share: 0.2 }),
    rejected: limit(settings.rejected, { count: 3, share: 0.01 }),
    fieldChanges: limit(settings.field_changes, { count: 2, share: 0.1 }),
    changes: limit(settings.changes, { count: 5, share: 0.5 }),
    newlyEmpty: single(settings.newly_empty, 0.05),
    headings: settings.headings !== "off",
    cutOff: settings.cut_off !== "off",
    leftOut: settings.left_out !== "off",
    rekeyed: settings.rekeyed !== "off",
    elementsRekeyed: limit(settings.elements_rekeyed, { count: 5, share: 0.5 }),
    amounts: single(settings.amounts, 30),
    sequenceGap: settings.sequence_gap !== "off",
  };
}

function single(stated: number | "off" | undefined, standard: number): number | undefined {
  return stated === "off" ? undefined : (stated ?? standard);
}

type Stated = "off" | { count?: number | undefined; share?: number | undefined } | undefined;

function limit(stated: Stated, standard: Limit): Limit | undefined {
  if (stated === "off") return undefined;
  return { count: stated?.count ?? standard.count, share: stated?.share ?? standard.share };
}
