import { expect, it } from "vitest";
import { staff } from "../../../src/model/record-types/index.js";
import { storedLines } from "../../../src/formats/output/stored-line.js";
import { BrokenFrames } from "../../../src/system/readers/frames.js";
import { RecordCheck } from "../../../src/system/readers/record-check.js";

const record = (id: unknown, more: object = {}) =>
  `${JSON.stringify({ external_id: id, updated_at: "", name: "N", email_address: "n@example.com", is_active: true, ...more })}\n`;
const check = (...pieces: readonly string[]) => {
  const records = new RecordCheck(staff);
  for (const piece of pieces) records.check(Buffer.from(piece), piece.split("\n").length - 1);
};

it("accepts records in the order of a list, across several pieces", () => {
  const later = record("a", { updated_at: "2026-03-01T08:15:00.000Z" });
  expect(() => check(record("1") + record("2"), record("9", { name: '\u00e9"' }) + later)).not.toThrow();
});

it("accepts no other order, and no record with a wrong id", () => {
  const one = record("1");
  for (const pieces of [
    [record("2") + one],
    [one + one],
    [record("2"), one],
    [record(1)],
    [record("1", { updated_at: null }).replace('"1"', "null")],
    ["null\n"],
    ["[]\n"],
    ["{\n"],
  ]) {
    expect(() => check(...pieces), pieces.join()).toThrow(BrokenFrames);
  }
  expect(() => new RecordCheck(staff).check(Buffer.from(one), 2)).toThrow(BrokenFrames);
  const bytes = Buffer.from(record("1", { name: "~" }));
  bytes[bytes.indexOf("~")] = 0xff;
  expect(() => new RecordCheck(staff).check(bytes, 1)).toThrow(BrokenFrames);
});

it("a record has the id at the start of its line", () => {
  const line = record("1").replace("true}", 'true,"external_id":"0"}');
  const [stored] = storedLines(Buffer.from(line));
  expect(() => stored?.record).toThrow("two ids");
});
