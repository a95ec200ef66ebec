import type { LexiconEntry, Lexicon } from "./lexicon.js";
import { cut } from "./weights.js";
import { isSpaceless } from "./words.js";

/** A part of a heading: a phrase from the lexicon, or unknown characters. */
export interface Segment {
  readonly text: string;
  /** The phrase's meanings. Undefined if the lexicon does not contain the phrase. */
  readonly entries: readonly LexiconEntry[] | undefined;
}

interface Step {
  readonly cost: number;
  readonly from: number;
  readonly segment: Segment | undefined;
}

/**
 * Splits the words of a heading into phrases at the lowest cost. A split into few phrases costs less than a split
 * into many, and known words cost less than unknown words. In scripts without spaces, and in compounds such as
 * `Mitarbeiternummer`, a phrase may start or end inside a word.
 */
export function segment(
  words: readonly string[],
  lexicon: Lexicon,
  short: Lexicon["entries"] = new Map(),
): readonly Segment[] {
  const text = words.join("");
  const edges = new Set([0]);
  for (const word of words) edges.add(Math.max(...edges) + word.length);
  const best: (Step | undefined)[] = [{ cost: 0, from: 0, segment: undefined }];
  const offer = (from: number, to: number, cost: number, found: Segment) => {
    const total = (best[from]?.cost ?? Infinity) + cost;
    if (total < (best[to]?.cost ?? Infinity)) best[to] = { cost: total, from, segment: found };
  };
  for (let from = 0; from < text.length; from++) {
    if (best[from] === undefined) continue;
    for (let to = from + 1; to <= Math.min(text.length, from + lexicon.longest); to++) {
      const part = text.slice(from, to);
      const entries = lexicon.entries.get(part) ?? short.get(part);
      if (entries === undefined) continue;
      const inner = Number(!edges.has(from)) + Number(!edges.has(to));
      const says = entries.some((entry) => entry.meanings.some((meaning) => meaning !== "filler"));
      const isEnd = inner === 1 && edges.has(to) && shortEnds.has(part);
      if (inner > 0 && !isEnd && !isSpaceless(part) && part.length < leastInside(says, edges.has(to), inner))
        continue;
      const inside =
        isSpaceless(part) || isSpaceless(text[to] ?? "") || isSpaceless(text[from - 1] ?? "")
          ? 0
          : inner * cut.inside;
      offer(from, to, (says ? cut.phrase : cut.filler) + inside, { text: part, entries });
    }
    for (const to of unknownEnds(text, from, edges)) {
      const part = text.slice(from, to);
      const digits = /^\p{Nd}+$/u.test(part) ? cut.digits : 0;
      const cost =
        cut.unknown + part.length * (isSpaceless(part) ? cut.unknownSign : cut.unknownLetter) + digits;
      offer(from, to, cost, { text: part, entries: undefined });
    }
  }
  const segments: Segment[] = [];
  for (let at = text.length; at > 0;) {
    const step = best[at];
    if (step?.segment === undefined) break;
    segments.unshift(step.segment);
    at = step.from;
  }
  return segments;
}

/** Short endings of compounds, as in `Rekeningnr` and `kundenid`. */
const shortEnds = new Set(["nr", "id"]);

/**
 * Returns the minimum length of a phrase inside a compound. Words of three letters are allowed only as the last part,
 * and filler words only between parts (`Avgift-s-kod`).
 */
function leastInside(says: boolean, endsWord: boolean, inner: number): number {
  if (says) return endsWord ? 3 : 4;
  return inner === 2 ? 1 : Infinity;
}

/** Unknown characters may end only at the end of the word, or at any position in scripts without spaces. */
function unknownEnds(text: string, from: number, edges: ReadonlySet<number>): readonly number[] {
  const end = [...edges].filter((edge) => edge > from).sort((a, b) => a - b)[0] ?? text.length;
  if (!isSpaceless(text.slice(from, end))) return [end];
  return Array.from({ length: end - from }, (_, index) => from + index + 1);
}
