import { unreadable } from "../refused.js";
import {
  isAt,
  isAttributeMatch,
  isShorthand,
  parsedSelectors,
  wordsIn,
  type Compound,
  type ParsedSelector,
} from "./selectors.js";
import { compareLayers, declarationsIn, rulesIn, type Declaration, type Layer } from "./style-sheet.js";

/** The declared values of an element by property, in lowercase and in ascending order of precedence. */
export type Style = ReadonlyMap<string, string>;

type Attributes = Readonly<Record<string, string>>;

export interface Styles {
  /** The style without the rules that cannot be decided at the start tag, such as those with `:last-child`. */
  readonly style: Style;
  /** The style with these rules. */
  readonly possible: Style;
}

/** Computes the style of each element on a page from its `style` attribute and the `<style>` elements. */
export class PageStyles {
  readonly #properties: ReadonlySet<string>;
  readonly #isQuirks: boolean;
  /** The parts of selectors, grouped by the ID, class or element name that they require, or by `*`. */
  readonly #groups = new Map<string, Part[]>();
  readonly #parts = new Map<string, Part>();
  readonly #open: OpenElement[] = [];
  readonly #root = openElement("", new Set(), true);
  #order = 0;
  /** Remaining comparisons. Without a limit, a hostile page with many rules and many cells would take hours. */
  #comparisons = 1e6;

  /** `properties` are the properties to compute. In quirks mode, classes and IDs are not case-sensitive. */
  constructor(sheets: readonly string[], properties: ReadonlySet<string>, isQuirks: boolean) {
    this.#properties = properties;
    this.#isQuirks = isQuirks;
    const layers = new Map<string, number>();
    for (const { selectors, declarations, layer } of sheets.flatMap((sheet) => rulesIn(sheet, layers))) {
      const declared = this.#declared(declarations);
      if (declared.length > 0)
        for (const selector of parsedSelectors(selectors)) this.#add(selector, declared, layer);
    }
  }

  /** Returns the styles of an element at its start tag. */
  open(name: string, attributes: Attributes): Styles {
    for (const implied of this.#impliedBy(name)) this.#enter(implied, {}, true);
    const rules = this.#enter(name, attributes, false);
    const inline = this.#declared(attributes["style"] ?? "");
    const certain = rules.filter(({ isUncertain }) => !isUncertain);
    const style = cascade(certain, inline);
    return { style, possible: certain.length === rules.length ? style : cascade(rules, inline) };
  }

  /** Ends the innermost element and the missing elements that were inserted around it. */
  close(): void {
    do {
      for (const part of this.#open.pop()?.matched ?? []) part.open -= 1;
    } while (this.#open.at(-1)?.isImplied === true);
  }

  #declared(text: string): readonly Declaration[] {
    if (text === "") return [];
    const isUsed = ({ property, value }: Declaration): boolean =>
      this.#properties.has(property) && value.length <= longestValue;
    return declarationsIn(text).filter(isUsed);
  }

  #add(selector: ParsedSelector, declarations: readonly Declaration[], layer: Layer): void {
    const { compounds, specificity, isUncertain } = selector;
    let part: Part | undefined;
    for (const compound of compounds) part = this.#part(compound, part);
    part?.rules.push({ declarations, layer, specificity, isUncertain, order: (this.#order += 1) });
  }

  /** Returns the part for a compound selector after `before`. Selectors that begin in the same way share their parts. */
  #part(compound: Compound, before: Part | undefined): Part {
    const key = `${before?.key ?? ""}${JSON.stringify(compound)}`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const part: Part = { ...compound, key, before, isBeforeSibling: false, open: 0, rules: [] };
    if (before !== undefined && compound.relation === "after") before.isBeforeSibling = true;
    this.#parts.set(key, part);
    const group = this.#groups.get(this.#groupOf(compound)) ?? [];
    this.#groups.set(this.#groupOf(compound), group);
    group.push(part);
    return part;
  }

  #groupOf({ name, attributes }: Compound): string {
    const id = attributes.find((each) => each.name === "id" && isShorthand(each));
    if (id !== undefined) return `#${this.#fold(id.value)}`;
    const of = attributes.find((each) => each.name === "class" && isShorthand(each));
    return of === undefined ? (name ?? "*") : `.${this.#fold(of.value)}`;
  }

  #fold(text: string): string {
    return this.#isQuirks ? text.toLowerCase() : text;
  }

  /** Returns the names of the missing elements that browsers insert around a new element. */
  #impliedBy(name: string): readonly string[] {
    const parent = this.#parentOf(name)?.name;
    if (name === "html") return [];
    if (parent === undefined || parent === "html") {
      const html = parent === undefined ? ["html"] : [];
      return name === "head" || name === "body" ? html : [...html, "body"];
    }
    if (parent === "head") return ofHead.has(name) ? [] : ["body"];
    return name === "tr" && parent === "table" ? ["tbody"] : [];
  }

  /** Browsers end a `form` or `colgroup` before the next part of a table. */
  #parentOf(name: string): OpenElement | undefined {
    const [inner, outer] = [this.#open.at(-1), this.#open.at(-2)];
    const isEnded = inner !== undefined && (inner.name === "form" || inner.name === "colgroup");
    return isEnded && outer !== undefined && rowGroups.has(outer.name) && partsOfRows.has(name)
      ? outer
      : inner;
  }

