import type { AnyRecord, ObjectValue, Value } from "../../model/record-type.js";

/**
 * Magnitudes of new amounts, precise enough to detect that `1.234,56` was read as 123456. Sizes are in steps of a
 * tenth of an order of magnitude, so a few counters are enough for many deliveries.
 */

/** Number of amounts by key, such as `local_amount EUR` or `accruals.local_amount EUR`, and size. */
export type AmountSizes = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Maximum number of amounts counted per delivery. Also the approximate maximum number remembered for each field and
 * currency.
 */
const most = 10_000;

/** Minimum number of amounts for a median. */
const fewest = 20;

export class AmountSizer {
  readonly #sizes: Record<string, Record<string, number>> = {};
  #count = 0;

  /** Counts new amounts. `names` contains the names of the changed fields. For a new record, these are all fields. */
  add(after: AnyRecord, before: AnyRecord | undefined, names: readonly string[] = Object.keys(after)): void {
    for (const name of names) {
      if (this.#count >= most) return;
      const value = after[name];
      if (!Array.isArray(value)) this.#addAmount(name, value);
      else this.#addElements(name, value as readonly Value[], before?.[name]);
    }
  }

  end(): AmountSizes {
    return this.#sizes;
  }

  #addElements(list: string, elements: readonly Value[], before: Value | undefined): void {
    const known = new Set(Array.isArray(before) ? before.map((each) => JSON.stringify(each)) : []);
    for (const element of elements) {
      if (typeof element !== "object" || element === null || known.has(JSON.stringify(element))) continue;
      for (const [name, value] of Object.entries(element)) this.#addAmount(`${list}.${name}`, value);
    }
  }

  #addAmount(name: string, value: Value | undefined): void {
    if (typeof value !== "object" || value === null) return;
    const { total, currency } = value as ObjectValue;
    if (typeof total !== "string" || typeof currency !== "string") return;
    // Only the magnitude matters, so a float is precise enough.
    const amount = Math.abs(Number(total));
    if (amount === 0) return;
    const sizes = (this.#sizes[`${name} ${currency}`] ??= {});
    const size = Math.round(Math.log10(amount) * 10);
    sizes[size] = (sizes[size] ?? 0) + 1;
    this.#count += 1;
  }
}

/**
 * Adds a delivery's counts to the usual counts. If a sum exceeds `most`, all counts for this key are scaled down, so
 * older counts lose weight.
 */
export function usualAfter(before: AmountSizes, now: AmountSizes): AmountSizes {
  const usual: Record<string, Record<string, number>> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const sizes = { ...before[name] };
    for (const [size, count] of Object.entries(now[name] ?? {})) sizes[size] = (sizes[size] ?? 0) + count;
    const share = Math.min(1, most / countOf(sizes));
    const kept = Object.entries(sizes).map(([size, count]) => [size, Math.round(count * share)] as const);
    usual[name] = Object.fromEntries(kept.filter(([, count]) => count > 0));
  }
  return usual;
}

/** Returns the approximate median, or undefined if there are too few amounts. */
export function medianAmount(sizes: Readonly<Record<string, number>> = {}): number | undefined {
  const count = countOf(sizes);
  if (count < fewest) return undefined;
  let passed = 0;
  const ordered = Object.entries(sizes).sort(([a], [b]) => Number(a) - Number(b));
  const middle = ordered.find(([, each]) => (passed += each) * 2 >= count);
  return middle && 10 ** (Number(middle[0]) / 10);
}

function countOf(sizes: Readonly<Record<string, number>>): number {
  return Object.values(sizes).reduce((sum, count) => sum + count, 0);
}
