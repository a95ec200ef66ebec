import { isRepair, type Issue } from "../../model/issues.js";
import { foldValue } from "../../mapping/cells.js";
import { holdsHeadingWord } from "../../formats/header/words.js";
import type { Row } from "../../formats/row.js";
import { meantCountry } from "../../model/countries.js";
import type { RecordType } from "../../model/record-type.js";
import type { Plain } from "../../mapping/yaml-document.js";
import { meansEmpty, type Fix } from "./messages.js";
import type { FormCommand } from "./requests.js";
import { itemsOf, placesOf } from "./form.js";
import type { SampleTable } from "./sample-table.js";

/** This module determines the fixes that the form offers for an issue as buttons. Nothing is fixed automatically. */

/**
 * Returns the message and hint that the form shows for an issue. Parts of the hint that refer to the mapping text are
 * dropped, because the form has buttons instead.
 */
export function plainIssue(found: Issue): { readonly message: string; readonly hint: string } {
  const { message, hint, clerk } = found;
  // The `clerk` sentence is for the partner. In the form, the user can define the meaning of the value.
  if (clerk !== undefined) {
    const message = clerk
      .replace(
        /is not one of the agreed values(?:: .*)?\. (?=Correct the cell)/,
        "has no meaning in the mapping. ",
      )
      .replace("tell us what the value means.", "choose the meaning of the value in the form.")
      .replace("Correct the cell", "Correct the cell in the file");
    return { message, hint: "" };
  }
  // The form has no control for choosing one of several files or lists, so the hint about the mapping text is kept.
  if (found.code === "several_files" || found.code === "several_lists") return { message, hint };
  const clauses = hint.split(/(?<=[.;]) /).filter((clause) => !clause.includes("`"));
  return { message, hint: clauses.join(" ").replace(/[;,]$/, ".") };
}

/** Maximum number of different row beginnings for which skipping is offered. */
const fewRows = 3;

/**
 * `accepted` contains the issues that the mapping already accepts. `where` contains the positions of the rows with the
 * issue. If these rows do not belong to the list, the fix skips only these rows instead of all rows with a blank cell.
 */
export function fixesOf(
  found: Issue,
  table: SampleTable,
  accepted: readonly Plain[],
  type: RecordType | undefined,
  where: IssuePositions = { count: 1, rowIndexes: [], values: [], records: [], hasOneActive: false },
): readonly Fix[] {
  const isOfRows = found.code === "footer_row" || found.severity === "error";
  const named = isOfRows ? rowFixes(where, table) : [];
  const words = named.filter(({ kind }) => kind === "leave out");
  const ofRows = found.code === "footer_row" || words.length <= fewRows ? named : [];
  const others = fixesOfIssue(found, table, accepted, type, where);
  return [...ofRows, ...others.filter(({ kind }) => ofRows.length === 0 || kind !== "leave out blank")];
}

/** The number and positions of the rows with an issue, and the positions of those that look like records. */
export interface IssuePositions {
  readonly count: number;
  readonly rowIndexes: readonly number[];
  /** Distinct unknown countries, or cells that are not numbers. */
  readonly values: readonly string[];
  readonly records: readonly number[];
  /** For rows with the same ID: true if exactly one of the rows with an ID is active. */
  readonly hasOneActive: boolean;
}

