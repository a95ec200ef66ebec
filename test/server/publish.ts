import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Current } from "../../src/lists/current.js";
import { manifestSchema, type Manifest } from "../../src/lists/manifest.js";
import type { ServedFeed } from "../../src/server/publications.js";

/** Makes real publications, appearing by one rename as the publisher's do, and reads them back. */

const nothing = "0".repeat(64);

export async function publish(
  folder: string,
  feed: string,
  number: number,
  records: readonly object[],
  options: { at?: string; envelope?: string } = {},
): Promise<Manifest> {
  const served = JSON.stringify(options.envelope === undefined ? records : { [options.envelope]: records });
  const files: Record<string, Buffer> = {
    "served.json": Buffer.from(served),
    "served.json.gz": gzipSync(served),
    "served.json.br": brotliCompressSync(served),
  };
  const manifest = manifestSchema.parse({
    lading: 1,
    feed,
    record: feed.split("/")[1],
    number,
    published_at: options.at ?? "2026-03-01T08:15:00.123Z",
    columns: Object.keys(records[0] ?? {}),
    counts: {
      records: records.length,
      active: records.length,
      added: 0,
      changed: 0,
      revived: 0,
      deactivated: 0,
      removed: 0,
      carried: 0,
    },
    source: { sha256: nothing, name: "export.csv" },
    mapping_sha256: nothing,
    engine: "test",
    files: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [
        name,
        { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
      ]),
    ),
  });
  const staged = join(folder, `staged-${number}`);
  await mkdir(staged, { recursive: true });
  await mkdir(join(folder, "pub"), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(staged, name), bytes);
  await writeFile(join(staged, "manifest.json"), JSON.stringify(manifest));
  await rename(staged, join(folder, "pub", String(number)));
  return manifest;
}

export function feedAt(folder: string, name: string, stale = false): ServedFeed {
  return { name, folder, current: () => currentOf(folder), isStale: () => stale };
}

async function currentOf(folder: string): Promise<Current | undefined> {
  const numbers = await readdir(join(folder, "pub")).catch(() => []);
  const highest = Math.max(0, ...numbers.map(Number));
  if (highest === 0) return undefined;
  const path = join(folder, "pub", String(highest));
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(path, "manifest.json"), "utf8")));
  return { folder: path, manifest, confirmedAt: manifest.published_at };
}
