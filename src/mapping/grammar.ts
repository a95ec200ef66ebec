import { z } from "zod";
import { nearest } from "../nearest.js";
import { readOptionsSchema } from "../formats/read-options.js";
import { singleFields, type Field } from "../model/fields.js";
import { recordTypes } from "../model/record-types/index.js";
import type { RecordType } from "../model/record-type.js";
import { operations } from "./operations/index.js";
import type { CompanionName } from "./operations/operation.js";
import type { Path } from "./yaml-document.js";
import { dateForms, decimalPlaces, language, pattern, wholeNumber, word, yesOrNo, zone } from "./text.js";
import { option } from "../model/scalars.js";

/**
 * The schema of mapping files. This schema validates mappings and is the source of `schemas/mapping.schema.json`,
 * editor completion and the reference page. The schema does not transform values, so mappings are compiled as
 * written.
 */

/**
 * `{n}` represents the number in a column heading. `{part}` is used in place of a heading to refer to one part of a
 * split cell.
 */
export const numberMark = "{n}";
export const partMark = "{part}";
/** `{m}` represents the inner number in headings for lists inside list elements. */
export const innerMark = "{m}";
/** `{key}` represents a name inside a heading. `{name}` is used in place of a heading to refer to the name itself. */
export const keyMark = "{key}";
export const nameMark = "{name}";
/** `{*}` represents any number for which `where` is true. */
export const anyMark = "{*}";
/** `{file}` is used in place of a heading to refer to the name of the file. */
export const fileMark = "{file}";
/** Placeholders that do not refer to one fixed column. */
export const marks: readonly string[] = [numberMark, partMark, innerMark, keyMark, nameMark, anyMark];

export const heading = word
  .superRefine((text, context) => {
    const known = [...marks, fileMark];
    if (!/^\{[^{}]*\}$/.test(text) || known.includes(text)) return;
    const params = { nearest: nearest(text, known) };
    context.addIssue({ code: "custom", message: `a heading, or one of ${known.join(", ")}`, params });
  })
  .meta({
    id: "heading",
    description:
      'A heading in the export (case, spaces and characters such as `*` are ignored), a position such as "#3", or "{file}" for the name of the file without folders.',
    examples: ["Charge Code", "#3", "{file}"],
  });

/** Keywords that modify an operation in the same source. */
const companions: Readonly<Record<CompanionName, z.ZodType>> = {
  otherwise: z
    .union([
      word,
      z.strictObject({
        constant: z.string().meta({
          description:
            "The result to use for every value that `values`, `pattern` or a `lookup` in a CSV file cannot convert.",
          examples: ["other"],
        }),
      }),
    ])
    .meta({
      description:
        "What to do if `values`, `pattern` or a `lookup` in a CSV file has no result for a value: `reject` (report an issue, the default), `pass` (keep the value unchanged), or the result to use, as `VALUE` or `{ constant: VALUE }`. An empty constant means blank.",
      examples: ["reject", "pass", { constant: "other" }],
    }),
  zone: zone.meta({
    description: "Time zone for `date` or `active_until` in this source. Default: the mapping's time zone.",
    examples: ["Europe/Berlin"],
  }),
  language: language.meta({
    description: "Language of the month names that `date` or `active_until` reads.",
    examples: ["de"],
  }),
};

const operationWords = Object.fromEntries(
  operations.map((each) => [
    each.name,
    each.options.optional().meta({
      description: each.summary,
      examples: each.examples.map((example) => example.write[each.name]),
    }),
  ]),
);

/**
 * Each source has exactly one of these keywords. The operations next to the keyword are applied from top to bottom.
 */
export const inputWords = ["column", "first", "join", "sum", "product", "constant", "header"] as const;

/** Keywords with a list of other sources. */
export const partWords = ["first", "join", "sum", "product"] as const;

/** A source as written: a heading, a list whose first non-blank value is used, or a map. */
export type WrittenSource = string | readonly WrittenSource[] | SourceMap;

