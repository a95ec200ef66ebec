import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runFeeds } from "../../src/feeds/loops/run-feeds.js";
import { newPatience } from "../../src/feeds/loops/run-loop.js";
import { staffFeed, world } from "../support/world.js";

/** The work of `lading run` beyond the processing of deliveries. */

test("a fault that cannot be stored is still reported", async () => {
  const w = await world(staffFeed);
  await rm(join(w.folder, "inbox"), { recursive: true, force: true });
  await sql`
    create trigger refuse before insert on faults
    begin select raise(abort, 'locked'); end`.execute(w.store.db);
  const { signal } = new AbortController();
  const { lines, problems } = await runFeeds(w.setup, w.setup.workspace.feeds, {
    env: {},
    signal,
    again: newPatience(0, signal, w.clock),
    takesOver: false,
    onWait: () => undefined,
    sendEvents: () => Promise.resolve([]),
  });
  expect(lines).toMatchObject([{ state: "FAILED", next: expect.stringMatching(/./) as string }]);
  expect(problems[0]).toMatchObject({ feeds: ["acme/staff"], next: lines[0]?.next });
});
