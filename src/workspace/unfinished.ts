import { LadingError } from "../errors.js";
import { compileMapping } from "../mapping/compile.js";
import type { Diagnostic } from "../mapping/diagnostics.js";
import { lookupsIn } from "../mapping/list-index.js";
import type { CompiledMapping, MappingContext } from "../mapping/mapping.js";
import { parseMapping, type ParsedMapping } from "../mapping/parse.js";
import { partialMapping, type PartialMapping } from "../mapping/partial.js";
import type { YamlMap } from "../mapping/yaml-document.js";
import { todayIn, type Account } from "../model/account.js";
import type { Lookups } from "../model/lookups.js";
import type { AnyRecord, RecordType } from "../model/record-type.js";
import { loadMapping } from "./mapping-file.js";

/** This module compiles mappings that may have open questions, to show the effect of the answers so far. */

export interface DraftContext {
  /** Absolute path of the mapping file. Undefined if the mapping has no file yet. */
  readonly file: string | undefined;
  readonly account: Account;
  /** Known lists by record type. */
  readonly lists: ReadonlyMap<string, readonly AnyRecord[]>;
}

interface Compiled {
  readonly mapping: CompiledMapping;
  readonly account: Account;
  readonly lookups: Lookups;
}

export async function compileDraft(
  text: string,
  context: DraftContext,
): Promise<Compiled | { readonly diagnostics: readonly Diagnostic[] }> {
  const result = parseMapping(text, "draft");
  if ("diagnostics" in result) return result;
  const account = asFarAsListed(context);
  const lookups = lookupsAsFarAsKnown(context.lists);
  const tables = await tablesOf(context, result.parsed);
  const today = todayIn(account.zone, new Date());
  const made = compileMapping(result.parsed, { account, lookups, today, tables });
  return "diagnostics" in made ? made : { mapping: made.compiled, account, lookups };
}

/**
 * Compiles the answered part of a mapping. `root` is the parsed text. `rowNumber` is the name of the row number
 * column, which is used as a placeholder for an ID. Returns undefined if even the answered part does not compile.
 */
export function answeredPart(
  root: YamlMap,
  type: RecordType,
  rowNumber: string,
  context: DraftContext,
): Promise<PartialMapping | undefined> {
  return partialMapping(root, type, rowNumber, (text, open) =>
    compileDraft(text, { ...context, account: accountWhile(open, type, context.account) }),
  );
}

/**
 * Returns the account to use while the fields in `open` are unanswered. With this account, an unanswered tax code is
 * not reported as missing.
 */
export function accountWhile(open: readonly string[], type: RecordType, own: Account): Account {
  return open.some((name) => type.fields[name]?.required === "tax") ? { ...own, taxMode: "non_tax" } : own;
}

/**
 * Returns an account for which references to tax codes are not checked if there is no list of tax codes. A feed would
 * wait for the list instead.
 */
export function asFarAsListed({ account, lists }: DraftContext): Account {
  return { ...account, hasTaxCodes: lists.has("tax-code") };
}

/** If a list other than the list of tax codes does not exist, every code is accepted and is used as the ID. */
export function lookupsAsFarAsKnown(lists: DraftContext["lists"]): Lookups {
  const known = lookupsIn(lists);
  return {
    find: (target, field, value) =>
      lists.has(target) || target === "tax-code" || field === "external_id"
        ? known.find(target, field, value)
        : [{ external_id: value, is_active: true }],
  };
}

/** Returns the mapping's lookup tables, or no tables if the mapping has no file yet. */
export async function tablesOf(
  { file }: Pick<DraftContext, "file">,
  parsed: ParsedMapping,
): Promise<NonNullable<MappingContext["tables"]>> {
  if (parsed.tables.length === 0 || file === undefined) return new Map();
  try {
    return (await loadMapping(file)).tables;
  } catch (error) {
    // A missing table is reported when the mapping is compiled.
    if (error instanceof LadingError) return new Map();
    throw error;
  }
}
