import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

/** `lading outbox preview`, and layouts in `lading check`. */

const layout = "layouts/netsuite/payables-invoice.yaml";
const orgs =
  "external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country\r\nORG-17,2026-01-01T00:00:00.000Z,Harbour,HARB,true,true,false,DE\r\n";

test("writes the file of an invoice byte for byte, with the codes of a list", async () => {
  const dir = await workdir();
  await dir.copy("layouts");
  await dir.write({ "orgs.csv": orgs });
  const args = ["outbox", "preview", "layouts/invoice.json", "--layout", layout];

  const shown = await dir.lading([...args, "--with", "org=orgs.csv"]);
  expect(shown.stdout)
    .toBe(`External ID,Vendor,Reference No.,Date,Due Date,Currency,Item,Quantity,Amount,Tax Code,Memo\r
1,HARB,0042/26,2/27/2026,3/29/2026,EUR,FRT,1,1000.00,VAT19,"Ocean freight, Hamburg – Busan"\r
1,HARB,0042/26,2/27/2026,3/29/2026,EUR,THC,1,250.10,ZERO,Terminal handling\r
`);
  expect(shown.stderr).toMatch(/^vendor-bill-1\.csv: \d+ bytes, utf-8$/m);
  expect(shown.stderr).toContain("No charge-code records are available");
  expect(shown.code).toBe(0);

  await dir.lading([...args, "--with", "org=orgs.csv", "--out", "."]);
  expect(await dir.read("vendor-bill-1.csv")).toBe(shown.stdout);
});

test("rejects an invoice that cannot be written, with every reason, and reports a wrong layout and an invalid invoice", async () => {
  const dir = await workdir();
  await dir.copy("layouts");
  await dir.write({
    "credit.json":
      '{"creditor":{"external_id":"1"},"invoice_number":"7","overseas_amount":{"currency":"EUR","pre_tax":-1.005,"total":-1.005},"charge_lines":[{"accrual":null,"overseas_amount":{"currency":"EUR","pre_tax":-1.005,"total":-1.005}}]}',
    "bad.json": '{"invoice_number":7}',
    "bad.yaml": "lading: 1\nlayout: payables-invoice\nformat: csv\n",
  });
  const preview = (invoice: string, file = layout) =>
    dir.lading(["outbox", "preview", invoice, "--layout", file, "--json"]);

  const credit = await preview("credit.json");
  expect(credit.code).toBe(3);
  const { issues } = JSON.parse(credit.stdout) as { issues: { field: string }[] };
  expect(issues.map(({ field }) => field)).toEqual([
    "overseas_amount.total",
    "invoice_date",
    "charge_lines[0].charge_code",
    "charge_lines[0].overseas_amount.pre_tax",
  ]);
  expect((await preview("bad.json")).code).toBe(3);
  const wrong = await preview("credit.json", "bad.yaml");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('bad.yaml:1:1: the key "file" is missing');
});

test("takes the account's company for a layout from the command line", async () => {
  const dir = await workdir();
  await dir.copy("layouts");
  const cargowise = "layouts/cargowise/payables-invoice.yaml";
  const args = ["outbox", "preview", "layouts/invoice.json", "--layout", cargowise];
  const without = await dir.lading(args);
  expect(without.code).toBe(2);
  expect(without.stderr.match(/the account has no company/g)).toHaveLength(1);
  expect(without.stderr).toContain(
    "expected: `--company` on the command line, or `--account` with an account that has `company:` in lading.yaml",
  );
  const given = await dir.lading([...args, "--company", "DE1"]);
  expect([given.code, given.stdout]).toEqual([0, expect.stringContaining("<Code>DE1</Code>")]);
});

test("runs the examples of layouts in `check`", async () => {
  const dir = await workdir();
  await dir.copy("layouts");
  const whole = await dir.lading(["check"]);
  expect(whole.stderr).toMatch(/^0 mappings, \d+ layouts, \d+ examples, 0 samples checked: no errors\.\n$/);
  expect(whole.stdout).toBe("");
  const text = await dir.read(layout);
  await dir.write({ [layout]: text.replace("Item: FRT", "Item: FRX") });
  const changed = await dir.lading(["check", layout]);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(/layouts\/netsuite\/payables-invoice\.yaml:\d+:\d+: the result is "FRT"/);
});
