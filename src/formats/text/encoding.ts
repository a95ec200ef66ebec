import { isAscii, isUtf8 } from "node:buffer";
import { issue, type Issue } from "../../model/issues.js";
import { passingBytes } from "../bytes.js";
import type { ByteSource, EncodingProof } from "../format.js";
import { decoder, InvalidBytes, knownCharset, multiByteSets, wholeCharacters } from "./charset.js";
import type { Suggestion } from "./suggest.js";

/**
 * This module detects the character set of a text file based on a byte order mark, a pattern of NUL bytes, or the
 * validity of the whole file as UTF-8. If none of these identifies the character set, a likely character set is
 * suggested.
 */

export interface Encoding {
  /** A name from `charset.ts`. Undefined if the configured name is unknown. */
  readonly charset: string | undefined;
  readonly certainty: "certain" | "suggested";
  /** Length of the byte order mark in bytes. */
  readonly mark: number;
  readonly evidence: string;
  /**
   * The second most likely character set, if the whole file is also valid in this set but would contain different
   * letters.
   */
  readonly other?: { readonly charset: string; readonly letters: string };
  /**
   * True if the mapping specifies a different character set, although the file is valid UTF-8 with non-ASCII letters.
   */
  readonly isRefuted?: boolean;
}

const marks: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
  ["gb18030", [0x84, 0x31, 0x95, 0x33]],
  // These are the bytes of a UTF-8 mark that was decoded as three letters and then encoded again.
  ["utf-8", [0xc3, 0xaf, 0xc2, 0xbb, 0xc2, 0xbf]],
];

/** Approximate size in bytes of each sample from which a character set is suggested. */
const around = 64 * 1024;

/**
 * Reads the whole source to verify UTF-8, unless a byte order mark, NUL bytes or a configured Unicode character set
 * makes this unnecessary, or UTF-8 is verified during decoding. Reads the source again to suggest a different
 * character set.
 */
export async function detectEncoding(
  source: ByteSource,
  head: Uint8Array,
  pinned: string | undefined,
  proof: EncodingProof = "before",
): Promise<Encoding> {
  const mark = markOf(head);
  if (pinned !== undefined) {
    const charset = knownCharset(pinned);
    const marked = mark !== undefined && mark.charset === charset ? mark.length : 0;
    const stated = certain(charset, marked, `The mapping specifies the character set ${pinned}.`);
    const isRefuted =
      charset !== undefined && !charset.startsWith("utf") && (await isUtf8BeyondAscii(source));
    return isRefuted ? { ...stated, isRefuted } : stated;
  }
  if (mark !== undefined) {
    return certain(mark.charset, mark.length, `The file starts with the byte order mark of ${mark.charset}.`);
  }
  const wide = wideCharset(head);
  if (wide !== undefined) {
    return certain(
      wide,
      0,
      `The character set is ${wide}: the zero bytes between the letters fit this character set.`,
    );
  }
  const odd = proof === "before" ? await firstInvalid(source) : undefined;
  if (odd === undefined)
    return certain("utf-8", 0, "The character set is UTF-8, because the whole file is valid UTF-8.");
  if (mostlyUtf8(odd)) {
    return certain(
      "utf-8",
      0,
      "The character set is UTF-8, because most non-ASCII characters are valid UTF-8. The invalid bytes are probably damaged.",
    );
  }
  const { charset, other } = await suggested(source, odd);
  const also = other === undefined ? "" : ` The words also fit ${other.charset}, with different letters.`;
  return {
    charset,
    certainty: "suggested",
    mark: 0,
    evidence: `The file is not UTF-8. Its words fit ${charset} best.${also}`,
    ...(other === undefined ? {} : { other }),
  };
}

export function encodingIssues({ charset, certainty, other, isRefuted }: Encoding): Issue[] {
  if (charset === undefined) return [];
  if (isRefuted === true) return [issue("encoding_refuted", {}, { encoding: charset })];
  if (certainty === "certain") return [];
  const second =
    other === undefined
      ? ""
      : ` The second-best fit, ${other.charset}, would ${other.letters === "" ? "produce different letters" : `read ${other.letters}`}.`;
  return [issue("encoding_suggested", {}, { encoding: charset, other: second })];
}

/** A character set may still be correct if its rank differs from the highest rank by at most this value. */
const near = 0.35;

/**
 * Verifies the suggestions against the whole file. Returns the most likely character set in which every byte is valid.
 * If the words suggest a character set in which individual bytes are invalid, these bytes are considered damaged, and
 * the error message includes the line number.
 */
