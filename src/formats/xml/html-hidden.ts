/** This module finds elements that are hidden on the page. External style sheets are not read. */

const unseen = new Set(["script", "style", "template", "noscript", "datalist", "title", "comment"]);

const ofTables = new Set([
  "table",
  "caption",
  "colgroup",
  "col",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "td",
  "th",
]);

/** Class names that common external style sheets use for hidden elements. */
const hiddenClasses = new Set(["hidden", "hide", "d-none", "invisible", "sr-only", "visually-hidden"]);

/**
 * Bit flags for the reasons why the text of an element is hidden. If an element is `gone`, all elements inside it are
 * hidden too. Elements that are invisible or have size zero may contain visible elements.
 */
const gone = 1;
const invisible = 2;
const sizeless = 4;

interface Effect {
  readonly hides: number;
  readonly shows: number;
}

const none: Effect = { hides: 0, shows: 0 };

/** For each reason, the declarations that hide an element and those that show it again. */
const declared: readonly (readonly [reason: number, hiding: RegExp, showing?: RegExp])[] = [
  [gone, /(?:^|[;\s])display\s*:\s*none/i, /(?:^|[;\s])display\s*:/i],
  [
    gone,
    /(?:^|[;\s])(?:mso-hide\s*:\s*all|opacity\s*:\s*0(?:\.0+)?%?\s*(?:;|!|$)|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,])/i,
  ],
  [
    invisible,
    /(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)/i,
    /(?:^|[;\s])visibility\s*:\s*(?:visible|initial)/i,
  ],
  [
    sizeless,
    /(?:^|[;\s])font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)/i,
    // A relative font size inside an element with font size zero is also zero.
    /(?:^|[;\s])font-size\s*:\s*(?:[\d.]*[1-9][\d.]*(?:px|pt|pc|mm|cm|in|rem|vw|vh)|(?:x{1,3}-)?(?:small|large)|medium|initial)/i,
  ],
];

/** Matches a size of zero. Together with `overflow: hidden`, it hides an element. */
const emptyBox = /(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:;|!|$)/i;

/** The last declaration of a property takes precedence, unless an earlier declaration is marked `!important`. */
function effectOf(declarations: string): Effect {
  const all = declarations.split(";");
  const isImportant = (one: string): boolean => /!\s*important/i.test(one);
  const ordered = [...all.filter((one) => !isImportant(one)), ...all.filter(isImportant)];
  const isEmptyBox = emptyBox.test(declarations) && /(?:^|[;\s])overflow\s*:\s*hidden/i.test(declarations);
  let effect: Effect = isEmptyBox ? { hides: gone, shows: 0 } : none;
  for (const [reason, hiding, showing] of declared) {
    const last = ordered.findLast((one) => hiding.test(one) || showing?.test(one) === true);
    if (last === undefined) continue;
    effect = then(effect, hiding.test(last) ? { hides: reason, shows: 0 } : { hides: 0, shows: reason });
  }
  return effect;
}

/** The second effect takes precedence. */
function then(before: Effect, after: Effect): Effect {
  return {
    hides: (before.hides & ~after.shows) | after.hides,
    shows: (before.shows & ~after.hides) | after.shows,
  };
}

/** An open element. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly classes: readonly string[];
}

/** One part of a selector, such as `td.key` in `table > td.key span`. */
interface Compound {
  readonly name: string | undefined;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly value: string | undefined }[];
  /** True if the element must be a child of the element before it. */
  readonly isChild: boolean;
}

interface Rule {
  readonly parts: readonly Compound[];
  readonly effect: Effect;
  readonly specificity: number;
}

/** Elements that pages often omit, so selectors match without them. */
const optional = new Set(["html", "body", "tbody"]);

