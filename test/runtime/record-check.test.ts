import { expect, it } from "vitest";
import { BrokenFrames } from "../../src/runtime/frames.js";
import { RecordCheck } from "../../src/runtime/record-check.js";

const record = (id: unknown, more: object = {}) =>
  `${JSON.stringify({ external_id: id, updated_at: "", name: "N", tax_code: { external_id: "9" }, ...more })}\n`;
const check = (...pieces: readonly string[]) => {
  const records = new RecordCheck();
  for (const piece of pieces) records.check(Buffer.from(piece), piece.split("\n").length - 1);
};

it("takes records in the order of a list, over several pieces", () => {
  expect(() => check(record("1") + record("2"), record("a", { is_active: true, rate: null }))).not.toThrow();
});

it("believes nothing else", () => {
  for (const pieces of [
    [record("2") + record("1")],
    [record("1") + record("1")],
    [record("2"), record("1")],
    [record(1)],
    [record("1", { updated_at: null })],
    [record("1", { name: 5 })],
    [record("1", { tax_code: { external_id: 5 } })],
    [record("1", { tax_code: ["9"] })],
    ["null\n"],
    ["{\n"],
  ]) {
    expect(() => check(...pieces), pieces.join()).toThrow(BrokenFrames);
  }
  expect(() => new RecordCheck().check(Buffer.from(record("1")), 2)).toThrow(BrokenFrames);
});

it("looks no less closely at those that look like the ones before", () => {
  const first = record("1", { tax_code: null, is_active: true });
  const like = (id: string, ...[found, other]: [] | [string, string]) =>
    record(id, { tax_code: null, is_active: true }).replace(found ?? "", other ?? "");
  expect(() =>
    check(first + like("2") + like("3", '"N"', '"\\u00e9"') + like("4", "true", "null")),
  ).not.toThrow();
  for (const [found, other] of [
    ['"updated_at":""', '"updated_at":null'],
    ['"N"', "5"],
    ['"N"', '"\u0001"'],
    ['"N"', '"\\x"'],
    ['"N"', '"N'],
    ["true}", "true"],
    ["true}", "true}}"],
    ["true}", 'true,"external_id":"0"}'],
    ['"updated_at":""', '"updated_at":"","external_id":"3"'],
    ['"2"', '"0"'],
    ['"2"', '"1"'],
    ['"2"', "2"],
  ] as const) {
    expect(() => check(first + like("2", found, other)), other).toThrow(BrokenFrames);
  }
  const bytes = Buffer.from(first + like("2", "N", "~"));
  bytes[bytes.indexOf("~")] = 0xff;
  expect(() => new RecordCheck().check(bytes, 2)).toThrow(BrokenFrames);
});

it("believes no reference to what is not there", () => {
  const known = new Map([["tax_code", new Set(["9"])]]);
  const refersTo = (reference: unknown) => () =>
    new RecordCheck(known).check(Buffer.from(record("1", { tax_code: reference })), 1);
  for (const reference of [{ external_id: "9" }, null, undefined]) expect(refersTo(reference)).not.toThrow();
  for (const reference of [{ external_id: "8" }, "9", true])
    expect(refersTo(reference)).toThrow(BrokenFrames);
});
