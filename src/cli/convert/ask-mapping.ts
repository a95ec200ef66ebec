import { dirname } from "node:path";
import { foldValue } from "../../mapping/cells.js";
import { readYaml } from "../../mapping/read-yaml.js";
import { yamlMapOf, type Plain, type YamlMap } from "../../mapping/yaml-document.js";
import { partAt, placesOf } from "../../console/studio/form.js";
import { withEdits } from "../../console/studio/mapping-text.js";
import type { SampleTable } from "../../console/studio/sample-table.js";
import { draftMapping } from "../../draft/draft.js";
import { guessMapping, type Guess } from "../../draft/guess.js";
import { withoutReasons } from "../../draft/yaml-text.js";
import { fitOf } from "../../draft/refit.js";
import { parseMapping } from "../../mapping/parse.js";
import type { Detected } from "../../formats/format.js";
import type { Account } from "../../model/account.js";
import type { RecordType } from "../../model/record-type.js";
import { recordType, recordTypeNames, type RecordTypeName } from "../../model/record-types/index.js";
import { firstOf } from "../../sentence.js";
import { refusedFile, type NamedFile } from "../../system/readers/evaluate-file.js";
import { loadLexicon } from "../../workspace/synonyms.js";
import type { Terminal } from "../command.js";
import { textTable, wrappedText } from "../feeds/table.js";
import { existingFits } from "../guess/existing.js";
import { readSample, schemaPath } from "../guess/sample.js";
import { lookFor } from "../look.js";
import type { Asking } from "../question.js";
import { nextQuestion, rowsText, shown, type Answer, type Question } from "./questions.js";

/**
 * This module creates a mapping for an export interactively. Lading drafts the mapping and asks the user about the
 * parts that it cannot determine.
 */

export interface AskedMapping {
  readonly text: string;
  /** True if the user answered that the account has no tax codes. */
  readonly hasNoTax: boolean;
  /** Part of the summary that lists which values the mapping replaces. */
  readonly valuesText: string;
}

interface ChosenMapping {
  readonly path: string;
}

/** A mapping that the user completed for an earlier file in the same command. */
export interface AnsweredFile {
  readonly name: string;
  readonly text: string;
}

interface Context {
  readonly source: NamedFile & { readonly path: string };
  readonly account: Account;
  readonly terminal: Terminal;
  readonly asking: Asking;
  readonly earlier: readonly AnsweredFile[];
}

/**
 * `started` is the text of an unfinished mapping. If `started` is undefined, Lading drafts a mapping. Returns undefined
 * if the user stopped the conversion. Throws `file_refused`.
 */
export async function askMapping(
  context: Context,
  started: string | undefined,
): Promise<AskedMapping | ChosenMapping | undefined> {
  const { source, account, terminal, asking } = context;
  const read = await readSample(source, {}, terminal.signal);
  const { table } = read;
  const refusal = table.issues.find(({ severity }) => severity === "error");
  if (refusal !== undefined) throw refusedFile(source.name, refusal);
  const lexicon = await loadLexicon(terminal.cwd);
  const guessAs = (record?: RecordTypeName): Guess => guessMapping(read.guessed, { record, lexicon });

  let guess = guessAs(started === undefined ? undefined : recordOf(started));
  if (guess.verdict !== "draft") {
    const record = await askRecord(guess, context);
    if (record === undefined) return undefined;
    guess = guessAs(record);
  }
  if (guess.record === undefined) return undefined;
  print(terminal, foundText(table, guess, context));
  if (started === undefined) {
    const existing = await askExisting(table, guess, context);
    if (existing !== undefined) return existing;
  }
  const text =
    started ??
    draftMapping(guess, {
      name: source.name,
      schema: schemaPath(dirname(source.path)),
      detected: table.detected,
      layout: read.layout,
      taxMode: account.taxMode,
      account: account.parameters,
      asksZone: account.zone === undefined,
      lineOf: read.lineOf,
    });
  return askAll(text, table, guess, asking, terminal);
}

