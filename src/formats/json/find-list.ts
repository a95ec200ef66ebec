import { foldHeading } from "../fold-heading.js";
import { isOfPages, type ValueBeside } from "../pages.js";
import { severalLists, unreadable } from "../refused.js";
import { eachValue, JsonScanner } from "./scanner.js";

/** Where the entries stand within a JSON file. */
export interface JsonList {
  /** `array`: the elements of one array. `sequence`: values one after the other, as in NDJSON. */
  readonly layout: "array" | "sequence";
  /** Position in the text: of the array, or of the first value. */
  readonly at: number;
  /** By which a mapping names it; undefined where it is the file itself. */
  readonly path?: string;
  /** Lists that stand within the elements of another: the rows are those of all of them. */
  readonly inner?: readonly InnerList[];
  /** Where values of a sequence begin that are no rows. */
  readonly leftOut?: ReadonlySet<number>;
  /** Values of the document itself that the mapping reads, for every row. */
  readonly above?: readonly HeadedValue[];
  /** How many values and lists stand beside a list that was found in a document, and are in no row. */
  readonly beside?: number;
  /** Set when the file is an object, and no list stands in it. */
  readonly isOneObject?: true;
  readonly evidence: string;
}

interface InnerList {
  /** Undefined: what stands around it has none, and is a row by itself. */
  readonly at: number | undefined;
  /** What stands around it in the outer lists, by its whole path. */
  readonly around: readonly HeadedValue[];
}

export type HeadedValue = readonly [heading: string, text: string, isNumber: boolean];

/** How deep a list is looked for when the mapping does not say where it stands. */
const deepestList = 8;

/** How many values beside the list are named; so many may well be a page number, links and what else goes with a list. */
export const mostNamed = 10;

/** Finds the list, or takes the one that the mapping names. Throws `Refused`, and `JsonError` where the file is no JSON. */
export function findList(
  text: string,
  path: string | undefined,
  keys: readonly string[] | undefined,
): JsonList {
  const scanner = new JsonScanner(text);
  if (path === wholeDocument && scanner.kind() === "object") {
    const evidence = "The mapping says that the document is a record.";
    return { layout: "sequence", at: scanner.at, path, evidence };
  }
  if (path !== undefined) {
    const evidence = `The mapping says that the list stands at ${path}.`;
    const { at, inner } = namedLists(text, path, keys);
    return { layout: "array", at, path, ...(inner !== undefined && { inner }), evidence };
  }
  if (scanner.kind() === "array") {
    const { at } = scanner;
    return isListAmongOthers(scanner)
      ? { layout: "sequence", at, evidence: "The file holds JSON lists one after the other." }
      : { layout: "array", at, evidence: "The file is a JSON list." };
  }
  if (scanner.kind() !== "object") throw unreadable("it is a single JSON value, and no list");
  const at = scanner.at;
  const beside: Beside[] = [];
  const found = listsWithin(scanner, [], deepestList, beside);
  if (!scanner.ended)
    return { layout: "sequence", at, evidence: "The file holds JSON objects one after the other." };
  const lists = found.filter(({ holdsLists }) => !holdsLists);
  const grids = found.filter(({ holdsLists }) => holdsLists);
  const [list] = lists;
  if (list === undefined) {
    if (grids.length === 1)
      throw unreadable(
        `it is one object with a list of lists (${grids[0]!.path}), which may be its rows; if so, name it with \`records\` under \`read\` in the mapping`,
      );
    return { layout: "sequence", at, isOneObject: true, evidence: "The file is one JSON object." };
  }
  // Beside a list of lists, a list of objects may only say what its columns are.
  const rivals = [...lists, ...grids.filter((grid) => outerOf(grid.path) === outerOf(list.path))];
  if (rivals.length > 1) {
    throw severalLists(rivals.map(({ path: rival }) => rival));
  }
  const left = [...beside, ...grids];
  const evidence = `The only list of objects stands at ${list.path}.${besideIt(left.map(({ path: name }) => name))}`;
  const count = left.reduce((sum, { values }) => sum + values, 0);
  return { layout: "array", at: list.at, path: list.path, beside: count, evidence };
}

/** Whether the list at which the scanner stands is one of single values, and another follows: a row for each. */
function isListAmongOthers(scanner: JsonScanner): boolean {
  const { at } = scanner;
  scanner.expect("[", "a list");
  if (scanner.take("]") || scanner.kind() === "array" || scanner.kind() === "object") return false;
  scanner.at = at;
  scanner.skip();
  return !scanner.ended && scanner.kind() === "array";
}

