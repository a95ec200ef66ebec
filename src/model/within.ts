import { decimalsIn, textOfUnits, unitsOf } from "./exact-decimals.js";
import type { AnyRecord, RecordType, Value } from "./record-type.js";

/**
 * This module counts list elements and sums money within records, by list and currency. Row counts alone cannot reveal
 * that a multi-row record lost one of its rows or amounts (`docs/semantics.md` section 3).
 */

/**
 * Keys are `list`, `amount CURRENCY` or `list.amount CURRENCY`. Values are counts or amounts, both in the unit used for
 * sums (see `decimals`). A `Sums` map can be sent to another thread.
 */
export type Sums = ReadonlyMap<string, bigint>;

/**
 * The outcome for the elements of a list, or for an amount field in one currency. Numbers are stored as strings, because
 * money is never represented as a float.
 */
export interface Balance {
  /** `accruals`, or `accruals.local_amount`. */
  readonly of: string;
  /** Set for money only. */
  readonly currency?: string;
  readonly read: string;
  readonly accepted: string;
  readonly rejected: string;
  /** Count or amount in rows that were skipped by a rule in the mapping. */
  readonly skipped: string;
  /** Count or amount in elements that were omitted from accepted records. */
  readonly left_out: string;
  /**
   * Count or amount in elements that were repeated by another header row or an identical row, and number of elements
   * that were added to an element with the same ID.
   */
  readonly merged: string;
  /** Count or amount in records that are older than the published ones. */
  readonly stale: string;
}

const fates = ["accepted", "rejected", "skipped", "left_out", "merged", "stale"] as const;
export type Fate = (typeof fates)[number];

/** Draft values. Parts of an amount have keys such as `amount.part`. */
interface Drafted {
  readonly values: Readonly<Record<string, string | boolean | null>>;
}

/** Number of decimals in sums. Numbers in a file may have many decimals, although currencies have at most four. */
const decimals = 30;
/** Maximum number of decimals, and of digits before the decimal point, for adding without BigInt. */
const few = 4;
const safeDigits = 11;
const full = 2 ** 52;

class Sum {
  #small = 0;
  #large = 0n;

