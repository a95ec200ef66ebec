import type { z } from "zod";
import { mismatchesOf, type Mismatch } from "./explain.js";
import type { Diagnostic } from "./diagnostics.js";
import type { Path, Plain, YamlDocument } from "./yaml-document.js";

/**
 * This module replaces misspelled keys with the nearest known keys, and values that are not allowed with allowed
 * values, so that the parts below the keys can be checked and the intended keys are not reported as missing. The fixed
 * value is used only to find diagnostics.
 */

export interface Fixed {
  /** Diagnostics for this document have positions in the original file. */
  readonly document: YamlDocument<Plain>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Several rounds are necessary, because each fixed keyword can reveal another misspelled keyword below it. */
const mostRounds = 12;

/** Returns all violations of a grammar, including those below misspelled keywords. */
export function checkFixed(document: YamlDocument<Plain>, schema: z.ZodType): Fixed {
  const fixing = new Fixing(document);
  for (let round = 1; ; round++) {
    const found = mismatchesOf(schema, fixing.value);
    const left = found.filter((each) => !fixing.fix(each));
    if (left.length < found.length && round < mostRounds) continue;
    const fixed = fixing.document();
    const diagnostics = [...fixing.diagnostics, ...left.map((each) => diagnosticOf(fixed, each))];
    return { document: fixed, diagnostics };
  }
}

function diagnosticOf(
  document: YamlDocument<Plain>,
  { path, atKey, message, expected, nearest, hidden }: Mismatch,
): Diagnostic {
  return document.diagnostic(path, message, { at: atKey ? "key" : "value", expected, nearest, hidden });
}

type PlainMap = Record<string, Plain>;

class Fixing {
  value: Plain;
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: YamlDocument<Plain>;
  /** For each map, the original spelling of its fixed keys. */
  readonly #written = new Map<Plain, Map<string, string>>();

  constructor(file: YamlDocument<Plain>) {
    this.#file = file;
    this.value = copy(file.value);
  }

  /**
   * Replaces a misspelled key or an invalid value, and adds a diagnostic. Returns false if there is no replacement.
   */
  fix(found: Mismatch): boolean {
    const key = found.path.at(-1);
    const parent = at(this.value, found.path.slice(0, -1));
    const instead = found.atKey ? found.nearest : found.instead;
    if (instead === undefined || key === undefined || !isMap(parent)) return false;
    if (found.atKey && Object.hasOwn(parent, instead)) return false;
    const diagnostic = diagnosticOf(this.document(), found);
    if (found.atKey) this.#rename(parent, String(key), instead);
    else Reflect.set(parent, key, instead);
    this.diagnostics.push(diagnostic);
    return true;
  }

  /** Paths in this document still map to positions in the file. */
  document(): YamlDocument<Plain> {
    const { value } = this;
    const file = this.#file;
    return {
      fileName: file.fileName,
      value,
      diagnostic: (path, message, more) => file.diagnostic(this.#pathInFile(path), message, more),
    };
  }

  /** Renames a key in place, because the order of operations matters. */
  #rename(map: PlainMap, from: string, to: string): void {
    const entries = Object.entries(map);
    for (const name of Object.keys(map)) Reflect.deleteProperty(map, name);
    for (const [name, value] of entries) map[name === from ? to : name] = value;
    const written = this.#written.get(map) ?? new Map<string, string>();
    this.#written.set(map, written.set(to, written.get(from) ?? from));
  }

  #pathInFile(path: Path): Path {
    let part: Plain | undefined = this.value;
    return path.map((step) => {
      const inFile = part === undefined ? undefined : this.#written.get(part)?.get(String(step));
      part = part === undefined ? undefined : at(part, [step]);
      return inFile ?? step;
    });
  }
}

/** Parses the valid parts and omits the rest. Returns undefined if nothing valid remains. */
export function soundPart<S extends z.ZodType>(value: Plain, schema: S): z.output<S> | undefined {
  const rest = copy(value);
  for (let round = 1; round <= mostRounds; round++) {
    const parsed = schema.safeParse(rest);
    if (parsed.success) return parsed.data;
    for (const { path } of mismatchesOf(schema, rest)) if (!drop(rest, path)) return undefined;
  }
  return undefined;
}

/** Removes an invalid part, the enclosing map if a key is missing, or the whole list if an entry is invalid. */
function drop(root: Plain, path: Path): boolean {
  let broken = at(root, path) === undefined ? path.slice(0, -1) : path;
  while (broken.length > 0 && !isMap(at(root, broken.slice(0, -1)))) broken = broken.slice(0, -1);
  const key = broken.at(-1);
  const parent = at(root, broken.slice(0, -1));
  return key !== undefined && isMap(parent) && Reflect.deleteProperty(parent, key);
}

function copy(value: Plain): Plain {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return (value as readonly Plain[]).map(copy);
  const map: PlainMap = Object.create(null) as PlainMap;
  for (const [key, part] of Object.entries(value)) map[key] = copy(part);
  return map;
}

function at(root: Plain, path: Path): Plain | undefined {
  let value: Plain | undefined = root;
  for (const step of path) {
    if (typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    value = (value as PlainMap)[step];
  }
  return value;
}

function isMap(value: Plain | undefined): value is PlainMap {
  return typeof value === "object" && !Array.isArray(value);
}
