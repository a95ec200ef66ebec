import type { z } from "zod";
import type { Issue, Position } from "./issues.js";
import { elementSchema, type Field } from "./fields.js";

/** A reference to a record in another list (`docs/interface.md` section 2.1, EntityRef). */
export interface Reference {
  readonly external_id: string;
}

export type Value = string | number | boolean | null | ObjectValue | readonly Value[];

/** A value that is a reference, an amount or a list element. */
export interface ObjectValue {
  readonly [field: string]: Value;
}

/**
 * A record of any type, in its JSON form. Keys are in column order. Each optional column is present either in every
 * record of a list (null if it has no value) or in none.
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
  /** Name on the command line and in mappings, such as `charge-code`. */
  readonly name: string;
  /** File name, and path of the list endpoint without the leading slash, such as `charge-codes`. */
  readonly plural: string;
  readonly title: string;
  readonly description: string;
  /** True if the records contain personal data, which must stay out of logs and reports. */
  readonly personal: boolean;
  /** Section of `docs/interface.md` that describes the type. */
  readonly section: string;
  /** How records are served: as one list or individually (`docs/interface.md` section 4.2). */
  readonly served: "as a list" | "one by one";
  readonly fields: F;
  readonly columns: readonly string[];
  /** Columns that every list has. All other columns are optional. */
  readonly requiredColumns: readonly string[];
  /** Checks rules that involve several fields. Called only if all fields are valid. */
  readonly rules?: (record: AnyRecord, locate: (field: string) => Position) => readonly Issue[];
  /**
   * Combines a new version of a record with the published one and reports changes that users should know about.
   * `isLater` is true if the record's own time or its file's sequence number shows that the row is newer than the
   * published record.
   */
  readonly succeed?: (
    record: AnyRecord,
    before: AnyRecord | undefined,
    isLater: boolean,
  ) => { readonly record: AnyRecord; readonly issue?: "no_longer_posted" | "kept_posted" };
  /** Fields that a rollback does not change. */
  readonly lasting?: readonly string[];
  /** Validates a single record in its JSON form without transforming it. */
  readonly schema: z.ZodObject<Shape<F>, z.core.$strict>;
}

/** TypeScript types, validation, JSON Schema and documentation are all derived from the definition. */
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
 * Returns the IDs in a field that refers to other records. `path` is the name of the field, `list.field` for a field
 * of list elements, or `list.value` if the elements are references.
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

/** Returns the columns of a list in order: the required columns and the optional columns in `filled`. */
export function columnsOf(type: RecordType, filled: Iterable<string>): readonly string[] {
  const names = new Set(filled);
  return type.columns.filter((name) => names.has(name) || type.requiredColumns.includes(name));
}

export function servedColumns(type: RecordType, columns: readonly string[]): readonly string[] {
  return columns.filter((name) => type.fields[name]?.unserved !== true);
}
