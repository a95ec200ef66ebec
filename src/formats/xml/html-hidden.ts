/** Which elements of a page a person does not see, as far as the page itself says. */

/** Elements that show nothing. */
const unseen = new Set(["script", "style", "template", "noscript", "datalist", "title", "comment"]);

/** Parts of a table. A hidden row or column is read like one that is hidden in a workbook. */
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

/** What widely used style sheets, which are not part of the page, call hidden. */
const hiddenClasses = new Set(["hidden", "hide", "d-none", "invisible", "sr-only", "visually-hidden"]);

const hiding =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|(?:font-size|opacity)\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,])/i;
/** Elements around each cell, before the last part of a selector. */
const aroundCells = /^(?:(?:html|body|div|table|thead|tbody|tfoot|tr|td|th)(?:\s*>\s*|\s+))+/i;
const showing = /(?:^|[;\s])(?:display|visibility)\s*:/i;

/** The rules of a page that hide or show elements. */
export class HiddenElements {
  /** By a selector of one name, such as `span`, `.key`, `#key` or `span.key`; the last rule counts. */
  readonly #rules = new Map<string, boolean>();

  /**
   * Takes the text of a `<style>` element. Rules for print are left out, and selectors of several elements, unless the others are around
   * every cell.
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
