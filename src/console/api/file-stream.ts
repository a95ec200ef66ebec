import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";

/** If `isTemporary` is true, the file is deleted after it has been sent or the transfer has been aborted. */
export function fileStream(path: string, isTemporary: boolean): Readable {
  const stream = createReadStream(path);
  if (isTemporary) stream.once("close", () => void rm(path, { force: true }).catch(() => undefined));
  return stream;
}
