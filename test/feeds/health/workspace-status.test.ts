import { expect, onTestFinished, test } from "vitest";
import { createCredential } from "../../../src/store/credentials/store.js";
import { ensureFeed } from "../../../src/feeds/lists/feed-log.js";
import { newFolding } from "../../../src/feeds/lists/moves.js";
import { transition } from "../../../src/feeds/lists/transition.js";
import type { NewEntry } from "../../../src/feeds/lists/log.js";
import { workspaceStatus } from "../../../src/feeds/health/workspace-status.js";
import type { Store } from "../../../src/store/store.js";
import { loadWorkspace } from "../../../src/workspace/load.js";
import { openStoreOf } from "../../../src/workspace/open-store.js";
import type { Workspace } from "../../../src/workspace/workspace.js";
import { workdir } from "../../support/workdir.js";
import { publish } from "../../http/publish.js";
import { staff } from "../../http/serving.js";

/** The operators' status, from real publications and logs. */

const yaml = `lading: 1
accounts: { acme-us: { country: US, zone: America/New_York } }
sources: { inbox: { folder: inbox } }
feeds:
  acme-us/staff: { source: inbox, files: "staff*.csv", expect: every 24 h }
  acme-us/charge-code: { source: inbox, files: "charge*.csv", first: publish }
`;

const counts = { read: 10, accepted: 8, rejected: 2, skipped: 0, merged: 0, stale: 0 };
const inputs = { mapping: "m", lists: "l", settings: "s", engine: "e", today: "2026-03-02" };
const sha = (sign: string) => sign.repeat(64);

const received = (sign: string): NewEntry => ({
  state: "RECEIVED",
  delivery: sha(sign),
  arrival: { source: "inbox", name: "x.csv", size: 1, modified: 1, identity: "1" },
  part: "",
  sequence: "",
});

/** Writes entries of a feed's log as the pipeline does. */
async function writeLog(
  store: Store,
  feed: string,
  entries: readonly (readonly [string, NewEntry])[],
): Promise<void> {
  await store.transaction(async (tx) => {
    const { id, entries: last, state } = await ensureFeed(tx, feed);
    const numbered = entries.map(([at, entry], index) => ({ n: last + index + 1, at, ...entry }));
    await transition(tx, { feed: id, checkLease: async () => undefined }, newFolding(state), numbered);
  });
}

async function workspaceStore(): Promise<{ readonly workspace: Workspace; readonly store: Store }> {
  const dir = await workdir({ "lading.yaml": yaml, "inbox/.keep": "" });
  const workspace = await loadWorkspace(dir.path);
  const store = await openStoreOf(workspace, {});
  onTestFinished(() => store.close());
  return { workspace, store };
}

const people = "acme-us/staff";

/** The time when a file that was just sent is processed. */
const soon =
  /^When a file arrives in inbox, a running daemon processes it .+\. Without a daemon, the next run processes the file\. The file is then held until a person approves it\. `lading doctor` checks the source\.$/;
const published =
  /Without a daemon, the next run processes the file\. The list is then published\. `lading doctor` checks the source\.$/;
const noList = "No file has been accepted yet, so there is no list.";

