import { longestCell, type Limits } from "../limits.js";
import { overLimit, unreadable } from "../refused.js";
import { XmlNames } from "./names.js";
import type { ElementPath } from "./outline.js";

/** Column indexes for the parts of an element. */
export interface Slot {
  text?: number;
  readonly attributes: Map<string, number>;
  /** Slots for child elements. The array for each path contains a slot for each occurrence within the parent. */
  readonly children: Map<ElementPath, readonly Slot[]>;
}

/** Columns of an element that encloses the rows, for values outside the rows. */
interface AncestorColumns {
  readonly slot: Slot;
  /** First column of the ancestor. The columns of the ancestor's descendants follow. */
  readonly from: number;
}

export interface XmlColumns {
  readonly headings: readonly string[];
  readonly rows: ElementPath;
  readonly slot: Slot;
  /**
   * Columns for the values of each ancestor, which apply to all rows inside the ancestor. The outermost ancestor is
   * first.
   */
  readonly around: ReadonlyMap<ElementPath, AncestorColumns>;
  /**
   * Elements that repeat within a row. `areRepeatsKept` is true if every occurrence of a repeated element has its own
   * columns.
   */
  readonly repeated: readonly { readonly elementPath: ElementPath; readonly heading: string }[];
  readonly areRepeatsKept: boolean;
  /** Elements with text next to child elements. */
  readonly mixed: readonly { readonly elementPath: ElementPath; readonly heading: string }[];
  /** The prefixes in the headings, with the URIs of their namespaces. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Namespaces, other than the namespace of the rows, whose names have no prefix in the headings. */
  readonly unprefixed: ReadonlySet<string>;
  /** Paths of values that are outside the rows and have no column. */
  readonly leftOut: readonly string[];
}

/** Throws `Refused` if a limit is exceeded, or if two columns would have the same name. */
export function xmlColumns(
  rows: ElementPath,
  wanted: readonly string[] | undefined,
  limits: Limits,
): XmlColumns {
  checkLengths(rows, limits);
  const names = new XmlNames(rows.name.uri);
  const all = new Builder(names, limits, () => true).columns(rows);
  if (all !== undefined) return all;
  // Lists inside the rows would produce too many columns, so only the columns of each list's first entry and the
  // columns that the mapping reads are kept.
  const isWanted = (heading: string): boolean =>
    [heading, heading.replace(/\.\d+(?=\.|$)/g, ".{n}")].some(
      (start) => wanted?.some((each) => each === start || each.startsWith(`${start}.`)) ?? false,
    );
  const first = new Builder(names, limits, isWanted).columns(rows);
  if (first === undefined) throw overLimit("columns", `more than ${limits.columns}`, limits.columns);
  return first;
}

class TooMany extends Error {}

class Builder {
  readonly #names: XmlNames;
  readonly #limits: Limits;
  readonly #isRepeatWanted: (heading: string) => boolean;
  readonly #headings: string[] = [];
  readonly #taken = new Set<string>();
  readonly #repeated = new Map<ElementPath, string>();
  readonly #mixed = new Map<ElementPath, string>();
  readonly #leftOut: string[] = [];
  #areRepeatsKept = true;

  constructor(names: XmlNames, limits: Limits, isRepeatWanted: (heading: string) => boolean) {
    this.#names = names;
    this.#limits = limits;
    this.#isRepeatWanted = isRepeatWanted;
  }

  columns(rows: ElementPath): XmlColumns | undefined {
    const slot = this.#whole(() => this.#slot(rows, "", rows.name.local));
    if (slot === undefined) return undefined;
    const named = (map: ReadonlyMap<ElementPath, string>) =>
      [...map].map(([elementPath, heading]) => ({ elementPath, heading }));
    return {
      rows,
      slot,
      around: this.#ancestorColumns(rows),
      headings: this.#headings,
      prefixes: this.#names.prefixes,
      unprefixed: this.#names.unprefixed,
      repeated: named(this.#repeated),
      areRepeatsKept: this.#areRepeatsKept,
      mixed: named(this.#mixed),
      leftOut: this.#leftOut,
    };
  }

  /** Adds all the columns, or none of them if their number would exceed the limit. */
  #whole<T>(make: () => T): T | undefined {
    const before = this.#headings.length;
    try {
      return make();
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      this.#headings.length = before;
      return undefined;
    }
  }

  #ancestorColumns(rows: ElementPath): Map<ElementPath, AncestorColumns> {
    const around = new Map<ElementPath, AncestorColumns>();
    const chain = [...ancestorsOf(rows).reverse(), rows];
    for (const [i, elementPath] of chain.slice(0, -1).entries()) {
      const from = this.#headings.length;
      const slot = this.#whole(() => this.#around(elementPath, chain[i + 1] ?? rows));
      if (slot === undefined) this.#leftOut.push(this.#names.path(elementPath));
      else around.set(elementPath, { slot, from });
    }
    return around;
  }

