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
 * The only definition of layout files. It validates layouts and generates `schemas/layout.schema.json` and
 * editor completion. It transforms nothing.
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
  "a field of the invoice; one that is not listed is written `other.NAME`",
  "^other\\.",
);
const lineField = named(
  lineFields,
  isOther,
  "a field of a charge line; one that is not listed is written `other.NAME`",
  "^other\\.",
);
const lookupField = named(
  lookupFields,
  isPrivateField,
  "a field of a record, such as `org.code`, or `org.private.NAME`",
  "^[a-z-]+\\.private\\.",
);

/**
 * Where a value comes from. A source has exactly one of these, followed by operations that are applied from
 * top to bottom.
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

/** A source as written. */
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
  equals: option(z.string(), "Holds when the field says this.", "EUR"),
  in: option(z.array(z.string()).min(1, "at least one value"), "Holds when the field says one of these.", [
    "EUR",
    "USD",
  ]),
  blank: option(yesOrNo, "Holds when the field is absent or null (`true`), or is not (`false`).", "false"),
  zero: option(yesOrNo, "Holds when the number is zero or blank (`true`), or is not (`false`).", "false"),
  negative: option(yesOrNo, "Holds when the number is below zero (`true`), or is not (`false`).", "true"),
  sum_differs: option(yes, "Holds when the charge lines do not come to this number of the invoice.", "true"),
});

export type LayoutCondition = z.infer<typeof condition>;

/** A condition with the reason why the system cannot import the invoice. */
const refusal = condition.extend({
  because: option(word, "The reason that the platform gets.", "credit notes are entered by hand"),
});

/** The tests of a condition. Each condition has exactly one. */
export const layoutConditionTests = ["equals", "in", "blank", "zero", "negative", "sum_differs"] as const;

const places = z.union([
  z.literal("currency"),
  z.string().regex(/^(?:\d|1\d)$/, "how many decimals: 0 to 19, or `currency`"),
]);

const decimalForm = z.strictObject({
  places: option(
    places,
    "How many decimals are written; `currency`: as many as the currency of the amount has. A number that has more is refused, never rounded. Without it the digits stay as they came.",
    "2",
    "currency",
  ),
  sign: option(
    z.enum([".", ",", "none"]),
    "What stands before the decimals; a point when omitted. `none`: nothing, `12.30` is `1230`.",
    ",",
  ),
  thousands: option(
    z.enum([",", ".", " ", "'"]),
    "What stands between thousands; nothing when omitted.",
    ".",
  ),
  negative: option(
    z.enum(["minus", "trailing", "parentheses", "unsigned", "refuse"]),
    "How a number below zero is written: `minus` (-1.00, the default), `trailing` (1.00-), `parentheses`, `refuse`; `unsigned` without any sign, in a column that `only` keeps for one sign.",
    "trailing",
  ),
  credit: option(
    z.literal("positive", "`positive`"),
    "For systems that know credit notes by a type: where the invoice's total is below zero, the sign of the number is turned round. A line that goes the other way within the credit note becomes negative.",
    "positive",
  ),
  turned: option(
    yes,
    "The sign is turned round: for systems in which what is owed stands below zero.",
    "true",
  ),
});

export type DecimalForm = z.infer<typeof decimalForm>;

const dateForm = z.string().superRefine((text, context) => {
  const error = writtenFormError(text);
  if (error === undefined) return;
  const usual = text.replaceAll("Y", "y").replaceAll("D", "d");
  const params = writtenFormError(usual) === undefined ? { nearest: usual } : {};
  context.addIssue({ code: "custom", message: `a date form such as dd.MM.yyyy; ${error}`, params });
});

