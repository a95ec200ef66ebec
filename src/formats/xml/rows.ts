import { foldHeading } from "../fold-heading.js";
import type { Row } from "../row.js";
import { unreadable } from "../refused.js";
import type { Slot, XmlColumns } from "./columns.js";
import { keyOf, type ElementPath } from "./outline.js";
import type { XmlAttribute, XmlName, XmlVisitor } from "./walk.js";

/** `repeated` contains the elements that occur more than once in the row. */
type Finish = (cells: readonly string[], line: number, repeated: ReadonlySet<ElementPath> | undefined) => Row;

/** Performs the second pass over a file. Builds rows with the columns determined from the outline. */
export class RowMaker implements XmlVisitor {
  readonly #root: ElementPath;
  readonly #columns: XmlColumns;
  readonly #finish: Finish;
  ready: Row[] = [];
  /**
   * Columns with a value that appears after some of the rows to which the value applies, and the line of the first
   * such value.
   */
  readonly behind = new Map<number, number>();
  /** Ancestor values found so far, in the columns of a row. */
  readonly #around: string[];
  readonly #hadRows = new Set<ElementPath>();
  #open: ElementPath | undefined;
  /** Slots of the open elements. The slot of an element that is not read is undefined. */
  readonly #slots: (Slot | undefined)[] = [];
  readonly #keys: readonly number[];
  #row: { readonly cells: string[]; readonly line: number } | undefined;
  #repeated: Set<ElementPath> | undefined;
  #count = 0;

  constructor(root: ElementPath, columns: XmlColumns, keys: readonly string[], finish: Finish) {
    root.reset();
    this.#root = root;
    this.#columns = columns;
    this.#finish = finish;
    const folded = new Set(keys.map(foldHeading));
    this.#keys = [...columns.headings.keys()].filter((at) => folded.has(foldHeading(columns.headings[at]!)));
    this.#around = new Array<string>(columns.headings.length).fill("");
  }

  open(name: XmlName, attributes: readonly XmlAttribute[], line: number): void {
    const elementPath = this.#open === undefined ? this.#root : this.#open.children.get(keyOf(name));
    if (elementPath === undefined) throw unreadable("the file changed while it was being read");
    elementPath.open(line);
    this.#open = elementPath;
    const slot = this.#slotOf(elementPath, line);
    this.#slots.push(slot);
    if (slot === undefined) return;
    if (this.#row !== undefined && elementPath.ordinal === 2 && elementPath !== this.#columns.rows)
      (this.#repeated ??= new Set()).add(elementPath);
    for (const attribute of attributes) {
      const column = slot.attributes.get(keyOf(attribute));
      if (column !== undefined) this.#put(column, attribute.value, line);
    }
  }

  text(piece: string): void {
    const elementPath = this.#open;
    if (elementPath !== undefined && this.#slots.at(-1)?.text !== undefined) elementPath.text += piece;
  }

  close(): void {
    const elementPath = this.#open;
    if (elementPath === undefined) return;
    const column = this.#slots.pop()?.text;
    if (column !== undefined) this.#put(column, elementPath.value(), elementPath.line);
    if (elementPath === this.#columns.rows && this.#row !== undefined) {
      const { cells, line } = this.#row;
      this.ready.push(this.#finish(cells, line, this.#repeated));
      this.#row = undefined;
      this.#repeated = undefined;
    } else if (this.#isRecordAlone(elementPath)) {
      const { cells, line } = this.#begin(elementPath, elementPath.line);
      this.ready.push(this.#finish(cells, line, undefined));
    }
    this.#open = elementPath.parent;
  }

  #slotOf(elementPath: ElementPath, line: number): Slot | undefined {
    const { rows, slot, around } = this.#columns;
    if (elementPath === rows) {
      this.#row = this.#begin(elementPath, line);
      return slot;
    }
    const outer = around.get(elementPath);
    if (outer !== undefined) {
      this.#around.fill("", outer.from);
      this.#hadRows.delete(elementPath);
      return outer.slot;
    }
    return this.#slots.at(-1)?.children.get(elementPath)?.[elementPath.ordinal - 1];
  }

  /** Starts a row, which initially contains the values of its ancestors. */
  #begin(elementPath: ElementPath, line: number): { readonly cells: string[]; readonly line: number } {
    for (let at = elementPath.parent; at !== undefined; at = at.parent) this.#hadRows.add(at);
    this.#count += 1;
    return { cells: [...this.#around], line: this.#columns.rows.sharesLine ? this.#count : line };
  }

  /** True if an ancestor contains no rows but has a key, which means that the ancestor is itself a record. */
  #isRecordAlone(elementPath: ElementPath): boolean {
    if (!this.#columns.around.has(elementPath) || this.#hadRows.has(elementPath)) return false;
    return this.#keys.some((at) => this.#around[at] !== "");
  }

  #put(column: number, value: string, line: number): void {
    if (this.#row !== undefined) {
      this.#row.cells[column] = value;
      return;
    }
    this.#around[column] = value;
    if (value !== "" && this.#isBehindRows() && !this.behind.has(column)) this.behind.set(column, line);
  }

  /** True if the innermost open ancestor already contains rows. */
  #isBehindRows(): boolean {
    for (let at = this.#open; at !== undefined; at = at.parent) {
      if (this.#columns.around.has(at)) return this.#hadRows.has(at);
    }
    return false;
  }
}
