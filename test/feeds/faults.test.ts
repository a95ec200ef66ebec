import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFailed } from "../../src/feeds/loops/failures.js";
import { chooseFeeds } from "../../src/cli/feeds/open.js";
import { feedLines } from "../../src/feeds/reports/feed-lines.js";
import { readOverview } from "../../src/feeds/health/overview.js";
import { needsAttention } from "../../src/feeds/health/problem.js";
import { overviewScreen } from "../../src/cli/feeds/overview.js";
import { fingerprint } from "../../src/store/credentials/host-keys.js";
import { noteFaults, readFaults } from "../../src/feeds/deliveries/faults.js";
import { noteOutbox, outboxAccounts } from "../../src/feeds/deliveries/outboxes.js";
import { failure } from "../../src/errors.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import type { RealSetup } from "../../src/feeds/deliveries/real-setup.js";
import { silentLog } from "../../src/log.js";
import type { Channel } from "../../src/connectors/alerts/channel.js";
import type { Alert } from "../../src/connectors/alerts/alert.js";
import { notifyPeople } from "../../src/feeds/alerts/notify.js";
import { countRequests, metricsText } from "../../src/http/metrics.js";
import { problemsOf } from "../../src/console/api/problems.js";
import { workspaceStatus } from "../../src/feeds/health/workspace-status.js";
import { runPass } from "../../src/feeds/pipeline.js";
import { writeHostState } from "../../src/connectors/sftp/host-state.js";
import { takeLease } from "../../src/store/leases.js";
import { databases } from "../support/postgres.js";
import { startSshd, whyNoSshd, type Sshd } from "../support/sshd.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/**
 * A fault that keeps feeds from being processed is shown everywhere as one fault, for as long as it lasts.
 */

const signal = new AbortController().signal;

/** The output of status, page and metrics, and the alerts of a run. */
async function faultViews(here: World, alerts: Alert[] = []) {
  const now = here.clock.now();
  const channel: Channel = {
    name: "command",
    async deliver(alert) {
      alerts.push(alert);
      return { ok: true };
    },
  };
  await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [channel], patience: 0 });
  const { workspace } = here.setup;
  const status = await workspaceStatus(workspace, here.store, () => now).read();
  const overview = await readOverview(here.setup, workspace.feeds, now, signal);
  return {
    health: status.feeds.map(({ health }) => health),
    faults: (status.faults ?? []).map(({ where, feeds }) => [where, feeds.length]),
    page: JSON.stringify(problemsOf(status, true)),
    metrics: metricsText(status, countRequests(), 0, now),
    screen: overviewScreen(overview, now),
    isWell: !overview.problems.some(needsAttention),
  };
}

/** Many accounts with files on one server, each in its own directory. */
function onServer(accounts: readonly string[], login: Readonly<Record<string, string | number>>): string {
  const settings = (account: string) =>
    Object.entries({ user: account, ...login, directory: account, host: "127.0.0.1" })
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join(", ");
  return [
    "lading: 1",
    `accounts: { ${accounts.map((name) => `${name}: { country: US }`).join(", ")} }`,
    "sources:",
    ...accounts.map((name) => `  ${name}: { sftp: { ${settings(name)} } }`),
    "feeds:",
    ...accounts.map(
      (name) =>
        `  ${name}/staff: { source: ${name}, files: "staff*.csv", settle: final_name, first: publish }`,
    ),
    "notify: { command: [x] }",
  ].join("\n");
}

