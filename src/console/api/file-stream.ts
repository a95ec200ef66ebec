import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";

/** @param isTemporary whether the file is removed once it was sent, or once nobody takes it any more */
export function fileStream(path: string, isTemporary: boolean): Readable {
  const stream = createReadStream(path);
  if (isTemporary) stream.once("close", () => void rm(path, { force: true }).catch(() => undefined));
  return stream;
}