export type SourceMap = { readonly [word: string]: unknown } & {
  readonly column?: string;
  readonly first?: readonly WrittenSource[];
  readonly join?: readonly WrittenSource[];
  readonly separator?: string;
  /** Sources to add up, or the path of an amount in list elements, such as `charge_lines.local_amount.total`. */
  readonly sum?: string | readonly WrittenSource[];
  readonly product?: readonly WrittenSource[];
  readonly divide?: WrittenSource;
  readonly round?: string;
  readonly constant?: string;
  readonly header?: string;
  readonly where?: Condition;
  readonly negative?: Condition | "always";
};

const condition = z.strictObject({
  column: heading,
  equals: option(
    z.string(),
    "True if the cell has this value. Case and extra spaces are ignored.",
    "${account.company}",
    "Header",
  ),
  in: option(
    z.array(z.string()).min(1, "at least one value"),
    "True if the cell has one of these values. Case and extra spaces are ignored.",
    ["DE01", "DE02"],
  ),
  starts_with: option(z.string().min(1), "True if the cell begins with this text. Case is ignored.", "Total"),
  contains: option(z.string().min(1), "True if the cell contains this text. Case is ignored.", "(test)"),
  matches: option(pattern, "True if the cell contains a match for this pattern.", "^Example"),
  blank: option(yesOrNo, "`true`: the cell must be blank. `false`: the cell must not be blank.", "true"),
  started: option(
    dateForms,
    "A date format. True if the cell is blank or contains a date up to today.",
    "yyyy-MM-dd",
  ),
  not_ended: option(
    dateForms,
    "A date format. True if the cell is blank or contains today's date or a later one.",
    "yyyy-MM-dd",
  ),
  name: option(word, "The rule's name in reports.", "old rates"),
});

const sources: z.ZodType<readonly WrittenSource[]> = z.lazy(() =>
  z.array(source).min(1, "at least one column"),
);

const divisor: z.ZodType<WrittenSource> = z.lazy(() => source);

const sourceMap = z.strictObject({
  column: heading.optional(),
  first: option(sources, "The first of the listed parts that is not blank.", [
    "Description",
    "Local Description",
  ]),
  join: option(
    sources,
    "Joins all listed parts in this order, with `separator` between them. Blank values are omitted.",
    ["First Name", "Last Name"],
  ),
  separator: option(z.string(), "Text between the parts of `join`. Default: one space.", " ", "|"),
  sum: option(
    z.union([word, sources]),
    "For amounts: the exact sum of the listed parts. Blank values are ignored. Operations next to `sum` apply to every part that is only a heading. To add up an amount over all elements of a list, write the path of the amount.",
    ["Net", "Tax"],
    "charge_lines.local_amount.total",
  ),
  product: option(
    sources,
    "For amounts: the exact product of the listed parts, such as price and quantity. Operations next to `product` apply to every part that is only a heading.",
    ["Price", "Quantity"],
  ),
  divide: option(
    divisor,
    "For amounts and rates: divides the value by a number or by another column, such as a price for 100 units. Requires `round` unless the divisor is a number, such as 100, that never gives a repeating decimal. Operations next to `divide` also apply to a divisor that is only a heading.",
    "100",
    "Price Unit",
  ),
  round: option(
    decimalPlaces,
    "With `product` or `divide`: number of decimals to round to. Halves are rounded away from zero.",
    "2",
  ),
  header: option(heading, "For elements: the value of this column in the record's header row.", "Currency"),
  constant: option(z.string(), "The same value in every row.", "DE", "${account.country}"),
  where: option(
    condition,
    "For a column with `{*}` as its number: selects the column for which this condition is true, such as the reference with type PO.",
    { column: "Refs.{*}.Type", equals: "PO" },
  ),
  negative: option(
    z.union([
      z.literal("always"),
      condition.pick({ column: true, equals: true, in: true, starts_with: true, blank: true }),
    ]),
    "For an amount that the export writes without a sign: negates the number if this condition is true, for example on credit notes. `always` negates every number, for example in a credit column.",
    { column: "Kind", in: ["CRN"] },
  ),
  ...operationWords,
  ...Object.fromEntries(Object.entries(companions).map(([name, schema]) => [name, schema.optional()])),
});

/** Returns the divisor if it is a number, or undefined if the divisor is a source. */
export function plainDivisor(written: unknown): string | undefined {
  return typeof written === "string" && /^\d{1,30}(?:\.\d{1,30})?$/.test(written) ? written : undefined;
}