function fixesOfIssue(
  { code, field, column, line }: Issue,
  table: SampleTable,
  accepted: readonly Plain[],
  type: RecordType | undefined,
  { count, values, records, hasOneActive }: IssuePositions,
): readonly Fix[] {
  const { encoding } = table.detected;
  if (code === "encoding_suggested" || code === "encoding_unsure" || code === "encoding_contradicted") {
    if (encoding === undefined) return [];
    return [{ kind: "read as", what: encoding, command: pin(["read", "encoding"], encoding) }];
  }
  const { sheet, headerRows } = table.detected;
  if (code === "sheet_guessed" && sheet !== undefined) {
    return [{ kind: "sheet", what: sheet, command: pin(["read", "sheet"], sheet) }];
  }
  if (isRepair(code)) {
    const rowIndex = table.rows.findIndex((row) => row.line === line);
    const ofRow = code === "second_table" ? rowFix("end", rowIndex, table) : [];
    const left = code === "ruler_row" ? rowFix("leave out", rowIndex, table) : [];
    const isTaken = accepted.includes(code);
    const accept = pin(["read", "accept"], [...accepted, code]);
    return [
      ...ofRow,
      ...left,
      ...(isTaken ? [] : [{ kind: "accept", what: code, command: accept } as const]),
    ];
  }
  if (code === "headings_in_doubt") return [...headingsFixes(table), noHeadings];
  if (line !== undefined && code === "first_row_in_doubt") return [headingFix(line), noHeadings];
  if (code === "lines_left_out") {
    const above = Array.from({ length: Math.min(mostAlike, (headerRows[0] ?? 1) - 1) }, (_, i) => i + 1);
    return [asRead(table), ...above.map(headingFix)];
  }
  if (
    (code === "unknown_country" || code === "invalid_number") &&
    field !== undefined &&
    type !== undefined
  ) {
    const isOptional = placesOf(type).get(field)?.field.required === "never" && values.length <= mostWords;
    return values.flatMap((value): readonly Fix[] => {
      const answer = code === "unknown_country" ? meantCountry(value) : undefined;
      const means = (said: string) => ({ do: "means", field, value, answer: said }) as const;
      if (answer !== undefined)
        return [{ kind: "means", what: `${value} → ${answer}`, command: means(answer) }];
      // A cell with digits is a number with a mistake rather than a word for "none".
      const mayBeEmpty = isOptional && value.length <= longestWord && !/\d/.test(value);
      return mayBeEmpty ? [{ kind: "means empty", what: value, command: means(meansEmpty) }] : [];
    });
  }
  if (code === "duplicate_id" && hasOneActive && !isMostRows(count, table)) {
    return [{ kind: "prefer active", what: "", command: pin(["duplicates"], "prefer active") }];
  }
  if (code === "missing_value" && field !== undefined && type?.fields[field]?.kind === "flag") {
    if (table.valuesOf(table.indexOf(column ?? "")).blanks === 0) return [];
    return ["false", "true"].map((value) => ({
      kind: "blank means",
      what: value,
      command: { do: "word", field, word: "blank", value },
    }));
  }
  if (code === "missing_value" && column !== undefined && table.indexOf(column) >= 0) {
    // Other records refer to charge codes and tax codes, so skipping is not offered for codes that only lack a value.
    const isCode = type?.name === "charge-code" || type?.name === "tax-code";
    if (isCode && records.length > 0) return [];
    const command = { do: "leave out value", column, value: "" } as const;
    return [{ kind: "leave out blank", what: column, rows: count, records: records.length, command }];
  }
  return [];
}

/** Maximum length of a word for "none", such as `n.v.t.` or `not applicable`. */
const longestWord = 20;

/** In a column with more different words, the words have a meaning, or the column is wrong. */
const mostWords = 5;

/** True if more than half of the rows have an issue. If they have the same ID, their column is probably not the ID. */
function isMostRows(count: number, table: SampleTable): boolean {
  return count * 2 > table.listed.length;
}

/**
 * Returns fixes for rows that do not belong to the list. If no complete rows follow, one fix ends the list at the first
 * of these rows. The other fixes skip rows that begin with the same words. A row with about as many values as the
 * others belongs to the list and needs a different fix.
 */
function rowFixes({ rowIndexes, records }: IssuePositions, table: SampleTable): readonly Fix[] {
  const lastFull = table.rows.findLastIndex((row) => !isSparse(row, table));
  const found = rowIndexes
    .filter((rowIndex) => isSparse(table.rows[rowIndex], table) && !records.includes(rowIndex))
    .flatMap((rowIndex) => [
      ...(rowIndex > lastFull ? rowFix("end", rowIndex, table) : []),
      ...rowFix("leave out", rowIndex, table),
    ]);
  const ends = found.filter(({ kind }) => kind === "end").slice(0, 1);
  const others = new Map(found.filter(({ kind }) => kind !== "end").map((fix) => [fix.what, fix]));
  return [...ends, ...others.values()];
}

function rowFix(kind: "end" | "leave out", rowIndex: number, table: SampleTable): readonly Fix[] {
  const command = { do: kind, rowIndex } as const;
  if (rowEdit(command, table, undefined) === undefined) return [];
  const { text } = beginning(rowIndex, table);
  const rows = kind === "end" ? table.rows.length - rowIndex : beginningWith(text, table).length;
  return [{ kind, what: text, rows, command }];
}

function headingFix(line: number): Fix {
  return { kind: "heading", what: String(line), command: pin(["read", "header"], String(line)) };
}

/** Confirms the detected header. */
function asRead({ detected: { headerRows } }: SampleTable): Fix {
  const [row = "none", ...more] = headerRows.map(String);
  const value = more.length === 0 ? row : { rows: [row, ...more] };
  return { kind: "as read", what: "", command: pin(["read", "header"], value) };
}

/** Returns one fix for each row that may be the header, and one fix for a header that consists of all these rows. */
function headingsFixes({ detected: { headerRows }, headings, rows: [below] }: SampleTable): readonly Fix[] {
  const words = below?.cells.filter((cell) => cell.trim() !== "") ?? [];
  const isBelow =
    words.length > 1 &&
    new Set(words).size === words.length &&
    words.every((cell) => /\p{L}/u.test(cell) && !/\p{N}/u.test(cell)) &&
    (words.some(holdsHeadingWord) || headings?.some((heading) => heading.trim() === "") === true);
  const lines = headerRows.length === 1 && isBelow ? [...headerRows, below!.line] : headerRows;
  if (lines.length < 2) return lines.map(headingFix);
  const rows = lines.map(String);
  const what = new Intl.ListFormat("en-US").format(rows);
  return [...lines.map(headingFix), { kind: "headings", what, command: pin(["read", "header"], { rows }) }];
}

