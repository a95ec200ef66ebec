import { z } from "zod";
import { canEncode } from "../../formats/text/charset.js";
import { forEditors } from "../grammar.js";
import { operation } from "../operations/index.js";
import { wholeNumber, word, yes, yesOrNo } from "../text.js";
import { writtenFormError } from "./dates.js";
import {
  invoiceFields,
  isOther,
  isPrivateField,
  lineFields,
  lineMoney,
  lookupFields,
  nearestOf,
} from "./fields.js";
import { option } from "../../model/scalars.js";

/**
 * The schema of layout files. This schema validates layouts and is the source of `schemas/layout.schema.json` and
 * editor completion. The schema does not transform values.
 */

function named(words: readonly string[], isMore: (text: string) => boolean, what: string, pattern?: string) {
  return z
    .string()
    .superRefine((text, context) => {
      if (words.includes(text) || isMore(text)) return;
      context.addIssue({ code: "custom", message: what, params: { nearest: nearestOf(text, words) } });
    })
    .meta({ anyOf: [{ enum: [...words] }, ...(pattern === undefined ? [] : [{ pattern }])] });
}

const invoiceField = named(
  invoiceFields,
  isOther,
  "a field of the invoice; write any other field as `other.NAME`",
  "^other\\.",
);
const lineField = named(
  lineFields,
  isOther,
  "a field of a charge line; write any other field as `other.NAME`",
  "^other\\.",
);
const lookupField = named(
  lookupFields,
  isPrivateField,
  "a field of a record, such as `org.code`, or `org.private.NAME`",
  "^[a-z-]+\\.private\\.",
);

/**
 * Each source has exactly one of these keywords. The operations next to the keyword are applied from top to bottom.
 */
export const layoutInputWords = [
  "field",
  "line",
  "constant",
  "first",
  "join",
  "sum",
  "count",
  "position",
  "counter",
  "today",
] as const;

export interface LayoutSource {
  readonly field?: string | undefined;
  readonly line?: string | undefined;
  readonly constant?: string | undefined;
  readonly first?: readonly LayoutSource[] | undefined;
  readonly join?: readonly LayoutSource[] | undefined;
  readonly separator?: string | undefined;
  readonly sum?: string | undefined;
  readonly count?: "charge_lines" | undefined;
  readonly position?: "block" | "file" | undefined;
  readonly counter?: string | undefined;
  readonly today?: "true" | undefined;
  readonly only?: LayoutCondition | undefined;
  readonly lookup?: string | readonly string[] | undefined;
  readonly decimal?: DecimalForm | undefined;
  readonly sign?:
    | { readonly negative: string; readonly positive: string; readonly zero?: string }
    | undefined;
  readonly date?: string | undefined;
  readonly longest?: string | undefined;
  readonly otherwise?: string | { readonly constant: string } | undefined;
  readonly blank?: "refuse" | "leave_out" | "empty" | undefined;
}

const condition = z.strictObject({
  field: option(invoiceField, "A field of the invoice.", "due_date"),
  line: option(lineField, "A field of the charge line.", "overseas_amount.tax"),
  equals: option(z.string(), "True if the field has this value.", "EUR"),
  in: option(z.array(z.string()).min(1, "at least one value"), "True if the field has one of these values.", [
    "EUR",
    "USD",
  ]),
  blank: option(
    yesOrNo,
    "`true`: the field must be absent or null. `false`: the field must have a value.",
    "false",
  ),
  zero: option(
    yesOrNo,
    "`true`: the number must be zero or blank. `false`: the number must not be zero or blank.",
    "false",
  ),
  negative: option(yesOrNo, "`true`: the number must be negative. `false`: it must not be negative.", "true"),
  sum_differs: option(yes, "True if the number differs from the sum of the charge lines.", "true"),
});

export type LayoutCondition = z.infer<typeof condition>;

/** A condition, and the reason why the FFS cannot import invoices that meet the condition. */
const refusal = condition.extend({
  because: option(word, "The reason that the platform receives.", "credit notes are entered manually"),
});

/** Each condition has exactly one of these tests. */
export const layoutConditionTests = ["equals", "in", "blank", "zero", "negative", "sum_differs"] as const;

