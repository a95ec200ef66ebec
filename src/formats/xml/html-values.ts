import { booleanText, percent, withDecimals, writtenNumber, type CellText } from "../spreadsheet/cell.js";

/**
 * Returns the value of a cell written by a spreadsheet program. The cell's text may be rounded. The exact value is in
 * the attribute `x:num` (Excel) or `sdval` (LibreOffice). `excel` is the prefix of Excel's attributes on the page.
 */
export function cellValue(
  attributes: Readonly<Record<string, string>>,
  excel: string,
  shown: string,
  isDate: boolean,
): CellText {
  if (attributes[`${excel}:err`] !== undefined) return { text: shown, issue: "error_cell" };
  const isTrue = attributes[`${excel}:bool`];
  if (isTrue !== undefined && isTrue !== "") return booleanText(isTrue);
  const exact = attributes[`${excel}:num`] ?? attributes["sdval"] ?? "";
  return exact === "" ? { text: shown } : exactText(exact, shown, isDate);
}

/** Matches a number with separators, a currency or a percent sign. Does not match dates, times or codes. */
const number =
  /^[-+(\u2212]?\s?(?:[A-Z]{0,2}[$€£¥₹]|[A-Z]{3}\s|Fr\.\s|Rs\.?\s|RM\s)?\s?[-+(\u2212]?\s?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:[.,'\u2019 \u00a0\u202f]\d{2,3})*[.,'\u2019 \u00a0\u202f]\d{3})?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?(%)?(?:[$€£¥₹]|[A-Z]{3}|zł|Kč|kr\.?)?\s?[-)]?$/u;

/** Matches a number and a unit, such as `12.5 kg`. */
const withUnit =
  /^([-+\u2212]?[\d.,'\u2019 \u00a0\u202f]*\d)\s(?:\p{L}{1,4}[\u00b2\u00b3]?(?:\/\p{L}{1,4})?)$/u;

/** Matches a dash that an accounting format shows for zero. */
const zero = /^(?:(?:[A-Z]{0,2}[$€£¥₹]|[A-Z]{3}|Fr\.|Rs\.?|RM) ?)?-(?: ?(?:[$€£¥₹]|[A-Z]{3}|zł|Kč|kr\.?))?$/u;

/**
 * Replaces a displayed number with its exact value. Returns other strings unchanged, such as dates, codes with
 * leading zeros, and words.
 */
function exactText(exact: string, shown: string, isDate: boolean): CellText {
  const plain = shown.trim().replace(/[ \u00a0]+/g, " ");
  const match = number.exec(plain);
  const value = Number(exact);
  // Excel shows number signs if a number is wider than its column.
  if (/^#+$/.test(plain)) return { text: shown, issue: "error_cell" };
  if (value === 0 && zero.test(plain)) return { text: "0" };
  if (isDate) return { text: shown };
  const [, amount] = withUnit.exec(plain) ?? [];
  if (match === null && amount !== undefined && Number.isFinite(value)) {
    if (isRounded(value, amount)) return { ...withDecimals(writtenNumber(exact)), issue: "text_in_format" };
    // The text may be a day and a month.
    return /^(?:[1-9]|[12]\d|3[01])$/.test(amount) ? { text: shown } : { text: shown, issue: "not_a_number" };
  }
  if (match === null || !/\d/.test(shown) || !Number.isFinite(value)) return { text: shown };
  // A percent sign may be literal text in the number format, so that 7 is displayed as 7%.
  const isPercent = match[1] !== undefined && (isRounded(value * 100, shown) || !isRounded(value, shown));
  const read = withDecimals(isPercent ? { text: percent(value) } : writtenNumber(exact));
  const isSame = isRounded(isPercent ? value * 100 : value, shown) && (match[1] === undefined || isPercent);
  return isSame ? read : { ...read, issue: "text_in_format" };
}

/**
 * True if the displayed number is the rounded value. The last separator in the number may be a thousands separator or
 * a decimal separator.
 */
function isRounded(value: number, shown: string): boolean {
  const [mantissa = "", exponent = "0"] = shown.split(/[eE](?=[-+]?\d)/);
  const digits = Number(mantissa.replace(/\D/g, ""));
  const decimals = /[.,](\d+)\D*$/.exec(mantissa)?.[1]?.length ?? 0;
  return [0, decimals].some((places) => {
    const unit = 10 ** (Number.parseInt(exponent, 10) - places);
    return Math.abs(Math.abs(value) - digits * unit) <= unit;
  });
}

/**
 * True if Excel's or LibreOffice's number format of a cell is a date or time, such as `"dd\-mmm\-yy"`,
 * `"\[$-409\]d\\-mmm\;\@"`, `"Short Date"` or `TT.MM.JJJJ`. `sdnum` consists of two languages and the format.
 */
export function isDateFormat(format: string | undefined, sdnum: string | undefined): boolean {
  const text = format ?? /^[^;]*;[^;]*;(.*)$/s.exec(sdnum ?? "")?.[1] ?? "";
  const plain = text.replace(/\\/g, "").replace(/\[[^[\]]*\]|^["']|["']$/g, "");
  if (/^(?:fixed|standard|(?:euro )?currency|yes\/no)$/i.test(plain)) return false;
  const isDate = /[dy]|jj|gg|aa|h+[^a-z]?mm|mm[^a-z]?ss/i.test(plain) && /^[^0#?%]*$/.test(plain);
  return isDate || /^(?:short|medium|long|general) date$/i.test(plain);
}
