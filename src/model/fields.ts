import { z } from "zod";
import { countryCodes, countryOfRegion } from "./countries.js";
import { currencyCodes } from "./currencies.js";

export type FieldKind =
  | "id"
  | "timestamp"
  | "text"
  | "email"
  | "flag"
  | "choice"
  | "reference"
  | "decimal"
  | "integer"
  | "date"
  | "country"
  | "region"
  | "currency"
  /** A number in served JSON. The number is stored as a string so that no digit is lost. */
  | "money"
  /** Object with a currency and money values. */
  | "amount"
  | "list"
  /** An object of string values whose keys come from the mapping. */
  | "private";

/**
 * `always` means that every record has the field. `tax` means that the field is required in accounts that use tax and
 * nullable in other accounts. `never` means that the column is optional.
 */
export type Required = "always" | "tax" | "never";

export interface Field<S extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  readonly required: Required;
  readonly schema: S;
  /** Description of the field, for documentation, JSON Schema and completion. */
  readonly description: string;
  readonly example: string;
  /** True if the interface does not define the field, which means that its name is an assumption. */
  readonly assumption?: true;
  /** Allowed values of a `choice`. */
  readonly choices?: readonly string[];
  /** Record type to which a `reference` points. If omitted, the reference is not checked. */
  readonly target?: string;
  /** Parts of an `amount`, or fields of a `list` element. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** True if the elements of a `list` are plain values instead of objects. */
  readonly plain?: true;
  /** True if the field is internal and never served. */
  readonly unserved?: true;
  /** True if a single invalid element in a `list` causes the whole record to be rejected. */
  readonly whole?: true;
}

/** Marks a field that the interface does not define. */
export function assumed<S extends z.ZodType>(field: Field<S>): Field<S> {
  return { ...field, assumption: true };
}

/** Optional column that the interface does not define. */
export function optional<S extends z.ZodType>(field: Field<S>): Field<z.ZodOptional<z.ZodNullable<S>>> {
  return assumed(nullable(field));
}

/** Optional column that the interface defines. */
export function nullable<S extends z.ZodType>(field: Field<S>): Field<z.ZodOptional<z.ZodNullable<S>>> {
  return { ...field, required: "never", schema: field.schema.nullable().optional() };
}

export function byTaxMode<S extends z.ZodType>(field: Field<S>): Field<z.ZodNullable<S>> {
  return { ...field, required: "tax", schema: field.schema.nullable() };
}

/** Optional internal column. `asServed` finds the column by name. */
export function unserved<S extends z.ZodType>(field: Field<S>): Field<z.ZodOptional<z.ZodNullable<S>>> {
  return { ...nullable(field), unserved: true };
}

/**
 * Internal string values for layouts, keyed by names from the mapping. `asServed` finds these values by the field's
 * name.
 */
export function keptPrivately() {
  return {
    kind: "private",
    required: "never",
    schema: z.record(z.string(), z.string()).nullable().optional(),
    description:
      "Values to return to the FFS, keyed by the names in the mapping. Layouts can use them, but the API does not serve them.",
    example: '{"sequence":"3"}',
    unserved: true,
  } as const satisfies Field;
}

/** A list that every mapping must define, even if a record has no elements. */
export function required<F extends Field<z.ZodOptional<z.ZodType>>>(
  list: F,
): Omit<F, "required" | "schema"> & {
  readonly required: "always";
  readonly schema: ReturnType<F["schema"]["unwrap"]>;
} {
  const schema = list.schema.unwrap() as ReturnType<F["schema"]["unwrap"]>;
  return { ...list, required: "always", schema };
}

function kind<S extends z.ZodType>(of: FieldKind, schema: S) {
  return (description: string, example: string): Field<S> => ({
    kind: of,
    required: "always",
    schema,
    description,
    example,
  });
}

/** `docs/interface.md` section 1.2, convention 1. */
export const id = kind("id", z.string().min(1).max(255));

