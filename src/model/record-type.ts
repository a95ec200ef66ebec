import type { z } from "zod";
import type { Issue, Position } from "./issues.js";
import { elementSchema, type Field } from "./fields.js";

/** A reference to an entry of another list (`docs/interface.md` section 2.1, EntityRef). */
export interface Reference {
  readonly external_id: string;
}

export type Value = string | number | boolean | null | ObjectValue | readonly Value[];

/** A reference, an amount, an element of a list. */
export interface ObjectValue {
  readonly [field: string]: Value;
}

/**
 * A record of any type, as JSON shows it. Keys stand in column order; an optional column is either in every record of a
 * list (null where blank) or in none.
 */
export type AnyRecord = { readonly external_id: string; readonly updated_at: string } & {
  readonly [field: string]: Value | undefined;
};

export type Fields = Readonly<Record<string, Field>> & {
  readonly external_id: Field;
  readonly updated_at: Field;
};

type Shape<F extends Fields> = { -readonly [K in keyof F]: F[K]["schema"] };

export interface RecordType<F extends Fields = Fields> {
  /** As the command line and mappings write it: `charge-code`. */
  readonly name: string;
  /** Path of the list endpoint without the slash, and name of the file: `charge-codes`. */
  readonly plural: string;
  readonly title: string;
  readonly description: string;
  /** Records of people: their values stay out of logs and reports. */
  readonly personal: boolean;
  /** Section of `docs/interface.md` that shows the type. */
  readonly section: string;
  /** As one whole list, or each record for itself (`docs/interface.md` section 4.2). */
  readonly served: "as a list" | "one by one";
  readonly fields: F;
  /** All fields in column order. */
  readonly columns: readonly string[];
  /** The columns that every list has; the others are optional. */
  readonly requiredColumns: readonly string[];
  /** What is wrong or doubtful in a record whose fields are right one by one, by the rules between them. */
  readonly rules?: (record: AnyRecord, locate: (field: string) => Position) => readonly Issue[];
  /**
   * What counts of a record when a row says something new of it, and what is to be told of that.
   *
   * @param isLater whether the row is known to be later than what is published: by its own time, or the sequence of its file
   */
  readonly succeed?: (
    record: AnyRecord,
    before: AnyRecord | undefined,
    isLater: boolean,
  ) => { readonly record: AnyRecord; readonly issue?: "no_longer_posted" | "kept_posted" };
  /** Fields that a rollback leaves as they are. */
  readonly lasting?: readonly string[];
  /** Validates one record as JSON shows it; it transforms nothing. */
  readonly schema: z.ZodObject<Shape<F>, z.core.$strict>;
}

/** States a record type once: everything else (types, validation, JSON Schema, documentation) is derived from it. */
export function defineRecordType<const F extends Fields>(
  definition: Pick<
    RecordType<F>,
    | "name"
    | "plural"
    | "title"
    | "description"
    | "personal"
    | "section"
    | "served"
    | "fields"
    | "rules"
    | "succeed"
    | "lasting"
  >,
): RecordType<F> {
  const { fields } = definition;
  const columns = Object.keys(fields);
  return {
    ...definition,
    columns,
    requiredColumns: columns.filter((name) => (fields[name] as Field).required !== "never"),
    schema: elementSchema(fields).meta({ title: definition.title, description: definition.description }),
  };
}

/**
 * The ids that a field of a record refers to.
 *
 * @param path a field, or a field of the elements of a list as `list.field`; `list.value` where they are references themselves
 */
export function* referredTo(record: AnyRecord, path: string): Generator<string> {
  const [field = "", part] = path.split(".");
  const value = record[field];
  if (part === undefined) {
    if (value) yield (value as unknown as Reference).external_id;
    return;
  }
  for (const element of (value ?? []) as readonly ObjectValue[]) {
    const reference = (part === "value" ? element : element[part]) as unknown as Reference | null | undefined;
    if (reference) yield reference.external_id;
  }
}

/** The columns of a list in order: the required ones, and of the optional ones those that `filled` names. */
export function columnsOf(type: RecordType, filled: Iterable<string>): readonly string[] {
  const names = new Set(filled);
  return type.columns.filter((name) => names.has(name) || type.requiredColumns.includes(name));
}

/** Those columns that others are shown. */
export function servedColumns(type: RecordType, columns: readonly string[]): readonly string[] {
  return columns.filter((name) => type.fields[name]?.unserved !== true);
}
