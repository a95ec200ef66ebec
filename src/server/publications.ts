import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { readCurrent, type Current } from "../lists/current.js";
import type { Log } from "../log.js";
import { fresh } from "./fresh.js";
import type { ContentEncoding } from "./negotiate.js";

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
  /** The bytes in an encoding with their strong ETag; undefined when the publication has none in that encoding. */
  readonly bytes: (encoding: ContentEncoding) => Promise<ServedBytes | undefined>;
}

export interface ServedBytes {
  readonly body: Buffer;
  readonly etag: string;
}

const fileOf: Record<ContentEncoding, string> = {
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
  get(): Promise<ServedPublication | undefined>;
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
  if (last !== undefined && last.current.folder === current.folder) {
    // Only the confirmation is new: the bytes in memory stay.
    return { current, bytes: last.bytes };
  }
  const held = new Map<ContentEncoding, Promise<ServedBytes | undefined>>();
  return {
    current,
    bytes(encoding) {
      const known = held.get(encoding);
      if (known !== undefined) return known;
      const reading = readVerified(current, fileOf[encoding]);
      held.set(encoding, reading);
      reading.catch(() => held.delete(encoding));
      return reading;
    },
  };
}

/** Damaged bytes are never sent: what does not have the manifest's hash is an error. */
async function readVerified(current: Current, name: string): Promise<ServedBytes | undefined> {
  const stated = current.manifest.files[name];
  if (stated === undefined) return undefined;
  const { body, sha256 } = await readHashed(join(current.folder, name), stated.bytes);
  if (sha256 !== stated.sha256) {
    throw new Error(
      `${name} of publication ${current.manifest.number} does not have the hash of its manifest`,
    );
  }
  // The hash is of the encoded bytes, so the ETag differs per encoding, as a strong one must (RFC 9110 section 8.8.3).
  const etag = `"${sha256.slice(0, 32)}"`;
  return { body, etag };
}

/** Bytes that are read and hashed at once: between two pieces others are answered. */
const piece = 512 * 1024;

/** A file and its hash; nothing of one that has not the length. */
async function readHashed(
  path: string,
  length: number,
): Promise<{ readonly body: Buffer; readonly sha256: string }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const body = Buffer.allocUnsafeSlow(size === length ? length : 0);
    const hash = createHash("sha256");
    for (let at = 0; at < body.length;) {
      const { bytesRead } = await file.read(body, at, Math.min(piece, length - at));
      if (bytesRead === 0) break;
      hash.update(body.subarray(at, at + bytesRead));
      at += bytesRead;
    }
    return { body, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}