/**
 * A time in UTC with milliseconds, which always has 24 characters (`docs/interface.md` section 1.2, convention 2).
 */
export const timestamp = kind("timestamp", z.iso.datetime({ precision: 3 }));

export const text = kind("text", z.string().min(1).max(4096));

export const privateText = text("", "");

/**
 * The JSON Schema `email` format, which is an RFC 5321 address such as `r&d@acme.example`. Quoted local parts and
 * host names without a dot are invalid.
 */
export const emailAddress =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

export const email = kind("email", z.email({ pattern: emailAddress }));

export function flag(description: string): Field<z.ZodBoolean> {
  return kind("flag", z.boolean())(description, "true");
}

export function choice<const C extends readonly [string, ...string[]]>(
  choices: C,
  description: string,
): Field<z.ZodEnum<{ [K in C[number]]: K }>> {
  return { ...kind("choice", z.enum(choices))(description, choices[0]), choices };
}

const referenceSchema = z.strictObject({ external_id: z.string().min(1).max(255) });
const anyReference = kind("reference", referenceSchema);

/**
 * Returns a reference field (`docs/interface.md` section 2.1, EntityRef). `target` is the record type to which the
 * reference points, or undefined if the target is not one of Lading's lists.
 */
export function reference(
  target: string | undefined,
  description: string,
  example: string,
): Field<typeof referenceSchema> {
  return { ...anyReference(description, example), ...(target === undefined ? {} : { target }) };
}

/** A decimal in canonical form, without an exponent, thousands separator or redundant zeros. */
export const decimal = kind("decimal", z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/));

/** A whole number, which is stored as a number in JSON. */
export const integer = kind("integer", z.int());

export const date = kind("date", z.iso.date());

/** `docs/interface.md` section 1.2, convention 5. */
export const country = kind(
  "country",
  z
    .string()
    .regex(/^[A-Z]{2}$/)
    .refine((code) => countryCodes.has(code)),
);

/** An ISO 3166-2 region such as `US-CA`, which consists of a country code and one to three letters or digits. */
export const region = kind(
  "region",
  z
    .string()
    .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
    .refine((code) => countryCodes.has(countryOfRegion(code))),
);

/** `docs/interface.md` section 1.2, convention 3. */
const currency = kind(
  "currency",
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .refine((code) => currencyCodes.has(code)),
);

/** At most 26 digits, a decimal point, and 1 to 10 decimals, as in served JSON. Zero is `0.0`. */
const moneyPattern = /^(?!-0\.0$)-?(?:0|[1-9]\d{0,25})\.(?:\d|\d{1,9}[1-9])$/;

/** Names reserved for money. `asServed` recognizes money by these names. */
const moneyNames = ["pre_tax", "tax", "total"] as const;

export const money = kind("money", z.string().regex(moneyPattern));

const moneyText = new RegExp(`"(${moneyNames.join("|")})":"(-?\\d+\\.\\d+)"`, "g");

/** Names reserved for internal fields. `asServed` removes fields with these names. */
const unservedNames = ["echo", "is_cancelled", "private"] as const;

const unservedText = new RegExp(
  `,"(?:${unservedNames.join("|")})":(?:null|true|false|"(?:[^"\\\\]|\\\\.)*"|\\{(?:[:,]?"(?:[^"\\\\]|\\\\.)*")*\\})`,
  "g",
);

/**
 * Converts stored JSON to served JSON, in which money values are numbers and internal fields are removed. Quotation
 * marks in strings are escaped, so the patterns never match inside a value.
 */
export function asServed(json: string): string {
  const isWhole = unservedNames.some((name) => json.includes(`,"${name}":`));
  const served = isWhole ? json.replaceAll(unservedText, "") : json;
  return served.includes('"total":"') ? served.replace(moneyText, '"$1":$2') : served;
}

