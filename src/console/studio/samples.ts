import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { defaultLimits } from "../../formats/limits.js";
import { diskFile, type DiskFile } from "../../system/read-file.js";
import { RequestRefused } from "./request-refused.js";

/**
 * Keeps copies of samples in a private folder until the studio ends, because the original files in an inbox may
 * disappear.
 */
export interface Samples {
  receive(name: string, body: Readable): Promise<DiskFile>;
  copy(path: string): Promise<DiskFile>;
  /** Removes a closed sample. */
  drop(file: DiskFile): Promise<void>;
  remove(): Promise<void>;
}

export const largest = defaultLimits.bytes;

export async function openSamples(): Promise<Samples> {
  const folder = await mkdtemp(join(tmpdir(), "lading-studio-"));
  let count = 0;

  const place = (): string => join(folder, String(++count));
  const named = async (path: string, name: string): Promise<DiskFile> => ({
    ...(await diskFile(path)),
    name: basename(name.replaceAll("\\", "/")).slice(0, 200) || "sample",
  });

  return {
    async receive(name, body) {
      const path = place();
      let size = 0;
      async function* limited(): AsyncGenerator<Uint8Array> {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          size += chunk.length;
          if (size > largest) throw tooLarge(name);
          yield chunk;
        }
      }
      try {
        await pipeline(limited, createWriteStream(path, { mode: 0o600, flags: "wx" }));
      } catch (error) {
        // Files that are too large or incomplete are deleted, so that they do not fill the disk.
        await rm(path, { force: true });
        throw error;
      }
      return named(path, name);
    },
    async copy(from) {
      const { size } = await stat(from);
      if (size > largest) throw tooLarge(basename(from));
      const path = place();
      await copyFile(from, path);
      return named(path, from);
    },
    drop: ({ path }) => rm(path, { force: true }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export function tooLarge(
  name: string,
  most = largest,
  hint = "A few thousand rows are enough for a mapping. Shorten the file, or ask for a smaller export.",
): RequestRefused {
  return new RequestRefused({
    message: `${name} is larger than ${Math.round(most / 1024 / 1024)} MB, the maximum size.`,
    hint,
  });
}
