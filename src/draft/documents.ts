import { abbreviations } from "./abbreviations.js";
import { clear, head, headIs, is, owned, valuesBeside, type GuessColumn } from "./column.js";
import {
  abstain,
  candidates,
  datedAs,
  readValues,
  type ColumnChoice,
  type FieldCandidate,
  type FieldGuess,
} from "./field-guess.js";
import { documentLexicon, type Lexicon } from "./lexicon.js";
import type { Meaning } from "./meanings.js";
import { numberFormatOf } from "./numbers.js";
import { isCurrencyCode } from "./places.js";
import { enoughMatch, isBlank, profileOf } from "./profile.js";
import { blankReading, readHeadings } from "./reading.js";
import { decide, type Evidence, type Scored, type ValueTest } from "./scorer.js";
import { segment } from "./segments.js";
import { invoiceStatusOf, jobTypeOf } from "./value-words.js";
import { fraction, part, says } from "./weights.js";
import { wordsOf } from "./words.js";
import { comment, scalar } from "./yaml-text.js";

/**
 * This module drafts mappings for jobs with costs and for invoices with lines. Columns are proposed based on headings
 * and values, but a person must decide which rows form a record. The draft lists the repeating columns and refers to
 * the most similar example.
 */

export type DocumentType = "job" | "payables-invoice";

export interface Documents {
  readonly record: DocumentType;
  readonly fields: Readonly<Record<string, FieldGuess>>;
  readonly list: string;
  readonly elements: Readonly<Record<string, FieldGuess>>;
  readonly columns: readonly GuessColumn[];
  readonly refused: readonly FieldCandidate[];
  /** Mapping lines that group rows. A person must complete these lines. */
  readonly group: readonly string[];
  readonly place: readonly string[];
}

interface DocumentTable extends Scored {
  readonly decimal: "." | "," | undefined;
  readonly repeats: Repeats;
}

interface Sample {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Name of the element or object from which each row was read. */
  readonly rowName?: string | undefined;
}

/** Entities that columns in exports of jobs and invoices may describe. */
const things: ReadonlySet<Meaning> = new Set<Meaning>([
  "job",
  "invoice",
  "document",
  "vendor",
  "customer",
  "payment",
  "waybill",
  "container",
]);

type Ways = readonly Evidence<DocumentTable>[];

const codes: ValueTest = {
  says: "codes",
  share: ({ profile }) =>
    profile.dates === undefined || profile.dates.format === "excel_serial" ? profile.code : 0,
  least: part.nearlyAll,
};
const days: ValueTest = {
  says: "dates",
  share: ({ profile }) => (profile.dates === undefined ? 0 : 1),
  least: 1,
};
const numbers: ValueTest = { says: "numbers", share: ({ profile }) => profile.number, least: part.nearlyAll };
const wholeCodes: ValueTest = {
  ...codes,
  share: (column) => (hasDecimals(column) ? 0 : codes.share(column)),
};
const decimals: ValueTest = {
  ...numbers,
  share: (column) => (hasDecimals(column) ? column.profile.number : 0),
};
const texts: ValueTest = { says: "text", share: ({ profile }) => 1 - profile.number, least: part.half };
const jobTypes: ValueTest = {
  says: "job types",
  share: ({ profile }) => (enoughMatch(profile.values, (value) => jobTypeOf(value) !== undefined, 1) ? 1 : 0),
  least: 1,
};

const askedOnly = says.asked;
const named = {
  id: says.whole,
  number: says.sure,
  code: says.sure,
  silent: says.thing,
  reference: says.fair,
};
const isSold = (column: GuessColumn) => is(column, "sell");

const jobId: Ways = [
  { headings: named, of: ["job"], values: codes },
  { headings: { id: says.thing }, of: [""], values: codes },
];
const operator: Ways = [
  {
    headings: { ...named, name: says.fair },
    of: ["staff", "job+staff"],
    make: noted("the values must be IDs of staff; for names, use the lookup staff.name"),
  },
];
const creditor: Ways = [
  { headings: { ...named, name: says.fair }, of: ["vendor", "charge+vendor"], make: lookedUp("org") },
];
const chargeCode: Ways = [
  {
    headings: { code: says.whole, silent: says.thing, number: says.thing, kind: says.thing },
    of: ["charge"],
    values: wholeCodes,
    make: lookedUp("charge-code"),
    never: isSold,
  },
];
const taxCode: Ways = [
  {
    headings: { code: says.whole, kind: says.thing, silent: says.thing },
    of: ["tax", "charge+tax"],
    values: wholeCodes,
    make: lookedUp("tax-code"),
    never: isSold,
  },
];
const description: Ways = [
  {
    headings: { description: says.whole, name: says.sure, silent: says.thing },
    of: ["charge"],
    values: { ...texts, share: ({ profile }) => profile.prose },
  },
  { headings: { description: says.thing }, of: [""], values: texts },
];
const changed: Ways = [
  { headings: { modified_at: says.whole }, of: "any", values: days, make: dated("timestamp") },
];
const status: Ways = [{ headings: { status: says.whole }, of: ["", "invoice"], make: statusWords }];

