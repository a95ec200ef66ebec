import { crc32 } from "node:zlib";

/**
 * This module packs files into an uncompressed zip archive. Timestamps and permissions are omitted, so that the same
 * files always produce the same bytes.
 */

export interface PackedFile {
  readonly name: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** Members are not kept in memory. */
export async function* packed(files: readonly PackedFile[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const label = Buffer.from(name);
    const local = headerOf(localHeader, label, flags, 0, 0);
    yield local;
    let size = 0;
    let sum = 0;
    for await (const chunk of bytes()) {
      size += chunk.length;
      sum = crc32(chunk, sum);
      yield chunk;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(sum, 4);
    descriptor.writeUInt32LE(size, 8);
    descriptor.writeUInt32LE(size, 12);
    yield descriptor;
    directory.push(headerOf(centralHeader, label, flags, sum, size, at));
    at += local.length + size + descriptor.length;
  }
  yield endOf(directory, at);
}

export interface StoredPart {
  readonly name: string;
  readonly data: readonly Buffer[];
}

/** Packs parts that are in memory, with the size of each part before its data. */
export function storedArchive(parts: readonly StoredPart[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data } of parts) {
    const label = Buffer.from(name);
    const size = data.reduce((sum, piece) => sum + piece.length, 0);
    const sum = data.reduce((crc, piece) => crc32(piece, crc), 0);
    const local = headerOf(localHeader, label, 0, sum, size);
    body.push(local, ...data);
    directory.push(headerOf(centralHeader, label, 0, sum, size, at));
    at += local.length + size;
  }
  return Buffer.concat([...body, endOf(directory, at)]);
}

function endOf(directory: readonly Buffer[], at: number): Buffer {
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([central, end]);
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;

/** General-purpose flags: sizes follow the data, and names are UTF-8. */
const flags = (1 << 3) | (1 << 11);
/** 1980-01-01, the earliest date that the zip format supports. */
const firstDay = 0x21;

/**
 * In a central header, the version of the program that created the archive follows the signature. `place` is the
 * position of the local header.
 */
function headerOf(
  kind: number,
  label: Buffer,
  bits: number,
  sum: number,
  size: number,
  place?: number,
): Buffer {
  const header = Buffer.alloc(kind === centralHeader ? 46 : 30);
  header.writeUInt32LE(kind, 0);
  let from = 4;
  if (kind === centralHeader) from = header.writeUInt16LE(20, from);
  header.writeUInt16LE(20, from);
  header.writeUInt16LE(bits, from + 2);
  header.writeUInt16LE(firstDay, from + 8);
  header.writeUInt32LE(sum, from + 10);
  header.writeUInt32LE(size, from + 14);
  header.writeUInt32LE(size, from + 18);
  header.writeUInt16LE(label.length, from + 22);
  if (place !== undefined) header.writeUInt32LE(place, 42);
  return Buffer.concat([header, label]);
}
