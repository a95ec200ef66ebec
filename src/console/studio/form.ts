import { foldValue } from "../../mapping/cells.js";
import { conditionTests } from "../../mapping/grammar.js";
import type { Guess } from "../../draft/guess.js";
import { openAnswer, type Diagnostic } from "../../mapping/diagnostics.js";
import { singleFields, type Field } from "../../model/fields.js";
import type { YamlEdit } from "../../mapping/yaml-edit.js";
import { recordType } from "../../model/record-types/index.js";
import type { RecordType } from "../../model/record-type.js";
import { isYamlList, yamlMapOf, type Plain, type YamlMap } from "../../mapping/yaml-document.js";
import {
  meansEmpty,
  type FieldView,
  type FormView,
  type GroupView,
  type GuessView,
  type ListView,
  type DiagnosticView,
  type RuleView,
  type ValuesView,
} from "./messages.js";
import type { SampleTable } from "./sample-table.js";

/** This module builds the form, which shows the mapping field by field, with guesses and values from the sample. */

/** Operations that the form can show. All other operations can be changed only in the mapping text. */
const shownWords: ReadonlySet<string> = new Set([
  "values",
  "blank",
  "otherwise",
  "date",
  "zone",
  "active_until",
  "decimal",
  "lookup",
]);

/**
 * Extracts the number from a cell such as "30 days". Cells with several numbers, decimals, or a minus sign before or
 * after the number do not match, so their rows are rejected. "(30)" is a negative number, too.
 */
const numberInText = "^[^\\p{N}\\p{Pd}−+.,(]*0*([0-9]+)\\s*(?:[^\\p{N}\\p{Pd}−)\\s][^\\p{N}]*)?$";

const inputWords: ReadonlySet<string> = new Set(["column", "first", "join", "separator", "constant"]);

const mostValues = 400;

export interface FieldPath {
  readonly field: Field;
  readonly path: YamlEdit["path"];
  /** The list that contains the field. Undefined for a field of the record. */
  readonly list: string | undefined;
}

/** Returns all fields in the form, by name. Fields of elements are named LIST.FIELD. */
export function placesOf(type: RecordType): ReadonlyMap<string, FieldPath> {
  const own = Object.entries(singleFields(type.fields)).map(
    ([name, field]) => [name, { field, path: ["fields", name], list: undefined }] as const,
  );
  const ofLists = Object.entries(type.fields).flatMap(([list, { kind, plain, fields = {} }]) =>
    kind !== "list"
      ? []
      : Object.entries(singleFields(fields)).map(([name, field]) => {
          const path = plain === true ? ["value"] : ["fields", name];
          return [`${list}.${name}`, { field, path: ["lists", list, ...path], list }] as const;
        }),
  );
  return new Map<string, FieldPath>([...own, ...ofLists]);
}

export function partAt(root: Plain | undefined, path: readonly string[]): Plain | undefined {
  const [key, ...rest] = path;
  return key === undefined || root === undefined ? root : partAt(yamlMapOf(root)?.[key], rest);
}

export function formView(
  value: Plain,
  type: RecordType,
  table: SampleTable,
  guess: Guess,
  diagnosticsAt: (path: readonly string[]) => readonly Diagnostic[],
): FormView {
  const root = yamlMapOf(value) ?? {};
  const lists = listViews(type, yamlMapOf(root["lists"]) ?? {});
  const shown = new Set(lists.flatMap(({ name, place }) => (place === "rows" ? [name] : [])));
  const duplicates = root["duplicates"];
  return {
    zone: textOf(root["zone"]),
    read: yamlMapOf(root["read"]) ?? {},
    fields: [...placesOf(type)].flatMap(([name, { field, path, list }]) => {
      if (list !== undefined && !shown.has(list)) return [];
      const source = partAt(value, path);
      // The time zone and its errors are shown next to the times that use the zone.
      const isZoned = field.kind === "timestamp" && readSource(source).shape === "column";
      const found = [...diagnosticsAt(path), ...(isZoned ? diagnosticsAt(["zone"]) : [])];
      return { ...fieldView(name, field, source, table, guess, found.map(diagnosticView)), list };
    }),
    group: type.columns.some((name) => type.fields[name]?.kind === "list")
      ? groupView(root["group"])
      : undefined,
    lists,
    only: rulesOf(root["only"]),
    skip: rulesOf(root["skip"]),
    continues: textOf(yamlMapOf(root["continuation"])?.["blank"]),
    duplicates: typeof duplicates === "string" ? duplicates : duplicates === undefined ? "reject" : "",
  };
}

function groupView(written: Plain | undefined): GroupView {
  const group = yamlMapOf(written) ?? {};
  const { by, header, scattered, ...others } = group;
  const [rule] = header === undefined ? [] : rulesOf([header]);
  const isShown = by === undefined || typeof by === "string";
  return {
    by: textOf(by),
    header: rule,
    isScattered: scattered === "true",
    isSimple: isShown && Object.keys(others).length === 0 && rule?.isSimple !== false,
  };
}

