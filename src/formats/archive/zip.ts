import { crc32, inflateRaw } from "node:zlib";
import { promisify } from "node:util";
import type { Entry, ZipFile } from "yauzl";
import { overLimit, Refused, unreadable, withPassword } from "../refused.js";

/**
 * Archives from strangers. Everything is judged by the central directory before a byte is inflated, each member is
 * inflated under its own stated size, and its checksum is compared: a member is either exactly what it says or refused.
 */

/** Bounds of an archive. */
export interface ZipLimits {
  /** Members in the archive. */
  readonly entries: number;
  /** Bytes of all members together, inflated. */
  readonly bytes: number;
  /** How many times larger than the archive the members may be; judged above `ratioFrom` bytes only. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const defaultZipLimits: ZipLimits = {
  entries: 1_000,
  bytes: 256 * 1024 * 1024,
  ratio: 200,
  ratioFrom: 8 * 1024 * 1024,
};

export interface ZipMember {
  readonly name: string;
  /** Bytes when inflated, as the directory states; `read` answers with exactly so many or refuses. */
  readonly size: number;
  read(): Promise<Buffer>;
}

const inflate = promisify(inflateRaw);

/** Lists the members of an archive, or throws `Refused` with the reason. Folders are left out. */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<readonly ZipMember[]> {
  // Most files are no archives, and each is read in a process of its own.
  const { fromBufferPromise } = await import("yauzl");
  const zip = await naming(() => fromBufferPromise(bytes, { lazyEntries: true }));
  if (zip.entryCount > limits.entries)
    throw overLimit("members of the archive", zip.entryCount, limits.entries);
  const members = new Map<string, ZipMember>();
  const spans: [number, number][] = [];
  let total = 0;
  await naming(async () => {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      if (entry.isEncrypted()) throw withPassword();
      if (!entry.canDecodeFileData())
        throw unreadable("the archive uses a compression that is not supported");
      const name = partName(entry.fileName);
      if (members.has(name)) throw unreadable("the archive holds two members of the same name");
      total += entry.uncompressedSize;
      spans.push([
        entry.relativeOffsetOfLocalHeader,
        entry.relativeOffsetOfLocalHeader + entry.compressedSize + entry.fileNameRaw.length + 30,
      ]);
      members.set(name, {
        name,
        size: entry.uncompressedSize,
        read: () => naming(() => readMember(zip, entry, bytes)),
      });
    }
  });
  if (total > limits.bytes) throw overLimit("bytes when unpacked", total, limits.bytes);
  if (total > limits.ratioFrom && total > limits.ratio * bytes.length) {
    throw overLimit("growth when unpacked", Math.ceil(total / bytes.length), limits.ratio);
  }
  // Members that share bytes are how a small archive becomes petabytes.
  spans.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < spans.length; i += 1) {
    if ((spans[i] as [number, number])[0] < (spans[i - 1] as [number, number])[1]) {
      throw unreadable("members of the archive overlap");
    }
  }
  return [...members.values()];
}

async function readMember(zip: ZipFile, entry: Entry, bytes: Buffer): Promise<Buffer> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const end = fileDataStart + entry.compressedSize;
  if (end > bytes.length) throw unreadable("the archive is cut short");
  const raw = bytes.subarray(fileDataStart, end);
  const data =
    entry.compressionMethod === 0
      ? raw
      : await inflate(raw, { maxOutputLength: Math.max(1, entry.uncompressedSize), chunkSize: 256 * 1024 });
  if (data.length !== entry.uncompressedSize)
    throw unreadable("a member of the archive is not as long as stated");
  if (crc32(data) !== entry.crc32)
    throw unreadable("a member of the archive is damaged (its checksum is wrong)");
  return data;
}

/** In Office packages the case of names does not count; this part tells that it is one. */
function partName(name: string): string {
  const types = "[Content_Types].xml";
  return name.toLowerCase() === types.toLowerCase() ? types : name;
}

/** Gives the failures of the libraries a name of ours. */
async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") throw unreadable("a member of the archive is longer than stated");
    if (/end of central directory|truncated|unexpected end/i.test(message) || code === "Z_BUF_ERROR") {
      throw unreadable("the archive is cut short or damaged");
    }
    if (/absolute path|invalid relative path|invalid characters/.test(message)) {
      throw unreadable("the archive holds a member whose name leads out of it");
    }
    throw unreadable("the archive is damaged");
  }
}
