import { createHash } from "node:crypto";
import type { ByteSource } from "../formats/format.js";

/** Standard input as a file that can be read repeatedly. */
export interface StandardInput extends ByteSource {
  readonly path?: never;
  /** Time at which the input was read. */
  readonly modified: Date;
  sha256(): Promise<string>;
  assertUnchanged(): Promise<void>;
}

/**
 * Reads standard input into memory. Reading stops when the input exceeds `limit` bytes. In that case, the reported size
 * also exceeds the limit, so that the input is refused.
 */
export async function standardInput(input: NodeJS.ReadableStream, limit: number): Promise<StandardInput> {
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
    modified: new Date(),
    async *stream() {
      yield* chunks;
    },
    async sha256() {
      const hash = createHash("sha256");
      for (const chunk of chunks) hash.update(chunk);
      return hash.digest("hex");
    },
    assertUnchanged: async () => undefined,
  };
}
