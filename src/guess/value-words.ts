import { ownValueWords } from "./data.js";
import { valueKey } from "./words.js";

/** What cells say, in many languages: the words of `data/values.json`. */

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

/** `true` for a cell that says yes, `false` for one that says no. */
export function flagOf(value: string): boolean | undefined {
  const found = wordsFor("flag").get(valueKey(value));
  return found === undefined ? undefined : found === "true";
}

/** `true` for a status word that means in use or employed, `false` for one that means the opposite. */
export function statusOf(value: string): boolean | undefined {
  const key = valueKey(value);
  const found = wordsFor("status").get(key) ?? wordsFor("status").get(key.replace(/^(?:[a-z]|\d{1,3}) /, ""));
  return found === undefined ? undefined : found === "active";
}

/** Freight, origin, destination or other, as a group column says it. */
export function chargeTypeOf(value: string): string | undefined {
  const key = valueKey(value);
  return (
    wordsFor("chargeType").get(key) ??
    wordsFor("chargeType").get(
      key.replace(/(?:费用|费|費用|料金|비용|요금| charges?| fees?| costs?| local charges?)$/, ""),
    )
  );
}

/** `VAT on sales`, `IVA ventas`, `Moms salg`. "Sales tax" is a kind of tax and says no side. */
const namedTax =
  /^(?:vat|gst|iva|tva|moms|mva|btw|mwst|dph|kdv|impuesto|imposta|imposto)(?: (?:on|for|a|al|la|las|le|les|su|sur|sulle|sugli|de|des|sobre|di|da))* | (?:vat|gst|iva|tva|moms|mva|btw|mwst|dph|kdv)$/;

/** Output, input or both. */
export function directionOf(value: string): string | undefined {
  const key = valueKey(value);
  return wordsFor("direction").get(key) ?? wordsFor("direction").get(key.replace(namedTax, ""));
}

/** The kind of tax that a type column says. */
export function taxTypeOf(value: string): string | undefined {
  return wordsFor("taxType").get(valueKey(value));
}

export function isGender(value: string): boolean {
  return wordsFor("gender").has(valueKey(value));
}

/** Whether a cell begins a row of totals. */
export function isSumWord(value: string): boolean {
  return wordsFor("sum").has(valueKey(value.replace(/[:：].*$/, "")));
}
