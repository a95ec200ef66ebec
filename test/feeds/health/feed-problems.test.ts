import { expect, test } from "vitest";
import { reject, rejectHeld, toReject } from "../../../src/feeds/decisions/reject.js";
import { resume } from "../../../src/feeds/decisions/resume.js";
import { rollback } from "../../../src/feeds/decisions/rollback.js";
import { withFeed } from "../../../src/feeds/deliveries/open-feed.js";
import { alertCauses } from "../../../src/feeds/alerts/alert-causes.js";
import { needsAttention } from "../../../src/feeds/health/problem.js";
import { readProblems, workspaceStatus } from "../../../src/feeds/health/workspace-status.js";
import { ids, staff, staffFeed, world, type World } from "../../support/world.js";

/** Which deliveries of a feed are problems, and until when. */

async function shown({ setup: { workspace }, store, clock }: World) {
  const { feeds, problems } = await workspaceStatus(workspace, store, () => clock.now()).read();
  return [feeds[0]?.health, problems.filter(needsAttention).map(({ code, sentence }) => [code, sentence])];
}

/** Keys of the causes that alerts consider as lasting. */
async function alerted({ setup: { workspace }, store, clock }: World) {
  const [found] = await alertCauses(store.db, workspace.feeds, clock.now().toISOString(), clock.now());
  return found?.causes.map(({ kind, delivery }) => [kind, delivery?.arrival.name]);
}

async function passWith(w: World, files: Readonly<Record<string, string>>): Promise<void> {
  w.clock.advance(60_000);
  for (const [name, text] of Object.entries(files)) await w.drop(name, text, w.clock.now().toISOString());
  await w.pass();
}

const unusable = staff("2:N:perhaps");
const people = (name: string, from = 1, to = 5) => staff(...ids(from, to).map((id) => `${id}:${name}`));

test("a rejected file of one part remains a problem after another part was published", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"staff_{part}_*.csv", parts: [hh, kl]'));
  await passWith(w, { "staff_hh_1.csv": people("A"), "staff_kl_1.csv": people("B", 11, 15) });
  expect(await shown(w)).toEqual(["good", []]);
  await passWith(w, { "staff_hh_2.csv": unusable });
  await passWith(w, { "staff_kl_2.csv": people("C", 11, 15) });
  const rejected = [["rejected", "The last delivery for part hh was rejected."]];
  expect(await shown(w)).toEqual(["rejected", rejected]);
  expect(await alerted(w)).toEqual([["refused", "staff_hh_2.csv"]]);
  await passWith(w, { "staff_hh_3.csv": people("D") });
  expect(await shown(w)).toEqual(["good", []]);
});

test("a file that was already there when a newer one was rejected does not replace it", async () => {
  const w = await world();
  await passWith(w, { "staff-1.csv": people("A") });
  w.clock.advance(60_000);
  await w.drop("staff-3.csv", unusable, "2026-03-02T08:03:00.000Z");
  await w.drop("staff-4.csv", people("B"), "2026-03-02T08:02:00.000Z");
  await w.pass();
  expect(await w.list()).toMatchObject([{ name: "B" }, {}, {}, {}, {}]);
  expect(await shown(w)).toEqual(["rejected", [["rejected", "The last delivery was rejected."]]]);
  await passWith(w, { "staff-5.csv": people("C") });
  expect(await shown(w)).toEqual(["good", []]);
});

const lost = [
  [
    "rejected",
    "A delta was rejected. Later deltas were accepted, so the changes in this delta are missing from the list.",
  ],
];
const deltas = staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv", delivery: delta');

test("a rejected delta remains a problem after later ones, until it is sent again", async () => {
  const w = await world(deltas);
  await passWith(w, { "staff_3.csv": people("A") });
  await passWith(w, { "staff_4.csv": unusable });
  expect(await shown(w)).toEqual(["rejected", [["rejected", "The last delivery was rejected."]]]);
  await passWith(w, { "staff_5.csv": people("B", 1, 1) });
  expect(await shown(w)).toEqual(["rejected", lost]);
  expect(await alerted(w)).toEqual([["refused", "staff_4.csv"]]);
  await passWith(w, { "staff_4.csv": people("C", 2, 2) });
  expect(await w.list()).toMatchObject([{ name: "B" }, { name: "C" }, {}, {}, {}]);
  expect(await shown(w)).toEqual(["good", []]);
});

