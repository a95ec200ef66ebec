import { ownValueWords } from "./data.js";
import { isSpaceless, valueKey } from "./words.js";

/** Meanings of cells in many languages, from `data/values.json`. */

type Lists = ReturnType<typeof ownValueWords>;

const read = new Map<keyof Lists, ReadonlyMap<string, string>>();

function wordsFor(list: keyof Lists): ReadonlyMap<string, string> {
  const known = read.get(list);
  if (known !== undefined) return known;
  const words = new Map<string, string>();
  for (const [meaning, lines] of Object.entries(ownValueWords()[list])) {
    for (const word of lines.join(",").split(",")) {
      const key = valueKey(word);
      if (key !== "" && !words.has(key)) words.set(key, meaning);
    }
  }
  read.set(list, words);
  return words;
}

function meaningIn(list: keyof Lists): (value: string) => string | undefined {
  return (value) => wordsFor(list).get(valueKey(value));
}

/** Returns true for a cell that means yes, false for a cell that means no, and undefined for other cells. */
export function flagOf(value: string): boolean | undefined {
  const found = wordsFor("flag").get(valueKey(value));
  return found === undefined ? undefined : found === "true";
}

/**
 * Returns true for a status that means active or employed, false for the opposite, and undefined for other values.
 */
export function statusOf(value: string): boolean | undefined {
  const key = valueKey(value);
  const found = wordsFor("status").get(key) ?? wordsFor("status").get(key.replace(/^(?:[a-z]|\d{1,3}) /, ""));
  return found === undefined ? undefined : found === "active";
}

/** Returns `freight`, `origin`, `destination` or `other`, or undefined if the value is unknown. */
export const chargeTypeOf = meaningIn("chargeType");

/**
 * Removes the word for tax, so that `VAT on sales`, `IVA ventas` and `Moms salg` are reduced to a direction. "Sales
 * tax" is left unchanged, because it is a type of tax without a direction.
 */
function withoutTax(key: string): string {
  const is = (meaning: string) => (word: string | undefined) =>
    wordsFor("taxName").get(word ?? "") === meaning;
  const words = key.split(" ");
  if (words.length > 1 && is("tax")(words[0])) {
    const rest = words.findIndex((word, place) => place > 0 && !is("joint")(word));
    return words.slice(rest === -1 ? 1 : rest).join(" ");
  }
  return words.length > 1 && is("tax")(words.at(-1)) ? words.slice(0, -1).join(" ") : key;
}

/** True for a class of ledger accounts, such as `current assets`. */
export function isAccountKind(value: string): boolean {
  const kinds = wordsFor("accountKind");
  const before = [...kinds].flatMap(([word, meaning]) => (meaning === "before" ? [`${word} `] : []));
  let key = valueKey(value);
  for (;;) {
    if (kinds.get(key) === "kind") return true;
    const first = before.find((word) => key.startsWith(word));
    if (first === undefined) return false;
    key = key.slice(first.length);
  }
}

/** True if the cell marks its row as a title for the rows below: `Heading`, `H`. */
export function isRowTitle(value: string): boolean {
  return wordsFor("rowKind").get(valueKey(value)) === "title";
}

/** Returns `output`, `input` or `both`, or undefined if the value is unknown. */
export function directionOf(value: string): string | undefined {
  const key = valueKey(value);
  return wordsFor("direction").get(key) ?? wordsFor("direction").get(withoutTax(key));
}

export const taxTypeOf = meaningIn("taxType");

/**
 * True for company names that begin or end with a legal form, such as `Nordwind Trading GmbH`, `ООО Север`, `青岛海运有限公司`.
 */
export function isFirm(value: string): boolean {
  const words = valueKey(value).split(" ");
  const forms = wordsFor("firm");
  const cuts = words.flatMap((_, cut) =>
    cut === 0 ? [] : [words.slice(cut).join(" "), words.slice(0, cut).join(" ")],
  );
  return (
    cuts.some((text) => forms.has(text)) ||
    (isSpaceless(value) && [...forms.keys()].some((form) => value.includes(form)))
  );
}

/** True if the cell is a label such as "Total", which begins a row of totals. */
export function isSumWord(value: string): boolean {
  return wordsFor("sum").has(valueKey(value.replace(/[:：].*$/, "")));
}

/** Returns `posted` or `draft`, or undefined if the value is unknown. */
export const invoiceStatusOf = meaningIn("invoiceStatus");

/** Returns `shipment` or `consol`, or undefined if the value is unknown. */
export const jobTypeOf = meaningIn("jobType");

export const partyOf = meaningIn("party");
