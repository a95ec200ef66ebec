import { join } from "node:path";
import { compress } from "./compress.js";
import { encoder } from "../encode/index.js";
import { servedJson } from "../encode/served.js";
import { failure } from "../errors.js";
import { ensureFolder } from "../storage/durable.js";
import { lastArrival, type DeliveryState } from "../lists/feed-state.js";
import { feedTemporary } from "../lists/filing.js";
import type { Manifest } from "../lists/manifest.js";
import { appearedWhole } from "../lists/current.js";
import { appear, publicationNumbers, stage } from "../lists/publish.js";
import type { Reconciled } from "../lists/reconcile.js";
import { changesText, deliveredText, notesText, type DeliveredParts } from "../lists/stored-list.js";
import type { OpenFeed } from "./open-feed.js";

/** Steps 4 to 6 of the publish protocol for one list: encode, stage, verify, appear. */

export interface ListToPublish {
  readonly result: Reconciled;
  readonly columns: readonly string[];
  readonly delivered: DeliveredParts;
  readonly source: { readonly sha256: string; readonly name: string };
  readonly mappingHash: string;
  readonly rolledBackTo?: number;
  /** Called when the publication is whole and verified, before it appears. */
  readonly onStaged: (number: number) => Promise<void>;
}

const day = 86_400_000;

/**
 * @returns the number of the publication
 * @throws locked, when another process took the feed meanwhile; clock_wrong; the file system's own errors
 */
export async function publishList(open: OpenFeed, list: ListToPublish): Promise<number> {
  const { setup, feed } = open;
  const { disk, clock } = setup;
  const now = clock.now();
  refuseWrongClock(open, now);
  const number = ((await publicationNumbers(disk, feed.folder))[0] ?? 0) + 1;
  const folder = join(setup.workspace.data, "tmp", feedTemporary(feed.name, `pub-${number}`));
  await ensureFolder(disk, join(setup.workspace.data, "tmp"));
  await disk.remove(folder);
  const manifest = await stage(disk, folder, {
    number,
    manifest: manifestOf(open, list, now),
    files: filesOf(open, list, number, now),
  });
  await list.onStaged(number);
  // A person may have removed the lock of a process that stood still; whoever has it now decides.
  if (!(await open.lock.isHeld()) || !(await appear(disk, folder, feed.folder, number))) {
    throw failure("locked", { feed: feed.name, pid: "?", host: "?" });
  }
  await appearedWhole(disk, feed.folder, manifest);
  return number;
}

function refuseWrongClock(open: OpenFeed, now: Date): void {
  const last = open.state().lastPublishedAt;
  if (last === undefined || now.getTime() >= Date.parse(last) - day) return;
  throw failure("clock_wrong", { now: now.toISOString(), feed: open.feed.name, last });
}

function manifestOf(
  open: OpenFeed,
  list: ListToPublish,
  now: Date,
): Omit<Manifest, "number" | "files" | "seal"> {
  const { count: records, active } = list.result.list;
  const { serve } = open.feed;
  return {
    lading: 1,
    feed: open.feed.name,
    record: open.feed.type.name,
    published_at: now.toISOString(),
    columns: [...list.columns],
    counts: {
      records,
      active,
      ...list.result.changes.kinds,
      carried: Object.values(list.result.carried).reduce((sum, each) => sum + each, 0),
    },
    source: list.source,
    mapping_sha256: list.mappingHash,
    ...(Object.keys(serve).length === 0 ? {} : { serve }),
    ...(list.rolledBackTo === undefined ? {} : { rolled_back_to: list.rolledBackTo }),
    engine: open.setup.engine,
  };
}

type Contents = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

function filesOf(
  open: OpenFeed,
  { result, columns, delivered, source }: ListToPublish,
  number: number,
  now: Date,
): ReadonlyMap<string, Contents> {
  const { type, serve } = open.feed;
  const { list } = result;
  const files = new Map<string, Contents>();
  for (const name of ["json", "ndjson", "csv"] as const) {
    const contents = encoder(name)?.encodeLines?.(columns, list.records());
    if (contents !== undefined) files.set(`list.${name}`, contents);
  }
  // Compressed by the threads of the platform while the files before are written.
  const served = () => servedJson(type, columns, list.records(), serve);
  const compressed = compress(served());
  files.set("served.json", served());
  files.set("served.json.gz", whenDone(compressed.gzip));
  files.set("served.json.br", whenDone(compressed.brotli));
  files.set("notes.ndjson", notesText(list));
  files.set("delivered.json", [deliveredText(delivered)]);
  files.set(
    "changes.ndjson",
    changesText(result.changes, { at: now.toISOString(), number, file: source.name }),
  );
  return files;
}

async function* whenDone(bytes: Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await bytes;
}

export function sourceOf(delivery: DeliveryState): ListToPublish["source"] {
  return { sha256: delivery.sha256, name: lastArrival(delivery).name };
}
