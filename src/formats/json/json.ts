import { issue, type Issue } from "../../model/issues.js";
import { firstOf } from "../../sentence.js";
import type { ByteSource, Detected, Format, Table } from "../format.js";
import type { Limits } from "../limits.js";
import type { Row } from "../row.js";
import { gridTable, type CellIssue, type GridRow } from "../grid.js";
import {
  getList,
  pageObjects,
  pageValues,
  valuesAbove,
  type JsonList,
  type HeadedValue,
} from "./find-list.js";
import { eachValue, JsonError, JsonScanner } from "./scanner.js";
import { isOfPages, pageIssues, signOfMoreElements } from "../pages.js";
import type { ReadOptions } from "../read-options.js";
import { refusing } from "../no-table.js";
import { overLimit, Refused, unreadable } from "../refused.js";
import { messageIssue, reportsFailure } from "../text/sender-message.js";
import { asciiHead, wholeText } from "../text/whole-text.js";

/**
 * Matches a list of single values, up to its end or up to the next list. The whole list is matched because ordinary
 * text may also start with a bracket.
 */
const scalar = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)`;
const scalars = new RegExp(String.raw`^\s*\[\s*${scalar}(?:\s*,\s*${scalar})*\s*(?:\]\s*(?:\[|$)|,?\s*$)`);

/**
 * Reads JSON: a list of objects, a list of lists, or consecutive objects or lists (NDJSON). The heading of a key is
 * its name. The heading of a nested key has the form `outer.inner`, and that of a list element has the form `name.1`.
 * Values become strings, as written. Null becomes an empty string.
 */
export const jsonFormat: Format = {
  name: "json",
  summary: "JSON lists and NDJSON",
  recognizes: (head) => {
    const text = asciiHead(head, 256);
    return (
      /^\s*(?:\[\s*(?:[[{\]]|"(?:[^"\\]|\\.)*"\s*(?:\]|,\s*"))|\{\s*["}])/.test(text) || scalars.test(text)
    );
  },
  read: (source, options, limits) => refusing("json", () => readJson(source, options, limits)),
};

async function readJson(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  const { text, encoding, issues: ofText } = await wholeText(source, options.encoding, limits);
  const { charset, certainty } = encoding;
  return strict(() => {
    const found = getList(text, options.records, options.keys);
    const ofPages = found.layout === "sequence" ? pageObjects(text) : undefined;
    const list = {
      ...found,
      above: valuesAbove(text, options.wanted ?? []),
      ...(ofPages && { leftOut: ofPages.places }),
    };
    const isCounted = linesAreShared(text, list);
    const counting = "Several rows start on one line, so rows are numbered consecutively instead of by line.";
    const detected = {
      format: "json",
      encoding: charset,
      encodingCertainty: certainty,
      ...(list.paths?.length === 1 ? { records: list.paths[0]! } : {}),
      evidence: [encoding.evidence, list.evidence, ...(isCounted ? [counting] : [])],
    } as const;
    const pages = (rows: number): Issue[] =>
      ofPages === undefined
        ? pageIssues(
            (list.paths ?? []).flatMap((path) => pageValues(text, path)),
            rows,
          )
        : pageIssues(ofPages.values, rows, true);
    if (holdsLists(text, list)) {
      const rows = [...gridRows(text, list, isCounted, limits)];
      return gridTable(rows, detected, options, limits, [...ofText, ...pages(rows.length)]);
    }
    const { columns, empty, rows: count, more } = columnsOf(text, list, limits);
    if (list.isOneObject === true) refuseAlikeParts([...columns.keys()]);
    const missingPages = pages(count);
    const issues = [...ofText, ...missingPages, ...more];
    const isWanted = options.wanted?.some((heading) => columns.has(heading)) === true;
    const keys = [...columns.keys()];
    const isMessage = (key: string): boolean =>
      errorKey.test(key) || (messageKey.test(key) && keys.length <= mostOfMessage && reportsFailure(text));
    if (list.isOneObject === true && !isWanted && keys.some(isMessage)) throw new Refused(messageIssue(text));
    const { beside = 0 } = list;
    const [taken] = list.paths ?? [];
    if (list.isOneObject === true && !isWanted) issues.push(issue("one_object", {}, { count: columns.size }));
    const isMuch = beside > (beside > fewBeside ? columns.size : 3 * columns.size);
    // If pages are missing, `more_pages` already reports that there are values outside the list.
    if (taken !== undefined && isMuch && !isWanted && missingPages.length === 0)
      issues.push(issue("list_guessed", {}, { taken, count: beside }));
    const nothing =
      empty.length === 0
        ? []
        : [`These lists and objects are always empty, so they have no columns: ${firstOf(empty)}.`];
    const evidence = [...detected.evidence, ...nothing];
    const described: Detected = { ...detected, evidence, headerRows: [], preambleLines: 0 };
    return {
      detected: described,
      headings: [...columns.keys()],
      rows: rowsOf(text, list, columns, isCounted, issues),
      issues,
    };
  });
}

/** Usual maximum number of values outside the list, for example page numbers and links. */
const fewBeside = 10;

/** Matches keys of an error object that a system sent instead of the list. */
const errorKey = /^(?:(?:odata\.)?errors?|fault|exception)(?:$|\.|[_-]?(?:message|code|description|text)$)/i;

/** Keys of an object that may report a failure, and its maximum number of values. */
const messageKey = /^(?:message|msg|reason|detail|info|text)$/i;
const mostOfMessage = 6;

function strict<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof JsonError)
      throw unreadable(`it is not valid JSON: on line ${error.line}, ${error.reason}`);
    throw error;
  }
}

function holdsLists(text: string, { layout, at, inner }: JsonList): boolean {
  if (inner !== undefined) return false;
  const scanner = new JsonScanner(text, at);
  return (layout === "sequence" || scanner.take("[")) && scanner.kind() === "array";
}

function* gridRows(text: string, list: JsonList, isCounted: boolean, limits: Limits): Generator<GridRow> {
  let rows = 0;
  for (const { line, which, scanner } of elements(text, list)) {
    if (scanner.kind() !== "array") throw unreadable(`${which} is not a list, unlike the other entries`);
    const cells: string[] = [];
    const cellIssues: CellIssue[] = [];
    scanner.array(() => {
      if (scanner.kind() === "object" || scanner.kind() === "array")
        throw unreadable(`${which} is a list that contains a list or an object instead of a cell`);
      if (scanner.kind() === "number") cellIssues.push({ index: cells.length, code: "number" });
      cells.push(scanner.scalar() ?? "");
    });
    rows += 1;
    if (rows > limits.rows) throw overLimit("rows", rows, limits.rows);
    if (cells.some((cell) => cell.trim() !== "")) yield { line: isCounted ? rows : line, cells, cellIssues };
  }
}

interface Element {
  /** Position in a list, or start line of the value in a sequence. */
  readonly line: number;
  readonly which: string;
  /** The scanner, positioned at the element. The caller must read the element before requesting the next one. */
  readonly scanner: JsonScanner;
  readonly around?: readonly HeadedValue[];
  readonly above?: readonly HeadedValue[] | undefined;
}

function* elements(
  text: string,
  list: Pick<JsonList, "layout" | "at" | "inner" | "above" | "leftOut">,
): Generator<Element> {
  const { above } = list;
  if (list.inner !== undefined) {
    let line = 0;
    for (const { at, around } of list.inner) {
      const own =
        at === undefined ? [{ scanner: new JsonScanner("{}") }] : elements(text, { layout: "array", at });
      for (const { scanner } of own) {
        line += 1;
        yield { line, which: `entry ${line} of the list`, scanner, around, above };
      }
    }
    return;
  }
  const scanner = new JsonScanner(text, list.at);
  if (list.layout === "array") {
    scanner.expect("[", "a list");
    if (!scanner.take("]")) {
      let line = 0;
      do yield { line: ++line, which: `entry ${line} of the list`, scanner, above };
      while (scanner.take(","));
      scanner.expect("]", "a comma or ]");
    }
    if (text.slice(0, list.at).trim() === "" && !scanner.ended)
      throw scanner.error("there is text after the end of the list");
    return;
  }
  let line = 1;
  let counted = 0;
  while (!scanner.ended) {
    for (let i = text.indexOf("\n", counted); i >= 0 && i < scanner.at; i = text.indexOf("\n", counted)) {
      line += 1;
      counted = i + 1;
    }
    if (list.leftOut?.has(scanner.at) === true) scanner.skip();
    else yield { line, which: `what begins on line ${line}`, scanner };
  }
}

/** True if two values in a sequence start on the same line, so that line numbers do not identify rows. */
function linesAreShared(text: string, list: JsonList): boolean {
  if (list.layout === "array") return false;
  let before = 0;
  for (const { line, scanner } of elements(text, list)) {
    if (line === before) return true;
    before = line;
    scanner.skip();
  }
  return false;
}

/**
 * Calls `value` with the heading and the text of each value of a row, including the values from the enclosing
 * elements and from the document.
 */
function flatten(
  { scanner, line, which, around = [], above = [] }: Element,
  value: (heading: string, text: string, isNumber?: boolean) => void,
  empty?: (heading: string) => void,
): void {
  if (scanner.kind() !== "object")
    throw unreadable(
      line === 1
        ? "the first entry of its list is a single value, not an object or a list"
        : `${which} is not an object, unlike the other entries`,
    );
  for (const [heading, text, isNumber] of around) value(heading, text, isNumber);
  scanner.object((key) => eachValue(scanner, key, value, empty));
  for (const [heading, text, isNumber] of above) value(heading, text, isNumber);
}

function partOf(heading: string): string {
  return heading.split(".", 1)[0]!;
}

/**
 * Refuses an object whose keys are the names of columns or rows. Otherwise, such an object would be read as a single
 * row.
 */
function refuseAlikeParts(headings: readonly string[]): void {
  const parts = new Map<string, Set<string>>();
  for (const heading of headings) {
    const [outer = "", ...inner] = heading.split(".");
    if (inner.length === 0) return;
    const part = parts.get(outer) ?? new Set();
    parts.set(outer, part.add(inner.join(".")));
  }
  const [first = new Set<string>(), ...others] = parts.values();
  if (others.length === 0 || ![...first].some((inner) => others.every((part) => part.has(inner)))) return;
  const names = [...parts.keys()].slice(0, 3).join(", ");
  throw unreadable(
    `it is one object with similar parts (${names}${parts.size > 3 ? ", ..." : ""}) that seem to be columns or rows; send a list of objects`,
  );
}

interface Columns {
  readonly columns: ReadonlyMap<string, number>;
  /** Lists and objects that are always empty and therefore have no columns. */
  readonly empty: readonly string[];
  readonly rows: number;
  /** At most one issue, for a list of which a record contains only one page. */
  readonly more: readonly Issue[];
}

/** Reads the whole list once to check its limits and to collect its headings in order of first occurrence. */
function columnsOf(text: string, list: JsonList, limits: Limits): Columns {
  const columns = new Map<string, number>();
  const empty = new Set<string>();
  const ofPages = new Map<string, Issue | undefined>();
  let rows = 0;
  for (const element of elements(text, list)) {
    let length = 0;
    flatten(
      element,
      (heading, cell) => {
        length += cell.length;
        if (!columns.has(heading) && isOfPages(heading)) ofPages.set(heading, undefined);
        if (ofPages.has(heading))
          ofPages.set(heading, ofPages.get(heading) ?? moreElements(element, heading, cell));
        if (columns.has(heading)) return;
        columns.set(heading, columns.size);
        if (columns.size <= limits.columns) return;
        if (list.isOneObject !== true) throw overLimit("columns", columns.size, limits.columns);
        const whole = [...columns.keys()].filter((each) => partOf(each) !== partOf(heading));
        refuseAlikeParts(whole);
        throw unreadable(`it is one object with more than ${limits.columns} values; send a list of objects`);
      },
      (heading) => {
        if (empty.size < limits.columns) empty.add(heading);
      },
    );
    if (length > limits.record) throw overLimit("characters in a row", length, limits.record);
    rows += 1;
    if (rows > limits.rows) throw overLimit("rows", rows, limits.rows);
  }
  const filled = new Set([...columns.keys()].flatMap(namesAround));
  const more = [...ofPages].flatMap(([heading, found]) =>
    found !== undefined && isBesideList(heading, columns, list.paths) ? [found] : [],
  );
  return { columns, empty: [...empty].filter((name) => !filled.has(name)), rows, more: more.slice(0, 1) };
}

function moreElements({ line }: Element, path: string, value: string): Issue | undefined {
  const sign = signOfMoreElements({ path, value });
  return sign === undefined
    ? undefined
    : issue("more_pages", { line, column: path }, { what: "A list of the record", sign });
}

/**
 * True if a value describes one of the record's lists, because its name is derived from the list's name or both are
 * in the same object.
 */
function isBesideList(
  heading: string,
  columns: ReadonlyMap<string, number>,
  paths: readonly string[] = [],
): boolean {
  if (/@odata\.nextLink$/i.test(heading)) return true;
  const around = heading.slice(0, heading.lastIndexOf(".") + 1);
  if (around === "") return false;
  const isList = (name: string): boolean =>
    name.startsWith(around) && /^[^.]+\.1(?:\.|$)/.test(name.slice(around.length));
  return paths.some((path) => path.startsWith(around)) || [...columns.keys()].some(isList);
}

/** Returns a heading and its prefixes. For `a.b.1`, these are `a.b.1`, `a.b` and `a`. */
function namesAround(heading: string): string[] {
  const parts = heading.split(".");
  return parts.map((_, i) => parts.slice(0, i + 1).join("."));
}

const batch = 1_000;

async function* rowsOf(
  text: string,
  list: JsonList,
  columns: ReadonlyMap<string, number>,
  isCounted: boolean,
  issues: Issue[],
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let count = 0;
  for (const element of elements(text, list)) {
    const line = isCounted ? count + 1 : element.line;
    const cells: string[] = new Array<string>(columns.size).fill("");
    const seen = new Set<string>();
    const doubled: Issue[] = [];
    const numbers: number[] = [];
    flatten(element, (heading, cell, isNumber) => {
      if (seen.has(heading)) {
        doubled.push(issue("duplicate_key", { line, column: heading }, { key: heading }));
      }
      seen.add(heading);
      const column = columns.get(heading) as number;
      cells[column] = cell;
      if (isNumber === true && /[.eE]/.test(cell)) numbers.push(column);
    });
    count += 1;
    rows.push({
      line,
      cells,
      ...(doubled.length > 0 && { issues: doubled }),
      ...(numbers.length > 0 && { numbers }),
    });
    if (rows.length === batch) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
  if (count === 0) issues.push(issue("no_rows", {}, {}));
}
