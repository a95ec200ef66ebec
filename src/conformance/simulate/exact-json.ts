/**
 * JSON whose numbers keep their digits: each is read as a text that begins with a mark, and written as the number that it was. What
 * was an amount on the way in is the same amount on the way out.
 */

const mark = "\0";
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Throws a `SyntaxError` where the text is no JSON. */
export function parseExact(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(text.replace(token, (found) => (found.startsWith('"') ? found : `"\\u0000${found}"`)));
}

export function writeExact(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0000(-?\d[\d.eE+-]*)"/g, "$1");
}

/** The digits of a number that was read, undefined for anything else. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === "string" && /^\0-?\d+(?:\.\d+)?$/.test(value) ? value.slice(1) : undefined;
}

/** `a + b`, or `a - b`, with the decimals of the longer one. */
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

/** Digits as a number to write. */
export function numberOf(digits: string): string {
  return mark + digits;
}
