import type { z } from "zod";
import { nearest } from "../../nearest.js";
import { outboundInvoiceSchema } from "../../model/outbound-invoice.js";
import { recordTypes } from "../../model/record-types/index.js";
import { singleFields, type Field } from "../../model/fields.js";
import type { RecordType } from "../../model/record-type.js";

/** What a layout may name: the fields of an invoice and of its lines, and those of our records that they refer to. */

/** Stands before the path of a field that is not listed: such fields are kept, and a layout may hand them on. */
export const others = "other.";

/** Stands before the name of a private field of a record: read for layouts, never served. */
const hidden = "private.";

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The single values of an object: a reference by its name, a part of an amount as `amount.part`. */
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

/** `external_id`: the id that we gave the invoice. */
export const invoiceFields: readonly string[] = ["external_id", ...paths(outboundInvoiceSchema.shape)];
export const lineFields: readonly string[] = paths(lineShape);
/** The numbers of a line that can be added up. */
export const lineMoney = lineFields.filter((path) => /\.(?:pre_tax|tax|total)$/.test(path));

/** What a look-up may name, as `record-type.field`; an accrual is looked up in the job of the line. */
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

/** The name of a private field, without what says that it is one. */
export function privateName(field: string): string | undefined {
  return field.startsWith(hidden) ? field.slice(hidden.length) : undefined;
}

export function nearestOf(word: string, words: readonly string[]): string | undefined {
  // Of `amount.total` the last part alone may be what somebody wrote.
  return nearest(word, words) ?? words.find((each) => each.endsWith(`.${word}`));
}
