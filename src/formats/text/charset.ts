import { isAscii, isUtf8 } from "node:buffer";
import { createRequire } from "node:module";
import type Iconv from "iconv-lite";

/**
 * This module converts bytes to characters. All decoders are fatal, which means that invalid bytes cause an error and
 * never become U+FFFD.
 */

/** `before` is the text that precedes the invalid bytes in the same chunk. */
export class InvalidBytes extends Error {
  override readonly name = "InvalidBytes";
  readonly before: string;

  constructor(before: string) {
    super("bytes that are not valid in the character set");
    this.before = before;
  }
}

/** Returns the error for text in which invalid bytes became U+FFFD. */
function invalidBytes(damaged: string): InvalidBytes {
  const at = damaged.indexOf("\ufffd");
  return new InvalidBytes(at < 0 ? damaged : damaged.slice(0, at));
}

export interface Decoder {
  write(bytes: Uint8Array): string;
  /** Ends decoding and returns the remaining text. Throws if the last character is incomplete. */
  end(): string;
}

/**
 * Character sets for East Asian scripts. In all other character sets except Unicode, the validity of a byte does not
 * depend on the surrounding bytes.
 */
export const multiByteSets: readonly string[] = ["shift_jis", "gb18030", "euc-kr", "big5", "euc-jp"];

/**
 * Character sets that are decoded with Node's fatal decoder (`TextDecoder`). The set does not contain windows-1252,
 * because Node 20 decodes windows-1252 incorrectly (0x80 to 0x9F become control characters). For single-byte character
 * sets, iconv-lite is as fast as Node's decoder.
 */
const platformSets: ReadonlySet<string> = new Set(["utf-16le", "utf-16be", ...multiByteSets]);

let library: typeof Iconv | undefined;

/** Loads iconv-lite on first use, because most files are UTF-8 and loading the library delays short commands. */
function iconv(): typeof Iconv {
  library ??= createRequire(import.meta.url)("iconv-lite") as typeof Iconv;
  return library;
}

const synonyms: Readonly<Record<string, string>> = {
  utf8: "utf-8",
  ascii: "utf-8",
  "us-ascii": "utf-8",
  utf16le: "utf-16le",
  utf16be: "utf-16be",
  "utf-16": "utf-16le",
  utf16: "utf-16le",
  ucs2: "utf-16le",
  "ucs-2": "utf-16le",
  utf32le: "utf-32le",
  utf32be: "utf-32be",
  latin1: "windows-1252",
  "latin-1": "windows-1252",
  "iso-8859-1": "windows-1252",
  cp932: "shift_jis",
  "windows-31j": "shift_jis",
  sjis: "shift_jis",
  shiftjis: "shift_jis",
  eucjp: "euc-jp",
  gb2312: "gb18030",
  gbk: "gb18030",
  cp936: "gb18030",
  cp949: "euc-kr",
  euckr: "euc-kr",
  cp950: "big5",
};

/** Returns the normalized name of a character set, or undefined if the character set is unknown. */
export function knownCharset(name: string): string | undefined {
  const folded = name.trim().toLowerCase().replace(/_/g, "-").replace("shift-jis", "shift_jis");
  const found = synonyms[folded] ?? folded.replace(/^cp(125\d)$/, "windows-$1");
  return found === "utf-8" || platformSets.has(found) || iconv().encodingExists(found) ? found : undefined;
}

/**
 * Returns a fatal decoder for a name from `knownCharset`. The decoder removes all byte order marks, because a
 * concatenated file may contain a mark before a quote, which would cause the quote to be read as text.
 */
export function decoder(charset: string): Decoder {
  const plain = plainDecoder(charset);
  if (charset.startsWith("utf-16")) return wideDecoder(plain);
  const isSingleByte = !charset.startsWith("utf") && !multiByteSets.includes(charset);
  return withoutMark(plain, isSingleByte ? utf8MarkIn(charset) : "\ufeff");
}

/** Returns the UTF-8 byte order mark as it appears in a single-byte character set, such as `ï»¿`. */
function utf8MarkIn(charset: string): string {
  const text = iconv().decode(Buffer.from([0xef, 0xbb, 0xbf]), charset, { stripBOM: false });
  return text.length === 3 ? text : "\ufeff";
}

/** The mark of the other byte order shows that the text after it has swapped bytes, because files were joined. */
function wideDecoder(plain: Decoder): Decoder {
  const checked = (text: string): string => {
    const swapped = text.indexOf("\ufffe");
    if (swapped >= 0) throw new InvalidBytes(text.slice(0, swapped));
    return text;
  };
  return withoutMark(
    { write: (bytes) => checked(plain.write(bytes)), end: () => checked(plain.end()) },
    "\ufeff",
  );
}

