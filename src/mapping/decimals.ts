import { decimalsIn, exactSum, textOfUnits, unitsOf } from "../model/exact-decimals.js";
import { valueIssue, type ValueIssue } from "./value-issue.js";

/**
 * Exact arithmetic on decimals stored as strings. Floating-point numbers are not used, so that 0.196 becomes exactly
 * 19.6 percent.
 */

const signs = { ",": ",", ".": "\\.", " ": "[ \\u00a0\\u2009\\u202f]", "'": "['\\u2019]" } as const;

/**
 * Compiles a reader for a column of rates or amounts. `scale` applies only to rates. Returns a function that converts
 * a cell to a plain decimal string without thousands separators or redundant zeros. Rates are in percent.
 */
export function decimalReader(
  sign: "," | ".",
  thousands: keyof typeof signs | undefined,
  scale: "percent" | "fraction" | undefined,
): (text: string) => string | ValueIssue {
  const whole = thousands === undefined ? "\\d+" : `\\d{1,3}(?:${signs[thousands]}\\d{3})+|\\d+`;
  const number = new RegExp(`^([-+\\u2212]?)\\s*(${whole}|)(?:${signs[sign]}(\\d+))?\\s*(%?)(-?)$`, "u");
  const notANumber = valueIssue("invalid_number", { sign });
  const contradiction = valueIssue("contradicting_scale", { scale: scale ?? "" });
  return (text) => {
    if (text.length > 100) return notANumber;
    const match = number.exec(text);
    if (match === null) return notANumber;
    const [, before = "", grouped = "", decimals = "", percentSign = "", after = ""] = match;
    if (grouped === "" && decimals === "") return notANumber;
    if (before !== "" && after !== "") return notANumber;
    const digits = grouped.replace(/\D/g, "");
    const negative = after === "-" || before === "-" || before === "\u2212";
    if (scale === undefined && percentSign !== "") return notANumber;
    if (scale !== "fraction") return canonical(negative, digits, decimals);
    // If rates are fractions, 19% is written as 0.19. A percent sign or a value above 1 indicates that the scale is
    // different.
    const aboveOne = Number(digits) > 1 || (Number(digits) === 1 && /[1-9]/.test(decimals));
    if (percentSign !== "" || aboveOne) return contradiction;
    const shifted = decimals.padEnd(2, "0");
    return canonical(negative, digits + shifted.slice(0, 2), shifted.slice(2));
  };
}

/**
 * Returns a reader for amounts that have other characters next to the number. Parentheses indicate a negative amount.
 * `currency` is a symbol or code that may come before or after the number. `marks` contains strings that may come
 * before or after the number, each with the sign that it represents, such as `-` for `CR`.
 */
export function markedReader(
  read: (text: string) => string | ValueIssue,
  sign: "," | ".",
  currency: string | undefined,
  marks: ReadonlyMap<string, "+" | "-">,
): (text: string) => string | ValueIssue {
  const notANumber = valueIssue("invalid_number", { sign });
  return (text) => {
    let rest = text;
    let given: "+" | "-" | undefined;
    for (const [mark, signOfMark] of marks) {
      const unmarked = withoutAtAnEnd(rest, mark);
      if (unmarked === rest) continue;
      rest = unmarked;
      given = signOfMark;
      break;
    }
    if (currency !== undefined) rest = withoutCurrency(rest, currency);
    const inside = /^\((.*)\)$/u.exec(rest)?.[1];
    if (inside !== undefined) {
      if (given !== undefined) return notANumber;
      given = "-";
      rest = currency === undefined ? inside.trim() : withoutCurrency(inside.trim(), currency);
    }
    if (given !== undefined && /^[-+\u2212]|-$/u.test(rest)) return notANumber;
    const number = read(rest);
    return given === "-" && typeof number === "string" && number !== "0" ? `-${number}` : number;
  };
}

/** The sign may precede the currency, as in `-€30.00`. */
function withoutCurrency(text: string, currency: string): string {
  const [, sign = "", amount = ""] = /^([-+\u2212]?)\s*(.*)$/su.exec(text) ?? [];
  return sign + withoutAtAnEnd(amount, currency);
}