/** Evidence for the drafted fields, except the element ID (see `elementId`). */
const evidence: Readonly<
  Record<
    DocumentType,
    {
      readonly list: string;
      readonly fields: Readonly<Record<string, Ways>>;
      readonly elements: Readonly<Record<string, Ways>>;
    }
  >
> = {
  job: {
    list: "accruals",
    fields: {
      external_id: jobId,
      updated_at: changed,
      job_type: [
        { headings: { kind: says.whole }, of: ["job"], values: jobTypes, make: words(jobTypeOf) },
        { headings: { kind: says.thing }, of: [""], values: jobTypes, make: words(jobTypeOf) },
      ],
      number: [{ headings: { ...named, id: 0 }, of: ["job"], values: codes }],
      operator,
    },
    elements: { creditor, charge_code: chargeCode, tax_code: taxCode, description, ...amounts() },
  },
  "payables-invoice": {
    list: "charge_lines",
    fields: {
      external_id: [
        { headings: { id: says.whole, reference: says.thing }, of: ["invoice", "document"], values: codes },
        { headings: { id: says.thing }, of: [""], values: codes },
        { headings: { number: askedOnly, silent: askedOnly }, of: ["document"], values: codes },
      ],
      updated_at: changed,
      status,
      creditor,
      invoice_number: [
        // A column with the quality `foreign` contains the original invoice to which a credit note refers.
        {
          headings: { ...named, id: 0 },
          of: ["invoice", "invoice+vendor"],
          never: (column) => is(column, "foreign"),
        },
        { headings: { number: askedOnly, reference: askedOnly }, of: ["", "document"] },
      ],
      invoice_date: [
        { headings: { date: says.whole }, of: ["invoice"], values: days, make: dated("date") },
        { headings: { date: says.thing }, of: ["", "document"], values: days, make: dated("date") },
      ],
      due_date: [{ headings: { due_date: says.whole }, of: "any", values: days, make: dated("date") }],
      ...amounts(true),
    },
    elements: {
      job: [{ headings: named, of: ["job"], values: codes, make: noted("the values must be IDs of jobs") }],
      accrual: [{ headings: { reference: says.whole }, of: ["charge"] }],
      charge_code: chargeCode,
      tax_code: taxCode,
      tax_rate: [{ headings: { rate: says.whole }, of: ["tax", "charge+tax"], values: numbers, make: rate }],
      ...amounts(),
    },
  },
};

/**
 * Returns the evidence for the parts of the local and the overseas amount. Unit prices and sales amounts are never
 * used as the amount of a line.
 */
