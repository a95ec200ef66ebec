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

/**
 * Suggests the character set of bytes that are not UTF-8. Only a set in which all of `sample` is valid is suggested.
 * The sample may begin and end within a character.
 */
export function suggestCharset(sample: Uint8Array): Suggestion {
  const found = detectAll(sample, { minimumThreshold: 0 });
  let best: Suggestion = { charset: "windows-1252", confidence: 0 };
  let bestRank = -Infinity;
  for (const { encoding, confidence } of found) {
    const known = encoding === null ? undefined : knownCharset(encoding);
    if (known === undefined || known.startsWith("utf-")) continue;
    const charset = widerSet[known] ?? known;
    const text = decoded(sample, charset);
    if (text === undefined) continue;
    const rank = confidence + (common.includes(charset) ? 0.02 : 0) - oddness(text);
    if (rank <= bestRank) continue;
    best = { charset, confidence };
    bestRank = rank;
  }
  return best;
}

/** The sample as text, or undefined when it is not valid in the set. */
function decoded(sample: Uint8Array, charset: string): string | undefined {
  try {
    return decoder(charset).write(sample);
  } catch {
    return undefined;
  }
}

/** Share of the characters beyond ASCII that nobody writes there: signs within words, control characters. */
function oddness(text: string): number {
  const beyond = text.match(/[^\u0000-\u007f]/g)?.length ?? 0;
  const odd = text.match(
    /[\u0080-\u009f]|(?<=\p{L})[\u00a1-\u00b4\u00b6\u00b8-\u00bf\u00d7\u00f7\u2500-\u25ff](?=\p{L})/gu,
  );
  return odd === null ? 0 : (2 * odd.length) / beyond;
}
