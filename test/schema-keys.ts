import { z } from "zod";

/** What an editor shows for every key of a JSON Schema: each must have an explanation and a valid example. */

type Schema = Readonly<Record<string, unknown>>;

export interface Keys {
  readonly count: number;
  /** Missing or wrong parts, by the path of the key. */
  readonly faults: readonly string[];
}

export function keysOf(root: Schema): Keys {
  const definitions = (root["$defs"] ?? {}) as Readonly<Record<string, Schema>>;
  const faults = new Set<string>();
  let count = 0;

  const full = (schema: Schema): Schema => {
    const reference = schema["$ref"];
    const target = typeof reference === "string" ? definitions[reference.split("/").at(-1) ?? ""] : undefined;
    return { ...target, ...schema };
  };
  const checkKey = (value: Schema, path: string): void => {
    count += 1;
    const { description, examples, enum: choices } = full(value);
    if (typeof description !== "string" || description === "") faults.add(`${path}: no description`);
    if (!Array.isArray(examples)) {
      if (choices === undefined) faults.add(`${path}: no example`);
      return;
    }
    const schema = z.fromJSONSchema({ ...value, $defs: definitions });
    for (const example of examples) {
      if (!schema.safeParse(example).success)
        faults.add(`${path}: ${JSON.stringify(example)} is refused by its own schema`);
    }
  };
  const visit = (part: unknown, path: string): void => {
    if (Array.isArray(part)) {
      for (const each of part) visit(each, path);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    const schema = part as Schema;
    for (const [name, value] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
      checkKey(value, `${path}${name}`);
      visit(value, `${path}${name}.`);
    }
    for (const [key, value] of Object.entries(schema)) {
      if (!["properties", "examples", "enum"].includes(key)) visit(value, path);
    }
  };

  visit(root, "");
  return { count, faults: [...faults] };
}

/** The schema with resolved references, except for those of the original. */
export function withoutDefinitions(written: Schema, original: Schema): unknown {
  const definitions = written["$defs"] as Schema;
  const own = (original["$defs"] ?? {}) as Schema;
  const resolved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolved);
    if (typeof part !== "object" || part === null) return part;
    const { $ref: reference } = part as Schema;
    const name = typeof reference === "string" ? reference.replace("#/$defs/", "") : undefined;
    if (name !== undefined && !(name in own)) return resolved(definitions[name]);
    return Object.fromEntries(Object.entries(part as Schema).map(([key, value]) => [key, resolved(value)]));
  };
  const kept = Object.keys(own).map((name) => [name, definitions[name]] as const);
  const { $defs: _definitions, ...rest } = written;
  return resolved(kept.length === 0 ? rest : { ...rest, $defs: Object.fromEntries(kept) });
}
