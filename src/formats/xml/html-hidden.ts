/** Finds elements that are hidden on the page, judging by the page alone. */

/** Elements that are never displayed. */
const unseen = new Set(["script", "style", "template", "noscript", "datalist", "title", "comment"]);

/** Parts of a table. Hidden rows and columns are read, as in a workbook. */
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

const hiding =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|(?:font-size|opacity)\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,])/i;
/** Ancestors of every cell, before the last part of a selector. */
const aroundCells = /^(?:(?:html|body|div|table|thead|tbody|tfoot|tr|td|th)(?:\s*>\s*|\s+))+/i;
const showing = /(?:^|[;\s])(?:display|visibility)\s*:/i;

/** CSS rules of a page that hide or show elements. */
export class HiddenElements {
  /** By simple selector, such as `span`, `.key`, `#key` or `span.key`. The last rule counts. */
  readonly #rules = new Map<string, boolean>();

  /**
   * Adds the text of a `<style>` element. Skips rules for print, and selectors of several elements unless the
   * others are ancestors of every cell.
   */
  addRules(css: string): void {
    const plain = css
      .replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, "")
      .replace(/@[^{;]*\{(?:[^{}]|\{[^{}]*\})*\}|@[^{;]*;/g, "");
    for (const [, selectors = "", declarations = ""] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const isHidden = hiding.test(declarations);
      if (!isHidden && !showing.test(declarations)) continue;
      for (const selector of selectors.split(","))
        this.#rules.set(selector.trim().replace(aroundCells, ""), isHidden);
    }
  }

  isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
    if (unseen.has(name)) return true;
    if (ofTables.has(name)) return false;
    const { style = "", id, hidden } = attributes;
    if (hiding.test(style)) return true;
    if (showing.test(style)) return false;
    const classes = (attributes["class"] ?? "").split(/\s+/).filter((each) => each !== "");
    const own = [`#${id}`, ...classes.flatMap((each) => [`${name}.${each}`, `.${each}`]), name];
    const rule = own.find((selector) => this.#rules.has(selector));
    if (rule !== undefined) return this.#rules.get(rule) === true;
    return hidden !== undefined || classes.some((each) => hiddenClasses.has(each));
  }
}
