import { z } from "zod";
import { countryCodes } from "./countries.js";
import { currencyCodes } from "./currencies.js";

/** The kinds of field that the recommended format is made of. A record type is a list of these. */

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
  /** A decimal that JSON shows as a number: a text until it is shown, so that no digit is lost. */
  | "money"
  /** An object of a currency and money. */
  | "amount"
  | "list"
  /** An object of texts under names that the mapping gives. */
  | "private";

/** `always`: in every record. `tax`: in accounts of tax mode `tax`; in others it may be null. `never`: an optional column. */
export type Required = "always" | "tax" | "never";

export interface Field<S extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind;
  readonly required: Required;
  readonly schema: S;
  /** What the field means, for documentation, JSON Schema and completion. */
  readonly description: string;
  readonly example: string;
  /** Set where the interface does not show the field, so that it is our assumption. */
  readonly assumption?: true;
  /** Allowed values of a `choice`. */
  readonly choices?: readonly string[];
  /** Name of the record type that a `reference` points to; without it, a reference is taken as it is. */
  readonly target?: string;
  /** The parts of an `amount`; the fields of an element of a `list`. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Set where the elements of a `list` are no objects but the values of their one field. */
  readonly plain?: true;
  /** Set where it is kept for ourselves, and nobody is shown it. */
  readonly unserved?: true;
  /** Set where a `list` is taken whole or not at all: one faulty element keeps its record from being taken. */
  readonly whole?: true;
}

/** A field that the interface does not show. */
export function assumed<S extends z.ZodType>(field: Field<S>): Field<S> {
  return { ...field, assumption: true };
}

/** An optional column that the interface does not show: absent or null where the export has none. */
export function optional<S extends z.ZodType>(field: Field<S>): Field<z.ZodOptional<z.ZodNullable<S>>> {
  return assumed(nullable(field));
}

/** An optional column that the interface shows. */
export function nullable<S extends z.ZodType>(field: Field<S>): Field<z.ZodOptional<z.ZodNullable<S>>> {
  return { ...field, required: "never", schema: field.schema.nullable().optional() };
}

/** A field that accounts with tax need and others may leave blank. */
export function byTaxMode<S extends z.ZodType>(field: Field<S>): Field<z.ZodNullable<S>> {
  return { ...field, required: "tax", schema: field.schema.nullable() };
}

/** An optional column that is kept for ourselves. `asServed` knows it by its name. */
export function unserved<S extends z.ZodType>(field: Field<S>): Field<z.ZodOptional<z.ZodNullable<S>>> {
  return { ...nullable(field), unserved: true };
}

/** Texts under names that the mapping gives, kept for layouts: `asServed` knows them by their name. */
export function keptPrivately() {
  return {
    kind: "private",
    required: "never",
    schema: z.record(z.string(), z.string()).nullable().optional(),
    description:
      "Values that the FFS expects back, under names of the mapping. Kept for layouts, and never served.",
    example: '{"sequence":"3"}',
    unserved: true,
  } as const satisfies Field;
}

/** A list that every mapping has to make, though it may have no elements. */
export function required<F extends Field<z.ZodOptional<z.ZodType>>>(
  list: F,
): Omit<F, "required" | "schema"> & {
  readonly required: "always";
  readonly schema: ReturnType<F["schema"]["unwrap"]>;
} {
  const schema = list.schema.unwrap() as ReturnType<F["schema"]["unwrap"]>;
  return { ...list, required: "always", schema };
}

/** How fields of one kind are stated: what each means, and an example of it. */
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

/** `docs/interface.md` section 1.2, convention 2: UTC with milliseconds, always 24 characters. */
export const timestamp = kind("timestamp", z.iso.datetime({ precision: 3 }));

export const text = kind("text", z.string().min(1).max(4096));

/** What each text under `private` is. */
export const privateText = text("", "");

/**
 * What JSON Schema calls `format: email`: an address of RFC 5321 as validators of it take it, `r&d@acme.example` too. Quoted
 * names and hosts without a dot are none.
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
 * `docs/interface.md` section 2.1 EntityRef.
 *
 * @param target the record type that it points to; undefined: what it points to is no list of ours
 */