/** Returns the sources within a source, including a divisor that is a source. */
export function partsOf(source: SourceMap): readonly WrittenSource[] {
  const { divide } = source;
  const parts = partWords.flatMap((word) => {
    const written = source[word];
    return typeof written === "string" ? [] : (written ?? []);
  });
  return divide === undefined || plainDivisor(divide) !== undefined ? parts : [...parts, divide];
}

export const sourceWords: readonly string[] = Object.keys(sourceMap.shape);

export const source: z.ZodType<WrittenSource> = z.union([heading, sources, sourceMap]).meta({
  id: "source",
  title: "Source",
  description:
    "The source of a field: a heading, a list of headings (the first one that is not blank is used), or a map that contains a source and operations. Operations are applied from top to bottom.",
}) as z.ZodType<WrittenSource>;

/** Each condition has exactly one of these tests. */
export const conditionTests = [
  "equals",
  "in",
  "starts_with",
  "contains",
  "matches",
  "blank",
  "started",
  "not_ended",
] as const;

export const conditionWords = Object.keys(condition.shape);

export type Condition = z.output<typeof condition>;

const conditions = z.array(condition).min(1, "at least one condition");

const duplicates = z.union([
  z.enum(["reject", "prefer active"]),
  z
    .string()
    .superRefine((text, context) => {
      if (/^prefer newest \S.*$/.test(text)) return;
      const params = { nearest: nearest(text, ["reject", "prefer active", "prefer newest COLUMN"]) };
      const message = "`reject`, `prefer active` or `prefer newest COLUMN`";
      context.addIssue({ code: "custom", message, params });
    })
    .meta({ pattern: "^prefer newest \\S.*$" }),
  z.strictObject({
    newest: heading,
    date: option(dateForms, "Date format of the column.", "dd.MM.yyyy"),
  }),
]);

const flagWords = z.enum(["upsert", "delete"]);

/** Private fields for layouts. Layouts look up these fields by a path such as `job.private.NAME`. */
const privately = option(
  z.record(z.string().regex(/^[a-z]\w{0,63}$/, "a lowercase name, such as sequence"), source),
  "Custom values for layouts, each with a name of your choice. Layouts refer to a value by a path such as `org.private.NAME`, `job.private.NAME` or `accrual.private.NAME`. The API never serves these values.",
  { sequence: "Seq No", supplier_reference: "Supplier Ref" },
);

function expected(fields: Readonly<Record<string, Field>>) {
  const reference = z.strictObject({
    external_id: z.string().meta({ description: "ID of the referenced record.", examples: ["S1"] }),
  });
  const single = z.union([z.string(), reference]);
  const ofFields = Object.entries(singleFields(fields)).map(([name, field]) => {
    const description = `Expected value of ${name}. An empty string means blank.`;
    return [name, option(single, description, field.example)] as const;
  });
  const ofLists = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== "list") return [];
    const element: z.ZodType = field.plain === true ? z.string() : expected(field.fields ?? {});
    const description = `All expected elements of ${name}, in order. Fields that are not listed are not compared.`;
    return [[name, option(z.array(element), description, [])] as const];
  });
  const ofPrivate =
    fields["private"] === undefined
      ? []
      : [
          [
            "private",
            option(
              z.record(z.string(), z.string()),
              "Expected private fields. Fields that are not listed are not compared.",
              { sequence: "3" },
            ),
          ] as const,
        ];
  return z.strictObject(
    Object.fromEntries<z.ZodOptional<z.ZodType<ExpectedValue>>>([
      ...ofFields,
      ...ofLists,
      ...ofPrivate,
    ] as never),
  );
}

export type ExpectedValue =
  | string
  | { readonly [name: string]: string }
  | readonly (string | { readonly [field: string]: ExpectedValue | undefined })[];

const exampleRow = z.record(heading, z.string());