  one(): void {
    this.#small += 10 ** few;
    if (this.#small >= full) this.#flush();
  }

  add(digits: string): void {
    const point = digits.indexOf(".");
    const after = digits.length - point - 1;
    if (point < 0 || after > few || point > safeDigits) {
      this.#large += sumUnits(digits);
      return;
    }
    this.#small += Number(digits.slice(0, point) + digits.slice(point + 1)) * 10 ** (few - after);
    if (Math.abs(this.#small) >= full) this.#flush();
  }

  get total(): bigint {
    this.#flush();
    return this.#large;
  }

  #flush(): void {
    this.#large += BigInt(this.#small) * 10n ** BigInt(decimals - few);
    this.#small = 0;
  }
}

/** Converts a plain decimal to the unit used for sums. Extra decimals are truncated the same way in all sums. */
export function sumUnits(digits: string): bigint {
  const more = decimalsIn(digits) - decimals;
  return unitsOf(more > 0 ? digits.slice(0, -more) : digits, decimals);
}

/** The value 1, expressed in the unit used for sums. */
export const one = 10n ** BigInt(decimals);

/** Counts the elements and sums the money in drafts or records. */
export class Tally {
  #sums = new Map<string, Sum>();
  /**
   * Sums by list, amount field and currency. The list is "" for amounts outside lists. With nested maps, it is not
   * necessary to build a key for each amount.
   */
  #amounts = new Map<string, Map<string, Map<string, Sum>>>();

  addRecord(record: AnyRecord): void {
    this.#addObject("", record as Readonly<Record<string, Value>>);
    for (const [name, value] of Object.entries(record)) {
      if (!Array.isArray(value)) continue;
      for (const element of value as readonly Value[]) {
        this.#sum(name).one();
        if (typeof element === "object" && element !== null)
          this.#addObject(name, element as Readonly<Record<string, Value>>);
      }
    }
  }

  addDraft({
    values,
    lists = {},
  }: Drafted & { readonly lists?: Readonly<Record<string, readonly Drafted[]>> }): void {
    this.addValues(values);
    for (const [name, elements] of Object.entries(lists)) this.addElements(name, elements);
  }

  addElements(list: string, elements: readonly Drafted[]): void {
    for (const element of elements) this.addElement(list, element);
  }

  addElement(list: string, { values }: Drafted): void {
    this.#sum(list).one();
    this.addValues(values, list);
  }

  addValues(values: Drafted["values"], list = ""): void {
    for (const name in values) {
      if (!name.endsWith(totalOf)) continue;
      const total = values[name];
      const amount = name.slice(0, -totalOf.length);
      const currency = values[`${amount}.currency`];
      if (typeof total === "string") this.#money(list, amount, currency).add(total);
    }
  }

  /** Returns the current sums and resets them. */
  take(): Sums {
    const sums = new Map<string, bigint>();
    for (const [name, sum] of this.#sums) sums.set(name, sum.total);
    for (const [list, amounts] of this.#amounts) {
      for (const [amount, currencies] of amounts) {
        for (const [currency, sum] of currencies)
          sums.set(`${list === "" ? "" : `${list}.`}${amount} ${currency}`, sum.total);
      }
    }
    this.#sums = new Map();
    this.#amounts = new Map();
    return sums;
  }

  #addObject(list: string, object: Readonly<Record<string, Value>>): void {
    for (const name in object) {
      const value = object[name] as Value;
      if (typeof value !== "object" || value === null) continue;
      const { total, currency } = value as Readonly<Record<string, Value | undefined>>;
      if (typeof total === "string") this.#money(list, name, currency).add(total);
    }
  }

  #sum(list: string): Sum {
    return at(this.#sums, list, () => new Sum());
  }

  #money(list: string, amount: string, currency: unknown): Sum {
    const ofList = at(this.#amounts, list, () => new Map<string, Map<string, Sum>>());
    const ofAmount = at(ofList, amount, () => new Map<string, Sum>());
    return at(ofAmount, typeof currency === "string" ? currency : unknownCurrency, () => new Sum());
  }
}

function at<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

const totalOf = ".total";

/** Placeholder for a currency that could not be read. */
const unknownCurrency = "?";

export function holdsWithin({ fields }: RecordType): boolean {
  return Object.values(fields).some(({ kind }) => kind === "list" || kind === "amount");
}

export function sumOf(...all: readonly Sums[]): Sums {
  const sums = new Map<string, bigint>();
  for (const each of all) for (const [name, sum] of each) sums.set(name, (sums.get(name) ?? 0n) + sum);
  return sums;
}

export function less(sums: Sums, some: Sums): Sums {
  return sumOf(sums, new Map([...some].map(([name, sum]) => [name, -sum])));
}

/** Returns one balance for each list and one for each combination of amount field and currency. */
export function balancesOf(read: Sums, became: Readonly<Partial<Record<Fate, Sums>>>): readonly Balance[] {
  const names = new Set([read, ...Object.values(became)].flatMap((sums) => [...sums.keys()]));
  return [...names].sort().map((name) => {
    const [of = "", currency] = name.split(" ");
    const byFate = Object.fromEntries(
      fates.map((fate) => [fate, digitsOf(became[fate]?.get(name) ?? 0n, currency)]),
    ) as Record<Fate, string>;
    return {
      of,
      ...(currency === undefined ? {} : { currency }),
      read: digitsOf(read.get(name) ?? 0n, currency),
      ...byFate,
    };
  });
}

/** Describes the first balance in which the outcomes do not add up to `read`. */
export function unbalanced(
  balances: readonly Balance[],
): { readonly read: string; readonly accounted: string } | undefined {
  for (const balance of balances) {
    const { of, currency, read } = balance;
    const accounted = fates.reduce((sum, fate) => sum + sumUnits(balance[fate]), 0n);
    if (accounted === sumUnits(read)) continue;
    const unit = ` of ${of}${currency === undefined ? "" : ` in ${currency}`}`;
    return { read: read + unit, accounted: digitsOf(accounted, currency) + unit };
  }
  return undefined;
}

/** Moves the given elements and money from `accepted` to `stale`. */
export function withStale(balances: readonly Balance[], stale: Sums): readonly Balance[] {
  if (stale.size === 0) return balances;
  return balances.map((balance) => {
    const sum = stale.get(nameOf(balance)) ?? 0n;
    return {
      ...balance,
      accepted: digitsOf(sumUnits(balance.accepted) - sum, balance.currency),
      stale: digitsOf(sumUnits(balance.stale) + sum, balance.currency),
    };
  });
}

/** True if the records contain exactly the elements and money that were counted as accepted. */
export function holdsExactly(balances: readonly Balance[], records: Sums): boolean {
  const counted = new Map(balances.map((balance) => [nameOf(balance), sumUnits(balance.accepted)]));
  return [...new Set([...counted.keys(), ...records.keys()])].every(
    (name) => (counted.get(name) ?? 0n) === (records.get(name) ?? 0n),
  );
}

function nameOf({ of, currency }: Balance): string {
  return currency === undefined ? of : `${of} ${currency}`;
}

/** Formats a sum without decimals if the sum is a whole number, and otherwise with at least two decimals. */
export function shownUnits(sum: bigint): string {
  return digitsOf(sum, "").replace(/\.00$/u, "");
}

/** Formats money with at least two decimals, and counts without decimals. */
function digitsOf(sum: bigint, currency: string | undefined): string {
  const digits = textOfUnits(sum, decimals);
  return currency === undefined
    ? digits.slice(0, -decimals - 1)
    : digits.replace(new RegExp(`0{1,${decimals - 2}}$`), "");
}

/** The text contains the total that was read, the accepted part, and every other part that is not zero. */
export function balanceText(balance: Balance): string {
  const { of, currency, read } = balance;
  const parts = fates.flatMap((fate) =>
    fate !== "accepted" && sumUnits(balance[fate]) === 0n ? [] : [`${balance[fate]} ${fateWords[fate]}`],
  );
  return `${of}${currency === undefined ? "" : ` in ${currency}`}: ${read} read = ${parts.join(" + ")}`;
}

const fateWords: Readonly<Record<Fate, string>> = {
  accepted: "accepted",
  rejected: "rejected",
  skipped: "skipped by a rule",
  left_out: "omitted",
  merged: "merged",
  stale: "stale",
};
