/** A property and its value, in lowercase. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Rules in more layers are ignored, because a hostile page could contain very many. */
const deepest = 10;

/** The number of a layer (`@layer`), then those of the layers inside it. Empty outside layers. */
export type Layer = readonly number[];

export interface StyleRule {
  readonly selectors: string;
  readonly declarations: string;
  readonly layer: Layer;
}

/** Rules outside a layer take precedence over rules in it, and later layers over earlier ones. */
export function compareLayers(a: Layer, b: Layer): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  if (at < 0) return a.length === b.length ? 0 : 1;
  return at >= b.length ? -1 : a[at]! - b[at]!;
}

interface Block {
  /** The text before the opening brace. */
  readonly prelude: string;
  readonly isRule: boolean;
  readonly isAtRule: boolean;
  /** True if the rules in the block have an effect on a wide screen. */
  readonly isUsed: boolean;
  readonly layer: Layer;
}

/**
 * Returns the rules in a style sheet that have an effect on a wide screen. Skips other at-rules and nested rules.
 * `layers` contains the numbers of the layers on the page by name.
 */
export function rulesIn(css: string, layers: Map<string, number>): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  const open: Block[] = [];
  let text = "";
  let isAtRule = false;
  const addRule = (block: Block | undefined, declarations: string): void => {
    if (block?.isRule === true) rules.push({ selectors: block.prelude, declarations, layer: block.layer });
  };
  const layerIn = (outer: Layer, name: string): Layer => {
    const key = `${outer.join(".")} ${name}`;
    // A layer without a name is different from all other layers.
    if (name === "" || !layers.has(key)) layers.set(key, layers.size);
    return [...outer, layers.get(key)!];
  };
  const layerOf = (outer: Layer, path: string): Layer =>
    path
      .split(".", deepest + 1)
      .map((name) => name.trim())
      .reduce(layerIn, outer);
  for (const piece of tokensIn(css)) {
    if (piece.startsWith("/*") || piece === "<!--" || piece === "-->") continue;
    const outer = open.at(-1);
    if (piece === "{") {
      // The declarations before a nested rule belong to the outer rule.
      addRule(outer, text.slice(0, text.lastIndexOf(";") + 1));
      const prelude = text.trim();
      const isReached = outer === undefined || (outer.isAtRule && outer.isUsed);
      const outerLayer = outer?.layer ?? [];
      const isOfLayer = isReached && isLayer(prelude);
      const layer = isOfLayer ? layerOf(outerLayer, prelude.slice("@layer".length)) : outerLayer;
      const isUsed = isReached && layer.length <= deepest && (!isAtRule || isScreenRule(prelude));
      open.push({ prelude, isRule: isReached && !isAtRule, isAtRule, isUsed, layer });
      text = "";
    } else if (piece === "}" && outer !== undefined) {
      addRule(outer, text);
      open.pop();
      text = "";
    } else if (piece === ";" && (isAtRule || outer?.isAtRule === true)) {
      // A statement such as `@layer base, page;` only states the order of layers.
      if (isLayer(text) && outer?.isUsed !== false)
        for (const path of text.slice("@layer".length).split(",")) layerOf(outer?.layer ?? [], path);
      text = "";
    } else if (text !== "") text += piece;
    else {
      text = piece.trimStart();
      isAtRule = text.startsWith("@");
    }
    if (text === "") isAtRule = false;
  }
  // The closing brace may be missing.
  addRule(open.at(-1), text);
  return rules;
}

function isLayer(prelude: string): boolean {
  return /^@layer\b/i.test(prelude);
}

function isScreenRule(prelude: string): boolean {
  if (isLayer(prelude)) return true;
  if (/^@media\b/i.test(prelude)) return isForScreens(prelude.slice("@media".length));
  return /^@supports\b/i.test(prelude) && !/\bnot\b|-(?:ms|moz|o|webkit|apple)-/i.test(prelude);
}

/** The assumed width of a screen in pixels. */
const screenWidth = 1280;

/** True if a list of media, such as `screen and (min-width: 768px), print`, includes a wide screen. */
export function isForScreens(media: string): boolean {
  return media
    .toLowerCase()
    .replace(/\s+/g, " ")
    .split(",")
    .some((each) => /^(?:(?:only )?(?:all|screen))?$/.test(withoutWidths(each).trim()));
}

/** Removes the conditions for the width that a wide screen meets. */
function withoutWidths(query: string): string {
  return query.replace(
    / ?(?:and )?\((?:(min|max)-width ?: ?|width ?([<>]=) ?)([\d.]+)(px|em|rem)?\)/g,
    (
      condition,
      limit: string | undefined,
      sign: string | undefined,
      size: string,
      unit: string | undefined,
    ) => {
      const width = Number(size) * (unit === "px" ? 1 : 16);
      const isMet = limit === "min" || sign === ">=" ? width <= screenWidth : width >= screenWidth;
      return isMet ? "" : condition;
    },
  );
}

/** Returns the declarations in a rule or a `style` attribute. */
export function declarationsIn(text: string): readonly Declaration[] {
  const declarations: Declaration[] = [];
  let declaration = "";
  const end = (): void => {
    const colon = declaration.indexOf(":");
    if (colon > 0)
      declarations.push(declarationOf(declaration.slice(0, colon), declaration.slice(colon + 1)));
    declaration = "";
  };
  for (const piece of tokensIn(text)) {
    if (piece === ";") end();
    else if (!piece.startsWith("/*")) declaration += piece;
  }
  end();
  return declarations;
}

function declarationOf(property: string, value: string): Declaration {
  const isImportant = /!\s*important\s*$/i.test(value);
  const plain = isImportant ? value.slice(0, value.lastIndexOf("!")) : value;
  return { property: property.trim().toLowerCase(), value: plain.trim().toLowerCase(), isImportant };
}

const token = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|\\[\s\S]?|[^/<\-"'\\{};]+|[\s\S]/y;

/** Yields comments, strings, escaped characters, delimiters, and the text between them. */
function* tokensIn(css: string): Generator<string> {
  for (let start = 0; start < css.length;) {
    const end = isQuote(css[start]) ? endOfString(css, start) : endOfToken(css, start);
    yield css.slice(start, end);
    start = end;
  }
}

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'";
}

/** A line break ends an unclosed string. A regular expression would overflow the stack for a long string. */
function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length && css[at] !== "\n"; at += 1) {
    if (css[at] === "\\") at += 1;
    else if (css[at] === css[start]) return at + 1;
  }
  const lineEnd = css.indexOf("\n", start);
  return lineEnd === -1 ? css.length : lineEnd;
}

function endOfToken(css: string, start: number): number {
  token.lastIndex = start;
  token.test(css);
  return token.lastIndex;
}