/** Removes a string from the beginning or end, ignoring case, unless the string is part of a longer word. */
function withoutAtAnEnd(text: string, part: string): string {
  const folded = text.toUpperCase();
  const wanted = part.toUpperCase();
  // If the uppercase form has a different length, as with ß, the string is returned unchanged.
  if (folded.length !== text.length || wanted.length !== part.length) return text;
  const before = folded.startsWith(wanted) ? text.slice(part.length) : undefined;
  if (before !== undefined && !/^\p{L}/u.test(before)) return before.trimStart();
  const after = folded.endsWith(wanted) ? text.slice(0, text.length - part.length) : undefined;
  return after !== undefined && !/\p{L}$/u.test(after) ? after.trimEnd() : text;
}

/**
 * Returns a reader for amounts without a decimal separator, in which the last `places` digits are decimals. A number
 * with a decimal separator is an issue.
 */
export function impliedReader(
  read: (text: string) => string | ValueIssue,
  sign: "," | ".",
  places: number,
): (text: string) => string | ValueIssue {
  const contradiction = valueIssue("invalid_number", { sign });
  return (text) => {
    if (text.includes(sign)) return contradiction;
    const number = read(text);
    return typeof number === "string" ? plain(textOfUnits(BigInt(number), places)) : number;
  };
}

/** Returns a reader that rounds amounts half away from zero. */
export function roundingReader(
  read: (text: string) => string | ValueIssue,
  places: number,
): (text: string) => string | ValueIssue {
  return (text) => {
    const number = read(text);
    return typeof number === "string" ? productOfDecimals([number], places) : number;
  };
}

export function sumOfDecimals(numbers: readonly string[]): string {
  return plain(exactSum(numbers));
}

/**
 * Rounds the exact product half away from zero to `round` decimals. If `round` is undefined, the product is not
 * rounded.
 */
export function productOfDecimals(numbers: readonly string[], round: number | undefined): string {
  const places = numbers.reduce((so, number) => so + decimalsIn(number), 0);
  const product = numbers.reduce((so, number) => so * unitsOf(number, decimalsIn(number)), 1n);
  if (round === undefined || round >= places) return plain(textOfUnits(product, places));
  return plain(textOfUnits(roundedQuotient(product, 10n ** BigInt(places - round)), round));
}

/**
 * Divides one plain decimal by another and rounds half away from zero. `divisor` must not be zero. Without `round`,
 * `dividesExactly` must also be true for the divisor.
 */
export function quotientOfDecimals(number: string, divisor: string, round: number | undefined): string {
  const places = Math.max(decimalsIn(number), decimalsIn(divisor));
  const [dividend, by] = [unitsOf(number, places), unitsOf(divisor, places)];
  // Each factor of 2 or 5 in the divisor adds at most one decimal place, so the number of binary digits is an upper
  // limit.
  const decimals = round ?? by.toString(2).length;
  return plain(textOfUnits(roundedQuotient(dividend * 10n ** BigInt(decimals), by), decimals));
}

/**
 * True if every quotient with this divisor has a finite number of decimals, because the divisor has no prime factors
 * other than 2 and 5.
 */
export function dividesExactly(divisor: string): boolean {
  let rest = unitsOf(divisor, decimalsIn(divisor));
  if (rest === 0n) return false;
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor;
  return rest === 1n || rest === -1n;
}

/** Rounds half away from zero. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [over, under] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * over + under) / (2n * under);
  return isNegative ? -quotient : quotient;
}

/** Matches a number without redundant zeros, which is how most amounts are written. */
const plainNumber = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;

function plain(number: string): string {
  if (plainNumber.test(number)) return number;
  const [whole = "", decimals = ""] = number.replace("-", "").split(".");
  return canonical(number.startsWith("-"), whole, decimals);
}

function canonical(negative: boolean, digits: string, decimals: string): string {
  const whole = digits.replace(/^0+/, "") || "0";
  const rest = decimals.replace(/0+$/, "");
  const text = rest === "" ? whole : `${whole}.${rest}`;
  return negative && text !== "0" ? `-${text}` : text;
}

/**
 * Formats a plain decimal as money, with at least one decimal and no other trailing zeros. Returns other strings
 * unchanged.
 */
export function moneyText(text: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const number = plain(text);
  return number.includes(".") ? number : `${number}.0`;
}
