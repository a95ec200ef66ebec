import { firstOf, namesOf } from "../../sentence.js";
import { foldHeading } from "../fold-heading.js";
import { isOfPages, type ValueBeside } from "../pages.js";
import { shownPaths } from "../read-options.js";
import { notFound, type Refused, severalLists, unreadable } from "../refused.js";
import { eachValue, JsonScanner } from "./scanner.js";

export interface JsonList {
  /** `array`: elements of one array. `sequence`: consecutive values, as in NDJSON. */
  readonly layout: "array" | "sequence";
  /** Position of the array, or of the first value in a sequence. */
  readonly at: number;
  /** One or more paths in the form that mappings use. Undefined if the whole file is the list. */
  readonly paths?: readonly string[];
  /** Nested lists in the elements of an outer list. Each element of a nested list is a row. */
  readonly inner?: readonly InnerList[];
  /** Start positions of values in a sequence that are not rows. */
  readonly leftOut?: ReadonlySet<number>;
  /** Values from the document that the mapping adds to every row. */
  readonly above?: readonly HeadedValue[];
  /** Number of values and lists that are outside the list and do not belong to any row. */
  readonly beside?: number;
  /** Set if the file is a single object that contains no list of rows. */
  readonly isOneObject?: true;
  readonly evidence: string;
}

interface InnerList {
  /** Position of the list. Undefined if the enclosing element has no list and is itself a row. */
  readonly at: number | undefined;
  /** Position of the list, or of the enclosing element if it has no list. */
  readonly place: number;
  /** Values of the enclosing elements, each with its full path. */
  readonly around: readonly HeadedValue[];
}

export type HeadedValue = readonly [heading: string, text: string, isNumber: boolean];

/** Maximum depth at which Lading searches for the list if the mapping does not specify it. */
const deepestList = 8;

/**
 * Finds the list of rows, or uses the list specified in the mapping. Throws `Refused` if the list is missing or
 * unclear, and `JsonError` if the file is not JSON.
 */
export function getList(
  text: string,
  records: string | readonly string[] | undefined,
  keys: readonly string[] | undefined,
): JsonList {
  const scanner = new JsonScanner(text);
  if (records === wholeDocument && scanner.kind() === "object") {
    const evidence = "The mapping reads the document as one record.";
    return { layout: "sequence", at: scanner.at, paths: [records], evidence };
  }
  if (typeof records === "string") {
    const evidence = `The mapping specifies ${records} as the list.`;
    const { at, inner } = namedLists(text, records, keys);
    return { layout: "array", at, paths: [records], ...(inner !== undefined && { inner }), evidence };
  }
  if (records !== undefined) {
    const evidence = `The mapping specifies these lists: ${records.join(", ")}.`;
    const inner = severalNamedLists(text, records, keys);
    return { layout: "array", at: 0, paths: records, inner, evidence };
  }
  if (scanner.kind() === "array") {
    const { at } = scanner;
    return isListAmongOthers(scanner)
      ? { layout: "sequence", at, evidence: "The file contains consecutive JSON lists." }
      : { layout: "array", at, evidence: "The file is a JSON list." };
  }
  if (scanner.kind() !== "object") throw unreadable("it is a single JSON value, not a list");
  const at = scanner.at;
  const beside: Unattached[] = [];
  const found = listsWithin(scanner, [], deepestList, beside);
  if (!scanner.ended)
    return { layout: "sequence", at, evidence: "The file contains consecutive JSON objects." };
  const grids = found.filter(({ holdsLists }) => holdsLists);
  const ofObjects = found.filter(({ holdsLists }) => !holdsLists);
  // A list of links contains the rows only if no other list can contain the rows.
  const links = ofObjects.filter(({ holdsLinks }) => holdsLinks && found.some((each) => !each.holdsLinks));
  const lists = ofObjects.filter((each) => !links.includes(each));
  const [list] = lists;
  if (list === undefined) {
    if (grids.length === 1)
      throw notFound(
        `it is one object with a list of lists, ${grids[0]!.path}, and the inner lists may be the rows`,
        "records",
        grids[0]!.path,
      );
    return { layout: "sequence", at, isOneObject: true, evidence: "The file is one JSON object." };
  }
  // A list of lists in the same object may contain the rows. The list of objects then only describes the columns.
  const rivals = [...lists, ...grids.filter((grid) => outerOf(grid.path) === outerOf(list.path))];
  if (rivals.length > 1) {
    throw severalLists(rivals.map(({ path: rival }) => rival));
  }
  const left = [...beside, ...grids, ...links];
  const evidence = `The only list of objects is ${list.path}.${besideIt(left.map(({ path: name }) => name))}`;
  const count = left.reduce((sum, { values }) => sum + values, 0);
  return { layout: "array", at: list.at, paths: [list.path], beside: count, evidence };
}

