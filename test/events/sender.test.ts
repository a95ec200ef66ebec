import { describe, expect, onTestFinished, test } from "vitest";
import { readFaults } from "../../src/feeds/deliveries/faults.js";
import { countEvents, resumeEvents, retryEvents, type EventCounts } from "../../src/events/queue.js";
import { feedId } from "../../src/feeds/lists/feed-log.js";
import { eventAccounts, sendDue, type SendResult } from "../../src/events/sender.js";
import { storeFailure } from "../../src/errors.js";
import { silentLog } from "../../src/log.js";
import {
  simulatePlatform,
  type PlatformOptions,
  type Disturbance,
} from "../../src/conformance/simulate/platform.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { publish } from "../http/publish.js";
import { databases } from "../support/postgres.js";
import { world, type World } from "../support/world.js";

/** Uses the simulated platform over real sockets, and the publications of the real publisher. */

const secrets = { token: "t0ken", apiKey: "k3y", client: { id: "acme & co", secret: "s%cr+t" } };
const env = { TOKEN: secrets.token, KEY: secrets.apiKey, SECRET: secrets.client.secret, WRONG: "nothing" };

interface Scene {
  readonly here: World;
  readonly platform: Awaited<ReturnType<typeof simulatePlatform>>;
  readonly send: () => Promise<SendResult>;
  readonly publish: (
    feed: string,
    number: number,
    versions: Readonly<Record<string, string>>,
  ) => Promise<void>;
  readonly counts: (feed: string) => Promise<EventCounts>;
}

type SignIn = (platform: { tokenUrl: string }) => string;
const byToken: SignIn = () => "token: env:TOKEN";

async function scene(
  options: Partial<PlatformOptions> = {},
  signIn: SignIn = byToken,
  more = "",
  database?: string,
): Promise<Scene> {
  const platform = await simulatePlatform({ port: 0, credentials: secrets, ...options });
  onTestFinished(() => platform.close());
  const here = await world(
    `
lading: 1
${database === undefined ? "" : "database: env:DATABASE"}
accounts:
  acme:
    country: US
    zone: UTC
    sync: events
    platform: { url: "${platform.url}/", ${signIn(platform)}, rate: 1000${more} }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "job*" }
  acme/org: { source: inbox, files: "org*" }
`,
    undefined,
    "here",
    database === undefined ? {} : { DATABASE: database },
  );
  const account = () => {
    const [found] = eventAccounts(here.setup.workspace);
    if (found === undefined) throw new Error("no account that sends events");
    return found;
  };
  return {
    here,
    platform,
    send: () =>
      sendDue({ setup: here.setup, env, log: silentLog, signal: new AbortController().signal }, account()),
    async publish(feed, number, versions) {
      const records = Object.entries(versions).map(([external_id, name]) => ({
        external_id,
        updated_at,
        name,
      }));
      await publish(here.store, feed, number, records);
    },
    async counts(feed) {
      const id = await feedId(here.store.db, feed);
      return countEvents(here.store.db, id ?? 0, "send");
    },
  };
}

const updated_at = "2026-03-01T08:15:00.000Z";