const places = z.union([
  z.literal("currency"),
  z.string().regex(/^(?:\d|1\d)$/, "how many decimals: 0 to 19, or `currency`"),
]);

const decimalForm = z.strictObject({
  places: option(
    places,
    "Number of decimals. `currency`: as many as the amount's currency has. If the number has more decimals, the invoice is rejected. The number is never rounded. Default: the digits are unchanged.",
    "2",
    "currency",
  ),
  sign: option(
    z.enum([".", ",", "none"]),
    "Decimal separator. Default: `.`. `none`: no separator, so that `12.30` is written as `1230`.",
    ",",
  ),
  thousands: option(z.enum([",", ".", " ", "'"]), "Thousands separator. Default: none.", "."),
  negative: option(
    z.enum(["minus", "trailing", "parentheses", "unsigned", "refuse"]),
    "How a negative number is written: `minus` (-1.00, the default), `trailing` (1.00-), `parentheses`, `refuse` (reject the invoice), or `unsigned` (no sign, for a column that `only` limits to one sign).",
    "trailing",
  ),
  credit: option(
    z.literal("positive", "`positive`"),
    "For systems that identify credit notes by a type: the number is negated if the invoice total is negative. A positive number in a credit note therefore becomes negative.",
    "positive",
  ),
  turned: option(yes, "Negates the number, for systems in which amounts owed are negative.", "true"),
});

export type DecimalForm = z.infer<typeof decimalForm>;

const dateForm = z.string().superRefine((text, context) => {
  const error = writtenFormError(text);
  if (error === undefined) return;
  const usual = text.replaceAll("Y", "y").replaceAll("D", "d");
  const params = writtenFormError(usual) === undefined ? { nearest: usual } : {};
  context.addIssue({ code: "custom", message: `a date format such as dd.MM.yyyy; ${error}`, params });
});

export const sharedOperations = ["case", "replace", "substring", "pad_left", "values", "default"] as const;

const sharedWords = Object.fromEntries(
  sharedOperations.map((name) => {
    const found = operation(name);
    if (found === undefined) throw new Error(`there is no operation ${name}`);
    const examples = found.examples.map(({ write }) => write[name]);
    return [name, found.options.optional().meta({ description: found.summary, examples })];
  }),
);

const sources: z.ZodType<readonly LayoutSource[]> = z.lazy(() =>
  z.array(source).min(1, "at least one source"),
);

const sourceWords = {
  field: option(
    invoiceField,
    "A field of the invoice. If the field is a reference, the value is the ID.",
    "invoice_number",
  ),
  line: option(
    lineField,
    "A field of the charge line, within `for: charge_lines`. If the field is a reference, the value is the ID.",
    "charge_code",
  ),
  constant: option(z.string(), "A fixed value.", "STANDARD"),
  first: option(sources, "The first of the listed parts that is not blank.", [{ field: "due_date" }]),
  join: option(
    sources,
    "Joins all listed parts in this order, with `separator` between them. Blank values are omitted.",
    [{ field: "creditor" }, { field: "invoice_number" }],
  ),
  separator: option(z.string(), "Text between the parts of `join`. Default: one space.", "-"),
  sum: option(
    named(lineMoney, () => false, "a number of a charge line"),
    "The sum of this number over the charge lines or, with `per`, over the charge lines of the group.",
    "overseas_amount.total",
  ),
  count: option(z.literal("charge_lines", "`charge_lines`"), "Number of charge lines.", "charge_lines"),
  position: option(
    z.enum(["block", "file"]),
    "A number that starts at 1: the position among the lines or elements of the same `for` (`block`), or the line number in the file, not counting the header (`file`).",
    "block",
  ),
  counter: option(
    z.string().regex(/^[a-z][a-z0-9_]*$/, "a lowercase name"),
    "The next number of the account's counter with this name.",
    "batch",
  ),
  today: option(yes, "Today's date in the account's time zone. Use `date` to specify its format.", "true"),
  only: option(condition, "If this condition is false, the value is blank or the element is omitted.", {
    field: "overseas_amount.total",
    negative: "true",
  }),
  lookup: option(
    z.union([lookupField, z.array(lookupField).min(1, "at least one field")]),
    "Replaces an ID with a field of the record that has the ID, such as the record's code. Several lookups are applied in order, for example if the first one returns an ID. The invoice is rejected if the record does not exist or the field is blank.",
    "org.code",
    ["accrual.creditor", "org.code"],
  ),
  ...sharedWords,
  otherwise: option(
    z.union([word, z.strictObject({ constant: z.string() })]),
    "What to do with a value that is not in `values`: `reject` (reject the invoice, the default), `pass` (keep the value unchanged), a value, or `{ constant: VALUE }`.",
    "pass",
  ),
  date: option(dateForm, "How the date is written.", "dd/MM/yyyy", "dd-MMM-yyyy"),
  decimal: option(decimalForm, "How the number is written.", { places: "2" }),
  sign: option(
    z.strictObject({
      negative: z.string().meta({ description: "Text for a negative number.", examples: ["CREDIT"] }),
      positive: z.string().meta({ description: "Text for a positive number.", examples: ["STANDARD"] }),
      zero: option(z.string(), "Text for zero. Default: the text for a positive number.", "STANDARD"),
    }),
    "Text that depends on the sign of the number, such as the type of a credit note.",
    { negative: "CREDIT", positive: "STANDARD" },
  ),
  longest: option(
    wholeNumber,
    "Maximum length in characters. An invoice with longer text is rejected. To shorten the text, use `substring`.",
    "50",
  ),
  blank: option(
    z.enum(["refuse", "leave_out", "empty"]),
    "What to do with a blank value: `refuse` (reject the invoice), `leave_out` (omit the element, the default in XML and JSON), or `empty` (write an empty value, or null in JSON).",
    "refuse",
  ),
};