describe.skipIf(whyNoSshd !== undefined)("a server used by many accounts", () => {
  let server: Sshd;
  beforeAll(async () => {
    server = await startSshd();
  });
  afterAll(() => server.stop());

  test("causes one fault with all its feeds if it is down, has another host key or refuses the login", async () => {
    const accounts = ["acme", "blue", "cargo"];
    const { port, user, hostKey, clientKey } = server;
    const each = { port, key: `file:${clientKey}`, host_key: fingerprint(hostKey) };
    const good = { ...each, user };
    const here = await world(onServer(accounts, good));
    const alerts: Alert[] = [];
    for (const name of accounts) await mkdir(join(server.home, name));
    await here.passFeeds();
    expect((await faultViews(here, alerts)).faults).toEqual([]);

    const wrong = `SHA256:${"A".repeat(43)}`;
    const faults = [
      { change: { port: 1 }, where: "127.0.0.1:1", message: "refused the connection" },
      { change: { host_key: wrong }, where: `127.0.0.1:${port}`, message: "does not match the pinned key" },
      {
        change: { user: "nobody-here" },
        where: `nobody-here@127.0.0.1:${port}`,
        message: "rejected the login",
      },
    ];
    for (const { change, where, message } of faults) {
      // Each account has its own login, with its own pause.
      await here.reload(onServer(accounts, { ...each, ...change }));
      alerts.length = 0;
      await here.passFeeds();
      await faultViews(here, alerts);
      // While the host is paused, the fault stays the same, with the same text everywhere.
      const lines = await feedLines(here.setup, await here.passFeeds());
      expect(new Set(lines.map((line) => line.fault)).size).toBe(1);
      expect(new Set(lines.map(({ reason }) => reason)).size).toBe(1);
      const views = await faultViews(here, alerts);
      expect(views.faults).toEqual([[where, 3]]);
      expect(views.isWell).toBe(false);
      expect(views.health).not.toContain("good");
      expect(views.page).not.toContain("are good");
      for (const text of [views.page, views.screen]) {
        expect(text).toContain(message);
        expect(text).not.toContain("Lading will not connect to");
      }
      expect(views.screen).toContain("3 feeds: acme/staff, blue/staff, cargo/staff");
      expect(views.page).toContain('"feeds":["acme/staff","blue/staff","cargo/staff"]');
      expect(views.metrics).toContain(`lading_fault_feeds{where="${where}"} 3\n`);
      expect(alerts.filter(({ event }) => event === "failed").map(({ summary }) => summary)).toEqual([
        expect.stringContaining(`${where}, 3 feeds: `),
      ]);
      await here.store.db.deleteFrom("facts").where("name", "like", "host %").execute();
    }
    alerts.length = 0;
    await here.reload(onServer(accounts, good));
    await here.passFeeds();
    expect((await faultViews(here, alerts)).faults).toEqual([]);
    expect(alerts.map(({ event, summary }) => [event, summary])).toEqual([
      ["recovered", expect.stringMatching(/ is working again for 3 feeds\.$/)],
    ]);
  });

  test("keeps the known problems of its files while it is down, because nobody knows whether they are solved", async () => {
    const { port, user, hostKey, clientKey } = server;
    const login = { port, user, key: `file:${clientKey}`, host_key: fingerprint(hostKey) };
    const here = await world(onServer(["acme"], login));
    await mkdir(join(server.home, "acme"), { recursive: true });
    const path = join(server.home, "acme", "staff-0.csv");
    await writeFile(path, "");
    await utimes(path, here.clock.now(), here.clock.now());
    const alerts: Alert[] = [];
    await here.passFeeds();
    here.clock.advance(600_000);
    await faultViews(here, alerts);
    expect(alerts.map(({ event }) => event)).toEqual(["failed"]);
    await here.reload(onServer(["acme"], { ...login, port: 1 }));
    await here.passFeeds();
    const down = await faultViews(here, alerts);
    expect(down.faults.map(([where]) => where).toSorted()).toEqual(["127.0.0.1:1", "source acme"]);
    await here.reload(onServer(["acme"], login));
    await here.store.db.deleteFrom("facts").where("name", "like", "host %").execute();
    await here.passFeeds();
    expect((await faultViews(here, alerts)).faults).toEqual([["source acme", 1]]);
    expect(alerts.map(({ event }) => event)).toEqual(["failed", "failed"]);
    await rm(path);
    await here.passFeeds();
    expect((await faultViews(here, alerts)).faults).toEqual([]);
    expect(alerts.map(({ event }) => event)).toEqual(["failed", "failed", "recovered"]);
  });

  test("is not considered working because of a daemon's earlier contact if another process finds it down", async () => {
    const { port, user, hostKey, clientKey } = server;
    const login = { port, user, key: `file:${clientKey}`, host_key: fingerprint(hostKey) };
    const here = await world(onServer(["acme"], login));
    await mkdir(join(server.home, "acme"), { recursive: true });
    const { feeds } = here.setup.workspace;
    const daemon = newLister(here.setup, feeds);
    const round = async (anew?: boolean) =>
      runPass(here.setup, feeds, await daemon.list(signal, anew), signal);
    await round();
    const error = failure("sftp_refused", { host: "127.0.0.1", port });
    await noteFaults(
      here.setup,
      feeds.map((feed) => ({ feed, error })),
    );
    await round();
    expect((await faultViews(here)).faults).toEqual([[`127.0.0.1:${port}`, 1]]);
    await round(true);
    expect((await faultViews(here)).faults).toEqual([]);
  });
});

