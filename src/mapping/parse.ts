import { nearest } from "../nearest.js";
import { recordType, recordTypeNames } from "../records/index.js";
import type { RecordType } from "../records/record-type.js";
import { checkMapping } from "./check.js";
import { grammarOf, type Mapping } from "./grammar.js";
import { sortMistakes, type Mistake } from "./mistakes.js";
import { checkAgainst, onePerPlace, readYaml, type Plain, type YamlDocument } from "./yaml-document.js";

/** A mapping file that keeps the grammar, with the places of its parts. Parameters are still as written. */
export interface ParsedMapping {
  readonly recordType: RecordType;
  readonly mapping: Mapping;
  readonly document: YamlDocument<Plain>;
  /** The CSV files beside the mapping that it looks values up in; `MappingContext.tables` has to hold them. */
  readonly tables: readonly string[];
}

export type ParseResult = { readonly parsed: ParsedMapping } | { readonly mistakes: readonly Mistake[] };

/**
 * Reads a mapping file: all of it, or every mistake at once.
 *
 * @param fileName a label for mistakes
 */
export function parseMapping(text: string, fileName: string): ParseResult {
  const { document, mistakes } = readYaml(text, fileName);
  return document === undefined ? { mistakes } : checkDocument(document, mistakes);
}

/**
 * Checks a document that was read as a mapping: its grammar, and what no grammar sees.
 *
 * @param before mistakes that were found while reading it
 */
export function checkDocument(document: YamlDocument<Plain>, before: readonly Mistake[] = []): ParseResult {
  const { value } = document;
  if (typeof value === "string" || Array.isArray(value)) {
    return {
      mistakes: [
        document.mistake([], "this is no mapping", {
          expected: "lines such as `lading: 1` and `record: staff`",
        }),
      ],
    };
  }
  const record = (value as { readonly [key: string]: Plain })["record"];
  const type = typeof record === "string" ? recordType(record) : undefined;
  const grammar = grammarOf(type?.name ?? "staff");
  if (grammar === undefined) throw new TypeError("a record type has no grammar");
  if (type === undefined) {
    const written = typeof record === "string" ? record : undefined;
    const names = recordTypeNames.map((name) => `\`${name}\``).join(", ");
    const message =
      record === undefined
        ? 'the word "record" is missing'
        : `there is no record type ${JSON.stringify(record)}`;
    const mistake = document.mistake(["record"], message, {
      expected: `one of ${names}`,
      nearest: written === undefined ? undefined : nearest(written, recordTypeNames),
    });
    // Fields depend on the record type: only the parts that every mapping has are looked at.
    const others = checkAgainst(
      document,
      grammar,
      (path) => !["record", "fields", "examples"].includes(String(path[0])),
    );
    return { mistakes: sortMistakes(onePerPlace([...before, mistake, ...others])) };
  }
  const mistakes = onePerPlace([
    ...before,
    ...checkAgainst(document, grammar),
    ...checkMapping(document, type),
  ]);
  if (mistakes.length > 0) return { mistakes: sortMistakes(mistakes) };
  const mapping = value as unknown as Mapping;
  return { parsed: { recordType: type, mapping, document, tables: tablesOf(value) } };
}

/** The files of every table look-up. */
function tablesOf(value: Plain): readonly string[] {
  const files = new Set<string>();
  const visit = (part: Plain, key: string): void => {
    if (typeof part === "string") return;
    if (Array.isArray(part)) {
      for (const item of part as readonly Plain[]) visit(item, "");
      return;
    }
    const map = part as { readonly [key: string]: Plain };
    if (key === "lookup" && typeof map["file"] === "string") files.add(map["file"]);
    for (const [name, inner] of Object.entries(map)) visit(inner, name);
  };
  if (typeof value === "object" && !Array.isArray(value)) {
    const fields = (value as { readonly [key: string]: Plain })["fields"];
    if (fields !== undefined) visit(fields, "");
  }
  return [...files];
}
