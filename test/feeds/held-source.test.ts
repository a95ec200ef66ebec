import { expect, test } from "vitest";
import { runPass } from "../../src/feeds/pipeline.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { rejectHeld } from "../../src/feeds/decisions/reject.js";
import { evaluateAgain, heldDelivery, noteRelease } from "../../src/feeds/decisions/release.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { failure } from "../../src/errors.js";
import { stoppedEvaluation } from "../../src/system/readers/evaluate-in-reader.js";
import { issue } from "../../src/model/issues.js";
import { documentNames } from "../../src/feeds/lists/documents.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/** Tests when a source gets the result of its file, and which result it gets. */

const signal = new AbortController().signal;
const inbox = (w: World): Promise<string[]> => w.names("inbox");
const received = async (w: World): Promise<number> => {
  return (await w.log()).filter(({ state }) => state === "RECEIVED").length;
};

/** The setup, with a record of each result that a source gets. */
function recordOutcomes(w: World): { setup: Setup; outcomes: string[] } {
  const outcomes: string[] = [];
  const { setup } = w;
  const source: Setup["source"] = async (name) => {
    const real = await setup.source(name);
    return {
      ...real,
      settle(file, outcome, until) {
        outcomes.push(`${file.name} ${outcome}`);
        return real.settle(file, outcome, until);
      },
    };
  };
  return { setup: { ...setup, source }, outcomes };
}

async function heldWorld(): Promise<World> {
  const w = await world();
  await w.drop("staff-1.csv", staff(...ids(1, 20)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff-2.csv", staff(...ids(1, 9)), "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  return w;
}

test("a held file stays at the source, is received once, and is removed when it is released", async () => {
  const w = await heldWorld();
  for (let pass = 1; pass <= 3; pass++) {
    await w.reload();
    expect(await w.pass()).toEqual([]);
    expect(await inbox(w)).toEqual(["staff-2.csv"]);
  }
  expect(await received(w)).toBe(2);

  const open = await openFeed(w.setup, w.setup.workspace.feeds[0]!);
  const delivery = heldDelivery(open, undefined);
  const evaluation = await evaluateAgain(open, delivery);
  if (evaluation.verdict !== "held") throw new Error(evaluation.verdict);
  await noteRelease(open, delivery, evaluation, "half of them left", "Ada");
  await open.close();
  const { setup, outcomes } = recordOutcomes(w);
  expect((await w.pass(setup)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(outcomes).toEqual(["staff-2.csv published"]);
  expect(await inbox(w)).toEqual([]);
  expect(await w.pass(setup)).toEqual([]);
  expect(outcomes).toHaveLength(1);
  expect(await received(w)).toBe(2);
});

test("a held file is removed when a newer delivery supersedes it", async () => {
  const w = await heldWorld();
  await w.drop("staff-3.csv", staff(...ids(1, 21)), "2026-03-03T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED", "SUPERSEDED"]);
  expect(await inbox(w)).toEqual([]);
});

test("a file that its source cannot remove does not keep others there", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff("1"), "2026-03-01T00:00:00Z");
  await w.drop("staff-2.csv", staff("1", "2"), "2026-03-02T00:00:00Z");
  const source: Setup["source"] = async (name) => {
    const real = await w.setup.source(name);
    return {
      ...real,
      async settle(file, outcome, until) {
        if (file.name === "staff-1.csv")
          throw failure("sftp_no_permission", { host: "x", doing: "moving", alternative: "" });
        return real.settle(file, outcome, until);
      },
    };
  };
  const [outcome] = await w.passFeeds({ ...w.setup, source });
  expect(outcome?.error?.code).toBe("sftp_no_permission");
  expect(await inbox(w)).toEqual(["staff-1.csv"]);
  await w.pass();
  expect(await inbox(w)).toEqual([]);
});

const mapping = (mail: string) => `
lading: 1
record: staff
fields:
  external_id: Id
  name: Name
  email_address: ${mail}
  is_active: { constant: true }
`;

test("a held file that is finally rejected counts as failed", async () => {
  const w = await world(staffFeed.replace("first: publish", "mapping: staff.yaml"));
  await w.write("staff.yaml", mapping("Mail"));
  await w.drop("staff.csv", "Id,Name,Mail\r\n1,Ann,a@example.com\r\n");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  await w.write("staff.yaml", mapping("Name"));
  const { setup, outcomes } = recordOutcomes(w);
  expect((await w.pass(setup)).map(({ status }) => status)).toEqual(["REJECTED"]);
  expect(outcomes).toEqual(["staff.csv rejected"]);
});

async function isWorkedOn({ store }: World, feed: string): Promise<boolean> {
  const lease = await store.db.selectFrom("leases").selectAll().where("name", "=", feed).executeTakeFirst();
  return lease !== undefined && lease.owner !== "";
}

/** The effect of `lading reject`. */
async function reject(w: World): Promise<string> {
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  try {
    const delivery = heldDelivery(open, undefined);
    await rejectHeld(open, delivery, "the wrong branch", "Ada");
    return delivery.sha256;
  } finally {
    await open.close();
  }
}

test("a held file that a person rejects counts as failed, keeps its report, and stays rejected after any change", async () => {
  const w = await heldWorld();
  const before = await w.list();
  const sha256 = await reject(w);
  expect((await w.state()).deliveries.get(sha256)).toMatchObject({
    status: "REJECTED",
    reason: "the wrong branch",
  });
  expect(await documentNames(w.store.db, "acme/staff", sha256)).toContain("report.json");

  const { setup, outcomes } = recordOutcomes(w);
  expect(await w.pass(setup)).toEqual([]);
  expect(outcomes).toEqual(["staff-2.csv rejected"]);
  expect(await inbox(w)).toEqual([]);
  // Different settings would cause a new decision if the file were only held, or rejected by the program.
  await w.reload(staffFeed.replace("first: publish", "first: publish, missing: keep"));
  expect((await w.pass()).map(({ status }) => status)).not.toContain("HELD");
  expect((await w.state()).deliveries.get(sha256)?.status).toBe("REJECTED");
  expect(await w.list()).toEqual(before);

  await w.drop("staff-2.csv", staff(...ids(1, 9)), "2026-03-04T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
});

test("a change that is held because of the mapping is not a file that can be rejected", async () => {
  const w = await world(staffFeed.replace("first: publish", "mapping: staff.yaml, first: publish"));
  await w.write("staff.yaml", mapping("Mail"));
  await w.drop("staff.csv", "Id,Name,Mail\r\n1,Ann,a@example.com\r\n");
  await w.pass();
  await w.write("staff.yaml", mapping("Mail").replace("name: Name", "name: Id"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  await expect(reject(w)).rejects.toMatchObject({ code: "not_the_file", recovery: "fix" });
});

test("the log has RETRY once while the environment fails, and the delivery is never rejected", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 5)));
  const evaluate: Setup["evaluate"] = async () => {
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  for (let times = 0; times < 3; times++) {
    const [outcome] = await w.passFeeds({ ...w.setup, evaluate });
    expect(outcome?.error).toMatchObject({ recovery: "retry" });
  }
  expect((await w.log()).filter(({ state }) => state === "RETRY")).toHaveLength(1);
  const [waiting] = [...(await w.state()).deliveries.values()];
  expect(waiting?.status).toBe("RECEIVED");
  expect(waiting?.retrying?.reason).toContain("the disk is full");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect([...(await w.state()).deliveries.values()][0]?.retrying).toBeUndefined();
});

test("a file that stops the reader twice counts as failed", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1"));
  const { setup, outcomes } = recordOutcomes(w);
  const stopped = issue("reader_stopped", { file: "staff.csv" }, { reason: "it took too long" });
  const dying: Setup = { ...setup, evaluate: async () => stoppedEvaluation(stopped) };
  expect((await w.pass(dying)).map(({ status }) => status)).toEqual(["CRASHED"]);
  expect(outcomes).toEqual([]);
  expect((await w.pass(dying)).map(({ status }) => status)).toEqual(["QUARANTINED"]);
  expect(outcomes).toEqual(["staff.csv rejected"]);
});

