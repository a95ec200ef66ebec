import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readCurrent, type Current } from "../lists/current.js";
import type { Log } from "../log.js";
import { fresh } from "./fresh.js";
import type { Encoding } from "./negotiate.js";

/** The current publication of a feed, in memory: its bytes are read once and sent as they are. */

export interface ServedFeed {
  /** `account/record-type`. */
  readonly name: string;
  /** `data/accounts/<account>/<record-type>`. */
  readonly folder: string;
  /** Whether the list is older than the feed allows. */
  isStale(list: { readonly confirmedAt: Date; readonly publishedAt: Date }, now: Date): boolean;
}

export interface ServedPublication {
  readonly current: Current;
  readonly lastModified: string;
  /** The bytes in an encoding with their strong ETag; undefined when the publication has none in that encoding. */
  readonly bytes: (encoding: Encoding) => Promise<ServedBytes | undefined> | ServedBytes | undefined;
}

export interface ServedBytes {
  readonly body: Buffer;
  readonly etag: string;
}

const fileOf: Record<Encoding, string> = {
  identity: "served.json",
  gzip: "served.json.gz",
  br: "served.json.br",
};

/**
 * Follows a feed: a new publication, made by whatever process, is seen within a fraction of a second. While its folder cannot
 * be read (the disk fails, rights are missing), the list in memory goes on being served, and the log says so.
 */
export function followFeed(
  feed: ServedFeed,
  log: Log,
): {
  get(): Promise<ServedPublication | undefined> | ServedPublication | undefined;
} {
  let last: ServedPublication | undefined;
  const read = async () => {
    const current = await readCurrent(feed.folder);
    last = current === undefined ? undefined : servedPublication(current, last);
    return last;
  };
  return fresh([join(feed.folder, "pub"), join(feed.folder, "journal")], read, (reason) =>
    log.error("list_not_read", { feed: feed.name, reason }),
  );
}

function servedPublication(current: Current, last: ServedPublication | undefined): ServedPublication {
  const lastModified = new Date(current.manifest.published_at).toUTCString();
  if (last !== undefined && last.current.folder === current.folder) {
    // Only the confirmation is new: the bytes in memory stay.
    return { current, lastModified, bytes: last.bytes };
  }
  const held = new Map<Encoding, Promise<ServedBytes | undefined> | ServedBytes | undefined>();
  return {
    current,
    lastModified,
    bytes(encoding) {
      if (!held.has(encoding)) {
        const reading = readVerified(current, fileOf[encoding]);
        held.set(encoding, reading);
        reading.then(
          (bytes) => held.set(encoding, bytes),
          () => held.delete(encoding),
        );
      }
      return held.get(encoding);
    },
  };
}

/** Damaged bytes are never sent: what does not have the manifest's hash is an error. */
async function readVerified(current: Current, name: string): Promise<ServedBytes | undefined> {
  const stated = current.manifest.files[name];
  if (stated === undefined) return undefined;
  const body = await readFile(join(current.folder, name));
  const sha256 = createHash("sha256").update(body).digest("hex");
  if (sha256 !== stated.sha256 || body.length !== stated.bytes) {
    throw new Error(
      `${name} of publication ${current.manifest.number} does not have the hash of its manifest`,
    );
  }
  // The hash is of the encoded bytes, so the ETag differs per encoding, as a strong one must (RFC 9110 section 8.8.3).
  const etag = `"${sha256.slice(0, 32)}"`;
  return { body, etag };
}
