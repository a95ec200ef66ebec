import { expect, test } from "vitest";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { readBodies, readCurrent } from "../../src/feeds/lists/publications.js";
import { openStore } from "../../src/store/store.js";
import { staff, staffFeed, world } from "../support/world.js";

/** Tests concurrent access: several writers create one version, and readers see complete versions. */

test("two runs at once on one feed publish one version each time, and the loser names the owner", async () => {
  const w = await world(staffFeed);
  for (let round = 1; round <= 8; round++) {
    await w.drop(
      "staff.csv",
      staff(`1:Round ${round}`),
      `2026-03-01T00:00:${String(round).padStart(2, "0")}Z`,
    );
    const both = await Promise.all([w.passFeeds(), w.passFeeds()]);
    const errors = both.flatMap((outcomes) => outcomes.flatMap(({ error }) => error?.code ?? []));
    expect(errors.filter((code) => code !== "locked" && code !== "arrival_changed")).toEqual([]);
    await w.pass();
    expect(await w.number()).toBe(round);
    expect(await w.list()).toMatchObject([{ name: `Round ${round}` }]);
    expect(await w.names("inbox")).toEqual([]);
  }
});

test("lets a person wait for the pass of a daemon, with a time limit", async () => {
  const w = await world(staffFeed);
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const daemon = await openFeed(w.setup, feed);
  await expect(openFeed(w.setup, feed)).rejects.toMatchObject({ code: "locked" });
  const patient = { ...w.setup, patience: 10_000 };
  const begun = w.clock.monotonic();
  await expect(openFeed(patient, feed)).rejects.toMatchObject({ code: "locked" });
  expect(w.clock.monotonic() - begun).toBe(10_000);
  let looks = 0;
  const sleep = async (): Promise<void> => {
    looks += 1;
    if (looks === 3) await daemon.close();
  };
  await (await openFeed({ ...patient, clock: { ...w.clock, sleep } }, feed)).close();
  expect(looks).toBe(3);
});

test("gives readers one complete version in every response during publications", async () => {
  const w = await world(staffFeed);
  // A separate connection, as another process has.
  const store = await openStore({ data: `${w.folder}/data` });
  let done = false;
  let read = 0;
  async function reader(): Promise<void> {
    while (!done) {
      const current = await readCurrent(store.db, "acme/staff");
      const body = current && (await (await readBodies(store.db, current.publication))?.("identity"));
      if (body === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      const served = JSON.parse(body.toString()) as { readonly name: string }[];
      expect(new Set(served.map(({ name }) => name)).size).toBe(1);
      expect(served).toHaveLength(5);
      read += 1;
    }
  }
  const readers = [reader(), reader(), reader()];
  try {
    for (let round = 1; round <= 8; round++) {
      const people = ["1", "2", "3", "4", "5"].map((id) => `${id}:Round ${round % 2}`);
      await w.drop("staff.csv", staff(...people), `2026-03-01T00:00:${String(round).padStart(2, "0")}Z`);
      w.clock.advance(1_000);
      await w.pass();
    }
  } finally {
    done = true;
    await Promise.all(readers);
    await store.close();
  }
  expect(read).toBeGreaterThan(8);
});