const noHeadings: Fix = { kind: "no headings", what: "", command: pin(["read", "header"], "none") };

/**
 * Converts what a person specified about a row into a change to the mapping. Returns undefined if the change would
 * affect other rows. For example, a list would end at an earlier row with the same beginning.
 */
export function rowEdit(
  { do: what, rowIndex }: Extract<FormCommand, { readonly rowIndex: number }>,
  table: SampleTable,
  rules: Plain | undefined,
): { readonly path: [string, ...string[]]; readonly value: Plain } | undefined {
  const row = table.rows[rowIndex];
  const { text, cell, column } = beginning(rowIndex, table);
  if (row === undefined || column === undefined) return undefined;
  if (what === "heading") return { path: ["read", "header"], value: String(row.line) };
  if (what === "end") {
    const isEarlier = table.rows.slice(0, rowIndex).some(({ cells }) => firstFilled(cells).startsWith(text));
    return isEarlier ? undefined : { path: ["read", "stop_at"], value: text };
  }
  const test = text === cell ? { equals: cell } : { starts_with: text };
  return { path: ["skip"], value: [...itemsOf(rules), { column, ...test }] };
}

/**
 * Returns the rule that skips rows in which a column has a given value. Totals are matched by their first words,
 * because their values change. `value` is the value to skip, or an empty string for blank cells.
 */
export function valueEdit(
  { column, value }: Extract<FormCommand, { readonly do: "leave out value" }>,
  table: SampleTable,
  rules: Plain | undefined,
): { readonly path: [string, ...string[]]; readonly value: Plain } {
  const index = table.indexOf(column);
  const rowIndexes = table.rows.flatMap(({ cells }, rowIndex) =>
    foldValue(cells[index] ?? "") === foldValue(value) ? [rowIndex] : [],
  );
  const [first] = rowIndexes;
  if (
    value !== "" &&
    first !== undefined &&
    rowIndexes.every((rowIndex) => isSparse(table.rows[rowIndex], table))
  ) {
    const { text } = beginning(first, table);
    const isSamePrefix = rowIndexes.every((rowIndex) =>
      firstFilled(table.rows[rowIndex]?.cells ?? []).startsWith(text),
    );
    const found =
      isSamePrefix && text !== value
        ? rowEdit({ do: "leave out", rowIndex: first }, table, rules)
        : undefined;
    if (found !== undefined) return found;
  }
  const test = value === "" ? { blank: "true" } : { equals: value };
  return { path: ["skip"], value: [...itemsOf(rules), { column, ...test }] };
}

/**
 * Maximum number of rows with the same beginning. Totals and notes are rare, so text at the beginning of more rows
 * than this does not identify a total or note.
 */
const mostAlike = 3;

/**
 * Returns the beginning of a row: its first filled cell. For a cell such as "Total staff: 4", only the words before
 * the number are returned.
 */
function beginning(rowIndex: number, table: SampleTable) {
  const cells = table.rows[rowIndex]?.cells ?? [];
  const at = cells.findIndex((each) => each.trim() !== "");
  const cell = firstFilled(cells);
  const words = /^(.*?\p{L}.*?)[\s:.=(-]+\d/u.exec(cell)?.[1] ?? cell;
  const alike = beginningWith(words, table);
  const [first = ""] = words.split(" ");
  const sameWord = first === words ? [] : beginningWith(first, table);
  // "Subtotal North" and "Subtotal South" share their first word, which identifies both rows unless complete rows
  // also begin with this word.
  const text =
    alike.length > mostAlike
      ? cell
      : sameWord.length > 1 && sameWord.every((row) => isSparse(row, table))
        ? first
        : words;
  return { text, cell, column: table.columns[at] };
}

/** True if at most two thirds of the columns are filled in the row. */
function isSparse(row: Row | undefined, table: SampleTable): boolean {
  const filled = row?.cells.filter((cell) => cell.trim() !== "").length ?? 0;
  return filled * 3 <= table.columns.length * 2;
}

function beginningWith(words: string, table: SampleTable): readonly Row[] {
  return table.rows.filter((row) => firstFilled(row.cells).startsWith(words));
}

function firstFilled(cells: readonly string[]): string {
  return cells.find((cell) => cell.trim() !== "")?.trim() ?? "";
}

function pin(path: [string, ...string[]], value: Plain): FormCommand {
  return { do: "set", path, value };
}
