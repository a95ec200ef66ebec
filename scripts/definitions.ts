/** Moves repeated parts of a JSON Schema to `$defs`. Half of it is the same for all record types. */

type Schema = Readonly<Record<string, unknown>>;

/** Lines that a reference and its name need. */
const fewestLines = 5;

export function withDefinitions(root: Schema): Schema {
  const counts = new Map<string, number>();
  count(root, counts);
  const definitions: Record<string, unknown> = {};
  const names = new Map<string, string>();

  function shared(schema: unknown, name: string): unknown {
    const text = JSON.stringify(schema);
    const isShared =
      (counts.get(text) ?? 0) > 1 && JSON.stringify(schema, null, 2).split("\n").length >= fewestLines;
    if (!isShared) return eachSchema(schema as Schema, shared, name);
    let known = names.get(text);
    if (known === undefined) {
      known = freeName(name);
      names.set(text, known);
      // Reserves the name before nested parts do.
      definitions[known] = {};
      definitions[known] = eachSchema(schema as Schema, shared, known);
    }
    return { $ref: `#/$defs/${known}` };
  }
  function freeName(name: string): string {
    const taken = { ...definitions, ...(root["$defs"] as object | undefined) };
    let free = name;
    for (let i = 2; free in taken; i++) free = `${name}_${i}`;
    return free;
  }

  const made = eachSchema(root, shared, "part");
  return { ...made, $defs: { ...(made["$defs"] as object | undefined), ...definitions } };
}

function count(schema: unknown, counts: Map<string, number>): void {
  const text = JSON.stringify(schema);
  counts.set(text, (counts.get(text) ?? 0) + 1);
  // Nested parts of a repeated part count once.
  if (counts.get(text) === 1) {
    eachSchema(schema as Schema, (inner) => count(inner, counts), "");
  }
}

/**
 * Returns the schema with a changed copy of each direct subschema.
 *
 * @param name key of the schema itself
 */
function eachSchema(schema: Schema, change: (inner: unknown, name: string) => unknown, name: string): Schema {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" || key === "$defs") {
      const entries = Object.entries(value as Schema).map(([each, inner]) => [each, change(inner, each)]);
      changed[key] = Object.fromEntries(entries);
    } else if (
      ["items", "additionalProperties", "propertyNames"].includes(key) &&
      typeof value === "object"
    ) {
      changed[key] = change(value, name);
    } else if (["anyOf", "oneOf", "allOf"].includes(key)) {
      changed[key] = (value as unknown[]).map((inner) => change(inner, name));
    } else changed[key] = value;
  }
  return changed;
}