/** True if the scanner is at a list of single values and another list follows. In that case, each list is a row. */
function isListAmongOthers(scanner: JsonScanner): boolean {
  const { at } = scanner;
  scanner.expect("[", "a list");
  if (scanner.take("]") || scanner.kind() === "array" || scanner.kind() === "object") return false;
  scanner.at = at;
  scanner.skip();
  return !scanner.ended && scanner.kind() === "array";
}

function outerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

function besideIt(names: readonly string[]): string {
  if (names.length === 0) return "";
  return ` Skipped values outside the list: ${namesOf(names)}. A mapping can use them, for example as \`$.${names[0] ?? ""}\`.`;
}

/**
 * Reads the document's values for headings such as `$.company` or `$.export.made`. Returns no values if the file
 * contains several documents.
 */
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

/** Returns the start positions of the top-level values in the file. */
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
 * Returns values outside the rows that may show that the file is one of several pages. The result contains links (`{
 * "rel": "next", "href": "…" }`), and values of the objects that contain the list at `path` or are next to it.
 */
export function pageValues(text: string, path: string): readonly ValueBeside[] {
  const scanner = new JsonScanner(text);
  const found: ValueBeside[] = [];
  while (!scanner.ended) found.push(...pageValuesOf(scanner, path));
  return found;
}

/** Returns the page values found in the current value. If `path` is undefined, the value does not contain rows. */
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
    const { rel, href } = linkAt(scanner);
    if (href !== "") found.push({ path: `${here}.${rel}`, value: href });
  };
  walk("");
  return found;
}

/** Reads an object such as `{ "rel": "next", "href": "…" }`. Missing values are empty. */
function linkAt(scanner: JsonScanner): { readonly rel: string; readonly href: string } {
  let [rel, href] = ["", ""];
  scanner.object((key) => {
    if (scanner.kind() !== "text") return scanner.skip();
    const value = scanner.string();
    if (key === "rel") rel = value;
    if (key === "href") href = value;
  });
  return { rel, href };
}

/** True if a name describes pages. A record may consist only of a link or a number. */
function isOnlyOfPages(path: string): boolean {
  return (isOfPages(path) && !/(?:^|\.)(?:links?|length|anzahl)$/i.test(path)) || /^@?odata\./.test(path);
}

/**
 * Finds values in a sequence that describe pages instead of rows. NDJSON may start or end with an object that
 * contains only `{ "@odata.nextLink": "…" }`.
 */
export function pageObjects(text: string): { places: ReadonlySet<number>; values: readonly ValueBeside[] } {
  const scanner = new JsonScanner(text);
  const places = new Set<number>();
  const values: ValueBeside[] = [];
  let [rows, usual] = [0, ""];
  while (!scanner.ended) {
    const { at } = scanner;
    // Rows usually start with the same key. A value that starts with the key of the previous row is a row, so it is
    // not searched for page values.
    const key = /^\{\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(at, at + 200))?.[1] ?? "";
    const found = key === "" || key === usual ? [] : pageValuesOf(scanner);
    scanner.at = at;
    scanner.skip();
    if (found.length > 0 && found.every(({ path }) => isOnlyOfPages(path))) {
      places.add(at);
      values.push(...found);
    } else {
      rows += 1;
      usual = key;
    }
  }
  return rows === 0 ? { places: new Set(), values: [] } : { places, values };
}

