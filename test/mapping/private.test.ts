import { expect, test } from "vitest";
import { recordBytes } from "../../src/feeds/lists/list.js";
import { listOf, readCurrent } from "../../src/feeds/lists/publications.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { runExamples, standInAccount } from "../../src/mapping/run-examples.js";
import { renderFor } from "../../src/outbox/render.js";
import { normalizedFile } from "../../src/connectors/outputs/normalized-file.js";
import { asServed } from "../../src/model/fields.js";
import { job } from "../../src/model/record-types/index.js";
import { servedColumns } from "../../src/model/record-type.js";
import { readOutboundInvoice } from "../../src/formats/json/outbound-invoice.js";
import { world } from "../support/world.js";

/** Private fields: from the cell to the file of an invoice, and nowhere else. */

const mapping = `lading: 1
record: job
group: { by: Job }
private: { branch: Branch }
fields: { external_id: Job, number: Job }
lists:
  accruals:
    rows: all
    private: { sequence: Seq, supplier_reference: { column: Ref, case: upper } }
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Code
      local_amount.currency: { constant: USD }
      local_amount.pre_tax: { constant: "1" }
      local_amount.total: { constant: "1" }
      overseas_amount.currency: { constant: USD }
      overseas_amount.pre_tax: { constant: "1" }
      overseas_amount.total: { constant: "1" }
examples:
  - rows:
      - { Job: J1, Branch: HAM, Seq: 1, Ref: a, Vendor: V1, Code: FRT }
    record: { private: { branch: HAM }, accruals: [{ external_id: J1-1, private: { sequence: 1, supplier_reference: A } }] }
`;

const layout = `lading: 1
layout: payables-invoice
format: csv
file: { name: "AP-{external_id}.csv", line_end: lf }
headings: false
lines:
  - for: charge_lines
    columns:
      - { name: Branch, line: job, lookup: job.private.branch }
      - { name: Sequence, line: accrual, lookup: accrual.private.sequence }
      - { name: Reference, line: accrual, lookup: accrual.private.supplier_reference }
`;

const yaml = `lading: 1
accounts: { acme: { country: US, tax_codes: none, zone: UTC, outbox: { layout: layout.yaml, folder: to-ffs } } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "jobs*.csv", mapping: mapping.yaml, settle: final_name, first: publish, guard: { headings: off, changes: off } }
`;

const heading = "Job,Branch,Seq,Ref,Vendor,Code\n";
const secret = 'r-"77\\",x';
const quoted = '"r-""77\\"",x"';

test("a private field reaches the file of an invoice, but nothing that others see", async () => {
  const here = await world(yaml);
  await here.write("mapping.yaml", mapping);
  await here.write("layout.yaml", layout);
  await here.reload();
  await here.drop("jobs1.csv", `${heading}J1,HAM,1,${quoted},V1,FRT\nJ1,HAM,2,,V1,FRT\n`);
  expect((await here.pass())[0]).toMatchObject({ status: "PUBLISHED" });
  const [record] = await here.list("acme/job");
  expect(record).toMatchObject({
    private: { branch: "HAM" },
    accruals: [
      { private: { sequence: "1", supplier_reference: secret.toUpperCase() } },
      { private: { sequence: "2" } },
    ],
  });
  // No response and no output contains it, even without amounts.
  const shown = JSON.parse(asServed(JSON.stringify(record))) as { accruals: object[] };
  expect(Object.keys(shown)).not.toContain("private");
  expect(shown.accruals.map((each) => Object.keys(each))).toEqual([
    expect.not.arrayContaining(["private"]),
    expect.not.arrayContaining(["private"]),
  ]);
  const current = await readCurrent(here.store.db, "acme/job");
  if (current === undefined) throw new Error("nothing is published");
  const { publication } = current;
  const columns = servedColumns(job, publication.columns);
  for (const format of ["csv", "json", "ndjson"] as const) {
    const list = await listOf(here.store, publication);
    const text = Buffer.from(
      (await normalizedFile(job, { columns, records: () => recordBytes(list) }, format)) ?? "",
    ).toString();
    expect([format, text.includes("J1-2"), /HAM|R-|sequence|private/.test(text)]).toEqual([
      format,
      true,
      false,
    ]);
  }
  const account = here.setup.workspace.accounts.get("acme");
  if (account === undefined) throw new Error("no account");
  const render = await renderFor(here.store, here.setup.workspace, account);
  const amount = { currency: "EUR", pre_tax: 1, total: 1 };
  const posted = {
    creditor: { external_id: "V1" },
    invoice_number: "A1",
    overseas_amount: amount,
    charge_lines: [{ job: { external_id: "J1" }, accrual: { external_id: "J1-1" }, overseas_amount: amount }],
  };
  const read = readOutboundInvoice(Buffer.from(JSON.stringify(posted)));
  const file = "invoice" in read ? await render("id", read.invoice) : read;
  expect("bytes" in file ? Buffer.from(file.bytes).toString() : file).toBe(`HAM,1,"R-""77\\"",X"\n`);
  // It is part of the record, so a change of it alone is a change.
  await here.drop("jobs2.csv", `${heading}J1,HAM,1,${quoted},V1,FRT\nJ1,HAM,2,now,V1,FRT\n`);
  expect((await here.pass())[0]).toMatchObject({ status: "PUBLISHED" });
  expect(await here.number("acme/job")).toBe(2);
});

test("two values in one record and a wrong example are reported", () => {
  const read = (text: string) => parseMapping(text, "mapping.yaml");
  const examples = (text: string) => {
    const parsed = read(text);
    if ("diagnostics" in parsed) return parsed.diagnostics.map(({ message }) => message);
    return runExamples(parsed.parsed, {
      account: standInAccount(parsed.parsed),
      tables: new Map(),
      today: "2026-03-01",
    }).diagnostics.map(({ message }) => message);
  };
  expect(examples(mapping)).toEqual([]);
  expect(examples(mapping.replace("branch: HAM }", "branch: BER }"))).toEqual([
    expect.stringContaining('"HAM"'),
  ]);
  expect(examples(mapping.replace("supplier_reference: A }", "supplier_reference: B }"))).toEqual([
    expect.stringContaining('"A"'),
  ]);
  expect(examples(mapping.replace("branch: Branch", "Branch: Branch"))).not.toEqual([]);
  expect(examples(mapping.replace("private: { branch: Branch }", "private: { branch: TODO }"))).not.toEqual(
    [],
  );
  expect(job.fields["private"].unserved).toBe(true);
});
