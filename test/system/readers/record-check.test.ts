import { expect, it } from "vitest";
import { chargeCode, staff } from "../../../src/model/record-types/index.js";
import { BrokenFrames } from "../../../src/system/readers/frames.js";
import { RecordCheck } from "../../../src/system/readers/record-check.js";

const record = (id: unknown, more: object = {}) =>
  `${JSON.stringify({ external_id: id, updated_at: "", name: "N", email_address: "n@example.com", is_active: true, ...more })}\n`;
const check = (...pieces: readonly string[]) => {
  const records = new RecordCheck(staff);
  for (const piece of pieces) records.check(Buffer.from(piece), piece.split("\n").length - 1);
};

it("takes records in the order of a list, over several pieces", () => {
  const later = record("a", { updated_at: "2026-03-01T08:15:00.000Z" });
  expect(() => check(record("1") + record("2"), record("9", { name: '\u00e9"' }) + later)).not.toThrow();
});

it("believes nothing that the schema of the type does not allow, and no other order", () => {
  const one = record("1");
  for (const pieces of [
    [record("2") + one],
    [one + one],
    [record("2"), one],
    [record(1)],
    [record("")],
    [record("1", { updated_at: null })],
    [record("1", { updated_at: "yesterday" })],
    [record("1", { name: 5 })],
    [record("1", { name: "" })],
    [record("1", { email_address: "nobody" })],
    [record("1", { is_active: "true" })],
    [record("1", { tax_code: null })],
    [one.replace('"name":"N",', "")],
    [one.replace("true}", 'true,"external_id":"0"}')],
    [one.replace("true}", "true")],
    [one.replace("true}", "true}}")],
    [one.replace('"N"', '"\u0001"')],
    [one.replace('"N"', '"\\x"')],
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

it("believes no reference to what is not there", () => {
  const known = new Map([["tax_code", new Set(["9"])]]);
  const refersTo = (tax_code: unknown) => () => {
    const charge = {
      external_id: "1",
      updated_at: "",
      code: "AF",
      description: "Air",
      charge_type: "freight",
    };
    const line = `${JSON.stringify({ ...charge, tax_code, is_active: true })}\n`;
    new RecordCheck(chargeCode, known).check(Buffer.from(line), 1);
  };
  for (const reference of [{ external_id: "9" }, null]) expect(refersTo(reference)).not.toThrow();
  for (const reference of [{ external_id: "8" }, "9", true, { external_id: "9", more: 1 }, undefined])
    expect(refersTo(reference)).toThrow(BrokenFrames);
});
