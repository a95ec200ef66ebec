/** Arithmetic on decimals as text, digit by digit: never a float, never rounded. */

export function decimalsIn(number: string): number {
  return number.split(".")[1]?.length ?? 0;
}

/** A number with no more than so many decimals, in units of the last of them. */
export function unitsOf(number: string, decimals: number): bigint {
  const [whole = "0", after = ""] = number.split(".");
  return BigInt(whole + after.padEnd(decimals, "0"));
}

/** The number of so many units, with all of its decimals. */
export function textOfUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const whole = `${units < 0n ? "-" : ""}${digits.slice(0, point)}`;
  return decimals === 0 ? whole : `${whole}.${digits.slice(point)}`;
}

/** With as many decimals as the number that has most. */
export function exactSum(numbers: readonly string[]): string {
  const decimals = Math.max(0, ...numbers.map(decimalsIn));
  const sum = numbers.reduce((so, number) => so + unitsOf(number, decimals), 0n);
  return textOfUnits(sum, decimals);
}

/** A number with its sign turned round; zero has none. */
export function negated(number: string): string {
  if (/^[0.]+$/.test(number)) return number;
  return number.startsWith("-") ? number.slice(1) : `-${number}`;
}