test("a rejected delta remains a problem after later ones, until a person rejects it", async () => {
  const w = await world(deltas);
  await passWith(w, { "staff_3.csv": people("A") });
  await passWith(w, { "staff_4.csv": unusable });
  await passWith(w, { "staff_5.csv": people("B", 1, 1) });
  const [feed] = w.setup.workspace.feeds;
  const { problems } = await workspaceStatus(w.setup.workspace, w.store, () => w.clock.now()).read();
  const command = problems[0]?.commands.at(-1) ?? "";
  const [, delivery] = /^lading reject acme\/staff --delivery (\w+) --reason TEXT$/.exec(command) ?? [];
  await withFeed(w.setup, feed!, async (open) => {
    await rejectHeld(open, await toReject(open, delivery), "not needed", "petra");
  });
  expect(await shown(w)).toEqual(["good", []]);
  expect(await alerted(w)).toEqual([]);
});

test("a delta behind a held delta waits for the decision, in a full feed for the next run", async () => {
  const w = await world(deltas);
  await passWith(w, { "staff_3.csv": people("A") });
  await passWith(w, { "staff_4.csv": "Kode,Bezeichnung\r\n1,2\r\n" });
  await passWith(w, { "staff_5.csv": people("B") });
  const received = async () => {
    const { problems } = await workspaceStatus(w.setup.workspace, w.store, () => w.clock.now()).read();
    return problems.find(({ code }) => code === "received")?.sentence;
  };
  const sentence = "A file was received but has not been processed yet.";
  expect(await received()).toBe(
    `${sentence} The file is waiting for a decision on an earlier file that is held.`,
  );
  await w.reload(staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv"'));
  expect(await received()).toBe(`${sentence} The next run will process it.`);
});

test("rejected rows are not a problem once another version is served", async () => {
  const w = await world();
  await passWith(w, { "staff-1.csv": people("A") });
  await passWith(w, { "staff-2.csv": staff(...ids(1, 5).map((id) => `${id}:B`), "6:N:perhaps") });
  const codes = async () => {
    const [health, problems] = await shown(w);
    return [health, (problems as string[][]).map(([code]) => code)];
  };
  const isAlerted = async () => JSON.stringify(await alerted(w)).includes("rows");
  expect([await codes(), await isAlerted()]).toEqual([["partial", ["partial"]], true]);
  const [feed] = w.setup.workspace.feeds;
  const person = { setup: w.setup, feed: feed!, name: "Ada" };
  await rollback(person, { to: 1, reason: "wrong" });
  expect([await codes(), await isAlerted()]).toEqual([["paused", ["paused"]], false]);
  await resume(person, "");
  await w.pass();
  expect([await codes(), await isAlerted()]).toEqual([["held", ["held"]], false]);
  await reject(person, { delivery: undefined, reason: "wrong" });
  expect([await codes(), await isAlerted()]).toEqual([["rejected", ["rejected_by_person"]], false]);
});

test("does not suggest approving the newest file if it cannot be approved", async () => {
  const w = await world();
  await passWith(w, { "staff-1.csv": staff(...ids(1, 30)) });
  await passWith(w, { "staff-2.csv": staff(...ids(1, 5)) });
  await passWith(w, { "staff-3.csv": "Kode,Bezeichnung\r\n1,2\r\n" });
  const { problems } = await workspaceStatus(w.setup.workspace, w.store, () => w.clock.now()).read();
  const text = (code: string) => problems.find((one) => one.code === code)?.sentence;
  expect(text("held")).toMatch(/^The file has 5 rows/);
  expect([text("held"), text("unusable")].join(" ")).not.toMatch(/approved|newest/);
});

test("a run also reports a file that it rejected and that a later file replaced", async () => {
  const w = await world();
  const { feeds } = w.setup.workspace;
  const startedAt = w.clock.now();
  await passWith(w, { "staff-1.csv": unusable });
  await passWith(w, { "staff-2.csv": people("A") });
  expect(await readProblems(w.setup, feeds, { startedAt })).toMatchObject([
    {
      ...{ code: "rejected", severity: "note", files: ["staff-1.csv"] },
      sentence: "A delivery was rejected, and a later delivery replaced it.",
    },
  ]);
  expect(await readProblems(w.setup, feeds)).toEqual([]);
});
