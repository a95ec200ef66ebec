/** Exact arithmetic on decimals stored as strings, without floats or rounding. */

export function decimalsIn(number: string): number {
  return number.split(".")[1]?.length ?? 0;
}

/**
 * Converts a decimal to a whole number of the smallest units. The input must not have more than `decimals` decimals.
 */
export function unitsOf(number: string, decimals: number): bigint {
  const [whole = "0", after = ""] = number.split(".");
  return BigInt(whole + after.padEnd(decimals, "0"));
}

/** Converts units back to a decimal with exactly `decimals` decimals. */
export function textOfUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const whole = `${units < 0n ? "-" : ""}${digits.slice(0, point)}`;
  return decimals === 0 ? whole : `${whole}.${digits.slice(point)}`;
}

/** The sum has as many decimals as the most precise number. */
export function exactSum(numbers: readonly string[]): string {
  const decimals = Math.max(0, ...numbers.map(decimalsIn));
  const sum = numbers.reduce((so, number) => so + unitsOf(number, decimals), 0n);
  return textOfUnits(sum, decimals);
}

/** Zero never gets a sign. */
export function negated(number: string): string {
  if (/^[0.]+$/.test(number)) return number;
  return number.startsWith("-") ? number.slice(1) : `-${number}`;
}