/** Holds back the end of the text if it may be the beginning of a mark. */
function withoutMark(plain: Decoder, mark: string): Decoder {
  let held = "";
  return {
    write: (bytes) => {
      let text = held + plain.write(bytes);
      if (text.includes(mark)) text = text.replaceAll(mark, "");
      held = "";
      for (let length = mark.length - 1; length > 0 && held === ""; length--)
        if (text.endsWith(mark.slice(0, length))) held = text.slice(-length);
      return held === "" ? text : text.slice(0, -held.length);
    },
    end: () => (held + plain.end()).replaceAll(mark, ""),
  };
}

function plainDecoder(charset: string): Decoder {
  if (charset === "utf-8") return utf8Decoder();
  return platformSets.has(charset) ? platformDecoder(charset) : tableDecoder(charset);
}

/**
 * Returns a decoder that uses Node's functions for whole buffers, because these functions are several times faster
 * than Node's stream decoder.
 */
function utf8Decoder(): Decoder {
  let cut: Uint8Array = new Uint8Array(0);
  const decode = (bytes: Uint8Array): string => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isAscii(bytes)) return buffer.toString("latin1");
    if (isUtf8(bytes)) return buffer.toString("utf8");
    throw invalidBytes(buffer.toString("utf8"));
  };
  return {
    write: (bytes) => {
      const all = cut.length === 0 ? bytes : Buffer.concat([cut, bytes]);
      const whole = wholeCharacters(all);
      // The chunk may be overwritten, and `slice` of a Buffer does not copy.
      cut = Uint8Array.from(all.subarray(whole));
      return decode(all.subarray(0, whole));
    },
    end: () => decode(cut),
  };
}

/**
 * Returns the number of bytes before an incomplete last UTF-8 character, or the number of all bytes if the last
 * character is complete.
 */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

function platformDecoder(charset: string): Decoder {
  const fatal = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder(charset, { ignoreBOM: true });
  const attempt = (bytes: Uint8Array | undefined): string => {
    const stream = bytes !== undefined;
    try {
      const text = fatal.decode(bytes, { stream });
      if (stream) lenient.decode(bytes, { stream });
      return text;
    } catch {
      throw invalidBytes(lenient.decode(bytes, { stream }));
    }
  };
  return { write: (bytes) => attempt(bytes), end: () => attempt(undefined) };
}

/**
 * Returns a fatal decoder based on iconv-lite. iconv-lite itself decodes invalid bytes to U+FFFD, which no
 * single-byte set contains.
 */
function tableDecoder(charset: string): Decoder {
  const inner = iconv().getDecoder(charset, { stripBOM: false });
  const checked = (text: string): string => {
    if (text.includes("\ufffd")) throw invalidBytes(text);
    return text;
  };
  return {
    write: (bytes) => checked(inner.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))),
    end: () => checked(inner.end() ?? ""),
  };
}

/** Unlike `knownCharset`, interprets names literally, so `iso-8859-1` has no euro sign. */
function writtenCharset(name: string): string | undefined {
  const folded = name.trim().toLowerCase().replace(/_/g, "-");
  if (["ascii", "us-ascii"].includes(folded)) return "ascii";
  if (["latin1", "latin-1", "iso-8859-1"].includes(folded)) return "iso-8859-1";
  return knownCharset(name);
}

export function canEncode(charset: string): boolean {
  const known = writtenCharset(charset);
  return known !== undefined && iconv().encodingExists(known);
}

/** Characters that are not in the character set are returned as `missing` and never replaced. */
export function encodeText(
  text: string,
  charset: string,
): { readonly bytes: Buffer } | { readonly missing: readonly string[] } {
  const known = writtenCharset(charset) ?? charset;
  const write = (part: string): Buffer => iconv().encode(part, known);
  const isWhole = (part: string, bytes: Buffer): boolean =>
    iconv().decode(bytes, known, { stripBOM: false }) === part;
  const bytes = write(text);
  if (isWhole(text, bytes)) return { bytes };
  return { missing: [...new Set(text)].filter((sign) => !isWhole(sign, write(sign))) };
}

/** Decodes bytes from `encodeText`, without a byte order mark. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  return iconv().decode(Buffer.from(bytes), writtenCharset(charset) ?? charset);
}
