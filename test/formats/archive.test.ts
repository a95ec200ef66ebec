import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpack } from "../../src/formats/archive/archive.js";
import type { ByteSource } from "../../src/formats/format.js";
import { defaultLimits } from "../../src/formats/limits.js";
import { Refused } from "../../src/formats/refused.js";
import { sourceOf } from "./reading.js";
import { book } from "./workbooks.js";
import { writeZip } from "./zip-writer.js";

const text = "Code;Name\r\nA;a\r\n";

async function bytesOf(source: ByteSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.stream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function unpacked(bytes: Uint8Array, wanted?: string, most = defaultLimits.bytes): Promise<string> {
  const { source, member } = await unpack(sourceOf(bytes, "x", 1000), wanted, { bytes: most });
  const data = await bytesOf(source);
  expect(data.length).toBe(source.size);
  expect((await bytesOf(source)).equals(data)).toBe(true);
  return `${member ?? "-"}: ${data.toString("utf8")}`;
}

describe("archives", () => {
  it("extracts the file from .gz, .zip, and a .gz in a .zip", async () => {
    const data = Buffer.from(text);
    expect(await unpacked(data)).toBe(`-: ${text}`);
    expect(await unpacked(gzipSync(data))).toBe(`-: ${text}`);
    expect(await unpacked(writeZip([{ name: "out/codes.csv", data }]))).toBe(`out/codes.csv: ${text}`);
    expect(await unpacked(writeZip([{ name: "a.csv.gz", data: gzipSync(data) }]))).toBe(`a.csv.gz: ${text}`);
  });

  it("extracts the named file of several, and never guesses", async () => {
    const zip = writeZip([
      { name: "daily/staff-2024.csv", data: Buffer.from(text) },
      { name: "daily/codes.csv", data: Buffer.from("x") },
      { name: "__MACOSX/daily/._codes.csv", data: Buffer.from("x") },
    ]);
    expect(await unpacked(zip, "staff*.csv")).toBe(`daily/staff-2024.csv: ${text}`);
    expect(await unpacked(zip, "daily/STAFF-*")).toBe(`daily/staff-2024.csv: ${text}`);
    const refused = await unpacked(zip).catch((error: unknown) => error as Refused);
    expect(refused).toBeInstanceOf(Refused);
    const { message, hint } = (refused as Refused).issue;
    expect(`${message} ${hint}`).toMatch(/contains 2 files: .* `member` under `read` .* use `members`/);
    await expect(unpacked(zip, "*.xlsx")).rejects.toThrow(
      "the archive contains no file named *.xlsx; files: daily/staff-2024.csv, daily/codes.csv.",
    );
  });

  it("does not unpack workbooks", async () => {
    const bytes = book({ S: [["a"]] });
    expect(
      (await bytesOf((await unpack(sourceOf(bytes), undefined, defaultLimits)).source)).equals(bytes),
    ).toBe(true);
  });

  it("refuses truncated, damaged or encrypted archives with the reason", async () => {
    const data = Buffer.from(text.repeat(500));
    const gz = gzipSync(data);
    await expect(unpacked(gz.subarray(0, gz.length - 9))).rejects.toThrow("truncated");
    const flipped = Buffer.from(gz);
    flipped.writeUInt32LE(7, gz.length - 8);
    await expect(unpacked(flipped)).rejects.toThrow("damaged");
    const zip = writeZip([{ name: "a.csv", data }]);
    await expect(unpacked(zip.subarray(0, zip.length - 30))).rejects.toThrow("truncated");
    await expect(unpacked(writeZip([{ name: "a.csv", data, statedCrc: 1 }]))).rejects.toThrow("checksum");
    await expect(unpacked(writeZip([{ name: "a.csv", data, encrypted: true }]))).rejects.toThrow("password");
    await expect(unpacked(writeZip([{ name: "../a.csv", data }]))).rejects.toThrow("points outside");
    await expect(unpacked(writeZip([]))).rejects.toThrow("empty");
    await expect(
      unpacked(
        writeZip([
          { name: "a.csv", data },
          { name: "a.csv", data },
        ]),
      ),
    ).rejects.toThrow("same name");
  });

  it("refuses bombs, regardless of their stated size", async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024, 0x20);
    await expect(unpacked(gzipSync(zeros))).rejects.toThrow("compression ratio");
    await expect(unpacked(writeZip([{ name: "a.csv", data: zeros }]))).rejects.toThrow("compression ratio");
    await expect(unpacked(writeZip([{ name: "a.csv", data: zeros, statedSize: 1000 }]))).rejects.toThrow(
      "longer than its stated size",
    );
    await expect(unpacked(writeZip([{ name: "a.csv", data: zeros, statedSize: 2 ** 31 }]))).rejects.toThrow(
      "unpacked size in bytes",
    );
    const two = [
      { name: "a.csv", data: Buffer.from("x") },
      { name: "b.csv", data: zeros, statedSize: 2 ** 31 },
    ];
    await expect(unpacked(writeZip(two), "a.csv")).rejects.toThrow("2147483648 in b.csv");
    await expect(unpacked(gzipSync(zeros), undefined, 1_000_000)).rejects.toThrow("unpacked size in bytes");
    const many = Array.from({ length: 1_001 }, (_, i) => ({ name: `${i}.csv`, data: Buffer.from("x") }));
    await expect(unpacked(writeZip(many))).rejects.toThrow("files in the archive");
  });

  it("refuses members that share their bytes", async () => {
    const zip = writeZip([
      { name: "a.csv", data: Buffer.from(text.repeat(20)) },
      { name: "b.csv", data: Buffer.from("b") },
    ]);
    // The second directory entry points to the first member's bytes.
    const second = zip.indexOf("PK\x01\x02", zip.indexOf("PK\x01\x02") + 1);
    zip.writeUInt32LE(0, second + 42);
    await expect(unpacked(zip, "a.csv")).rejects.toThrow("overlap");
  });

  it("refuses archives nested three levels deep", async () => {
    let data: Buffer = Buffer.from(text);
    for (let i = 0; i < 3; i += 1) data = gzipSync(data);
    await expect(unpacked(data)).rejects.toThrow("nested too deeply");
  });
});