describe("events to the platform", () => {
  test("are sent for orgs before jobs, once per version, with the entity's served time", async () => {
    const { platform, here, send, publish: put, counts } = await scene();
    expect(await send()).toMatchObject({ sent: 0, next: undefined });
    await put("acme/job", 1, { J1: "one" });
    await put("acme/org", 1, { "ä/1": "one", O2: "two" });
    expect(await counts("acme/org")).toMatchObject({ waiting: 2, sent: 0 });
    expect(await send()).toMatchObject({ sent: 3, failed: 0, next: undefined });
    expect(platform.taken.map(({ entity_type, external_id }) => [entity_type, external_id])).toEqual([
      ["org", "O2"],
      ["org", "ä/1"],
      ["job", "J1"],
    ]);
    const stamps = await here.store.db.selectFrom("stamps").select("second").execute();
    const times = stamps.map(({ second }) => new Date(second * 1000).toISOString());
    for (const event of platform.taken) expect(times).toContain(event.updated_at);
    expect(await send()).toMatchObject({ sent: 0 });

    await put("acme/org", 2, { "ä/1": "one", O2: "changed", O3: "new" });
    expect(await counts("acme/org")).toMatchObject({ waiting: 2, sent: 1 });
    await send();
    expect(platform.taken.slice(3).map(({ external_id }) => external_id)).toEqual(["O2", "O3"]);
    expect(await counts("acme/org")).toMatchObject({ waiting: 0, sent: 3, oldest: undefined });
  });

  test("are omitted for earlier records if the first load is skipped, and are sent for every later change", async () => {
    const { platform, send, publish: put } = await scene({}, byToken, ", first_load: skip");
    await put("acme/org", 1, { O1: "one", O2: "two" });
    await send();
    expect(platform.taken).toEqual([]);
    await put("acme/org", 2, { O1: "one", O2: "changed" });
    await send();
    expect(platform.taken.map(({ external_id }) => external_id)).toEqual(["O2"]);
  });

  test.each<[string, SignIn]>([
    ["a token", byToken],
    ["a key", () => "api_key: env:KEY"],
    [
      "OAuth with the client in the header",
      ({ tokenUrl }) =>
        `oauth: { token_url: "${tokenUrl}", client_id: "${secrets.client.id}", client_secret: env:SECRET }`,
    ],
    [
      "OAuth with the client in the body",
      ({ tokenUrl }) =>
        `oauth: { token_url: "${tokenUrl}", client_id: "${secrets.client.id}", client_secret: env:SECRET, credentials_in: body }`,
    ],
  ])("are authenticated with %s", async (_name, signIn) => {
    const { platform, send, publish: put } = await scene({}, signIn);
    await put("acme/org", 1, { O1: "one" });
    expect(await send()).toMatchObject({ sent: 1 });
    expect(platform.taken).toHaveLength(1);
  });
});