async function askAll(
  draft: string,
  table: SampleTable,
  guess: Guess,
  asking: Asking,
  terminal: Terminal,
): Promise<AskedMapping | undefined> {
  const type = recordType(guess.record ?? "");
  let text = draft;
  let hasNoTax = false;
  for (;;) {
    const root = rootOf(text);
    const question = type === undefined ? undefined : nextQuestion({ root, type, guess, table });
    if (question === undefined) {
      const valuesText = type === undefined ? "" : replacedText(root, type, table);
      return { text: withoutReasons(text), hasNoTax, valuesText };
    }
    const answer = await askQuestion(question, asking, terminal);
    const edited = answer === undefined ? undefined : withEdits(text, answer.edits);
    if (edited === undefined || edited === text) return undefined;
    text = edited;
    hasNoTax ||= answer?.hasNoTax === true;
  }
}

/** Returns undefined if the user stopped the conversion. */
async function askQuestion(
  { lines, answers, suggested, typed }: Question,
  asking: Asking,
  terminal: Terminal,
): Promise<Answer | undefined> {
  const width = String(answers.length).length;
  const numbered = answers.map(({ label }, i) => `  ${String(i + 1).padStart(width)}  ${label}\n`);
  print(terminal, `\n${lines.map((line) => `${line}\n`).join("")}${numbered.join("")}`);
  const range = answers.length === 1 ? "1" : `1 to ${answers.length}`;
  const numbers = answers.length === 0 ? [] : [range];
  const enterHint = suggested === undefined ? "" : ` (press Enter for ${suggested.label})`;
  const hint = [...numbers, ...(typed === undefined ? [] : [typed.hint])].join(", ") + enterHint;
  for (;;) {
    const text = await asking.ask(`${hint}: `);
    if (text === undefined) return undefined;
    if (text === "") {
      if (suggested !== undefined) return suggested;
      print(terminal, "Please answer, or press Ctrl-D to stop.\n");
      continue;
    }
    const chosen = /^\d+$/.test(text) ? answers[Number(text) - 1] : undefined;
    if (chosen !== undefined) return chosen;
    const read = typed?.read(text) ?? `Please enter ${range}.`;
    if (typeof read !== "string") return read;
    print(terminal, `${read}\n`);
  }
}

async function askRecord(
  guess: Guess,
  { source, asking, terminal }: Context,
): Promise<RecordTypeName | undefined> {
  const answers = (guess.offers ?? recordTypeNames).map((name) => ({
    label: `${name}: ${recordType(name)?.description ?? ""}`,
    edits: [{ path: ["record"], value: name }] as const,
  }));
  const lines = [`${source.name}: ${guess.reason}.`, "What does each record in the file describe?"];
  const answer = await askQuestion({ lines, answers }, asking, terminal);
  return answer?.edits[0]?.value as RecordTypeName | undefined;
}

/** Offers a mapping that fits the file: one completed for an earlier file, or one in the folder `mappings`. */
async function askExisting(
  table: SampleTable,
  guess: Guess,
  { asking, terminal, earlier }: Context,
): Promise<AskedMapping | ChosenMapping | undefined> {
  for (const { name, text } of earlier) {
    const result = parseMapping(text, name);
    const isFitting =
      "parsed" in result && fitOf(name, result.parsed, table.headings ?? [], guess).renamed.length === 0;
    if (
      isFitting &&
      (await askYes(`The answers for ${name} also fit this file. Use them?`, asking)) === true
    ) {
      return { text, hasNoTax: false, valuesText: "" };
    }
  }
  const fits = await existingFits(table.headings, guess, terminal);
  const fit = fits.find(({ renamed }) => renamed.length === 0);
  if (fit === undefined) return undefined;
  const isWanted = await askYes(`${fit.name} fits this file. Use it?`, asking);
  return isWanted === true ? { path: fit.name } : undefined;
}

/** `suggested` is the answer if the user presses Enter. Returns undefined if the user stopped the conversion. */
export async function askYes(
  question: string,
  asking: Asking,
  suggested = true,
): Promise<boolean | undefined> {
  let asked = question;
  for (;;) {
    const text = await asking.ask(`${asked} ${suggested ? "[Y/n]" : "[y/N]"}: `);
    if (text === undefined) return undefined;
    if (text === "") return suggested;
    if (/^y(es)?$/i.test(text)) return true;
    if (/^no?$/i.test(text)) return false;
    asked = `Please answer y or n. ${question.trimStart()}`;
  }
}

/** Maximum number of values that the summary shows for each field. */
const mostReplaced = 8;

