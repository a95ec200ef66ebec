import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { deliver } from "../../src/feeds/decisions/deliver.js";
import { keepUpload } from "../../src/feeds/decisions/uploads.js";
import { staff, staffFeed, world } from "../support/world.js";

const codes = (outcome: { readonly evaluation?: object } | undefined) =>
  outcome?.evaluation !== undefined && "evaluated" in outcome.evaluation
    ? [...(outcome.evaluation.evaluated as { issueCounts: Map<string, number> }).issueCounts]
    : undefined;

test("issues from the comparison with the list are in the delivery's report", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff("1:Ann@2026-02-02T00:00:00.000Z", "2"), "2026-03-01T00:00:00Z");
  await w.pass();
  w.clock.advance(60_000);
  await w.drop("staff.csv", staff("1:Anne@2026-02-01T00:00:00.000Z", "2:B", "3"), "2026-03-02T00:00:00Z");
  const [outcome] = await w.pass();
  expect(codes(outcome)).toEqual([["stale_record", 1]]);
  expect(await w.list()).toMatchObject([{ name: "Ann" }, { name: "B" }, { external_id: "3" }]);
  expect(JSON.parse(await w.document("report.json"))).toMatchObject({ issue_counts: { stale_record: 1 } });
});

const companies = `
lading: 1
accounts:
  one: { country: DE, zone: Europe/Berlin, company: "01" }
  two: { country: AT, zone: Europe/Vienna, company: "02" }
sources: { inbox: { folder: inbox } }
feeds:
  one/staff: { source: inbox, files: "staff*.csv", mapping: staff.yaml, settle: final_name, first: publish, shared: true }
  two/staff: { source: inbox, files: "staff*.csv", mapping: staff.yaml, settle: final_name, first: publish, shared: true }
`;

const mapping = `lading: 1
record: staff
only:
  - { column: Company, equals: "\${account.company}" }
fields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }
`;

test("reports rows of a company without a feed by company, but not rows that belong to another feed", async () => {
  const w = await world(companies);
  await w.write("staff.yaml", mapping);
  const rows = (...of: string[]) => of.map((company, n) => `${company},${n},N,n${n}@x.test\n`).join("");
  await w.drop(
    "staff.csv",
    `Company,Id,Name,Mail\n${rows("01", "02", "03", "03", "04")}`,
    "2026-03-01T00:00:00Z",
  );
  const outcomes = await w.pass();
  expect(outcomes.map(codes)).toEqual([[["unclaimed_rows", 1]], [["unclaimed_rows", 1]]]);
  const [first] = outcomes;
  const evaluated =
    first?.evaluation !== undefined && "evaluated" in first.evaluation
      ? first.evaluation.evaluated
      : undefined;
  expect(evaluated?.issues).toMatchObject([
    { code: "unclaimed_rows", value: "03 (2), 04 (1)", message: expect.stringMatching(/^3 rows /) as string },
  ]);
  await w.drop("staff.csv", `Company,Id,Name,Mail\n${rows("01", "02", "01")}`, "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(codes)).toEqual([[], []]);
  // An uploaded file is offered to both feeds, too.
  const text = `Company,Id,Name,Mail\n${rows("01", "02", "02")}`;
  const kept = await keepUpload(w.setup.workspace, Readable.from([Buffer.from(text)]), 1_000);
  const [feed] = w.setup.workspace.feeds;
  if (kept === "too large" || feed === undefined) throw new Error("not kept");
  const file = { ...kept, name: "staff.csv", reason: "corrected" };
  const { signal } = new AbortController();
  const done = await deliver({ setup: w.setup, feed, name: "Ada" }, file, signal, () => undefined);
  expect(done.outcomes.flatMap(({ deliveries }) => deliveries).map(codes)).toEqual([[], []]);
});

test("reports rows of a company whose feed did not receive the uploaded file", async () => {
  const more = companies
    .replace("sources: {", "sources: { other: { folder: other },")
    .replace("two/staff: { source: inbox", "two/staff: { source: [inbox, other]")
    .replace("accounts:", 'accounts:\n  three: { country: DE, zone: Europe/Berlin, company: "03" }')
    .concat(
      '  three/staff: { source: other, files: "staff*.csv", mapping: staff.yaml, settle: final_name, first: publish, shared: true }\n',
    );
  const w = await world(more);
  await w.write("staff.yaml", mapping);
  const text = "Company,Id,Name,Mail\n01,1,N,n1@x.test\n02,2,N,n2@x.test\n03,3,N,n3@x.test\n";
  const kept = await keepUpload(w.setup.workspace, Readable.from([Buffer.from(text)]), 1_000);
  const feed = w.setup.workspace.feeds.find(({ name }) => name === "one/staff");
  if (kept === "too large" || feed === undefined) throw new Error("not kept");
  const file = { ...kept, name: "staff.csv", reason: "corrected" };
  const { signal } = new AbortController();
  const done = await deliver({ setup: w.setup, feed, name: "Ada" }, file, signal, () => undefined);
  const unclaimed = ["unclaimed_rows", 1];
  expect(done.outcomes.map(({ feed: { name } }) => name).sort()).toEqual(["one/staff", "two/staff"]);
  expect(done.outcomes.flatMap(({ deliveries }) => deliveries).map(codes)).toEqual([
    [unclaimed],
    [unclaimed],
  ]);
});
