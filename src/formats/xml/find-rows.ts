import { unreadable } from "../refused.js";
import { pathOf } from "./names.js";
import type { Place } from "./outline.js";

/** How many paths a sentence names. */
const mostNamed = 10;

export interface FoundRows {
  readonly rows: Place;
  /** By which a mapping names them. */
  readonly path: string;
  readonly evidence: string;
  /** Elements within a row that could be the rows as well. */
  readonly others: readonly string[];
}

/** The elements that are rows: those that the mapping names, or the only ones with parts that are repeated. Throws `Refused`. */
export function findRows(root: Place, named: string | undefined): FoundRows {
  if (named !== undefined) {
    const evidence = `The mapping says that the rows are the elements ${named}.`;
    return { rows: placeAt(root, named), path: named, evidence, others: [] };
  }
  const found = [...repeatedWithin(root)];
  const [rows] = found;
  if (rows === undefined) {
    const near = [...root.children.values()].find((child) => child.isStructured);
    const such = near === undefined ? "" : `, such as ${pathOf(near, false)}`;
    throw unreadable(
      `no element with parts of its own is repeated in it; name that of a row${such}, with \`records\` under \`read\` in the mapping`,
    );
  }
  if (found.length > 1)
    throw unreadable(
      `it holds several lists (${pathsOf(found)}); name one with \`records\` under \`read\` in the mapping`,
    );
  const isPlain = placesAt(root, pathOf(rows, false), false).length === 1;
  const path = pathOf(rows, !isPlain);
  const others = [...repeatedWithin(rows)].map((place) => pathOf(place, !isPlain));
  return { rows, path, evidence: `The outermost elements with parts that are repeated are ${path}.`, others };
}

function pathsOf(places: readonly Place[]): string {
  const named = places.slice(0, mostNamed).map((place) => pathOf(place, false));
  return named.join(", ") + (places.length > mostNamed ? " and more" : "");
}

/** The outermost elements that stand more than once within one parent and hold more than text. */
function* repeatedWithin(place: Place): Generator<Place> {
  for (const child of place.children.values()) {
    if (child.most > 1 && child.isStructured) yield child;
    else yield* repeatedWithin(child);
  }
}

function placeAt(root: Place, path: string): Place {
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
      `${path} are elements of several namespaces; name one with its prefix, such as ${pathOf(rows, true)}`,
    );
  return rows;
}

function placesAt(place: Place, path: string, withPrefixes: boolean): readonly Place[] {
  const here = pathOf(place, withPrefixes);
  if (here === path) return [place];
  if (!path.startsWith(`${here}.`)) return [];
  return [...place.children.values()].flatMap((child) => placesAt(child, path, withPrefixes));
}
