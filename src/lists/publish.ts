import { createHash } from "node:crypto";
import { join } from "node:path";
import { failure } from "../errors.js";
import type { Disk } from "../storage/disk.js";
import { ensureFolder, hasCode, measureFile, namesIn, writeNew } from "../storage/durable.js";
import type { Manifest } from "./manifest.js";
import { sealed } from "./seal.js";

/**
 * Steps 4 to 6 of the publish protocol (`docs/semantics.md` section 5): a publication is written aside, read back, and appears
 * as a numbered whole by one rename.
 */

export interface Publication {
  readonly number: number;
  readonly manifest: Omit<Manifest, "number" | "files" | "seal">;
  /** Contents by file name. */
  readonly files: ReadonlyMap<string, Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>>;
}

/**
 * Writes the publication into `folder` (which must not exist), makes it durable, reads it back and compares the hashes.
 * The files are written side by side: while one waits for the disk, another is made.
 *
 * @throws the file system's own error, or `storage_failed` when what is read back differs from what was written
 */
export async function stage(disk: Disk, folder: string, publication: Publication): Promise<Manifest> {
  await disk.mkdir(folder);
  const written = await Promise.allSettled(
    [...publication.files].map(async ([name, contents]) => [
      name,
      await writeMeasured(disk, join(folder, name), contents),
    ]),
  );
  // Only when none is at work any more is a failure told.
  const failed = written.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const files = Object.fromEntries(
    written.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
  ) as Manifest["files"];
  const manifest = sealed({ ...publication.manifest, number: publication.number, files });
  await writeNew(disk, join(folder, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  await disk.syncFolder(folder);
  await readBack(disk, folder, manifest);
  return manifest;
}

async function writeMeasured(
  disk: Disk,
  path: string,
  contents: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await writeNew(disk, path, measured());
  return { bytes, sha256: hash.digest("hex") };

  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of contents) {
      const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      hash.update(buffer);
      bytes += buffer.length;
      yield buffer;
    }
  }
}

async function readBack(disk: Disk, folder: string, manifest: Manifest): Promise<void> {
  const different = await firstDifferent(disk, folder, manifest);
  if (different === undefined) return;
  const path = join(folder, different);
  throw failure("storage_failed", { path, reason: "what was read back differs from what was written" });
}

/** The first file that has not the length and the hash that the manifest states; they are read side by side. */
export async function firstDifferent(
  disk: Disk,
  folder: string,
  { files }: Manifest,
): Promise<string | undefined> {
  const found = await Promise.all(
    Object.entries(files).map(async ([name, stated]) => {
      const { bytes, sha256 } = await measureFile(disk, join(folder, name));
      return bytes !== stated.bytes || sha256 !== stated.sha256 ? name : undefined;
    }),
  );
  return found.find((name) => name !== undefined);
}

/**
 * The publication itself: one rename, which fails when the number exists. Durable once this returns.
 *
 * @returns false when the number was taken, by an owner that was fenced off in between
 */
export async function appear(
  disk: Disk,
  stagedFolder: string,
  feedFolder: string,
  number: number,
): Promise<boolean> {
  const pub = join(feedFolder, "pub");
  await ensureFolder(disk, pub);
  try {
    await disk.rename(stagedFolder, join(pub, String(number)));
  } catch (error) {
    if (hasCode(error, "ENOTEMPTY", "EEXIST")) return false;
    throw error;
  }
  await disk.syncFolder(pub);
  return true;
}

/** The numbers in `pub/`, highest first, whether they verify or not. */
export async function publicationNumbers(disk: Disk, feedFolder: string): Promise<number[]> {
  const names = await namesIn(disk, join(feedFolder, "pub"));
  return names
    .filter((name) => /^[1-9]\d{0,8}$/.test(name))
    .map(Number)
    .sort((a, b) => b - a);
}
