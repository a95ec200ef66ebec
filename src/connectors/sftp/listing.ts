import { whyLink, type IgnoredEntry, type SourceFile } from "../sources/source.js";
import { isLeftAside, leftAside, whyTemporary } from "../temporary-names.js";
import { plain } from "./plain.js";

/**
 * This module checks a server's listing. File names become parts of remote paths, so a name must not lead out of the
 * directory. Sizes and file types are checked before a file is fetched.
 */

/** An entry as reported by the server. Any attribute may be missing. */
export interface RemoteEntry {
  readonly name: string;
  readonly attributes: RemoteAttributes;
}

export interface RemoteAttributes {
  /** File type and permissions as in stat(2). */
  readonly mode?: number | undefined;
  readonly size?: number | undefined;
  /** Seconds since 1970. */
  readonly mtime?: number | undefined;
}

/** Maximum length of a name in bytes. After-actions create longer names, which must not exceed 255 bytes. */
const longestName = 200;

/**
 * Separates the files from the entries to ignore and returns a reason for each ignored entry. `own` recognizes names
 * that Lading created. `areFollowed` is true if links were followed, so the remaining links are broken.
 */
export function checkListing(
  entries: readonly RemoteEntry[],
  own: (name: string) => boolean,
  areFollowed: boolean,
): { files: SourceFile[]; ignored: IgnoredEntry[] } {
  const files: SourceFile[] = [];
  const ignored: IgnoredEntry[] = [];
  const names = new Set<string>();
  for (const { name, attributes } of entries) {
    if (name === "." || name === "..") continue;
    if (isLeftAside(name)) {
      ignored.push({ name, reason: leftAside });
      continue;
    }
    if (own(name)) continue;
    const never = wrongName(name) ?? (names.has(name) ? "the name occurs twice in the listing" : undefined);
    const usual = whyTemporary(name) ?? (kindOf(attributes) === "folder" ? "it is a folder" : undefined);
    const reason = never ?? usual ?? whyNoFile(kindOf(attributes), areFollowed);
    names.add(name);
    if (reason !== undefined) {
      const isUsual = never === undefined && usual !== undefined;
      ignored.push({ name: plain(name), reason, ...(isUsual && { isUsual }) });
      continue;
    }
    const { size, mtime } = attributes;
    if (size === undefined || mtime === undefined || !Number.isSafeInteger(size)) {
      ignored.push({ name, reason: "the server reports no size or no modification time" });
    } else {
      files.push({ name, size, modified: mtime * 1000, identity: "" });
    }
  }
  return { files, ignored };
}

export type Kind = "file" | "folder" | "link" | "other";

/** An entry without a mode is treated as a file. */
export function kindOf(attributes: RemoteAttributes): Kind {
  switch ((attributes.mode ?? 0) & 0o170000) {
    case 0:
    case 0o100000:
      return "file";
    case 0o040000:
      return "folder";
    case 0o120000:
      return "link";
    default:
      return "other";
  }
}

function whyNoFile(kind: Kind, areFollowed: boolean): string | undefined {
  if (kind === "link") return whyLink(areFollowed);
  return kind === "other" ? "it is a device, a pipe or a socket" : undefined;
}

function wrongName(name: string): string | undefined {
  if (name === "") return "the name is empty";
  if (/[/\\]/.test(name)) return "the name contains a slash or a backslash";
  if (name.includes("\uFFFD")) return "the name is not UTF-8, so the file cannot be requested";
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return "the name contains invisible characters";
  if (Buffer.byteLength(name) > longestName) return `the name is longer than ${longestName} bytes`;
  return undefined;
}
