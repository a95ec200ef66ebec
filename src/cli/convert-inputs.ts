import { relative, resolve } from "node:path";
import type { Argv } from "yargs";
import { inFileOrder } from "../convert/accepted-rows.js";
import type { RejectedRow } from "../convert/evaluation.js";
import { failure, wrongUse } from "../errors.js";
import { evaluateFile, refusedFile, type NamedFile } from "../system/readers/evaluate-file.js";
import { isZone, nearestZone } from "../model/zone.js";
import { lookupsIn } from "../mapping/list-index.js";
import { account, todayIn, type Account } from "../model/account.js";
import { countryCodes, meantCountry } from "../model/countries.js";
import { recordTypeNames } from "../model/record-types/index.js";
import type { AnyRecord } from "../model/record-type.js";
import { diskFile, type DiskFile } from "../system/read-file.js";
import { loadMapping, recommendedFormat, type LoadedMapping } from "../workspace/mapping-file.js";
import type { Workspace, WorkspaceAccount } from "../workspace/workspace.js";
import { repeatedOption, textOption, type OptionsOf, type Terminal } from "./command.js";
import { whereText } from "./issue-lines.js";

/** Inputs of a one-off conversion in addition to the file: mapping, account, and reference lists. */

/** Options shared by the commands that read exports outside feeds. */
export function inputOptions<T>(yargs: Argv<T>) {
  return yargs
    .option("mapping", textOption("Mapping file for the export"))
    .option("record", {
      choices: recordTypeNames,
      describe: "Record type, if the file is in the recommended format",
    })
    .conflicts("mapping", "record")
    .option("account", textOption("Account in this workspace. Its settings and current lists are used"))
    .conflicts("account", ["tax-mode", "country", "company", "zone"])
    .option("tax-mode", {
      choices: ["tax", "non_tax"] as const,
      describe: "tax: charge codes require a tax code",
    })
    .option(
      "country",
      textOption(
        "Country of the account, such as DE. For accounts in the US, the default tax mode is non_tax",
      ),
    )
    .option("company", textOption("Value of ${account.company} in the mapping"))
    .option("zone", textOption("Time zone for times without an offset, such as Europe/Berlin"))
    .option("param", repeatedOption("NAME=VALUE: value of ${account.NAME} in the mapping"))
    .option("with", repeatedOption("Reference list: tax-code=FILE[:MAPPING], or tax-code=none"));
}

export type InputOptions = OptionsOf<typeof inputOptions<object>>;

export async function chosenMapping(
  options: InputOptions,
  source: NamedFile,
  target: Account,
  terminal: Terminal,
): Promise<LoadedMapping> {
  if (options.mapping !== undefined)
    return loadMapping(resolve(terminal.cwd, options.mapping), options.mapping, [target]);
  return recommendedFormat(
    options.record,
    source,
    source.path === undefined ? source.name : relative(terminal.cwd, source.path),
  );
}

export async function accountOf(options: InputOptions, terminal: Terminal): Promise<Account> {
  const hasTaxCodes = !options.with.includes("tax-code=none");
  if (options.account !== undefined) {
    const named = (await workspaceAccount(options.account, terminal)).account;
    return hasTaxCodes ? named : { ...named, hasTaxCodes };
  }
  const parameters: Record<string, string> = {};
  for (const pair of options.param) {
    const at = pair.indexOf("=");
    if (at < 1) throw wrongUse(`--param ${pair} is not NAME=VALUE`);
    parameters[pair.slice(0, at)] = pair.slice(at + 1);
  }
  if (options.zone !== undefined && !isZone(options.zone)) {
    const near = nearestZone(options.zone);
    const meant = near === undefined ? "" : ` Did you mean ${near}?`;
    throw wrongUse(`--zone ${options.zone} is not an IANA time zone.${meant}`);
  }
  if (options.country !== undefined && !countryCodes.has(options.country)) {
    const near = meantCountry(options.country);
    const meant = near === undefined ? "" : ` Did you mean ${near}?`;
    throw wrongUse(`--country ${options.country} is not an ISO 3166-1 country code such as DE.${meant}`);
  }
  return account(undefined, {
    parameters,
    country: options.country,
    company: options.company,
    zone: options.zone,
    tax_mode: options["tax-mode"],
    tax_codes: hasTaxCodes ? undefined : "none",
  });
}

/** The lists are read before the export, so that a missing list is reported immediately. */
export async function referredLists(
  options: InputOptions,
  mapping: LoadedMapping,
  target: Account,
  terminal: Terminal,
): Promise<ReadonlyMap<string, readonly AnyRecord[]>> {
  const lists = await namedLists(options.with, target, terminal);
  for (const name of mapping.refersTo(target)) {
    if (lists.has(name)) continue;
    const current =
      options.account === undefined ? undefined : await accountList(options.account, name, terminal);
    if (current !== undefined) lists.set(name, current);
    else if (name === "tax-code" && target.taxMode === "non_tax") lists.set(name, []);
    // References to record types other than tax codes are checked only if their list was given with `--with` or the
    // account has published it.
    else if (name === "tax-code") throw failure("missing_reference_list", { target: name });
  }
  return lists;
}