function amounts(isOfRecord = false): Readonly<Record<string, Ways>> {
  const isOfOthers = (column: GuessColumn) =>
    isSold(column) || owned(column, "customer") || owned(column, "payment");
  const ofTax = isOfRecord ? ["tax", "invoice+tax"] : ["tax", "charge+tax"];
  const sides = (side: string, isOther: (column: GuessColumn) => boolean): Readonly<Record<string, Ways>> => {
    const isTax = (column: GuessColumn) => owned(column, "tax");
    // If an amount is the same in all rows of a record, it belongs to the record rather than to a line.
    const never = (column: GuessColumn, { repeats }: DocumentTable) =>
      isOther(column) ||
      isOfOthers(column) ||
      (owned(column, "invoice") || repeats.ofRecord.has(column)) !== isOfRecord;
    return {
      [`${side}.currency`]: [
        {
          headings: { currency: says.whole },
          of: "any",
          never: (column) => isOther(column) || isOfOthers(column),
          values: { ...texts, least: 1 },
        },
      ],
      [`${side}.pre_tax`]: [
        { headings: { net: says.whole }, of: "any", never, values: numbers, make: money },
        {
          headings: { amount: askedOnly },
          of: "any",
          never: (column, table) => never(column, table) || isTax(column),
          values: numbers,
        },
      ],
      [`${side}.tax`]: [
        { headings: { amount: says.whole }, of: ofTax, never, values: decimals, make: money },
        // A column named only `VAT` may contain rates or registration numbers.
        {
          headings: { silent: says.sure },
          of: ofTax,
          never: (column, table) => never(column, table) || !isShareOfNet(column, table),
          values: decimals,
          make: money,
        },
        { headings: { silent: askedOnly }, of: ofTax, never, values: decimals },
      ],
      [`${side}.total`]: [
        {
          headings: { gross: says.whole },
          of: "any",
          never: (column, table) => never(column, table) || isTax(column),
          values: numbers,
          make: money,
        },
        {
          headings: { amount: askedOnly },
          of: "any",
          never: (column, table) => never(column, table) || isTax(column),
          values: numbers,
        },
      ],
    };
  };
  return {
    ...sides("local_amount", (column) => !isLocal(column)),
    ...sides("overseas_amount", isLocal),
  };
}

/**
 * True if the amount is in the account's currency, which the heading can indicate with a word or a currency code, as
 * in `GBP Net`.
 */
function isLocal(column: GuessColumn): boolean {
  return (
    is(column, "local") ||
    column.heading.split(/[^A-Za-z]+/).some((word) => /^[A-Z]{3}$/.test(word) && isCurrencyCode(word))
  );
}

function hasDecimals({ profile }: GuessColumn): boolean {
  return (
    profile.number >= part.nearlyAll && profile.values.some((value) => /[.,]\d\d?$/.test(unsigned(value)))
  );
}

/** True if the tax is at most 30% of the net amount in every row. */
function isShareOfNet(tax: GuessColumn, { columns, decimal }: DocumentTable): boolean {
  const net = columns.find(
    (column) => headIs(column, "net") && isLocal(column) === isLocal(tax) && isSet(column) === isSet(tax),
  );
  const read = (cell = "") =>
    Math.abs(
      Number(
        unsigned(cell)
          .replace(decimal === "," ? /[. ]/g : /[, ]/g, "")
          .replace(",", "."),
      ),
    );
  return (
    net?.cells.length === tax.cells.length &&
    tax.cells.every((cell, row) => isBlank(cell) || read(cell) <= read(net.cells[row]) * fraction.ofNet)
  );
}

/** Moves a trailing minus sign to the front. For example, `12.50-` becomes `-12.50`. */
function unsigned(cell: string): string {
  return cell.trim().replace(/^(.*\d)-$/, "-$1");
}

// -- operations for the chosen column --

function money(chosen: ColumnChoice, column: GuessColumn, { decimal }: DocumentTable): FieldGuess {
  const text = `{ column: ${scalar(column.name)}, decimal: { sign: ${decimal === undefined ? "TODO" : `"${decimal}"`} } }`;
  return { ...chosen, operation: { op: "written", text } };
}

function rate(chosen: ColumnChoice, { profile }: GuessColumn): FieldGuess {
  const unit = profile.numbers?.values.some((value) => Math.abs(value) > 1) === true ? "percent" : undefined;
  return { ...chosen, operation: { op: "rate", unit, decimal: profile.numbers?.decimal ?? "." } };
}

function dated(op: "date" | "timestamp") {
  return (chosen: ColumnChoice, { profile }: GuessColumn): FieldGuess =>
    profile.dates === undefined ? chosen : { ...chosen, operation: datedAs(op, profile.dates) };
}

function noted(warning: string) {
  return (chosen: ColumnChoice): FieldGuess => ({ ...chosen, warnings: [warning] });
}

function words(meaning: (value: string) => string | undefined) {
  return (chosen: ColumnChoice, column: GuessColumn): FieldGuess => ({
    ...chosen,
    operation: { op: "values", values: readValues(column, meaning) },
  });
}

function statusWords(chosen: ColumnChoice, column: GuessColumn): FieldGuess {
  return column.profile.distinct > 12
    ? abstain("the column has too many values", candidates([column], valuesBeside))
    : words(invoiceStatusOf)(chosen, column);
}

/**
 * Adds an operation that looks up the entity by code, or by name if the values are not codes. If the heading of a
 * column of numbers mentions neither an ID nor a code, the numbers may be either, so the field stays open.
 */
