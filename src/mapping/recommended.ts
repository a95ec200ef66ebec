import { createHash } from "node:crypto";
import type { Row } from "../formats/row.js";
import { nearestHeading } from "../formats/heading.js";
import { eachValue, JsonError, JsonScanner } from "../formats/json/scanner.js";
import { issue, type Issue } from "../model/issues.js";
import { singleFields, targetsOf, type Field } from "../model/fields.js";
import type { RecordType } from "../model/record-type.js";
import { Tally, type Sums } from "../model/within.js";
import { readIso } from "./dates/format.js";
import { toTimestamp } from "./dates/dates.js";
import { moneyText } from "./decimals.js";
import { isKeyField } from "./sources.js";
import { ValueIssue } from "./value-issue.js";
import type { BoundMapping, CompiledMapping } from "./mapping.js";
import type { Draft, DraftElement } from "../model/draft.js";

/**
 * The mapping for files in the recommended format. The headings are the names of fields. Values are not trimmed, so
 * that converting a list again does not change the list. Only the precision and offset of times, the case of flags,
 * and the redundant zeros of amounts are normalized. Blank cells become null. Hints suggest corrections to the file,
 * because there is no mapping to correct.
 */
export function recommendedMapping(type: RecordType): CompiledMapping {
  return {
    recordType: type,
    read: {},
    duplicates: { keep: "none" },
    missing: "is_active" in type.fields ? "deactivate" : "keep",
    missingAfter: 1,
    optionalLists: [],
    mayLack: () => false,
    mergesElements: false,
    gathers: false,
    tables: new Map(),
    changedIds: undefined,
    operationColumn: undefined,
    refersTo: targetsOf(type.fields),
    usesToday: false,
    continues: false,
    looksBack: false,
    hash: createHash("sha256").update(`recommended format: ${type.name}`).digest("hex"),
    origin: { recommended: type.name },
    bind: (headings) => bind(type, headings),
  };
}

function plain(heading: string): string {
  return heading.replace(/^\ufeff/, "").trim();
}

/**
 * Returns the possible headings of a field. In JSON, a reference is an object that contains the ID, and list elements
 * are numbered, as in `contacts.1.name`. In flat files, a cell contains a list or an amount as JSON.
 */
function pathsOf(name: string, field: Field): readonly Path[] {
  const plain = { path: name, name, field };
  switch (field.kind) {
    case "reference":
      return [plain, { ...plain, path: `${name}.external_id` }];
    case "amount":
      return Object.entries(singleFields({ [name]: field })).map(([path, each]) => ({
        path,
        name: path,
        field: each,
      }));
    case "list":
      return Object.entries(field.fields ?? {})
        .flatMap(([part, each]) => pathsOf(part, each))
        .map((each) => {
          const within = field.plain === true ? each.path.replace(/^value/, "") : `.${each.path}`;
          return { ...each, path: `${name}.#${within}`, list: name };
        });
    case "private":
      return [];
    default:
      return [plain];
  }
}

interface Path {
  /** `#` represents the number of an element. */
  readonly path: string;
  readonly name: string;
  readonly field: Field;
  readonly list?: string;
}

/** A column that contains a value, an element's value, or JSON. */
interface Column {
  readonly heading: string;
  readonly index: number;
  readonly place: Place | undefined;
}

/** The path of a value, and the number of the element that contains the value. */
interface Place extends Path {
  readonly number: number;
}