/** Operations that layouts share with mappings. */
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
  field: option(invoiceField, "A field of the invoice; of a reference its id.", "invoice_number"),
  line: option(
    lineField,
    "A field of the charge line, within `for: charge_lines`; of a reference its id.",
    "charge_code",
  ),
  constant: option(z.string(), "The same value always.", "STANDARD"),
  first: option(sources, "The first of these that is not blank.", [{ field: "due_date" }]),
  join: option(sources, "All of these in this order, with `separator` between; blank ones are left out.", [
    { field: "creditor" },
    { field: "invoice_number" },
  ]),
  separator: option(z.string(), "What stands between the parts of `join`; one blank when omitted.", "-"),
  sum: option(
    named(lineMoney, () => false, "a number of a charge line"),
    "The sum of this number over the charge lines, or over those of the group under `per`.",
    "overseas_amount.total",
  ),
  count: option(
    z.literal("charge_lines", "`charge_lines`"),
    "How many charge lines there are.",
    "charge_lines",
  ),
  position: option(
    z.enum(["block", "file"]),
    "A number from 1: of the element among those that its `for` makes (`block`), or of the line in the file without its headings (`file`).",
    "block",
  ),
  counter: option(
    z.string().regex(/^[a-z][a-z0-9_]*$/, "a name in small letters"),
    "The next number of a counter of this name, which is kept for the account.",
    "batch",
  ),
  today: option(yes, "The day in the account's zone, for `date`.", "true"),
  only: option(condition, "The value is blank, or the element left out, unless this holds.", {
    field: "overseas_amount.total",
    negative: "true",
  }),
  lookup: option(
    z.union([lookupField, z.array(lookupField).min(1, "at least one field")]),
    "The id becomes this field of the record that it is of: systems import codes, not ids. Several one after the other, where the first gives an id again. An id that nothing is known of is refused.",
    "org.code",
    ["accrual.creditor", "org.code"],
  ),
  ...sharedWords,
  otherwise: option(
    z.union([word, z.strictObject({ constant: z.string() })]),
    "What becomes of a value that `values` does not name: `reject` (the invoice is refused, the default), `pass` (stays as it is), a value, or `{ constant: VALUE }`.",
    "pass",
  ),
  date: option(dateForm, "How the day is written.", "dd/MM/yyyy", "dd-MMM-yyyy"),
  decimal: option(decimalForm, "How the number is written.", { places: "2" }),
  sign: option(
    z.strictObject({
      negative: z.string().meta({ description: "Of a number below zero.", examples: ["CREDIT"] }),
      positive: z.string().meta({ description: "Of a number above zero.", examples: ["STANDARD"] }),
      zero: option(z.string(), "Of zero; as above it when omitted.", "STANDARD"),
    }),
    "A word by the sign of the number: the type of a credit note.",
    { negative: "CREDIT", positive: "STANDARD" },
  ),
  longest: option(
    wholeNumber,
    "How many characters the system takes: a longer text is refused. `substring` cuts.",
    "50",
  ),
  blank: option(
    z.enum(["refuse", "leave_out", "empty"]),
    "What becomes of a blank value: `refuse` the invoice, `leave_out` the element (of XML and JSON, the default there), or write it `empty` (JSON: null).",
    "refuse",
  ),
};

const source: z.ZodType<LayoutSource> = z.strictObject(sourceWords).meta({
  id: "source",
  title: "Source",
  description: "Where a value comes from, and operations that are applied from top to bottom.",
}) as unknown as z.ZodType<LayoutSource>;

export interface LayoutColumn extends LayoutSource {
  readonly name: string;
  readonly width?: string | undefined;
  readonly align?: "left" | "right" | undefined;
  readonly fill?: string | undefined;
}

const column = z.strictObject({
  name: word.meta({
    description: "The heading; without headings, a name for messages.",
    examples: ["INVOICE_NUM"],
  }),
  width: option(wholeNumber, "Of fixed width: how many characters.", "10"),
  align: option(
    z.enum(["left", "right"]),
    "Of fixed width: where the text stands; `left` when omitted.",
    "right",
  ),
  fill: option(
    z.string().length(1, "one character"),
    "Of fixed width: what fills the rest; a blank when omitted.",
    "0",
  ),
  ...sourceWords,
}) as unknown as z.ZodType<LayoutColumn>;

/** Determines whether there is one line or element, or several. */
export interface Repeated {
  readonly for?: "charge_lines" | undefined;
  readonly per?: readonly string[] | undefined;
  readonly only?: LayoutCondition | undefined;
}

