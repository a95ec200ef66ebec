import { expect, test } from "vitest";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { noteReplay, toReplay } from "../../src/feeds/decisions/replay.js";
import { readBodies, readCurrent } from "../../src/feeds/lists/publications.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/** Changed `serve` settings of an account take effect without a new delivery. */

const served = async (w: World) => {
  const current = await readCurrent(w.store.db, "acme/staff");
  const body = current && (await (await readBodies(w.store.db, current.publication))?.("identity"));
  return JSON.parse(String(body)) as unknown;
};

const serving = (serve: string) => staffFeed.replace("country: DE", `country: DE, serve: ${serve}`);

const taken = (outcomes: readonly { readonly status: string }[]) => outcomes.map(({ status }) => status);

test("a changed envelope is published once with unchanged records, and so is its reversal", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 5)));
  await w.pass();
  const list = await w.list();
  expect(await served(w)).toEqual(list);

  await w.reload(serving("{ envelope: { key: data } }"));
  const [outcome] = await w.pass();
  expect(outcome).toMatchObject({ status: "PUBLISHED", number: 2 });
  expect(outcome?.reason).toBe("The account's `serve` setting changed, so the list is published again.");
  expect(await served(w)).toEqual({ data: list });
  expect(await w.list()).toEqual(list);
  expect(await w.pass()).toEqual([]);

  await w.reload(staffFeed);
  expect(taken(await w.pass())).toEqual(["PUBLISHED"]);
  expect(await served(w)).toEqual(list);
  expect(await w.pass()).toEqual([]);
});

test("a mapping that changes records is still held, and a changed envelope does not bypass the guard", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 5)));
  await w.pass();
  await w.write(
    "staff.yaml",
    "lading: 1\nrecord: staff\nfields:\n  external_id: external_id\n  name: email_address\n  email_address: email_address\n  is_active: { constant: true }\n",
  );
  await w.reload(
    serving("{ envelope: { key: data } }").replace("source: inbox", "source: inbox, mapping: staff.yaml"),
  );
  expect(taken(await w.pass())).toEqual(["HELD"]);
  expect(await w.number()).toBe(1);
});

test("applies a changed envelope in a feed of changes with the next or a replayed delivery", async () => {
  const changes = (yaml: string) => yaml.replace("source: inbox", "source: inbox, delivery: delta");
  const w = await world(changes(staffFeed));
  await w.drop("staff-1.csv", staff(...ids(1, 5)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.reload(changes(serving("{ envelope: { key: data } }")));
  await w.pass();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  for (const delivery of await toReplay(open, []))
    await noteReplay(open, delivery, "served otherwise", "Ada");
  await open.close();
  expect(taken(await w.pass())).toEqual(["PUBLISHED"]);
  expect(await served(w)).toEqual({ data: await w.list() });
});