test("a fault of many feeds is reported once, and the table shows their number", async () => {
  const accounts = Array.from({ length: 25 }, (_, at) => `acme-${at + 10}`);
  const here = await world(
    onServer(accounts, {
      port: 1,
      user: "acme",
      password: "file:password",
      host_key: `SHA256:${"A".repeat(43)}`,
    }),
  );
  await writeFile(join(here.folder, "password"), "x", { mode: 0o600 });
  await here.passFeeds();
  const alerts: Alert[] = [];
  const { screen } = await faultViews(here, alerts);
  const first = accounts.slice(0, 6).map((name) => `${name}/staff`);
  expect(alerts.map(({ summary, reasons }) => [summary, reasons[0]])).toEqual([
    [
      expect.stringMatching(/^127\.0\.0\.1:1, 25 feeds: 127\.0\.0\.1 refused the connection on port 1\./),
      expect.stringContaining(`: ${first.join(", ")} and 19 more.`),
    ],
  ]);
  expect(screen.match(/refused the connection/g)?.length).toBe(1);
  expect(screen).toContain("\nand 25 more with the listed problems\n");
  expect(screen).not.toMatch(/^acme-\d+\/staff/m);
});

test("causes one fault of its own if it is an outbox server that is down and then paused, whichever account connects first", async () => {
  const sftp = (directory: string) =>
    `{ sftp: { host: 127.0.0.1, port: 1, user: acme, key: file:key, host_key: "SHA256:${"A".repeat(43)}", directory: ${directory} } }`;
  const here = await world(`lading: 1
accounts:
  acme: { country: US, outbox: { layout: layout.yaml, ${sftp("to-ffs").slice(2, -2)} } }
sources: { inbox: { folder: inbox }, server: ${sftp("out")} }
feeds:
  acme/org: { source: inbox, files: "org*" }
  acme/staff: { source: server, files: "staff*" }
notify: { command: [x] }
`);
  const [one] = outboxAccounts(here.setup);
  const feed = here.setup.workspace.feeds.find(({ name }) => name === "acme/staff");
  if (one === undefined || feed === undefined) throw new Error("no outbox");
  const refused = failure("sftp_refused", { host: "127.0.0.1", port: 1 });
  const waiting = failure("sftp_waiting", {
    ...{ host: "127.0.0.1", until: "later", failures: 1, reason: "it refused" },
  });
  const { code, message, hint } = refused;
  const commands = [...refused.commands];
  await writeHostState(here.store.db, {
    ...{ host: "127.0.0.1", port: 1, user: "acme" },
    ...{ failures: 1, last_error: { at: here.clock.now().toISOString(), code, message, hint, commands } },
  });
  const alerts: Alert[] = [];
  for (const error of [refused, waiting, refused]) {
    await noteOutbox(here.setup, one, [error]);
    await noteFaults(here.setup, [{ feed, error }]);
    expect((await faultViews(here, alerts)).faults).toEqual([["127.0.0.1:1", 1]]);
  }
  expect(alerts.filter(({ event }) => event === "failed")).toHaveLength(1);
});

