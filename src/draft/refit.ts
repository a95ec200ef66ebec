import { openAnswer } from "../mapping/diagnostics.js";
import { foldHeading } from "../formats/fold-heading.js";
import { columnPosition } from "../formats/heading.js";
import { nearest } from "../nearest.js";
import { marks } from "../mapping/grammar.js";
import type { ParsedMapping } from "../mapping/parse.js";
import { foldValue } from "../mapping/cells.js";
import type { Guess } from "./guess.js";
import { standardLexicon } from "./lexicon.js";
import type { Meaning } from "./meanings.js";
import { blankReading, readHeadings } from "./reading.js";
import { renameHeadings } from "./rebind.js";
import { isYamlMap, type YamlMap } from "../mapping/yaml-document.js";

/** How well an existing mapping fits an export. */
export interface Fit {
  readonly name: string;
  readonly record: string;
  readonly reads: readonly string[];
  /** Headings in the mapping that are missing from the export, each with its likely new heading. */
  readonly renamed: readonly {
    readonly from: string;
    readonly to: string | undefined;
    readonly reason: string;
  }[];
}

/** A mapping, which may have open questions. */
type KnownMapping = Pick<ParsedMapping, "recordType"> & {
  readonly mapping: ParsedMapping["mapping"] | YamlMap;
};

/**
 * Returns the matching mappings, best first. The export must contain at least half of a mapping's headings and a
 * likely replacement for each of the others.
 */
export function fitting(
  mappings: readonly { readonly name: string; readonly parsed: KnownMapping }[],
  headings: readonly string[] | null,
  guess: Guess,
): readonly Fit[] {
  if (headings === null) return [];
  return mappings
    .filter(({ parsed }) => guess.record === undefined || parsed.recordType.name === guess.record)
    .map(({ name, parsed }) => fitOf(name, parsed, headings, guess))
    .filter(
      (fit) =>
        // Any file may have a column at a given position, so column positions are not evidence of a match.
        fit.reads.some((heading) => columnPosition(heading) === undefined) &&
        fit.renamed.length <= fit.reads.length / 2 &&
        fit.renamed.every((each) => each.to !== undefined),
    )
    .sort((a, b) => a.renamed.length - b.renamed.length || b.reads.length - a.reads.length);
}

export function fitOf(name: string, parsed: KnownMapping, headings: readonly string[], guess: Guess): Fit {
  const mapping = parsed.mapping as unknown as YamlMap;
  const uses = fieldsByHeading(mapping);
  const there = new Set(headings.map(foldHeading));
  const reads = [...uses.keys()];
  const used = new Set(reads.map(foldHeading));
  const free = headings.filter((heading) => heading.trim() !== "" && !used.has(foldHeading(heading)));
  const taken = new Set<string>();
  const renamed = reads
    .filter((heading) => !there.has(foldHeading(heading)) && columnPosition(heading) === undefined)
    .map((from) => {
      const fields = uses.get(from) ?? new Set();
      const left = free.filter(
        (to) =>
          !taken.has(to) &&
          !meansAnother(from, to) &&
          holdsKnown(to, knownValues(mapping, from, fields), guess),
      );
      const found = likelyName(from, fields, left, guess);
      if (found !== undefined) taken.add(found.to);
      return { from, to: found?.to, reason: found?.reason ?? "no similar heading" };
    });
  return { name, record: parsed.recordType.name, reads, renamed };
}

/**
 * Finds the likely new heading for `from` among the unused headings. This heading has nearly the same spelling or
 * the same meaning, or its column was guessed for the same field.
 */
function likelyName(
  from: string,
  fields: ReadonlySet<string>,
  free: readonly string[],
  guess: Guess,
): { readonly to: string; readonly reason: string } | undefined {
  const near = nearest(from, free);
  if (near !== undefined) return { to: near, reason: "similar spelling" };
  const [meant] = readHeadings([from], standardLexicon());
  const same = free.filter((heading) => {
    const [reading] = readHeadings([heading], standardLexicon());
    return reading?.heads[0] !== undefined && reading.heads[0] === meant?.heads[0];
  });
  const [only] = same;
  if (only !== undefined && same.length === 1) return { to: only, reason: "same meaning" };
  for (const field of fields) {
    const found = guess.fields[field];
    const [column] = found?.decision === "chosen" ? found.columns : [];
    if (column !== undefined && free.includes(column))
      return { to: column, reason: `its values fit ${field}` };
  }
  return undefined;
}

/**
 * True if two headings have different known meanings, such as "Disabled" and "Status". If one replaced the other,
 * values could be inverted.
 */
function meansAnother(from: string, to: string): boolean {
  const readingOf = (heading: string) => readHeadings([heading], standardLexicon())[0] ?? blankReading;
  const a = readingOf(from);
  const b = readingOf(to);
  const differ = (some: Iterable<Meaning>, others: Iterable<Meaning>): boolean => {
    const known = new Set([...some].map(alike));
    const there = [...others].map(alike);
    return known.size > 0 && there.length > 0 && !there.some((meaning) => known.has(meaning));
  };
  return differ(a.heads, b.heads) || differ(a.owners, b.owners) || differ(a.qualities, b.qualities);
}

/** Treats the meaning "full name" like "name", because columns of full names are often headed "Name". */
function alike(meaning: Meaning): Meaning {
  return meaning === "full_name" ? "name" : meaning;
}

/** Returns the values that a mapping lists for a column, as one set per field. */
function knownValues(
  mapping: YamlMap,
  column: string,
  fields: ReadonlySet<string>,
): readonly ReadonlySet<string>[] {
  const parts = isYamlMap(mapping["fields"]) ? mapping["fields"] : {};
  return [...fields].flatMap((field) => {
    const part = parts[field] ?? "";
    return isYamlMap(part) && part["column"] === column && isYamlMap(part["values"])
      ? [new Set(Object.keys(part["values"]).map(foldValue))]
      : [];
  });
}

/** True if the column is empty or contains a value from each set. */
function holdsKnown(heading: string, known: readonly ReadonlySet<string>[], guess: Guess): boolean {
  const values = [...(guess.columns.find((each) => each.heading === heading)?.profile.counts.keys() ?? [])];
  return values.length === 0 || known.every((set) => values.some((value) => set.has(foldValue(value))));
}

/**
 * Returns the headings in a mapping, with the fields and sections that use each heading. Omits open answers, headings
 * with placeholders, and headings that occur only in examples.
 */
export function fieldsByHeading(mapping: YamlMap): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  renameHeadings(mapping, (heading, where) => {
    const isOne = !marks.some((mark) => heading.includes(mark));
    if (heading !== openAnswer && where !== "examples" && isOne)
      found.set(heading, (found.get(heading) ?? new Set()).add(where));
    return heading;
  });
  return found;
}
