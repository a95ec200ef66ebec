/** This module recognizes the labels of total rows. */

const words =
  "grand\\s+total|sub-?total|total|totals|sum|summe|gesamt|gesamtsumme|gesamtergebnis|eindtotaal|somme|totale|razem|suma|итого|всего|合计|总计|合計|計";

const total = new RegExp(
  `^\\s*(?:${words})(?:\\b|\\s|:|$|[^\\p{L}])|(?:小计|合计|总计|小計|合計|総計)\\s*$`,
  "iu",
);

const wholeLabel = new RegExp(`^\\s*(?:${words}|小计|小計|総計)\\s*:?\\s*$`, "iu");

/** Labels that pivot tables and similar reports use for total rows. */
const grandTotal =
  /^\s*(?:grand total|gesamtergebnis|total g[ée]n[ée]ral|totale complessivo|eindtotaal|suma końcowa|総計|总计)\s*$/iu;

/** True if the cell starts with the label of a total, such as `Total 2026` or `Sum insured`. */
export function startsLikeTotal(cell: string): boolean {
  return mayBeTotal(cell) && total.test(cell);
}

/** True if the cell contains nothing but the label of a total, such as `Total` or `Summe:`. */
export function isTotalLabel(cell: string): boolean {
  return mayBeTotal(cell) && (wholeLabel.test(cell) || isGrandTotal(cell));
}

export function isGrandTotal(cell: string): boolean {
  return grandTotal.test(cell);
}

/**
 * Quickly tests whether the first character may start the label of a total. Always true for whitespace and non-ASCII
 * characters.
 */
function mayBeTotal(text: string): boolean {
  const first = text.charCodeAt(0);
  return first > 127 || first <= 32 || totalLetters.has(first);
}

const totalLetters: ReadonlySet<number> = new Set([..."gGsStTrReE"].map((letter) => letter.charCodeAt(0)));