async function suggested(
  source: ByteSource,
  odd: Uint8Array,
): Promise<Pick<Encoding, "other"> & { readonly charset: string }> {
  const { suggestCharsets } = await import("./suggest.js");
  const { sample, present } = await wholeEvidence(source);
  const candidates = suggestCharsets(Buffer.concat([linesBeyondAscii(odd), sample]));
  let best: Suggestion | undefined;
  for (const candidate of candidates) {
    if (best !== undefined && candidate.rank < best.rank - near) break;
    if (candidate.text === best?.text) continue;
    const isMultiByte = multiByteSets.includes(candidate.charset);
    const valid = await decodes(candidate.charset, isMultiByte ? passingBytes(source) : [present]);
    if (valid && best !== undefined) {
      const letters = differentLetters(best.text, candidate.text);
      if (letters === undefined) continue;
      return { charset: best.charset, other: { charset: candidate.charset, letters } };
    }
    if (valid || (best === undefined && isDamaged(candidate))) best = candidate;
  }
  // If no character set fits, the file is read as windows-1252, so that the error message includes the line number of
  // the first invalid byte.
  return { charset: best?.charset ?? "windows-1252" };
}

const mostLetters = 3;

/**
 * Describes the letters that two character sets read differently, such as `ë as ė`. Returns undefined if only other
 * characters differ, and an empty string if the characters cannot be compared one by one.
 */
function differentLetters(best: string, other: string): string | undefined {
  const [own, others] = [[...best], [...other]];
  if (own.length !== others.length) return "";
  const pairs = new Set(
    own.flatMap((letter, at) =>
      letter !== others[at] && /\p{L}/u.test(letter + others[at]) ? [`${letter} as ${others[at]}`] : [],
    ),
  );
  return pairs.size === 0 ? undefined : [...pairs].slice(0, mostLetters).join(", ");
}

/** Lines without non-ASCII bytes are valid in every character set and would dilute the evidence. */
function linesBeyondAscii(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(10, from);
    const to = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(from, to);
    if (!isAscii(line)) lines.push(line);
    from = to;
  }
  return Buffer.concat(lines);
}

/**
 * True if one or two bytes are invalid in the character set. Always true for windows-1252, because few bytes are
 * invalid in it.
 */
function isDamaged({ charset, text }: Suggestion): boolean {
  if (charset === "windows-1252") return true;
  const lost = text.split("\u007f").length - 1;
  return lost > 0 && lost <= 2;
}

async function decodes(
  charset: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  try {
    const characters = decoder(charset);
    for await (const chunk of chunks) characters.write(chunk);
    characters.end();
    return true;
  } catch (error) {
    if (error instanceof InvalidBytes) return false;
    throw error;
  }
}

/** Returns a sample of lines with non-ASCII bytes from the whole file, and the byte values that occur in the file. */
async function wholeEvidence(
  source: ByteSource,
): Promise<{ readonly sample: Buffer; readonly present: Uint8Array }> {
  const lines: Buffer[] = [];
  const seen = new Uint8Array(256);
  for await (const chunk of passingBytes(source)) {
    let budget = Math.ceil((around * chunk.length) / Math.max(1, source.size));
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      seen[byte] = 1;
      if (byte < 0x80 || budget <= 0) continue;
      const from = chunk.lastIndexOf(10, at) + 1;
      const feed = chunk.indexOf(10, at);
      const to = feed < 0 ? chunk.length : feed + 1;
      // The first line of a chunk may start, and the last line may end, in the middle of a character.
      if (from > 0 && feed >= 0 && to - from <= 4096) lines.push(Buffer.from(chunk.subarray(from, to)));
      budget -= to - from;
      for (; at < to; at++) seen[chunk[at]!] = 1;
      at = to - 1;
    }
  }
  const present = Uint8Array.from(seen.keys()).filter((byte) => seen[byte] === 1);
  return { sample: Buffer.concat(lines), present };
}

function certain(charset: string | undefined, mark: number, evidence: string): Encoding {
  return { charset, certainty: "certain", mark, evidence };
}

/**
 * Returns the character set and the total length of the byte order marks at the beginning. There may be two marks,
 * because some programs add a mark even if the text already starts with one.
 */
function markOf(head: Uint8Array): { charset: string; length: number } | undefined {
  const markAt = (from: number) =>
    marks.find(([, bytes]) => bytes.every((byte, i) => head[from + i] === byte));
  const first = markAt(0);
  if (first === undefined) return undefined;
  const [charset] = first;
  let length = 0;
  for (let mark: typeof first | undefined = first; mark?.[0] === charset; mark = markAt(length))
    length += mark[1].length;
  return { charset, length };
}

/**
 * Detects UTF-16 and UTF-32 without a byte order mark. In these encodings, the NUL bytes in letters, delimiters and
 * line breaks are always at the same position within a character, unlike stray NUL bytes.
 */
