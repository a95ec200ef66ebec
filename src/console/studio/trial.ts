import { LadingError } from "../../errors.js";
import type { Row } from "../../formats/row.js";
import { compileMapping } from "../../mapping/compile.js";
import { isOpenQuestion, type Diagnostic } from "../../mapping/diagnostics.js";
import { lookupsIn } from "../../mapping/list-index.js";
import type { CompiledMapping, MappingContext } from "../../mapping/mapping.js";
import type { Lookups } from "../../model/lookups.js";
import { parseMapping, type ParsedMapping } from "../../mapping/parse.js";
import { readYaml } from "../../mapping/read-yaml.js";
import { todayIn, type Account } from "../../model/account.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";
import { loadMapping } from "../../workspace/mapping-file.js";
import { yamlMapOf, type YamlMap } from "../../mapping/yaml-document.js";
import { blockedOutcome, outcomeOf, rowNumberOf, type SampleOutcome } from "./outcome.js";
import { partialMapping, type PartialMapping } from "./partial.js";
import { endOf, type SampleTable } from "./sample-table.js";

/** A snapshot of a mapping, with the data to try it on. */
export interface Trial {
  readonly text: string;
  readonly type: RecordType | undefined;
  /** The parsed text, as far as it can be read. */
  readonly root: YamlMap;
  /** Absolute path of the mapping's file, if any. */
  readonly file: string | undefined;
  readonly source: NamedFile;
  readonly table: SampleTable;
  readonly account: Account;
  /** Referenced lists by record type. */
  readonly lists: ReadonlyMap<string, readonly AnyRecord[]>;
}

interface Compiled {
  readonly mapping: CompiledMapping;
  readonly account: Account;
  readonly lookups: Lookups;
}

/** @param account the account to compile for. Default: the trial's. */
export async function compileTrial(
  trial: Trial,
  text = trial.text,
  account = trial.account,
): Promise<Compiled | { readonly diagnostics: readonly Diagnostic[] }> {
  const result = parseMapping(text, "draft");
  if ("diagnostics" in result) return result;
  const target = withTaxCodes(account, trial);
  const lookups = asFarAsKnown(trial.lists);
  const tables = await tablesOf(trial, result.parsed);
  const made = compileMapping(result.parsed, {
    account: target,
    lookups,
    today: todayIn(target.zone, new Date()),
    tables,
  });
  return "diagnostics" in made ? made : { mapping: made.compiled, account: target, lookups };
}

/** Without a referenced list, lookups are not checked, and codes are used as IDs. */
function asFarAsKnown(lists: Trial["lists"]): Lookups {
  const known = lookupsIn(lists);
  return {
    find: (target, field, value) =>
      lists.has(target) || target === "tax-code" || field === "external_id"
        ? known.find(target, field, value)
        : [{ external_id: value, is_active: true }],
  };
}

/** Lookup files next to the mapping. They are available once the mapping has a file. */
export async function tablesOf(
  { file }: Trial,
  parsed: ParsedMapping,
): Promise<NonNullable<MappingContext["tables"]>> {
  if (parsed.tables.length === 0 || file === undefined) return new Map();
  try {
    return (await loadMapping(file)).tables;
  } catch (error) {
    // The mapping reports the missing file itself.
    if (error instanceof LadingError) return new Map();
    throw error;
  }
}

/** All errors in the text. If there are none, the errors that depend on the account. */
export async function diagnosticsOf(trial: Trial): Promise<readonly Diagnostic[]> {
  const made = await compileTrial(trial);
  if (!("diagnostics" in made)) return [];
  const { document } = readYaml(trial.text, "draft");
  if (trial.type === undefined || document === undefined || !made.diagnostics.every(isOpenQuestion))
    return made.diagnostics;
  // Other errors are shown even while questions are open.
  const found = await answeredPart(trial, trial.type);
  const others = [...(found?.diagnostics ?? [])].flatMap(([name, wrong]) =>
    wrong.map(({ message, expected, nearest, asks }) =>
      document.diagnostic(["fields", name], message, { at: "key", expected, nearest, asks }),
    ),
  );
  return [...made.diagnostics, ...others];
}

/** Result of the mapping for the sample. With open questions, the partial result. */
export async function outcomeOfTrial(trial: Trial, revision: number): Promise<SampleOutcome> {
  const { source, table, type, lists } = trial;
  const made = await compileTrial(trial);
  if (!("diagnostics" in made))
    return outcomeOf({ source, table, revision, open: [], asked: new Set(), ...made });
  const isReadable = readYaml(trial.text, "draft").diagnostics.length === 0;
  const found = type === undefined || !isReadable ? undefined : await answeredPart(trial, type);
  if (found === undefined || type === undefined)
    return blockedOutcome(table, revision, whyBlocked(made.diagnostics));
  return outcomeOf({
    source,
    table,
    revision,
    mapping: found.mapping,
    lookups: asFarAsKnown(lists),
    open: found.open,
    asked: found.asked,
    account: withTaxCodes(accountWhile(trial.account, type, found.open), trial),
  });
}

/** Returns a function that finds skipped rows, according to the valid rules and the end of the table. */
export async function leftOutBy(trial: Trial, rules: YamlMap): Promise<(row: Row) => boolean> {
  const { table, type } = trial;
  const end = yamlMapOf(rules["read"])?.["stop_at"];
  const below = new Set(table.rows.slice(endOf(table.rows, typeof end === "string" ? end : undefined)));
  const found = type === undefined ? undefined : await answeredPart({ ...trial, root: rules }, type, "#1");
  const bound = found?.mapping.bind(table.headings, table.rows[0], undefined, table.fileOf);
  return (row) => below.has(row) || bound?.apply(row).kind === "skipped";
}

/** The answered part of a mapping. */
function answeredPart(
  trial: Trial,
  type: RecordType,
  rowNumber = rowNumberOf(trial.table),
): Promise<PartialMapping | undefined> {
  return partialMapping(trial.root, type, rowNumber, (written, questions) =>
    compileTrial(trial, written, accountWhile(trial.account, type, questions)),
  );
}

/** The account to use while fields are open. An unanswered tax code is then not reported as missing. */
function accountWhile(own: Account, type: RecordType, questions: readonly string[]): Account {
  return questions.some((name) => type.fields[name]?.required === "tax")
    ? { ...own, taxMode: "non_tax" }
    : own;
}

/** Without a list of tax codes, references are not checked. A feed would wait for the list. */
function withTaxCodes(account: Account, { lists }: Trial): Account {
  return { ...account, hasTaxCodes: lists.has("tax-code") };
}

function whyBlocked(diagnostics: readonly Diagnostic[]): string {
  const questions = diagnostics.filter(isOpenQuestion).length;
  const others = diagnostics.length - questions;
  const parts = [
    ...(questions > 0 ? [whyOpen(questions)] : []),
    ...(others > 0 ? [others === 1 ? "1 error to correct" : `${others} errors to correct`] : []),
  ];
  return `${parts.join(", and ")}. Rows are checked after that.`;
}

export function whyOpen(questions: number): string {
  return questions === 1 ? "1 question is open" : `${questions} questions are open`;
}
