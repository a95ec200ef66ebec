import type { z } from "zod";
import { nearest } from "../../nearest.js";
import { outboundInvoiceSchema } from "../../model/outbound-invoice.js";
import { recordTypes } from "../../model/record-types/index.js";
import { singleFields, type Field } from "../../model/fields.js";
import type { RecordType } from "../../model/record-type.js";

/**
 * The fields that a layout may use, which are those of an invoice, its charge lines, and the records to which the
 * invoice refers.
 */

/** Prefix of invoice fields that the schema does not list. These fields are stored and can be used in layouts. */
export const others = "other.";

/** Prefix of a record's private fields, which layouts can read but which are never served. */
const hidden = "private.";

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/**
 * Returns the paths of the values in an object, except for lists. A reference counts as one value, and parts of an
 * amount have the form `amount.part`.
 */
function paths(shape: Shape): readonly string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const inner = shapeOf(schema);
    if (inner === undefined) return isList(schema) ? [] : [name];
    return "external_id" in inner ? [name] : paths(inner).map((part) => `${name}.${part}`);
  });
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType === undefined ? schema : bare(innerType);
}

function shapeOf(schema: z.core.$ZodType): Shape | undefined {
  return (bare(schema)._zod.def as { shape?: Shape }).shape;
}

function isList(schema: z.core.$ZodType): boolean {
  return bare(schema)._zod.def.type === "array";
}

const lineShape = shapeOf(outboundInvoiceSchema.shape.charge_lines.element) ?? {};

/** `external_id` is the ID that Lading assigned to the invoice. */
export const invoiceFields: readonly string[] = ["external_id", ...paths(outboundInvoiceSchema.shape)];
export const lineFields: readonly string[] = paths(lineShape);
/** The numbers in a charge line that can be summed. */
export const lineMoney = lineFields.filter((path) => /\.(?:pre_tax|tax|total)$/.test(path));

/**
 * Fields that lookups can return, in the form `record-type.field`. Accruals are looked up in the charge line's job.
 */
export const lookupFields: readonly string[] = [
  ...recordTypes.flatMap((type: RecordType) =>
    Object.keys(singleFields(type.fields)).map((name) => `${type.name}.${name}`),
  ),
  ...Object.keys(singleFields(accrualFields())).map((name) => `accrual.${name}`),
];

function accrualFields(): Readonly<Record<string, Field>> {
  const job = recordTypes.find(({ name }) => name === "job") as RecordType | undefined;
  return job?.fields["accruals"]?.fields ?? {};
}

export const isPrivateField = (path: string): boolean => /^[a-z-]+\.private\.\w+$/.test(path);

export function isOther(path: string): boolean {
  return path.startsWith(others) && path.length > others.length;
}

export function privateName(field: string): string | undefined {
  return field.startsWith(hidden) ? field.slice(hidden.length) : undefined;
}

export function nearestOf(word: string, words: readonly string[]): string | undefined {
  // The author may have written only `total` for `amount.total`.
  return nearest(word, words) ?? words.find((each) => each.endsWith(`.${word}`));
}
