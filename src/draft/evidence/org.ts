import { clear, type GuessColumn, headIs, is, owned, valuesBeside } from "../column.js";
import { abstain, candidates, choose, readCells } from "../field-guess.js";
import type { Meaning } from "../meanings.js";
import type { Evidence } from "../scorer.js";
import { type FieldEntry, type Fields, type GuessTable, isOwn } from "../table.js";
import { flagOf, partyOf } from "../value-words.js";
import { confidence, part, preference, says } from "../weights.js";
import { scalar } from "../yaml-text.js";
import { code, external_id } from "./keys.js";
import { country, is_active, updated_at } from "./shared.js";
import { every } from "./values.js";

/**
 * Builds the evidence for a field with a single heading meaning. If several columns have this meaning, the field
 * stays open. Second addresses and second address lines are excluded.
 */
const named = (what: string, meaning: Meaning, more: Partial<Evidence<GuessTable>> = {}): FieldEntry => ({
  what,
  ways: [
    {
      headings: { [meaning]: says.thing },
      of: "any",
      ...more,
      never: (column, table) => is(column, "secondary") || more.never?.(column, table) === true,
    },
  ],
});

/**
 * The legal name, taken from a column of names, or from a column with only a word such as "Vendor" or "Company" as
 * its heading.
 */
const name: FieldEntry = {
  what: "the full legal name",
  ways: [
    {
      headings: (column, { columns }) =>
        headIs(column, "name") ||
        (headIs(column, undefined) &&
          column.reading.owners.size > 0 &&
          !columns.some((other) => headIs(other, "name")))
          ? says.thing
          : 0,
      of: "any",
      never: (column) =>
        !clear(column) ||
        is(column, "short") ||
        is(column, "secondary") ||
        column.profile.uniqueness < part.half ||
        column.profile.values.every((value) => flagOf(value) !== undefined),
      filled: part.half,
      values: {
        says: "words",
        share: ({ profile }) => (profile.email > 0 ? 0 : 1 - profile.number),
        least: part.half,
      },
      prefer: (column) => (is(column, "long") ? preference.clear : 0),
      doubts: [
        {
          why: (columns) =>
            `the name may continue in another column; to join them, write { join: [${columns.map((column) => scalar(column.name)).join(", ")}] }`,
          by: (best, { columns }) => {
            const more = columns.filter(
              (column) => headIs(column, "name") && is(column, "secondary") && column.profile.filled > 0,
            );
            return more.length > 0 ? [best, ...more] : [];
          },
        },
      ],
    },
  ],
};

/**
 * Builds the evidence that an org is a vendor or a customer: a flag, a column of org types, or headings that mention
 * only vendors.
 */
const sideOf = (side: Side, what: string): FieldEntry => ({
  what,
  ways: [
    {
      headings: (column) => (isFlagOf(column, side) ? says.thing : 0),
      of: "any",
      values: { says: "yes or no", share: ({ profile }) => profile.flag, least: 1 },
      make: (chosen, column) => ({
        ...chosen,
        operation: { op: "values", values: readCells(column, flagOf) },
      }),
    },
    {
      headings: () => says.thing,
      of: "any",
      known: 0,
      values: { says: "org types", share: kindsShare, least: part.half },
      make: (chosen, column) => {
        // An org with the other role counts as false only if the column distinguishes vendors from customers.
        const sides = sidesOf(column);
        const isSplit = sides.has("vendor") && sides.has("customer");
        const values = readCells(column, (value) => {
          const said = partyOf(value);
          return said === "both" || said === side ? true : said !== undefined && isSplit ? false : undefined;
        });
        return { ...chosen, operation: { op: "values", values } };
      },
    },
  ],
  open: (table) => {
    const keys = table.columns.filter((column) => clear(column) && isOwn(column, table));
    const isOfVendors =
      keys.some((column) => owned(column, "vendor")) && !keys.some((column) => owned(column, "customer"));
    if (!isOfVendors) return undefined;
    return side === "customer"
      ? abstain(
          "no column shows which orgs are customers; write { constant: false } if customers are exported separately with their own IDs",
        )
      : choose(
          [],
          { op: "written", text: "{ constant: true }" },
          confidence.likely,
          "the headings mention only vendors",
        );
  },
});

export const org: Fields = {
  external_id,
  updated_at,
  name,
  code,
  is_active,
  is_creditor: sideOf("vendor", "creditors"),
  is_debtor: sideOf("customer", "debtors"),
  country,
  days_to_pay: {
    ...named("days", "days_to_pay", { values: every("whole numbers", isDays) }),
    open: ({ columns, known }) => {
      const named = columns.filter(
        (column) =>
          headIs(column, "days_to_pay") && column.reading.strength >= known && column.profile.filled > 0,
      );
      const [column] = named;
      if (column === undefined || named.length > 1) return undefined;
      const { counts, filled } = column.profile;
      const others = [...counts].reduce((sum, [value, count]) => sum + (isDays(value.trim()) ? 0 : count), 0);
      if (others === 0 || others > filled * (1 - part.nearlyAll)) return undefined;
      const are = others === 1 ? "is not a whole number" : "are not whole numbers";
      const reason = `${others} of ${filled} values ${are}`;
      return { ...abstain(reason, candidates(named, valuesBeside)), isNearlyChosen: true };
    },
  },
  payments_scheduling_rule: {
    what: "when the payment period starts",
    ways: [],
    open: ({ columns }) =>
      abstain(
        "the values do not show when the payment period starts; choose n_days_after_invoice_date, day_n_month_after_invoice_date, eom_following_receipt or always_ignore",
        candidates(
          columns.filter((column) => headIs(column, "payment") && column.profile.filled > 0),
          valuesBeside,
        ),
      ),
  },
  address_line_1: named("an address", "address", {
    never: (_, { columns }) => !columns.some((column) => headIs(column, "city") && column.profile.filled > 0),
  }),
  city: named("a city", "city"),
  // "State" may also mean a status.
  state: named("a state", "region", {
    never: ({ profile }) => Math.max(profile.status, profile.flag) >= part.half,
  }),
  postal_code: named("a postal code", "postcode"),
};

function isDays(value: string): boolean {
  return /^\d{1,3}$/.test(value);
}

export type Side = "vendor" | "customer";

/** True for a yes/no column with a heading that refers only to vendors or only to customers. */
export function isFlagOf(column: GuessColumn, side: Side): boolean {
  return (
    clear(column) &&
    owned(column, side) &&
    !owned(column, otherSide(side)) &&
    headIs(column, "active", undefined) &&
    column.profile.flag === 1
  );
}

export function otherSide(side: Side): Side {
  return side === "vendor" ? "customer" : "vendor";
}

/** Returns the share of distinct values that are org types, or 0 if there are more than 15 distinct values. */
function kindsShare({ profile }: GuessColumn): number {
  const { values, distinct } = profile;
  if (distinct === 0 || distinct > 15) return 0;
  return values.filter((value) => partyOf(value) !== undefined).length / distinct;
}

/** Returns the roles (vendor, customer) that occur in a column of org types. */
export function sidesOf(column: GuessColumn): ReadonlySet<string> {
  if (kindsShare(column) < part.half) return new Set();
  const said = new Set(column.profile.values.map((value) => partyOf(value) ?? ""));
  return said.has("both") ? new Set([...said, "vendor", "customer"]) : said;
}
