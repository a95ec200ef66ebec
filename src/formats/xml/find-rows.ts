import { severalLists, unreadable } from "../refused.js";
import { xmlPath } from "./names.js";
import type { ElementPath } from "./outline.js";

/** How many paths a sentence names. */
const mostNamed = 10;
const mostHolders = 4;

export interface FoundRows {
  readonly rows: ElementPath;
  /** By which a mapping names them. */
  readonly path: string;
  readonly evidence: string;
  /** Elements within a row that could be the rows as well, and values that are repeated beside them. */
  readonly others: readonly string[];
}

/** The elements that are rows: those that the mapping names, or the only ones with parts that are repeated. Throws `Refused`. */
export function findRows(root: ElementPath, named: string | undefined): FoundRows {
  if (named !== undefined) {
    const evidence = `The mapping says that the rows are the elements ${named}.`;
    return { rows: placeAt(root, named), path: named, evidence, others: [] };
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
          ? `, such as ${xmlPath(fullest, false)}`
          : `: ${xmlPath(fullest, false)}, which holds most, or else ${pathsOf(more)}`;
    throw unreadable(
      `no element with parts of its own is repeated in it; name that of a row with \`records\` under \`read\` in the mapping${such}`,
    );
  }
  const lists = [...new Set([...found, ...kinOf(rows)])];
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
  const others = [...repeatedWithin(rows), ...valuesBeside(root, rows)].map((elementPath) =>
    xmlPath(elementPath, !isPlain),
  );
  return { rows, path, evidence: `The outermost elements with parts that are repeated are ${path}.`, others };
}

/** What stands beside the rows under another name and holds mostly the same: records that would be lost. */
function kinOf(rows: ElementPath): readonly ElementPath[] {
  const beside = [...(rows.parent?.children.values() ?? [])];
  return beside.filter((other) => {
    const same = [...other.children.keys()].filter((key) => rows.children.has(key));
    return other !== rows && same.length > 1 && same.length >= rows.children.size / 2;
  });
}

function pathsOf(elementPaths: readonly ElementPath[]): string {
  const named = elementPaths.slice(0, mostNamed).map((elementPath) => xmlPath(elementPath, false));
  return named.join(", ") + (elementPaths.length > mostNamed ? " and more" : "");
}

/** The outermost elements that stand more than once within one parent and hold more than text. */
function* repeatedWithin(elementPath: ElementPath): Generator<ElementPath> {
  for (const child of elementPath.children.values()) {
    if (child.most > 1 && child.isStructured) yield child;
    else yield* repeatedWithin(child);
  }
}

/** Elements below the root that hold values of their own. */
function* holdersWithin(root: ElementPath): Generator<ElementPath> {
  for (const child of root.children.values()) {
    if ([...child.children.values()].some(({ isStructured }) => !isStructured)) yield child;
    yield* holdersWithin(child);
  }
}

/** Plain values that stand more than once within one parent, none of them in the rows: cells, where the rows only say what the columns are. */
function* valuesBeside(elementPath: ElementPath, rows: ElementPath): Generator<ElementPath> {
  if (elementPath === rows) return;
  if (elementPath.most > 1 && !elementPath.isStructured) yield elementPath;
  for (const child of elementPath.children.values()) yield* valuesBeside(child, rows);
}

function placeAt(root: ElementPath, path: string): ElementPath {
  const exact = placesAt(root, path, true);
  const found = exact.length > 0 ? exact : placesAt(root, path, false);
  const [rows] = found;
  if (rows === undefined) {
    const others = [...repeatedWithin(root)];
    const such = others.length === 0 ? "" : `; what is repeated in it: ${pathsOf(others)}`;
    throw unreadable(`there is no element ${path} in it${such}`);
  }
  if (found.length > 1)
    throw unreadable(
      `${path} are elements of several namespaces; name one with its prefix, such as ${xmlPath(rows, true)}`,
    );
  return rows;
}

function placesAt(elementPath: ElementPath, path: string, withPrefixes: boolean): readonly ElementPath[] {
  const here = xmlPath(elementPath, withPrefixes);
  if (here === path) return [elementPath];
  if (!path.startsWith(`${here}.`)) return [];
  return [...elementPath.children.values()].flatMap((child) => placesAt(child, path, withPrefixes));
}
