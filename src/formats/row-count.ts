import type { ByteSource } from "./format.js";
import type { Dialect } from "./splitter.js";

/**
 * Whether a text without quotes has more than `most` rows for certain. Counting lines on the bytes is many times faster than
 * reading them, so that a file far beyond the limit is refused at once.
 *
 * @param perRow bytes of a row in the sample, about; a file that is hardly too long by it is not counted
 */
export async function hasMoreRows(
  source: ByteSource,
  charset: string,
  dialect: Dialect,
  perRow: number,
  most: number,
): Promise<boolean> {
  // In text of two or four bytes a character any byte may look like a line end; quoted cells may hold line ends.
  if (/^utf-?(?:16|32)/i.test(charset) || dialect.quote !== "") return false;
  if (source.size < perRow * most * 1.2) return false;
  const delimiter = dialect.delimiter.charCodeAt(0);
  let rows = 0;
  let hasContent = false;
  for await (const chunk of source.stream()) {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === 10 || (byte === 13 && dialect.loneReturn)) {
        if (hasContent && ++rows > most) return true;
        hasContent = false;
      } else if (!hasContent && byte > 32 && byte !== delimiter) hasContent = true;
    }
  }
  return false;
}