export function reference(
  target: string | undefined,
  description: string,
  example: string,
): Field<typeof referenceSchema> {
  return { ...anyReference(description, example), ...(target === undefined ? {} : { target }) };
}

/** Canonical decimal text: no exponent, no thousands sign, no zeros that say nothing. */
export const decimal = kind("decimal", z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/));

/** A whole number, which JSON shows as one. */
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

/** ISO 3166-2, such as `US-CA`. */
export const region = kind("region", z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/));

/** `docs/interface.md` section 1.2, convention 3. */
const currency = kind(
  "currency",
  z
    .string()
    .regex(/^[A-Z]{3}$/)
    .refine((code) => currencyCodes.has(code)),
);

/** Digits with a point and at least one decimal, as JSON shows them: zero is `0.0`. */
const moneyPattern = /^(?!-0\.0$)-?(?:0|[1-9]\d{0,25})\.(?:\d|\d{1,9}[1-9])$/;

/** What money is called, everywhere and nothing else: `asServed` finds it by its name. */
const moneyNames = ["pre_tax", "tax", "total"] as const;

export const money = kind("money", z.string().regex(moneyPattern));

const moneyText = new RegExp(`"(${moneyNames.join("|")})":"(-?\\d+\\.\\d+)"`, "g");

/** What is kept for ourselves, everywhere and nothing else: it is left out by its name. */
const unservedNames = ["echo", "is_cancelled", "private"] as const;

const unservedText = new RegExp(
  `,"(?:${unservedNames.join("|")})":(?:null|true|false|"(?:[^"\\\\]|\\\\.)*"|\\{(?:[:,]?"(?:[^"\\\\]|\\\\.)*")*\\})`,
  "g",
);

/**
 * JSON text of records as others are shown it: money, which is text in it, with its digits as numbers, and without what is kept for
 * ourselves. No quote within a text stands alone, so nothing within one is met.
 */
export function asServed(json: string): string {
  const isWhole = unservedNames.some((name) => json.includes(`,"${name}":`));
  const served = isWhole ? json.replaceAll(unservedText, "") : json;
  return served.includes('"total":"') ? served.replace(moneyText, '"$1":$2') : served;
}

/** The JSON Schema of a schema, as others are shown it: money is a number there, and what is kept for ourselves is not in it. */
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
 * `docs/interface.md` section 2.1, Amount.
 *
 * @param tax `by tax mode`: AmountWithTax in accounts with tax
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

/** A list of objects, each of these fields. */
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

/** A list that is taken whole or not at all. */
export function wholeList<const F extends Readonly<Record<string, Field>>>(description: string, fields: F) {
  return { ...listOfObjects(description, fields), whole: true } as const satisfies Field;
}

/** A list of values that are no objects, or of references. */
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

/** What the example of a field stands for, as a record holds it. */
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

/** The schema of an object with these fields and no others. */
export function elementSchema<F extends Readonly<Record<string, Field>>>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)]));
  return z.strictObject(shape as { -readonly [K in keyof F]: F[K]["schema"] });
}

function described(field: Field): z.ZodType {
  const note = field.assumption ? " The interface does not show this field: it is an assumption." : "";
  return field.schema.meta({ description: field.description + note });
}

/** The record types that references point to, those of elements as well. */
export function targetsOf(fields: Readonly<Record<string, Field>>): ReadonlySet<string> {
  return new Set(referencesIn(fields).map(({ target }) => target));
}

/** Fields that refer to entries of other types, those of elements as `list.field`. */
export function referencesIn(
  fields: Readonly<Record<string, Field>>,
): readonly { readonly path: string; readonly target: string }[] {
  return Object.entries(fields).flatMap(([path, { target, fields: inner = {} }]) => [
    ...(target === undefined ? [] : [{ path, target }]),
    ...referencesIn(inner).map((each) => ({ ...each, path: `${path}.${each.path}` })),
  ]);
}

/** The fields that are filled one by one: the parts of an amount under `AMOUNT.PART`, and no lists. */
export function singleFields(fields: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind === "list" || field.kind === "private") return [];
      if (field.kind !== "amount") return [[name, field] as const];
      return Object.entries(field.fields ?? {}).map(([part, each]) => [`${name}.${part}`, each] as const);
    }),
  );
}