function lookedUp(target: "org" | "charge-code" | "tax-code") {
  return (chosen: ColumnChoice, column: GuessColumn): FieldGuess => {
    if (headIs(column, "id")) return chosen;
    const isCode = column.profile.code >= part.nearlyAll;
    const name = scalar(column.name);
    const found = (by: string) => `{ column: ${name}, lookup: ${target}.${by} }`;
    if (
      !headIs(column, "code") &&
      enoughMatch(column.profile.values, (value) => /^\d+$/.test(value.trim()), 1)
    )
      return abstain(
        `the numbers are either IDs (write ${name}) or codes (write ${found("code")})`,
        candidates([column], valuesBeside),
      );
    const by = isCode ? "code" : "name";
    return {
      ...chosen,
      operation: { op: "written", text: found(by) },
      warnings: [`records are looked up by ${by}; if the values are IDs, write only ${name}`],
    };
  };
}

// -- reading the table --

export function documentsIn(sample: Sample, lexicon: Lexicon, record: DocumentType): Documents {
  const columns = columnsOf(sample, lexicon);
  const amounts = columns.filter(
    (column) => headIs(column, "net", "gross", "amount") || owned(column, "tax"),
  );
  const format = numberFormatOf(amounts.flatMap(({ profile }) => profile.values.map(unsigned)));
  const repeats = repeatsIn(columns, record);
  const table: DocumentTable = {
    columns,
    owners: [],
    known: 1,
    beside: valuesBeside,
    decimal: format?.decimal,
    repeats,
  };
  const answers = (fields: Readonly<Record<string, Ways>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, ways]) => [name, decide(table, { what: whatOf(name), ways })]),
    );
  const { list, fields, elements } = evidence[record];
  const own = answers(fields);
  const ofElements = { external_id: elementId(columns, own["external_id"]), ...answers(elements) };
  const used = new Set(
    [...Object.values(own), ...Object.values(ofElements)].flatMap((guess) =>
      guess.decision === "chosen" ? guess.columns : guess.candidates.map(({ column }) => column),
    ),
  );
  const isNumbered = columns.some(isSet);
  return {
    record,
    fields: own,
    list,
    elements: ofElements,
    columns,
    refused: columns
      .filter(({ name, profile }) => profile.filled > 0 && !used.has(name))
      .map((column) => ({ column: column.name, reason: reasonForLeavingOut(column) })),
    group: [...comment(repeats.says), ...(isNumbered ? [] : ["group: { by: TODO }"])],
    place: [isNumbered ? "columns: 1.." : repeats.rows],
  };
}

/** True if the column represents a set of numbered columns. */
function isSet({ name }: GuessColumn): boolean {
  return name.includes("{n}");
}

/** Descriptions of fields with unclear names. */
const meant: Readonly<Record<string, string>> = {
  updated_at: "the time of the last change",
  pre_tax: "the amount before tax",
  tax: "the tax",
  total: "the amount including tax",
  accrual: "the accrual that a line settles",
};

function whatOf(field: string): string {
  const name = field.replace(/^.*\./, "");
  return meant[name] ?? `the ${name.replaceAll("_", " ")}`;
}

function reasonForLeavingOut(column: GuessColumn): string {
  if (isSold(column)) return "is about sales";
  return owned(column, "customer") ? "belongs to a customer" : "does not match a field";
}

/**
 * Reads the headings with the lexicon for documents. Combines numbered columns, such as `Cost 2 Amount`, into one
 * column such as `Cost {n} Amount`.
 */
