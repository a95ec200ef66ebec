import { z } from "zod";
import { count, option, share } from "./scalars.js";

/** The guardrails of a feed (`docs/semantics.md` section 4). What is left out keeps its default; `off` switches a guard off. */

/** A limit that is passed when more than the larger of a count and a share of the whole is affected. */
export interface Limit {
  readonly count: number;
  /** 0.2 is 20 %. */
  readonly share: number;
}

const off = z.literal("off");
const counted = z.union([
  off,
  z.strictObject({
    count: option(count(), "This number is allowed, or `share` of them if that is more.", "5"),
    share: option(share(), "This share is allowed, or `count` if that is more.", "20 %"),
  }),
]);

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** A guard with nothing to measure. */
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
  no_rows: guard("a file without rows may empty the list."),
  rows_below: shareGuard(
    0.8,
    "Hold when fewer rows than this share of the last delivery, or of the usual one of 30 days, came, and more than 2 are gone.",
  ),
  rows_above: shareGuard(
    3,
    "Hold when more rows than this multiple of the last delivery, or of the usual one of 30 days, came.",
  ),
  ids_gone: countedGuard(
    { count: 2, share: 0.2 },
    "Hold when more ids than this disappeared or became inactive.",
  ),
  rejected: countedGuard(
    { count: 3, share: 0.01 },
    "Hold when more rows than this were rejected for new reasons.",
  ),
  field_changes: countedGuard(
    { count: 2, share: 0.1 },
    "Hold when more records than this changed in any one of charge_type, tax_code, rate or code.",
  ),
  changes: countedGuard({ count: 5, share: 0.5 }, "Hold when more records than this changed at all."),
  newly_empty: shareGuard(0.05, "Hold when more of a required column than this became empty."),
  headings: guard("headings that the mapping reads may disappear, repeat or change."),
  cut_off: guard("the last line may lack its line end although that of the last delivery had one."),
  left_out: guard(
    "allows any number of lines above the table and after `stop_at`, and of columns without a heading.",
  ),
  rekeyed: guard("records may come back under other ids."),
  elements_rekeyed: countedGuard(
    { count: 5, share: 0.5 },
    "Hold when more accruals or charge lines than this, of the lists that changed, are the same as before but for their id.",
  ),
  // 30: up to thirty times the usual, or a thirtieth of it.
  amounts: shareGuard(
    30,
    "Hold when the median of the new amounts, by field and currency, is above this multiple of the usual one, or as far below.",
  ),
  sequence_gap: guard(
    "of deltas that are numbered by `{sequence}`, numbers may be left out. Numbers of ten digits and more, and those that are days, are taken for times.",
  ),
};

type Guards = typeof guards;
export const limitNames = Object.keys(guards) as (keyof Guards)[];

/** The limits of a feed; undefined or false: switched off. */
export type GuardLimits = { readonly [Name in keyof Guards]: ReturnType<Guards[Name]["limit"]> };

export const guardSchema = z.strictObject(
  Object.fromEntries(Object.entries(guards).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Guards]: Guards[Name]["schema"];
  },
);

/** The guards with their defaults filled in. */
export function guardLimits(settings: z.infer<typeof guardSchema> = {}): GuardLimits {
  const limits = limitNames.map((name) => [name, guards[name].limit(settings[name] as never)]);
  return Object.fromEntries(limits) as GuardLimits;
}

/** What every delivery of a feed must look like. */
export interface Expected {
  readonly rows: { readonly from: number | undefined; readonly to: number | undefined } | undefined;
  /** By column of the list: the values that it may hold. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}
