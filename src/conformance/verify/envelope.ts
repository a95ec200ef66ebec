import type { ServedEntry } from "./entries.js";

/**
 * This module finds the list of records in a response. The interface does not define a wrapper (`docs/interface.md`
 * section 4.2), so a bare list and a list within up to three levels of objects are accepted. The list must be complete,
 * so signs of further pages are reported.
 */

export interface ListSearch {
  readonly entries?: readonly ServedEntry[];
  /** Path of the list in its wrapper, such as `data.items`. Absent for a bare list. */
  readonly where?: string;
  readonly error?: string;
  /** The part of the wrapper that indicates that there are more pages. */
  readonly more?: string;
}

interface ListCandidate {
  readonly where: string;
  readonly list: readonly unknown[];
}

const deepest = 3;

/** `path` is the requested path, such as `/charge-codes`. */
export function findWrappedList(value: unknown, path: string): ListSearch {
  if (Array.isArray(value)) return entriesIn(value);
  if (!isObject(value)) return { error: "the body is neither a list nor an object" };
  const candidates = listsIn(value);
  const [candidate, another] = likeliest(candidates, path);
  if (candidate === undefined) return { error: "the object contains no list" };
  if (another !== undefined) {
    const names = candidates.map(({ where }) => where).join(", ");
    return { error: `the body contains several lists, and it is unclear which one to use: ${names}` };
  }
  const more = nextPageIn(value, candidate.list.length);
  return { ...entriesIn(candidate.list), where: candidate.where, ...(more !== undefined && { more }) };
}

/** Returns a description of the header that indicates more pages, or undefined if there is no such header. */
export function moreInHeaders(headers: Headers, entries: number): string | undefined {
  if (/;\s*rel\s*=\s*"?(?:[^";,]*\s)?next\b/i.test(headers.get("link") ?? ""))
    return "the header Link refers to a next page";
  for (const name of ["x-total-count", "x-total"]) {
    const total = Number(headers.get(name) ?? 0);
    if (total > entries) return `the header ${name} is ${total}, but the list has ${count(entries)}`;
  }
  return undefined;
}

function entriesIn(list: readonly unknown[]): ListSearch {
  const odd = list.findIndex((entry) => !isObject(entry));
  return odd < 0 ? { entries: list as ServedEntry[] } : { error: `entry ${odd + 1} is not an object` };
}

function isObject(value: unknown): value is ServedEntry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listsIn(wrapping: ServedEntry, above: readonly string[] = []): readonly ListCandidate[] {
  return Object.entries(wrapping).flatMap(([key, member]): readonly ListCandidate[] => {
    const at = [...above, key];
    if (Array.isArray(member)) return [{ where: at.join("."), list: member }];
    return isObject(member) && at.length < deepest ? listsIn(member, at) : [];
  });
}

/**
 * Selects the most likely lists: those with a common name or, if there are none, those whose names do not suggest
 * other content. Among the selected lists, lists with entries are preferred.
 */
function likeliest(candidates: readonly ListCandidate[], path: string): readonly ListCandidate[] {
  const usual = new Set(["data", "items", "records", "results", "entries", "value", plain(path)]);
  const beside = new Set(["errors", "warnings", "messages", "links"]);
  const name = ({ where }: ListCandidate) => plain(where.split(".").at(-1) ?? "");
  const preferred = (of: readonly ListCandidate[], test: (candidate: ListCandidate) => boolean) => {
    const some = of.filter(test);
    return some.length > 0 ? some : of;
  };
  const named = preferred(
    preferred(candidates, (candidate) => !beside.has(name(candidate))),
    (candidate) => usual.has(name(candidate)),
  );
  const withEntries = preferred(named, ({ list }) => list.length > 0);
  return preferred(withEntries, ({ list }) => list.some(isObject));
}

/** Treats `next_page`, `nextPage` and `next-page` as the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

const nextNames =
  /^(?:odata)?(?:next(?:page|pages|pageurl|pagetoken|url|uri|link|href|cursor|token|offset|start|key)?|cursor|continuationtoken|hasmore|hasnext|hasnextpage|more|moreresults|moreavailable)$/;
const totalNames =
  /^(?:odata)?(?:total|count|totalcount|totalentries|totalrecords|totalitems|totalelements|totalresults|totalsize|totalrows|recordcount|recordstotal)$/;
const pagesNames = /^(?:totalpages|pages|pagecount|lastpage|numpages|numberofpages)$/;

function nextPageIn(
  wrapping: ServedEntry,
  entries: number,
  above: readonly string[] = [],
): string | undefined {
  for (const [key, member] of Object.entries(wrapping)) {
    const at = [...above, key];
    const [name, where] = [plain(key), at.join(".")];
    if (nextNames.test(name) && hasValue(member)) return `${where} indicates a next page`;
    const figure = figureOf(member);
    if (totalNames.test(name) && figure > entries)
      return `${where} is ${figure}, but the list has ${count(entries)}`;
    if (pagesNames.test(name) && figure > 1) return `${where} indicates ${figure} pages`;
    const inside = isObject(member) && at.length < deepest ? nextPageIn(member, entries, at) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/**
 * True if a field such as `next` contains a value. False for `next: null`, `next: ""` and `next: { href: null }`,
 * which mean that there is no next page.
 */
function hasValue(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some(hasValue);
  return Boolean(value) && value !== "false" && !Array.isArray(value);
}

function figureOf(value: unknown): number {
  return typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)) ? Number(value) : 0;
}

function count(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries} entries`;
}