test("an unreadable file is a problem, but it neither stops the feed nor hides that no other file arrives", async () => {
  const late = staffFeed.replace("first: publish", "first: publish, expect: every 24 h");
  const here = await world(`${late}notify: { command: [x] }\n`);
  await here.drop("staff-2.csv", staff("1", "2"));
  await here.pass();
  const [feed] = here.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const error = failure("arrival_not_readable", { ...{ name: "staff-1.csv", source: "inbox" }, reason: "x" });
  const alerts: Alert[] = [];
  const shown = async () => {
    await noteFaults(here.setup, [{ feed, error, isOfFile: true }]);
    return faultViews(here, alerts);
  };
  expect(await shown()).toMatchObject({ health: ["rejected"], isWell: false });
  here.clock.advance(2 * 86_400_000);
  const views = await shown();
  expect(views).toMatchObject({ health: ["stale"], faults: [["source inbox", 1]] });
  expect(views.screen).toMatch(/staff-1\.csv from the source inbox cannot be read/);
  expect(views.screen).toContain("A delivery was due, but none was accepted.");
  expect(alerts.map(({ event }) => event)).toEqual(["failed", "stale"]);
});

test("a fault is shown regardless of the reader's clock, which may be minutes behind on another machine", async () => {
  const here = await world(staffFeed);
  await rename(join(here.folder, "inbox"), join(here.folder, "gone"));
  await here.passFeeds();
  const minutes = 5 * 60_000;
  expect(
    await readFaults(here.store, here.setup.workspace, new Date(here.clock.now().getTime() - minutes)),
  ).toHaveLength(1);
});

