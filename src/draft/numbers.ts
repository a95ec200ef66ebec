import { fraction } from "./weights.js";

/** How the numbers of a column are written, decided from all of its values at once (percent or fraction, decimal sign). */

export interface NumberFormat {
  readonly decimal: "." | ",";
  readonly values: readonly number[];
  readonly hasPercentSign: boolean;
}

export type RateUnit = "percent" | "fraction";

const numeric = /^[-+]?(?:\d[\d.,' \u00a0\u202f]*|[.,]\d+)$/;

function plain(value: string): string {
  return value
    .trim()
    .replace(/\s*[%％]$|^%\s*/, "")
    .trim();
}

/** Whether the cell is a number, with or without a percent sign. */
export function isNumber(value: string): boolean {
  return numeric.test(plain(value));
}

/** The numbers of a column, or undefined when the decimal sign is mixed or open (`1.000` alone could be either). */
export function numberFormatOf(values: readonly string[]): NumberFormat | undefined {
  const cells = values.filter((value) => value.trim() !== "" && isNumber(value)).map(plain);
  const commas = cells.filter((cell) => /,\d{1,2}$|,\d{4,}$|^[-+]?0?,\d+$/.test(cell));
  const points = cells.filter((cell) => /\.\d{1,2}$|\.\d{4,}$|^[-+]?0?\.\d+$/.test(cell));
  const open = cells.some((cell) => /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(cell));
  if (commas.length > 0 && points.length > 0) return undefined;
  if (commas.length === 0 && points.length === 0 && open) return undefined;
  const decimal = commas.length > 0 ? "," : ".";
  const thousands = decimal === "," ? /[.' \u00a0\u202f]/g : /[,' \u00a0\u202f]/g;
  const parsed = cells.map((cell) => Number(cell.replace(thousands, "").replace(",", ".")));
  if (parsed.some((value) => !Number.isFinite(value))) return undefined;
  return { decimal, values: parsed, hasPercentSign: values.some((value) => /[%％]/.test(value)) };
}

/**
 * The numbers of a column of rates: three digits after the only sign (`22.000`) cannot be thousands there, for no rate is
 * above a hundred.
 */
export function rateFormatOf(values: readonly string[]): NumberFormat | undefined {
  const known = numberFormatOf(values);
  if (known !== undefined) return known;
  const cells = values.filter((value) => value.trim() !== "" && isNumber(value)).map(plain);
  const signs = new Set(cells.flatMap((cell) => cell.match(/[.,]/g) ?? []));
  const [sign] = signs;
  if (signs.size !== 1 || (sign !== "." && sign !== ",")) return undefined;
  const parsed = cells.map((cell) => Number(cell.replace(",", ".")));
  if (parsed.some((value) => !Number.isFinite(value) || Math.abs(value) > 100)) return undefined;
  return { decimal: sign, values: parsed, hasPercentSign: values.some((value) => /[%％]/.test(value)) };
}

/**
 * Percent or fraction, per column, never per cell: a percent sign or a value above 1 means percent; values that all lie
 * between 0 and 1 and look like tax rates mean a fraction. Undefined when the column does not say (only 0 and 1).
 */
export function rateUnitOf(format: NumberFormat): RateUnit | undefined {
  if (format.hasPercentSign) return "percent";
  const sizes = format.values.map(Math.abs).filter((value) => value > 0);
  if (sizes.some((value) => value > 1)) return "percent";
  const typical = sizes.filter((value) => value >= fraction.least && value <= fraction.most);
  const large = sizes.filter((value) => value > fraction.most);
  return typical.length > 0 &&
    large.length <= sizes.length * fraction.larger &&
    Math.max(...sizes) >= fraction.usual
    ? "fraction"
    : undefined;
}
