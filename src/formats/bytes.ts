import type { ByteSource } from "./format.js";
import type { Limits } from "./limits.js";
import { overLimit } from "./refused.js";

/** The pieces of a source for a reader that keeps none of them: each is gone when the next one comes. */
export function passingBytes(source: ByteSource): AsyncIterable<Uint8Array> {
  return source.passing?.() ?? source.stream();
}

/** All bytes of a source in one buffer, for formats that cannot be read as a stream. Refused above `limits.bytes`. */
export async function allBytes(source: ByteSource, limits: Pick<Limits, "bytes">): Promise<Buffer> {
  if (source.size > limits.bytes) throw overLimit("bytes", source.size, limits.bytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.stream()) {
    length += chunk.length;
    if (length > limits.bytes) throw overLimit("bytes", length, limits.bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
