import { passingBytes } from "./bytes.js";
import type { ByteSource } from "./format.js";
import type { Dialect } from "./text/split-row.js";

/**
 * Whether a text without quotes has more than `most` rows for certain. Counting lines on the bytes is many times faster than
 * reading them, so that a file far beyond the limit is refused at once.
 *
 * @param sample the beginning of the text
 * @param sampleRows how many rows that is; a file that is hardly too long by it is not counted
 */
export async function hasMoreRows(
  source: ByteSource,
  charset: string,
  dialect: Dialect,
  { sample, sampleRows }: { readonly sample: string; readonly sampleRows: number },
  most: number,
): Promise<boolean> {
  // In text of two or four bytes a character any byte may look like a line end; quoted cells may hold line ends.
  if (/^utf-?(?:16|32)/i.test(charset) || dialect.quote !== "") return false;
  if (source.size < (Buffer.byteLength(sample) / Math.max(1, sampleRows)) * most * 1.2) return false;
  // Where both end lines, those with LF are enough of them.
  const lineEnd = sample.includes("\n") ? 10 : 13;
  const delimiter = dialect.delimiter.charCodeAt(0);
  let rows = 0;
  let seen = 0;
  let hasContent = false;
  for await (const piece of passingBytes(source)) {
    // The sample was not like the rest: at this pace there are never so many.
    if (seen > 1_000_000 && rows < (most / 2) * (seen / source.size)) return false;
    seen += piece.length;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let at = 0; at < bytes.length;) {
      const found = bytes.indexOf(lineEnd, at);
      const end = found < 0 ? bytes.length : found;
      for (; at < end && !hasContent; at++) hasContent = bytes[at]! > 32 && bytes[at]! !== delimiter;
      if (found >= 0) {
        if (hasContent && ++rows > most) return true;
        hasContent = false;
      }
      at = end + 1;
    }
  }
  return false;
}
