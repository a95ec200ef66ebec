/** What every source is: a place where files arrive. Listing is the truth; nothing else finds files. */

/** A file as one listing showed it. Two observations are equal when all of these are. */
export interface SeenFile {
  /** Name as the place wrote it: a label, never used as a path without the source's own check. */
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Device, inode and change time where the place knows them, else empty. */
  readonly identity: string;
}

/** Something in the place that is not taken, and why, in plain words: a link, a device, a temporary name. */
export interface IgnoredEntry {
  readonly name: string;
  readonly reason: string;
  /** True for a temporary name or a folder. Nobody needs to know of it. */
  readonly isUsual?: true;
}

export interface Listing {
  readonly files: readonly SeenFile[];
  readonly ignored: readonly IgnoredEntry[];
}

export interface Source {
  /** Name in the workspace. */
  readonly name: string;
  /** How long three equal observations must span before a file counts as whole, in milliseconds. */
  readonly settleFor: number;
  /**
   * How often the place is listed while nothing arrives, in milliseconds, so that a partner's server is not asked more
   * than was agreed; whenever somebody looks, when absent.
   */
  readonly pollEvery?: number;
  /** A larger file is not to be fetched, in bytes; as large as can be read, when absent. */
  readonly largest?: number;
  list(signal: AbortSignal): Promise<Listing>;
  /**
   * The bytes of a file that was seen. Throws when the file is no longer the one that was seen, before or after
   * reading. Nothing else may be asked of the source between two pieces: it may have but one connection.
   */
  fetch(file: SeenFile, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * After the decision: take the file out of the place, or leave it, as configured. Does nothing to a file that is not the
   * one that was fetched (a new one came under the same name). Idempotent. One that is `unread` is kept nowhere else: as
   * configured for a failure it may be moved or renamed; what would remove it leaves it.
   */
  settle(
    file: SeenFile,
    outcome: "published" | "rejected" | "unread",
    signal: AbortSignal,
  ): Promise<"done" | "left" | "changed" | "gone">;
  /** Calls `wake` when something may have happened; only a hint. Returns how to stop. */
  watch?(wake: () => void): () => Promise<void>;
  close(): Promise<void>;
}
