/** Files are found only through listings. */

/** A file in a listing. Two observations are equal if all of these properties are equal. */
export interface SourceFile {
  /** Untrusted: the source must validate the name before using it in a path. */
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Device, inode, modification time and change time, if the source provides them. Otherwise, empty. */
  readonly identity: string;
}

/** An ignored entry, such as a link, a device or a temporary name, with the reason for ignoring it. */
export interface IgnoredEntry {
  readonly name: string;
  readonly reason: string;
  /** True for folders and temporary names, which are common, so no alert is sent. */
  readonly isUsual?: true;
}

export interface Listing {
  readonly files: readonly SourceFile[];
  readonly ignored: readonly IgnoredEntry[];
}

export interface Source {
  readonly name: string;
  /** Minimum time in milliseconds that three equal observations must span before a file is considered complete. */
  readonly settleFor: number;
  /**
   * Milliseconds between listings while nothing arrives, so that Lading does not poll a partner's server more often
   * than agreed. By default, the source is listed in every poll.
   */
  readonly pollEvery?: number;
  /** Maximum size in bytes of a file to fetch. If undefined, only the reader's limit applies. */
  readonly largest?: number;
  list(signal: AbortSignal): Promise<Listing>;
  /**
   * Yields the bytes of a listed file. Throws if the file changed, whether before or during reading. Do not use other
   * operations of the source between two chunks, because the source may have only one connection.
   */
  fetch(file: SourceFile, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Moves, renames, deletes or keeps a processed file, as configured. Does nothing if the name now belongs to a new
   * file. Idempotent. An `unread` file has no other copy, so it may be moved or renamed as configured for failures, but
   * is never deleted.
   */
  settle(
    file: SourceFile,
    outcome: "published" | "rejected" | "unread",
    signal: AbortSignal,
  ): Promise<"done" | "left" | "changed" | "gone">;
  /** Calls `wake` when a file may have arrived. Returns a function that stops watching. */
  watch?(wake: () => void): () => Promise<void>;
  close(): Promise<void>;
}

export function whyLink(areFollowed: boolean): string {
  return areFollowed
    ? "it is a link that does not point to a file"
    : "it is a link; `follow_links: true` accepts links that point to files";
}
