import type { ServedEntry } from "./entries.js";

/**
 * Finds the list of records in an answer. The interface leaves open how it is wrapped (section 4.2), so a bare list and one
 * that lies up to three levels deep in objects will both do; only whether it is the whole list is looked at.
 */

export interface FoundList {
  readonly entries?: readonly ServedEntry[];
  /** Where the list lies in its wrapping, as `data.items`; absent for a bare list. */
  readonly where?: string;
  readonly error?: string;
  /** What in the wrapping says that there is more of the list. */
  readonly more?: string;
}

interface ListCandidate {
  readonly where: string;
  readonly list: readonly unknown[];
}

const deepest = 3;

/** @param path what was asked for: `/charge-codes` */
export function findWrappedList(value: unknown, path: string): FoundList {
  if (Array.isArray(value)) return entriesIn(value);
  if (!isObject(value)) return { error: "the body is neither a list nor an object" };
  const candidates = listsIn(value);
  const [candidate, another] = likeliest(candidates, path);
  if (candidate === undefined) return { error: "the object has no list in it" };
  if (another !== undefined) {
    const names = candidates.map(({ where }) => where).join(", ");
    return { error: `it is not clear which of several lists is meant: ${names}` };
  }
  const more = announcedMore(value, candidate.list.length);
  return { ...entriesIn(candidate.list), where: candidate.where, ...(more !== undefined && { more }) };
}

/** What the headers say of more. */
export function moreInHeaders(headers: Headers, entries: number): string | undefined {
  if (/;\s*rel\s*=\s*"?(?:[^";,]*\s)?next\b/i.test(headers.get("link") ?? ""))
    return "the header Link names a next page";
  for (const name of ["x-total-count", "x-total"]) {
    const total = Number(headers.get(name) ?? 0);
    if (total > entries) return `the header ${name} says ${total}, and the list has ${count(entries)}`;
  }
  return undefined;
}

function entriesIn(list: readonly unknown[]): FoundList {
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

/** The lists with the usual names, else those that are not about something else; of these the ones with entries, if any. */
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

/** `next_page`, `nextPage` and `next-page` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

const nextNames =
  /^(?:odata)?(?:next(?:page|pages|pageurl|pagetoken|url|uri|link|href|cursor|token|offset|start|key)?|cursor|continuationtoken|hasmore|hasnext|hasnextpage|more|moreresults|moreavailable)$/;
const totalNames =
  /^(?:odata)?(?:total|count|totalcount|totalentries|totalrecords|totalitems|totalelements|totalresults|totalsize|totalrows|recordcount|recordstotal)$/;
const pagesNames = /^(?:totalpages|pages|pagecount|lastpage|numpages|numberofpages)$/;

function announcedMore(
  wrapping: ServedEntry,
  entries: number,
  above: readonly string[] = [],
): string | undefined {
  for (const [key, member] of Object.entries(wrapping)) {
    const at = [...above, key];
    const [name, where] = [plain(key), at.join(".")];
    if (nextNames.test(name) && saysSomething(member)) return `${where} announces more`;
    const figure = figureOf(member);
    if (totalNames.test(name) && figure > entries)
      return `${where} says ${figure}, and the list has ${count(entries)}`;
    if (pagesNames.test(name) && figure > 1) return `${where} says that there are ${figure} pages`;
    const inside = isObject(member) && at.length < deepest ? announcedMore(member, entries, at) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** `next: null`, `next: ""` and `next: { href: null }` say that nothing follows. */
function saysSomething(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some(saysSomething);
  return Boolean(value) && value !== "false" && !Array.isArray(value);
}

function figureOf(value: unknown): number {
  return typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)) ? Number(value) : 0;
}

function count(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries} entries`;
}
