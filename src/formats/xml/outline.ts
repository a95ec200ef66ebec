import type { XmlAttribute, XmlName, XmlVisitor } from "./walk.js";
import { isOfDocument, isOfPages } from "../pages.js";
import { unreadable } from "../refused.js";

const mostPaths = 20_000;

/** All elements at the same path, with a summary of their content and the number of elements. */
export class ElementPath {
  readonly name: XmlName;
  readonly parent: ElementPath | undefined;
  /** Child elements by name, in order of first occurrence. */
  readonly children = new Map<string, ElementPath>();
  readonly attributes = new Map<string, XmlName>();
  count = 0;
  /** Highest number of these elements within one parent, and the line of the first repetition. */
  most = 0;
  readonly repeated: { line: number } = { line: 0 };
  /** True if one of the elements has text other than whitespace. */
  hasText = false;
  /** Line of the first element that has text next to child elements, or 0. */
  mixed = 0;
  sharesLine = false;
  /**
   * Number of characters in the longest value or attribute, and number of characters in the longest complete element.
   */
  longest = 0;
  heaviest = 0;

  /**
   * State of the currently open element, which consists of its line, its position in the parent, and its content so
   * far.
   */
  line = 0;
  ordinal = 0;
  serial = 0;
  under = 0;
  hasChildren = false;
  text = "";
  joined = "";
  weight = 0;

  constructor(name: XmlName, parent: ElementPath | undefined) {
    this.name = name;
    this.parent = parent;
  }

  /** True if the elements at this path can be rows. */
  get isStructured(): boolean {
    return this.children.size > 0 || this.attributes.size > 0;
  }

  /**
   * True if the text of these elements is a value. For elements without children or attributes, even empty text is a
   * value.
   */
  get hasValue(): boolean {
    return this.hasText || !this.isStructured;
  }

  open(line: number): void {
    if (this.parent !== undefined) {
      this.ordinal = this.under === this.parent.serial ? this.ordinal + 1 : 1;
      this.under = this.parent.serial;
      this.parent.hasChildren = true;
      this.parent.endText();
    }
    this.line = line;
    this.serial += 1;
    this.hasChildren = false;
    this.text = "";
    this.joined = "";
    this.weight = 0;
  }

  /** Ends a piece of text. Text next to child elements is trimmed. */
  endText(): void {
    const text = this.text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
    this.text = "";
    if (text !== "") this.joined += (this.joined === "" ? "" : " ") + text;
  }

  value(): string {
    if (!this.hasChildren) return this.text;
    this.endText();
    return this.joined;
  }

  /** Resets the state for another pass over the file. */
  reset(): void {
    this.serial = 0;
    this.under = 0;
    this.ordinal = 0;
    for (const child of this.children.values()) child.reset();
  }
}

export function keyOf({ local, uri }: XmlName): string {
  return uri === "" ? local : `${local} ${uri}`;
}

/** Collects the structure of a file in a single pass, to find its rows and columns. */
export class Outline implements XmlVisitor {
  root: ElementPath | undefined;
  /** Values that may indicate that the file is one of several pages, and the elements that contain these values. */
  readonly pageValues: { readonly of: ElementPath; readonly name: string; readonly value: string }[] = [];
  readonly ignored = { comment: { count: 0, line: 0 }, instruction: { count: 0, line: 0 } };
  #open: ElementPath | undefined;
  #paths = 0;

  open(name: XmlName, attributes: readonly XmlAttribute[], line: number): void {
    const elementPath = this.#pathOf(name);
    const before = elementPath.line;
    elementPath.open(line);
    elementPath.count += 1;
    elementPath.sharesLine ||= elementPath.count > 1 && before === line;
    if (elementPath.ordinal > elementPath.most) {
      elementPath.most = elementPath.ordinal;
      if (elementPath.most === 2) elementPath.repeated.line = line;
    }
    for (const attribute of attributes) {
      const key = keyOf(attribute);
      if (!elementPath.attributes.has(key)) {
        this.#countPath();
        elementPath.attributes.set(key, attribute);
        if (isOfPages(attribute.local) || isOfDocument(attribute.local))
          this.#addPageValue(elementPath, `@${attribute.local}`, attribute.value);
      }
      elementPath.longest = Math.max(elementPath.longest, attribute.value.length);
      elementPath.weight += attribute.value.length;
    }
    if (name.local.toLowerCase() === "link") this.#addLink(elementPath, attributes);
    this.#open = elementPath;
  }

  text(piece: string): void {
    const elementPath = this.#open;
    if (elementPath !== undefined) elementPath.text += piece;
  }

  close(): void {
    const elementPath = this.#open;
    if (elementPath === undefined) return;
    const text = elementPath.value();
    if (/[^ \t\r\n]/.test(text)) {
      elementPath.hasText = true;
      if (elementPath.hasChildren && elementPath.mixed === 0) elementPath.mixed = elementPath.line;
    }
    const { local } = elementPath.name;
    if (elementPath.count === 1 && (isOfPages(local) || (isOfDocument(local) && !elementPath.hasChildren)))
      this.#addPageValue(elementPath, "", text);
    elementPath.longest = Math.max(elementPath.longest, text.length);
    elementPath.weight += text.length;
    elementPath.heaviest = Math.max(elementPath.heaviest, elementPath.weight);
    if (elementPath.parent !== undefined) elementPath.parent.weight += elementPath.weight;
    this.#open = elementPath.parent;
  }

  ignore(kind: "comment" | "instruction", line: number): void {
    const ignored = this.ignored[kind];
    if (ignored.count === 0) ignored.line = line;
    ignored.count += 1;
  }

  #addPageValue(of: ElementPath, name: string, value: string): void {
    this.pageValues.push({ of, name, value: value.slice(0, 100) });
  }

  /** Records a link to another page, such as `<link rel="next" href="…"/>` in Atom. */
  #addLink(of: ElementPath, attributes: readonly XmlAttribute[]): void {
    const valueOf = (local: string) => attributes.find((each) => each.local === local)?.value ?? "";
    if (isOfPages(valueOf("rel")) && this.pageValues.length < 100)
      this.#addPageValue(of, valueOf("rel"), valueOf("href"));
  }

  #pathOf(name: XmlName): ElementPath {
    const parent = this.#open;
    if (parent === undefined) {
      this.#countPath();
      return (this.root = new ElementPath(name, undefined));
    }
    const key = keyOf(name);
    let elementPath = parent.children.get(key);
    if (elementPath === undefined) {
      this.#countPath();
      elementPath = new ElementPath(name, parent);
      parent.children.set(key, elementPath);
    }
    return elementPath;
  }

  #countPath(): void {
    if (++this.#paths > mostPaths)
      throw unreadable(`it has more than ${mostPaths} different element and attribute paths`);
  }
}
