import { fieldEdit } from "../../console/studio/form-edits.js";
import { partAt, placesOf, type FieldPath } from "../../console/studio/form.js";
import type { SampleTable } from "../../console/studio/sample-table.js";
import type { FieldGuess } from "../../draft/field-guess.js";
import type { Guess } from "../../draft/guess.js";
import { wordingOf } from "../../draft/text-words.js";
import { titleColumns } from "../../draft/title-rows.js";
import { openAnswer } from "../../mapping/diagnostics.js";
import { isYamlList, type Plain, type YamlMap } from "../../mapping/yaml-document.js";
import type { YamlEdit } from "../../mapping/yaml-edit.js";
import type { RecordType } from "../../model/record-type.js";
import { isZone, nearestZone } from "../../model/zone.js";
import { nearest } from "../../nearest.js";
import { capital, firstOf, visible } from "../../sentence.js";

/** The questions that a draft leaves open, and their possible answers. */

export interface Question {
  /** The question, followed by relevant details from the file. */
  readonly lines: readonly string[];
  readonly answers: readonly Answer[];
  /** The answer if the user presses Enter. */
  readonly suggested?: Answer | undefined;
  /** Free text that is accepted instead of the number of an answer. */
  readonly typed?:
    | {
        readonly hint: string;
        /** Returns the answer, or an error message if `text` is not a valid answer. */
        readonly read: (text: string) => Answer | string;
      }
    | undefined;
}

export interface Answer {
  readonly label: string;
  readonly edits: readonly YamlEdit[];
  readonly hasNoTax?: true;
}

export interface OpenDraft {
  readonly root: YamlMap;
  readonly type: RecordType;
  readonly guess: Guess;
  readonly table: SampleTable;
}

/** Returns the first open question, or undefined if the draft is complete. */
export function nextQuestion(draft: OpenDraft): Question | undefined {
  const path = firstOpen(draft.root);
  if (path === undefined) return undefined;
  const [part, ...rest] = path;
  if (part === "zone") return zoneQuestion();
  if (part === "skip") return titleQuestion(draft);
  const found = [...placesOf(draft.type)].find(([, place]) =>
    place.path.every((word, i) => path[i] === word),
  );
  if (found !== undefined) return questionOfField(found[0], found[1], path, draft);
  // At this point, the only parts that can still be open are the account's company and the structure of jobs and
  // invoices.
  const edit = (value: Plain): readonly YamlEdit[] => [{ path: [part, ...rest], value }];
  if (part === "company") {
    return {
      lines: ["Does the file also contain rows from other companies?"],
      answers: [
        { label: "No, only rows from the account's company", edits: edit("one") },
        { label: "Yes, and all records belong to all companies", edits: edit("shared") },
      ],
    };
  }
  if (part === "group") {
    return columnQuestion("Which column identifies the record to which a row belongs?", draft, edit);
  }
  if (rest.at(-1) === "in") return kindsQuestion(path, draft);
  return columnQuestion(`Which column is ${path.join(".")}?`, draft, edit);
}

