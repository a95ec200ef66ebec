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
    count: option(
      count(),
      "Allowed number of records, rows or elements. If `share` allows a higher number, `share` applies instead.",
      "5",
    ),
    share: option(
      share(),
      "Allowed share of the records, rows or elements. If `count` allows a higher number, `count` applies instead.",
      "20%",
    ),
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
  no_rows: guard(
    "allow a delivery in which the mapping skips every row to clear the list. A file without rows is always rejected.",
  ),
  rows_below: shareGuard(
    0.8,
    "Hold if a delivery has less than this share of the previous or the typical number of rows, and at least 3 rows fewer. The typical number is the median over 30 days.",
  ),
  rows_above: shareGuard(
    3,
    "Hold if a delivery has more than this multiple of the previous or the typical number of rows, and at least 10 rows. The typical number is the median over 30 days.",
  ),
  ids_gone: countedGuard(
    { count: 2, share: 0.2 },
    "Hold if the number of active records that are missing or become inactive exceeds both `count` and `share`.",
  ),
  rejected: countedGuard(
    { count: 3, share: 0.01 },
    "Hold if the number of newly rejected rows exceeds both `count` and `share`.",
  ),
  field_changes: countedGuard(
    { count: 2, share: 0.1 },
    "Hold if the number of records in which one of the fields charge_type, tax_code, rate and code changes exceeds both `count` and `share`.",
  ),
  changes: countedGuard(
    { count: 5, share: 0.5 },
    "Hold if the number of changed records exceeds both `count` and `share`. New records do not count.",
  ),
  newly_empty: shareGuard(
    0.05,
    "Hold if the share of rows in which a required field is empty has risen by more than this many percentage points.",
  ),
  headings: guard("allow headings that the mapping uses to disappear, repeat or change."),
  cut_off: guard("allow a last line without a line break, even if the previous delivery ended with one."),
  left_out: guard(
    "allow any number of lines above the table and after `stop_at`, and any number of columns without a heading.",
  ),
  rekeyed: guard("allow records to reappear under different IDs."),
  elements_rekeyed: countedGuard(
    { count: 5, share: 0.5 },
    "Hold if the number of accruals or charge lines that have a new ID but no other change exceeds both `count` and `share`. Only elements of changed records count.",
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

export interface Expected {
  readonly rows: { readonly from: number | undefined; readonly to: number | undefined } | undefined;
  /** Allowed values by column name. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}