/** The path of the object in which a value stands. */
function outerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

function besideIt(names: readonly string[]): string {
  if (names.length === 0) return "";
  const named = names.slice(0, mostNamed).join(", ");
  return ` What stands beside it is left out, until a mapping reads it as \`$.${names[0] ?? ""}\`: ${named}${names.length > mostNamed ? " and more" : ""}.`;
}

/** A heading that is a value of the document itself, beside the list or above it: `$.company`, `$.export.made`. */
export function valuesAbove(text: string, wanted: readonly string[]): readonly HeadedValue[] {
  return [...new Set(wanted)].flatMap((heading): readonly HeadedValue[] => {
    const [root, ...keys] = heading.split(".");
    if (root !== "$" || documentsOf(text).length > 1) return [];
    const scanner = new JsonScanner(text);
    if (!goTo(scanner, keys)) return [];
    const kind = scanner.kind();
    return kind === "object" || kind === "array"
      ? []
      : [[heading, scanner.scalar() ?? "", kind === "number"] as const];
  });
}

/** Where each value of the file begins that is within no other: one, or those of a sequence. */
function documentsOf(text: string): number[] {
  const scanner = new JsonScanner(text);
  const found: number[] = [];
  while (!scanner.ended) {
    found.push(scanner.at);
    scanner.skip();
  }
  return found;
}

/**
 * Values of the documents that are in no row and may say that the file is one page of several: those of objects around and beside
 * the list at `path`, and links (`{ "rel": "next", "href": "…" }`).
 */
export function pageValues(text: string, path: string): readonly ValueBeside[] {
  const scanner = new JsonScanner(text);
  const found: ValueBeside[] = [];
  while (!scanner.ended) found.push(...pageValuesOf(scanner, path));
  return found;
}

/** The same of the value at which the scanner stands. Without a path, no list in it has the rows. */
function pageValuesOf(scanner: JsonScanner, path?: string): readonly ValueBeside[] {
  const found: ValueBeside[] = [];
  const walk = (here: string): void => {
    const kind = scanner.kind();
    const start = here === "" ? "" : `${here}.`;
    if (kind === "object") scanner.object((key) => walk(`${start}${key}`));
    else if (kind !== "array") found.push({ path: here, value: scanner.scalar() ?? "" });
    else if (path === here || path?.startsWith(`${here}.`) === true) scanner.skip();
    else scanner.array(() => link(here));
  };
  const link = (here: string): void => {
    if (scanner.kind() !== "object") return scanner.skip();
    let [rel, href] = ["", ""];
    scanner.object((key) => {
      if (scanner.kind() !== "text") return scanner.skip();
      const value = scanner.string();
      if (key === "rel") rel = value;
      if (key === "href") href = value;
    });
    if (href !== "") found.push({ path: `${here}.${rel}`, value: href });
  };
  walk("");
  return found;
}

/**
 * The values of a sequence that are about its pages, and no rows: NDJSON may begin or end with `{ "@odata.nextLink": "…" }`. Nothing else
 * is in them.
 */
export function pageObjects(text: string): { places: ReadonlySet<number>; values: readonly ValueBeside[] } {
  const scanner = new JsonScanner(text);
  const places = new Set<number>();
  const values: ValueBeside[] = [];
  let [rows, usual] = [0, ""];
  while (!scanner.ended) {
    const { at } = scanner;
    // Rows begin with the same key, and are not read a second time.
    const key = /^\{\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(at, at + 200))?.[1] ?? "";
    const found = key === "" || key === usual ? [] : pageValuesOf(scanner);
    scanner.at = at;
    scanner.skip();
    if (found.length > 0 && found.every(({ path }) => isOfPages(path) || /^@?odata\./.test(path))) {
      places.add(at);
      values.push(...found);
    } else {
      rows += 1;
      usual = key;
    }
  }
  return rows === 0 ? { places: new Set(), values: [] } : { places, values };
}

/** Moves to the value at a path through objects. */
function goTo(scanner: JsonScanner, keys: readonly string[]): boolean {
  for (const key of keys) {
    if (scanner.kind() !== "object") return false;
    let at: number | undefined;
    scanner.object((name) => {
      if (name === key && at !== undefined)
        throw unreadable(`it has the key ${key} of $.${keys.join(".")} more than once`);
      if (name === key) at = scanner.at;
      scanner.skip();
    });
    if (at === undefined) return false;
    scanner.at = at;
  }
  return true;
}

