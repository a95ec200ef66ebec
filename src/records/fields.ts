import { z } from "zod";

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
  | "region";

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
  /** Name of the record type that a `reference` points to. */
  readonly target?: "tax-code";
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

/** `docs/interface.md` section 1.2, convention 1. */
export function id(description: string, example: string): Field<z.ZodString> {
  return { kind: "id", required: "always", schema: z.string().min(1).max(255), description, example };
}

/** `docs/interface.md` section 1.2, convention 2: UTC with milliseconds, always 24 characters. */
export function timestamp(description: string, example: string): Field<z.ZodISODateTime> {
  return {
    kind: "timestamp",
    required: "always",
    schema: z.iso.datetime({ precision: 3 }),
    description,
    example,
  };
}

export function text(description: string, example: string): Field<z.ZodString> {
  return { kind: "text", required: "always", schema: z.string().min(1).max(4096), description, example };
}

/**
 * What JSON Schema calls `format: email`: an address of RFC 5321 as validators of it take it, `r&d@acme.example` too. Quoted
 * names and hosts without a dot are none.
 */
export const emailAddress =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

export function email(description: string, example: string): Field<z.ZodEmail> {
  return {
    kind: "email",
    required: "always",
    schema: z.email({ pattern: emailAddress }),
    description,
    example,
  };
}

export function flag(description: string): Field<z.ZodBoolean> {
  return { kind: "flag", required: "always", schema: z.boolean(), description, example: "true" };
}

export function choice<const C extends readonly [string, ...string[]]>(
  choices: C,
  description: string,
): Field<z.ZodEnum<{ [K in C[number]]: K }>> {
  return {
    kind: "choice",
    required: "always",
    schema: z.enum(choices),
    description,
    example: choices[0],
    choices,
  };
}

const referenceSchema = z.strictObject({ external_id: z.string().min(1).max(255) });

/** `docs/interface.md` section 2.1 EntityRef. Null is allowed by the shape; the tax mode of the account decides (validate/). */
export function taxReference(
  target: "tax-code",
  description: string,
  example: string,
): Field<z.ZodNullable<typeof referenceSchema>> {
  return {
    kind: "reference",
    required: "tax",
    schema: referenceSchema.nullable(),
    description,
    example,
    target,
  };
}

/** Canonical decimal text: no exponent, no thousands sign, no zeros that say nothing. */
export function decimal(description: string, example: string): Field<z.ZodString> {
  const schema = z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
  return { kind: "decimal", required: "always", schema, description, example };
}

/** A whole number, which JSON shows as one. */
export function integer(description: string, example: string): Field<z.ZodInt> {
  return { kind: "integer", required: "always", schema: z.int(), description, example };
}

export function date(description: string, example: string): Field<z.ZodISODate> {
  return { kind: "date", required: "always", schema: z.iso.date(), description, example };
}

/** `docs/interface.md` section 1.2, convention 5. */
export function country(description: string, example: string): Field<z.ZodString> {
  return {
    kind: "country",
    required: "always",
    schema: z.string().regex(/^[A-Z]{2}$/),
    description,
    example,
  };
}

/** ISO 3166-2, such as `US-CA`. */
export function region(description: string, example: string): Field<z.ZodString> {
  const schema = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/);
  return { kind: "region", required: "always", schema, description, example };
}
