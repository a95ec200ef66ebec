import { placeAt } from "./yaml-place.js";

/** The subset of JSON Schema that the editor uses. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

export interface Suggestion {
  readonly label: string;
  /** The string to insert. */
  readonly text: string;
  readonly explanation: string | undefined;
}

/**
 * Suggests keys and values that the schema allows at a position, and headings from the sample. Each suggestion
 * replaces the characters between `from` and the position.
 */
export function suggestionsAt(
  schema: Schema,
  text: string,
  at: number,
  columns: readonly string[],
): { readonly from: number; readonly suggestions: readonly Suggestion[] } {
  const { path, expects, from } = placeAt(text, at);
  const around = schemasAt(schema, path);
  const found = new Map<string, Suggestion>();
  const add = (label: string, inserted: string, explanation?: string): void => {
    if (!found.has(label)) found.set(label, { label, text: inserted, explanation });
  };
  if (expects !== "key") {
    for (const each of around) {
      for (const value of each.enum ?? (each.const === undefined ? [] : [each.const])) {
        if (typeof value === "string") add(value, asYaml(value));
      }
    }
    if (around.some(({ $ref }) => $ref === headingRef)) for (const name of columns) add(name, asYaml(name));
  }
  if (expects !== "value") {
    for (const { properties = {} } of around) {
      for (const [key, below] of Object.entries(properties)) {
        add(key, `${key}: `, explanationOf(schema, below));
      }
    }
    if (around.some(({ properties, additionalProperties }) => !properties && additionalProperties)) {
      // In examples and matches, keys are headings, which the schema does not list.
      for (const name of columns) add(name, `${asYaml(name)}: `);
    }
  }
  return { from, suggestions: [...found.values()] };
}

export function explanationAt(schema: Schema, text: string, at: number): string | undefined {
  const before = /[\w$]*$/.exec(text.slice(0, at))?.[0] ?? "";
  const after = /^[\w$]*(?=\s*:)/.exec(text.slice(at))?.[0];
  if (after === undefined || before + after === "") return undefined;
  const { path } = placeAt(text, at - before.length);
  const below = schemasAt(schema, path).map(({ properties }) => properties?.[before + after]);
  return below.map((each) => each && explanationOf(schema, each)).find((each) => each !== undefined);
}

/** Schema for a string that specifies a column of the export. */
const headingRef = "#/$defs/heading";

function schemasAt(root: Schema, path: readonly string[]): readonly Schema[] {
  let here = alternatives(root, root);
  for (const key of path) {
    here = here
      .flatMap(({ properties, additionalProperties, items }) => {
        const below = key === "#" ? items : (properties?.[key] ?? additionalProperties);
        return typeof below === "object" ? [below] : [];
      })
      .flatMap((below) => alternatives(root, below));
  }
  return here;
}

/** Returns a schema together with all schemas that it references or offers as alternatives. */
function alternatives(root: Schema, schema: Schema): readonly Schema[] {
  const target = targetOf(root, schema);
  const below = [...(target === undefined ? [] : [target]), ...(schema.anyOf ?? [])];
  return [schema, ...below.flatMap((each) => alternatives(root, each))];
}

function targetOf(root: Schema, { $ref }: Schema): Schema | undefined {
  return $ref === undefined ? undefined : root.$defs?.[$ref.replace("#/$defs/", "")];
}

function explanationOf(root: Schema, schema: Schema): string | undefined {
  return schema.description ?? targetOf(root, schema)?.description;
}

/** Quotes a string if YAML might require quotation marks. */
function asYaml(text: string): string {
  return /^[\p{L}_][\p{L}\p{N} _./()-]*$/u.test(text) && !/^(?:true|false|null|yes|no)$/i.test(text)
    ? text
    : JSON.stringify(text);
}