const source: z.ZodType<LayoutSource> = z.strictObject(sourceWords).meta({
  id: "source",
  title: "Source",
  description: "The source of a value, and operations that are applied from top to bottom.",
}) as unknown as z.ZodType<LayoutSource>;

export interface LayoutColumn extends LayoutSource {
  readonly name: string;
  readonly width?: string | undefined;
  readonly align?: "left" | "right" | undefined;
  readonly fill?: string | undefined;
}

const column = z.strictObject({
  name: word.meta({
    description: "The heading. If the file has no headings, the name is used only in messages and examples.",
    examples: ["INVOICE_NUM"],
  }),
  width: option(wholeNumber, "Fixed width: number of characters.", "10"),
  align: option(z.enum(["left", "right"]), "Fixed width: alignment of the text. Default: `left`.", "right"),
  fill: option(z.string().length(1, "one character"), "Fixed width: fill character. Default: a space.", "0"),
  ...sourceWords,
}) as unknown as z.ZodType<LayoutColumn>;

/** Determines whether a line or an element is written once or several times. */
export interface Repeated {
  readonly for?: "charge_lines" | undefined;
  readonly per?: readonly string[] | undefined;
  readonly only?: LayoutCondition | undefined;
}

const repeated = {
  for: option(
    z.literal("charge_lines", "`charge_lines`"),
    "`charge_lines`: written once per charge line. Default: once per invoice.",
    "charge_lines",
  ),
  per: option(
    z.array(lineField).min(1, "at least one field"),
    "With `for`: written once per group of charge lines with the same values in these fields. `line` refers to the first line of the group. `sum` and `count` apply to the group.",
    ["tax_code"],
  ),
};

export interface LineBlock extends Repeated {
  readonly columns: readonly LayoutColumn[];
}

const lineBlock = z.strictObject({
  ...repeated,
  only: option(condition, "Writes only the lines for which this condition is true.", {
    line: "overseas_amount.tax",
    zero: "false",
  }),
  columns: z
    .array(column)
    .min(1, "at least one column")
    .meta({
      description: "The columns in order.",
      examples: [[{ name: "INVOICE_NUM", field: "invoice_number" }]],
    }),
}) as unknown as z.ZodType<LineBlock>;

/** An XML element or attribute, or a JSON member. */
export interface Node extends LayoutSource, Repeated {
  readonly name?: string | undefined;
  readonly children?: readonly Node[] | undefined;
  readonly list?: "true" | undefined;
  readonly as?: "text" | "number" | "flag" | undefined;
}

const nodes: z.ZodType<readonly Node[]> = z.lazy(() => z.array(node).min(1, "at least one element"));