/** The list at a path. If the path leads through other lists, or the file holds several documents: all lists at its end. */
function namedLists(
  text: string,
  path: string,
  headings: readonly string[] = [],
): Pick<JsonList, "at" | "inner"> {
  const keys = new Set(headings.map(foldHeading));
  const inner: InnerList[] = [];
  let outer: number | undefined;
  const steps = path.split(".");
  const documents = documentsOf(text);
  for (const place of documents) walk(place, 0, []);
  const at = outer ?? inner[0]?.at ?? 0;
  return outer === undefined && documents.length === 1 ? { at } : { at, inner };

  /** @param depth how many keys led here */
  function walk(from: number, depth: number, around: readonly HeadedValue[]): void {
    const scanner = new JsonScanner(text, from);
    const key = steps[depth];
    const kind = scanner.kind();
    if (key === undefined) {
      if (outer !== undefined && kind === "word" && scanner.scalar() === undefined) return alone(around);
      if (kind !== "array") throw unreadable(`${path} is not a list`);
      scanner.expect("[", "a list");
      if (outer !== undefined && scanner.take("]")) alone(around);
      else inner.push({ at: from, around });
    } else if (kind === "array" && depth > 0) {
      outer ??= from;
      const places: number[] = [];
      scanner.array(() => {
        places.push(scanner.at);
        scanner.skip();
      });
      if (places.length === 0) alone(around);
      for (const place of places) walk(place, depth, around);
    } else if (kind === "object") {
      const found: number[] = [];
      const beside: HeadedValue[] = [];
      scanner.object((name) => {
        if (name === key) found.push(scanner.at);
        if (name === key || outer === undefined) scanner.skip();
        else eachValue(scanner, [...steps.slice(0, depth), name].join("."), (...value) => beside.push(value));
      });
      if (found.length > 1) throw unreadable(`it has the key ${key} of ${path} more than once`);
      if (found[0] !== undefined) walk(found[0], depth + 1, [...around, ...beside]);
      else if (outer === undefined) throw unreadable(`there is no ${path} in it`);
      else alone([...around, ...beside]);
    } else throw unreadable(`there is no ${path} in it`);
  }

  /** A record without elements is one, too. */
  function alone(around: readonly HeadedValue[]): void {
    const isRecord = around.some(([heading, value]) => value !== "" && keys.has(foldHeading(heading)));
    if (isRecord) inner.push({ at: undefined, around });
  }
}

/** How a mapping says that the document itself is a record. */
const wholeDocument = "$";

/** What is in no row: one value, or a list of them. */
interface Beside {
  readonly path: string;
  /** How many values it holds; 1 for an empty list, which is a value by itself. */
  readonly values: number;
}

/** A list that may be the rows: of objects, or of lists of cells. */
interface RowList extends Beside {
  readonly at: number;
  readonly holdsLists: boolean;
}

/** Lists of rows within an object, which is read to its end; all other values go to `beside`. */
function listsWithin(
  scanner: JsonScanner,
  path: readonly string[],
  depth: number,
  beside: Beside[],
): RowList[] {
  const lists: RowList[] = [];
  scanner.object((key) => {
    const kind = scanner.kind();
    const here = [...path, key];
    if (kind === "object" && depth > 1) lists.push(...listsWithin(scanner, here, depth - 1, beside));
    else if (kind === "array") {
      const { at } = scanner;
      const { rows, values } = rowsWithin(scanner);
      if (rows === undefined) beside.push({ path: here.join("."), values: Math.max(1, values) });
      else lists.push({ path: here.join("."), at, holdsLists: rows === "lists", values });
    } else {
      beside.push({ path: here.join("."), values: 1 });
      scanner.skip();
    }
  });
  return lists;
}

/** What rows a list holds, which is read to its end. Of lists it holds two at least, of plain values: others are shapes. */
function rowsWithin(scanner: JsonScanner): {
  rows: "objects" | "lists" | undefined;
  values: number;
} {
  let values = 0;
  let objects = 0;
  let lists = 0;
  let others = 0;
  scanner.array(() => {
    const kind = scanner.kind();
    if (kind === "object") objects += 1;
    if (kind !== "array") {
      values += 1;
      scanner.skip();
      return;
    }
    let nested = 0;
    scanner.array(() => {
      values += 1;
      if (scanner.kind() === "object" || scanner.kind() === "array") nested += 1;
      scanner.skip();
    });
    if (nested > 0) others += 1;
    else lists += 1;
  });
  if (objects > 0) return { rows: "objects", values };
  return { rows: lists > 1 && others === 0 ? "lists" : undefined, values };
}
