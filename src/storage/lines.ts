import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** The lines of a file without their line feeds, one at a time; the whole file is never in memory. */
export async function* linesOf(
  path: string,
  onBytes: (bytes: Buffer) => void = () => {},
): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes(chunk);
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end));
      yield Buffer.concat(rest).toString("utf8");
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString("utf8");
}

/** sha256 of the bytes of a file, hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}