const node: z.ZodType<Node> = z
  .strictObject({
    name: option(
      word,
      "The name of the XML element, the name of an attribute with a leading `@`, or the key in JSON.",
      "InvoiceNumber",
      "@xmlns",
    ),
    ...repeated,
    list: option(yes, "JSON: `true` writes a list even if there is only one element.", "true"),
    as: option(
      z.enum(["text", "number", "flag"]),
      "JSON: type of the value. Default: `text`. A number keeps its digits.",
      "number",
    ),
    ...sourceWords,
    children: option(nodes, "The child elements.", [{ name: "Number", field: "invoice_number" }]),
  })
  .meta({
    id: "node",
    title: "Element",
    description: "An XML element, or a member of a JSON object.",
  }) as unknown as z.ZodType<Node>;

const encoding = z.string().superRefine((text, context) => {
  if (canEncode(text)) return;
  const known = ["utf-8", "windows-1252", "iso-8859-1", "iso-8859-15", "ascii", "utf-16le", "shift_jis"];
  const params = { nearest: nearestOf(text, known) };
  context.addIssue({ code: "custom", message: "a character set such as utf-8 or windows-1252", params });
});

const replacing = z.strictObject({
  replace: z.string().meta({ description: "The replacement.", examples: [" "] }),
});

const cells = z.strictObject({
  formulas: option(
    z.union([z.enum(["refuse", "keep"]), z.strictObject({ prefix: word }), replacing]),
    "For text that begins with `=`, `+`, `-`, `@` or a tab, which spreadsheets treat as a formula: `refuse` (reject the invoice, the default in CSV), `keep` (the default in all other formats), `prefix` (put a prefix before the text), or `replace` (replace the leading characters). Does not apply to numbers that `decimal` writes.",
    "keep",
    { prefix: "'" },
  ),
  separators: option(
    z.union([z.enum(["quote", "refuse"]), replacing]),
    "CSV: for text that contains the delimiter or a quotation mark: `quote` (the default), `refuse` (reject the invoice), or `replace` (replace these characters). With `quotes: never`, the setting applies only to the delimiter, `quote` is not allowed, and the default is `refuse`. Quotation marks are then written unchanged.",
    { replace: " " },
  ),
  line_ends: option(
    z.union([z.enum(["quote", "keep", "refuse"]), replacing]),
    "For text with several lines: `quote` (the default in CSV), `keep` (the default in XML and JSON), `refuse` (reject the invoice, the default in fixed-width files and with `quotes: never`), or `replace` (replace each line break).",
    { replace: " " },
  ),
  replace: option(
    z.record(z.string().min(1), z.string()),
    "Replacements for characters in all values, for example for characters outside the character set.",
    { "–": "-" },
  ),
});

const fileSchema = z.strictObject({
  name: word.meta({
    description:
      "The file's name, which can contain `{today}`, `{attempt}`, `{counter.NAME}` and fields of the invoice in braces. The name must contain `{external_id}` or a counter, so that every name is unique. In inserted values, characters other than letters, digits, `.`, `_` and `-` become `-`.",
    examples: ["AP-{external_id}.csv"],
  }),
  encoding: option(
    encoding,
    "Character set. Default: UTF-8. An invoice with characters outside the character set is rejected.",
    "windows-1252",
  ),
  byte_order_mark: option(yes, "`true`: the file begins with a byte order mark.", "true"),
  line_end: option(z.enum(["crlf", "lf"]), "Line ending. Default: `crlf`.", "lf"),
});

