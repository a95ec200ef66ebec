import { crc32, deflateRawSync } from "node:zlib";

/** Writes valid and manipulated archives for tests. */
export interface Member {
  readonly name: string;
  readonly data: Buffer;
  /** False header values. */
  readonly statedSize?: number;
  readonly statedCrc?: number;
  readonly encrypted?: boolean;
  /** Without compression. */
  readonly stored?: boolean;
}

export function writeZip(members: readonly Member[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const name = Buffer.from(member.name, "utf8");
    const raw = member.stored ? member.data : deflateRawSync(member.data, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(member.encrypted ? 1 : 0, 2);
    facts.writeUInt16LE(member.stored ? 0 : 8, 4);
    facts.writeUInt32LE(member.statedCrc ?? crc32(member.data), 10);
    facts.writeUInt32LE(raw.length, 14);
    facts.writeUInt32LE(member.statedSize ?? member.data.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, name, raw]);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, rest, name);
    body.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...body, listing, end]);
}
