import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { realDisk } from "../../src/storage/disk.js";
import type { Manifest } from "../../src/lists/manifest.js";
import { appear, stage } from "../../src/lists/publish.js";
import type { ServedFeed } from "../../src/server/publications.js";

/** Real publications of given records, by the publisher's own steps. */

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const nothing = "0".repeat(64);

export async function publish(
  folder: string,
  feed: string,
  number: number,
  records: readonly object[],
  options: { at?: string; envelope?: string } = {},
): Promise<Manifest> {
  const served = JSON.stringify(options.envelope === undefined ? records : { [options.envelope]: records });
  const zeros = { added: 0, changed: 0, revived: 0, deactivated: 0, removed: 0, carried: 0 };
  const staged = join(folder, `staged-${number}`);
  await mkdir(folder, { recursive: true });
  const manifest = await stage(realDisk, staged, {
    number,
    manifest: {
      lading: 1,
      feed,
      record: feed.split("/")[1] ?? "",
      published_at: options.at ?? "2026-03-01T08:15:00.123Z",
      columns: Object.keys(records[0] ?? {}),
      counts: { records: records.length, active: records.length, ...zeros },
      source: { sha256: nothing, name: "export.csv" },
      mapping_sha256: nothing,
      engine: "test",
    },
    files: new Map<string, Iterable<string | Uint8Array>>([
      ["served.json", [served]],
      ["served.json.gz", [gzipSync(served)]],
      ["served.json.br", [brotliCompressSync(served, quick)]],
    ]),
  });
  if (!(await appear(realDisk, staged, folder, number))) throw new Error(`${number} exists`);
  return manifest;
}

export function feedAt(folder: string, name: string, stale = false): ServedFeed {
  return { name, folder, isStale: () => stale };
}