/** Returns the path of the first `TODO` in the mapping, or undefined if there is none. */
function firstOpen(value: Plain, path: readonly string[] = []): readonly [string, ...string[]] | undefined {
  if (value === openAnswer) return path as [string, ...string[]];
  if (typeof value === "string") return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = firstOpen(part, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function zoneQuestion(): Question {
  const answer = (zone: string, label = zone): Answer => ({
    label,
    edits: [{ path: ["zone"], value: zone }],
  });
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    lines: ["The times in the file have no offset. Which time zone do they use?"],
    answers: [...(here === "UTC" ? [] : [answer(here, `${here}, as on this machine`)]), answer("UTC")],
    typed: {
      hint: "or another time zone, such as Europe/Berlin",
      read(text) {
        if (isZone(text)) return answer(text);
        const near = nearestZone(text);
        return `${text} is not an IANA time zone.${near === undefined ? "" : ` Did you mean ${near}?`}`;
      },
    },
  };
}

function titleQuestion({ guess, root }: OpenDraft): Question {
  const { skip } = root;
  const others = skip !== undefined && isYamlList(skip) ? skip.filter((rule) => rule !== openAnswer) : [];
  const rules = (more: readonly Plain[]): readonly YamlEdit[] => {
    const all = [...others, ...more];
    return [{ path: ["skip"], value: all.length === 0 ? undefined : all }];
  };
  return {
    lines: ["Some rows may be titles for the rows below them. Which rows should be skipped?"],
    answers: [
      { label: "None: every row is a record", edits: rules([]) },
      ...titleColumns(guess).flatMap(({ name, profile }) =>
        [...profile.counts].slice(0, 12).map(([value, rows]) => ({
          label: `rows with ${name} = ${shown(value)} (${rowsText(rows)})`,
          edits: rules([{ column: name, in: [value] }]),
        })),
      ),
    ],
  };
}

function kindsQuestion(path: readonly [string, ...string[]], draft: OpenDraft): Question {
  const { root, table } = draft;
  const column = columnAt(root, path.slice(0, -1));
  const { values } = table.valuesOf(table.indexOf(column));
  return {
    lines: [`Which value of ${column} identifies the rows of ${path[1] ?? "the list"}?`],
    answers: values.slice(0, 20).map(({ value, count }) => ({
      label: `${shown(value)} (${rowsText(count)})`,
      edits: [{ path, value: [value] }],
    })),
  };
}

function questionOfField(
  name: string,
  place: FieldPath,
  path: readonly [string, ...string[]],
  draft: OpenDraft,
): Question {
  const rest = path.slice(place.path.length);
  const word = rest.at(-1);
  const edit = (value: Plain): readonly YamlEdit[] => [{ path, value }];
  switch (rest[0]) {
    case "values":
    case "blank":
      return valueQuestion(name, place, path, draft);
    case "date":
    case "active_until":
      return dateQuestion(name, place, path, draft);
    case "decimal":
      return word === "scale"
        ? {
            lines: [`${name}: how are rates written?`],
            answers: [
              { label: "as percentages: 19 is 19%", edits: edit("percent") },
              { label: "as fractions: 0.19 is 19%", edits: edit("fraction") },
            ],
          }
        : {
            lines: [`${name}: which character is the decimal separator?`],
            answers: [".", ","].map((separator) => ({ label: separator, edits: edit(separator) })),
          };
    default:
      return sourceQuestion(name, place, draft);
  }
}

function valueQuestion(
  name: string,
  { field, path: place }: FieldPath,
  path: readonly [string, ...string[]],
  { root, table }: OpenDraft,
): Question {
  const heading = columnAt(root, place);
  const isBlank = path.at(-1) === "blank";
  const value = isBlank ? "" : (path.at(-1) ?? "");
  const { values, blanks } = table.valuesOf(table.indexOf(heading));
  const lowerCase = value.toLowerCase();
  const rows = isBlank ? blanks : values.find((each) => each.value.toLowerCase() === lowerCase)?.count;
  const meanings = field.kind === "flag" ? ["true", "false"] : (field.choices ?? []);
  const flags: Readonly<Record<string, string>> =
    name === "is_active" ? { true: "active", false: "not active" } : { true: "yes", false: "no" };
  const answers: Answer[] = meanings.map((each) => ({
    label: field.kind === "flag" ? (flags[each] ?? each) : each,
    edits: [{ path, value: each }],
  }));
  const { skip = [] } = root;
  const rule = isBlank ? { column: heading, blank: "true" } : { column: heading, equals: value };
  answers.push({
    label: "not a record: skip these rows",
    edits: [
      { path, value: undefined },
      { path: ["skip"], value: [...(isYamlList(skip) ? skip : []), rule] },
    ],
  });
  const wording = isBlank || field.kind === "flag" ? undefined : wordingOf(value);
  return {
    lines: [
      `${name}: what does ${isBlank ? "a blank cell" : shown(value)} in ${heading} mean?${rows === undefined ? "" : ` (${rowsText(rows)})`}`,
    ],
    answers,
    suggested: answers[meanings.indexOf(wording ?? "")],
  };
}

function dateQuestion(
  name: string,
  { path: place }: FieldPath,
  path: readonly [string, ...string[]],
  { root, guess, table }: OpenDraft,
): Question {
  const field = guessOf(guess, name);
  const operation = field?.decision === "chosen" ? field.operation : undefined;
  const either = operation !== undefined && "either" in operation ? (operation.either ?? []) : [];
  const column = columnAt(root, place);
  const { values } = table.valuesOf(table.indexOf(column));
  const samples = values.slice(0, 3).map(({ value }) => shown(value));
  return {
    lines: [`${name}: what is the format of the dates in ${column} (such as ${samples.join(", ")})?`],
    answers: either.map((format) => ({ label: format, edits: [{ path, value: format }] })),
    typed: {
      hint: `${either.length === 0 ? "The" : "or the"} format, such as dd/MM/yyyy or MM/dd/yyyy HH:mm`,
      read: (text) =>
        /[yMdHms]{2}/.test(text)
          ? { label: text, edits: [{ path, value: text }] }
          : `${text} is not a date format: d is the day, M the month, y the year, H the hour and m the minute.`,
    },
  };
}

/** Asks for the source of a field if no column clearly matches. */
function sourceQuestion(name: string, place: FieldPath, draft: OpenDraft): Question {
  const { guess, root, table } = draft;
  const { field, path } = place;
  const found = guessOf(guess, name);
  const written = partAt(root, path);
  const fixed = (value: Plain | undefined): readonly YamlEdit[] => [{ path, value }];
  const fromColumn = (column: string): Answer | string => {
    const { values } = table.valuesOf(table.indexOf(column));
    const isMapped = field.kind === "flag" || field.kind === "choice";
    const label = `${column}: ${valuesText(values)}`;
    const dates = guess.columns.find((each) => each.name === column)?.profile.dates;
    if (field.kind === "flag" && dates !== undefined) {
      return {
        label: `until the date in ${column}`,
        edits: fixed({ column, active_until: dates.format ?? openAnswer }),
      };
    }
    if (isMapped && values.length > mostValues) {
      return `${column} has ${values.length} different values. Choose a column with at most ${mostValues} different values.`;
    }
    return { label, edits: [fieldEdit({ do: "column", field: name, column }, place, written, table)] };
  };
  const answers: Answer[] = [
    ...(name === "is_active"
      ? [{ label: "Every record in the file is active", edits: fixed({ constant: "true" }) }]
      : []),
    ...(found?.decision === "abstained" ? found.candidates : [])
      .map(({ column }) => fromColumn(column))
      .filter((answer) => typeof answer !== "string"),
    ...jointAnswers(name, place, found, written, table),
    ...(field.choices ?? []).map((choice) => ({
      label: `${choice}, for every record`,
      edits: fixed({ constant: choice }),
    })),
    ...(field.required === "tax"
      ? [{ label: "The account has no tax codes", edits: fixed(undefined), hasNoTax: true as const }]
      : []),
    ...(field.required === "never" ? [{ label: "Omit this field", edits: fixed(undefined) }] : []),
  ];
  const reason = found === undefined ? "" : `${capital(plainReason(found.reason))}.`;
  const without =
    answers.length > 0 || field.required !== "always"
      ? []
      : [
          "This field is required. If the file does not contain the field, press Ctrl-D to stop, and ask the partner to add it.",
        ];
  const isConstant = !["id", "email", "flag", "choice"].includes(field.kind);
  return {
    lines: [`${name} (${firstSentence(field.description)})`, reason, ...without, columnsText(table)].filter(
      (line) => line !== "",
    ),
    answers,
    typed: {
      hint: `${answers.length === 0 ? "A" : "or a"} column, several joined by +${isConstant ? ", or =VALUE for the same value in every record" : ""}`,
      read(text) {
        if (isConstant && text.startsWith("=")) {
          const value = text.slice(1).trim();
          return { label: value, edits: fixed({ constant: value }) };
        }
        const columns = columnsNamed(text, table);
        if (typeof columns === "string") return columns;
        const [first = "", ...others] = columns;
        if (others.length === 0) return fromColumn(first);
        return { label: columns.join(" + "), edits: [joinEdit(name, place, columns, written, table)] };
      },
    },
  };
}

/** Offers the two most likely ID columns together if their combination is unique. */
function jointAnswers(
  name: string,
  place: FieldPath,
  found: FieldGuess | undefined,
  written: Plain | undefined,
  table: SampleTable,
): readonly Answer[] {
  if (place.field.kind !== "id" || found?.decision !== "abstained") return [];
  const columns = found.candidates.slice(0, 2).map(({ column }) => column);
  const indexes = columns.map((column) => table.indexOf(column)).sort((a, b) => a - b);
  const ids = table.listed.map(({ cells }) => indexes.map((index) => cells[index]?.trim()).join("|"));
  if (indexes.length < 2 || new Set(ids).size < ids.length) return [];
  const inOrder = indexes.map((index) => table.columns[index] ?? "");
  return [
    { label: `${inOrder.join(" + ")}, together`, edits: [joinEdit(name, place, inOrder, written, table)] },
  ];
}

function joinEdit(
  name: string,
  place: FieldPath,
  columns: readonly string[],
  written: Plain | undefined,
  table: SampleTable,
): YamlEdit {
  const separator = place.field.kind === "id" ? "|" : " ";
  return fieldEdit(
    { do: "columns", field: name, shape: "join", columns: [...columns], separator },
    place,
    written,
    table,
  );
}

/**
 * Maximum number of distinct values in a column that is mapped to a flag or a choice. The number is limited because
 * Lading asks about each value.
 */
const mostValues = 40;

function columnQuestion(
  question: string,
  { table }: OpenDraft,
  edit: (column: string) => readonly YamlEdit[],
): Question {
  return {
    lines: [question, columnsText(table)],
    answers: [],
    typed: {
      hint: "A column",
      read(text) {
        const columns = columnsNamed(text, table);
        if (typeof columns === "string") return columns;
        return { label: columns.join(", "), edits: edit(columns[0] ?? "") };
      },
    },
  };
}

/** Returns the columns that the user typed, or an error message. */
function columnsNamed(text: string, table: SampleTable): readonly string[] | string {
  const isOne = table.indexOf(text) >= 0;
  const columns: string[] = [];
  for (const word of isOne ? [text] : text.split("+").map((each) => each.trim())) {
    const column = table.columns[table.indexOf(word)];
    if (column === undefined) {
      const near = nearest(word, table.columns);
      return `There is no column ${word}.${near === undefined ? "" : ` Did you mean ${near}?`}`;
    }
    columns.push(column);
  }
  return columns;
}

/** Returns the column used by a part of the mapping, or an empty string if that part uses no column. */
function columnAt(root: YamlMap, path: readonly string[]): string {
  const column = partAt(root, [...path, "column"]);
  return typeof column === "string" ? column : "";
}

function guessOf({ fields, documents }: Guess, name: string): FieldGuess | undefined {
  return fields[name] ?? documents?.elements[name.slice(name.indexOf(".") + 1)];
}

/** Removes mapping syntax from a reason. */
function plainReason(reason: string): string {
  return reason.replaceAll(/:? ?\{[^}]*\}(?: if [^.;]*)?/g, "").trim();
}

function columnsText({ columns }: SampleTable): string {
  return `Columns: ${firstOf(columns, 40)}`;
}

function valuesText(values: ReturnType<SampleTable["valuesOf"]>["values"]): string {
  const some = values.slice(0, 4).map(({ value, count }) => `${shown(value)} (${rowsText(count)})`);
  return `${some.join(", ")}${values.length > 4 ? ", ..." : ""}`;
}

export function shown(value: string): string {
  const text = visible(value.replace(/\s+/g, " ").trim());
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

export function rowsText(rows: number): string {
  return rows === 1 ? "1 row" : `${rows.toLocaleString("en")} rows`;
}

/** Returns the first sentence of a description, for use in parentheses. */
function firstSentence(description: string): string {
  const [first = ""] = description.split(/[.;] |\.$/);
  return /^[A-Z]{2}/.test(first) ? first : first.charAt(0).toLowerCase() + first.slice(1);
}
