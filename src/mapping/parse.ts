import { nearest } from "../nearest.js";
import type { Account } from "../model/account.js";
import { recordType, recordTypeNames, recordTypes } from "../model/record-types/index.js";
import type { RecordType } from "../model/record-type.js";
import { checkMapping } from "./check.js";
import { companyDiagnostics } from "./company.js";
import { grammarOf, type Mapping } from "./grammar.js";
import { checkFixed } from "./fix.js";
import { sortDiagnostics, type Diagnostic } from "./diagnostics.js";
import { fillParameters } from "./parameters.js";
import { readYaml } from "./read-yaml.js";
import {
  checkAgainst,
  isYamlList,
  yamlMapOf,
  onePerPosition,
  type Plain,
  type YamlDocument,
} from "./yaml-document.js";

/** A valid mapping file with the positions of its parts. Parameters are not filled in. */
export interface ParsedMapping {
  readonly recordType: RecordType;
  readonly mapping: Mapping;
  readonly document: YamlDocument<Plain>;
  /** CSV files next to the mapping that lookups use. `MappingContext.tables` must contain them. */
  readonly tables: readonly string[];
}

export type ParseResult =
  | { readonly parsed: ParsedMapping }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * `fileName` is the label for diagnostics. `accounts` contains the accounts that use the mapping, if known. Each
 * account must define all parameters that the mapping uses.
 */
export function parseMapping(text: string, fileName: string, accounts: readonly Account[] = []): ParseResult {
  const { document, diagnostics } = readYaml(text, fileName);
  if (document === undefined) return { diagnostics };
  const ofAccounts = [undefined, ...accounts].flatMap((account) => [
    ...fillParameters(document, account).diagnostics,
    ...companyDiagnostics(document, account),
  ]);
  return checkDocument(document, [...diagnostics, ...ofAccounts]);
}

/**
 * Checks a document as a mapping, first against the grammar and then against all other rules. `before` contains the
 * diagnostics from reading the document.
 */
export function checkDocument(
  document: YamlDocument<Plain>,
  before: readonly Diagnostic[] = [],
): ParseResult {
  const { value } = document;
  if (typeof value === "string" || Array.isArray(value)) {
    return {
      diagnostics: [
        document.diagnostic([], "this is not a mapping", {
          expected: "lines such as `lading: 1` and `record: staff`",
        }),
      ],
    };
  }
  const { type, misnamed } = recordOf(document);
  if (type === undefined) {
    // Fields depend on the record type, so only the parts common to all mappings are checked.
    const others = checkAgainst(
      document,
      grammarOf(recordTypes[0]),
      (path) => !["record", "fields", "examples"].includes(String(path[0])),
    );
    return { diagnostics: sortDiagnostics(onePerPosition([...before, ...misnamed, ...others])) };
  }
  const checked = checkFixed(document, grammarOf(type));
  const diagnostics = onePerPosition([
    ...before,
    ...misnamed,
    ...checked.diagnostics,
    ...checkMapping(checked.document, type),
  ]);
  if (diagnostics.length > 0) return { diagnostics: sortDiagnostics(diagnostics) };
  const mapping = value as unknown as Mapping;
  return { parsed: { recordType: type, mapping, document, tables: tablesOf(value) } };
}

/**
 * If the record type is missing or invalid, returns a diagnostic and, if possible, the type that was probably
 * intended.
 */
function recordOf(document: YamlDocument<Plain>): {
  readonly type: RecordType | undefined;
  readonly misnamed: readonly Diagnostic[];
} {
  const { record, fields } = document.value as { readonly record?: Plain; readonly fields?: Plain };
  const type = typeof record === "string" ? recordType(record) : undefined;
  if (type !== undefined) return { type, misnamed: [] };
  const near = typeof record === "string" ? nearest(record, recordTypeNames) : undefined;
  const message =
    record === undefined
      ? 'the key "record" is missing'
      : `there is no record type ${JSON.stringify(record)}`;
  const misnamed = document.diagnostic(["record"], message, {
    expected: `one of ${recordTypeNames.map((name) => `\`${name}\``).join(", ")}`,
    nearest: near,
  });
  const names = Object.keys(yamlMapOf(fields) ?? {});
  const meant = near === undefined ? typeWithFields(names) : recordType(near);
  return { type: meant, misnamed: [misnamed] };
}

/** Returns the record type with the most of these fields, or undefined if no type or several types qualify. */
function typeWithFields(names: readonly string[]): RecordType | undefined {
  const shared = recordTypes.map((type) => names.filter((name) => type.columns.includes(name)).length);
  const most = Math.max(...shared);
  const fitting = recordTypes.filter((_, i) => shared[i] === most);
  return most > 0 && fitting.length === 1 ? fitting[0] : undefined;
}

function tablesOf(value: Plain): readonly string[] {
  const files = new Set<string>();
  const visit = (part: Plain, key: string): void => {
    if (typeof part === "string") return;
    if (isYamlList(part)) {
      for (const item of part) visit(item, "");
      return;
    }
    if (key === "lookup" && typeof part["file"] === "string") files.add(part["file"]);
    for (const [name, inner] of Object.entries(part)) visit(inner, name);
  };
  const { fields, lists, private: own } = yamlMapOf(value) ?? {};
  for (const part of [fields, lists, own]) if (part !== undefined) visit(part, "");
  return [...files];
}
