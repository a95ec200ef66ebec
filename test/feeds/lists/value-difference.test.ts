import { expect, test } from "vitest";
import { differenceLines } from "../../../src/feeds/lists/value-difference.js";

/** Changed values, as `lading diff`, `plan --verbose` and `history --record` show them. */

const amount = (total: string) => ({ currency: "EUR", pre_tax: total, tax: "0.0", total });
const line = (id: string, charge: string, total: string) => ({
  external_id: id,
  charge_code: { external_id: charge },
  local_amount: amount(total),
});

test("shows plain values and references whole, and amounts part by part", () => {
  expect(differenceLines("name", "Ann", null)).toEqual(['name: "Ann" -> ""']);
  expect(differenceLines("creditor", { external_id: "V1" }, { external_id: "V2" })).toEqual([
    'creditor: "V1" -> "V2"',
  ]);
  expect(differenceLines("local_amount", amount("1.0"), amount("2.5"))).toEqual([
    'local_amount.pre_tax: "1.0" -> "2.5"',
    'local_amount.total: "1.0" -> "2.5"',
  ]);
  expect(differenceLines("name", "Ann", "Ann")).toEqual([]);
});

test("shows lists element by element, matched by id, content or position", () => {
  const old = [line("1", "FRT", "1.0"), line("2", "DOC", "2.0"), line("3", "THC", "3.0")];
  const now = [line("3", "THC", "3.0"), line("1", "BAF", "1.0"), line("4", "ISF", "4.0")];
  expect(differenceLines("charge_lines", old, now)).toEqual([
    'charge_lines 1.charge_code: "FRT" -> "BAF"',
    "charge_lines 2: removed",
    'charge_lines 4: added {"external_id":"4","charge_code":{"external_id":"ISF"},"local_amount":{"currency":"EUR","pre_tax":4.0,"tax":0.0,"total":4.0}}',
  ]);
  expect(differenceLines("container_numbers", ["A", "B"], ["B", "C"])).toEqual([
    "container_numbers A: removed",
    "container_numbers C: added",
  ]);
  expect(differenceLines("waybills", [{ number: "1", type: "H" }], [{ number: "2", type: "H" }])).toEqual([
    'waybills 1.number: "1" -> "2"',
  ]);
  expect(differenceLines("waybills", undefined, ["x\u0007"])).toEqual(["waybills x\ufffd: added"]);
  expect(differenceLines("waybills", undefined, [])).toEqual([]);
  expect(differenceLines("container_numbers", ["A", "B"], ["B", "A"])).toEqual([
    'container_numbers: "A, B" -> "B, A"',
  ]);
});
