import { expect, test } from "vitest";
import type { RowCounts } from "../../src/convert/engine.js";
import { world, type World } from "../support/world.js";

/**
 * Jobs whose accruals refer to missing orgs are held back until these arrive, and are then published
 * automatically.
 */

const feeds = (more: string) => `
lading: 1
accounts: { acme: { country: DE, zone: UTC, tax_codes: none } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/org: { source: inbox, files: "org*.csv", settle: final_name, first: publish, missing: remove }
  acme/job: { source: inbox, files: "job-{date:yyyyMMdd}.csv", mapping: job.yaml, settle: final_name, first: publish${more} }
`;

const mapping = `lading: 1
record: job
group: { by: Job }
fields: { external_id: Job, updated_at: { column: Changed, date: yyyy-MM-dd }, number: No }
lists:
  accruals:
    rows: { column: Seq, blank: false }
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Charge
      tax_code: { constant: S1 }
      local_amount.currency: { constant: EUR }
      local_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      local_amount.total: { column: Net, decimal: { sign: "." } }
      overseas_amount.currency: { constant: EUR }
      overseas_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      overseas_amount.total: { column: Net, decimal: { sign: "." } }
`;

const orgs = (...ids: readonly string[]) =>
  `external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country\n${ids
    .map((id) => `${id},2026-01-01T00:00:00.000Z,${id},${id},true,true,false,DE\n`)
    .join("")}`;
/** Lines of the form `job day vendor net`. */
const jobs = (...lines: readonly string[]) =>
  `Job,No,Changed,Seq,Vendor,Charge,Net\n${lines
    .map((line) => {
      const [job, day, vendor, net] = line.split(" ");
      return `${job},N${day},2026-01-${day},1,${vendor},FRT,${net}\n`;
    })
    .join("")}`;

async function start(more = "") {
  const w = await world(feeds(more));
  await w.write("job.yaml", mapping);
  await w.drop("org.csv", orgs("HARB"), "2026-03-01T00:00:00Z");
  return w;
}

const jobsOf = async (w: World) =>
  (await w.list("acme/job")).map((job) => {
    const [accrual] = job["accruals"] as readonly { readonly local_amount: { readonly total: string } }[];
    return `${job.external_id} ${job["number"] as string} ${accrual?.local_amount.total}`;
  });
const slim = (outcomes: Awaited<ReturnType<World["pass"]>>) =>
  outcomes.map(({ feed, status }) => `${feed} ${status}`);

test("resolves pending references of a full delivery when the orgs arrive, and keeps records that only accruals refer to", async () => {
  const w = await start();
  await w.drop("job-20260301.csv", jobs("A 01 HARB 1.00", "B 01 LATE 2.50"));
  await w.pass();
  expect(await jobsOf(w)).toEqual(["A N01 1.0"]);
  const { counts } = JSON.parse(await w.document("report.json", "acme/job")) as { counts: RowCounts };
  const [balance] = counts.within ?? [];
  expect(balance).toMatchObject({ of: "accruals", read: "2", accepted: "1", rejected: "1" });
  await w.drop("org.csv", orgs("LATE"), "2026-03-02T00:00:00Z");
  expect(slim(await w.pass())).toEqual(["acme/org PUBLISHED", "acme/job PUBLISHED"]);
  expect(await jobsOf(w)).toEqual(["A N01 1.0", "B N01 2.5"]);
  // Job A still refers to it.
  expect((await w.list("acme/org")).map((org) => [org.external_id, org["is_active"]])).toEqual([
    ["HARB", false],
    ["LATE", true],
  ]);
});

test("pending references of a delta are resolved without undoing later changes", async () => {
  const w = await start(", delivery: delta");
  await w.drop("job-20260301.csv", jobs("A 01 HARB 1.00", "B 01 LATE 2.00", "C 01 LATE 3.00"));
  await w.pass();
  await w.drop("job-20260302.csv", jobs("A 02 HARB 10.00", "C 03 HARB 30.00"));
  await w.pass();
  await w.drop("job-20260303.csv", jobs("D 03 LATE 4.00"));
  await w.pass();
  expect(await jobsOf(w)).toEqual(["A N02 10.0", "C N03 30.0"]);
  expect(slim(await w.pass())).toEqual([]);

  await w.drop("org.csv", orgs("HARB", "LATE"), "2026-03-02T00:00:00Z");
  expect(slim(await w.pass())).toEqual(["acme/org PUBLISHED", "acme/job PUBLISHED", "acme/job PUBLISHED"]);
  expect(await jobsOf(w)).toEqual(["A N02 10.0", "B N01 2.0", "C N03 30.0", "D N03 4.0"]);
  expect(slim(await w.pass())).toEqual([]);

  // The last delivery is still the last one, so the same file is recognized.
  await w.drop("job-20260303.csv", jobs("D 03 LATE 4.00"), "2026-03-05T00:00:00Z");
  expect(slim(await w.pass())).toEqual(["acme/job UNCHANGED"]);
});

test("changes of jobs show which accruals changed, and which jobs are gone", async () => {
  const w = await start(", delivery: delta, missing: remove");
  const operation = "operation: { column: Op, values: { D: delete }, blank: upsert }";
  const references = "  references: { split: Refs, at: ';', fields: { number: '{part}' } }";
  const changes = mapping
    .replace("group: { by: Job }", `group: { by: Job }\nchildren: merge\n${operation}`)
    .replace("  accruals:", `${references}\n  accruals:`);
  await w.write("job.yaml", changes);
  const rows = (...lines: readonly string[]) =>
    `Op,Job,No,Changed,Refs,Seq,Vendor,Charge,Net\n${lines.join("\n")}\n`;
  const first = [
    ",A,N,2026-01-01,P;Q,1,HARB,F,1.00",
    ",A,,,,2,HARB,F,2.00",
    ",B,N,2026-01-01,,1,HARB,F,1.00",
  ];
  await w.drop("job-20260301.csv", rows(...first));
  await w.pass();
  await w.drop(
    "job-20260302.csv",
    rows(",A,N,2026-01-02,R,2,HARB,F,2.50", ",A,N,2026-01-02,R,3,HARB,F,3.00", "D,B,,2026-01-02,,,,,"),
  );
  expect(slim(await w.pass())).toEqual(["acme/job PUBLISHED"]);
  const [a, ...others] = await w.list("acme/job");
  expect(others).toEqual([]);
  expect(a).toMatchObject({
    external_id: "A",
    references: [{ number: "R" }],
    accruals: [
      { external_id: "A-1", local_amount: { total: "1.0" } },
      { external_id: "A-2", local_amount: { total: "2.5" } },
      { external_id: "A-3", local_amount: { total: "3.0" } },
    ],
  });
});
