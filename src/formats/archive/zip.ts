import { crc32, inflateRaw } from "node:zlib";
import { promisify } from "node:util";
import type { Entry, ZipFile } from "yauzl";
import { visible } from "../../sentence.js";
import { defaultLimits, type Limits } from "../limits.js";
import { overLimit, Refused, unreadable, withPassword } from "../refused.js";

/**
 * This module reads untrusted archives. The central directory is checked before any data is inflated. Each member is
 * inflated only up to its stated size, and its checksum is verified.
 */

export const defaultZipLimits = {
  /** Maximum number of members. */
  entries: 1_000,
  /** Maximum total size of all members in bytes, after inflation. */
  bytes: defaultLimits.bytes,
  /**
   * Maximum ratio of the inflated size to the archive size. Checked only if the inflated size exceeds `ratioFrom`
   * bytes.
   */
  ratio: 200,
  ratioFrom: 8 * 1024 * 1024,
} as const;

export interface ZipMember {
  readonly name: string;
  /** Inflated size in bytes, as stated in the directory. `read` returns exactly this many bytes or throws. */
  readonly size: number;
  read(): Promise<Buffer>;
}

const inflate = promisify(inflateRaw);

/**
 * Lists the members of an archive, excluding folders. Throws `Refused` if the archive is damaged, protected or
 * exceeds a limit.
 */
export async function openZip(bytes: Buffer, most: Pick<Limits, "bytes">): Promise<readonly ZipMember[]> {
  const limits = { ...defaultZipLimits, bytes: most.bytes };
  // The library is imported on demand, because most files are not archives.
  const { fromBufferPromise } = await import("yauzl");
  const zip = await refusingErrors(() => fromBufferPromise(bytes, { lazyEntries: true }));
  if (zip.entryCount > limits.entries)
    throw overLimit("files in the archive", zip.entryCount, limits.entries);
  const members = new Map<string, ZipMember>();
  const spans: [number, number][] = [];
  let total = 0;
  await refusingErrors(async () => {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      if (entry.isEncrypted()) throw withPassword();
      if (!entry.canDecodeFileData())
        throw unreadable("the compression method of the archive is not supported");
      const name = partName(entry.fileName);
      if (members.has(name)) throw unreadable("two files in the archive have the same name");
      total += entry.uncompressedSize;
      spans.push([
        entry.relativeOffsetOfLocalHeader,
        entry.relativeOffsetOfLocalHeader + entry.compressedSize + entry.fileNameRaw.length + 30,
      ]);
      members.set(name, {
        name,
        size: entry.uncompressedSize,
        read: () => refusingErrors(() => readMember(zip, entry, bytes), visible(name)),
      });
    }
  });
  if (total > limits.bytes) throw overLimit("unpacked size in bytes", sizeOf(members, total), limits.bytes);
  if (total > limits.ratioFrom && total > limits.ratio * bytes.length) {
    throw overLimit("compression ratio", Math.ceil(total / bytes.length), limits.ratio);
  }
  // With overlapping members, a small archive could expand to petabytes.
  spans.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < spans.length; i += 1) {
    if ((spans[i] as [number, number])[0] < (spans[i - 1] as [number, number])[1]) {
      throw unreadable("files in the archive overlap");
    }
  }
  return [...members.values()];
}

function sizeOf(members: ReadonlyMap<string, ZipMember>, total: number): string {
  const [largest] = [...members.values()].sort((a, b) => b.size - a.size);
  const named = `${total} (including ${largest?.size} in ${visible(largest?.name ?? "")})`;
  return members.size > 1 ? named : String(total);
}

async function readMember(zip: ZipFile, entry: Entry, bytes: Buffer): Promise<Buffer> {
  const name = visible(entry.fileName);
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const end = fileDataStart + entry.compressedSize;
  if (end > bytes.length) throw unreadable("the archive is truncated");
  const raw = bytes.subarray(fileDataStart, end);
  const data =
    entry.compressionMethod === 0
      ? raw
      : await inflate(raw, { maxOutputLength: Math.max(1, entry.uncompressedSize), chunkSize: 256 * 1024 });
  if (data.length !== entry.uncompressedSize)
    throw unreadable(`${name} in the archive does not have its stated size`);
  if (crc32(data) !== entry.crc32) throw unreadable(`${name} in the archive is damaged (wrong checksum)`);
  return data;
}

/**
 * Corrects the case of `[Content_Types].xml`, because Office packages ignore the case of part names. Returns other
 * names unchanged.
 */
function partName(name: string): string {
  const types = "[Content_Types].xml";
  return name.toLowerCase() === types.toLowerCase() ? types : name;
}

/** Converts library errors to `Refused`. `name` is the member being read. */
async function refusingErrors<T>(work: () => Promise<T>, name?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE")
      throw unreadable(`${name ?? "a file"} in the archive is longer than its stated size`);
    if (/end of central directory|truncated|unexpected end/i.test(message) || code === "Z_BUF_ERROR") {
      const what = name === undefined ? "the archive" : `${name} in the archive`;
      throw unreadable(`${what} is truncated or damaged`);
    }
    if (/absolute path|invalid relative path|invalid characters/.test(message)) {
      throw unreadable("a file name in the archive points outside the archive");
    }
    throw unreadable(name === undefined ? "the archive is damaged" : `${name} in the archive is damaged`);
  }
}