function columnsOf({ headings, rows, rowName }: Sample, lexicon: Lexicon): readonly GuessColumn[] {
  const own = documentLexicon(lexicon);
  const pattern = (heading: string) => heading.replace(/(?<!\d)\d{1,3}(?!\d)/, "{n}");
  // The XML reader numbers repeated elements, starting with the second: `Charge.Amount`, `Charge.2.Amount`.
  const bare = (heading: string) => pattern(heading).replace(".{n}", "");
  const places = new Map<string, number[]>();
  for (const [index, heading] of headings.entries())
    places.set(bare(heading), [...(places.get(bare(heading)) ?? []), index]);
  const sets = [...places.values()].map((indexes) => {
    const last = headings[indexes.at(-1) ?? 0] ?? "";
    return indexes.length > 1 && pattern(last) !== last ? indexes : undefined;
  });
  const single = [...places.values()].filter((_, set) => sets[set] === undefined).flat();
  const all = [
    ...single.map((index) => [index]),
    ...sets.flatMap((indexes) => (indexes === undefined ? [] : [indexes])),
  ];
  const spoken = all.map((indexes) => endOfPath(headings[indexes.at(-1) ?? 0] ?? "", rowName, own));
  const readings = readHeadings(spoken, own, things);
  return all
    .map((indexes, place) => {
      const index = indexes[0] ?? 0;
      const heading = headings[index] ?? "";
      const isPlain = heading.trim() !== "" && headings.indexOf(heading) === headings.lastIndexOf(heading);
      const last = headings[indexes.at(-1) ?? 0] ?? "";
      const cells = rows.flatMap((row) => indexes.map((each) => row[each] ?? ""));
      return {
        index,
        heading,
        name: indexes.length > 1 ? pattern(last) : isPlain ? heading : `#${index + 1}`,
        reading: readings[place] ?? blankReading,
        profile: profileOf(cells.map(unsigned)),
        cells,
      };
    })
    .sort((a, b) => a.index - b.index);
}

/**
 * Returns the last one or two steps of a path such as `costs.1.vendor.code`. If the heading is only a word such as
 * `Number`, the name of the row's element is added, as in `Invoice Number`.
 */
function endOfPath(heading: string, rowName: string | undefined, lexicon: Lexicon): string {
  const steps = heading.replace(/^.*\.\d+\./, "").split(".");
  const end = steps.every((step) => /^@?[\p{L}:_-]{3,}$/u.test(step)) ? steps.slice(-2).join(" ") : heading;
  if (rowName === undefined || steps.length > 1) return end;
  const words = wordsOf(heading);
  const said = segment(words, lexicon, abbreviations(heading, words, lexicon)).flatMap(({ entries = [] }) =>
    entries.flatMap(({ meanings }) => meanings),
  );
  return said.length > 0 && said.every((meaning) => meaning === "number" || meaning === "reference")
    ? `${rowName} ${heading}`
    : end;
}

// -- detecting the record type --

/**
 * The table must have a creditor, a price, and either a job or invoice number or numbered columns. The table must not
 * have payment columns.
 */
export function mayListDocuments(sample: Sample, lexicon: Lexicon): boolean {
  const columns = columnsOf(sample, lexicon).filter(({ profile }) => profile.filled > 0);
  const creditor = columns.some(
    (column) => owned(column, "vendor") && headIs(column, "code", "name", "number", "id", undefined),
  );
  const isPriced = columns.some((column) => isAmount(column) && !isSold(column));
  if (!creditor || !isPriced || columns.some((column) => owned(column, "payment"))) return false;
  return (
    columns.some(isSet) ||
    columns.some((column) => isNumberOf(column, "job") || isNumberOf(column, "invoice"))
  );
}

/**
 * Returns the heading of the column with the invoice, order, notice or job number if the table also has a column of
 * dates or amounts.
 */
export function documentNamed(sample: Sample, lexicon: Lexicon): string | undefined {
  const columns = columnsOf(sample, lexicon).filter(({ profile }) => profile.filledShare >= part.half);
  const named = columns.find(
    (column) =>
      ["invoice", "document", "job"].some((thing) => isNumberOf(column, thing as Meaning)) &&
      column.profile.code >= part.most,
  );
  const isDated = columns.some(
    (column) => headIs(column, "date", "due_date", "created_at") && column.profile.dates !== undefined,
  );
  return named !== undefined && (isDated || columns.some(isAmount)) ? named.heading.trim() : undefined;
}

function isNumberOf(column: GuessColumn, thing: Meaning): boolean {
  return (
    owned(column, thing) &&
    clear(column) &&
    headIs(column, "id", "number", "code", "reference", undefined) &&
    column.profile.filled > 0 &&
    !column.profile.isRowNumber
  );
}

function isAmount(column: GuessColumn): boolean {
  return headIs(column, "net", "gross", "amount", "unit_price") && numbers.share(column) >= numbers.least;
}

// -- the structure of the rows --

interface Repeats {
  /** Columns with the same value in all rows of each record. */
  readonly ofRecord: ReadonlySet<GuessColumn>;
  /** YAML line that specifies which rows become elements. */
  readonly rows: string;
  /** A description for people that refers to the most similar example in `samples/forms`. */
  readonly says: string;
}

