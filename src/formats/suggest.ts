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
  const candidates: Suggestion[] = [];
  for (const { encoding, confidence } of found) {
    const known = encoding === null ? undefined : knownCharset(encoding);
    if (known === undefined || known === "utf-8" || known.startsWith("utf-")) continue;
    const charset = widerSet[known] ?? known;
    if (!valid(sample, charset)) continue;
    candidates.push({ charset, confidence });
  }
  const best = candidates.reduce<Suggestion | undefined>(
    (top, candidate) => (top === undefined || rank(candidate) > rank(top) ? candidate : top),
    undefined,
  );
  return best ?? { charset: valid(sample, "windows-1252") ? "windows-1252" : "iso-8859-15", confidence: 0.1 };
}

function rank({ charset, confidence }: Suggestion): number {
  return confidence + (common.includes(charset) ? 0.02 : 0);
}

function valid(sample: Uint8Array, charset: string): boolean {
  try {
    decoder(charset).write(sample);
    return true;
  } catch {
    return false;
  }
}