describe.each(databases)("faults on %s", (engine, newDatabase) => {
  const isPostgres = engine === "PostgreSQL";
  const variation = isPostgres ? { tags: ["long"] } : {};

  async function worldHere(): Promise<World> {
    const views = `${staffFeed}notify: { command: [x] }\n`;
    const yaml = isPostgres ? `database: env:LADING_DATABASE_URL\n${views}` : views;
    const url = newDatabase();
    const env = url === undefined ? {} : { LADING_DATABASE_URL: url };
    const here = await world(yaml, undefined, "here", env);
    await here.drop("staff-1.csv", staff(...ids(1, 30)));
    await here.pass();
    expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [], isWell: true });
    return here;
  }

  test("a missing source is a fault of that source until it is back", async () => {
    const here = await worldHere();
    await rename(join(here.folder, "inbox"), join(here.folder, "away"));
    await here.passFeeds();
    const since = here.clock.now().toISOString();
    here.clock.advance(86_400_000);
    await here.passFeeds();
    const [fault] = await readFaults(here.store, here.setup.workspace, here.clock.now());
    expect(fault).toMatchObject({ where: "source inbox", since, feeds: ["acme/staff"] });
    expect(await faultViews(here)).toMatchObject({ health: ["failing"], isWell: false });
    await rename(join(here.folder, "away"), join(here.folder, "inbox"));
    await here.passFeeds();
    expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [] });
  });

  test("a clock that is behind the last version is a fault", async () => {
    const here = await worldHere();
    here.clock.set("2026-01-02T08:00:00.000Z");
    await here.drop("staff-2.csv", staff(...ids(1, 31)));
    await here.passFeeds();
    const alerts: Alert[] = [];
    const views = await faultViews(here, alerts);
    expect(views).toMatchObject({ health: ["failing"], faults: [[expect.stringMatching(/^machine /), 1]] });
    expect(views.screen).toContain("This machine's clock shows 2026-01-02");
    expect(alerts.map(({ event }) => event)).toEqual(["failed"]);
  });

  test("an interrupted process is reported until another one completes the work", async () => {
    const here = await worldHere();
    const db = here.store.db;
    await takeLease(here.store, "acme/staff");
    await db.updateTable("leases").set({ deadline: 1 }).where("name", "=", "acme/staff").execute();
    const alerts: Alert[] = [];
    const views = await faultViews(here, alerts);
    expect(views).toMatchObject({ health: ["failing"], isWell: false });
    expect(views.screen).toMatch(/started working on acme\/staff at .*, crashed or is not responding/);
    await here.passFeeds();
    expect(await faultViews(here, alerts)).toMatchObject({ health: ["good"], faults: [] });
    expect(alerts.map(({ event }) => event)).toEqual(["failed", "recovered"]);
  });

  test(
    "a container that is recreated under another name continues where the previous one stopped",
    variation,
    async () => {
      const here = await worldHere();
      const leases = here.store.db.updateTable("leases").where("name", "=", "acme/staff");
      await takeLease(here.store, "acme/staff");
      const { owner } = await here.store.db
        .selectFrom("leases")
        .select("owner")
        .where("name", "=", "acme/staff")
        .executeTakeFirstOrThrow();
      const other = { ...(JSON.parse(owner) as object), host: "0f3c1d2e4b5a", namespace: "1", pid: 1 };
      await leases.set({ owner: JSON.stringify(other) }).execute();
      await here.drop("staff-2.csv", staff(...ids(1, 31)));
      // Until its lease expires, nobody knows that it ended.
      expect((await here.passFeeds())[0]?.error).toMatchObject({ code: "locked" });
      await leases.set({ deadline: Date.now() - 1 }).execute();
      expect((await here.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
      expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [] });
    },
  );

  test("a lease that could not be released does not count as a crash, and the next pass releases it", async () => {
    const here = await worldHere();
    let isAway = false;
    const store = {
      ...here.store,
      get db() {
        if (isAway) throw new Error("away");
        return here.store.db;
      },
    };
    const lease = await takeLease(store, "acme/staff");
    isAway = true;
    await expect(lease.release()).rejects.toThrow("away");
    expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [] });
    const owner = async () => {
      const row = here.store.db.selectFrom("leases").select("owner").where("name", "=", "acme/staff");
      return (await row.executeTakeFirstOrThrow()).owner;
    };
    expect(await owner()).not.toBe("");
    await here.passFeeds();
    expect(await owner()).toBe("");
  });

  test("a feed that one process holds for hours is reported", variation, async () => {
    const here = await worldHere();
    const lease = await takeLease(here.store, "acme/staff");
    await here.drop("staff-2.csv", staff(...ids(1, 31)));
    await here.passFeeds();
    expect(await faultViews(here)).toMatchObject({ health: ["good"] });
    await here.store.db
      .updateTable("leases")
      .set({ since: new Date(Date.now() - 2 * 3_600_000).toISOString() })
      .where("name", "=", "acme/staff")
      .execute();
    await here.passFeeds();
    const alerts: Alert[] = [];
    const views = await faultViews(here, alerts);
    expect(views).toMatchObject({ health: ["failing"], isWell: false });
    expect(views.screen).toContain("no other process can work on this feed");
    await lease.release();
    await here.passFeeds();
    expect(await faultViews(here, alerts)).toMatchObject({ health: ["good"], faults: [] });
    expect(alerts.map(({ event }) => event)).toEqual(["failed", "recovered"]);
  });

  test("an empty export is reported once it is no longer being written", variation, async () => {
    const here = await worldHere();
    await here.drop("staff-2.csv", "");
    await here.passFeeds();
    expect(await faultViews(here)).toMatchObject({ health: ["good"] });
    here.clock.advance(600_000);
    const views = await faultViews(here);
    expect(views).toMatchObject({ health: ["failing"], faults: [["source inbox", 1]], isWell: false });
    expect(views.screen).toContain("The file staff-2.csv at the source inbox is empty");
    await here.drop("staff-2.csv", staff(...ids(1, 31)));
    await here.passFeeds();
    expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [] });
  });

  test(
    "the fault of an empty export ends when a later export is accepted, even if the empty file is still there",
    variation,
    async () => {
      const here = await worldHere();
      await here.drop("staff-2.csv", "");
      await here.passFeeds();
      here.clock.advance(600_000);
      expect(await faultViews(here)).toMatchObject({ health: ["failing"] });
      await here.drop("staff-3.csv", staff(...ids(1, 31)));
      await here.passFeeds();
      await here.passFeeds();
      here.clock.advance(700_000);
      expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [] });
      await here.drop("staff-4.csv", "");
      await here.passFeeds();
      here.clock.advance(600_000);
      const views = await faultViews(here);
      expect(views.screen).toContain("The file staff-4.csv at the source inbox is empty");
      expect(views.health).toEqual(["failing"]);
    },
  );
});

