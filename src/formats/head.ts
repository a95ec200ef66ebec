import type { ByteSource } from "./format.js";

/** Number of bytes that formats need to recognize a file. */
export const headLength = 64 * 1024;

export async function readHead(source: ByteSource): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.stream()) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= headLength) break;
  }
  return Buffer.concat(parts).subarray(0, headLength);
}
