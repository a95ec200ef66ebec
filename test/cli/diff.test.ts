import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

const head = "external_id,updated_at,name,email_address,is_active\r\n";
const row = (id: string, name: string, at = "2026-01-01T00:00:00.000Z") =>
  `${id},${at},${name},${id}@acme.test,true\r\n`;

const mapping = `lading: 1
record: staff
fields:
  external_id: Id
  name: Name
  email_address: Mail
  is_active: { constant: true }
`;

const counts = (text: string) => `${text} (updated_at is not compared)\n`;

test("shows added, removed and changed records of two lists as text, CSV and JSON", async () => {
  const dir = await workdir({
    "old.csv": head + row("a", "Ann") + row("b", "Bo") + row("c", "Cy"),
    "new.csv": head + row("b", "Bob") + row("c", "Cy", "2026-02-02T00:00:00.000Z") + row("d", '"Di, Jr"'),
    "codes.csv":
      "external_id,updated_at,code,description,is_active\r\n1,2026-01-01T00:00:00.000Z,V,VAT,true\r\n",
  });
  const text = await dir.lading(["diff", "old.csv", "new.csv"]);
  expect(text).toEqual({
    code: 1,
    stdout:
      'removed a  name: "Ann"; email_address: "a@acme.test"; is_active: "true"\n' +
      'changed b  name: "Bo" -> "Bob"\n' +
      'added d  name: "Di, Jr"; email_address: "d@acme.test"; is_active: "true"\n',
    stderr: counts("1 added, 1 removed, 1 changed, 1 equal"),
  });
  const csv = await dir.lading(["diff", "old.csv", "new.csv", "--to", "csv"]);
  expect(csv.stdout.split("\r\n").slice(0, 2)).toEqual([
    "difference,external_id,field,old,new",
    "removed,a,name,Ann,",
  ]);
  expect(csv.stdout).toContain('\r\nchanged,b,name,Bo,Bob\r\nadded,d,name,,"Di, Jr"\r\n');
  const json = await dir.lading(["diff", "old.csv", "new.csv", "--to", "json"]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    record: "staff",
    equal: 1,
    differences: [
      { kind: "removed", external_id: "a" },
      { kind: "changed", external_id: "b", fields: [{ field: "name", old: "Bo", new: "Bob" }] },
      { kind: "added", external_id: "d" },
    ],
  });
  expect(await dir.lading(["diff", "old.csv", "old.csv"])).toEqual({
    code: 0,
    stdout: "",
    stderr: counts("0 added, 0 removed, 0 changed, 3 equal"),
  });
  const types = await dir.lading(["diff", "old.csv", "codes.csv"]);
  expect(types).toMatchObject({ code: 2, stdout: "" });
  expect(types.stderr).toContain("old.csv contains staff records and codes.csv contains tax-code records");
});

test("compares exports through a mapping, and compares versions", async () => {
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme-us: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme-us/staff: { source: inbox, files: "*.csv", mapping: m/staff.yaml, settle: final_name, first: publish }
`,
    "m/staff.yaml": mapping,
    "inbox/staff.csv": "Id,Name,Mail\na,Ann,a@acme.test\nb,Bo,b@acme.test\n",
    "next.csv": "Id,Name,Mail\na,Anna,a@acme.test\nb,Bo,b@acme.test\n",
    "broken.csv": "Id,Name,Mail\na,Ann,a@acme.test\n,Bo,b@acme.test\n",
  });
  const none = await dir.lading(["diff", "acme-us/staff", "next.csv:m/staff.yaml"]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("acme-us/staff has no version yet");

  await dir.lading(["run"]);
  const changed = { code: 1, stdout: 'changed a  name: "Ann" -> "Anna"\n' };
  expect(await dir.lading(["diff", "acme-us/staff", "next.csv:m/staff.yaml"])).toMatchObject(changed);
  const mapped = await dir.lading(["diff", "acme-us/staff@1", "next.csv", "--mapping", "m/staff.yaml"]);
  expect(mapped).toMatchObject(changed);
  expect(mapped.stderr).not.toContain("Ann");
  await dir.write({ "inbox/staff.csv": await dir.read("next.csv") });
  await dir.lading(["run"]);
  expect(await dir.lading(["diff", "acme-us/staff@1", "acme-us/staff"])).toMatchObject(changed);

  const broken = await dir.lading(["diff", "acme-us/staff", "broken.csv:m/staff.yaml"]);
  expect(broken).toMatchObject({ code: 2, stdout: "" });
  expect(broken.stderr).toContain("broken.csv cannot be used to check references");
  const missing = await dir.lading(["diff", "acme-us/staff@7", "acme-us/staff"]);
  expect(missing.stderr).toContain("acme-us/staff has no version 7");
  expect(missing.code).toBe(2);
});