function bind(type: RecordType, headings: readonly string[] | null): BoundMapping {
  const names = (headings ?? []).map(plain);
  const issues: Issue[] = [];
  const columns: Column[] = [];
  const fills: string[] = [];
  const paths = new Map<string, Path>(
    Object.entries(type.fields).flatMap(([name, field]) =>
      pathsOf(name, field).map((each) => [each.path, each]),
    ),
  );
  const placeOf = (heading: string): Place | undefined => {
    const path = paths.get(heading) ?? paths.get(heading.replace(/\.\d+(?=\.|$)/, ".#"));
    return path && { ...path, number: Number(/\.(\d+)/.exec(heading)?.[1] ?? 1) };
  };
  for (const name of type.columns) {
    const field = type.fields[name] as Field;
    const isNested = field.kind === "amount" || field.kind === "list";
    const found = [...new Set(names)].filter((heading) =>
      heading === name ? isNested || paths.has(heading) : heading.startsWith(`${name}.`) && placeOf(heading),
    );
    for (const heading of found) {
      const index = names.indexOf(heading);
      if (names.lastIndexOf(heading) === index) {
        columns.push({ heading, index, place: heading === name && isNested ? undefined : placeOf(heading) });
      } else {
        const positions = names.flatMap((each, i) => (each === heading ? [`#${i + 1}`] : [])).join(", ");
        issues.push(issue("ambiguous_column", { column: heading }, { column: heading, positions }));
      }
    }
    if (found.length > 0) fills.push(name);
    // Only columns that are always required are reported as missing. Accounts that do not use tax may omit tax
    // columns.
    if (found.length === 0 && field.required === "always") {
      const isFirst = !issues.some((each) => each.code === "missing_column");
      const seen = isFirst ? ` Headings found: ${headings === null ? "none" : names.join(", ")}.` : "";
      const filling = { column: name, found: seen, nearest: nearestHeading(name, names) };
      const hint = `Change the heading to exactly ${name}, or use a mapping for the export.`;
      issues.push({ ...issue("missing_column", { column: name }, filling), hint });
    }
  }
  const lists = fills.filter((name) => type.fields[name]?.kind === "list");
  const read = new Tally();

  function apply(row: Row): ReturnType<BoundMapping["apply"]> {
    const values: Values = {};
    const found: Issue[] = [];
    const elements = new Map(lists.map((name) => [name, new Map<number, Element>()]));
    const take = (place: Place, text: string): void => {
      if (place.list === undefined) {
        values[place.name] ??= text === "" ? null : valueOf(text, place.name, place.field, row, found);
        return;
      }
      const ofList = elements.get(place.list);
      const one = ofList?.get(place.number) ?? { values: {}, issues: [] };
      ofList?.set(place.number, one);
      const path = place.name === "value" ? place.list : `${place.list}.${place.name}`;
      one.values[place.name] ??= text === "" ? null : valueOf(text, path, place.field, row, one.issues);
    };
    for (const { heading, index, place } of columns) {
      const text = row.cells[index] ?? "";
      if (place !== undefined) take(place, text);
      else if (text !== "" && !readJson(text, heading, (path, value) => takeAt(placeOf(path), value, take))) {
        const filling = { field: heading, reason: "it is not JSON" };
        found.push(issue("invalid_value", { line: row.line, column: heading, field: heading }, filling));
      }
    }
    const draft: Draft = { values, ...listsOf(elements, row.line) };
    for (const [name, all] of Object.entries(draft.lists ?? {})) read.addElements(name, all);
    return { kind: "draft", draft, issues: found };
  }

  return {
    issues,
    fills,
    reads: columns.map(({ heading, index }) => ({ heading, index })).sort((a, b) => a.index - b.index),
    columnOf: (field) => columns.find(({ heading, place }) => (place?.name ?? heading) === field)?.heading,
    isKeyColumn: (label) =>
      columns.some(({ heading, place }) => heading === label && place !== undefined && isKeyField(place)),
    trace: (row) =>
      columns.map(({ heading, index, place }) => ({
        field: place?.name ?? heading,
        steps: [{ word: "column", column: heading, value: row.cells[index] ?? null }],
      })),
    cellsOf: ({ cells }) => cells,
    apply,
    within: () => ({ read: read.take(), skipped: nothing, merged: nothing }),
  };
}

const nothing: Sums = new Map();

type Values = Record<string, string | boolean | null>;

interface Element {
  readonly values: Values;
  readonly issues: Issue[];
}

/** Calls `value` for each scalar in a JSON string. Returns false if the string is not JSON. */
function readJson(text: string, heading: string, value: (path: string, text: string) => void): boolean {
  try {
    const scanner = new JsonScanner(text);
    eachValue(scanner, heading, value);
    return scanner.ended;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

function takeAt(place: Place | undefined, text: string, take: (place: Place, text: string) => void): void {
  if (place !== undefined) take(place, text);
}

/**
 * If records have lists of different lengths, the JSON reader leaves the columns of missing elements blank. These
 * blanks are not elements.
 */
function listsOf(
  lists: ReadonlyMap<string, ReadonlyMap<number, Element>>,
  line: number,
): Pick<Draft, "lists"> {
  if (lists.size === 0) return {};
  const elementsOf = (found: ReadonlyMap<number, Element>): readonly DraftElement[] =>
    [...found]
      .map(([number, { values, issues }]) => ({ line, number, values, issues }))
      .filter(
        ({ values, issues }) => issues.length > 0 || Object.values(values).some((value) => value !== null),
      );
  return { lists: Object.fromEntries([...lists].map(([name, found]) => [name, elementsOf(found)])) };
}

function valueOf(
  text: string,
  name: string,
  field: Field,
  row: Row,
  issues: Issue[],
): string | boolean | null {
  const position = { line: row.line, column: name, field: name, value: text };
  switch (field.kind) {
    case "flag":
      // Spreadsheet programs save booleans in uppercase letters.
      if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
      issues.push({ ...issue("not_a_flag", position, { field: name }), hint: "Write true or false." });
      return null;
    case "timestamp": {
      const moment = readIso(text);
      const time = moment === undefined ? undefined : toTimestamp(moment, undefined);
      if (typeof time === "string") return time;
      if (time instanceof ValueIssue && time.code === "zone_required") {
        const hint = "Write the offset after the time, such as 2026-03-01T09:15:00+01:00.";
        issues.push({ ...issue("zone_required", position, { field: name }), hint });
      } else {
        const format = "2026-03-01T08:15:00.000Z";
        issues.push({
          ...issue("invalid_date", position, { field: name, format }),
          hint: "Correct the cell.",
        });
      }
      return null;
    }
    case "id":
    case "text":
    case "email":
    case "choice":
    case "reference":
    case "decimal":
    case "date":
    case "country":
    case "region":
    case "integer":
    case "currency":
    case "amount":
    case "list":
    case "private":
      return text;
    case "money":
      return moneyText(text);
  }
}
