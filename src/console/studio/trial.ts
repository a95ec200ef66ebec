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

/** A mapping as it is written at one moment, and what it is tried on. */
export interface Trial {
  readonly text: string;
  readonly type: RecordType | undefined;
  /** What the text says, as far as it can be read. */
  readonly root: YamlMap;
  /** Absolute path of its file; undefined while it has none. */
  readonly file: string | undefined;
  readonly source: NamedFile;
  readonly table: SampleTable;
  readonly account: Account;
  /** The lists that records refer to, by record type. */
  readonly lists: ReadonlyMap<string, readonly AnyRecord[]>;
}

interface Compiled {
  readonly mapping: CompiledMapping;
  readonly account: Account;
  readonly lookups: Lookups;
}

/** @param account the account that it is compiled for; that of the trial when omitted */
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

/** Where nobody gave a list of what is looked up, nothing is checked, as the page says: codes are taken for ids. */
function asFarAsKnown(lists: Trial["lists"]): Lookups {
  const known = lookupsIn(lists);
  return {
    find: (target, field, value) =>
      lists.has(target) || target === "tax-code" || field === "external_id"
        ? known.find(target, field, value)
        : [{ external_id: value, is_active: true }],
  };
}

/** Look-up files beside the mapping; they are known once it has a file. */
export async function tablesOf(
  { file }: Trial,
  parsed: ParsedMapping,
): Promise<NonNullable<MappingContext["tables"]>> {
  if (parsed.tables.length === 0 || file === undefined) return new Map();
  try {
    return (await loadMapping(file)).tables;
  } catch (error) {
    // The mapping itself says which table it misses.
    if (error instanceof LadingError) return new Map();
    throw error;
  }
}

/** Every diagnostic: those of the text, else those that show with the account. */
export async function diagnosticsOf(trial: Trial): Promise<readonly Diagnostic[]> {
  const made = await compileTrial(trial);
  if (!("diagnostics" in made)) return [];
  const { document } = readYaml(trial.text, "draft");
  if (trial.type === undefined || document === undefined || !made.diagnostics.every(isOpenQuestion))
    return made.diagnostics;
  // What is wrong beside the open questions is not kept until the last of them is answered.
  const found = await answeredPart(trial, trial.type);
  const others = [...(found?.diagnostics ?? [])].flatMap(([name, wrong]) =>
    wrong.map(({ message, expected, nearest, asks }) =>
      document.diagnostic(["fields", name], message, { at: "key", expected, nearest, asks }),
    ),
  );
  return [...made.diagnostics, ...others];
}

/** What the mapping makes of the sample; with open questions, what the answers so far make of it. */
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

/** Finds the rows that the rules leave out, as far as the rules can be read, and those from where the table ends. */
export async function leftOutBy(trial: Trial, rules: YamlMap): Promise<(row: Row) => boolean> {
  const { table, type } = trial;
  const end = yamlMapOf(rules["read"])?.["stop_at"];
  const below = new Set(table.rows.slice(endOf(table.rows, typeof end === "string" ? end : undefined)));
  const found = type === undefined ? undefined : await answeredPart({ ...trial, root: rules }, type, "#1");
  const bound = found?.mapping.bind(table.headings, table.rows[0]);
  return (row) => below.has(row) || bound?.apply(row).kind === "skipped";
}

/** What a mapping says of which only some is answered. */
function answeredPart(
  trial: Trial,
  type: RecordType,
  rowNumber = rowNumberOf(trial.table),
): Promise<PartialMapping | undefined> {
  return partialMapping(trial.root, type, rowNumber, (written, questions) =>
    compileTrial(trial, written, accountWhile(trial.account, type, questions)),
  );
}

/** The account that can be asked while some fields are open: a tax code that nobody has mapped yet is not missed. */
function accountWhile(own: Account, type: RecordType, questions: readonly string[]): Account {
  return questions.some((name) => type.fields[name]?.required === "tax")
    ? { ...own, taxMode: "non_tax" }
    : own;
}

/** Without their list nothing is unknown yet: a feed waits for it. */
function withTaxCodes(account: Account, { lists }: Trial): Account {
  return { ...account, hasTaxCodes: lists.has("tax-code") };
}

function whyBlocked(diagnostics: readonly Diagnostic[]): string {
  const questions = diagnostics.filter(isOpenQuestion).length;
  const others = diagnostics.length - questions;
  const parts = [
    ...(questions > 0 ? [whyOpen(questions)] : []),
    ...(others > 0
      ? [others === 1 ? "1 mistake is to be corrected" : `${others} mistakes are to be corrected`]
      : []),
  ];
  return `${parts.join(", and ")}: then every row is checked.`;
}

export function whyOpen(questions: number): string {
  return questions === 1 ? "1 question is open" : `${questions} questions are open`;
}