/** Moves the scanner to the value at a path through objects. Returns false if there is no such value. */
function goTo(scanner: JsonScanner, keys: readonly string[]): boolean {
  for (const key of keys) {
    if (scanner.kind() !== "object") return false;
    let at: number | undefined;
    scanner.object((name) => {
      if (name === key && at !== undefined)
        throw unreadable(`the key ${key} of $.${keys.join(".")} occurs more than once`);
      if (name === key) at = scanner.at;
      scanner.skip();
    });
    if (at === undefined) return false;
    scanner.at = at;
  }
  return true;
}

/**
 * Heading for the last step of a row's path, used if the mapping lists several paths. In XML, this is the element's
 * name.
 */
const nameOfRow = "@name()";

/** Returns the lists at several paths, in document order. Some of the lists may be missing from a document. */
function severalNamedLists(
  text: string,
  paths: readonly string[],
  keys: readonly string[] | undefined,
): readonly InnerList[] {
  const found = paths.flatMap((path) => {
    const { inner = [] } = namedLists(text, path, keys, paths);
    return inner.map((list) => ({ ...list, path, owner: JSON.stringify(list.around) }));
  });
  if (found.length === 0) throw noList(text, `it does not contain ${shownPaths(paths)}`);
  // An element is itself a row only if it contains none of the lists.
  const filled = new Set(found.filter(({ at }) => at !== undefined).map(({ owner }) => owner));
  const alone = new Set<string>();
  const rows = found.filter(({ at, owner }) => {
    if (at !== undefined) return true;
    if (filled.has(owner) || alone.has(owner)) return false;
    return alone.add(owner);
  });
  const named = rows.map(({ at, place, around, path }): InnerList => {
    const name: HeadedValue = [nameOfRow, at === undefined ? "" : (path.split(".").at(-1) ?? path), false];
    return { at, place, around: [...around, name] };
  });
  return named.sort((a, b) => a.place - b.place);
}

/**
 * Finds the list at a path. If the path leads through other lists, or if the file contains several documents, finds
 * all lists at the end of the path. `among` contains several paths, some of which may be missing from the document.
 */
function namedLists(
  text: string,
  path: string,
  headings: readonly string[] = [],
  among?: readonly string[],
): Pick<JsonList, "at" | "inner"> {
  const keys = new Set(headings.map(foldHeading));
  const inner: InnerList[] = [];
  let outer: number | undefined;
  const steps = path.split(".");
  /** The steps of each alternative path. Headings use the names in the first path. */
  const alternatives = (among ?? [path]).map((each) => each.split("."));
  const documents = documentsOf(text);
  for (const place of documents) walk(place, 0, []);
  const at = outer ?? inner[0]?.at ?? 0;
  if (among !== undefined) return { at, inner };
  return outer === undefined && documents.length === 1 ? { at } : { at, inner };

  /** `depth` is the number of keys in the path so far. */
  function walk(from: number, depth: number, around: readonly HeadedValue[]): void {
    const scanner = new JsonScanner(text, from);
    const key = steps[depth];
    const kind = scanner.kind();
    if (key === undefined) {
      if (outer !== undefined && kind === "word" && scanner.scalar() === undefined)
        return alone(from, around);
      if (kind !== "array") throw noList(text, `${path} is not a list`);
      scanner.expect("[", "a list");
      if (outer !== undefined && scanner.take("]")) alone(from, around);
      else inner.push({ at: from, place: from, around });
    } else if (kind === "array" && depth > 0) {
      outer ??= from;
      const places: number[] = [];
      scanner.array(() => {
        places.push(scanner.at);
        scanner.skip();
      });
      if (places.length === 0) alone(from, around);
      for (const place of places) walk(place, depth, around);
    } else if (kind === "object") {
      const found: number[] = [];
      const beside: HeadedValue[] = [];
      scanner.object((name) => {
        if (name === key) found.push(scanner.at);
        if (outer === undefined || alternatives.some((each) => each[depth] === name)) scanner.skip();
        else
          eachValue(scanner, [...(alternatives[0] ?? []).slice(0, depth), name].join("."), (...value) =>
            beside.push(value),
          );
      });
      if (found.length > 1) throw unreadable(`the key ${key} of ${path} occurs more than once`);
      if (found[0] !== undefined) walk(found[0], depth + 1, [...around, ...beside]);
      else if (outer !== undefined) alone(from, [...around, ...beside]);
      else if (among === undefined) throw noList(text, `it does not contain ${path}`);
    } else if (among === undefined) throw noList(text, `it does not contain ${path}`);
  }

  /** Adds a record whose list is missing or empty, provided that it has a value under one of the key headings. */
  function alone(place: number, around: readonly HeadedValue[]): void {
    const isRecord = around.some(([heading, value]) => value !== "" && keys.has(foldHeading(heading)));
    if (isRecord) inner.push({ at: undefined, place, around });
  }
}

