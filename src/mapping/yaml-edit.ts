import {
  Document,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  YAMLMap,
  type Node,
  type Pair,
  type Scalar,
} from "./yaml-library.js";
import { yamlMapOf, type Plain } from "./yaml-document.js";

/**
 * An edit rewrites only the changed entry of a mapping's text. Comments, order and all other entries stay unchanged.
 */

export interface YamlEdit {
  /** Keys from the top level to the entry, such as `["fields", "code"]`. */
  readonly path: readonly [string, ...string[]];
  /** The new value. If undefined, the key is removed. */
  readonly value: Plain | undefined;
}

/** The keys of a map, in the order in which new keys are inserted. */
export type KeyOrder = (path: readonly string[]) => readonly string[];

/**
 * Returns undefined if the mapping text has YAML errors or is not a map. In that case, a person must correct the text
 * first.
 */
export function editYaml(text: string, edits: readonly YamlEdit[], order: KeyOrder): string | undefined {
  let edited: string | undefined = text;
  for (const edit of edits) if (edited !== undefined) edited = editOnce(edited, edit, order);
  return edited;
}

type Entry = Pair<Scalar, Node | null>;

function editOnce(text: string, edit: YamlEdit, order: KeyOrder): string | undefined {
  const document = parseDocument(text, {
    schema: "failsafe",
    stringKeys: true,
    prettyErrors: false,
    logLevel: "error",
  });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const { map, path } = innermost(document.contents, edit.path);
  const rest = edit.path.slice(path.length + 1);
  const key = edit.path[path.length] ?? "";
  const entry = entryOf(map, key);
  const before = entry?.value === null || entry === undefined ? undefined : plainOf(entry.value);
  const after = withPart(before, rest, edit.value);
  if (isFlow(map)) {
    // A map on one line is rewritten as a whole.
    if (after === undefined) map.delete(key);
    else if (entry === undefined) map.set(key, nodeOf(after, []));
    else entry.value = merged(entry.value, after, [key]);
    return document.toString(style);
  }
  if (entry === undefined) {
    if (after === undefined) return text;
    const lines = entryText(key, nodeOf(after, [...path, key]), indentOf(text, map));
    return insert(text, map, key, lines, order(path));
  }
  const start = entry.key.range?.[0] ?? 0;
  const end = endOfEntry(text, entry);
  if (after === undefined) return text.slice(0, lineStart(text, start)) + text.slice(nextLine(text, end));
  const value = merged(entry.value, after, [...path, key]);
  const written = entryText(key, value, start - lineStart(text, start));
  return text.slice(0, start) + written.trimStart() + text.slice(end);
}

/** Returns the deepest block map that contains the path, which is either `fields` or the top level. */
function innermost(root: YAMLMap, path: YamlEdit["path"]): { map: YAMLMap; path: readonly string[] } {
  const fields = path.length > 1 ? entryOf(root, path[0])?.value : undefined;
  if (path[0] === "fields" && isMap(fields) && !isFlow(fields)) {
    return { map: fields, path: [path[0]] };
  }
  return { map: root, path: [] };
}

function isFlow(map: YAMLMap): boolean {
  return map.flow === true;
}

function entryOf(map: YAMLMap, key: string): Entry | undefined {
  return (map.items as Entry[]).find((each) => String(each.key.value) === key);
}

/** Returns a value in which one part is replaced. Creates missing maps and removes empty ones. */
function withPart(
  whole: Plain | undefined,
  path: readonly string[],
  value: Plain | undefined,
): Plain | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const map: Record<string, Plain> = { ...yamlMapOf(whole) };
  const part = withPart(map[key], rest, value);
  if (part === undefined) delete map[key];
  else map[key] = part;
  return Object.keys(map).length === 0 ? undefined : map;
}

function plainOf(node: Node): Plain {
  return node.toJSON() as Plain;
}

/** Replaces the content of a node. Unchanged parts keep their comments and formatting. */
function merged(node: Node | null, value: Plain, path: readonly string[]): Node {
  if (node !== null && isScalar(node) && typeof value === "string") {
    if (String(node.value) !== value) {
      node.value = value;
      delete node.source;
      quoteIfEmpty(node);
    }
    return node;
  }
  if (node !== null && isMap(node) && typeof value === "object" && !Array.isArray(value)) {
    return mergedMap(node, value as Readonly<Record<string, Plain>>, path);
  }
  if (node !== null && isSeq(node) && Array.isArray(value)) {
    const old = [...node.items] as Node[];
    node.items = (value as readonly Plain[]).map((item, i) => merged(old[i] ?? null, item, [...path, ""]));
    return node;
  }
  const made = nodeOf(value, path);
  if (node?.comment !== undefined && node.comment !== null && (isScalar(made) || isFlow(made as YAMLMap)))
    made.comment = node.comment;
  return made;
}

