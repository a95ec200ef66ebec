import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guessMapping } from "../../src/draft/guess.js";
import { rebound } from "../../src/draft/rebind.js";
import { fieldsByHeading, fitOf, fitting } from "../../src/draft/refit.js";
import { parseMapping, type ParsedMapping } from "../../src/mapping/parse.js";
import { readYaml } from "../../src/mapping/read-yaml.js";
import type { YamlMap } from "../../src/mapping/yaml-document.js";

function mapping(text: string): ParsedMapping {
  const result = parseMapping(text, "m.yaml");
  if ("diagnostics" in result)
    throw new Error(result.diagnostics.map((diagnostic) => diagnostic.message).join("; "));
  return result.parsed;
}

const staff = mapping(`
lading: 1
record: staff
only:
  - { column: Company, equals: DE }
fields:
  external_id: Staff No
  name: { join: [First Name, Last Name] }
  email_address: E-Mail
  is_active: { column: Status, values: { Active: true, Left: false } }
`);
const rows = [
  ["DE", "0017", "Petra", "Vogel", "p@n.test", "Active"],
  ["DE", "0018", "Anna", "Groß", "a@n.test", "Left"],
  ["DE", "0019", "Tom", "Schmidt", "t@n.test", "Active"],
];
const headings = ["Company", "Staff No", "First Name", "Last Name", "E-Mail", "Status"];
const fits = (names: readonly string[]) =>
  fitting(
    [{ name: "staff.yaml", parsed: staff }],
    names,
    guessMapping({ name: "staff.csv", headings: names, rows }, { record: "staff" }),
  );

test("all headings of a mapping are found, wherever they are", () => {
  expect([...fieldsByHeading(staff.mapping as unknown as YamlMap).keys()].sort()).toEqual(
    [...headings].sort(),
  );
});

test("a mapping fits if all of its headings exist", () => {
  expect(fits(headings)).toMatchObject([{ name: "staff.yaml", renamed: [] }]);
  expect(fits([...headings, "Remark"])).toMatchObject([{ renamed: [] }]);
});

test("renamed headings are matched by meaning and values", () => {
  const [fit] = fits(["Company", "Employee Number", "Given Name", "Last Name", "Work Email", "Status"]);
  expect(fit?.renamed.map(({ from, to }) => [from, to])).toEqual([
    ["Staff No", "Employee Number"],
    ["First Name", "Given Name"],
    ["E-Mail", "Work Email"],
  ]);
});

test("a mapping of a different export does not fit", () => {
  expect(fits(["a", "b", "c", "d", "e", "f"])).toEqual([]);
});

test("a mapping with only positions fits no file with headings", () => {
  const positions = mapping(`
lading: 1
record: tax-code
read: { header: none }
fields:
  external_id: "#1"
  code: "#1"
  description: "#2"
  is_active: { constant: true }
`);
  const names = ["Vessel", "Voyage"];
  const guess = guessMapping({ name: "x.csv", headings: names, rows: [["A", "1"]] }, { record: "tax-code" });
  expect(fitting([{ name: "tax.yaml", parsed: positions }], names, guess)).toEqual([]);
});

test("a heading with a different meaning is not a new name, even if its spelling or values are similar", () => {
  const charges = mapping(`
lading: 1
record: charge-code
fields:
  external_id: Code
  code: Code
  description: Description
  charge_type: { column: Category, values: { Air Freight: freight }, otherwise: { constant: other } }
  is_active: { column: Disabled, values: { TRUE: true, FALSE: false }, invert: true }
`);
  const offered = (names: readonly string[], rest: (active: boolean) => readonly string[]) => {
    const rows = ["AFRT", "OFRT", "DTHC", "DUTY"].map((code) => [
      code,
      `Text ${code}`,
      ...rest(code !== "DUTY"),
    ]);
    const headings = ["Code", "Description", ...names];
    const guess = guessMapping({ name: "charges.csv", headings, rows }, { record: "charge-code" });
    return fitting([{ name: "charges.yaml", parsed: charges }], headings, guess).map(({ renamed }) =>
      renamed.map(({ from, to }) => `${from} -> ${to ?? ""}`),
    );
  };
  expect(offered(["Category", "Inactive"], (is) => ["Air Freight", is ? "FALSE" : "TRUE"])).toEqual([
    ["Disabled -> Inactive"],
  ]);
  expect(offered(["Category", "Enabled"], (is) => ["Air Freight", is ? "TRUE" : "FALSE"])).toEqual([]);
  expect(offered(["Category", "Status"], (is) => ["Air Freight", is ? "Active" : "Inactive"])).toEqual([]);
  // The heading is the same, but the mapping would not recognize any of the values and would map them all to
  // `other`.
  expect(offered(["Kategorie", "Disabled"], (is) => ["FRT", is ? "FALSE" : "TRUE"])).toEqual([]);
});

test("headings are found wherever the grammar allows them, but not in other tables and examples", () => {
  const text = `lading: 1 # ours
record: payables-invoice
group: { by: [ Invoice Key ], header: { column: Rec, equals: INV } }
tables:
  more: { member: "more*.csv" }
skip: [ { column: Kind, equals: X } ]
fields:
  external_id: Invoice Key # the key
  updated_at: Modified
  status: { constant: posted }
  creditor: Supplier
  local_amount.total: { sum: [ Net, Tax ], negative: { column: Kind, equals: CRN } }
lists:
  charge_lines:
    - rows: { column: Rec, equals: LINE }
      fields: { external_id: Line, job: Job Number, charge_code: "Charge {n}" }
    - rows: all
      from: more
      match: { Key: Invoice Key }
      fields: { external_id: Other Line }
examples:
  - row: { Job Number: S1 }
    record: { creditor: ACME }
`;
  const { document } = readYaml(text, "m.yaml");
  const uses = fieldsByHeading(document?.value as YamlMap);
  expect([...uses.keys()].sort()).toEqual(
    ["Invoice Key", "Job Number", "Kind", "Line", "Modified", "Net", "Rec", "Supplier", "Tax"].sort(),
  );
  expect([...(uses.get("Job Number") ?? [])]).toEqual(["charge_lines.job"]);
  const bound = rebound(
    text,
    new Map([
      ["Job Number", "Job No"],
      ["Rec", "Type"],
      ["Kind", "Sort"],
    ]),
  );
  expect(bound).toBe(
    text
      .replaceAll("Job Number", "Job No")
      .replaceAll("column: Rec", "column: Type")
      .replaceAll("column: Kind", "column: Sort"),
  );
});

test("a missing heading of an element is reported", () => {
  const invoices = mapping(readFileSync("mappings/harbourline/payables-invoice.yaml", "utf8"));
  const [head = ""] = readFileSync("samples/harbourline/ap-invoices.csv", "utf8").split("\n");
  const names = head.replace("Job Number", "Voyage").replace("Supplier", "Supplier Code").split(",");
  const guess = guessMapping({ name: "i.csv", headings: names, rows: [] }, {});
  expect(fitOf("i.yaml", invoices, names, guess).renamed.map(({ from, to }) => [from, to])).toEqual([
    ["Supplier", "Supplier Code"],
    ["Job Number", undefined],
  ]);
});