function exampleSchema(type: RecordType) {
  const record = expected(type.fields);
  return z.strictObject({
    name: option(word, "What the example shows.", "a leaver"),
    today: option(
      z.iso.date("a day, such as 2026-03-01"),
      "Today's date in the example, if the mapping uses today's date.",
      "2026-03-01",
    ),
    row: option(
      exampleRow,
      "Cells of one row, by heading. Omitted cells are blank. An omitted company column contains the account's company.",
      { PK: "17", Code: "AFRT" },
    ),
    rows: option(
      z.array(exampleRow).min(1, "at least one row"),
      "The rows of one record, instead of `row`.",
      [{ PK: "17" }, { PK: "17" }],
    ),
    record: option(
      record,
      "The expected record. Fields that are not listed are not compared. An empty string means blank.",
      { external_id: "17", updated_at: "" },
    ),
    rejected: option(z.array(z.string()), "Codes of all issues that reject the row.", ["unmapped_value"]),
    skipped: option(z.literal("true", "`true`"), "A rule skips the row.", "true"),
  });
}

/** Each entry in `lists` has exactly one of these keywords. */
export const listWords = ["columns", "keys", "split", "rows"] as const;

export interface ListSource {
  readonly columns?: string | undefined;
  readonly keys?: "all" | readonly string[] | undefined;
  readonly same_id?: "sum" | undefined;
  readonly split?: string | undefined;
  readonly at?: string | undefined;
  readonly from?: string | undefined;
  readonly match?: Readonly<Record<string, string>> | undefined;
  readonly rows?: "all" | Condition | readonly Condition[] | undefined;
  readonly fields?: Readonly<Record<string, WrittenSource | undefined>> | undefined;
  readonly value?: WrittenSource | undefined;
  readonly private?: Readonly<Record<string, WrittenSource>> | undefined;
}

function listSchema(field: Field): z.ZodType<ListSource | readonly ListSource[]> {
  const of =
    field.plain === true
      ? {
          value: option(source, "The value of an element.", "Container {n}"),
        }
      : {
          fields: z.strictObject(sourcesOf(field.fields ?? {})).meta({
            description: "The sources of an element's fields.",
            examples: [listExample(field).fields],
          }),
          ...(field.fields?.["private"] === undefined ? {} : { private: privately }),
        };
  const entry = z.strictObject({
    columns: option(
      z
        .string()
        .regex(
          /^\d{1,3}\.\.(?:\d{1,3})?$/,
          "the first and the last number, such as 1..9, or only the first: 1..",
        ),
      "Creates one element for each set of numbered columns. In the headings of `fields` or `value`, `{n}` represents the number. If the last number is omitted, the headings in the file determine the last number.",
      "1..9",
      "1..",
    ),
    keys: option(
      z.union([z.literal("all"), z.array(word).min(1, "at least one name")]),
      "Creates one element for each listed name or, with `all`, for each name that occurs in the headings. In the headings of `fields` or `value`, `{key}` represents the name. To use the name itself as a value, write `{name}` instead of a heading.",
      "all",
      ["FRT", "DOC"],
    ),
    same_id: option(
      z.literal("sum", "`sum`"),
      "`sum` adds up the amounts of elements that have the same `external_id`. All other values must be equal. If `same_id` is omitted, a record with such elements is rejected.",
      "sum",
    ),
    split: option(
      heading,
      "For several elements in one cell: the column that contains the cell. In place of a heading, `{part}` refers to one part of the cell.",
      "Refs",
    ),
    at: option(z.string().min(1, "at least one character"), "The text at which the cell is split.", ";"),
    rows: option(
      z.union([z.literal("all"), condition, conditions]),
      "Creates one element for each row of the record for which all listed conditions are true. `all`: one element for each row.",
      "all",
      { column: "Rec", equals: "COST" },
    ),
    from: option(
      word,
      "With `rows`: the name of the table under `tables` that contains the rows. Default: the table that `read` describes.",
      "costs",
    ),
    match: option(
      z.record(heading, heading),
      "With `from`: the key columns of the table, each with the matching column of `group.by`.",
      { Job: "Job No" },
    ),
    ...of,
  });
  return z.union([entry, z.array(entry).min(1, "at least one source")]) as z.ZodType<
    ListSource | readonly ListSource[]
  >;
}

function listExample(field: Field): ListSource {
  if (field.plain === true) return { split: "Refs", at: ";" };
  const [first = "name"] = Object.keys(singleFields(field.fields ?? {}));
  return { columns: "1..3", fields: { [first]: "Heading {n}" } };
}