function mergedMap(map: YAMLMap, value: Readonly<Record<string, Plain>>, path: readonly string[]): Node {
  map.items = (map.items as Entry[]).filter((each) => Object.hasOwn(value, String(each.key.value)));
  const known = new Set((map.items as Entry[]).map((each) => String(each.key.value)));
  for (const [i, [key, part]] of Object.entries(value).entries()) {
    const entry = entryOf(map, key);
    if (entry !== undefined) entry.value = merged(entry.value, part, [...path, key]);
    else {
      map.set(key, nodeOf(part, isFlow(map) ? [] : [...path, key]));
      moveBefore(
        map,
        key,
        Object.keys(value)
          .slice(i + 1)
          .find((each) => known.has(each)),
      );
    }
  }
  return map;
}

/** Moves the last entry, because operations apply in their order. JavaScript does not keep the order of numbers. */
function moveBefore(map: YAMLMap, key: string, next: string | undefined): void {
  if (next === undefined || /^\d+$/.test(key)) return;
  const items = map.items as Entry[];
  const [last] = items.splice(-1);
  if (last !== undefined)
    items.splice(
      items.findIndex((each) => String(each.key.value) === next),
      0,
      last,
    );
}

/** Maximum length of the JSON of a map or list that is written on one line, in characters. */
const longestLine = 100;

function nodeOf(value: Plain, path: readonly string[]): Node {
  const document = new Document(value, { schema: "failsafe", aliasDuplicateObjects: false });
  visit(document, { Scalar: (_, scalar) => quoteIfEmpty(scalar) });
  const node = document.contents as Node;
  flowWhereShort(node, value, path.length === 0);
  return node;
}

/** Without quotation marks, an empty text would be a missing value. */
function quoteIfEmpty(scalar: Scalar): void {
  if (scalar.value === "") scalar.type = "QUOTE_DOUBLE";
}

function flowWhereShort(node: Node, value: Plain, always: boolean): void {
  if (!isMap(node) && !isSeq(node)) return;
  const isShort = always || JSON.stringify(value).length <= longestLine;
  node.flow = isShort;
  if (isShort) return;
  for (const item of node.items as (Node | Entry)[]) {
    const inner = "key" in item ? item.value : item;
    if (inner !== null) flowWhereShort(inner, plainOf(inner), false);
  }
}

const style = { lineWidth: 0, flowCollectionPadding: true } as const;

function entryText(key: string, value: Node, indent: number): string {
  const document = new Document(undefined, { schema: "failsafe" });
  const map = new YAMLMap();
  map.set(key, value);
  document.contents = map;
  const written = document.toString(style).trimEnd();
  const margin = " ".repeat(indent);
  return written
    .split("\n")
    .map((line) => (line === "" ? line : margin + line))
    .join("\n");
}

function insert(text: string, map: YAMLMap, key: string, lines: string, order: readonly string[]): string {
  const rank = order.indexOf(key);
  const entries = map.items as Entry[];
  const previous = entries.findLast((each) => {
    const at = order.indexOf(String(each.key.value));
    return rank < 0 || (at >= 0 && at < rank);
  });
  if (previous === undefined) {
    const start = lineStart(text, entries[0]?.key.range?.[0] ?? 0);
    return `${text.slice(0, start)}${lines}\n${text.slice(start)}`;
  }
  const end = endOfEntry(text, previous);
  return `${text.slice(0, end)}\n${lines}${text.slice(end)}`;
}

function indentOf(text: string, map: YAMLMap): number {
  const start = (map.items[0] as Entry | undefined)?.key.range?.[0] ?? 0;
  return start - lineStart(text, start);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  const whole = end < 0 ? text.length : end;
  return text[whole - 1] === "\r" ? whole - 1 : whole;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Returns the offset of the end of an entry's last line, including a comment on that line. */
function endOfEntry(text: string, entry: Entry): number {
  let end = contentEnd(entry.value) ?? entry.key.range?.[1] ?? 0;
  // A multi-line string includes the line break that follows it.
  while (end > 0 && /\s/.test(text[end - 1] ?? "")) end -= 1;
  return lineEnd(text, end);
}

function contentEnd(node: Node | null): number | undefined {
  if (node === null) return undefined;
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last = node.items.at(-1) as Node | Entry | undefined;
    if (last === undefined) return node.range?.[1];
    return "key" in last ? (contentEnd(last.value) ?? last.key.range?.[1]) : contentEnd(last);
  }
  return node.range?.[1];
}