describe("a failing platform", () => {
  const disturbed = (...disturbances: readonly (Disturbance | undefined)[]) => ({
    disturb: (request: number) => disturbances[request - 1],
  });

  test("gets a failed event again at increasing intervals, without blocking others", async () => {
    const always = new Set<string>();
    const {
      here,
      platform,
      send,
      publish: put,
      counts,
    } = await scene(disturbed({ status: 500 }, { drop: true }));
    await put("acme/org", 1, { O1: "one", O2: "two", O3: "three" });
    for (let passes = 0; passes < 20; passes++) {
      const { next } = await send();
      if (next === undefined) break;
      here.clock.advance(next);
    }
    for (const { external_id } of platform.taken) always.add(external_id);
    expect([...always].sort()).toEqual(["O1", "O2", "O3"]);
    // The event whose response was lost was sent twice.
    expect(platform.taken).toHaveLength(4);
    expect(await counts("acme/org")).toMatchObject({ waiting: 0, sent: 3 });
  });

  test("gets no further event for the time in its response", async () => {
    const {
      here,
      platform,
      send,
      publish: put,
    } = await scene({
      disturb: (request) => (request <= 4 ? { status: 429, retryAfter: 120 } : undefined),
    });
    const orgs = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`O${i}`, "one"]));
    await put("acme/org", 1, orgs);
    const { sent, next } = await send();
    expect([sent, next]).toEqual([0, 120_000]);
    const before = platform.requests();
    expect(before).toBeLessThanOrEqual(4);
    // The result does not depend on the process or on new publications.
    here.clock.advance(60_000);
    await put("acme/org", 2, { ...orgs, O1: "changed" });
    expect(await send()).toMatchObject({ sent: 0, failed: 0, next: 60_000 });
    expect(platform.requests()).toBe(before);
    here.clock.advance(60_000);
    for (let passes = 0; passes < 9; passes++) here.clock.advance((await send()).next ?? 0);
    expect(new Set(platform.taken.map(({ external_id }) => external_id)).size).toBe(10);
  });

  test("does not delay jobs if it refuses orgs", async () => {
    let base = Infinity;
    // The next four events are accepted: the jobs, and at most one org.
    const {
      here,
      platform,
      send,
      publish: put,
      counts,
    } = await scene({
      disturb: (request) => (request > base && request <= base + 4 ? undefined : { status: 500 }),
    });
    await put("acme/org", 1, Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`O${i}`, "one"])));
    for (let passes = 0; passes < 20 && platform.requests() < 8; passes++) {
      const { next = 0 } = await send();
      here.clock.advance(next);
    }
    base = platform.requests();
    await put("acme/job", 1, { J0: "one", J1: "one", J2: "one" });
    here.clock.advance(600_000);
    await send();
    expect(await counts("acme/job")).toMatchObject({ waiting: 0, sent: 3 });
  });

  test("gets later events after a failed store transaction", async () => {
    const { here, platform, publish: put, send } = await scene();
    await put("acme/org", 1, { O1: "one" });
    const [account] = eventAccounts(here.setup.workspace);
    if (account === undefined) throw new Error("no account that sends events");
    const storeError = storeFailure("connection lost");
    let transactions = 0;
    const store = {
      ...here.store,
      transaction: async <T>(work: Parameters<typeof here.store.transaction<T>>[0]): Promise<T> => {
        if (platform.requests() > 0 && transactions++ === 0) throw storeError;
        return here.store.transaction(work);
      },
    };
    const context = {
      setup: { ...here.setup, store },
      env,
      log: silentLog,
      signal: new AbortController().signal,
    };
    await expect(sendDue(context, account)).rejects.toThrow(storeError.message);
    expect(await send()).toMatchObject({ sent: 1 });
  });

  test("is reported as a fault for as long as it is down", async () => {
    const { here, platform, send, publish: put } = await scene();
    const url = new URL(platform.url);
    await platform.close();
    await put("acme/org", 1, { O1: "one" });
    const faults = async () =>
      (await readFaults(here.store, here.setup.workspace, here.clock.now())).map(
        ({ where, sentence, feeds }) => ({
          where,
          sentence,
          feeds,
        }),
      );
    for (let passes = 0; passes < 4; passes++) {
      const { failed, next = 0 } = await send();
      expect(failed).toBe(1);
      here.clock.advance(next);
    }
    expect(await faults()).toEqual([
      {
        where: "platform of acme",
        sentence:
          "Lading cannot send events from acme/org to the platform: no connection (ECONNREFUSED). Lading keeps trying.",
        feeds: ["acme/org"],
      },
    ]);
    here.clock.advance(600_000);
    const again = await simulatePlatform({ port: Number(url.port), credentials: secrets });
    onTestFinished(() => again.close());
    expect(await send()).toMatchObject({ sent: 1 });
    expect(await faults()).toEqual([]);
  });

  test("refuses an event, which is kept with the reason and not sent until the entity changes or a person retries it", async () => {
    const {
      here,
      platform,
      send,
      publish: put,
      counts,
    } = await scene(disturbed({ status: 400 }, undefined, undefined, { status: 400 }, { status: 400 }));
    await put("acme/org", 1, { O1: "one", O2: "two" });
    expect(await send()).toMatchObject({ sent: 1, refused: 1 });
    expect(await counts("acme/org")).toMatchObject({ waiting: 0, sent: 1, refused: 1 });
    const { answer } = await here.store.db
      .selectFrom("events")
      .select("answer")
      .where("state", "=", "refused")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(answer)).toMatchObject({
      code: "validation_error",
      details: [{ field: "external_id", message: "is not accepted" }],
    });
    const [fault] = await readFaults(here.store, here.setup.workspace, here.clock.now());
    expect(fault?.sentence).toBe(
      "The platform refused 1 event from acme/org. Lading does not send refused events again automatically.",
    );
    await send();
    expect(platform.requests()).toBe(2);
    expect(await retryEvents(here.store.db, (await feedId(here.store.db, "acme/org")) ?? 0)).toBe(1);
    await send();
    expect(await counts("acme/org")).toMatchObject({ waiting: 0, sent: 2, refused: 0 });
    await put("acme/org", 2, { O1: "changed", O2: "changed" });
    expect(await send()).toMatchObject({ refused: 2 });
    // A removed entity cannot be fetched, so no event is sent for it.
    await put("acme/org", 3, { O2: "changed again" });
    await send();
    expect(await counts("acme/org")).toMatchObject({ waiting: 0, sent: 1, refused: 0 });
    expect(await readFaults(here.store, here.setup.workspace, here.clock.now())).toEqual([]);
  });

  test("is asked for a new access token after it revoked one, and a 401 after that stops the account", async () => {
    const oauth: SignIn = ({ tokenUrl }) =>
      `oauth: { token_url: "${tokenUrl}", client_id: "${secrets.client.id}", client_secret: env:SECRET }`;
    const {
      here,
      platform,
      send,
      publish: put,
      counts,
    } = await scene(
      disturbed({ status: 401 }, undefined, ...Array.from({ length: 4 }, () => ({ status: 401 }) as const)),
      oauth,
    );
    await put("acme/org", 1, { O1: "one" });
    expect(await send()).toMatchObject({ sent: 1 });
    await put("acme/org", 2, { O1: "changed", O2: "two" });
    expect(await send()).toMatchObject({ sent: 0 });
    const before = platform.requests();
    const [fault] = await readFaults(here.store, here.setup.workspace, here.clock.now());
    expect(fault?.sentence).toContain("rejects the sign-in for the account acme");
    here.clock.advance(86_400_000);
    await send();
    expect(platform.requests()).toBe(before);
    await resumeEvents(here.store.db, "acme");
    await send();
    expect(await counts("acme/org")).toMatchObject({ waiting: 0, sent: 2 });
    expect(await readFaults(here.store, here.setup.workspace, here.clock.now())).toEqual([]);
  });

  test("stops only its own account if the secret is wrong or missing", async () => {
    for (const [reference, sentence] of [
      ["WRONG", "rejects the sign-in for the account acme"],
      ["MISSING", "The secret env:MISSING is missing"],
    ]) {
      const { here, send, publish: put } = await scene({}, () => `token: env:${reference}`);
      await put("acme/org", 1, { O1: "one" });
      expect(await send()).toMatchObject({ sent: 0 });
      const [fault] = await readFaults(here.store, here.setup.workspace, here.clock.now());
      expect(fault?.sentence).toContain(sentence);
    }
  });
});

