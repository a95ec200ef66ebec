import { issue, type Issue } from "../issues.js";
import type { ByteSource, Detected, Format, Table } from "./format.js";
import type { Limits } from "./limits.js";
import type { Row } from "./row.js";
import { gridTable, type GridRow } from "./grid.js";
import { findList, type JsonList } from "./json/find-list.js";
import { JsonMistake, JsonScanner } from "./json/scanner.js";
import type { ReadOptions } from "./read-options.js";
import { overLimit, refusing, unreadable } from "./refused.js";
import { asciiHead, wholeText } from "./whole-text.js";

/**
 * JSON: a list of objects, objects one after the other (NDJSON), or a list of lists. A key is a heading, a nested one is
 * `outer.inner`, an element of a list `name.1`. Values are text as written; null is blank.
 */
export const json: Format = {
  name: "json",
  summary: "JSON lists and NDJSON",
  recognizes: (head) =>
    /^\s*(?:\[\s*(?:[[{\]]|"(?:[^"\\]|\\.)*"\s*(?:\]|,\s*"))|\{\s*["}])/.test(asciiHead(head, 256)),
  read: (source, options, limits) => refusing("json", () => readJson(source, options, limits)),
};

async function readJson(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  const { text, encoding, issues: found } = await wholeText(source, options.encoding, limits);
  const { charset, certainty } = encoding;
  return strict(() => {
    const list = findList(text, options.records);
    const detected = {
      format: "json",
      encoding: charset,
      encodingCertainty: certainty,
      evidence: [encoding.evidence, list.evidence],
    } as const;
    if (list.layout === "array" && isListOfLists(text, list.at)) {
      return gridTable([...gridRows(text, list.at, limits)], detected, options, limits, found);
    }
    const columns = columnsOf(text, list, limits);
    if (list.isOneObject === true) refuseAlikeParts([...columns.keys()]);
    const issues = [...found];
    const described: Detected = { ...detected, headerRows: [], preambleLines: 0 };
    return {
      detected: described,
      headings: [...columns.keys()],
      rows: rowsOf(text, list, columns, issues),
      issues,
    };
  });
}

function strict<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof JsonMistake)
      throw unreadable(`it is not JSON, in line ${error.line} ${error.reason}`);
    throw error;
  }
}

function isListOfLists(text: string, at: number): boolean {
  const scanner = new JsonScanner(text, at);
  return scanner.take("[") && scanner.kind() === "array";
}

function* gridRows(text: string, at: number, limits: Limits): Generator<GridRow> {
  for (const { line, scanner } of elements(text, { layout: "array", at })) {
    if (scanner.kind() !== "array")
      throw unreadable(`entry ${line} of the list is not a list as the others are`);
    const cells: string[] = [];
    scanner.array(() => {
      if (scanner.kind() === "object" || scanner.kind() === "array")
        throw unreadable(`entry ${line} of the list holds a list or an object`);
      cells.push(scanner.scalar() ?? "");
    });
    if (line > limits.rows) throw overLimit("rows", line, limits.rows);
    if (cells.some((cell) => cell.trim() !== "")) yield { line, cells };
  }
}

/** The elements of a list, or the values of a sequence, at which the scanner stands; each must be read before the next. */
function* elements(
  text: string,
  list: Pick<JsonList, "layout" | "at">,
): Generator<{ readonly line: number; readonly scanner: JsonScanner }> {
  const scanner = new JsonScanner(text, list.at);
  if (list.layout === "array") {
    scanner.expect("[", "a list");
    if (!scanner.take("]")) {
      let line = 0;
      do yield { line: ++line, scanner };
      while (scanner.take(","));
      scanner.expect("]", "a comma or ]");
    }
    if (list.at === firstPosition(text) && !scanner.ended)
      throw scanner.mistake("something follows the end of the list");
    return;
  }
  let line = 1;
  let counted = 0;
  while (!scanner.ended) {
    for (let i = text.indexOf("\n", counted); i >= 0 && i < scanner.at; i = text.indexOf("\n", counted)) {
      line += 1;
      counted = i + 1;
    }
    yield { line, scanner };
  }
}

function firstPosition(text: string): number {
  const scanner = new JsonScanner(text);
  scanner.skipSpace();
  return scanner.at;
}

/** Calls back with every value of the object at which the scanner stands, by its heading. */
function flatten(
  scanner: JsonScanner,
  line: number,
  prefix: string,
  value: (heading: string, text: string) => void,
): void {
  const one = (heading: string): void => {
    const kind = scanner.kind();
    if (kind === "object") flatten(scanner, line, `${heading}.`, value);
    else if (kind === "array") scanner.array((position) => one(`${heading}.${position}`));
    else value(heading, scanner.scalar() ?? "");
  };
  if (scanner.kind() !== "object")
    throw unreadable(
      line === 1
        ? "the first entry of its list is a single value, where objects or lists are read"
        : `entry ${line} of the list is not an object as the others are`,
    );
  scanner.object((key) => one(prefix + key));
}

/** The key of the outermost object that a heading stands under. */
function partOf(heading: string): string {
  return heading.split(".", 1)[0]!;
}

/** Columns under their names, or rows under their keys, are no list, and would come out as a single row. */
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
    `it is one object whose parts are alike (${names}${parts.size > 3 ? ", ..." : ""}): columns or rows by name, where a list of objects is read`,
  );
}

/** Reads the whole list once for its headings, in the order in which they first come, and for its limits. */
function columnsOf(text: string, list: JsonList, limits: Limits): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  let rows = 0;
  for (const { line, scanner } of elements(text, list)) {
    let length = 0;
    flatten(scanner, line, "", (heading, cell) => {
      if (cell.length > limits.cell) throw overLimit("characters in a cell", cell.length, limits.cell);
      length += cell.length;
      if (columns.has(heading)) return;
      columns.set(heading, columns.size);
      if (columns.size <= limits.columns) return;
      if (list.isOneObject !== true) throw overLimit("columns", columns.size, limits.columns);
      const whole = [...columns.keys()].filter((each) => partOf(each) !== partOf(heading));
      refuseAlikeParts(whole);
      throw unreadable(
        `it is one object of more than ${limits.columns} values, where a list of objects is read`,
      );
    });
    if (length > limits.record) throw overLimit("characters in a row", length, limits.record);
    rows += 1;
    if (rows > limits.rows) throw overLimit("rows", rows, limits.rows);
  }
  return columns;
}

const batch = 1_000;

async function* rowsOf(
  text: string,
  list: JsonList,
  columns: ReadonlyMap<string, number>,
  issues: Issue[],
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let count = 0;
  for (const { line, scanner } of elements(text, list)) {
    const cells: string[] = new Array<string>(columns.size).fill("");
    const seen = new Set<string>();
    const doubled: Issue[] = [];
    flatten(scanner, line, "", (heading, cell) => {
      if (seen.has(heading)) {
        doubled.push(issue("duplicate_key", { line, column: heading }, { key: heading }));
      }
      seen.add(heading);
      cells[columns.get(heading) as number] = cell;
    });
    count += 1;
    rows.push(doubled.length === 0 ? { line, cells } : { line, cells, issues: doubled });
    if (rows.length === batch) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
  if (count === 0) issues.push(issue("no_rows", {}, {}));
}