test("reports the health of each feed and what holds its deliveries", async () => {
  const { workspace, store } = await workspaceStore();
  let now = new Date("2026-03-02T05:00:00Z");
  const status = workspaceStatus(workspace, store, () => now);
  expect((await status.read()).feeds.map((feed) => [feed.feed, feed.health, feed.reason])).toEqual([
    ["acme-us/charge-code", "unpublished", noList],
    ["acme-us/staff", "unpublished", noList],
  ]);
  expect((await status.read()).problems).toMatchObject([
    { code: "no_list", subject: "acme-us/charge-code", next: expect.stringMatching(published) as string },
    { code: "no_list", subject: "acme-us/staff", next: expect.stringMatching(soon) as string },
  ]);

  await publish(store, people, 1, staff, { at: "2026-03-01T04:00:02.000Z" });
  await writeLog(store, people, [
    ["2026-03-01T04:00:00.000Z", received("a")],
    ["2026-03-01T04:00:02.000Z", { state: "PUBLISHED", delivery: sha("a"), number: 1, counts }],
    ["2026-03-02T04:00:00.000Z", received("b")],
    ["2026-03-02T04:00:01.000Z", { state: "UNCHANGED", delivery: sha("b"), counts, inputs }],
  ]);
  await writeLog(store, "acme-us/charge-code", [
    ["2026-03-02T04:00:05.000Z", received("c")],
    [
      "2026-03-02T04:00:09.000Z",
      {
        state: "HELD",
        delivery: sha("c"),
        guards: [{ guard: "rows", sentence: "3 rows where 10 came last." }],
        change_set: "x",
        differences: { added: 1, deactivated: 7 },
        counts,
      },
    ],
  ]);
  const read = await status.read();
  expect(read.feeds[0]).toMatchObject({
    feed: "acme-us/charge-code",
    health: "held",
    reason: "3 rows where 10 came last.",
    held: [
      {
        delivery: "c".repeat(12),
        reasons: ["3 rows where 10 came last."],
        differences: { added: 1, deactivated: 7 },
        release: "lading release acme-us/charge-code --delivery cccccccccccc --reason TEXT",
      },
    ],
  });
  expect(read.feeds[1]).toMatchObject({
    health: "partial",
    publication: { number: 1, records: 2, confirmedAt: "2026-03-02T04:00:01.000Z" },
  });
  now = new Date("2026-03-03T05:00:00Z");
  expect((await status.read()).feeds[1]).toMatchObject({
    health: "stale",
    reason:
      "A delivery was due, but none was accepted. The last delivery was accepted at 2026-03-02 04:00 UTC. The list last changed at 2026-03-01 04:00 UTC.",
  });
});

test("reports a delivery that is held for the second time as held since then, even after a repeated decision", async () => {
  const { workspace, store } = await workspaceStore();
  const status = workspaceStatus(workspace, store, () => new Date("2026-03-09T05:00:00Z"));
  const guards = [{ guard: "replay", sentence: "A newer delivery was accepted since." }];
  const held: NewEntry = {
    state: "HELD",
    delivery: sha("a"),
    guards,
    change_set: "x",
    differences: {},
    counts,
  };
  await writeLog(store, people, [
    ["2026-03-01T04:00:00.000Z", received("a")],
    ["2026-03-01T04:00:01.000Z", held],
    ["2026-03-02T04:00:00.000Z", { state: "SUPERSEDED", delivery: sha("a"), by: sha("b") }],
    ["2026-03-08T04:00:00.000Z", received("a")],
    ["2026-03-08T04:00:01.000Z", held],
    ["2026-03-08T05:00:00.000Z", held],
  ]);
  const [problem] = (await status.read()).problems;
  expect(problem).toMatchObject({ code: "first_file", since: "2026-03-08T04:00:01.000Z" });
});

test("a feed that was rolled back is paused until it is resumed", async () => {
  const { workspace, store } = await workspaceStore();
  const status = workspaceStatus(workspace, store, () => new Date("2026-03-01T05:00:00Z"));
  await publish(store, people, 2, staff, { at: "2026-03-01T04:00:02.000Z" });
  const by = { reason: "wrong list", by: "petra" };
  const back = ["2026-03-01T04:00:02.000Z", { state: "ROLLED_BACK", number: 2, to: 1, ...by }] as const;
  await writeLog(store, people, [back]);
  expect((await status.read()).feeds[1]).toMatchObject({
    health: "paused",
    reason: "Paused after a rollback to version 1. Files are received but not published.",
  });
  expect((await status.read()).problems).toContainEqual(
    expect.objectContaining({
      code: "paused",
      since: "2026-03-01T04:00:02.000Z",
      detail: "Rolled back by petra at 2026-03-01 04:00 UTC: wrong list.",
    }),
  );
  await writeLog(store, people, [["2026-03-01T04:30:00.000Z", { state: "RESUMED", by: "petra" }]]);
  expect((await status.read()).feeds[1]).toMatchObject({ health: "good" });
});

test("expiring credentials are reported with the remaining days", async () => {
  const { workspace, store } = await workspaceStore();
  const now = new Date("2026-03-02T05:00:00Z");
  const { credential } = await createCredential(
    store,
    { kind: "token", account: "acme-us", name: "default", expiresAt: new Date("2026-03-05T06:00:00Z") },
    now,
  );
  const status = await workspaceStatus(workspace, store, () => now).read();
  expect(status.endings).toMatchObject([
    {
      what: "token",
      name: `${credential.id} of acme-us (default)`,
      days_left: 3,
      sentence: `The token ${credential.id} of acme-us (default) expires in 3 days, at 2026-03-05 06:00 UTC.`,
      next: expect.stringContaining("`lading token create --account acme-us`") as unknown,
    },
  ]);
});
