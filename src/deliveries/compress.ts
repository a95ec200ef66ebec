import { once } from "node:events";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

/** The compressed forms of a text, for clients that ask for one. */
interface Compressed {
  readonly gzip: Promise<Buffer>;
  readonly brotli: Promise<Buffer>;
}

/** How much comes out at once, in bytes: each time costs a turn of the threads. */
const chunkSize = 256 * 1024;

/**
 * How far back brotli looks, as a power of two: a list says what it said a few lines before. With the platform's 22 it takes
 * half as long again, for a result that is no smaller.
 */
const window = 20;

/** Compresses a text while it comes. Only what comes out is held, which is a tenth of what goes in. */
export function compress(chunks: AsyncIterable<string | Uint8Array>): Compressed {
  const gzip = createGzip({ chunkSize });
  const brotli = createBrotliCompress({
    chunkSize,
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: window },
  });
  const compressed = { gzip: bytesOf(gzip), brotli: bytesOf(brotli) };
  feed(chunks, [gzip, brotli]).catch((error: Error) => {
    gzip.destroy(error);
    brotli.destroy(error);
  });
  // Whoever waits for them hears of a failure; until then it is nobody's.
  for (const each of Object.values(compressed)) each.catch(() => undefined);
  return compressed;
}

type Compressor = ReturnType<typeof createGzip>;

async function feed(
  chunks: AsyncIterable<string | Uint8Array>,
  compressors: readonly Compressor[],
): Promise<void> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const full = compressors.filter((each) => !each.write(bytes));
    await Promise.all(full.map((each) => once(each, "drain")));
  }
  for (const each of compressors) each.end();
}

async function bytesOf(compressor: Compressor): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of compressor) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