const repeated = {
  for: option(
    z.literal("charge_lines", "`charge_lines`"),
    "Once for each charge line; once for the invoice when omitted.",
    "charge_lines",
  ),
  per: option(
    z.array(lineField).min(1, "at least one field"),
    "With `for`: once for all lines that agree in these fields. `line` is then the first of them, `sum` and `count` are theirs.",
    ["tax_code"],
  ),
};

export interface LineBlock extends Repeated {
  readonly columns: readonly LayoutColumn[];
}

const lineBlock = z.strictObject({
  ...repeated,
  only: option(condition, "Only lines for which this holds.", {
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

/** An element of XML or a member of JSON. */
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
      "The element of XML, or its attribute as `@name`; the key of JSON.",
      "InvoiceNumber",
      "@xmlns",
    ),
    ...repeated,
    list: option(yes, "Of JSON: a list, though only one element is made.", "true"),
    as: option(
      z.enum(["text", "number", "flag"]),
      "Of JSON: how the value is written; `text` when omitted. A number keeps its digits.",
      "number",
    ),
    ...sourceWords,
    children: option(nodes, "What stands within.", [{ name: "Number", field: "invoice_number" }]),
  })
  .meta({
    id: "node",
    title: "Element",
    description: "An element of XML, or a member of JSON.",
  }) as unknown as z.ZodType<Node>;

const encoding = z.string().superRefine((text, context) => {
  if (canEncode(text)) return;
  const known = ["utf-8", "windows-1252", "iso-8859-1", "iso-8859-15", "ascii", "utf-16le", "shift_jis"];
  const params = { nearest: nearestOf(text, known) };
  context.addIssue({ code: "custom", message: "a character set such as utf-8 or windows-1252", params });
});

const replacing = z.strictObject({
  replace: z.string().meta({ description: "What stands in its place.", examples: [" "] }),
});

const cells = z.strictObject({
  formulas: option(
    z.union([z.enum(["refuse", "keep"]), z.strictObject({ prefix: word }), replacing]),
    "Of text that begins with `=`, `+`, `-`, `@` or a tab, which a spreadsheet takes for a formula: `refuse` (the default in CSV), `keep` (the default elsewhere), put a `prefix` before it, or `replace` these signs at its beginning. Numbers that `decimal` writes are none.",
    "keep",
    { prefix: "'" },
  ),
  separators: option(
    z.union([z.enum(["quote", "refuse"]), replacing]),
    "Of text that holds the delimiter or a quote: `quote` (the default), `refuse`, or `replace` them.",
    { replace: " " },
  ),
  line_ends: option(
    z.union([z.enum(["quote", "keep", "refuse"]), replacing]),
    "Of text of several lines: `quote` (in CSV), `keep` (in XML and JSON, the default there), `refuse` (the default elsewhere), or `replace` each line end.",
    { replace: " " },
  ),
  replace: option(
    z.record(z.string().min(1), z.string()),
    "Signs that stand for others, in every text: for those that the encoding does not have.",
    { "–": "-" },
  ),
});

const fileSchema = z.strictObject({
  name: word.meta({
    description:
      "The file's name. In braces: a field of the invoice, `{today}`, `{attempt}` or `{counter.NAME}`. `{external_id}` or a counter makes it unique. Of a value, signs other than letters, digits, `.`, `_` and `-` become `-`.",
    examples: ["AP-{external_id}.csv"],
  }),
  encoding: option(
    encoding,
    "Character set; UTF-8 when omitted. A sign that it does not have is refused.",
    "windows-1252",
  ),
  byte_order_mark: option(yes, "Begin with a byte order mark.", "true"),
  line_end: option(z.enum(["crlf", "lf"]), "How lines end; `crlf` when omitted.", "lf"),
});

const partWords = {
  file: fileSchema.meta({
    description: "The file as a whole.",
    examples: [{ name: "AP-{external_id}.csv" }],
  }),
  format: z
    .enum(["csv", "fixed", "xml", "json"])
    .meta({ description: "What the file is.", examples: ["csv"] }),
  delimiter: option(
    z.union([z.literal("tab"), z.string().length(1, "one character, or `tab`")]),
    "Of CSV: what stands between cells; a comma when omitted.",
    ";",
    "tab",
  ),
  quotes: option(
    z.enum(["required", "always", "never"]),
    "Of CSV: which cells stand in quotes; those that need it when omitted.",
    "always",
  ),
  headings: option(yesOrNo, "Of CSV: whether the first line has the names; `true` when omitted.", "false"),
  declaration: option(yesOrNo, "Of XML: whether it begins with `<?xml ...?>`; `true` when omitted.", "false"),
  cells: option(cells, "What becomes of text that the system would misread.", {
    formulas: { prefix: "'" },
  }),
  lines: option(
    z.array(lineBlock).min(1, "at least one kind of line"),
    "Of CSV and fixed width: the kinds of lines in order. Rows with repeated header columns are one kind.",
    [{ for: "charge_lines", columns: [{ name: "INVOICE_NUM", field: "invoice_number" }] }],
  ),
  root: option(node, "Of XML and JSON: the outermost element.", {
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
  external_id: option(word, "The id that we gave it; `1` when omitted.", "1"),
  today: option(
    z.iso.date("a day such as 2026-03-01"),
    "The day that the example is for; 2026-01-31 when omitted.",
    "2026-03-01",
  ),
  counters: option(z.record(z.string(), wholeNumber), "What counters say; 1 when omitted.", {
    batch: "17",
  }),
  records: option(
    z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    "Our records for look-ups, by record type. Where a type has none, a look-up answers the id itself.",
    { org: [{ external_id: "17", code: "HARB" }] },
  ),
  rows: option(
    z.array(z.record(z.string(), z.string())),
    "The lines that it becomes, all of them: the columns that stand here are compared.",
    [{ INVOICE_NUM: "0042" }],
  ),
  files: option(z.array(z.string()), "The whole text of each file; line ends make no difference.", [
    "A,B\n1,2\n",
  ]),
  file_name: option(word, "The name of the first file.", "AP-1.csv"),
  refused: option(z.array(z.string()), "The invoice is refused, for these fields.", [
    "charge_lines[0].charge_code",
  ]),
});

export const layoutSchema = z.strictObject({
  $schema: option(
    z.string(),
    "Where editors find the schema of this file.",
    "../../../schemas/layout.schema.json",
  ),
  lading: z.literal("1", "`1`").meta({ description: "Version of the layout language.", examples: ["1"] }),
  layout: z
    .literal("payables-invoice", "`payables-invoice`")
    .meta({ description: "What is written.", examples: ["payables-invoice"] }),
  description: option(z.string(), "For people: which import of which system this is.", "Acme's AP import"),
  documentation: option(
    z.union([z.string(), z.array(z.string())]),
    "Where the names of the columns come from.",
    "https://vendor.example/import",
  ),
  ...part.partial({ file: true, format: true }).shape,
  refuse: option(
    z.array(refusal).min(1, "at least one condition"),
    "Invoices that the import does not take: those for which any of these holds. Of `line`: for any charge line.",
    [{ field: "overseas_amount.total", negative: "true", because: "credit notes are entered by hand" }],
  ),
  files: option(
    z.array(part).min(2, "at least two files"),
    "Instead of all this at the margin: several files for one invoice, for `lading outbox preview`; an outbox sends one file of each.",
    [],
  ),
  examples: option(z.array(example), "Invoices and what becomes of them; `lading check` runs them.", []),
});

/** A layout as written. All scalars are text. */
export type LayoutText = z.output<typeof layoutSchema>;
export type LayoutExample = z.output<typeof example>;

/** The JSON Schema of layout files, for completion and validation in editors. */
export function layoutJsonSchema(): Record<string, unknown> {
  return {
    ...forEditors(z.toJSONSchema(layoutSchema, { unrepresentable: "any" })),
    title: "Lading layout",
    description:
      "The file that a freight forwarding system imports, made of an invoice that the platform posted.",
  };
}
