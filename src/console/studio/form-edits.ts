import { foldValue } from "../../mapping/cells.js";
import { dateFormatOf } from "../../draft/dates.js";
import { numberFormatOf, rateUnitOf } from "../../draft/numbers.js";
import { activeMeaning } from "../../draft/evidence/shared.js";
import { standardLexicon } from "../../draft/lexicon.js";
import { blankReading, readHeadings } from "../../draft/reading.js";
import { chargeTypeOf, directionOf, taxTypeOf } from "../../draft/value-words.js";
import { openAnswer } from "../../mapping/diagnostics.js";
import { topWords } from "../../mapping/grammar.js";
import type { KeyOrder, YamlEdit } from "../../mapping/yaml-edit.js";
import type { Field } from "../../model/fields.js";
import type { RecordType } from "../../model/record-type.js";
import { yamlMapOf, type Plain, type YamlMap } from "../../mapping/yaml-document.js";
import { readSource, swappedNames, withoutInvert, type FieldPath, type SourceParts } from "./form.js";
import { meansEmpty } from "./messages.js";
import type { FormCommand } from "./requests.js";
import type { SampleTable } from "./sample-table.js";

/** This module converts choices in the form to changes in the mapping's text. */

type FieldCommand = Extract<FormCommand, { readonly field: string }>;

/** Returns the order of keys in the mapping grammar, which determines the positions of new keys. */
export function keyOrder(type: RecordType): KeyOrder {
  return (path) => (path.length === 0 ? topWords(type) : path[0] === "fields" ? type.columns : []);
}

/** `written` is the current source of the field. */
export function fieldEdit(
  command: FieldCommand,
  { path, field }: FieldPath,
  written: Plain | undefined,
  table: SampleTable,
): YamlEdit {
  return { path, value: newSource(command, written, field, table) };
}

/** Removes open questions about values that no longer occur in the table. */
export function unaskedEdits({ path }: FieldPath, source: Plain, table: SampleTable): readonly YamlEdit[] {
  const { shape, columns, words } = readSource(source);
  const answers = Object.entries(yamlMapOf(words["values"]) ?? {});
  const index = table.indexOf(columns[0] ?? "");
  if (shape !== "column" || index < 0) return [];
  const { values, blanks } = table.valuesOf(index);
  const there = new Set(values.map(({ value }) => foldValue(value)));
  const gone = answers.filter(([value, answer]) => answer === openAnswer && !there.has(foldValue(value)));
  return [
    ...(gone.length === answers.length ? [] : gone).map(([value]): YamlEdit => ({
      path: [...path, "values", value],
      value: undefined,
    })),
    ...(words["blank"] === openAnswer && blanks === 0
      ? [{ path: [...path, "blank"], value: undefined } as const]
      : []),
  ];
}

function newSource(
  command: FieldCommand,
  written: Plain | undefined,
  field: Field,
  table: SampleTable,
): Plain | undefined {
  const read = readSource(written);
  const before = { ...read, words: withoutInvert(read.words) };
  switch (command.do) {
    case "clear":
      return field.required === "always" && command.field !== "updated_at" ? openAnswer : undefined;
    case "constant":
      return { constant: command.value === "" ? openAnswer : command.value };
    case "column":
      return columnSource(command.column, before.shape === "column" ? before.words : {}, field, table);
    case "turn round":
      return swappedNames(command.column);
    case "columns":
      if (command.columns.length === 0) return openAnswer;
      return sourceOf({ ...before, ...command, words: before.shape === command.shape ? before.words : {} });
    case "answer":
      return answered(command, before.columns[0] ?? openAnswer, before.words, table);
    case "means": {
      const { values, otherwise } = before.words;
      const isNew = values === undefined && otherwise === undefined;
      const answers = { ...yamlMapOf(values), [command.value.trim()]: writtenAnswer(command.answer) };
      // The value is replaced before a number is read.
      const words = isNew
        ? { values: answers, otherwise: "pass", ...before.words }
        : { ...before.words, values: answers };
      return ["column", "first", "join"].includes(before.shape) ? sourceOf({ ...before, words }) : written;
    }
    case "word":
      return withWord(command, before, table);
  }
}

/** Operations that still apply are kept, and value maps are filled with the values in the new column. */
function columnSource(column: string, words: YamlMap, field: Field, table: SampleTable): Plain {
  const cells = valuesOf(column, table);
  const { values, ...others } = words;
  switch (field.kind) {
    case "flag": {
      // The values of the previous column may have the opposite meaning in the new one, so the answers are dropped.
      const { active_until: _, ...kept } = others;
      if (cells.every((cell) => ["true", "false"].includes(cell.toLowerCase()))) return column;
      return { column, values: answersFor(cells, undefined, flagWord(column)), ...kept };
    }
    case "choice":
      return { column, values: answersFor(cells, values, choiceWord(field)), ...others };
    case "timestamp":
    case "date":
      return {
        column,
        date: dateFormatOf(cells)?.format ?? others["date"] ?? openAnswer,
        ...without(others, "date"),
      };
    case "decimal": {
      const format = numberFormatOf(cells);
      const scale = format === undefined ? undefined : rateUnitOf(format);
      return { column, decimal: { sign: format?.decimal ?? ".", scale: scale ?? openAnswer } };
    }
    case "money":
      return { column, decimal: { sign: numberFormatOf(cells)?.decimal ?? ".", ...thousandsIn(cells) } };
    case "reference": {
      // Exports usually refer to tax codes by code and to other records by ID.
      const usual = field.target === "tax-code" ? { lookup: "tax-code.code" } : {};
      return columnWith(column, { ...usual, ...others });
    }
    default:
      return columnWith(column, words);
  }
}

