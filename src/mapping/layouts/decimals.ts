import type { DecimalForm } from "./grammar.js";

/**
 * This module formats amounts that are stored as decimal strings. The digits are never converted to floats or rounded.
 */

const form = /^(-?)(\d+)(?:\.(\d+))?$/;

export function isDecimal(text: string): boolean {
  return form.test(text);
}

export function signOf(number: string): number {
  if (!/[1-9]/.test(number)) return 0;
  return number.startsWith("-") ? -1 : 1;
}

/** The reason completes a sentence that begins with the field. */
export function writeDecimal(
  number: string,
  { sign = ".", thousands, negative = "minus" }: DecimalForm,
  places: number | undefined,
): { readonly text: string } | { readonly reason: string } {
  const [, , digits = "0", after = ""] = form.exec(number) ?? [];
  const decimals = places === undefined ? after : after.padEnd(places, "0");
  if (places !== undefined && /[1-9]/.test(decimals.slice(places)))
    return { reason: `has more than ${places} decimals and is not rounded` };
  const isBelow = signOf(number) < 0;
  if (isBelow && negative === "refuse") return { reason: "is negative" };
  const whole = digits.replace(/^0+(?=\d)/, "");
  const grouped = thousands === undefined ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  const behind = places === undefined ? decimals : decimals.slice(0, places);
  const point = behind === "" || sign === "none" ? "" : sign;
  // If there is no decimal separator, leading zeros are removed, so that `0.05` becomes `5`.
  const unsigned = sign === "none" ? (grouped + behind).replace(/^0+(?=\d)/, "") : grouped + point + behind;
  if (!isBelow || negative === "unsigned") return { text: unsigned };
  if (negative === "parentheses") return { text: `(${unsigned})` };
  return { text: negative === "trailing" ? `${unsigned}-` : `-${unsigned}` };
}
