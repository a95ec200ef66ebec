import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runFeeds } from "../../src/feeds/loops/run-feeds.js";
import { newPatience } from "../../src/feeds/loops/run-loop.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/** The work of `lading run` beyond the processing of deliveries. */

function run(w: World) {
  const { signal } = new AbortController();
  return runFeeds(w.setup, w.setup.workspace.feeds, {
    env: {},
    signal,
    again: newPatience(0, signal, w.clock),
    takesOver: false,
    onWait: () => undefined,
    sendEvents: () => Promise.resolve([]),
  });
}

test("a fault that cannot be stored is still reported", async () => {
  const w = await world(staffFeed);
  await rm(join(w.folder, "inbox"), { recursive: true, force: true });
  await sql`
    create trigger refuse before insert on faults
    begin select raise(abort, 'locked'); end`.execute(w.store.db);
  const { lines, problems } = await run(w);
  expect(lines).toMatchObject([{ state: "FAILED", next: expect.stringMatching(/./) as string }]);
  expect(problems[0]).toMatchObject({ feeds: ["acme/staff"], next: lines[0]?.next });
});

test("a run stores its report even if it cannot record the unprocessed files", async () => {
  const w = await world(staffFeed);
  await symlink("/dev/null", join(w.folder, "inbox", "staff-link.csv"));
  await sql`
    create trigger refuse before insert on unprocessed_files
    begin select raise(abort, 'locked'); end`.execute(w.store.db);
  await w.drop("staff.csv", staff("1", "2", "3"));
  await run(w);
  expect(await w.store.db.selectFrom("runs").selectAll().execute()).toHaveLength(1);
});
