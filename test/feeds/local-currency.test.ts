import { expect, test } from "vitest";
import { world } from "../support/world.js";

/** An account has only one local currency, even if `lading.yaml` does not set it. */

const workspace = (currency: string, delivery: string) => `
lading: 1
accounts: { acme: { country: DE, zone: UTC, tax_mode: non_tax${currency} } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "job*.csv", mapping: job.yaml, delivery: ${delivery}, settle: final_name, first: publish, guard: { changes: off } }
  acme/payables-invoice: { source: inbox, files: "inv*.csv", mapping: inv.yaml, settle: final_name, first: publish, guard: { changes: off } }
`;

const amounts = (name: string, indent = "      ") =>
  [
    "currency: Cur",
    'pre_tax: { column: Net, decimal: { sign: "." } }',
    'total: { column: Net, decimal: { sign: "." } }',
  ]
    .map((line) => `${indent}${name}.${line}\n`)
    .join("");

const job = (accept = "") => `lading: 1
record: job
${accept}group: { by: Job }
fields: { external_id: Job }
lists:
  accruals:
    rows: all
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Charge
${amounts("local_amount")}${amounts("overseas_amount")}`;

const invoice = `lading: 1
record: payables-invoice
group: { by: Key }
fields:
  external_id: Key
  status: { constant: posted }
  creditor: Vendor
  invoice_number: Key
  invoice_date: { constant: "2026-03-01" }
  due_date: { constant: "2026-03-01" }
${amounts("local_amount", "  ")}${amounts("overseas_amount", "  ")}lists:
  charge_lines:
    rows: all
    fields:
      external_id: { join: [Key, Seq], separator: "-" }
      job: Job
      accrual: { join: [Job, Seq], separator: "-" }
      charge_code: Charge
      tax_rate: { constant: "0" }
${amounts("local_amount")}${amounts("overseas_amount")}`;

const jobs = (id: string, currency: string) =>
  `Job,Seq,Vendor,Charge,Net,Cur\n${id},1,V,C,10.00,${currency}\n`;
const invoices = (id: string, currency: string) =>
  `Key,Job,Seq,Vendor,Charge,Net,Cur\n${id},J1,1,V,C,10.00,${currency}\n`;

async function start({ currency = "", delivery = "delta", accept = "" } = {}) {
  const w = await world(workspace(currency, delivery));
  await w.write("job.yaml", job(accept));
  await w.write("inv.yaml", invoice);
  await w.reload();
  let number = 0;
  return async (feed: "job" | "inv", csv: string): Promise<string> => {
    number += 1;
    await w.drop(`${feed}-${number}.csv`, csv, `2026-03-0${number}T00:00:00Z`);
    const [decided] = await w.pass();
    return `${decided?.status} ${decided?.reason ?? ""}`.trim();
  };
}

test.each(["delta", "full"])("a %s delivery in a second local currency is rejected", async (delivery) => {
  const deliver = await start({ delivery });
  expect(await deliver("job", jobs("J1", "EUR"))).toBe("PUBLISHED");
  const other = await deliver("job", jobs("J2", "USD"));
  expect(other).toMatch(
    /^REJECTED .*several currencies \(EUR, USD\).* The account's lists contain amounts in EUR\./,
  );
  expect(other).toContain("Set the account's `currency` in lading.yaml.");
  expect(await deliver("job", jobs("J1", "EUR").replace("10.00", "11.00"))).toBe("PUBLISHED");
});

test("a second local currency in another list of the account is rejected", async () => {
  const deliver = await start();
  expect(await deliver("job", jobs("J1", "EUR"))).toBe("PUBLISHED");
  expect(await deliver("inv", invoices("I1", "USD"))).toMatch(/^REJECTED .*several currencies \(EUR, USD\)/);
  expect(await deliver("inv", invoices("I1", "EUR"))).toBe("PUBLISHED");
});

test("a mapping may accept several local currencies", async () => {
  const deliver = await start({ accept: "read: { accept: [several_local_currencies] }\n" });
  expect(await deliver("job", jobs("J1", "EUR"))).toBe("PUBLISHED");
  expect(await deliver("job", jobs("J2", "USD"))).toBe("PUBLISHED");
});
