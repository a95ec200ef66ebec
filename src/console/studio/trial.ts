import type { Row } from "../../formats/row.js";
import { cleanCell } from "../../mapping/cells.js";
import { isOpenQuestion, type Diagnostic } from "../../mapping/diagnostics.js";
import { readYaml } from "../../mapping/read-yaml.js";
import type { RecordType } from "../../model/record-type.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";
import {
  accountWhile,
  answeredPart,
  asFarAsListed,
  compileDraft,
  lookupsAsFarAsKnown,
  type DraftContext,
} from "../../workspace/unfinished.js";
import { yamlMapOf, type YamlMap } from "../../mapping/yaml-document.js";
import type { EmptyList, FormView } from "./messages.js";
import { blockedOutcome, outcomeOf, rowNumberOf, type SampleOutcome } from "./outcome.js";
import { errorsInText, openQuestions } from "./questions.js";
import { endOf, type SampleTable } from "./sample-table.js";

/** A snapshot of a mapping and of the data used to try the mapping. */
export interface Trial extends DraftContext {
  readonly text: string;
  readonly type: RecordType | undefined;
  /** The part of the mapping text that can be parsed. */
  readonly root: YamlMap;
  readonly source: NamedFile;
  readonly table: SampleTable;
}

/** Returns the errors and open questions in the mapping text, including errors that depend on the account. */
export async function diagnosticsOf(trial: Trial): Promise<readonly Diagnostic[]> {
  const made = await compileDraft(trial.text, trial);
  if (!("diagnostics" in made)) return [];
  const { document } = readYaml(trial.text, "draft");
  if (trial.type === undefined || document === undefined || !made.diagnostics.every(isOpenQuestion))
    return made.diagnostics;
  // If all diagnostics are open questions, errors in the answered parts are added, so that these errors are visible
  // before all questions are answered.
  const found = await answeredPart(trial.root, trial.type, rowNumberOf(trial.table), trial);
  const others = [...(found?.diagnostics ?? [])].flatMap(([name, wrong]) =>
    wrong.map(({ message, expected, nearest, asks }) =>
      document.diagnostic(["fields", name], message, { at: "key", expected, nearest, asks }),
    ),
  );
  return [...made.diagnostics, ...others];
}

/** If there are open questions, the result is partial. If the answered part does not compile, the result is blocked. */
export async function outcomeOfTrial(
  trial: Trial,
  revision: number,
  shown: ShownMapping,
): Promise<SampleOutcome> {
  const outcome = await evaluatedTrial(trial, revision, shown);
  const questions = openQuestions(shown.form, shown.diagnostics, outcome.view.issues);
  const emptyLists = emptyListsOf(outcome, shown.form, trial.table);
  return { ...outcome, view: { ...outcome.view, questions, emptyLists } };
}

/** Returns the lists that are empty in some records because the cells that only their elements use are empty. */
function emptyListsOf(
  { whole }: SampleOutcome,
  form: FormView | undefined,
  table: SampleTable,
): readonly EmptyList[] {
  if (whole === undefined || form === undefined) return [];
  const ofRecord = new Set(
    form.fields.filter(({ list }) => list === undefined).flatMap(({ columns }) => columns),
  );
  const blanks = new Set(whole.mapping.read.blanks ?? []);
  return form.lists.flatMap(({ name, place, rule }) => {
    if (place !== "rows" || rule !== undefined) return [];
    const all = form.fields.filter(({ list }) => list === name).flatMap((field) => field.columns);
    const columns = [...new Set(all)].filter((column) => !ofRecord.has(column));
    const indexes = columns.map((column) => table.indexOf(column));
    const isBlank = ({ cells }: Row): boolean =>
      indexes.every((index) => cleanCell(cells[index], blanks) === null);
    const empty = whole.evaluated.accepted.filter(({ line, record }) => {
      const elements = record[name];
      const isEmpty = !Array.isArray(elements) || elements.length === 0;
      // Invalid elements are also omitted, but their cells are not empty.
      return isEmpty && whole.rowsOf(line).every(isBlank);
    });
    return empty.length === 0 || columns.length === 0 ? [] : [{ list: name, count: empty.length, columns }];
  });
}

interface ShownMapping {
  readonly form: FormView | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

async function evaluatedTrial(trial: Trial, revision: number, shown: ShownMapping): Promise<SampleOutcome> {
  const { source, table, type, lists } = trial;
  const made = await compileDraft(trial.text, trial);
  if (!("diagnostics" in made))
    return outcomeOf({ source, table, revision, open: [], asked: new Set(), ...made });
  const isReadable = readYaml(trial.text, "draft").diagnostics.length === 0;
  const found =
    type === undefined || !isReadable
      ? undefined
      : await answeredPart(trial.root, type, rowNumberOf(trial.table), trial);
  if (found === undefined || type === undefined) return blockedOutcome(table, revision, whyBlocked(shown));
  return outcomeOf({
    source,
    table,
    revision,
    mapping: found.mapping,
    lookups: lookupsAsFarAsKnown(lists),
    open: found.open,
    asked: found.asked,
    account: asFarAsListed({ ...trial, account: accountWhile(found.open, type, trial.account) }),
  });
}

/** Returns a predicate that is true for rows that the valid rules skip and for rows after the end of the table. */
export async function leftOutBy(trial: Trial, rules: YamlMap): Promise<(row: Row) => boolean> {
  const { table, type } = trial;
  const end = yamlMapOf(rules["read"])?.["stop_at"];
  const below = new Set(table.rows.slice(endOf(table.rows, typeof end === "string" ? end : undefined)));
  const found = type === undefined ? undefined : await answeredPart(rules, type, "#1", trial);
  const bound = found?.mapping.bind(table.headings, table.rows[0], undefined, table.fileOf);
  return (row) => below.has(row) || bound?.apply(row).kind === "skipped";
}

function whyBlocked({ form, diagnostics }: ShownMapping): string {
  const questions = openQuestions(form, diagnostics, []).length;
  const others = errorsInText(form, diagnostics).length;
  const parts = [
    ...(questions > 0 ? [openQuestionsText(questions)] : []),
    ...(others > 0
      ? [others === 1 ? "1 error must be corrected" : `${others} errors must be corrected`]
      : []),
  ];
  return `${parts.join(" and ")}. Rows are checked after that.`;
}

export function openQuestionsText(questions: number): string {
  return questions === 1 ? "1 question is open" : `${questions} questions are open`;
}