test("a file of two feeds counts as failed if one of them rejects it, and stays while one holds it", async () => {
  const two = staffFeed.replace(
    /feeds:[^]*/,
    `feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish, shared: true }
  other/staff: { source: inbox, files: "staff*.csv", shared: true, settle: final_nameFIRST, mapping: other.yaml }
`,
  );
  const yaml = two.replace("acme: { country", "other: { country: DE }, acme: { country");
  for (const [first, mail, expected, left] of [
    [", first: publish", "name", ["staff.csv rejected"], []],
    ["", "email_address", [], ["staff.csv"]],
  ] as const) {
    const w = await world(yaml.replace("FIRST", first));
    const fields = mapping(mail).replace("Id", "external_id").replace("Name", "name");
    await w.write("other.yaml", fields);
    await w.drop("staff.csv", staff("1", "2"));
    const { setup, outcomes } = recordOutcomes(w);
    await w.pass(setup);
    expect([...new Set(outcomes)]).toEqual(expected);
    expect(await inbox(w)).toEqual(left);
  }
});

test("a received file does not need to settle again", async () => {
  const w = await world(staffFeed.replace("settle: final_name, first: publish", "settle: { for: 10 s }"));
  await w.drop("staff.csv", staff("1"));
  const { feeds } = w.setup.workspace;
  const lister = newLister(w.setup, feeds);
  let listings = await lister.list(signal);
  while (listings.pollAgainIn !== undefined) {
    w.clock.advance(listings.pollAgainIn);
    listings = await lister.list(signal);
  }
  await runPass(w.setup, feeds, listings, signal);
  expect(await inbox(w)).toEqual(["staff.csv"]);
  const next = await newLister(w.setup, feeds).list(signal);
  expect(next.pollAgainIn).toBeUndefined();
  expect(next.sources.get("inbox")?.arriving).toEqual([]);
});

test("the same bytes at two sources are decided in one pass, regardless of the other feed", async () => {
  const w = await world(`
lading: 1
accounts: { acme: { country: DE }, other: { country: DE } }
sources: { inbox: { folder: inbox }, second: { folder: second } }
feeds:
  acme/staff: { source: inbox, files: staff.csv, settle: final_name, first: publish }
  other/staff: { source: second, files: staff.csv, settle: final_name, first: publish }
`);
  await w.drop("staff.csv", staff("1"));
  await w.write("second/staff.csv", staff("1"));
  // The other feed has received its file, and decides only after this one has finished with the same bytes.
  const { setup } = w;
  let received = (): void => undefined;
  const bothReceived = new Promise<void>((resolve) => (received = resolve));
  const outcomes = await w.pass({
    ...setup,
    async compile(feed, context) {
      if (feed.name === "acme/staff") await bothReceived;
      else {
        received();
        while (await isWorkedOn(w, "acme/staff")) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
      return setup.compile(feed, context);
    },
  });
  expect(outcomes.map(({ status }) => status)).toEqual(["PUBLISHED", "PUBLISHED"]);
});
