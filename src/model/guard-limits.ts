import { z } from "zod";
import { count, option, share } from "./scalars.js";

/** Guards for a feed (`docs/semantics.md` section 4). Omitted guards keep their defaults. `off` turns a guard off. */

/** A limit that is expressed as a count and as a share of the whole. The larger of the two limits applies. */
export interface Limit {
  readonly count: number;
  /** A fraction, so that 0.2 means 20%. */
  readonly share: number;
}

const off = z.literal("off");
const counted = z.union([
  off,
  z.strictObject({
    count: option(count(), "Allowed number. If `share` allows more, `share` applies instead.", "5"),
    share: option(share(), "Allowed share. If `count` allows more, `count` applies instead.", "20%"),
  }),
]);

const percent = (part: number): string => `${Math.round(part * 100)}%`;

/** A guard without a limit, which is either on or off. */
function guard(description: string) {
  const limit = (stated: "off" | undefined): boolean => stated !== "off";
  return { schema: option(off, `\`off\`: ${description}`, "off"), limit };
}

function shareGuard(standard: number, description: string) {
  const limit = (stated: number | "off" | undefined) => (stated === "off" ? undefined : (stated ?? standard));
  return { schema: option(z.union([off, share()]), description, percent(standard)), limit };
}

function countedGuard(standard: Limit, description: string) {
  const limit = (stated: z.infer<typeof counted> | undefined): Limit | undefined => {
    if (stated === "off") return undefined;
    return { count: stated?.count ?? standard.count, share: stated?.share ?? standard.share };
  };
  const example = { count: String(standard.count), share: percent(standard.share) };
  return { schema: option(counted, description, example), limit };
}

const guards = {
  no_rows: guard("allow a file without rows to clear the list."),
  rows_below: shareGuard(
    0.8,
    "Hold a delivery if its row count is below this share of the previous delivery's row count, or of the typical row count over 30 days. A decrease of one or two rows is always allowed.",
  ),
  rows_above: shareGuard(
    3,
    "Hold a delivery if its row count is above this multiple of the previous delivery's row count, or of the typical row count over 30 days. Up to nine rows are always allowed.",
  ),
  ids_gone: countedGuard(
    { count: 2, share: 0.2 },
    "Hold a delivery if more IDs than this disappeared or became inactive.",
  ),
  rejected: countedGuard(
    { count: 3, share: 0.01 },
    "Hold a delivery if more rows than this were newly rejected.",
  ),
  field_changes: countedGuard(
    { count: 2, share: 0.1 },
    "Hold a delivery if charge_type, tax_code, rate or code changed in more records than this.",
  ),
  changes: countedGuard(
    { count: 5, share: 0.5 },
    "Hold a delivery if any field changed in more records than this.",
  ),
  newly_empty: shareGuard(
    0.05,
    "Hold a delivery if more than this share of the cells in a required column became empty.",
  ),
  headings: guard("allow headings that the mapping uses to disappear, repeat or change."),
  cut_off: guard("allow a last line without a line break, even if the previous delivery ended with one."),
  left_out: guard(
    "allow any number of lines above the table and after `stop_at`, and any number of columns without a heading.",
  ),
  rekeyed: guard("allow records to reappear under different IDs."),
  elements_rekeyed: countedGuard(
    { count: 5, share: 0.5 },
    "Hold a delivery if more accruals or charge lines than this received a new ID without any other change. Only lists that changed are compared.",
  ),
  // A limit of 30 allows medians from one thirtieth of the usual median to 30 times the usual median.
  amounts: shareGuard(
    30,
    "Hold a delivery if the median of a field's new amounts in one currency differs from the usual median by more than this factor.",
  ),
  sequence_gap: guard(
    "allow gaps in the numbers of deltas with `{sequence}` in their file names. Numbers that are dates or have ten or more digits are treated as times.",
  ),
};

type Guards = typeof guards;
export const limitNames = Object.keys(guards) as (keyof Guards)[];

/** Limits of a feed. If a limit is undefined or false, the guard is off. */
export type GuardLimits = { readonly [Name in keyof Guards]: ReturnType<Guards[Name]["limit"]> };

export const guardSchema = z.strictObject(
  Object.fromEntries(Object.entries(guards).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Guards]: Guards[Name]["schema"];
  },
);

/** Fills in the defaults. */
export function guardLimits(settings: z.infer<typeof guardSchema> = {}): GuardLimits {
  const limits = limitNames.map((name) => [name, guards[name].limit(settings[name] as never)]);
  return Object.fromEntries(limits) as GuardLimits;
}

/** Expectations that every delivery of a feed must meet. */
export interface Expected {
  readonly rows: { readonly from: number | undefined; readonly to: number | undefined } | undefined;
  /** Allowed values by column name. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}
