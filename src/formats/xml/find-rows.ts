import { namesOf } from "../../sentence.js";
import { notFound, severalLists } from "../refused.js";
import { prefixed, xmlPath } from "./names.js";
import type { ElementPath } from "./outline.js";

const mostHolders = 4;

export interface XmlRows {
  readonly rows: ElementPath;
  /** Path to the rows, in the notation used in mappings. */
  readonly path: string;
  readonly evidence: string;
  /** Other elements that could be the rows: elements inside or around a row, and repeated values outside the rows. */
  readonly others: readonly string[];
}

/**
 * The rows are the elements specified in the mapping, or the only repeated elements that have child elements or
 * attributes. Throws `Refused`. `named` is the path in the mapping, in the form that the visitor uses. `shown`
 * contains the path or paths as written in the mapping.
 */
export function getRows(root: ElementPath, named: string | undefined, shown = named ?? ""): XmlRows {
  if (named !== undefined) {
    const evidence = `The rows are the elements ${shown}, as the mapping specifies.`;
    return { rows: placeAt(root, named, shown), path: shown, evidence, others: [] };
  }
  const found = [...repeatedWithin(root)];
  const [rows] = found;
  if (rows === undefined) {
    const holders = [...holdersWithin(root)].sort((a, b) => b.heaviest - a.heaviest);
    const [fullest, ...more] = holders.slice(0, mostHolders);
    const such =
      fullest === undefined
        ? ""
        : more.length === 0
          ? `; the rows may be elements such as ${xmlPath(fullest, false)}`
          : `; the rows may be: ${xmlPath(fullest, false)}, which contains most of the data, or ${pathsOf(more)}`;
    const suggested = fullest === undefined ? undefined : xmlPath(fullest, false);
    throw notFound(`no element with child elements or attributes repeats${such}`, "records", suggested);
  }
  const lists = [...new Set([...found, ...similarTo(rows)])];
  if (lists.length > 1) {
    const { parent } = rows;
    const isOneKind = parent !== undefined && lists.every((each) => each.parent === parent);
    const all = isOneKind ? `${xmlPath(parent, false)}.*` : undefined;
    throw severalLists(
      lists.map((each) => xmlPath(each, false)),
      all,
    );
  }
  const isPlain = placesAt(root, xmlPath(rows, false), false).length === 1;
  const path = xmlPath(rows, !isPlain);
  const others = [...repeatedWithin(rows), ...recordsAround(root, rows), ...valuesBeside(root, rows)].map(
    (elementPath) => xmlPath(elementPath, !isPlain),
  );
  return {
    rows,
    path,
    evidence: `The rows are the elements ${path}, the outermost repeated elements with child elements or attributes.`,
    others,
  };
}

/**
 * Returns siblings of the rows that have a different name but mostly the same child elements. Such siblings are
 * records that would otherwise be lost.
 */
function similarTo(rows: ElementPath): readonly ElementPath[] {
  const beside = [...(rows.parent?.children.values() ?? [])];
  return beside.filter((other) => {
    const same = [...other.children.keys()].filter((key) => rows.children.has(key));
    return other !== rows && same.length > 1 && same.length >= rows.children.size / 2;
  });
}

function pathsOf(elementPaths: readonly ElementPath[]): string {
  return namesOf(elementPaths.map((elementPath) => xmlPath(elementPath, false)));
}

/** Yields the outermost elements that repeat within one parent and have attributes or child elements. */
function* repeatedWithin(elementPath: ElementPath): Generator<ElementPath> {
  for (const child of elementPath.children.values()) {
    if (child.most > 1 && child.isStructured) yield child;
    else yield* repeatedWithin(child);
  }
}

/**
 * Yields the elements around the rows that have at least as many values as a row. Such an element may be a record that
 * occurs only once, such as one job with two waybills.
 */
function* recordsAround(root: ElementPath, rows: ElementPath): Generator<ElementPath> {
  for (let around = rows.parent; around !== undefined && around !== root; around = around.parent)
    if (around.children.size > 1 && valueCount(rows) > 1 && valueCount(around) >= valueCount(rows))
      yield around;
}

function valueCount({ children, attributes, hasText }: ElementPath): number {
  const values = [...children.values()].filter(({ hasValue }) => hasValue).length;
  return values + attributes.size + (hasText ? 1 : 0);
}

/** Yields the elements below the root that have at least one child without attributes and child elements. */
function* holdersWithin(root: ElementPath): Generator<ElementPath> {
  for (const child of root.children.values()) {
    if ([...child.children.values()].some(({ isStructured }) => !isStructured)) yield child;
    yield* holdersWithin(child);
  }
}

/**
 * Yields repeated values outside the rows that have no child elements or attributes. These values may be the actual
 * cells if the elements found only define columns.
 */
function* valuesBeside(elementPath: ElementPath, rows: ElementPath): Generator<ElementPath> {
  if (elementPath === rows) return;
  if (elementPath.most > 1 && !elementPath.isStructured) yield elementPath;
  for (const child of elementPath.children.values()) yield* valuesBeside(child, rows);
}

function placeAt(root: ElementPath, path: string, shown: string): ElementPath {
  const exact = placesAt(root, path, true);
  const found = exact.length > 0 ? exact : placesAt(root, path, false);
  const [rows] = found;
  if (rows === undefined) {
    const others = [...repeatedWithin(root)];
    const [first] = others.length === 1 ? others : [];
    const such = others.length === 0 ? "" : `; repeated elements: ${pathsOf(others)}`;
    throw notFound(`there is no element ${shown}${such}`, "records", first && xmlPath(first, false));
  }
  if (found.length > 1)
    throw notFound(
      `elements of several namespaces match ${path}, so the prefix is required`,
      "records",
      xmlPath(rows, true),
    );
  return rows;
}

/** If `withPrefixes` is false, a step without a prefix matches elements of every namespace. */
function placesAt(elementPath: ElementPath, path: string, withPrefixes: boolean): readonly ElementPath[] {
  const { name, children } = elementPath;
  const names = withPrefixes ? [prefixed(name)] : new Set([prefixed(name), name.local]);
  return [...names].flatMap((own) => {
    if (path === own) return [elementPath];
    if (!path.startsWith(`${own}.`)) return [];
    const rest = path.slice(own.length + 1);
    return [...children.values()].flatMap((child) => placesAt(child, rest, withPrefixes));
  });
}