function thousandsIn(cells: readonly string[]): YamlMap {
  const format = numberFormatOf(cells);
  const [sign] = format === undefined ? [] : [format.decimal === "." ? "," : "."];
  return sign !== undefined && cells.some((cell) => cell.includes(sign)) ? { thousands: sign } : {};
}

function without(words: YamlMap, name: string): YamlMap {
  return Object.fromEntries(Object.entries(words).filter(([word]) => word !== name));
}

function valuesOf(column: string, table: SampleTable): readonly string[] {
  const index = table.indexOf(column);
  return index < 0 ? [] : table.valuesOf(index).values.map(({ value }) => value);
}

/** Maximum number of values in a value map. */
const mostAnswers = 400;

/**
 * Returns a value map for the first `mostAnswers` values in the column. Each value has its previous answer, its usual
 * meaning, or an open question.
 */
function answersFor(
  cells: readonly string[],
  before: Plain | undefined,
  guess: (cell: string) => string | undefined,
): Plain {
  const known = new Map(
    Object.entries(yamlMapOf(before) ?? {}).map(([value, answer]) => [foldValue(value), answer]),
  );
  return Object.fromEntries(
    cells
      .slice(0, mostAnswers)
      .map((cell) => [cell, known.get(foldValue(cell)) ?? guess(cell) ?? openAnswer]),
  );
}

/**
 * Returns a function that guesses whether a cell means active. The meaning of "yes" depends on the heading: under
 * "blocked", it means inactive.
 */
function flagWord(heading: string): (cell: string) => string | undefined {
  const [reading = blankReading] = readHeadings([heading], standardLexicon());
  return (cell) => activeMeaning(cell, reading)?.toString();
}

function choiceWord(field: Field): (cell: string) => string | undefined {
  const read = [chargeTypeOf, directionOf, taxTypeOf];
  return (cell) => {
    const meaning = read.map((each) => each(cell)).find((word) => word !== undefined);
    return meaning !== undefined && field.choices?.includes(meaning) === true ? meaning : undefined;
  };
}

function answered(
  command: Extract<FieldCommand, { readonly do: "answer" }>,
  column: string,
  words: YamlMap,
  table: SampleTable,
): Plain {
  const cells = valuesOf(column, table);
  const written = yamlMapOf(words["values"]);
  const map: Record<string, Plain> = {
    ...(written ??
      (yamlMapOf(
        answersFor(cells, undefined, (cell) =>
          ["true", "false"].includes(cell.toLowerCase()) ? cell.toLowerCase() : undefined,
        ),
      ) as YamlMap)),
  };
  const folded = foldValue(command.value);
  const key = Object.keys(map).find((each) => foldValue(each) === folded) ?? command.value;
  if (command.answer === null) delete map[key];
  else map[key] = writtenAnswer(command.answer);
  return { column, values: map, ...without(words, "values") };
}

function writtenAnswer(answer: string): string {
  return answer === "" ? openAnswer : answer === meansEmpty ? "" : answer;
}

function withWord(
  command: Extract<FieldCommand, { readonly do: "word" }>,
  before: SourceParts,
  table: SampleTable,
): Plain | undefined {
  const { word, value } = command;
  const [column = openAnswer] = before.columns;
  if (word === "active_until" && value !== null) {
    const found = value === openAnswer ? dateFormatOf(valuesOf(column, table))?.format : undefined;
    return { column, active_until: found ?? value };
  }
  const words: Record<string, Plain> = { ...before.words };
  delete words["active_until"];
  if (value === null) delete words[word];
  else words[word] = value;
  // After an end date is removed, the values in its column need answers.
  if (word === "values" && value === null && before.words["active_until"] !== undefined) {
    words["values"] = answersFor(valuesOf(column, table), undefined, flagWord(column));
  }
  return sourceOf({ ...before, words });
}

/** This function is the inverse of `readSource`. */
function sourceOf({ shape, columns, separator, constant, words }: SourceParts): Plain {
  if (shape === "join") return { join: columns, ...(separator === " " ? {} : { separator }), ...words };
  if (shape === "first") return Object.keys(words).length === 0 ? columns : { first: columns, ...words };
  if (shape === "constant") return { constant: constant === "" ? openAnswer : constant, ...words };
  return columnWith(columns[0] ?? openAnswer, words);
}

function columnWith(column: string, words: YamlMap): Plain {
  return Object.keys(words).length === 0 ? column : { column, ...words };
}
