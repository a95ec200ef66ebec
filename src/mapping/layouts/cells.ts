import type { LayoutPart } from "./grammar.js";
import type { Scope, LayoutValue } from "./values.js";

/** This module changes or refuses strings that the FFS could misinterpret, as specified in the layout. */

const formula = /^[=+\-@\t]+/;
const lineEnd = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
/** Control characters that are refused in all formats. */
const controls = /[\u0000-\u0008\u000e-\u001f\u007f]/;
/** Characters that XML 1.0 cannot contain, even as references. */
const notInXml = /[\v\f\ufffe\uffff]/;

/** The returned function does not quote strings, because quoting depends on the format. */
export function cellRules(
  { format, cells = {}, quotes, delimiter }: LayoutPart,
  { report }: Pick<Scope, "report">,
): (value: LayoutValue, name: string) => string {
  const isLines = format === "csv" || format === "fixed";
  const canQuote = format === "csv" && quotes !== "never";
  const formulas = cells.formulas ?? (format === "csv" ? "refuse" : "keep");
  const lineEnds = cells.line_ends ?? (canQuote ? "quote" : isLines ? "refuse" : "keep");
  const separators = cells.separators ?? (canQuote ? "quote" : "refuse");
  const apart = format === "csv" ? [delimiterOf(delimiter), ...(quotes === "never" ? [] : ['"'])] : [];

  return ({ text, field, isFree }, name) => {
    if (text === null) return "";
    const refuse = (what: string): void =>
      report(field, `${what}, which the layout does not allow in ${name}`);
    let cell = text;
    for (const [sign, other] of Object.entries(cells.replace ?? {})) cell = cell.replaceAll(sign, other);
    if (controls.test(cell) || (format === "xml" && notInXml.test(cell)))
      refuse("contains a control character");
    if (cell.search(lineEnd) >= 0) {
      if (lineEnds === "refuse") refuse("contains a line break");
      else if (typeof lineEnds === "object") cell = cell.replace(lineEnd, lineEnds.replace);
    }
    if (apart.some((sign) => cell.includes(sign))) {
      if (separators === "refuse") refuse("contains a delimiter or a quote");
      else if (typeof separators === "object")
        for (const sign of apart) cell = cell.replaceAll(sign, separators.replace);
    }
    if (isFree && formula.test(cell)) {
      if (formulas === "refuse") refuse("begins like a formula");
      else if (typeof formulas === "object" && "prefix" in formulas) cell = formulas.prefix + cell;
      else if (typeof formulas === "object") cell = cell.replace(formula, formulas.replace);
    }
    return cell;
  };
}

export function delimiterOf(delimiter: string | undefined): string {
  return delimiter === "tab" ? "\t" : (delimiter ?? ",");
}