/** Returns the lists given with `--with`, by record type. */
export async function namedLists(
  named: readonly string[],
  target: Account,
  terminal: Terminal,
): Promise<Map<string, readonly AnyRecord[]>> {
  const lists = new Map<string, readonly AnyRecord[]>();
  for (const pair of named) {
    const [name, file] = splitOnce(pair, "=");
    if (!recordTypeNames.some((known) => known === name) || file === "") {
      throw wrongUse(`--with ${pair} is not RECORD=FILE, such as tax-code=tax-codes.csv`);
    }
    if (file !== "none") lists.set(name, await readList(file, name, target, terminal));
  }
  return lists;
}

/** Most conversions do not use a workspace, so the code that loads one is imported only on demand. */
async function workspaceHere(terminal: Terminal): Promise<Workspace> {
  const { loadWorkspace } = await import("../workspace/load.js");
  return loadWorkspace(terminal.cwd);
}

export async function workspaceAccount(name: string, terminal: Terminal): Promise<WorkspaceAccount> {
  const workspace = await workspaceHere(terminal);
  const found = workspace.accounts.get(name);
  if (found !== undefined) return found;
  throw wrongUse(
    `the workspace has no account ${name}. Its accounts: ${[...workspace.accounts.keys()].join(", ")}`,
  );
}

/**
 * Returns the account's current list for a record type, or undefined if the account has no feed for the record type or
 * the feed has not published a list.
 */
export async function accountList(
  name: string,
  record: string,
  terminal: Terminal,
): Promise<readonly AnyRecord[] | undefined> {
  const workspace = await workspaceHere(terminal);
  const feed = workspace.feeds.find((candidate) => candidate.name === `${name}/${record}`);
  if (feed === undefined) return undefined;
  const { publishedRecords } = await import("./feeds/published-records.js");
  return (await publishedRecords(workspace, feed, undefined, terminal.env))?.records;
}

/** Reads a list in the recommended format, or an export if its mapping is given as FILE:MAPPING. */
export async function readList(
  named: string,
  record: string,
  target: Account,
  terminal: Terminal,
): Promise<readonly AnyRecord[]> {
  const list = await openList(named, record, terminal);
  if (list.mapping.type.name !== record) {
    throw wrongUse(`${named} contains ${list.mapping.type.name} records, not ${record}`);
  }
  return readRecords(list, target, undefined);
}

export interface OpenList {
  readonly source: DiskFile;
  readonly mapping: LoadedMapping;
}

/**
 * `record` is the record type of a file in the recommended format. If `record` is undefined, the record type is
 * detected from the header.
 */
export async function openList(
  named: string,
  record: string | undefined,
  terminal: Terminal,
): Promise<OpenList> {
  const [file = "", mappingPath] = /^(.*):([^:]+\.ya?ml)$/.exec(named)?.slice(1) ?? [named];
  const source = await diskFile(resolve(terminal.cwd, file));
  const mapping = mappingPath
    ? await loadMapping(resolve(terminal.cwd, mappingPath), mappingPath)
    : await recommendedFormat(record, source, file);
  return { source, mapping };
}

/**
 * `lists` contains the lists to which the records refer. If `lists` is undefined, references are not checked. Throws
 * `file_refused`, or `unusable_list` if a row is rejected.
 */
export async function readRecords(
  { source, mapping }: OpenList,
  target: Account,
  lists: ReadonlyMap<string, readonly AnyRecord[]> | undefined,
): Promise<readonly AnyRecord[]> {
  const known = lists ?? new Map<string, readonly AnyRecord[]>();
  const today = todayIn(target.zone, new Date());
  const lookups = lookupsIn(known);
  const compiled = mapping.compile({ account: target, lookups, today });
  // If no lists are given, references to tax codes are kept unchanged.
  const account = lists === undefined ? { ...target, hasTaxCodes: false } : target;
  const evaluated = await inFileOrder(
    await evaluateFile({ source, mapping: compiled, lookups, account, mode: "lenient" }),
  );
  if (evaluated.refused !== undefined) throw refusedFile(source.name, evaluated.refused);
  if (evaluated.counts.rejected > 0) {
    throw failure("unusable_list", { file: source.name, reason: firstRejection(evaluated.rejected) });
  }
  return evaluated.accepted.map((row) => row.record);
}

/** Position and message of the first rejected row, and the number of rejected rows. */
function firstRejection(rejected: readonly RejectedRow[]): string {
  const [first] = rejected;
  const found = first?.issues.find((each) => each.severity === "error") ?? first?.issues[0];
  const where = found === undefined ? "" : whereText({ ...found, line: first?.line });
  const more = rejected.length > 1 ? ` (${rejected.length} rows are rejected)` : "";
  return `${where}${found?.message ?? "rows are rejected"}${more}`;
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
