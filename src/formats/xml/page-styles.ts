import { AttributeAction, parse, SelectorType, type AttributeSelector, type Selector } from "css-what";

/** The declared values of an element by property, in lowercase. Inherited values are not included. */
export type Style = ReadonlyMap<string, string>;

type Attributes = Readonly<Record<string, string>>;

/**
 * Computes the style of each element on a page from its `style` attribute and from the `<style>` elements before it.
 * External style sheets are not read. Rules for print, and rules whose selectors depend on siblings or on the state of
 * the page, have no effect.
 */
export class PageStyles {
  readonly #properties: ReadonlySet<string>;
  /** The parts of selectors by the ID, class or element name that an element needs, or by `*`. */
  readonly #parts = new Map<string, Part[]>();
  readonly #open: Opened[] = [];
  #order = 0;

  /** `properties` are the properties to compute. */
  constructor(properties: ReadonlySet<string>) {
    this.#properties = properties;
  }

  /** Adds the rules in a `<style>` element, also to the elements that are open. */
  addRules(css: string): void {
    for (const { selectors, declarations } of rulesIn(css)) {
      const declared = this.#declared(declarations);
      if (declared.length === 0) continue;
      for (const selector of parsedSelectors(selectors)) this.#addSelector(selector, declared);
    }
    for (const { name, attributes } of this.#open.splice(0)) this.open(name, attributes);
  }

  /** Returns the style of an element at its start tag. */
  open(name: string, attributes: Attributes): Style {
    const opened = this.#enter(name, attributes, this.#parentOf(name));
    this.#open.push(opened);
    const inline = this.#declared(attributes["style"] ?? "");
    return cascade(opened.rules, inline);
  }

  close(): void {
    this.#open.pop();
  }

  #declared(text: string): readonly Declaration[] {
    return text === "" ? [] : declarationsIn(text).filter(({ property }) => this.#properties.has(property));
  }

  #addSelector(selector: readonly Selector[], declarations: readonly Declaration[]): void {
    const parts = partsOf(selector);
    const last = parts?.at(-1);
    if (parts === undefined || last === undefined) return;
    last.rule = { declarations, specificity: specificityOf(selector), order: (this.#order += 1) };
    for (const part of parts) {
      const key = keyOf(part);
      const others = this.#parts.get(key);
      if (others === undefined) this.#parts.set(key, [part]);
      else others.push(part);
    }
  }

  /** Returns the parent of a new element. Browsers insert missing `html`, `body` and `tbody` elements. */
  #parentOf(name: string): Opened {
    const parent = this.#open.at(-1);
    if (name === "html") return parent ?? root;
    if (parent === undefined || parent.name === "html") {
      const html = parent ?? this.#enter("html", {}, root);
      return name === "head" || name === "body" ? html : this.#enter("body", {}, html);
    }
    return name === "tr" && parent.name === "table" ? this.#enter("tbody", {}, parent) : parent;
  }

  #enter(name: string, attributes: Attributes, parent: Opened): Opened {
    const matched: Part[] = [];
    const rules: Rule[] = [];
    for (const key of keysOf(name, attributes)) {
      for (const part of this.#parts.get(key) ?? []) {
        if (!isMatch(part, name, attributes, parent)) continue;
        if (part.rule === undefined) matched.push(part);
        else rules.push(part.rule);
      }
    }
    const isKnown = matched.every((part) => parent.reached.has(part));
    const reached = isKnown ? parent.reached : new Set([...parent.reached, ...matched]);
    return {
      name,
      attributes,
      matched: matched.length === 0 ? root.matched : new Set(matched),
      reached,
      rules,
    };
  }
}

/** A part of a selector, which matches one element. In `td > .key`, the parts are `td` and `.key`. */
interface Part {
  readonly name: string | undefined;
  readonly attributes: readonly AttributeSelector[];
  /** The part before this one, which must match the parent or any ancestor. */
  readonly before: Part | undefined;
  readonly isChild: boolean;
  /** Only for the last part of a selector. */
  rule?: Rule;
}

interface Rule {
  readonly declarations: readonly Declaration[];
  readonly specificity: number;
  readonly order: number;
}

interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** An open element. */
interface Opened {
  readonly name: string;
  readonly attributes: Attributes;
  /** The parts that match this element, without the last parts of selectors. */
  readonly matched: ReadonlySet<Part>;
  /** The parts that match this element or an ancestor. */
  readonly reached: ReadonlySet<Part>;
  readonly rules: readonly Rule[];
}

const root: Opened = { name: "", attributes: {}, matched: new Set(), reached: new Set(), rules: [] };

function isMatch(
  { name, attributes, before, isChild }: Part,
  of: string,
  its: Attributes,
  parent: Opened,
): boolean {
  if (name !== undefined && name !== of) return false;
  if (before !== undefined && !(isChild ? parent.matched : parent.reached).has(before)) return false;
  return attributes.every((each) => isAttributeMatch(each, its));
}

