import type { ByteSource } from "../formats/format.js";

/**
 * Standard input as bytes that can be read as often as needed: it is kept in memory. Reading stops above `limit` bytes,
 * and the size then says that it is over.
 */
export async function standardInput(input: NodeJS.ReadableStream, limit: number): Promise<ByteSource> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    chunks.push(bytes);
    size += bytes.length;
    if (size > limit) break;
  }
  return {
    name: "-",
    size,
    async *stream() {
      yield* chunks;
    },
  };
}
