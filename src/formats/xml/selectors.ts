import {
  AttributeAction,
  isTraversal,
  parse,
  SelectorType,
  type AttributeSelector,
  type PseudoSelector,
  type Selector,
} from "css-what";

/** This module parses selectors, as far as they can be decided at the start tag of an element. */

/** `inside`: at any depth. `next`: directly after the other element. `after`: after it, with the same parent. */
type Relation = "inside" | "child" | "next" | "after";

/** A selector for one element and its relation to the compound selector before it. */
export interface Compound {
  readonly relation: Relation;
  readonly name: string | undefined;
  readonly attributes: readonly AttributeSelector[];
  readonly positions: readonly Position[];
  readonly choices: readonly Choice[];
}

/** A position among the children of an element, such as `:nth-child(2n+1)`. */
interface Position {
  readonly isOfType: boolean;
  readonly step: number;
  readonly offset: number;
}

/** With `isNot`, the element matches none of the compound selectors. Otherwise, it matches at least one. */
interface Choice {
  readonly isNot: boolean;
  readonly compounds: readonly Compound[];
}

export interface ParsedSelector {
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  /** True if the selector contains conditions that are unknown at the start tag. These conditions are ignored. */
  readonly isUncertain: boolean;
}

/** Longer selectors are ignored, because matching them on a hostile page would take minutes. */
const mostTokens = 40;