function sourcesOf(fields: Readonly<Record<string, Field>>) {
  return Object.fromEntries(
    Object.entries(singleFields(fields)).map(([name, field]) => {
      const description = `${field.description} ${need(name, field)}`.trim();
      return [name, option(source, description, field.example)];
    }),
  );
}

const group = z.strictObject({
  by: option(
    z.union([
      heading,
      z.array(heading).min(1, "at least one column"),
      z.strictObject({
        first: z
          .array(heading)
          .min(2, "at least two columns")
          .meta({
            description: "The key is the first of the listed columns that is not blank.",
            examples: [["Parent", "Id"]],
          }),
      }),
    ]),
    "The columns of the key. Consecutive rows with the same key form one record. A row with a blank key belongs to the same record as the row above. If rows name their parent in a separate column, use `{ first: [Parent, Id] }`.",
    "Job No",
    ["Company", "Job No"],
  ),
  under: option(
    condition,
    "Instead of a key: a row for which this condition is true begins a record. The rows up to the next such row belong to that record.",
    { column: "Rec", equals: "JOB" },
  ),
  header: option(
    condition,
    "With `by`: selects the row that contains the record's fields. If `header` is omitted, the fields are read from all rows, and the values of a field must be equal or blank. For `updated_at`, the latest time is used.",
    { column: "Rec", equals: "JOB" },
  ),
  scattered: option(
    z.literal("true", "`true`"),
    "With `by`: rows with the same key do not have to be consecutive. Lading collects the rows in a temporary database.",
    "true",
  ),
});

const totals = z.strictObject({
  row: option(
    condition,
    "The row with the totals: a trailer row, or a row above the data. If `row` is omitted, the totals are values outside the rows of a JSON or XML document.",
    { column: "#1", equals: "T" },
  ),
  rows: option(
    source,
    "Number of rows in the file, not counting the totals row, repeated headers or blank rows.",
    "#2",
  ),
  records: option(
    source,
    "Number of records in the file, not counting rows that `only` or `skip` excludes.",
    "#3",
  ),
  elements: option(z.record(z.string(), source), "Number of elements in the file, by list.", {
    charge_lines: "#4",
  }),
  sums: option(
    z.record(z.string(), source),
    "For each amount, such as `local_amount` or `charge_lines.local_amount`: the sum of all its `total` values in the file.",
    { local_amount: { column: "#5", decimal: { sign: "." } } },
  ),
});

export type WrittenTotals = z.output<typeof totals>;

const tables = z.record(
  z.string().regex(/^[a-z][a-z0-9_]*$/, "a lowercase name"),
  readOptionsSchema.extend({
    optional: option(
      z.literal("true", "`true`"),
      "With `member`: the file may be missing from the delivery or have no rows. In that case, the lists that are read from the file remain unchanged in known records and are empty in new records.",
      "true",
    ),
  }),
);

const children = z.enum(["replace", "merge"]);

export type Group = z.output<typeof group>;

function listsSchema(type: RecordType) {
  const lists = Object.entries(type.fields).filter(([, { kind }]) => kind === "list");
  if (lists.length === 0) return {};
  const each = lists.map(([name, field]) => [
    name,
    option(listSchema(field), field.description, listExample(field)),
  ]);
  return {
    group: option(group, "How several rows form one record.", { by: "Job No" }),
    tables: option(
      tables,
      "Other tables in the same delivery, each under a name of your choice: another file in an archive, another sheet, or another path. Each table accepts the keys of `read`.",
      { costs: { member: "costs-*.csv" } },
    ),
    totals: option(
      totals,
      "Control totals in the file: numbers of rows, records or elements, and sums of amounts. The totals are in a row, or in the header of a JSON or XML document. A file is rejected if its totals are missing or differ from its rows.",
      { row: { column: "#1", equals: "T" }, rows: "#2" },
    ),
    children: option(
      children,
      "Which elements of a record an export contains: all (`replace`, the default), or only those that changed (`merge`). Elements without an `external_id` are always replaced.",
      "merge",
    ),
    lists: option(
      z.strictObject(
        Object.fromEntries(each) as Record<string, z.ZodType<ListSource | readonly ListSource[]>>,
      ),
      "The source of the elements of each list: numbered columns, columns with names in their headings, parts of a cell, or rows. A list can have several sources.",
      Object.fromEntries(lists.slice(0, 1).map(([name, field]) => [name, listExample(field)])),
    ),
  };
}