describe.each(databases)("sending on %s", (_, newDatabase) => {
  test("ends with the newest version of everything sent in order, after any failures", async () => {
    const database = newDatabase();
    const random = numbers(20261123);
    const disturbances: readonly Disturbance[] = [
      { status: 500 },
      { status: 503, retryAfter: 3 },
      { status: 429 },
      { status: 408 },
      { drop: true },
      { delay: 5 },
    ];
    const {
      here,
      platform,
      send,
      publish: put,
    } = await scene(
      {
        disturb: () =>
          random() < 0.3 ? disturbances[Math.floor(random() * disturbances.length)] : undefined,
      },
      byToken,
      "",
      database,
    );
    const feeds = ["acme/org", "acme/job"];
    const versions = new Map(feeds.map((feed) => [feed, {}]));
    for (let number = 1; number <= 15; number++) {
      for (const feed of feeds) {
        const now: Record<string, string> = { ...versions.get(feed) };
        for (let changes = 0; changes < 5; changes++) now[`E${Math.floor(random() * 12)}`] = `${number}`;
        versions.set(feed, now);
        // These changes arrive while others are being sent.
        const [sent] = await Promise.all([send(), put(feed, number, now)]);
        here.clock.advance(random() < 0.5 ? (sent.next ?? 0) : 100);
      }
    }
    for (let passes = 0; passes < 200; passes++) {
      const { next } = await send();
      if (next === undefined) break;
      here.clock.advance(next);
    }
    const last = new Map<string, string>();
    for (const { entity_type, external_id, updated_at: time } of platform.taken) {
      const key = `${entity_type} ${external_id}`;
      expect(time >= (last.get(key) ?? "")).toBe(true);
      last.set(key, time);
    }
    const visible = await here.store.db
      .selectFrom("records")
      .innerJoin("feeds", "feeds.id", "records.feed")
      .innerJoin("stamps", (join) =>
        join.onRef("stamps.feed", "=", "records.feed").onRef("stamps.number", "=", "records.number"),
      )
      .select(["feeds.name", "records.id", "stamps.second"])
      .execute();
    expect(Object.fromEntries(last)).toEqual(
      Object.fromEntries(
        visible.map(({ name, id, second }) => [
          `${name.slice(5)} ${id}`,
          new Date(second * 1000).toISOString(),
        ]),
      ),
    );
  });
});

test("is done by only one of two processes at a time", async () => {
  const { here, platform, publish: put } = await scene({ disturb: () => ({ delay: 20 }) });
  await put("acme/org", 1, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`O${i}`, "one"])));
  const other = await openStoreOf(here.setup.workspace, {});
  onTestFinished(() => other.close());
  const [account] = eventAccounts(here.setup.workspace);
  if (account === undefined) throw new Error("no account that sends events");
  const context = { setup: here.setup, env, log: silentLog, signal: new AbortController().signal };
  const sent = await Promise.all([
    sendDue(context, account),
    sendDue({ ...context, setup: { ...here.setup, store: other } }, account),
  ]);
  expect(sent.map((each) => each.sent).sort()).toEqual([0, 20]);
  expect(platform.taken).toHaveLength(20);
});

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
