import type { ByteSource } from "./format.js";

/** How much of a file the formats look at to recognize it. */
export const headLength = 64 * 1024;

/** The first bytes of a source: `length` of them, or all when it is shorter. */
export async function readHead(source: ByteSource, length = headLength): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.stream()) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(parts).subarray(0, length);
}