const compound = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+|\[[\w-]+(?:=(?:"[^"]*"|'[^']*'|[\w-]+))?\])*)$/i;

/** Returns undefined for a selector with pseudo-classes or sibling combinators, which have no effect. */
function partsOf(selector: string): readonly Compound[] | undefined {
  const parts: Compound[] = [];
  let isChild = false;
  for (const text of selector.replaceAll(">", " > ").trim().split(/\s+/)) {
    if (text === ">") {
      isChild = true;
      continue;
    }
    const [, name, conditions = ""] = compound.exec(text) ?? [];
    if (name === undefined && conditions === "") return undefined;
    if (conditions === "" && optional.has(name?.toLowerCase() ?? "")) {
      isChild = false;
      continue;
    }
    const all = conditions.match(/[.#][\w-]+|\[[^\]]*\]/g) ?? [];
    const after = (sign: string) => all.filter((one) => one.startsWith(sign)).map((one) => one.slice(1));
    const attributes = after("[").map((one) => {
      const [, key = "", value] = /^([\w-]+)(?:=(.*))?\]$/.exec(one) ?? [];
      return { name: key.toLowerCase(), value: value?.replace(/^["']|["']$/g, "") };
    });
    parts.push({
      name: name === undefined || name === "*" ? undefined : name.toLowerCase(),
      ids: after("#"),
      classes: after("."),
      attributes,
      isChild,
    });
    isChild = false;
  }
  return parts.length === 0 ? undefined : parts;
}

function isMatch({ name, ids, classes, attributes }: Compound, element: Element): boolean {
  return (
    (name === undefined || name === element.name) &&
    ids.every((id) => element.attributes["id"] === id) &&
    classes.every((each) => element.classes.includes(each)) &&
    attributes.every(({ name: key, value }) => {
      const found = element.attributes[key];
      return found !== undefined && (value === undefined || found === value);
    })
  );
}

/** True if the parts up to `part` match the element at `at` and the elements around it. */
function matches(
  parts: readonly Compound[],
  open: readonly Element[],
  part = parts.length - 1,
  at = open.length - 1,
): boolean {
  const [one, element] = [parts[part], open[at]];
  if (one === undefined || element === undefined || !isMatch(one, element)) return false;
  if (part === 0) return true;
  if (one.isChild) return matches(parts, open, part - 1, at - 1);
  return open.slice(0, at).some((_, above) => matches(parts, open, part - 1, above));
}

/** The CSS rules on a page that hide or show elements, and the open elements. */
export class HiddenElements {
  /** The rules, those with higher precedence last. */
  #rules: readonly Rule[] = [];
  readonly #open: Element[] = [];

  /** Adds the rules in a `<style>` element. Skips at-rules such as `@media print`. */
  addRules(css: string): void {
    const plain = css
      .replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, "")
      .replace(/@[^{;]*\{(?:[^{}]|\{[^{}]*\})*\}|@[^{;]*;/g, "");
    const added: Rule[] = [];
    for (const [, selectors = "", declarations = ""] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const effect = effectOf(declarations);
      if (effect === none) continue;
      for (const each of selectors.split(",")) {
        const parts = partsOf(each);
        if (parts === undefined) continue;
        const specificity = parts.reduce(
          (sum, { name, ids, classes, attributes }) =>
            sum +
            ids.length * 10_000 +
            (classes.length + attributes.length) * 100 +
            (name === undefined ? 0 : 1),
          0,
        );
        added.push({ parts, effect, specificity });
      }
    }
    this.#rules = [...this.#rules, ...added].toSorted((a, b) => a.specificity - b.specificity);
  }

  /**
   * Opens an element, and returns the reasons why its text is hidden, or 0. `around` contains the reasons that apply to
   * the parent element.
   */
  open(name: string, attributes: Readonly<Record<string, string>>, around: number): number {
    const classes = (attributes["class"] ?? "").split(/\s+/).filter((each) => each !== "");
    this.#open.push({ name, attributes, classes });
    if ((around & gone) !== 0 || unseen.has(name)) return around | gone;
    const { hides, shows } = this.#effectOnLast(attributes, classes);
    // Hidden rows and columns of a table are read, as they are in a workbook.
    return ofTables.has(name) ? around & ~shows : (around & ~shows) | hides;
  }

  close(): void {
    this.#open.pop();
  }

  #effectOnLast(
    { style = "", hidden }: Readonly<Record<string, string>>,
    classes: readonly string[],
  ): Effect {
    const isHidden = hidden !== undefined || classes.some((each) => hiddenClasses.has(each));
    let effect: Effect = isHidden ? { hides: gone, shows: 0 } : none;
    for (const rule of this.#rules) if (matches(rule.parts, this.#open)) effect = then(effect, rule.effect);
    return style === "" ? effect : then(effect, effectOf(style));
  }
}