function mappingSchema(type: RecordType) {
  const fields = sourcesOf(type.fields);
  return z.strictObject({
    $schema: option(
      z.string(),
      "Location of this file's schema, for editors.",
      "../../schemas/mapping.schema.json",
    ),
    lading: z.literal("1", "`1`").meta({ description: "Version of the mapping language.", examples: ["1"] }),
    record: z.literal(type.name).meta({ description: "What the export lists.", examples: [type.name] }),
    description: option(
      z.string(),
      "A description for people: what the export contains and how to create it.",
      "Acme's charge codes, from Maintain > Account > Charge Codes, all columns",
    ),
    read: option(
      readOptionsSchema,
      "How to read the export. Lading detects the format and the table from the content of the export, unless these keys specify them.",
      { encoding: "windows-1252", delimiter: ";" },
    ),
    zone: option(
      zone,
      "Time zone for times without an offset. Default: the account's zone, never the machine's.",
      "Europe/Berlin",
    ),
    carry_down: option(
      z.array(heading).min(1, "at least one column"),
      "Columns in which a blank cell takes the value from the row above.",
      ["Company"],
    ),
    optional: option(
      z.array(heading).min(1, "at least one column"),
      "Columns that may be missing from a file. For example, a JSON or XML file lacks a column if no row has a value for it. Missing columns are read as blank. A path includes the paths under it: `Bill` also covers `Bill.2.No`.",
      ["Due Date", "Bill"],
    ),
    continuation: option(
      z.strictObject({
        blank: heading,
        append: option(
          z.array(z.enum(type.columns)).min(1, "at least one field"),
          "Text fields to which the row's values are appended.",
          [["description", "name", "number", "invoice_number"].find((name) => type.columns.includes(name))],
        ),
        separator: option(z.string(), "Separator before each appended value. Default: one space.", " "),
      }),
      "If the column named in `blank` is empty, the row continues the record from the previous row.",
      { blank: "ID" },
    ),
    company: option(
      z.enum(["one", "shared"]),
      "For accounts with a company, if no column of the export contains the company. `one`: the export has only rows of the account's company. `shared`: the export's records belong to all companies.",
      "one",
    ),
    only: option(
      conditions,
      "Uses only the rows for which all listed conditions are true. All other rows are counted as skipped.",
      [{ column: "Company", equals: "${account.company}" }],
    ),
    skip: option(
      conditions,
      "Skips the rows for which at least one of the listed conditions is true. These rows are counted as skipped.",
      [{ column: "Code", matches: "^Total" }],
    ),
    operation: option(
      z.strictObject({
        column: heading,
        values: z.record(z.string().min(1), flagWords).meta({
          description: "The operation, `upsert` or `delete`, for each value of the column.",
          examples: [{ C: "upsert", D: "delete" }],
        }),
        blank: option(flagWords, "The operation for a row in which the column is blank.", "upsert"),
      }),
      "For delta exports: the column that contains the operation, and the meaning of the column's values.",
      { column: "Action", values: { C: "upsert", U: "upsert", D: "delete" } },
    ),
    fields: z.strictObject(fields).meta({
      description: "The source of each field in the recommended format.",
      examples: [{ external_id: "PK" }],
    }),
    ...(listsSchema(type) as {
      group: z.ZodOptional<typeof group>;
      tables: z.ZodOptional<typeof tables>;
      children: z.ZodOptional<typeof children>;
      totals: z.ZodOptional<typeof totals>;
      lists: z.ZodOptional<
        z.ZodType<Readonly<Record<string, ListSource | readonly ListSource[] | undefined>>>
      >;
    }),
    ...((type.fields["private"] === undefined ? {} : { private: privately }) as {
      private: typeof privately;
    }),
    id_prefix: option(
      word,
      "A prefix for every `external_id` and for every reference that does not use a lookup in a list. Other records must refer to a record by the ID with the prefix.",
      "DE-",
    ),
    duplicates: option(
      duplicates,
      "Which row to use if several rows with different contents have the same ID: `reject` (use none of them, the default), `prefer active`, or `prefer newest COLUMN`.",
      "prefer active",
    ),
    missing: option(
      z.enum("is_active" in type.fields ? ["deactivate", "remove", "keep"] : ["remove", "keep"]),
      "What to do with a record that is missing from a full export. Default: `deactivate`, or `keep` for record types without `is_active`.",
      missingOf(type),
    ),
    missing_after: option(
      wholeNumber,
      "Number of consecutive full exports that must lack a record before `missing` applies. Default: 1.",
      "2",
    ),
    examples: option(
      z.array(exampleSchema(type)),
      "Rows with their expected results. `lading check` runs them.",
      [{ row: { PK: "17" }, record: { external_id: "17" } }],
    ),
  });
}