/**
 * Returns the error for a document that lacks the list specified in the mapping. The error suggests the lists that
 * exist.
 */
function noList(text: string, reason: string): Refused {
  const scanner = new JsonScanner(text);
  const lists = scanner.kind() === "object" ? listsWithin(scanner, [], deepestList, []) : [];
  const paths = lists.map(({ path }) => path);
  const such = paths.length === 0 ? "" : `; lists: ${firstOf(paths)}`;
  return notFound(`${reason}${such}`, "records", paths.length === 1 ? paths[0] : undefined);
}

/** The path that a mapping uses to refer to the whole document as one record. */
const wholeDocument = "$";

/** A value or a list that does not belong to any row. */
interface Unattached {
  readonly path: string;
  /** Number of values. An empty list counts as 1. */
  readonly values: number;
}

/** A list that may contain the rows, because its entries are objects or lists of cells. */
interface RowList extends Unattached {
  readonly at: number;
  readonly holdsLists: boolean;
  /** True if each entry is a link with `rel` and `href`. */
  readonly holdsLinks: boolean;
}

/** Finds lists of rows in an object, reading the object to its end. Adds all other values to `beside`. */
function listsWithin(
  scanner: JsonScanner,
  path: readonly string[],
  depth: number,
  beside: Unattached[],
): RowList[] {
  const lists: RowList[] = [];
  scanner.object((key) => {
    const kind = scanner.kind();
    const here = [...path, key];
    if (kind === "object" && depth > 1) lists.push(...listsWithin(scanner, here, depth - 1, beside));
    else if (kind === "array") {
      const { at } = scanner;
      const { rows, values } = rowsWithin(scanner);
      const found = { path: here.join("."), values: Math.max(1, values) };
      if (rows === undefined) beside.push(found);
      else lists.push({ ...found, at, holdsLists: rows === "lists", holdsLinks: rows === "links" });
    } else {
      beside.push({ path: here.join("."), values: 1 });
      scanner.skip();
    }
  });
  return lists;
}

/**
 * Reads a list to its end and classifies its rows. A list of lists is treated as rows only if it has at least two inner
 * lists and none of them is nested. Nested lists are usually coordinates of shapes.
 */
function rowsWithin(scanner: JsonScanner): {
  rows: "objects" | "links" | "lists" | undefined;
  values: number;
} {
  let values = 0;
  let objects = 0;
  let links = 0;
  let lists = 0;
  let others = 0;
  scanner.array(() => {
    const kind = scanner.kind();
    if (kind === "object" && links === objects) {
      const { rel, href } = linkAt(scanner);
      if (rel !== "" && href !== "") links += 1;
      objects += 1;
      values += 1;
      return;
    }
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
  if (objects > 0) return { rows: links === objects && others + lists === 0 ? "links" : "objects", values };
  return { rows: lists > 1 && others === 0 ? "lists" : undefined, values };
}