test("a pass that fails every night is reported once, and none of its feeds counts as good in the meantime", async () => {
  const here = await world(`${staffFeed}notify: { command: [x] }\n`);
  await here.drop("staff-1.csv", staff(...ids(1, 30)));
  await here.pass();
  await here.drop("staff-2.csv", staff(...ids(1, 31)));
  const alerts: Alert[] = [];
  const evaluate: RealSetup["evaluate"] = async () => {
    throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  const failing = { health: ["failing"], isWell: false };
  const ofMachine = [[expect.stringMatching(/^machine /), 1]];
  for (let night = 0; night < 3; night++) {
    await here.passFeeds({ ...here.setup, evaluate });
    expect(await faultViews(here, alerts)).toMatchObject({ ...failing, faults: ofMachine });
    here.clock.advance(86_400_000);
  }
  expect(alerts.map(({ event }) => event)).toEqual(["failed"]);
  // The same is true if only the delivery shows it.
  await here.store.db.deleteFrom("faults").execute();
  expect(await faultViews(here)).toMatchObject({ ...failing, faults: [] });
  await here.passFeeds();
  expect(await faultViews(here)).toMatchObject({ health: ["good"], isWell: true });
  // A failure before the first feed affects all feeds.
  const error = failure("storage_failed", { path: "data", reason: "EIO" });
  await allFailed(here.setup, here.setup.workspace.feeds, error);
  expect(await faultViews(here)).toMatchObject({ ...failing, faults: ofMachine });
  await here.passFeeds();
  expect(await faultViews(here)).toMatchObject({ health: ["good"], faults: [] });
});

test("many exports that are rejected for the same reason are one paragraph", async () => {
  const accounts = ["a1", "a2", "a3", "a4", "a5"];
  const here = await world(`lading: 1
accounts: { ${accounts.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${accounts.map((name) => `  ${name}/staff: { source: inbox, files: "${name}*.csv", settle: final_name, first: publish }\n`).join("")}`);
  for (const name of accounts) await here.drop(`${name}.csv`, "Kode,Bezeichnung\r\n1,2\r\n");
  await here.passFeeds();
  const { screen, health } = await faultViews(here);
  expect(health).toEqual(accounts.map(() => "unpublished"));
  expect(screen).toMatch(/^5 feeds: rejected\n {2}The last delivery was rejected\. .*external_id/m);
  expect(screen).toContain("\n    a1/staff: a1.csv\n");
  expect(screen).not.toContain("REJECTED: ");
});

test("many empty exports are one paragraph and one alert, and so is their recovery", async () => {
  const accounts = ["a1", "a2", "a3", "a4", "a5"];
  const here = await world(`lading: 1
accounts: { ${accounts.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${accounts.map((name) => `  ${name}/staff: { source: inbox, files: "${name}*.csv", settle: final_name, first: publish }\n`).join("")}
notify: { command: [x] }
`);
  for (const name of accounts) await here.drop(`${name}-1.csv`, staff("1"));
  await here.passFeeds();
  for (const name of accounts) await here.drop(`${name}-2.csv`, "");
  await here.passFeeds();
  here.clock.advance(700_000);
  const alerts: Alert[] = [];
  const { screen, metrics } = await faultViews(here, alerts);
  // A scraper would refuse two lines with the same labels.
  expect(metrics.match(/^lading_fault_feeds\{.*$/gm)).toEqual(['lading_fault_feeds{where="source inbox"} 5']);
  expect(screen).toContain(
    "\n5 feeds\n  The most recent files are empty. Lists that were already published are still served. First seen 12 min ago.\n    a1/staff: The file a1-2.csv at the source inbox is empty",
  );
  expect(alerts).toMatchObject([
    { event: "failed", feeds: accounts.map((name) => ({ feed: `${name}/staff` })) },
  ]);
  alerts.length = 0;
  for (const name of accounts) await here.drop(`${name}-2.csv`, staff("1", "2"));
  await here.passFeeds();
  await faultViews(here, alerts);
  expect(alerts).toMatchObject([
    {
      event: "recovered",
      summary: "5 faults were resolved.",
      reasons: accounts.map((name) => `source inbox is working again for ${name}/staff.`),
    },
  ]);
});

test("a list that waits for another one is not good", async () => {
  const feed = (type: string) =>
    `  acme/${type}-code: { source: inbox, files: "${type}*.csv", settle: final_name, first: publish }\n`;
  const yaml = (country: string, ...types: readonly string[]) => `lading: 1
accounts: { acme: { country: ${country}, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds:
${types.map(feed).join("")}`;
  const charges = (tax: string, ids: readonly number[]) =>
    `external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n${ids.map((id) => `${id},,C${id},Charge ${id},freight,${tax},true\r\n`).join("")}`;
  const here = await world(yaml("US", "charge"));
  await here.drop("charge-1.csv", charges("", [1, 2]));
  await here.pass();
  await here.reload(yaml("DE", "charge", "tax"));
  await here.drop("charge-2.csv", charges("S1", [1, 2, 3]));
  await here.pass();
  const status = await workspaceStatus(here.setup.workspace, here.store, () => here.clock.now()).read();
  expect(status.feeds.map(({ feed, health, reason }) => [feed, health, reason])).toContainEqual([
    "acme/charge-code",
    "waiting",
    "The delivery is waiting for the list acme/tax-code.",
  ]);
});

test("rejected rows of the last file count as a problem everywhere until they are corrected", async () => {
  const here = await world(`${staffFeed}notify: { command: [x] }\n`);
  const alerts: Alert[] = [];
  await here.drop("staff-1.csv", `${staff(...ids(1, 4))}5,,Eve,,maybe\r\n6,,Fay,,maybe\r\n`);
  await here.pass();
  const partial = await faultViews(here, alerts);
  expect(partial).toMatchObject({ health: ["partial"], isWell: false });
  expect(partial.page).toContain("2 of 6 rows of the last accepted file could not be used");
  expect(partial.page).not.toContain("is good");
  expect(partial.metrics).toContain('lading_feed_health{feed="acme/staff",health="partial"} 1');
  expect(partial.screen).toMatch(
    /acme\/staff: some rows rejected\n {2}staff-1\.csv: 2 of 6 rows of the last accepted file could not be used/,
  );
  const [sha256 = ""] = (await here.state()).deliveries.keys();
  const amend = async (row: string) => {
    here.clock.advance(60_000);
    await here.drop(
      "staff-1.csv.rejects.csv",
      `external_id,updated_at,name,email_address,is_active,lading_delivery\r\n${row},${sha256}\r\n`,
    );
    expect(await here.pass()).toMatchObject([{ status: "PUBLISHED" }]);
    return faultViews(here, alerts);
  };
  expect(await amend("5,,Eve,e@acme.example,true")).toMatchObject({ health: ["partial"], isWell: false });
  expect(await amend("6,,Fay,f@acme.example,true")).toMatchObject({ health: ["good"], isWell: true });
  expect(alerts.map(({ event }) => event)).toEqual(["rejected", "recovered"]);
});

test("status names the feeds that need a person, counts the others, and accepts patterns", async () => {
  const names = Array.from({ length: 24 }, (_, index) => `acct-${String(index).padStart(2, "0")}`);
  const here = await world(`lading: 1
accounts: { ${names.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${names.map((name) => `  ${name}/staff: { source: inbox, files: "${name}*.csv", settle: final_name, first: publish }\n`).join("")}`);
  for (const name of names) await here.drop(`${name}.csv`, staff(...ids(1, 3)));
  await here.passFeeds();
  expect((await faultViews(here)).screen).toMatch(/^all 24 feeds are good\n\nfeed /);
  await here.drop("acct-17.csv", "");
  await here.passFeeds();
  here.clock.advance(3_600_000);
  const { screen } = await faultViews(here);
  expect(screen.split("\n").filter((line) => /^acct-\d+\/staff/.test(line))).toEqual([
    expect.stringMatching(/^acct-17\/staff +failing/),
  ]);
  expect(screen).toContain("\nand 23 good\n");
  const { workspace } = here.setup;
  expect(chooseFeeds(workspace, ["acct-1*/staff"]).map(({ name }) => name)).toEqual(
    names.slice(10, 20).map((name) => `${name}/staff`),
  );
  expect(() => chooseFeeds(workspace, ["acct-1*"])).toThrow("No feed matches");
});
