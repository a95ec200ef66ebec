import { issue } from "../../model/issues.js";
import type { ByteSource } from "../format.js";
import { Refused } from "../refused.js";
import { decoder, InvalidBytes } from "./charset.js";

/** Text in a file, with everything that is required to decode it. */
export interface Text {
  readonly source: ByteSource;
  /** A name from `knownCharset`. */
  readonly charset: string;
  /** Length of the byte order mark in bytes. */
  readonly mark: number;
  /** An unusual line separator, which is replaced with LF. */
  readonly lineEnd?: string | undefined;
}

/** Returns the characters after the byte order mark. Throws `Refused` if bytes are invalid. */
export async function* piecesOf({ source, charset, mark, lineEnd }: Text): AsyncGenerator<string> {
  const characters = decoder(charset);
  let skip = mark;
  let lines = 1;
  let afterReturn = false;
  const count = (text: string): void => {
    lines += lineEnds(text) - (afterReturn && text.startsWith("\n") ? 1 : 0);
    if (text !== "") afterReturn = text.endsWith("\r");
  };
  const normalized = (text: string): string =>
    lineEnd === undefined ? text : text.replaceAll(lineEnd, "\n");
  try {
    for await (const chunk of source.stream()) {
      const bytes = skip === 0 ? chunk : chunk.subarray(skip);
      skip -= Math.min(skip, chunk.length);
      const text = characters.write(bytes);
      count(text);
      if (text !== "") yield normalized(text);
    }
    const rest = characters.end();
    if (rest !== "") yield normalized(rest);
  } catch (error) {
    if (!(error instanceof InvalidBytes)) throw error;
    count(error.before);
    throw new Refused(issue("invalid_bytes", { line: lines }, { line: lines, encoding: charset }));
  }
}

function lineEnds(text: string): number {
  let count = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) count++;
  for (let i = text.indexOf("\r"); i >= 0; i = text.indexOf("\r", i + 1)) {
    if (text.charCodeAt(i + 1) !== 10) count++;
  }
  return count;
}
