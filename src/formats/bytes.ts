import type { ByteSource } from "./format.js";
import type { Limits } from "./limits.js";
import { overLimit } from "./refused.js";

/**
 * Returns the chunks of a source for readers that do not keep chunks. A chunk becomes invalid when the next one is
 * read.
 */
export function passingBytes(source: ByteSource): AsyncIterable<Uint8Array> {
  return source.passing?.() ?? source.stream();
}

const pieceSize = 256 * 1024;
const passingSize = 1024 * 1024;

/**
 * Implements `stream` and `passing` for a file. Readers keep slices of the chunks of `stream`, so each of these chunks
 * has its own buffer. Buffers are not much larger than the unread part of the file, because allocating a large buffer
 * for each of thousands of small files takes longer than reading them. `pieces` reads the file from the start. For each
 * chunk, `pieces` requests a buffer and passes the number of bytes that have not been read yet.
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

/**
 * Returns all bytes of a source, for formats that cannot be streamed. Throws `Refused` if the source is larger than
 * `limits.bytes`.
 */
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

export function sourceInMemory(name: string, bytes: Uint8Array): ByteSource {
  async function* stream(): AsyncGenerator<Uint8Array> {
    const piece = 64 * 1024;
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  return { name, size: bytes.length, stream };
}
