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

/** Matches all parts of a selector before the last one, if these parts are elements that usually enclose every cell. */
const aroundCells = /^(?:(?:html|body|div|table|thead|tbody|tfoot|tr|td|th)(?:\s*>\s*|\s+))+/i;
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

/** The last declaration of a property takes precedence, unless an earlier declaration is marked `!important`. */
function effectOf(declarations: string): Effect {
  const all = declarations.split(";");
  const isImportant = (one: string): boolean => /!\s*important/i.test(one);
  const ordered = [...all.filter((one) => !isImportant(one)), ...all.filter(isImportant)];
  let effect = none;
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

/** The CSS rules on a page that hide or show elements. */
export class HiddenElements {
  /** The rules by simple selector, such as `span`, `.key`, `#key` or `span.key`. */
  readonly #rules = new Map<string, Effect>();

  /**
   * Adds the rules in a `<style>` element. Skips at-rules such as `@media print`. Selectors with several parts have
   * no effect, unless all parts before the last one are elements that usually enclose every cell.
   */
  addRules(css: string): void {
    const plain = css
      .replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, "")
      .replace(/@[^{;]*\{(?:[^{}]|\{[^{}]*\})*\}|@[^{;]*;/g, "");
    for (const [, selectors = "", declarations = ""] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const effect = effectOf(declarations);
      if (effect === none) continue;
      for (const each of selectors.split(",")) {
        const selector = each.trim().replace(aroundCells, "");
        this.#rules.set(selector, then(this.#rules.get(selector) ?? none, effect));
      }
    }
  }

  /**
   * Returns the reasons why the text of an element is hidden, or 0. `around` contains the reasons that apply to the
   * parent element.
   */
  reasons(name: string, attributes: Readonly<Record<string, string>>, around: number): number {
    if ((around & gone) !== 0 || unseen.has(name)) return around | gone;
    const { hides, shows } = this.#effectOn(name, attributes);
    // Hidden rows and columns of a table are read, as they are in a workbook.
    return ofTables.has(name) ? around & ~shows : (around & ~shows) | hides;
  }

  #effectOn(
    name: string,
    { style = "", id, hidden, class: of = "" }: Readonly<Record<string, string>>,
  ): Effect {
    const classes = of.split(/\s+/).filter((each) => each !== "");
    const isHidden = hidden !== undefined || classes.some((each) => hiddenClasses.has(each));
    const own = [`#${id}`, ...classes.flatMap((each) => [`${name}.${each}`, `.${each}`]), name];
    const rule = own.find((selector) => this.#rules.has(selector));
    const ofRules = then(
      isHidden ? { hides: gone, shows: 0 } : none,
      rule === undefined ? none : (this.#rules.get(rule) ?? none),
    );
    return style === "" ? ofRules : then(ofRules, effectOf(style));
  }
}
