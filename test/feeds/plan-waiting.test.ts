import { occurring } from "../../src/feeds/lists/changes.js";
import { expect, test } from "vitest";
import { planWaiting, type PlannedDelivery } from "../../src/feeds/deliveries/plan-waiting.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { ids, staff, world, type World } from "../support/world.js";

const yaml = (first: string) => `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", mapping: staff.yaml, settle: final_name${first} }
`;

const mapping = (name: string) => `lading: 1
record: staff
fields:
  external_id: external_id
  name: ${name}
  email_address: email_address
  is_active: { constant: true }
`;

async function mapped(first = ", first: publish"): Promise<World> {
  const w = await world(yaml(first));
  await w.write("staff.yaml", mapping("name"));
  return w;
}

/** The output of plan, and a check that the state did not change. */
async function planned(w: World): Promise<readonly object[]> {
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const signal = new AbortController().signal;
  const listings = await newLister(w.setup, [feed]).list(signal);
  const open = await openFeed(w.setup, feed);
  const all: PlannedDelivery[] = [];
  const before = await w.log();
  try {
    for await (const one of planWaiting(open, listings.of(feed), signal)) all.push(one);
  } finally {
    await open.close();
  }
  expect(await w.log()).toEqual(before);
  return all.map(({ delivery, status, evaluation, isOlder, isBehind }) => {
    const result = evaluation !== undefined && "result" in evaluation ? evaluation.result : undefined;
    const counts = occurring(result?.changes.kinds ?? {});
    return {
      file: delivery.arrival.name,
      status,
      verdict: evaluation?.verdict,
      isOlder,
      ...(isBehind && { isBehind }),
      ...counts,
    };
  });
}

test("every file that was not received yet is evaluated against the current list, newest first", async () => {
  const w = await mapped();
  await w.drop("a.csv", staff(...ids(1, 10)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("b.csv", staff(...ids(1, 11)), "2026-03-02T00:00:00Z");
  await w.drop("c.csv", staff(...ids(2, 10), "12"), "2026-03-03T00:00:00Z");
  expect(await planned(w)).toEqual([
    { file: "c.csv", status: "not received", verdict: "publish", isOlder: false, added: 1, deactivated: 1 },
    { file: "b.csv", status: "not received", verdict: "publish", isOlder: true, added: 1 },
  ]);
  expect(await w.number()).toBe(1);
});

test("shows both held and new files, and the archived delivery if the mapping changed", async () => {
  const w = await mapped();
  await w.drop("a.csv", staff(...ids(1, 10)), "2026-03-01T00:00:00Z");
  await w.pass();
  expect(await planned(w)).toEqual([
    { file: "a.csv", status: "accepted", verdict: "unchanged", isOlder: false },
  ]);
  await w.drop("b.csv", staff(...ids(1, 3)), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.write("staff.yaml", mapping("email_address"));
  await w.drop("c.csv", staff(...ids(1, 12)), "2026-03-03T00:00:00Z");
  expect(await planned(w)).toMatchObject([
    { file: "c.csv", status: "not received", verdict: "held", isOlder: false },
    { file: "b.csv", status: "waiting", verdict: "held", isOlder: true },
    { file: "a.csv", status: "accepted", verdict: "held", changed: 10 },
  ]);
});

test("shows a first delivery that waits at the source", async () => {
  const w = await mapped("");
  await w.drop("a.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  expect(await planned(w)).toEqual([
    { file: "a.csv", status: "not received", verdict: "held", isOlder: false, added: 2 },
  ]);
});

test("files of changes are evaluated in sequence, each against the result of the earlier ones", async () => {
  const w = await world(
    yaml(", first: publish, delivery: delta, guard: { field_changes: off }").replace(
      '"*.csv"',
      '"s_{sequence}.csv"',
    ),
  );
  await w.write("staff.yaml", mapping("name"));
  await w.drop("s_1.csv", staff(...ids(1, 10)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("s_4.csv", staff("011:Eleven", "012"), "2026-03-01T00:00:00Z");
  await w.drop("s_2.csv", staff("011"), "2026-03-02T00:00:00Z");
  await w.drop("s_3.csv", staff(...ids(1, 10).map((id) => `${id}:Other ${id}`)), "2026-03-03T00:00:00Z");
  const plan = await planned(w);
  expect(plan).toMatchObject([
    { file: "s_2.csv", verdict: "publish", added: 1 },
    { file: "s_3.csv", verdict: "held", changed: 10 },
    { file: "s_4.csv", verdict: "publish", isBehind: true, changed: 1, added: 1 },
  ]);
  const behind = await w.pass();
  expect(behind.map(({ file, status }) => [file, status])).toEqual([
    ["s_2.csv", "PUBLISHED"],
    ["s_3.csv", "HELD"],
  ]);
});