  /** Returns the rules that match the element. */
  #enter(name: string, attributes: Attributes, isImplied: boolean): readonly Rule[] {
    const parent = this.#parentOf(name) ?? this.#root;
    // Browsers insert one missing element around consecutive elements, such as one `tbody` around several `tr`.
    if (isImplied && parent.last?.isImplied === true && parent.last.name === name) {
      for (const part of parent.last.matched) part.open += 1;
      this.#open.push(parent.last);
      return [];
    }
    const before = parent.last;
    parent.children += 1;
    parent.ofType.set(name, (parent.ofType.get(name) ?? 0) + 1);
    const element: Element = {
      name,
      attributes,
      classes: new Set(wordsIn(this.#fold(attributes["class"] ?? ""))),
      number: parent.children,
      numberOfType: parent.ofType.get(name) ?? 1,
    };
    const groups = ["*", name, `#${this.#fold(attributes["id"] ?? "")}`];
    for (const each of element.classes) groups.push(`.${each}`);
    const matched = new Set<Part>();
    this.#comparisons += 500;
    for (const group of groups) {
      const parts = this.#groups.get(group) ?? [];
      this.#count(parts.length);
      for (const part of parts)
        if (isRelated(part, parent, before) && this.#isMatch(part, element)) matched.add(part);
    }
    for (const part of matched) {
      part.open += 1;
      if (part.isBeforeSibling) parent.earlier.add(part);
    }
    parent.last = openElement(name, matched, isImplied);
    this.#open.push(parent.last);
    return [...matched].flatMap(({ rules }) => rules);
  }

  #isMatch({ name, attributes, positions, choices }: Compound, element: Element): boolean {
    const isAttribute = (each: Compound["attributes"][number]): boolean => {
      if (each.name === "class" && isShorthand(each)) return element.classes.has(this.#fold(each.value));
      // Long attributes take longer to compare.
      this.#count((element.attributes[each.name]?.length ?? 0) >> 4);
      return isAttributeMatch(each, element.attributes, this.#isQuirks);
    };
    return (
      (name === undefined || name === element.name) &&
      attributes.every(isAttribute) &&
      positions.every((each) => isAt(each, each.isOfType ? element.numberOfType : element.number)) &&
      choices.every(({ isNot, compounds }) => {
        this.#count(compounds.length);
        return compounds.some((each) => this.#isMatch(each, element)) !== isNot;
      })
    );
  }

  #count(comparisons: number): void {
    this.#comparisons -= comparisons;
    if (this.#comparisons < 0) throw unreadable("its style sheets have too many rules");
  }
}

/** Elements that belong to `head` even if its end tag is missing. */
const ofHead = new Set(["base", "link", "meta", "noscript", "script", "style", "template", "title"]);

const rowGroups = new Set(["table", "thead", "tbody", "tfoot", "tr"]);

const partsOfRows = new Set(["thead", "tbody", "tfoot", "tr", "td", "th"]);

/** A compound selector with all compound selectors before it. The selector `td > .key` has two parts. */
interface Part extends Compound {
  readonly key: string;
  readonly before: Part | undefined;
  /** True if another part depends on an earlier sibling that matches this part. */
  isBeforeSibling: boolean;
  /** Number of open elements that match this part. */
  open: number;
  /** Rules whose selector ends with this part. */
  readonly rules: Rule[];
}

interface Rule {
  readonly declarations: readonly Declaration[];
  readonly layer: Layer;
  readonly specificity: number;
  readonly isUncertain: boolean;
  readonly order: number;
}

interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly classes: ReadonlySet<string>;
  /** Position among the children of its parent, and among those with the same name. */
  readonly number: number;
  readonly numberOfType: number;
}

interface OpenElement {
  readonly name: string;
  readonly matched: ReadonlySet<Part>;
  /** True if the element has no start tag on the page. */
  readonly isImplied: boolean;
  /** Number of children so far, and those with each name. */
  children: number;
  readonly ofType: Map<string, number>;
  /** The last child. */
  last: OpenElement | undefined;
  /** The parts that a child matches and on which later siblings depend. */
  readonly earlier: Set<Part>;
}

function openElement(name: string, matched: ReadonlySet<Part>, isImplied: boolean): OpenElement {
  return { name, matched, isImplied, children: 0, ofType: new Map(), last: undefined, earlier: new Set() };
}

function isRelated({ before, relation }: Part, parent: OpenElement, last: OpenElement | undefined): boolean {
  if (before === undefined) return true;
  switch (relation) {
    case "inside":
      return before.open > 0;
    case "child":
      return parent.matched.has(before);
    case "next":
      return last?.matched.has(before) === true;
    case "after":
      return parent.earlier.has(before);
  }
}

/** Longer values are ignored, because on a hostile page they would have to be parsed again for each element. */
const longestValue = 1000;

const noStyle: Style = new Map();

function cascade(rules: readonly Rule[], inline: readonly Declaration[]): Style {
  if (rules.length === 0 && inline.length === 0) return noStyle;
  const values = new Map<string, string>();
  for (const isLast of [false, true]) {
    // Among important declarations, those in earlier layers take precedence.
    const ordered = rules.toSorted(
      (a, b) =>
        compareLayers(a.layer, b.layer) * (isLast ? -1 : 1) ||
        a.specificity - b.specificity ||
        a.order - b.order,
    );
    const all = ordered.flatMap(({ declarations }) => declarations).concat(inline);
    for (const { property, value, isImportant } of all)
      if (isImportant === isLast) {
        // A property that is set again moves to the end.
        values.delete(property);
        values.set(property, value);
      }
  }
  return values;
}