function listViews(type: RecordType, written: YamlMap): readonly ListView[] {
  // Lists in which every element must be valid come first, because a single invalid element causes the record to be
  // rejected.
  const all = Object.entries(type.fields);
  const sorted = [...all.filter(([, { whole }]) => whole), ...all.filter(([, { whole }]) => !whole)];
  return sorted.flatMap(([name, { kind, description, required, plain, fields = {} }]) => {
    if (kind !== "list") return [];
    const { split, at, rows, fields: _, value, ...others } = yamlMapOf(written[name]) ?? {};
    const [rule] = typeof rows === "object" && !isYamlList(rows) ? rulesOf([rows]) : [];
    const isOfRows = rows === "all" || rule?.isSimple === true;
    const isPlainSplit = plain === true && typeof split === "string" && value === undefined;
    const place =
      written[name] === undefined
        ? "absent"
        : Object.keys(others).length > 0
          ? "other"
          : isOfRows
            ? "rows"
            : isPlainSplit
              ? "split"
              : "other";
    return {
      name,
      description,
      isRequired: required === "always",
      isPlain: plain === true,
      required: requiredOf(fields),
      place,
      rule,
      column: textOf(split),
      at: textOf(at ?? ";"),
    } as const;
  });
}

/**
 * Returns the required fields of an element. The tax code is always included, although accounts that do not use tax
 * may omit it.
 */
function requiredOf(fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.entries(singleFields(fields)).flatMap(([name, { required }]) => {
    const [whole = ""] = name.split(".");
    return required !== "never" && fields[whole]?.required !== "never" ? [name] : [];
  });
}

export function diagnosticView(diagnostic: Diagnostic): DiagnosticView {
  const { line, column, message, expected, nearest, asks } = diagnostic;
  return { line, column, message, expected, nearest, asks };
}

function fieldView(
  name: string,
  field: Field,
  source: Plain | undefined,
  table: SampleTable,
  guess: Guess,
  diagnostics: readonly DiagnosticView[],
): FieldView {
  const read = readSource(source);
  const parts = { ...read, words: withoutInvert(read.words) };
  return {
    name,
    kind: field.kind,
    required: name === "updated_at" ? "never" : field.required,
    description: field.description,
    lookups: lookupsOf(field),
    choices: field.kind === "flag" ? ["true", "false"] : (field.choices ?? []),
    ...parts,
    numberPattern: field.kind === "integer" ? numberInText : undefined,
    others: Object.entries(parts.words).flatMap(([word, value]) =>
      shownWords.has(word) || (field.kind === "integer" && word === "pattern" && value === numberInText)
        ? []
        : [word],
    ),
    values: valuesView(field, parts, table),
    diagnostics,
    guess: guessView(guess, name),
  };
}

/** Returns the fields, other than the ID, by which a column can identify the referenced record. */
function lookupsOf({ kind, target }: Field): readonly string[] {
  const fields = target === undefined || kind !== "reference" ? {} : (recordType(target)?.fields ?? {});
  return ["code", "name", "email_address"]
    .filter((name) => name in fields)
    .map((name) => `${target}.${name}`);
}

/**
 * With `invert`, the value map contains the opposite of each meaning. This function returns the actual meanings for
 * the form.
 */
export function withoutInvert(words: YamlMap): YamlMap {
  const { invert, ...others } = words;
  if (invert !== "true") return words;
  const values = yamlMapOf(words["values"]) ?? { true: "true", false: "false" };
  const blank = words["blank"] === undefined ? {} : { blank: opposite(words["blank"]) };
  const meanings = Object.fromEntries(
    Object.entries(values).map(([value, answer]) => [value, opposite(answer)]),
  );
  return words["active_until"] === undefined ? { ...others, values: meanings, ...blank } : words;
}

function opposite(answer: Plain): Plain {
  return answer === "true" ? "false" : answer === "false" ? "true" : answer;
}

export type SourceParts = Pick<FieldView, "shape" | "columns" | "separator" | "constant" | "words">;

/** The shape is `other` if the form cannot show the source. */
export function readSource(source: Plain | undefined): SourceParts {
  const none = { columns: [], separator: " ", constant: "", words: {} };
  if (source === undefined) return { ...none, shape: "absent" };
  if (typeof source === "string") {
    return source === openAnswer
      ? { ...none, shape: "open" }
      : { ...none, shape: "column", columns: [source] };
  }
  if (isYamlList(source)) {
    const columns = namesOf(source);
    return columns === undefined ? { ...none, shape: "other" } : { ...none, shape: "first", columns };
  }
  const map = source;
  const words = Object.fromEntries(Object.entries(map).filter(([word]) => !inputWords.has(word)));
  const { column, first, join, constant } = map;
  if (typeof column === "string") {
    return column === openAnswer
      ? { ...none, shape: "open", words }
      : { ...none, shape: "column", columns: [column], words };
  }
  if (typeof constant === "string") {
    // A constant without a value is an open question, but the form keeps the control for the value.
    return { ...none, shape: "constant", constant: constant === openAnswer ? "" : constant, words };
  }
  for (const [shape, parts] of [
    ["first", first],
    ["join", join],
  ] as const) {
    const [swapped] = parts === undefined ? [] : columnsIn(parts);
    if (swapped !== undefined && JSON.stringify(source) === JSON.stringify(swappedNames(swapped))) {
      return { ...none, shape: "turned", columns: [swapped] };
    }
    const columns = parts !== undefined && isYamlList(parts) ? namesOf(parts) : undefined;
    if (columns !== undefined) {
      return { shape, columns, separator: textOf(map["separator"] ?? " "), constant: "", words };
    }
  }
  return { ...none, shape: "other", columns: columnsIn(source), words };
}