/** Lists the values that the mapping replaces, for example `is_active from Status: Left = false (3 rows)`. */
function replacedText(root: YamlMap, type: RecordType, table: SampleTable): string {
  const lines: string[] = [];
  for (const [name, { path }] of placesOf(type)) {
    const source = yamlMapOf(partAt(root, path));
    const replaced = yamlMapOf(source?.["values"]);
    const column = source?.["column"];
    if (replaced === undefined || typeof column !== "string") continue;
    const { values, blanks } = table.valuesOf(table.indexOf(column));
    const blank = source?.["blank"];
    const isInverted = source?.["invert"] === "true";
    const resultOf = (result: Plain): string =>
      isInverted ? (result === "true" ? "false" : "true") : typeof result === "string" ? result : "";
    const parts = Object.entries(replaced).flatMap(([value, result]) => {
      const rows = values.find((each) => foldValue(each.value) === foldValue(value))?.count;
      return rows === undefined ? [] : [`${shown(value)} = ${resultOf(result)} (${rowsText(rows)})`];
    });
    if (typeof blank === "string" && blanks > 0)
      parts.push(`blank = ${resultOf(blank)} (${rowsText(blanks)})`);
    if (parts.length > 0) lines.push(`${name} from ${column}: ${firstOf(parts, mostReplaced)}`);
  }
  return lines.map((line) => `  ${line}\n`).join("");
}

/** Summarizes the draft: each field with its column and a sample value. */
function foundText(table: SampleTable, guess: Guess, { source, terminal }: Context): string {
  const columns = new Map((guess.documents?.columns ?? guess.columns).map((each) => [each.name, each]));
  const fields = Object.entries(guess.fields);
  const type = recordType(guess.record ?? "");
  const taken = fields.flatMap(([name, field]) => (field.decision === "chosen" ? [{ name, ...field }] : []));
  const rows = taken.map(({ name, columns: from }) => {
    const values = from.map((column) => columns.get(column)?.profile.values[0] ?? "");
    return [name, from.join(" + "), shown(values.filter((value) => value !== "").join(" + "))];
  });
  const checks = taken.flatMap(({ name, warnings }) => warnings.map((each) => `Check ${name}: ${each}.\n`));
  // Lists optional fields that have possible columns, because Lading asks no questions about these fields.
  const open = fields.flatMap(([name, field]) => {
    if (field.decision === "chosen" || field.ask !== undefined || field.candidates.length === 0) return [];
    if (type?.fields[name]?.required !== "never" && name !== "updated_at") return [];
    const instead = name === "updated_at" ? "will be the modification time of the file" : "will be blank";
    return [
      `${name} ${instead}. Possible columns: ${field.candidates.map(({ column }) => column).join(", ")}.\n`,
    ];
  });
  const unused = guess.refused.map(({ column }) => column);
  const count = `${table.rows.length.toLocaleString("en")}${table.isWhole ? "" : " or more"}`;
  return [
    `${source.name}: ${count} rows, ${readingText(table.detected)}. It was read as a list of ${(type?.plural ?? "").replace("-", " ")}.\n\n`,
    textTable(["field", "column", "example"], rows, lookFor(terminal)),
    ...checks,
    ...open,
    unused.length === 0 ? "" : `Not used: ${unused.join(", ")}.\n`,
  ].join("");
}

const delimiterNames: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "\t": "tabs" };

/**
 * Describes how the file was read, such as `separated by semicolons, windows-1252 (likely; check accented letters)`.
 */
function readingText(detected: Detected): string {
  const { format, delimiter, encoding, encodingCertainty, sheet, records } = detected;
  const place = sheet === undefined ? [] : [`sheet ${sheet}`];
  const how = delimiter === undefined ? format : `separated by ${delimiterNames[delimiter] ?? delimiter}`;
  const likely = encodingCertainty === "suggested" ? " (likely; check accented letters)" : "";
  return [
    how,
    ...place,
    ...(records === undefined ? [] : [records]),
    ...(encoding === undefined ? [] : [encoding + likely]),
  ].join(", ");
}

function rootOf(text: string): YamlMap {
  return yamlMapOf(readYaml(text, "draft").document?.value) ?? {};
}

function recordOf(text: string): RecordTypeName | undefined {
  const { record } = rootOf(text);
  return recordTypeNames.find((name) => name === record);
}

function print({ stderr }: Terminal, text: string): void {
  stderr.write(wrappedText(text, { columns: stderr.columns ?? 80 }));
}
