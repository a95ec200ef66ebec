import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { issue } from "../../model/issues.js";
import { allBytes, sourceInMemory } from "../bytes.js";
import type { ByteSource } from "../format.js";
import type { Limits } from "../limits.js";
import { overLimit, Refused, unreadable, unsupported } from "../refused.js";
import { matchesWildcard } from "../wildcard.js";
import { defaultZipLimits, openZip, type ZipMember } from "./zip.js";

/** `.gz` and `.zip` around a file of any format. A workbook is a zip archive too, and is left as it is. */

export interface Unpacked {
  readonly source: ByteSource;
  /** The member that was taken, when the file was an archive of several. */
  readonly member?: string;
  readonly evidence: readonly string[];
}

/** A compressed member within an archive is common, an archive within an archive within an archive is an attack. */
const layers = 2;

/**
 * Takes a file out of the archive around it, if there is one.
 *
 * @param wanted name of the member; `*` stands for anything
 * @throws Refused when the archive is damaged, over a limit, or which member is meant is not clear
 */
export async function unpack(
  source: ByteSource,
  wanted: string | undefined,
  limits: Pick<Limits, "bytes">,
): Promise<Unpacked> {
  let unpacked: Unpacked = { source, evidence: [] };
  for (let layer = 0; ; layer += 1) {
    const inner = await unpackLayer(unpacked.source, layer === 0 ? wanted : undefined, limits);
    if (inner === undefined) return unpacked;
    if (layer === layers) throw unreadable("it is an archive within archives");
    const member = inner.member ?? unpacked.member;
    unpacked = {
      source: inner.source,
      evidence: [...unpacked.evidence, ...inner.evidence],
      ...(member === undefined ? {} : { member }),
    };
  }
}

async function unpackLayer(
  source: ByteSource,
  wanted: string | undefined,
  limits: Pick<Limits, "bytes">,
): Promise<Unpacked | undefined> {
  const first = await firstBytes(source);
  if (first[0] === 0x1f && first[1] === 0x8b)
    return { source: await gunzipped(source, limits), evidence: ["It is compressed with gzip."] };
  return isZip(first) ? fromZip(await allBytes(source, limits), wanted, limits) : undefined;
}

/** Whether a zip archive holds a file of that name; `*` stands for anything. False for anything else, and for one that is damaged. */
export async function hasMember(
  source: ByteSource,
  wanted: string,
  limits: Pick<Limits, "bytes">,
): Promise<boolean> {
  if (!isZip(await firstBytes(source))) return false;
  try {
    const members = await openZip(await allBytes(source, limits), {
      ...defaultZipLimits,
      bytes: limits.bytes,
    });
    return members.some((member) => named(member, wanted));
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The files of a zip archive that are called so, in its order; undefined for anything else, a workbook included. */
export async function membersOf(
  source: ByteSource,
  wanted: string,
  limits: Pick<Limits, "bytes">,
): Promise<readonly ZipMember[] | undefined> {
  if (!isZip(await firstBytes(source))) return undefined;
  const all = await openZip(await allBytes(source, limits), { ...defaultZipLimits, bytes: limits.bytes });
  if (all.some(({ name }) => name === "[Content_Types].xml" || name === "META-INF/manifest.xml"))
    return undefined;
  const members = all.filter((member) => !isLitter(member.name) && named(member, wanted));
  if (members.length === 0) throw unreadable(`the archive holds no file that is called ${wanted}`);
  return members;
}

function isZip([a, b, c, d]: readonly number[]): boolean {
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

async function firstBytes(source: ByteSource): Promise<readonly number[]> {
  const bytes: number[] = [];
  for await (const chunk of source.stream()) {
    bytes.push(...chunk.subarray(0, 4));
    if (bytes.length >= 4) break;
  }
  return bytes;
}

/** Reads the whole file once, so that a cut or damaged archive, or a bomb, is known before its first row is taken. */
async function gunzipped(source: ByteSource, limits: Pick<Limits, "bytes">): Promise<ByteSource> {
  let size = 0;
  for await (const chunk of gunzip(source)) {
    size += chunk.length;
    if (size > limits.bytes)
      throw overLimit("bytes when unpacked", `more than ${limits.bytes}`, limits.bytes);
    if (size > defaultZipLimits.ratioFrom && size > defaultZipLimits.ratio * source.size) {
      throw overLimit("growth when unpacked", `more than ${defaultZipLimits.ratio}`, defaultZipLimits.ratio);
    }
  }
  return { name: source.name.replace(/\.gz$/i, ""), size, stream: () => gunzip(source) };
}

async function* gunzip(source: ByteSource): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(source.stream());
  const plain = createGunzip();
  packed.on("error", (error) => plain.destroy(error));
  try {
    yield* packed.pipe(plain) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_") !== true) throw error;
    throw unreadable(/unexpected end/.test(message) ? "the archive is cut short" : "the archive is damaged");
  } finally {
    packed.destroy();
  }
}

async function fromZip(
  bytes: Buffer,
  wanted: string | undefined,
  limits: Pick<Limits, "bytes">,
): Promise<Unpacked | undefined> {
  const all = await openZip(bytes, { ...defaultZipLimits, bytes: limits.bytes });
  const names = new Set(all.map((member) => member.name));
  if (names.has("[Content_Types].xml") || names.has("META-INF/manifest.xml")) return undefined;
  if (names.has("Index/Document.iwa") || names.has("Index.zip")) {
    throw unsupported("a Numbers document");
  }
  const members = all.filter((member) => !isLitter(member.name));
  const found = wanted === undefined ? members : members.filter((member) => named(member, wanted));
  const list = members
    .map((member) => member.name)
    .slice(0, 20)
    .join(", ");
  const [member] = found;
  if (member === undefined) {
    throw unreadable(
      members.length === 0
        ? "the archive is empty"
        : `the archive has no such member as the mapping names; it holds ${list}`,
    );
  }
  if (found.length > 1) {
    const filling = { count: found.length, names: list, first: member.name };
    throw new Refused(issue("several_files", {}, filling));
  }
  return {
    source: sourceInMemory(member.name, await member.read()),
    member: member.name,
    evidence: [`It is the member ${member.name} of a zip archive.`],
  };
}

/** A pattern may name the member with or without its folders. */
function named(member: ZipMember, wanted: string): boolean {
  return matchesWildcard(wanted, member.name) || matchesWildcard(wanted, member.name.split("/").at(-1) ?? "");
}

/** What operating systems put into archives. */
function isLitter(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}