/** Returns the JSON Schema of served records, in which money is a number and internal fields are absent. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const name of unservedNames) delete jsonSchema.properties?.[name];
      if (jsonSchema.pattern !== moneyPattern.source) return;
      delete jsonSchema.pattern;
      jsonSchema.type = "number";
    },
  });
}

/**
 * Returns an amount field (`docs/interface.md` section 2.1, Amount). With `by tax mode`, the field is an
 * AmountWithTax in accounts that use tax.
 */
export function amount(description: string, tax: "optional" | "by tax mode") {
  const taxes = money("Tax.", "19.0");
  const fields = {
    currency: currency("ISO 4217.", "EUR"),
    pre_tax: money("Amount before tax.", "100.0"),
    tax: tax === "optional" ? nullable(taxes) : byTaxMode(taxes),
    total: money("Amount including tax.", "119.0"),
  };
  return {
    kind: "amount",
    required: "always",
    schema: elementSchema(fields),
    description,
    example: exampleText(fields),
    fields,
  } as const satisfies Field;
}

export function listOfObjects<const F extends Readonly<Record<string, Field>>>(
  description: string,
  fields: F,
) {
  return {
    kind: "list",
    required: "never",
    schema: z.array(elementSchema(fields)).optional(),
    description,
    example: `[${exampleText(fields)}]`,
    fields,
  } as const satisfies Field;
}

/** A list whose record is rejected if any element is invalid. */
export function wholeList<const F extends Readonly<Record<string, Field>>>(description: string, fields: F) {
  return { ...listOfObjects(description, fields), whole: true } as const satisfies Field;
}

/** List of plain values or references. */
export function listOfValues<S extends z.ZodType>(description: string, value: Field<S>) {
  return {
    kind: "list",
    required: "never",
    schema: z.array(value.schema).optional(),
    description,
    example: JSON.stringify([exampleValue(value)]),
    fields: { value },
    plain: true,
  } as const satisfies Field;
}

/** Returns the example of a field in the form used in records. */
export function exampleValue({ kind, example }: Field): unknown {
  switch (kind) {
    case "flag":
    case "integer":
    case "amount":
    case "list":
    case "private":
      return JSON.parse(example) as unknown;
    case "reference":
      return { external_id: example };
    default:
      return example;
  }
}

function exampleText(fields: Readonly<Record<string, Field>>): string {
  const values = Object.entries(fields).map(([name, field]) => [name, exampleValue(field)]);
  return JSON.stringify(Object.fromEntries(values));
}

/** Returns a strict schema, in which unknown fields are errors. */
export function elementSchema<F extends Readonly<Record<string, Field>>>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)]));
  return z.strictObject(shape as { -readonly [K in keyof F]: F[K]["schema"] });
}

function described(field: Field): z.ZodType {
  const note = field.assumption
    ? " This field is an assumption, because the interface does not define it."
    : "";
  return field.schema.meta({ description: field.description + note });
}

/** Returns the record types to which a type's references point, including references in list elements. */
export function targetsOf(fields: Readonly<Record<string, Field>>): ReadonlySet<string> {
  return new Set(referencesIn(fields).map(({ target }) => target));
}

/** Returns the fields that refer to records of other types. Element fields have the form `list.field`. */
export function referencesIn(
  fields: Readonly<Record<string, Field>>,
): readonly { readonly path: string; readonly target: string }[] {
  return Object.entries(fields).flatMap(([path, { target, fields: inner = {} }]) => [
    ...(target === undefined ? [] : [{ path, target }]),
    ...referencesIn(inner).map((each) => ({ ...each, path: `${path}.${each.path}` })),
  ]);
}

/**
 * Returns the fields that a mapping sets individually, which excludes lists and private values. Parts of an amount
 * have the form `AMOUNT.PART`.
 */
export function singleFields(fields: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind === "list" || field.kind === "private") return [];
      if (field.kind !== "amount") return [[name, field] as const];
      return Object.entries(field.fields ?? {}).map(([part, each]) => [`${name}.${part}`, each] as const);
    }),
  );
}