/** Returns the default action for missing records. */
export function missingOf(type: RecordType): "deactivate" | "keep" {
  return "is_active" in type.fields ? "deactivate" : "keep";
}

function need(name: string, { required }: Field): string {
  if (name === "updated_at") return "Optional. Default: the time when Lading detects a change.";
  if (required === "tax") return "Required in tax-enabled accounts.";
  return required === "never" ? "Optional." : "Required.";
}

/** A mapping as written. All scalars are strings. */
export type Mapping = z.output<ReturnType<typeof mappingSchema>>;

const byType = new Map<string, ReturnType<typeof mappingSchema>>();

/**
 * Returns the schema, which is built on first use, because most processes need the schema for only one record type,
 * or for none.
 */
function schemaOf(type: RecordType): ReturnType<typeof mappingSchema> {
  const schema = byType.get(type.name) ?? mappingSchema(type);
  byType.set(type.name, schema);
  return schema;
}

export function* listSources(
  mapping: Mapping,
): Generator<readonly [list: string, source: ListSource, path: Path]> {
  for (const [name, written] of Object.entries(mapping.lists ?? {})) {
    if (written === undefined) continue;
    if (!isSeveral(written)) yield [name, written, ["lists", name]];
    else for (const [i, each] of written.entries()) yield [name, each, ["lists", name, i]];
  }
}

function isSeveral(written: ListSource | readonly ListSource[]): written is readonly ListSource[] {
  return Array.isArray(written);
}

export function grammarOf(type: RecordType): z.ZodType<Mapping> {
  return schemaOf(type);
}

export function topWords(type: RecordType): readonly string[] {
  return Object.keys(schemaOf(type).shape);
}

/** The schema is used for completion and validation in editors. */
export function mappingJsonSchema(types: readonly RecordType[] = recordTypes): Record<string, unknown> {
  const schema = z.toJSONSchema(z.union(types.map((type) => schemaOf(type))), { unrepresentable: "any" });
  return {
    ...forEditors(schema),
    title: "Lading mapping",
    description: "Defines how to convert a partner's export to records in the recommended format.",
  };
}

/**
 * Editors parse `1` and `true` as a number and a boolean, but Lading reads all scalars as strings. This function
 * changes the schema to accept both forms.
 */
export function forEditors(schema: Record<string, unknown>): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) changed[key] = keywords[key]?.(value) ?? value;
  if (schema["type"] !== "string") return changed;
  const choices = schema["enum"] ?? (schema["const"] === undefined ? undefined : [schema["const"]]);
  if (!Array.isArray(choices)) return { ...changed, type: ["string", "number", "boolean"] };
  const { const: _const, type: _type, ...rest } = changed;
  return { ...rest, enum: choices.flatMap(spellings) };
}

/**
 * JSON Schema keywords that contain schemas, each with a function that changes these schemas. Property names are not
 * changed.
 */
const keywords: Readonly<Record<string, (value: unknown) => unknown>> = {
  properties: eachValue,
  $defs: eachValue,
  additionalProperties: one,
  items: one,
  anyOf: each,
  oneOf: each,
  allOf: each,
};

function one(value: unknown): unknown {
  return typeof value === "object" && value !== null ? forEditors(value as Record<string, unknown>) : value;
}

function each(value: unknown): unknown {
  return Array.isArray(value) ? value.map(one) : value;
}

function eachValue(value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as object).map(([key, schema]) => [key, one(schema)]));
}

function spellings(choice: unknown): readonly unknown[] {
  if (choice === "true" || choice === "false") return [choice, choice === "true"];
  return typeof choice === "string" && /^\d+$/.test(choice) ? [choice, Number(choice)] : [choice];
}
