import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { failure, wrongUse } from "../errors.js";
import { openTableSafely, refusedFile, type NamedFile } from "../system/readers/evaluate-file.js";
import { compileMapping } from "../mapping/compile.js";
import type { CompiledMapping, MappingContext } from "../mapping/mapping.js";
import { formatDiagnostics } from "../mapping/diagnostics.js";
import { parseMapping, type ParsedMapping } from "../mapping/parse.js";
import { recommendedMapping } from "../mapping/recommended.js";
import type { Account } from "../model/account.js";
import { recordType, recordTypes, typeOfColumns } from "../model/record-types/index.js";
import { targetsOf } from "../model/fields.js";
import type { RecordType } from "../model/record-type.js";
import { shellWord } from "../sentence.js";
import { diskFile } from "../system/read-file.js";

/** This module loads mappings with their lookup tables, so that they can be compiled for an account. */

export interface LoadedMapping {
  readonly type: RecordType;
  /** sha256 of the mapping file and its tables, in hex. The hash is one of the inputs of a decision. */
  readonly hash: string;
  /** Undefined for a file in the recommended format. */
  readonly parsed: ParsedMapping | undefined;
  readonly tables: MappingContext["tables"];
  /** Record types whose current lists are needed to check the account's records. */
  refersTo(account: Account): readonly string[];
  /**
   * Throws `mapping_lacks` if the account lacks a setting that the mapping requires, such as a parameter or the time
   * zone.
   */
  compile(context: Omit<MappingContext, "tables">): CompiledMapping;
}

/**
 * `label` is the file name for diagnostics. `accounts` contains the accounts whose parameters are checked along with
 * the mapping. Throws the same errors as `diskFile` and `mappingOfText`.
 */
export async function loadMapping(
  path: string,
  label = path,
  accounts: readonly Account[] = [],
): Promise<LoadedMapping> {
  // `diskFile` is called first, because its errors explain why a file cannot be read.
  await diskFile(path);
  return mappingOfText(await readFile(path, "utf8"), dirname(path), label, accounts);
}

/**
 * `folder` is the folder that contains the lookup files. Throws `wrong_mapping` with all diagnostics, `mapping_lacks`,
 * or the errors of `loadTables`.
 */
export async function mappingOfText(
  text: string,
  folder: string,
  label: string,
  accounts: readonly Account[] = [],
): Promise<LoadedMapping> {
  const result = parseMapping(text, label, accounts);
  if ("diagnostics" in result) {
    const diagnostics = formatDiagnostics(result.diagnostics);
    // If only an account setting is missing, the mapping itself is valid.
    throw accounts.length > 0 && "parsed" in parseMapping(text, label)
      ? failure("mapping_lacks", { diagnostics })
      : failure("wrong_mapping", { diagnostics, file: shellWord(label) });
  }
  const { parsed } = result;
  const tables = await loadTables(parsed, folder);
  const hash = createHash("sha256")
    .update(text)
    .update(JSON.stringify([...tables]))
    .digest("hex");
  return {
    type: parsed.recordType,
    hash,
    parsed,
    tables,
    refersTo: (account) =>
      referenceTargets(
        parsed.recordType,
        (field) => field in parsed.mapping.fields || field in (parsed.mapping.lists ?? {}),
        account,
      ),
    compile(context) {
      const compiled = compileMapping(parsed, { ...context, tables });
      if ("diagnostics" in compiled)
        throw failure("mapping_lacks", { diagnostics: formatDiagnostics(compiled.diagnostics) });
      return compiled.compiled;
    },
  };
}

/**
 * Returns the mapping for a file in the recommended format. `name` is the name of the record type. If `name` is
 * undefined, the type is detected based on the required columns. `path` is the path of the file, as typed. Throws
 * `wrong_use` or `file_refused`. If the headings do not match exactly one record type, the detection throws
 * `mapping_missing`, `input_without_mapping` or `nearly_recommended`.
 */
export async function recommendedFormat(
  name: string | undefined,
  source: NamedFile,
  path: string,
): Promise<LoadedMapping> {
  const type = name === undefined ? await recognizeType(source, path) : recordType(name);
  if (type === undefined) throw wrongUse(`there is no record type ${name}`);
  const compiled = recommendedMapping(type);
  return {
    type,
    hash: compiled.hash,
    parsed: undefined,
    tables: new Map(),
    refersTo: (account) => referenceTargets(type, () => true, account),
    compile: () => compiled,
  };
}

async function recognizeType(source: NamedFile, path: string): Promise<RecordType> {
  const table = await openTableSafely(source, {});
  const issue =
    table.headings === null ? table.issues.find((found) => found.severity === "error") : undefined;
  if (issue !== undefined) throw refusedFile(source.name, issue);
  const type = typeOfColumns(table.headings ?? []);
  if (type !== undefined) return type;
  const near = nearestType(table.headings ?? []);
  const file = shellWord(path);
  const shown = path === "-" ? "Standard input" : path;
  if (near !== undefined) throw failure("nearly_recommended", { path: shown, file, type: near.name });
  throw path === "-" ? failure("input_without_mapping", {}) : failure("mapping_missing", { path, file });
}

/**
 * Returns the record type whose format is most similar, or undefined if at least half of the required columns are
 * missing for every type.
 */
function nearestType(headings: readonly string[]): RecordType | undefined {
  const missing = ({ requiredColumns }: RecordType) =>
    requiredColumns.filter((column) => !headings.includes(column)).length;
  const unknownHeadings = ({ columns }: RecordType) =>
    headings.filter((each) => !columns.includes(each)).length;
  const near = recordTypes.filter((type) => missing(type) < type.requiredColumns.length / 2);
  return near.toSorted((a, b) => missing(a) + unknownHeadings(a) - missing(b) - unknownHeadings(b))[0];
}

function referenceTargets(
  type: RecordType,
  isFilled: (field: string) => boolean,
  account: Account,
): readonly string[] {
  const filled = Object.entries(type.fields).filter(([name]) => isFilled(name));
  return [...targetsOf(Object.fromEntries(filled))].filter(
    (name) => name !== "tax-code" || account.hasTaxCodes,
  );
}

/**
 * Throws `wrong_use` if a lookup table is not in the mapping's folder, `unusable_list` if a table contains an error or
 * no headings, or the same errors as `diskFile`.
 */
async function loadTables(parsed: ParsedMapping, folder: string): Promise<MappingContext["tables"]> {
  const tables = new Map<string, { headings: readonly string[]; rows: readonly (readonly string[])[] }>();
  for (const name of parsed.tables) {
    if (basename(name) !== name) {
      throw wrongUse(`the lookup file ${name} must be in the same folder as its mapping`);
    }
    const table = await openTableSafely(await diskFile(join(folder, name)), {});
    const rows: (readonly string[])[] = [];
    for await (const batch of table.rows) rows.push(...batch.map((row) => row.cells));
    const issue = table.issues.find((found) => found.severity === "error");
    if (table.headings === null || issue !== undefined) {
      throw failure("unusable_list", { file: name, reason: issue?.message ?? "it has no headings." });
    }
    tables.set(name, { headings: table.headings, rows });
  }
  return tables;
}
