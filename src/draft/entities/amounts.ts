import { decimalsOf } from "../../model/currencies.js";
import { numberFormatOf } from "../numbers.js";
import { valuesBeside } from "../column.js";
import { abstain, candidates, choose, type FieldGuess } from "../field-guess.js";
import { confidence, part } from "../weights.js";
import { flowList, scalar } from "../yaml-text.js";
import { addsUp, currencyIn, isShare, type EntityColumn } from "./columns.js";

/** What amounts of one record, or of one element, are made of. */
export interface AmountColumns {
  readonly amounts: readonly EntityColumn[];
  readonly currency: EntityColumn | undefined;
  /** The column that holds the currency of the account. */
  readonly local: EntityColumn | undefined;
  /** How a column of currencies is written in the mapping, which may stand in the header row alone. */
  readonly written: (column: EntityColumn) => string;
  /** All amounts of the file: one export writes its numbers in one way. */
  readonly all: readonly EntityColumn[];
  /** Why it is a person's to say which amounts are turned round; undefined: none is. */
  readonly turned: string | undefined;
}

/** The two amounts of a record or element, part by part; what values do not prove is asked. */
export function amountFields(found: AmountColumns): Record<string, FieldGuess> {
  const local = found.amounts.filter(({ side }) => side === "local");
  const others = found.amounts.filter((column) => !local.includes(column));
  return {
    ...sideFields("local_amount", local, found, localCurrency(local, found)),
    ...sideFields("overseas_amount", others, found, chargedCurrency(found)),
  };
}

function sideFields(
  name: string,
  columns: readonly EntityColumn[],
  found: AmountColumns,
  currency: FieldGuess,
): Record<string, FieldGuess> {
  return {
    [`${name}.currency`]: currency,
    ...Object.fromEntries(
      Object.entries(parts(name, columns, found)).map(([each, guess]) => [`${name}.${each}`, guess]),
    ),
  };
}

function localCurrency([first]: readonly EntityColumn[], { local, written }: AmountColumns): FieldGuess {
  if (local !== undefined)
    return choose([local], { op: "written", text: written(local) }, confidence.likely, "the heading says so");
  const code = first && currencyIn(first.heading);
  if (first === undefined) return abstain("that of the account, such as { constant: EUR }");
  if (code === undefined)
    return abstain(`${first.name} is in the currency of the account: write it, such as { constant: EUR }`);
  return choose(
    [first],
    { op: "written", text: `{ constant: ${code} }` },
    confidence.likely,
    "the heading names the currency",
  );
}

function chargedCurrency({ currency, written, amounts }: AmountColumns): FieldGuess {
  if (currency === undefined)
    return abstain("no column holds a currency: write it, such as { constant: EUR }");
  const isFilled = amounts.every(
    ({ cells, profile }) =>
      cells.length !== currency.cells.length || currency.profile.filled >= profile.filled * part.nearlyAll,
  );
  const text = written(currency);
  if (!isFilled && !text.startsWith("{"))
    return abstain(
      "the column of currencies is not filled where amounts are",
      candidates([currency], valuesBeside),
    );
  return choose([currency], { op: "written", text }, confidence.certain, "heading and values are currencies");
}

function parts(
  name: string,
  columns: readonly EntityColumn[],
  found: AmountColumns,
): Record<string, FieldGuess> {
  const of = (role: string) => columns.filter((column) => column.role === role);
  const open = (reason: string) => abstain(reason, candidates(columns, valuesBeside));
  if (columns.length === 0) {
    const why =
      name === "local_amount"
        ? "no column is seen to be in the currency of the account: where all charges are in it, write what stands under overseas_amount"
        : "no column is seen to be in the currency that is charged: where all charges are in that of the account, write what stands under local_amount";
    return { pre_tax: abstain(why), tax: abstain("likewise"), total: abstain("likewise") };
  }
  const all = (reason: string) => ({ pre_tax: open(reason), tax: open(reason), total: open(reason) });
  if (["net", "tax", "gross", "amount"].some((role) => of(role).length > 1))
    return all("several columns hold amounts");
  const [net, tax, gross, plain] = ["net", "tax", "gross", "amount"].map((role) => of(role)[0]);
  // What is merely called an amount is before tax, or with it, where the tax proves it.
  const isNet = plain !== undefined && tax !== undefined && gross !== undefined && addsUp(plain, tax, gross);
  const isGross = plain !== undefined && tax !== undefined && net !== undefined && addsUp(net, tax, plain);
  const before = net ?? (isNet ? plain : undefined);
  const after = gross ?? (isGross ? plain : undefined);
  const isWhole = before !== undefined && tax !== undefined && after !== undefined;
  if (isWhole && !addsUp(before, tax, after)) return all("before tax and tax do not come to the total");
  const base = before ?? after ?? plain;
  const isOfRows =
    tax !== undefined && (isWhole || (base !== undefined && isShare(tax, base, base === after)));
  const written = (column: EntityColumn) =>
    money(
      column,
      found,
      isWhole
        ? "before tax and tax come to the total in the rows"
        : "the heading says so and the values are amounts",
    );
  const example = base === undefined ? "" : `; ${base.name} is written ${moneyText(base, found)}`;
  const sum =
    before === undefined || !isOfRows || found.turned !== undefined
      ? undefined
      : `{ sum: ${flowList([before.name, tax.name])}, decimal: ${decimalText(found)} }`;
  const sources = [before, tax].filter((column) => column !== undefined);
  return {
    pre_tax: before === undefined ? open(`no column is proved to be before tax${example}`) : written(before),
    tax: isOfRows
      ? written(tax)
      : tax === undefined
        ? abstain("no column holds the tax")
        : open("nothing in the rows proves that the column holds the tax, and not its rate"),
    total:
      after !== undefined
        ? written(after)
        : sum !== undefined
          ? choose(sources, { op: "written", text: sum }, confidence.likely, "before tax and tax come to it")
          : open(`no column is proved to be with tax${example}`),
  };
}

function money(column: EntityColumn, found: AmountColumns, reason: string): FieldGuess {
  const warnings = found.turned === undefined ? [] : [found.turned];
  return choose([column], { op: "written", text: moneyText(column, found) }, confidence.certain, reason, {
    warnings,
  });
}

function moneyText(column: EntityColumn, found: AmountColumns): string {
  const negative = found.turned === undefined ? "" : ", negative: TODO";
  return `{ column: ${scalar(column.name)}, decimal: ${decimalText(found)}${negative} }`;
}

/** The decimal sign of all amounts; where none shows it, whether the last digits are decimals is asked. */
function decimalText({ all, currency }: AmountColumns): string {
  const values = all.flatMap(({ profile }) => profile.values);
  const format = numberFormatOf(values);
  if (format === undefined) return "{ sign: TODO }";
  const isWhole = values.every((value) => /^[-+]?\d+$/.test(value.trim()));
  const codes = [...(currency?.profile.counts.keys() ?? [])];
  if (isWhole && !(codes.length > 0 && codes.every((code) => decimalsOf(code.trim()) === 0)))
    return '{ sign: ".", implied: TODO }';
  const thousands = (format.decimal === "," ? [".", " ", "'"] : [",", " ", "'"]).find((sign) =>
    values.some((value) =>
      value
        .trim()
        .replace(/[\u00a0\u202f]/g, " ")
        .includes(sign),
    ),
  );
  return `{ sign: "${format.decimal}"${thousands === undefined ? "" : `, thousands: "${thousands}"`} }`;
}