/** Returns the selectors in a list that may have an effect. Browsers ignore a list with an invalid selector. */
export function parsedSelectors(list: string): readonly ParsedSelector[] {
  try {
    const selectors = parse(list);
    if (!selectors.every(isValid)) return [];
    const short = selectors.filter((selector) => countTokens(selector) <= mostTokens);
    const found = short.flatMap(parsed);
    // Browsers that do not know a pseudo-class ignore the whole list.
    const isUnknown = short.some((selector) => selector.some(hasUnknown));
    return isUnknown ? found.map((each) => ({ ...each, isUncertain: true })) : found;
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

function countTokens(selector: readonly Selector[]): number {
  const inner = selector.flatMap((token) => (isList(token) ? token.data : []));
  return inner.reduce((sum, each) => sum + countTokens(each), selector.length);
}

const relations = new Map<SelectorType, Relation>([
  [SelectorType.Descendant, "inside"],
  [SelectorType.Child, "child"],
  [SelectorType.Adjacent, "next"],
  [SelectorType.Sibling, "after"],
]);

/** Returns an empty array if the selector has no effect on a page without user interaction. */
function parsed(selector: readonly Selector[]): readonly ParsedSelector[] {
  const compounds: Compound[] = [];
  let isUncertain = false;
  let tokens: Selector[] = [];
  let relation: Relation = "inside";
  for (const token of [...selector, undefined]) {
    const next = token === undefined ? undefined : relations.get(token.type);
    if (token !== undefined && next === undefined) {
      tokens.push(token);
      continue;
    }
    const found = compoundOf(tokens, relation);
    if (found === undefined) return [];
    compounds.push(found.compound);
    isUncertain ||= found.isUncertain;
    tokens = [];
    relation = next ?? "inside";
  }
  return [{ compounds, specificity: specificityOf(selector), isUncertain }];
}

/** Pseudo-classes that match no element on a page without user interaction. */
const states = new Set("active focus focus-visible focus-within fullscreen hover target visited".split(" "));

/** Other pseudo-classes that all browsers know. */
const known = new Set(
  (
    "any-link checked default defined dir disabled empty enabled has in-range indeterminate invalid lang last-child " +
    "last-of-type link nth-last-child nth-last-of-type only-child only-of-type optional out-of-range " +
    "placeholder-shown read-only read-write required root scope valid"
  ).split(" "),
);

function hasUnknown(token: Selector): boolean {
  if (isList(token) && token.data.some((inner) => inner.some(hasUnknown))) return true;
  if (token.type !== SelectorType.Pseudo || states.has(token.name) || known.has(token.name)) return false;
  return positionOf(token) === undefined && !isChoice(token);
}

/** Returns undefined if no element matches. */
function compoundOf(
  tokens: readonly Selector[],
  relation: Relation,
): { readonly compound: Compound; readonly isUncertain: boolean } | undefined {
  let name: string | undefined;
  const attributes: AttributeSelector[] = [];
  const positions: Position[] = [];
  const choices: Choice[] = [];
  let isUncertain = false;
  for (const token of tokens) {
    if (token.type === SelectorType.Tag) name = token.name.toLowerCase();
    else if (token.type === SelectorType.Attribute)
      attributes.push({ ...token, name: token.name.toLowerCase() });
    else if (token.type === SelectorType.Pseudo) {
      if (states.has(token.name)) return undefined;
      const [position, choice] = [positionOf(token), choiceOf(token)];
      if (position !== undefined) positions.push(position);
      else if (choice !== undefined) choices.push(choice);
      else if (token.name === "root") choices.push(isHtml);
      else isUncertain = true;
    } else if (token.type !== SelectorType.Universal) return undefined;
  }
  return { compound: { relation, name, attributes, positions, choices }, isUncertain };
}

const isHtml: Choice = {
  isNot: false,
  compounds: [{ relation: "inside", name: "html", attributes: [], positions: [], choices: [] }],
};

function positionOf({ name, data }: PseudoSelector): Position | undefined {
  const isOfType = name.endsWith("-of-type");
  if (/^first-(?:child|of-type)$/.test(name)) return { isOfType, step: 0, offset: 1 };
  if (!/^nth-(?:child|of-type)$/.test(name) || typeof data !== "string") return undefined;
  const text = data.toLowerCase().replace(/\s+/g, "");
  if (text === "odd" || text === "even") return { isOfType, step: 2, offset: text === "odd" ? 1 : 0 };
  const [found, step, offset] = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(text) ?? [];
  if (found === undefined || found === "") return undefined;
  const steps = step !== undefined && /^[+-]?$/.test(step) ? `${step}1` : (step ?? "0");
  return { isOfType, step: Number(steps), offset: Number(offset ?? "0") };
}

/** True if the element with this number, starting at 1, is at the position. */
export function isAt({ step, offset }: Position, number: number): boolean {
  if (step === 0) return number === offset;
  const steps = (number - offset) / step;
  return steps >= 0 && Number.isInteger(steps);
}

/** Returns undefined if an inner selector has several compound selectors or cannot be decided. */
function choiceOf(token: PseudoSelector): Choice | undefined {
  if (!isChoice(token)) return undefined;
  const compounds: Compound[] = [];
  for (const inner of token.data) {
    if (inner.some(isTraversal)) return undefined;
    const found = compoundOf(inner, "inside");
    if (found?.isUncertain === true) return undefined;
    if (found !== undefined) compounds.push(found.compound);
  }
  return { isNot: token.name === "not", compounds };
}

function isChoice(token: PseudoSelector): token is PseudoSelector & { readonly data: Selector[][] } {
  return isList(token) && /^(?:not|is|where|matches)$/.test(token.name);
}

function isList(token: Selector): token is PseudoSelector & { readonly data: Selector[][] } {
  return token.type === SelectorType.Pseudo && Array.isArray(token.data);
}

/** True for `#id` and `.class`, but not for `[id=…]` and `[class~=…]`. */
export function isShorthand({ ignoreCase }: AttributeSelector): boolean {
  return ignoreCase === "quirks";
}

export function isAttributeMatch(
  { name, action, value, ignoreCase }: AttributeSelector,
  attributes: Readonly<Record<string, string>>,
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

export function wordsIn(text: string): readonly string[] {
  return text.split(/[ \t\r\n\f]+/).filter((word) => word !== "");
}

/** IDs outweigh classes, attributes and pseudo-classes, which outweigh element names. */
function specificityOf(selector: readonly Selector[]): number {
  const weights = selector.map((token) => {
    if (token.type === SelectorType.Tag) return 1;
    if (isList(token)) return token.name === "where" ? 0 : Math.max(0, ...token.data.map(specificityOf));
    if (token.type === SelectorType.Pseudo) return 1e3;
    if (token.type !== SelectorType.Attribute) return 0;
    return token.name === "id" && isShorthand(token) ? 1e6 : 1e3;
  });
  return weights.reduce<number>((sum, weight) => sum + weight, 0);
}