function wideCharset(head: Uint8Array): string | undefined {
  const length = Math.min(head.length, 16 * 1024) & ~3;
  const nuls = [0, 0, 0, 0];
  let plain = 0;
  for (let i = 0; i < length; i++) {
    if (head[i] === 0) nuls[i & 3]! += 1;
    else if (head[i] === 0x0a || head[i] === 0x0d || head[i] === 0x2c || head[i] === 0x3b || head[i] === 0x09)
      plain++;
  }
  const [a, b, c, d] = nuls as [number, number, number, number];
  const even = a + c;
  const odd = b + d;
  if (length < 4 || even + odd < Math.max(2, length / 40)) return undefined;
  const quarter = length / 4;
  if (b > quarter * 0.5 && c > quarter * 0.9 && d > quarter * 0.9 && a < quarter * 0.1) return "utf-32le";
  if (b < quarter * 0.9 && a > quarter * 0.9 && b > quarter * 0.9 && d < quarter * 0.1) return "utf-32be";
  if (a > quarter * 0.9 && b > quarter * 0.9 && d < quarter * 0.1) return "utf-32be";
  // In non-Latin scripts, only delimiters, digits and line breaks contain a NUL byte, so the number of NUL bytes is
  // compared with the number of delimiters and line breaks.
  if (odd > even * 20 && odd >= Math.min(plain, length / 8)) return "utf-16le";
  if (even > odd * 20 && even >= Math.min(plain, length / 8)) return "utf-16be";
  return undefined;
}

/** Returns the bytes around the first invalid UTF-8 sequence, or undefined if the source is valid UTF-8. */
async function firstInvalid(source: ByteSource): Promise<Uint8Array | undefined> {
  let carried: Uint8Array = new Uint8Array(0);
  let before: Uint8Array = new Uint8Array(0);
  let collected: Uint8Array[] | undefined;
  let size = 0;
  for await (const chunk of passingBytes(source)) {
    if (collected !== undefined) {
      collected.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= around) break;
      continue;
    }
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = wholeCharacters(bytes);
    if (isUtf8(bytes.subarray(0, whole))) {
      carried = Buffer.from(bytes.subarray(whole));
      before = Buffer.from(bytes.subarray(Math.max(0, whole - 4096), whole));
      continue;
    }
    const at = invalidAt(bytes);
    const from = lineStart(bytes, Math.max(0, at - around / 2), at);
    collected =
      at < 4096 && before.length > 0
        ? [before, Buffer.from(bytes)]
        : [Buffer.from(bytes.subarray(from, from + around))];
    size = collected.reduce((sum, part) => sum + part.length, 0);
    if (size >= around) break;
  }
  if (collected === undefined) return carried.length === 0 ? undefined : Buffer.concat([before, carried]);
  return Buffer.concat(collected).subarray(0, around);
}

/**
 * True if the source is valid UTF-8 and contains non-ASCII characters. Text in a different character set is almost
 * never valid UTF-8.
 */
async function isUtf8BeyondAscii(source: ByteSource): Promise<boolean> {
  let isBeyond = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of passingBytes(source)) {
      isBeyond ||= !isAscii(chunk);
      yield chunk;
    }
  }
  return (await decodes("utf-8", chunks())) && isBeyond;
}

/**
 * Returns the first line start between two positions, or `from` if there is none. A sample that starts at a line
 * start cannot begin in the middle of a character.
 */
function lineStart(bytes: Uint8Array, from: number, to: number): number {
  const feed = from === 0 ? -1 : bytes.indexOf(10, from);
  return feed >= 0 && feed < to ? feed + 1 : from;
}

/**
 * Returns a position shortly before the first byte that is not valid UTF-8. The position is found by bisection, so
 * that the fast `isUtf8` does most of the work.
 */
function invalidAt(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (high - low > 1024) {
    const middle = (low + high) >> 1;
    const cut = low + wholeCharacters(bytes.subarray(low, middle));
    if (cut <= low) break;
    if (isUtf8(bytes.subarray(low, cut))) low = cut;
    else high = cut;
  }
  return low;
}

/** True if so many non-ASCII characters are valid UTF-8 that the other non-ASCII bytes must be damaged. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < bytes.length;) {
    const byte = bytes[i]!;
    const length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    if (length === 1) i += 1;
    else if (length > 1 && i + length > bytes.length) break;
    else if (length > 1 && isUtf8(bytes.subarray(i, i + length))) {
      good++;
      i += length;
    } else {
      bad++;
      i += 1;
    }
  }
  return good >= 3 && good > bad * 4;
}
