import { fraction } from "./weights.js";

export interface NumberFormat {
  readonly decimal: "." | ",";
  readonly values: readonly number[];
  readonly hasPercentSign: boolean;
}

export type RateUnit = "percent" | "fraction";

const numeric = /^[-+]?(?:\d[\d.,'\u2019 \u00a0\u2009\u202f]*|[.,]\d+)$/;

function plain(value: string): string {
  return value
    .trim()
    .replace(/\s*[%％]$|^%\s*/, "")
    .trim();
}

/** True for a number, with or without a percent sign. */
export function isNumber(value: string): boolean {
  return numeric.test(plain(value));
}

/** Returns undefined if the decimal separator is inconsistent or unclear, as in `1.000` alone. */
export function numberFormatOf(values: readonly string[]): NumberFormat | undefined {
  const cells = values.filter((value) => value.trim() !== "" && isNumber(value)).map(plain);
  const commas = cells.filter((cell) => /,\d{1,2}$|,\d{4,}$|^[-+]?0?,\d+$/.test(cell));
  const points = cells.filter((cell) => /\.\d{1,2}$|\.\d{4,}$|^[-+]?0?\.\d+$/.test(cell));
  const open = cells.some((cell) => /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(cell));
  if (commas.length > 0 && points.length > 0) return undefined;
  if (commas.length === 0 && points.length === 0 && open) return undefined;
  const decimal = commas.length > 0 ? "," : ".";
  const thousands = decimal === "," ? /[.'\u2019 \u00a0\u2009\u202f]/g : /[,'\u2019 \u00a0\u2009\u202f]/g;
  const parsed = cells.map((cell) => Number(cell.replace(thousands, "").replace(",", ".")));
  if (parsed.some((value) => !Number.isFinite(value))) return undefined;
  return { decimal, values: parsed, hasPercentSign: values.some((value) => /[%％]/.test(value)) };
}

/** Three digits after the only separator (`22.000`) are decimals, because no rate exceeds 100. */
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
 * Determines whether a column contains percentages or fractions. A percent sign or a value above 1 indicates
 * percentages. Values between 0 and 1 that look like tax rates indicate fractions. Returns undefined if the values do
 * not show the unit, for example if each of them is 0 or 1.
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
