import {
  AttributeAction,
  isTraversal,
  parse,
  SelectorType,
  type AttributeSelector,
  type Selector,
} from "css-what";
import { unreadable } from "../refused.js";
import { declarationsIn, rulesIn, type Declaration } from "./style-sheet.js";

/** The declared values of an element by property, in lowercase and in ascending order of precedence. */
export type Style = ReadonlyMap<string, string>;

type Attributes = Readonly<Record<string, string>>;

/**
 * Computes the style of each element on a page from its `style` attribute and the `<style>` elements. Selectors with
 * pseudo-classes or sibling combinators have no effect.
 */
export class PageStyles {
  readonly #properties: ReadonlySet<string>;
  readonly #isQuirks: boolean;
  /** The parts of selectors, grouped by the ID, class or element name that they require, or by `*`. */
  readonly #groups = new Map<string, Part[]>();
  readonly #parts = new Map<string, Part>();
  readonly #open: OpenElement[] = [];
  #order = 0;
  /** Remaining comparisons. Without a limit, a hostile page with many rules and many cells would take hours. */
  #comparisons = 1e6;

  /** `properties` are the properties to compute. In quirks mode, classes and IDs are not case-sensitive. */
  constructor(sheets: readonly string[], properties: ReadonlySet<string>, isQuirks: boolean) {
    this.#properties = properties;
    this.#isQuirks = isQuirks;
    for (const { selectors, declarations } of sheets.flatMap(rulesIn)) {
      const declared = this.#declared(declarations);
      if (declared.length > 0)
        for (const selector of parsedSelectors(selectors)) this.#add(selector, declared);
    }
  }

