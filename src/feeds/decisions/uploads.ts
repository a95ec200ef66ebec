import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { draftName } from "../../store/blobs.js";
import type { Workspace } from "../../workspace/workspace.js";

/** Files uploaded to the console. Each file stays in the temporary folder until the feed has received it. */

export interface Upload {
  /** File name in the temporary folder. */
  readonly upload: string;
  readonly size: number;
}

type Place = Pick<Workspace, "data">;

/**
 * Writes an uploaded file to the temporary folder as it arrives. Returns "too large" as soon as the file exceeds `most`
 * bytes. Throws errors from writing the file or from the upload. If the file is too large or an error is thrown, the
 * file is deleted.
 */
export async function keepUpload(
  place: Place,
  bytes: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Upload | "too large"> {
  await mkdir(join(place.data, "tmp"), { recursive: true, mode: 0o700 });
  // The name identifies this process. If this process ends early, the next process that writes a blob removes the
  // file, like an unfinished blob.
  const upload = draftName();
  const path = join(place.data, "tmp", upload);
  let size = 0;
  const tooLarge = new Error("too large");
  try {
    await pipeline(
      bytes,
      async function* limited(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > most) throw tooLarge;
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600, flags: "wx" }),
    );
    return { upload, size };
  } catch (error) {
    await rm(path, { force: true });
    if (error === tooLarge) return "too large";
    throw error;
  }
}

/** Returns the path of an uploaded file, or undefined if the name is invalid. */
export function uploadPath(place: Place, upload: string): string | undefined {
  return /^blob~[\w.~%-]+$/.test(upload) ? join(place.data, "tmp", upload) : undefined;
}

export async function dropUpload(place: Place, upload: string): Promise<void> {
  const path = uploadPath(place, upload);
  if (path !== undefined) await rm(path, { force: true });
}
