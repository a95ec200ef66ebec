import type { ByteSource } from "./format.js";
import type { Limits } from "./limits.js";
import { overLimit } from "./refused.js";

/** The pieces of a source for a reader that keeps none of them: each is gone when the next one comes. */
export function passingBytes(source: ByteSource): AsyncIterable<Uint8Array> {
  return source.passing?.() ?? source.stream();
}

const pieceSize = 256 * 1024;
const passingSize = 1024 * 1024;

/**
 * Both ways to read a file. Readers keep slices of what `stream` gives, so each piece has a buffer of its own, none much larger
 * than what is left: of thousands of small files the large ones would cost more time than the reading.
 *
 * @param pieces reads from the start, each piece into the buffer it gets for so many bytes that are left
 */
export function readInPieces(
  pieces: (bufferFor: (left: number) => Buffer) => AsyncIterable<Uint8Array>,
): Required<Pick<ByteSource, "stream" | "passing">> {
  return {
    stream: () => pieces((left) => Buffer.allocUnsafe(Math.min(pieceSize, left))),
    passing() {
      let buffer: Buffer | undefined;
      return pieces((left) => (buffer ??= Buffer.allocUnsafe(Math.min(passingSize, left))));
    },
  };
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

/** A file whose bytes are here already. */
export function sourceInMemory(name: string, bytes: Uint8Array): ByteSource {
  async function* stream(): AsyncGenerator<Uint8Array> {
    const piece = 64 * 1024;
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  return { name, size: bytes.length, stream };
}