function repeatsIn(columns: readonly GuessColumn[], type: DocumentType): Repeats {
  const filled = columns.filter(({ profile }) => profile.filled > 0);
  const names = (some: readonly GuessColumn[]) => some.map(({ name }) => name).join(", ") || "none";
  const found = (
    says: string,
    form: string,
    ofRecord: readonly GuessColumn[] = [],
    kinds?: GuessColumn,
  ): Repeats => ({
    ofRecord: new Set(ofRecord),
    rows: kinds === undefined ? "rows: all" : `rows: { column: ${scalar(kinds.name)}, in: TODO }`,
    says: `${says} The most similar example is samples/forms/${form}.`,
  });
  const sets = filled.filter(isSet);
  if (sets.length > 0) {
    const says = `These columns are numbered, one number per element: ${names(sets)}.`;
    return found(
      says,
      "numbered-columns",
      filled.filter((column) => !isSet(column)),
    );
  }
  const key = keyOf(filled, type);
  if (key === undefined)
    return found(
      "No heading looks like the heading of a record number. Which columns identify a record?",
      "compound-key",
    );
  let above = "";
  const keys = key.cells.map((cell) => (above = isBlank(cell) ? above : cell.trim()));
  const first = new Map<string, number>();
  for (const [row, text] of keys.entries()) if (!first.has(text)) first.set(text, row);
  if (first.size === keys.length)
    return found(
      `${key.name} is different in every row, so the columns that repeat within a record are unknown.`,
      "header-repeated",
    );
  const same = filled.filter(
    ({ cells }) =>
      cells !== key.cells &&
      cells.every((cell, row) => isBlank(cell) || cell === cells[first.get(keys[row] ?? "") ?? row]),
  );
  const others = filled.filter((column) => column !== key && !same.includes(column));
  const types = others.find(
    (column) =>
      column.profile.distinct <= 4 &&
      column.profile.uniqueness <= part.half &&
      column.profile.filledShare === 1 &&
      column.reading.owners.size === 0 &&
      same.some((other) => isFilledForOneKind(column, other)),
  );
  const isScattered = keys.some((text, row) => row > 0 && text !== keys[row - 1] && first.get(text) !== row);
  const form =
    types !== undefined
      ? "typed-rows"
      : key.profile.filledShare < 1
        ? "header-once"
        : isScattered
          ? "scattered-rows"
          : "header-repeated";
  const kinds =
    types === undefined ? "" : ` ${types.name} may contain the type of each row: ${valuesBeside(types)}.`;
  const says = `${key.name} has ${key.profile.distinct} values in ${keys.length} rows. In rows with the same value, these columns are equal or blank: ${names(same)}. These columns differ: ${names(others)}.${kinds}`;
  return found(says, form, same, types);
}

/** Returns the column that is most likely to identify records, or undefined if no column is suitable. */
function keyOf(columns: readonly GuessColumn[], type: DocumentType): GuessColumn | undefined {
  const things: readonly Meaning[] = type === "job" ? ["job"] : ["invoice", "document"];
  const may = columns.filter(
    (column) =>
      column.profile.code >= part.most &&
      (things.some((thing) => isNumberOf(column, thing)) ||
        (head(column) === "id" && column.reading.owners.size === 0)),
  );
  return may.find(({ profile, cells }) => profile.distinct < cells.length) ?? may[0];
}

/** True if a column is filled for some row types and blank for others. */
function isFilledForOneKind(kinds: GuessColumn, column: GuessColumn): boolean {
  const of = (isWanted: boolean) =>
    new Set(kinds.cells.filter((_, row) => isBlank(column.cells[row]) !== isWanted));
  const [filled, blank] = [of(true), of(false)];
  return blank.size > 0 && [...filled].every((kind) => !blank.has(kind));
}

/**
 * Leaves the element ID open. Element IDs must never change, and a heading does not show whether the IDs in its
 * column are permanent. The candidates are columns with IDs, line numbers or references.
 */
function elementId(columns: readonly GuessColumn[], key: FieldGuess | undefined): FieldGuess {
  const used = key?.decision === "chosen" ? key.columns : [];
  const may = columns.filter(
    (column) =>
      headIs(column, "id", "row_number", "reference") &&
      column.profile.filled > 0 &&
      !used.includes(column.name),
  );
  return abstain(
    "choose the columns that permanently identify a line, either alone or together with the record's ID",
    candidates(may, valuesBeside),
  );
}
