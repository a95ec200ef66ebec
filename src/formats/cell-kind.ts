/**
 * The apparent kind of a cell, used only to evaluate dialects, headers and damage. Cells themselves have no types.
 */

export type CellKind =
  | "empty"
  | "number"
  | "date"
  | "time"
  | "percent"
  | "money"
  | "email"
  | "address"
  | "flag"
  | "code"
  | "word"
  | "text"
  | "odd";

const number =
  /^[-+]?(?:\d{1,3}(?:(?:[., '\u00a0\u202f]\d{3})+)(?:[.,]\d+)?|\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d{1,3})?$|^0x[\da-f]+$/i;
const bracketed = /^\((?:[\d.,]+)\)$/;
const percent = /^[-+]?\d+(?:[.,]\d+)?\s?%$/;
const money =
  /^[-+]?(?:[$€£¥₹₽₩]|[A-Z]{3}\s)\s?[-+]?[\d.,' ]*\d(?:-)?$|^[-+]?[\d.,' ]*\d\s?(?:[$€£¥₹₽₩]|(?:EUR|USD|GBP|CHF|JPY|CNY|PLN|SEK|NOK|DKK|kr|zł|Kč))$/;
const date =
  /^(?:\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?|\d{1,2}(?<sign>[-/. ])\d{1,2}\k<sign>\d{2,4}\.?|\d{1,2}[-/. ]?(?:[A-Za-zÀ-ÿ]{3,9})\.?[-/. ,]{0,2}\d{2,4}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4})$/;
const time = /^\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s?(?:[AaPp]\.?[Mm]\.?)?$/;
const moment =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[T ]| {2})\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:[AaPp]\.?[Mm]\.?)?\s?(?:Z|[-+]\d{2}:?\d{2}|[A-Z]{3,4})?$/;
const email = /^[^\s@<>,;:"'|]+@[^\s@<>,;:"'|]+\.[^\s@<>,;:"'|]+$/;
const address = /^(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)\S+$|^(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?$/i;
const flag =
  /^(?:true|false|yes|no|y|n|t|f|ja|nein|oui|non|si|sí|n\/a|na|nan|null|none|nil|-|--|\?|\\n|#n\/a)$/i;
const code = /^(?=.*\d)[\p{L}\p{N}]+(?:[-_./#+ ][\p{L}\p{N}]+){0,6}$/u;
const word = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}_'’.-]*$/u;

/** Ignores spaces around the cell. A cell of more than 120 characters can only be `address`, `odd` or `text`. */
export function cellKind(raw: string): CellKind {
  const cell = raw.trim();
  if (cell === "") return "empty";
  if (cell.length > 120) return address.test(cell) ? "address" : oddText(cell) ? "odd" : "text";
  const first = cell.charCodeAt(0);
  const digit = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46 || first === 44;
  if (digit || cell.charCodeAt(cell.length - 1) < 58) {
    if (number.test(cell)) return "number";
    if (date.test(cell) || moment.test(cell)) return "date";
    if (time.test(cell)) return "time";
    if (percent.test(cell)) return "percent";
  }
  if (flag.test(cell)) return "flag";
  if (money.test(cell) || bracketed.test(cell)) return /\d/.test(cell) ? "money" : "text";
  if (word.test(cell)) return "word";
  if (email.test(cell)) return "email";
  if (address.test(cell)) return "address";
  if (code.test(cell)) return "code";
  return oddText(cell) ? "odd" : "text";
}

/**
 * True for text that has unpaired quotes or brackets, or a delimiter at one end. Such text was probably split in the
 * wrong place.
 */
function oddText(cell: string): boolean {
  if (/^[,;|\t^~:]|[;|\t^~]$|^\/\//.test(cell)) return true;
  if (/^["'][^"']*$|^[^"']*["']$/.test(cell) && !/\d["']$/.test(cell)) return true;
  // A quoted cell whose quotes were not removed. By contrast, the quotes in `"Well," he said, "no"` are part of the
  // text.
  if (/^"(?:[^"]|"")*"$/.test(cell) || cell.includes('\\"')) return true;
  let round = 0;
  let square = 0;
  for (let i = 0; i < cell.length; i++) {
    const c = cell.charCodeAt(i);
    if (c === 40) round++;
    else if (c === 41) round--;
    else if (c === 91 || c === 123) square++;
    else if (c === 93 || c === 125) square--;
  }
  return round !== 0 || square !== 0;
}

const typed = new Set<CellKind>(["number", "date", "time", "percent", "money", "email", "address"]);

/** True for kinds that rarely occur in headings, such as numbers, dates and addresses. */
export function isTyped(kind: CellKind): boolean {
  return typed.has(kind);
}
