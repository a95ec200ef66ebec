/** The interface of sources, where files arrive. Files are found only by listing. */

/** A file in a listing. Two observations are equal if all of these values are. */
export interface SeenFile {
  /** Name in the source. The source must check it before it is used in a path. */
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Device, inode and change time if the source knows them. Otherwise empty. */
  readonly identity: string;
}

/** An ignored entry, with the reason: a link, a device, a temporary name. */
export interface IgnoredEntry {
  readonly name: string;
  readonly reason: string;
  /** True for a temporary name or a folder, which is not reported to people. */
  readonly isUsual?: true;
}

export interface Listing {
  readonly files: readonly SeenFile[];
  readonly ignored: readonly IgnoredEntry[];
}

export interface Source {
  /** Name in the workspace. */
  readonly name: string;
  /** Milliseconds that three equal observations must span before a file is complete. */
  readonly settleFor: number;
  /**
   * Milliseconds between listings while nothing arrives, so that a partner's server is not polled more often than
   * agreed. Default: every poll lists the source.
   */
  readonly pollEvery?: number;
  /** Maximum size of a file to fetch, in bytes. Default: only the reader's limit applies. */
  readonly largest?: number;
  list(signal: AbortSignal): Promise<Listing>;
  /**
   * Yields the bytes of a listed file. Throws if the file has changed, before or after reading. Do not use other
   * operations of the source between two chunks, because the source may have only one connection.
   */
  fetch(file: SeenFile, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Removes the file or leaves it, as configured, after it was processed. Does nothing if a new file has taken the
   * name. Idempotent. An `unread` file has no other copy, so it may be moved or renamed as configured for failures, but
   * is never deleted.
   */
  settle(
    file: SeenFile,
    outcome: "published" | "rejected" | "unread",
    signal: AbortSignal,
  ): Promise<"done" | "left" | "changed" | "gone">;
  /** Calls `wake` when a file may have arrived. This is only a hint. Returns a function that stops watching. */
  watch?(wake: () => void): () => Promise<void>;
  close(): Promise<void>;
}

/** Why a link is ignored. */
export function whyLink(areFollowed: boolean): string {
  return areFollowed
    ? "it is a link that leads to no file"
    : "it is a link; `follow_links: true` takes links that lead to a file";
}
