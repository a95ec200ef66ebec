import { passingBytes } from "./bytes.js";
import type { ByteSource } from "./format.js";
import type { Dialect } from "./text/split-row.js";

/**
 * Returns true if a file without quoted cells definitely has more than `most` rows. Counting line breaks in the bytes
 * is much faster than reading rows, so huge files are refused immediately. `sample` is the beginning of the file's
 * text, and `sampleRows` is the number of rows in the sample. The rows are counted only if the sample suggests that the
 * file has at least 1.2 times as many rows as allowed.
 */
export async function hasMoreRows(
  source: ByteSource,
  charset: string,
  dialect: Dialect,
  { sample, sampleRows }: { readonly sample: string; readonly sampleRows: number },
  most: number,
): Promise<boolean> {
  // In UTF-16 and UTF-32, any byte may look like a line break. Quoted cells may contain line breaks.
  if (/^utf-?(?:16|32)/i.test(charset) || dialect.quote !== "") return false;
  if (source.size < (Buffer.byteLength(sample) / Math.max(1, sampleRows)) * most * 1.2) return false;
  // If lines end with CR and LF, it is sufficient to count LF.
  const lineEnd = sample.includes("\n") ? 10 : 13;
  const delimiter = dialect.delimiter.charCodeAt(0);
  let rows = 0;
  let seen = 0;
  let hasContent = false;
  for await (const piece of passingBytes(source)) {
    // The sample was not typical: at the rate counted so far, the file does not reach half of the limit.
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
