import type { ByteSource } from "./format.js";

/** How much of a file the formats look at to recognize it. */
export const headLength = 64 * 1024;

/** The first bytes of a source: `length` of them, or all when it is shorter. */
export async function readHead(source: ByteSource, length = headLength): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.stream()) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** Beginnings of what holds more than it shows: zip (and so .xlsx, .ods), gzip, the compound file of .xls. */
const containers = ["504b0304", "504b0506", "1f8b", "d0cf11e0"];

/** Whether a file is a workbook or an archive, which is read in a process that can be killed. */
export function isContainer(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 4)).toString("hex");
  return containers.some((signature) => start.startsWith(signature));
}
