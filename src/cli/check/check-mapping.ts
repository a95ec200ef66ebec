import { readFile } from "node:fs/promises";
import { LadingError } from "../../errors.js";
import type { ReadOptions } from "../../formats/read-options.js";
import { changedIds, changeableIds, missingHeaderRule, constantFields } from "../../mapping/notes.js";
import { compileMapping } from "../../mapping/compile.js";
import { lookupsIn } from "../../mapping/list-index.js";
import type { MappingContext } from "../../mapping/mapping.js";
import type { Draft } from "../../model/draft.js";
import type { Diagnostic } from "../../mapping/diagnostics.js";
import { parseMapping, type ParsedMapping } from "../../mapping/parse.js";
import { runExamples, type Judge } from "../../mapping/run-examples.js";
import { account as makeAccount, type Account } from "../../model/account.js";
import { columnsOf } from "../../model/record-type.js";
import { recordRules } from "../../model/rules/record.js";
import { loadMapping } from "../../workspace/mapping-file.js";
import { firstOf } from "../../sentence.js";
import { ofDiagnostics, type CheckDiagnostic } from "./diagnostic.js";

/** This module checks one mapping for every account that uses it, and runs its examples. */

export interface MappingResult {
  readonly diagnostics: readonly CheckDiagnostic[];
  readonly examples: number;
  /** Record type that the mapping produces. Undefined if the mapping cannot be read. */
  readonly record: string | undefined;
  /** True if the mapping defines the field `updated_at`. */
  readonly isTimed?: boolean;
  /** The files in an archive that the mapping's tables read. The first table is the one that `read` describes. */
  readonly tableFiles?: readonly [TableFiles, ...TableFiles[]];
  /** True if the mapping sets at least one of the keys in `readingWords`. */
  readonly statesReading?: boolean;
}

export interface TableFiles extends Pick<ReadOptions, "member" | "members"> {
  /** Key in the mapping, such as `tables.costs`. */
  readonly key: string;
  /** Set if the table may be missing from a delivery. */
  readonly optional?: "true" | undefined;
}

/**
 * `path` is an absolute path. `label` is the file name for diagnostics. The mapping's examples run with the first of
 * `accounts`.
 */
export async function checkMappingFile(
  path: string,
  label: string,
  accounts: readonly Account[],
  today: string,
): Promise<MappingResult> {
  const result = parseMapping(await readFile(path, "utf8"), label, accounts);
  if ("diagnostics" in result)
    return { diagnostics: ofDiagnostics("error", result.diagnostics), examples: 0, record: undefined };
  const { parsed } = result;
  const record = parsed.recordType.name;

  let tables: MappingContext["tables"];
  try {
    ({ tables } = await loadMapping(path));
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return {
      diagnostics: [{ kind: "error", file: label, message: error.message, next: error.hint }],
      examples: 0,
      record,
    };
  }

  // Mappings that do not depend on an account are compiled even if there is no account.
  const account =
    accounts[0] ?? (accountValues(parsed) !== "" ? undefined : makeAccount(undefined, { zone: "UTC" }));
  const distinct = new Map<string, Diagnostic>();
  for (const each of accounts.length > 0 || account === undefined ? accounts : [account]) {
    const compiled = compileMapping(parsed, { account: each, tables, today, lookups: lookupsIn(new Map()) });
    for (const diagnostic of "diagnostics" in compiled ? compiled.diagnostics : []) {
      distinct.set(`${diagnostic.line}:${diagnostic.column}:${diagnostic.message}`, diagnostic);
    }
  }
  if (distinct.size > 0)
    return { diagnostics: ofDiagnostics("error", [...distinct.values()]), examples: 0, record };

  if (account === undefined) {
    const message = `it uses ${accountValues(parsed)}, but no feed or sample connects the mapping to an account, so its examples were not run`;
    return { diagnostics: [{ kind: "remark", file: label, message }], examples: 0, record };
  }
  const ran = runExamples(parsed, { account, tables, today }, judge(parsed, account));
  const diagnostics = [...remarksOn(parsed), ...ofDiagnostics("example", ran.diagnostics)];
  const { fields, read } = parsed.mapping;
  const isTimed = fields["updated_at"] !== undefined;
  const statesReading = readingWords.some((word) => read?.[word] !== undefined);
  const others = Object.entries(parsed.mapping.tables ?? {});
  const tableFiles: MappingResult["tableFiles"] = [
    { key: "read", ...read },
    ...others.map(([name, table]) => ({ key: `tables.${name}`, ...table })),
  ];
  return { diagnostics, examples: ran.run, record, isTimed, tableFiles, statesReading };
}

/** Keys under `read` that specify the file's format and the position of the table. */
const readingWords = [
  "format",
  "encoding",
  "delimiter",
  "quote",
  "escape",
  "member",
  "members",
  "sheet",
  "range",
  "table",
  "header",
  "columns",
  "records",
] as const;

function remarksOn(parsed: ParsedMapping): readonly CheckDiagnostic[] {
  const { mapping, document } = parsed;
  const message = changedIds(mapping);
  const changed = message === undefined ? [] : [{ path: ["fields", "external_id"], message }];
  return [
    ...changed,
    ...changeableIds(mapping),
    ...missingHeaderRule(mapping),
    ...constantFields(parsed),
  ].map(({ path, message: text }) => {
    const { file, line, column } = document.diagnostic(path, text, { at: "key" });
    return { kind: "remark", file, line, column, message: text };
  });
}

/** Account values that the mapping uses, such as `${account.company}`. */
function accountValues({ document }: ParsedMapping): string {
  return firstOf([...new Set(JSON.stringify(document.value).match(/\$\{[^}"]*\}?/g))]);
}

/** Returns the check that rejects records in files, so that an example is rejected for the same reasons as a row. */
function judge({ recordType, mapping }: ParsedMapping, account: Account): Judge {
  const filled = [...Object.keys(mapping.fields), ...Object.keys(mapping.lists ?? {})].map(
    (name) => name.split(".")[0] ?? "",
  );
  const rules = recordRules(recordType, columnsOf(recordType, filled), account);
  return (draft: Draft) => rules(draft, (field) => ({ field }));
}