  /**
   * `prefix` is the heading of the element, which also starts the headings of its parts. The prefix is empty for a
   * row. `text` is the heading for the element's text.
   */
  #slot(elementPath: ElementPath, prefix: string, text: string): Slot {
    const slot = this.#slotWithAttributes(elementPath, prefix);
    if (elementPath.hasValue) slot.text = this.#column(text);
    if (elementPath.mixed > 0 && !this.#mixed.has(elementPath)) this.#mixed.set(elementPath, text);
    for (const child of elementPath.children.values()) {
      const heading = joined(prefix, this.#names.element(child.name));
      const slots = [this.#slot(child, heading, heading)];
      if (child.most > 1 && !this.#repeated.has(child)) this.#repeated.set(child, heading);
      for (let i = 2; i <= child.most; i++) {
        const numbered = `${heading}.${i}`;
        if (this.#isRepeatWanted(numbered)) slots.push(this.#slot(child, numbered, numbered));
        else this.#areRepeatsKept = false;
        if (!this.#areRepeatsKept && i > this.#limits.columns) break;
      }
      slot.children.set(child, slots);
    }
    return slot;
  }

  /** Returns columns for those values of an ancestor that occur only once and are not on the path to the rows. */
  #around(elementPath: ElementPath, within: ElementPath): Slot {
    const path = this.#names.path(elementPath);
    const slot = this.#slotWithAttributes(elementPath, path);
    if (elementPath.hasText) this.#leftOut.push(path);
    for (const child of elementPath.children.values()) {
      if (child !== within) this.#beside(child, slot);
    }
    return slot;
  }

  #beside(elementPath: ElementPath, outer: Slot): void {
    const path = this.#names.path(elementPath);
    if (elementPath.most > 1 || elementPath.mixed > 0 || elementPath.longest > longestCell) {
      this.#leftOut.push(path);
      return;
    }
    const slot = this.#slotWithAttributes(elementPath, path);
    if (elementPath.hasValue) slot.text = this.#column(path);
    for (const child of elementPath.children.values()) this.#beside(child, slot);
    outer.children.set(elementPath, [slot]);
  }

  #slotWithAttributes(elementPath: ElementPath, prefix: string): Slot {
    const attributes = [...elementPath.attributes].map(
      ([key, name]) => [key, this.#column(joined(prefix, this.#names.attribute(name)))] as const,
    );
    return { attributes: new Map(attributes), children: new Map() };
  }

  #column(heading: string): number {
    if (this.#taken.has(heading))
      throw unreadable(
        `two different elements or attributes of a row would both become the column ${heading}, because a namespace has no prefix (define one under \`read.namespaces\` in the mapping) or a name contains a dot`,
      );
    if (this.#headings.length >= this.#limits.columns) throw new TooMany();
    this.#taken.add(heading);
    return this.#headings.push(heading) - 1;
  }
}

function joined(prefix: string, name: string): string {
  return prefix === "" ? name : `${prefix}.${name}`;
}

/** Returns the ancestors, innermost first. */
function ancestorsOf(elementPath: ElementPath): ElementPath[] {
  return elementPath.parent === undefined ? [] : [elementPath.parent, ...ancestorsOf(elementPath.parent)];
}

function checkLengths(rows: ElementPath, limits: Limits): void {
  if (rows.count > limits.rows) throw overLimit("rows", rows.count, limits.rows);
  if (rows.heaviest > limits.record) throw overLimit("characters in a row", rows.heaviest, limits.record);
}
