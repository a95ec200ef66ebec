import type { Entry, Lexicon } from "./lexicon.js";
import { isSpaceless } from "./words.js";

/** A heading cut into phrases of the lexicon and what it does not know. */
export interface Segment {
  readonly text: string;
  /** Undefined: not in the lexicon. */
  readonly entries: readonly Entry[] | undefined;
  /** Whether it begins and ends where words do; compound words are cut inside. */
  readonly whole: boolean;
}

interface Step {
  readonly cost: number;
  readonly from: number;
  readonly segment: Segment | undefined;
}

/**
 * The cheapest cut of a heading's words into phrases: few known phrases beat many, known beats unknown. In scripts without
 * blanks, and in compound words such as `Mitarbeiternummer`, a phrase may begin or end inside a word.
 */
export function segment(words: readonly string[], lexicon: Lexicon): readonly Segment[] {
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
      const entries = lexicon.entries.get(part);
      if (entries === undefined) continue;
      const inner = Number(!edges.has(from)) + Number(!edges.has(to));
      if (inner > 0 && !isSpaceless(part) && part.length < 4) continue;
      const says = entries.some((entry) => entry.meanings.some((meaning) => meaning !== "filler"));
      const cut =
        isSpaceless(part) || isSpaceless(text[to] ?? "") || isSpaceless(text[from - 1] ?? "")
          ? 0
          : inner * 0.3;
      offer(from, to, (says ? 1 : 0.3) + cut, { text: part, entries, whole: inner === 0 });
    }
    for (const to of unknownEnds(text, from, edges)) {
      const whole = edges.has(from) && edges.has(to);
      const part = text.slice(from, to);
      const digits = /^\p{Nd}+$/u.test(part) ? -1 : 0;
      const cost = (whole ? 2 : 2.6) + part.length * (isSpaceless(part) ? 1 : 0.05) + digits;
      offer(from, to, cost, { text: part, entries: undefined, whole });
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

/** Where something unknown may end: with its word, or inside it when enough stays on both sides. */
function unknownEnds(text: string, from: number, edges: ReadonlySet<number>): readonly number[] {
  const end = [...edges].filter((edge) => edge > from).sort((a, b) => a - b)[0] ?? text.length;
  const least = isSpaceless(text.slice(from, end)) ? 1 : 4;
  const ends = [end];
  for (let to = from + (least === 1 ? 1 : 3); to <= end - least; to++) ends.push(to);
  return ends;
}
