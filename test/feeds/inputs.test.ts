import { expect, test } from "vitest";
import { gatherInputs } from "../../src/feeds/deliveries/evaluate-delivery.js";
import { world } from "../support/world.js";

/** The data that a decision uses from other lists of the account. */

test("references to jobs are looked up in an index, which is written once per version", async () => {
  const w = await world(`
lading: 1
accounts: { acme: { country: DE, zone: UTC, tax_codes: none } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "job*.csv", mapping: job.yaml, settle: final_name, first: publish }
  acme/payables-invoice: { source: inbox, files: "invoice*.csv", settle: final_name, first: publish }
`);
  await w.write(
    "job.yaml",
    `lading: 1
record: job
fields: { external_id: PK, number: No }
lists: { references: { split: Refs, at: ";", fields: { number: "{part}", type: { constant: PO } } } }
`,
  );
  await w.drop("job.csv", "PK,No,Refs\n1,S1,A;B\n2,S2,\n");
  await w.pass();
  expect((await w.list("acme/job"))[0]?.["references"]).toHaveLength(2);

  const { setup } = w;
  const invoices = setup.workspace.feeds.find(({ name }) => name === "acme/payables-invoice");
  const { inputs, lookups } = await gatherInputs(setup, invoices!);
  expect(lookups.find("job", "external_id", "2")).toEqual([{ external_id: "2", is_active: true }]);
  expect(lookups.find("job", "external_id", "3")).toEqual([]);
  expect(lookups.find("org", "external_id", "2")).toBeUndefined();
  // The next delivery uses the same file, and the next version gets its own.
  const again = await gatherInputs(setup, invoices!);
  expect(again.lookups.lists).toEqual(lookups.lists);
  await w.drop("job.csv", "PK,No,Refs\n1,S1,A;B\n3,S3,\n", "2026-04-01T00:00:00Z");
  await w.pass();
  const later = await gatherInputs(setup, invoices!);
  expect(later.lookups.find("job", "external_id", "3")).toEqual([{ external_id: "3", is_active: true }]);
  expect(later.lookups.lists).not.toEqual(lookups.lists);
  expect(inputs.lists).toMatch(/^job:[0-9a-f]{64}$/);
});
