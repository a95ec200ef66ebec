/**
 * JSON with exact numbers. A number is parsed as a string with a prefix, and its digits are written unchanged, so
 * that amounts stay exact.
 */

const mark = "\0";
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Throws a `SyntaxError` if the input is not JSON. */
export function parseExact(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(text.replace(token, (found) => (found.startsWith('"') ? found : `"\\u0000${found}"`)));
}

export function writeExact(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000(-?\d[\d.eE+-]*)"/g, "$1");
}

/** Returns the digits of a parsed number. Returns undefined for other values and for numbers with an exponent. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === "string" && /^\0-?\d+(?:\.\d+)?$/.test(value) ? value.slice(1) : undefined;
}

/** Returns `a + b` or `a - b`, with as many decimal places as the more precise of the two numbers. */
export function added(a: string, b: string, sign: 1 | -1 = 1): string {
  const places = Math.max(...[a, b].map((each) => (each.split(".")[1] ?? "").length));
  const units = (digits: string): bigint => {
    const [whole = "", part = ""] = digits.split(".");
    return BigInt(whole + part.padEnd(places, "0"));
  };
  const sum = units(a) + BigInt(sign) * units(b);
  const text = String(sum < 0n ? -sum : sum).padStart(places + 1, "0");
  const digits = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  return sum < 0n ? `-${digits}` : digits;
}

/** Adds the prefix to a string of digits, so that it is written as a number. */
export function numberOf(digits: string): string {
  return mark + digits;
}
