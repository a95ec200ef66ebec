import { decoder, InvalidBytes } from "./charset.js";
import type { ByteSource } from "../format.js";

export class NotDecodable extends Error {
  override readonly name = "NotDecodable";
  /** 1-based number of the line with the first invalid bytes. */
  readonly line: number;

  constructor(line: number) {
    super(`invalid bytes on line ${line}`);
    this.line = line;
  }
}

/** Decodes a source without its byte order mark. `charset` is a name from `knownCharset`. */
export async function* decodeSource(
  source: ByteSource,
  charset: string,
  mark: number,
): AsyncGenerator<string> {
  const characters = decoder(charset);
  let skip = mark;
  let lines = 1;
  let afterReturn = false;
  const count = (text: string): void => {
    lines += lineEnds(text) - (afterReturn && text.startsWith("\n") ? 1 : 0);
    if (text !== "") afterReturn = text.endsWith("\r");
  };
  try {
    for await (const chunk of source.stream()) {
      const bytes = skip === 0 ? chunk : chunk.subarray(skip);
      skip -= Math.min(skip, chunk.length);
      const text = characters.write(bytes);
      count(text);
      if (text !== "") yield text;
    }
    const rest = characters.end();
    if (rest !== "") yield rest;
  } catch (error) {
    if (!(error instanceof InvalidBytes)) throw error;
    count(error.before);
    throw new NotDecodable(lines);
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
