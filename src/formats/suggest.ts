import { detectAll } from "jschardet";
import { decoder, knownCharset } from "./charset.js";

export interface Suggestion {
  readonly charset: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Sets that are suggested before others of about the same confidence: what exports on today's computers are written in. */
const common = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "shift_jis",
  "gb18030",
  "euc-kr",
  "big5",
  "euc-jp",
];

/** Sets that differ from a common one only in signs that tables rarely hold. */
const widerSet: Readonly<Record<string, string>> = {
  "iso-8859-9": "windows-1254",
  "iso-8859-15": "windows-1252",
};

/** A set in which one sign of six is one that nobody writes is no suggestion, even where all bytes are valid in it. */
const leastRank = -0.3;

/** Always looked at: a few accents in a long table are too little for the detector, and it does not know the last two. */
const western = [
  { encoding: "windows-1252", confidence: 0.05 },
  { encoding: "cp850", confidence: 0.02 },
  { encoding: "macintosh", confidence: 0.02 },
];

/**
 * Character sets for bytes that are not UTF-8, the likeliest first. Only sets in which all of `sample` is valid, and
 * reads as somebody would write, are among them. The sample may begin and end within a character.
 */
export function suggestCharsets(sample: Uint8Array): readonly Suggestion[] {
  const found = new Map<string, { confidence: number; rank: number }>();
  for (const { encoding, confidence } of [...detectAll(sample, { minimumThreshold: 0 }), ...western]) {
    const known = encoding === null ? undefined : knownCharset(encoding);
    if (known === undefined || known.startsWith("utf-")) continue;
    const charset = widerSet[known] ?? known;
    const text = decoded(sample, charset);
    if (text === undefined) continue;
    const rank = confidence + (common.includes(charset) ? 0.02 : 0) - oddness(text);
    const before = found.get(charset);
    if (before === undefined || rank > before.rank) found.set(charset, { confidence, rank });
  }
  return [...found]
    .filter(([, { rank }]) => rank > leastRank)
    .sort(([, a], [, b]) => b.rank - a.rank)
    .map(([charset, { confidence }]) => ({ charset, confidence }));
}

/** The sample as text, or undefined when it is not valid in the set. */
function decoded(sample: Uint8Array, charset: string): string | undefined {
  try {
    return decoder(charset).write(sample);
  } catch {
    return undefined;
  }
}

/**
 * What nobody writes: signs within words, control characters, lines of boxes, letters of another script within a word of
 * Latin letters, a capital behind a small letter, a small one between capitals.
 */
const odd = [
  /[\u0080-\u009f\u2500-\u259f]/gu,
  /(?<=\p{L})[\u00a1-\u00b4\u00b6\u00b8-\u00bf\u00d7\u00f7\u25a0-\u25ff](?=\p{L})/gu,
  /(?<=\p{L})(?:[\u201a\u201e]|[\u201c\u201d\u2020\u2021\u2030\u02c6\u2039\u203a\u2026](?=\p{L}))/gu,
  /(?<=[A-Za-z])[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/gu,
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}](?=[A-Za-z])/gu,
  /(?<=\p{Ll})(?![A-Z])\p{Lu}/gu,
  /(?<=\p{Lu})(?![a-zßº])\p{Ll}(?=\p{Lu})/gu,
];

/** Twice the share of the characters beyond ASCII that nobody writes there. */
function oddness(text: string): number {
  const beyond = text.match(/[^\u0000-\u007f]/g)?.length ?? 1;
  const count = odd.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
  return (2 * count) / beyond;
}