const partWords = {
  file: fileSchema.meta({
    description: "Name, character set and line endings of the file.",
    examples: [{ name: "AP-{external_id}.csv" }],
  }),
  format: z
    .enum(["csv", "fixed", "xml", "json"])
    .meta({ description: "The file format.", examples: ["csv"] }),
  delimiter: option(
    z.union([z.literal("tab"), z.string().length(1, "one character, or `tab`")]),
    "CSV: delimiter. Default: a comma.",
    ";",
    "tab",
  ),
  quotes: option(
    z.enum(["required", "always", "never"]),
    "CSV: which cells are quoted. Default: `required`, only cells that need quotation marks.",
    "always",
  ),
  headings: option(yesOrNo, "CSV: `true` if the first line contains the headings (the default).", "false"),
  declaration: option(yesOrNo, "XML: `true` if the file begins with `<?xml ...?>` (the default).", "false"),
  cells: option(cells, "What to do with text that the freight forwarding system could misread.", {
    formulas: { prefix: "'" },
  }),
  lines: option(
    z.array(lineBlock).min(1, "at least one type of line"),
    "CSV and fixed width: the types of lines, in order. If every line contains the columns of both the invoice and a charge line, define a single type.",
    [{ for: "charge_lines", columns: [{ name: "INVOICE_NUM", field: "invoice_number" }] }],
  ),
  root: option(node, "XML and JSON: the root element.", {
    name: "Invoice",
    children: [{ name: "Number", field: "invoice_number" }],
  }),
};

const part = z.strictObject(partWords);
export type LayoutPart = z.output<typeof part>;

const example = z.strictObject({
  name: option(word, "What the example shows.", "a credit note"),
  invoice: word.meta({
    description: "The invoice as the platform posts it: JSON in a block (`|`).",
    examples: ["{}"],
  }),
  external_id: option(word, "The ID that Lading assigned to the invoice. Default: `1`.", "1"),
  today: option(
    z.iso.date("a day, such as 2026-03-01"),
    "Today's date in the example. Default: 2026-01-31.",
    "2026-03-01",
  ),
  counters: option(z.record(z.string(), wholeNumber), "Values of counters. Default: 1.", {
    batch: "17",
  }),
  records: option(
    z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    "Published records for lookups, by record type. For a type without records, a lookup returns the ID.",
    { org: [{ external_id: "17", code: "HARB" }] },
  ),
  rows: option(
    z.array(z.record(z.string(), z.string())),
    "All expected lines of the first file, without the header. Columns that are not listed are not compared.",
    [{ INVOICE_NUM: "0042" }],
  ),
  files: option(z.array(z.string()), "The expected contents of each file. Line endings are ignored.", [
    "A,B\n1,2\n",
  ]),
  file_name: option(word, "The expected name of the first file.", "AP-1.csv"),
  refused: option(
    z.array(z.string()),
    "The fields that are expected to cause the rejection of the invoice.",
    ["charge_lines[0].charge_code"],
  ),
});

export const layoutSchema = z.strictObject({
  $schema: option(
    z.string(),
    "Location of this file's schema, for code editors.",
    "../../../schemas/layout.schema.json",
  ),
  lading: z.literal("1", "`1`").meta({ description: "Version of the layout language.", examples: ["1"] }),
  layout: z
    .literal("payables-invoice", "`payables-invoice`")
    .meta({ description: "What the layout writes.", examples: ["payables-invoice"] }),
  description: option(
    z.string(),
    "A description for people: the system and import for which this layout is intended.",
    "Acme's AP import",
  ),
  documentation: option(
    z.union([z.string(), z.array(z.string())]),
    "The source of the column names.",
    "https://vendor.example/import",
  ),
  ...part.partial({ file: true, format: true }).shape,
  refuse: option(
    z.array(refusal).min(1, "at least one condition"),
    "Rejects invoices for which at least one of the listed conditions is true. A condition with `line` must be true for at least one charge line.",
    [{ field: "overseas_amount.total", negative: "true", because: "credit notes are entered manually" }],
  ),
  files: option(
    z.array(part).min(2, "at least two files"),
    "Defines several files per invoice, in place of keys such as `file` and `format` at the top level. For use with `lading outbox preview`, because an outbox sends only one file per invoice.",
    [],
  ),
  examples: option(z.array(example), "Invoices with their expected results. `lading check` runs them.", []),
});

/** A layout as written. All scalars are strings. */
export type LayoutText = z.output<typeof layoutSchema>;
export type LayoutExample = z.output<typeof example>;

/** The schema is used for completion and validation in editors. */
export function layoutJsonSchema(): Record<string, unknown> {
  return {
    ...forEditors(z.toJSONSchema(layoutSchema, { unrepresentable: "any" })),
    title: "Lading layout",
    description:
      "Defines the file that a freight forwarding system imports, generated from an invoice that the platform posted.",
  };
}
