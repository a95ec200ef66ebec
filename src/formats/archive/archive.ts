import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { issue } from "../../model/issues.js";
import { shellWord } from "../../sentence.js";
import { allBytes, sourceInMemory } from "../bytes.js";
import type { ByteSource } from "../format.js";
import { readHead } from "../head.js";
import type { Limits } from "../limits.js";
import { notFound, overLimit, Refused, unreadable, unsupported } from "../refused.js";
import { ofFileNamed } from "./members.js";
import { matchesWildcard } from "../wildcard.js";
import { defaultZipLimits, openZip, type ZipMember } from "./zip.js";

/**
 * This module unpacks `.gz` and `.zip` files, regardless of the format that they contain. A workbook is not unpacked,
 * although it is also a zip archive.
 */

export interface Unpacked {
  readonly source: ByteSource;
  /** Name of the chosen member if the file was a zip archive. */
  readonly member?: string;
  readonly evidence: readonly string[];
}

/**
 * Maximum nesting depth of archives. An archive within another archive is common, but deeper nesting is refused as a
 * possible attack.
 */
const layers = 2;

/**
 * Unpacks a file if it is an archive. `wanted` is the name of the member, in which `*` matches any characters. Throws
 * `Refused` if the archive is damaged or exceeds a limit, or if not exactly one member matches.
 */
export async function unpack(
  source: ByteSource,
  wanted: string | undefined,
  limits: Pick<Limits, "bytes">,
): Promise<Unpacked> {
  let unpacked: Unpacked = { source, evidence: [] };
  for (let layer = 0; ; layer += 1) {
    const inner = await naming(unpacked.member, () =>
      unpackLayer(unpacked.source, layer === 0 ? wanted : undefined, limits),
    );
    if (inner === undefined) return unpacked;
    if (layer === layers) throw unreadable("the archives are nested too deeply");
    const member = inner.member ?? unpacked.member;
    unpacked = {
      source: inner.source,
      evidence: [...unpacked.evidence, ...inner.evidence],
      ...(member === undefined ? {} : { member }),
    };
  }
}

async function naming<T>(member: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (member === undefined || !(error instanceof Refused)) throw error;
    throw new Refused(ofFileNamed(error.issue, member));
  }
}

async function unpackLayer(
  source: ByteSource,
  wanted: string | undefined,
  limits: Pick<Limits, "bytes">,
): Promise<Unpacked | undefined> {
  const first = await readHead(source);
  if (first[0] === 0x1f && first[1] === 0x8b)
    return { source: await gunzipped(source, limits), evidence: ["The file is compressed with gzip."] };
  if (!isZip(first)) return undefined;
  const all = await openZip(await allBytes(source, limits), limits);
  return isWorkbook(all) ? undefined : fromZip(all, wanted);
}

/** Returns undefined if the source is not a zip archive. Throws `Refused` if the archive is damaged. */
async function zipMembers(
  source: ByteSource,
  limits: Pick<Limits, "bytes">,
): Promise<readonly ZipMember[] | undefined> {
  if (!isZip(await readHead(source))) return undefined;
  return openZip(await allBytes(source, limits), limits);
}

function isWorkbook(members: readonly ZipMember[]): boolean {
  return members.some(({ name }) => name === "[Content_Types].xml" || name === "META-INF/manifest.xml");
}

/**
 * True if the source is a zip archive with a matching member. `*` matches any characters. False for a damaged
 * archive.
 */
export async function hasMember(
  source: ByteSource,
  wanted: string,
  limits: Pick<Limits, "bytes">,
): Promise<boolean> {
  try {
    const members = await zipMembers(source, limits);
    return members?.some((member) => matches(member, wanted)) === true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/**
 * Returns the members of a zip archive that match `wanted`, in archive order. Returns undefined for workbooks and for
 * sources that are not zip archives. Throws `Refused` if no member matches.
 */
export async function membersOf(
  source: ByteSource,
  wanted: string,
  limits: Pick<Limits, "bytes">,
): Promise<readonly ZipMember[] | undefined> {
  const all = await zipMembers(source, limits);
  if (all === undefined || isWorkbook(all)) return undefined;
  const members = all.filter((member) => !isSystemFile(member.name) && matches(member, wanted));
  if (members.length === 0) throw notFound(`the archive contains no file named ${wanted}`, "members");
  return members;
}

function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

/** Reads the whole file once, so that truncated or damaged archives and zip bombs fail before the first row. */
async function gunzipped(source: ByteSource, limits: Pick<Limits, "bytes">): Promise<ByteSource> {
  let size = 0;
  for await (const chunk of gunzip(source)) {
    size += chunk.length;
    if (size > limits.bytes)
      throw overLimit("unpacked size in bytes", `more than ${limits.bytes}`, limits.bytes);
    if (size > defaultZipLimits.ratioFrom && size > defaultZipLimits.ratio * source.size) {
      throw overLimit("compression ratio", `more than ${defaultZipLimits.ratio}`, defaultZipLimits.ratio);
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
    throw unreadable(/unexpected end/.test(message) ? "the archive is truncated" : "the archive is damaged");
  } finally {
    packed.destroy();
  }
}

async function fromZip(all: readonly ZipMember[], wanted: string | undefined): Promise<Unpacked> {
  if (all.some(({ name }) => name === "Index/Document.iwa" || name === "Index.zip"))
    throw unsupported("a Numbers document");
  const members = all.filter((member) => !isSystemFile(member.name));
  const found = wanted === undefined ? members : members.filter((member) => matches(member, wanted));
  const list = listText(members);
  const [member] = found;
  if (member === undefined) {
    if (members.length === 0) throw unreadable("the archive is empty");
    throw notFound(
      `the archive contains no file named ${wanted ?? ""}; files: ${list}`,
      "member",
      members.length === 1 ? list : undefined,
    );
  }
  if (found.length > 1) {
    const matching = wanted === undefined ? "" : ` that match ${wanted}`;
    const filling = { count: found.length, matching, names: listText(found), first: shellWord(member.name) };
    throw new Refused(issue("several_files", {}, filling));
  }
  return {
    source: sourceInMemory(member.name, await member.read()),
    member: member.name,
    evidence: [`The file ${member.name} was read from a zip archive.`],
  };
}

/** Returns the names of the first 20 members. */
function listText(members: readonly { readonly name: string }[]): string {
  return members
    .slice(0, 20)
    .map((member) => member.name)
    .join(", ");
}

/** True if the pattern matches the member's path or its name without folders. */
function matches(member: ZipMember, wanted: string): boolean {
  return matchesWildcard(wanted, member.name) || matchesWildcard(wanted, member.name.split("/").at(-1) ?? "");
}

function isSystemFile(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}
