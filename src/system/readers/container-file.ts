import type { ByteSource } from "../../formats/format.js";
import { readHead } from "../../formats/head.js";
import { isContainer } from "../../formats/index.js";
import { defaultLimits } from "../../formats/limits.js";

/**
 * Whether a file is a workbook or an archive. A file above the size limit is refused by its size alone, and never written to
 * disk for a reader.
 */
export async function isContainerFile(source: ByteSource): Promise<boolean> {
  return source.size <= defaultLimits.bytes && isContainer(await readHead(source));
}