function isAttributeMatch({ name, action, value, ignoreCase }: AttributeSelector, its: Attributes): boolean {
  if (!Object.hasOwn(its, name)) return false;
  const fold = (text: string): string => (ignoreCase === true ? text.toLowerCase() : text);
  const [actual, wanted] = [fold(its[name] ?? ""), fold(value)];
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

function keyOf({ name, attributes }: Part): string {
  const id = attributes.find((each) => each.name === "id" && each.action === AttributeAction.Equals);
  if (id !== undefined && id.ignoreCase !== true) return `#${id.value}`;
  const of = attributes.find((each) => each.name === "class" && each.action === AttributeAction.Element);
  return of !== undefined && of.ignoreCase !== true ? `.${of.value}` : (name ?? "*");
}

function keysOf(name: string, { id, class: of = "" }: Attributes): readonly string[] {
  const keys = ["*", name];
  if (id !== undefined) keys.push(`#${id}`);
  if (of !== "") for (const word of new Set(wordsIn(of))) keys.push(`.${word}`);
  return keys;
}

/** Returns the selectors in a list, or none if the list is invalid. */
function parsedSelectors(list: string): readonly (readonly Selector[])[] {
  try {
    return parse(list);
  } catch {
    return [];
  }
}

/** No page needs more. A page of deeply nested elements and long selectors would take minutes. */
const mostParts = 20;

/**
 * Returns the parts of a selector, or undefined if the selector depends on more than elements and their ancestors, or
 * has too many parts.
 */
function partsOf(selector: readonly Selector[]): readonly Part[] | undefined {
  const parts: Part[] = [];
  let name: string | undefined;
  let attributes: AttributeSelector[] = [];
  let isChild = false;
  const endPart = (): void => {
    parts.push({ name, attributes, before: parts.at(-1), isChild });
    [name, attributes] = [undefined, []];
  };
  for (const token of selector) {
    if (token.type === SelectorType.Tag) name = token.name;
    else if (token.type === SelectorType.Attribute) attributes.push(token);
    else if (token.type === SelectorType.Descendant || token.type === SelectorType.Child) {
      endPart();
      isChild = token.type === SelectorType.Child;
    } else if (token.type !== SelectorType.Universal) return undefined;
  }
  endPart();
  return parts.length > mostParts ? undefined : parts;
}

/** IDs outweigh classes and attributes, which outweigh element names. */
function specificityOf(selector: readonly Selector[]): number {
  const weights = selector.map((token) => {
    if (token.type === SelectorType.Tag) return 1;
    if (token.type !== SelectorType.Attribute) return 0;
    return token.name === "id" && token.action === AttributeAction.Equals ? 1e6 : 1e3;
  });
  return weights.reduce<number>((sum, weight) => sum + weight, 0);
}

const noStyle: Style = new Map();

function cascade(rules: readonly Rule[], inline: readonly Declaration[]): Style {
  if (rules.length === 0 && inline.length === 0) return noStyle;
  const ordered =
    rules.length < 2 ? rules : rules.toSorted((a, b) => a.specificity - b.specificity || a.order - b.order);
  const all = ordered.flatMap(({ declarations }) => declarations).concat(inline);
  const values = new Map<string, string>();
  for (const { property, value, isImportant } of all) if (!isImportant) values.set(property, value);
  for (const { property, value, isImportant } of all) if (isImportant) values.set(property, value);
  return values;
}

/** Matches one token of a style sheet: a comment, a string, an escaped character, a delimiter, or other text. */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'|\\[\s\S]|[^/<\-"'\\{};]+|[\s\S]/g;

/** Returns the rules in a style sheet that apply on every screen. */
function rulesIn(css: string): readonly { readonly selectors: string; readonly declarations: string }[] {
  const rules: { selectors: string; declarations: string }[] = [];
  const open: string[] = [];
  let text = "";
  // A rule at the end of a style sheet may lack its closing brace.
  for (const [piece] of `${css}}`.matchAll(token)) {
    if (piece.startsWith("/*") || piece === "<!--" || piece === "-->") continue;
    if (piece === "{") {
      open.push(text.trim());
      text = "";
    } else if (piece === "}") {
      const selectors = open.pop();
      if (selectors !== undefined && !selectors.startsWith("@") && open.every(isForScreens))
        rules.push({ selectors, declarations: text });
      text = "";
    } else if (piece === ";" && open.every((each) => each.startsWith("@"))) text = "";
    else text += piece;
  }
  return rules;
}

function isForScreens(block: string): boolean {
  return /^@media\s+(?:only\s+)?(?:all|screen)$/i.test(block);
}

/** Returns the declarations of a rule or of a `style` attribute. */
function declarationsIn(text: string): readonly Declaration[] {
  const declarations: Declaration[] = [];
  let one = "";
  const endDeclaration = (): void => {
    const colon = one.indexOf(":");
    const [property, value] = [one.slice(0, colon), one.slice(colon + 1)].map((part) => part.trim());
    one = "";
    if (colon === -1 || property === undefined || value === undefined) return;
    const plain = value.replace(/\s*!\s*important$/i, "");
    declarations.push({
      property: property.toLowerCase(),
      value: plain.toLowerCase(),
      isImportant: plain !== value,
    });
  };
  for (const [piece] of text.matchAll(token)) {
    if (piece === ";") endDeclaration();
    else if (!piece.startsWith("/*")) one += piece;
  }
  endDeclaration();
  return declarations;
}
