import { expect, test } from "vitest";
import { gatherInputs } from "../../src/feeds/deliveries/evaluate-delivery.js";
import type { MappingContext } from "../../src/mapping/mapping.js";
import { world } from "../support/world.js";

/** What a decision takes from other lists of the account. */

test("of jobs that invoices refer to, the texts are taken, and not what is within them", async () => {
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

  let lists: MappingContext["lookups"] | undefined;
  let taken: readonly unknown[] | undefined;
  const { setup } = w;
  const watching = {
    ...setup,
    compile: (...[feed, context]: Parameters<typeof setup.compile>) => {
      lists = context.lookups;
      taken = context.lists.get("job");
      return setup.compile(feed, context);
    },
  };
  const invoices = setup.workspace.feeds.find(({ name }) => name === "acme/payables-invoice");
  const { inputs } = await gatherInputs(watching, invoices!);
  expect(taken).toEqual([
    { external_id: "1", updated_at: "", number: "S1" },
    { external_id: "2", updated_at: "", number: "S2" },
  ]);
  expect(lists?.find("job", "number", "S2")).toEqual([{ external_id: "2", is_active: true }]);
  expect(inputs.lists).toMatch(/^job:[0-9a-f]{64}$/);
});