  /** Returns the style of an element at its start tag. */
  open(name: string, attributes: Attributes): Style {
    for (const implied of this.#impliedBy(name)) this.#enter(implied, {}, true);
    const rules = this.#enter(name, attributes, false);
    return cascade(rules, this.#declared(attributes["style"] ?? ""));
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

  #add(selector: readonly Selector[], declarations: readonly Declaration[]): void {
    const compounds = compoundsOf(selector);
    if (compounds === undefined) return;
    let part: Part | undefined;
    for (const compound of compounds) part = this.#part(compound, part);
    part?.rules.push({ declarations, specificity: specificityOf(selector), order: (this.#order += 1) });
  }

  /** Returns the part for a compound selector after `before`. Selectors that begin in the same way share their parts. */
  #part(compound: Compound, before: Part | undefined): Part {
    const key = `${before?.key ?? ""}${JSON.stringify(compound)}`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const part: Part = { ...compound, key, before, open: 0, rules: [] };
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
    const parent = this.#parentOf(name);
    const classes = new Set(wordsIn(this.#fold(attributes["class"] ?? "")));
    const groups = ["*", name, `#${this.#fold(attributes["id"] ?? "")}`];
    for (const each of classes) groups.push(`.${each}`);
    const matched = new Set<Part>();
    this.#comparisons += 500;
    for (const group of groups) {
      const parts = this.#groups.get(group) ?? [];
      this.#count(parts.length);
      for (const part of parts) {
        const { before, isChild } = part;
        if (part.name !== undefined && part.name !== name) continue;
        if (before !== undefined && !(isChild ? parent?.matched.has(before) === true : before.open > 0))
          continue;
        const isMatch = (each: AttributeSelector): boolean => {
          if (each.name === "class" && isShorthand(each)) return classes.has(this.#fold(each.value));
          // Long attributes take longer to compare.
          this.#count((attributes[each.name]?.length ?? 0) >> 4);
          return isAttributeMatch(each, attributes, this.#isQuirks);
        };
        if (part.attributes.every(isMatch)) matched.add(part);
      }
    }
    for (const part of matched) part.open += 1;
    this.#open.push({ name, matched, isImplied });
    return [...matched].flatMap(({ rules }) => rules);
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

/** A selector for one element and its relation to the compound selector before it. */
interface Compound {
  readonly name: string | undefined;
  readonly attributes: readonly AttributeSelector[];
  readonly isChild: boolean;
}

/** A compound selector with all compound selectors before it. The selector `td > .key` has two parts. */
interface Part extends Compound {
  readonly key: string;
  readonly before: Part | undefined;
  /** Number of open elements that match this part. */
  open: number;
  /** Rules whose selector ends with this part. */
  readonly rules: Rule[];
}

interface Rule {
  readonly declarations: readonly Declaration[];
  readonly specificity: number;
  readonly order: number;
}

interface OpenElement {
  readonly name: string;
  readonly matched: ReadonlySet<Part>;
  /** True if the element has no start tag on the page. */
  readonly isImplied: boolean;
}

/** Longer values are ignored, because a hostile page could repeat their examination for each element. */
const longestValue = 1000;

/** Longer selectors are ignored, because matching them on a hostile page would take minutes. */
const mostTokens = 40;

/** Returns the selectors in a list. Browsers ignore a list with an invalid selector. */
function parsedSelectors(list: string): readonly (readonly Selector[])[] {
  try {
    const selectors = parse(list);
    return selectors.every(isValid) ? selectors : [];
  } catch {
    return [];
  }
}

/** False for selectors that css-what accepts although browsers do not. */
function isValid(selector: readonly Selector[]): boolean {
  const [first, last] = [selector[0], selector.at(-1)];
  if (first === undefined || last === undefined || isTraversal(first) || isTraversal(last)) return false;
  return selector.every(
    (token) =>
      token.type !== SelectorType.Parent &&
      token.type !== SelectorType.ColumnCombinator &&
      !(token.type === SelectorType.Attribute && token.action === AttributeAction.Not),
  );
}

/** Returns undefined if the selector has no effect. */
function compoundsOf(selector: readonly Selector[]): readonly Compound[] | undefined {
  if (selector.length > mostTokens) return undefined;
  const compounds: Compound[] = [];
  let name: string | undefined;
  let attributes: AttributeSelector[] = [];
  let isChild = false;
  for (const token of selector) {
    if (token.type === SelectorType.Tag) name = token.name.toLowerCase();
    else if (token.type === SelectorType.Attribute)
      attributes.push({ ...token, name: token.name.toLowerCase() });
    else if (token.type === SelectorType.Descendant || token.type === SelectorType.Child) {
      compounds.push({ name, attributes, isChild });
      [name, attributes] = [undefined, []];
      isChild = token.type === SelectorType.Child;
    } else if (token.type !== SelectorType.Universal) return undefined;
  }
  return [...compounds, { name, attributes, isChild }];
}

/** True for `#id` and `.class`, but not for `[id=…]` and `[class~=…]`. */
function isShorthand({ ignoreCase }: AttributeSelector): boolean {
  return ignoreCase === "quirks";
}

function isAttributeMatch(
  { name, action, value, ignoreCase }: AttributeSelector,
  attributes: Attributes,
  isQuirks: boolean,
): boolean {
  if (!Object.hasOwn(attributes, name)) return false;
  const isFolded = ignoreCase === true || (ignoreCase === "quirks" && isQuirks);
  const fold = (text: string): string => (isFolded ? text.toLowerCase() : text);
  const [actual, wanted] = [fold(attributes[name] ?? ""), fold(value)];
  switch (action) {
    case AttributeAction.Exists:
      return true;
    case AttributeAction.Equals:
      return actual === wanted;
    case AttributeAction.Hyphen:
      return actual === wanted || actual.startsWith(`${wanted}-`);
    case AttributeAction.Element:
      return wordsIn(actual).includes(wanted);
    case AttributeAction.Start:
      return wanted !== "" && actual.startsWith(wanted);
    case AttributeAction.End:
      return wanted !== "" && actual.endsWith(wanted);
    case AttributeAction.Any:
      return wanted !== "" && actual.includes(wanted);
    case AttributeAction.Not:
      return false;
  }
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[ \t\r\n\f]+/).filter((word) => word !== "");
}

/** IDs outweigh classes and attributes, which outweigh element names. */
function specificityOf(selector: readonly Selector[]): number {
  const weights = selector.map((token) => {
    if (token.type === SelectorType.Tag) return 1;
    if (token.type !== SelectorType.Attribute) return 0;
    return token.name === "id" && isShorthand(token) ? 1e6 : 1e3;
  });
  return weights.reduce<number>((sum, weight) => sum + weight, 0);
}

const noStyle: Style = new Map();

function cascade(rules: readonly Rule[], inline: readonly Declaration[]): Style {
  if (rules.length === 0 && inline.length === 0) return noStyle;
  const ordered = rules.toSorted((a, b) => a.specificity - b.specificity || a.order - b.order);
  const all = ordered.flatMap(({ declarations }) => declarations).concat(inline);
  const values = new Map<string, string>();
  for (const isLast of [false, true])
    for (const { property, value, isImportant } of all)
      if (isImportant === isLast) {
        // A property that is set again moves to the end.
        values.delete(property);
        values.set(property, value);
      }
  return values;
}