/** Returns a source that converts names such as "Whitfield, Grace" to "Grace Whitfield". */
export function swappedNames(column: string): YamlMap {
  const part = (take: string) => ({ column, split: { by: ",", take } });
  return { join: [part("2"), part("1")] };
}

function columnsIn(source: Plain): readonly string[] {
  if (typeof source === "string") return [source];
  if (isYamlList(source)) return [...new Set(source.flatMap(columnsIn))];
  const { column = [], first = [], join = [] } = source;
  return [column, first, join].flatMap(columnsIn);
}

function valuesView(
  field: Field,
  { shape, columns: [column], words }: SourceParts,
  table: SampleTable,
): ValuesView | undefined {
  if (shape !== "column" || column === undefined || words["active_until"] !== undefined) return undefined;
  const written = yamlMapOf(words["values"]);
  if (field.kind !== "flag" && field.kind !== "choice" && written === undefined) return undefined;
  const index = table.indexOf(column);
  if (index < 0) return undefined;
  const answerIn = (answer: Plain): string =>
    answer === "" ? meansEmpty : answer === openAnswer ? "" : textOf(answer);
  const answers = new Map(
    Object.entries(written ?? {}).map(([value, answer]) => [foldValue(value), answerIn(answer)]),
  );
  const { values, blanks } = table.valuesOf(index);
  const seen = new Set(values.map(({ value }) => foldValue(value)));
  // By default, rows with a value that is not in the value map are rejected. A flag without a value map accepts only
  // `true` and `false`.
  const isRejecting = words["otherwise"] === undefined || words["otherwise"] === "reject";
  const plain = written === undefined && field.kind === "flag" ? ["true", "false"] : field.choices;
  const own = (value: string): string | null => {
    if (written !== undefined) return isRejecting ? null : "";
    return plain?.includes(value.toLowerCase()) === true ? value.toLowerCase() : "";
  };
  // Values that are passed on unchanged need no answer.
  const isPassing = written !== undefined && words["otherwise"] === "pass";
  const asked = isPassing ? values.filter(({ value }) => answers.has(foldValue(value))) : values;
  const listed = asked
    .slice(0, mostValues)
    .map(({ value, count }) => ({ value, count, answer: answers.get(foldValue(value)) ?? own(value) }));
  // Mapped values that do not occur in the sample stay visible.
  const absent = Object.entries(written ?? {})
    .filter(([value]) => !seen.has(foldValue(value)))
    .map(([value, answer]) => ({ value, count: 0, answer: answerIn(answer) }));
  return { values: [...listed, ...absent], left: Math.max(0, asked.length - mostValues), blanks };
}

/** In a sentence of the draft, replaces mapping text with the name of the form's control. */
function forForm(sentence: string): string {
  return sentence.replace(
    /write \{ join: \[[^\]]*\](?:, separator: "[^"]*")? \}/,
    "choose “Several columns joined”",
  );
}

function guessView(guess: Guess, name: string): GuessView | undefined {
  const { fields, documents: of } = guess;
  const [list, ...rest] = name.split(".");
  const found = fields[name] ?? (of?.list === list ? of?.elements[rest.join(".")] : undefined);
  if (found === undefined) return undefined;
  if (found.decision === "abstained") {
    return {
      isSure: false,
      percent: undefined,
      columns: [],
      reason: forForm(found.reason),
      warnings: [],
      candidates: found.candidates,
    };
  }
  return {
    isSure: true,
    percent: Math.round(found.confidence * 100),
    columns: found.columns,
    reason: forForm(found.reason),
    warnings: found.warnings.map(forForm),
    candidates: found.runnersUp,
  };
}

function rulesOf(value: Plain | undefined): readonly RuleView[] {
  return itemsOf(value).map((each) => {
    const map = yamlMapOf(each) ?? {};
    const test = conditionTests.find((word) => map[word] !== undefined) ?? "equals";
    const answer = map[test];
    const text =
      answer !== undefined && isYamlList(answer) ? (namesOf(answer) ?? []).join(", ") : textOf(answer);
    const isSimple =
      typeof map["column"] === "string" && Object.keys(map).every((key) => key === "column" || key === test);
    return { column: textOf(map["column"]), test, value: text, isSimple };
  });
}

export function itemsOf(value: Plain | undefined): readonly Plain[] {
  return value !== undefined && isYamlList(value) ? value : [];
}

function namesOf(list: readonly Plain[]): readonly string[] | undefined {
  return list.every((each) => typeof each === "string") ? list : undefined;
}

function textOf(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}
