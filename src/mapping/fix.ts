import type { z } from "zod";
import { mismatchesOf, type Mismatch } from "./explain.js";
import type { Diagnostic } from "./diagnostics.js";
import type { Path, Plain, YamlDocument } from "./yaml-document.js";

/**
 * Looks past a mistyped word: one that is nearly a known one is taken for it, so that what stands behind it is checked too and
 * nothing is called missing that is only mistyped. The fixed value serves for finding diagnostics only.
 */

export interface Fixed {
  /** The document with known words in the place of mistyped ones; its diagnostics still stand where they stand in the file. */
  readonly document: YamlDocument<Plain>;
  /** Every way in which the file breaks the grammar. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A fixed word uncovers what stands behind it, which may hold the next: as deep as a mapping ever goes, and no further. */
const mostRounds = 12;

/** Every way in which a document breaks a grammar. */
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
  /** For each fixed map, how its fixed keys are written in the file. */
  readonly #written = new Map<Plain, Map<string, string>>();

  constructor(file: YamlDocument<Plain>) {
    this.#file = file;
    this.value = copy(file.value);
  }

  /** Puts the word that was meant in the place of a mistyped one, which is noted as a diagnostic; false when none was. */
  fix(found: Mismatch): boolean {
    const key = found.path.at(-1);
    const around = at(this.value, found.path.slice(0, -1));
    const instead = found.atKey ? found.nearest : found.instead;
    if (instead === undefined || key === undefined || !isMap(around)) return false;
    if (found.atKey && Object.hasOwn(around, instead)) return false;
    const diagnostic = diagnosticOf(this.document(), found);
    if (found.atKey) this.#rename(around, String(key), instead);
    else Reflect.set(around, key, instead);
    this.diagnostics.push(diagnostic);
    return true;
  }

  /** The fixed value, with paths into it leading to the places of the file. */
  document(): YamlDocument<Plain> {
    const { value } = this;
    const file = this.#file;
    return {
      fileName: file.fileName,
      value,
      diagnostic: (path, message, more) => file.diagnostic(this.#pathInFile(path), message, more),
    };
  }

  /** In its place among the other keys, for the order of operations counts. */
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

/** What a grammar makes of the parts that keep it, the others left out; undefined when nothing can be told of it. */
export function soundPart<S extends z.ZodType>(value: Plain, schema: S): z.output<S> | undefined {
  const rest = copy(value);
  for (let round = 1; round <= mostRounds; round++) {
    const parsed = schema.safeParse(rest);
    if (parsed.success) return parsed.data;
    for (const { path } of mismatchesOf(schema, rest)) if (!drop(rest, path)) return undefined;
  }
  return undefined;
}

/** Removes what is wrong: for a missing key the map around it, for a wrong entry the whole list. */
function drop(root: Plain, path: Path): boolean {
  let broken = at(root, path) === undefined ? path.slice(0, -1) : path;
  while (broken.length > 0 && !isMap(at(root, broken.slice(0, -1)))) broken = broken.slice(0, -1);
  const key = broken.at(-1);
  const around = at(root, broken.slice(0, -1));
  return key !== undefined && isMap(around) && Reflect.deleteProperty(around, key);
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
