import { Agent } from "node:http";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCredential, revokeCredential } from "../../src/store/credentials/store.js";
import { addressKey, countFailedSignIns } from "../../src/http/failed-sign-ins.js";
import type { ServedAccount } from "../../src/http/lists.js";
import type { Store } from "../../src/store/store.js";
import { feedAt, publish } from "./publish.js";
import { bearer, get, serve, staff, type Got } from "./serving.js";

function expectUnauthorized(got: Got, tried = true): void {
  expect(got.status).toBe(401);
  expect(got.json()).toMatchObject({ error: { code: "unauthorized" } });
  expect(got.headers["www-authenticate"]).toBe(
    `Bearer realm="lading"${tried ? ', error="invalid_token"' : ""}`,
  );
  expect(got.headers["cache-control"]).toBe("no-store");
}

describe("bearer tokens", () => {
  test("missing, malformed, wrong, expired, revoked and foreign credentials get 401 with a challenge", async () => {
    const server = await serve();
    const url = `${server.url}/staff`;
    const { id, secret } = await server.credential("acme-de");
    const client = await server.credential("acme-de", "client");
    const foreign = await server.credential("gone-account");
    const long = { expiresAt: new Date("2020-01-02"), now: new Date("2020-01-01"), name: "old" };
    const expired = await server.credential("acme-de", "token", long);
    const revoked = await server.credential("acme-de", "token", { name: "revoked" });
    await revokeCredential(server.store, "token", revoked.id, new Date());

    expectUnauthorized(await get(url), false);
    // A token in the query is not a credential, and the request counts as one without an attempt.
    expectUnauthorized(await get(`${url}?access_token=${secret}`), false);
    const otherSecret = `lading_${id}_${"A".repeat(43)}`;
    const unknownId = secret.replace(id, "a".repeat(12));
    for (const authorization of [
      "",
      "Bearer",
      "Bearer ",
      secret,
      `Token token=${secret}`,
      `Basic ${Buffer.from(`x:${secret}`).toString("base64")}`,
      `Bearer ${secret} x`,
      `Bearer ${secret},`,
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer ${secret}A`,
      `Bearer ${otherSecret}`,
      `Bearer ${unknownId}`,
      `Bearer ${"x".repeat(9000)}`,
      `Bearer ${client.secret}`,
      `Bearer ${foreign.secret}`,
      `Bearer ${expired.secret}`,
      `Bearer ${revoked.secret}`,
    ]) {
      expectUnauthorized(await get(url, { authorization }));
    }
    expect((await get(url, bearer(secret))).status).toBe(200);
    expect((await get(url, { authorization: `bearer   ${secret}` })).status).toBe(200);
  });

  test("tokens are created and revoked without a restart, and two can be active at a time", async () => {
    const server = await serve();
    const url = `${server.url}/staff`;
    const first = await server.credential("acme-de");
    expect((await get(url, bearer(first.secret))).status).toBe(200);
    const second = await server.credential("acme-de");
    expect((await get(url, bearer(second.secret))).status).toBe(200);
    expect((await get(url, bearer(first.secret))).status).toBe(200);
    await expect(server.credential("acme-de")).rejects.toMatchObject({ code: "too_many_credentials" });

    await revokeCredential(server.store, "token", first.id, new Date());
    expectUnauthorized(await get(url, bearer(first.secret)));
    expect((await get(url, bearer(second.secret))).status).toBe(200);
    const third = await server.credential("acme-de");
    expect((await get(url, bearer(third.secret))).status).toBe(200);
  });

  test("still work while the store does not answer, which the log reports once", async () => {
    const server = await serve();
    const { id, secret } = await server.credential("acme-de");
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect((await get(`${server.url}/staff`, bearer(secret))).status).toBe(200);
    expect((await get(`${server.url}/staff`, bearer(secret), { agent })).status).toBe(200);
    await sql`alter table facts rename to elsewhere`.execute(server.store.db);
    for (const options of [{}, { agent }, {}]) {
      expect((await get(`${server.url}/staff`, bearer(secret), options)).status).toBe(200);
      expect((await get(`${server.url}/staff`, bearer(`${secret}x`), options)).status).toBe(401);
    }
    await expect.poll(() => server.log()).toContain("credentials_not_taken");
    expect(server.log().match(/credentials_not_taken/g)).toHaveLength(1);
    await sql`alter table elsewhere rename to facts`.execute(server.store.db);
    await revokeCredential(server.store, "token", id, new Date());
    for (const options of [{}, { agent }]) {
      expectUnauthorized(await get(`${server.url}/staff`, bearer(secret), options));
    }
  });

  test("a token expires on the server's clock", async () => {
    let now = new Date("2026-03-01T10:00:00Z");
    const server = await serve({ now: () => now });
    const { secret } = await server.credential("acme-de", "token", {
      expiresAt: new Date("2026-03-01T11:00:00Z"),
      now,
    });
    expect((await get(`${server.url}/staff`, bearer(secret))).status).toBe(200);
    now = new Date("2026-03-01T11:00:00Z");
    expectUnauthorized(await get(`${server.url}/staff`, bearer(secret)));
  });

  test("a connection's authentication is valid only for the same token, and while the token is valid", async () => {
    let now = new Date("2026-03-01T10:00:00Z");
    const server = await serve({ now: () => now });
    const expiresAt = new Date("2026-03-01T11:00:00Z");
    const first = await server.credential("acme-de", "token", { expiresAt, now });
    const second = await server.credential("acme-de", "token", { now });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = (secret: string) => get(`${server.url}/staff`, bearer(secret), { agent });

    for (let i = 0; i < 3; i++) expect((await ask(first.secret)).status).toBe(200);
    expectUnauthorized(await ask(first.secret.replace(/.{2}$/, "~~")));
    expectUnauthorized(await ask(`${first.secret.slice(0, -1)}${first.secret.endsWith("A") ? "B" : "A"}`));
    expect((await ask(second.secret)).status).toBe(200);
    expect((await ask(first.secret)).status).toBe(200);
    now = expiresAt;
    expectUnauthorized(await ask(first.secret));
    expect((await ask(second.secret)).status).toBe(200);
    await revokeCredential(server.store, "token", second.id, now);
    expectUnauthorized(await ask(second.secret));
    // The log names the account of each answer on the connection, although repeated parts are formatted once.
    await expect.poll(() => answersIn(server.log())).toHaveLength(10);
    const [one, two] = [first.id, second.id].map((credential) => `200 GET acme-de ${credential}`);
    const refused = "401 GET unauthorized";
    expect(answersIn(server.log())).toEqual([
      one,
      one,
      one,
      refused,
      refused,
      two,
      one,
      refused,
      two,
      refused,
    ]);
  });

  test("bearer tokens can be off", async () => {
    const server = await serve({ settings: { bearer_tokens: "false" } });
    const { secret } = await server.credential("acme-de");
    expectUnauthorized(await get(`${server.url}/staff`, bearer(secret)));
  });
});

/** A server that shows whether it delays a refusal. */
function slowness(settings: Record<string, unknown>) {
  let pauses = 0;
  const pause = () => Promise.resolve(pauses++);
  return {
    settings: { settings, pause },
    isSlow: async (ask: () => ReturnType<typeof get>): Promise<boolean> => {
      const before = pauses;
      expectUnauthorized(await ask(), false);
      return pauses > before;
    },
  };
}

describe("guesses of credentials", () => {
  test("get a delayed 401 after 20 failures a minute, without affecting a valid client", async () => {
    const pauses: number[] = [];
    const server = await serve({ pause: (ms) => Promise.resolve(pauses.push(ms)) });
    const url = `${server.url}/staff`;
    const { id, secret } = await server.credential("acme-de");
    for (let guess = 0; guess < 60; guess++) {
      const wrong = `lading_${id}_${String(guess).padStart(43, "x")}`;
      expectUnauthorized(await get(url, bearer(wrong)));
      if (guess % 10 === 0) expect((await get(url, bearer(secret))).status).toBe(200);
    }
    expect(pauses).toEqual(Array.from({ length: 40 }, () => 2_000));
  });

  test("behind a proxy, the limit is per forwarded address, and a forged address is ignored", async () => {
    const { settings, isSlow } = slowness({ behind_proxy: "true", limits: { failures_per_minute: "2" } });
    const server = await serve(settings);
    const ask = (forwarded: string) =>
      isSlow(() => get(`${server.url}/staff`, { "x-forwarded-for": forwarded }));
    expect(await ask("198.51.100.1")).toBe(false);
    expect(await ask("203.0.113.9, 198.51.100.1")).toBe(false);
    expect(await ask("203.0.113.10, 198.51.100.1")).toBe(true);
    expect(await ask("198.51.100.1, 198.51.100.2")).toBe(false);
    // Some proxies add the port, which changes with each connection.
    expect(await ask("198.51.100.1, 198.51.100.2:4001")).toBe(false);
    expect(await ask("198.51.100.2:4002")).toBe(true);
    expect(await ask("2001:db8::1")).toBe(false);
    expect(await ask("[2001:db8::1]:4001")).toBe(false);
    expect(await ask("[2001:db8::2]")).toBe(true);
    expect(server.log()).not.toMatch(/:400\d"/);
  });

  test("the log has the reason for a refusal, and the response does not", async () => {
    let now = new Date();
    const server = await serve({ now: () => now });
    const live = await server.credential("acme-de", "token", { name: "live" });
    const ends = new Date(now.getTime() + 60_000);
    const expired = await server.credential("acme-de", "token", { name: "expired", expiresAt: ends });
    const revoked = await server.credential("acme-de", "token", { name: "revoked" });
    const foreign = await server.credential("other", "token");
    await revokeCredential(server.store, "token", revoked.id, now);
    now = new Date(ends.getTime() + 1);
    const bodies = new Set<string>();
    for (const headers of [
      {},
      { authorization: "Basic abc" },
      bearer(`${live.secret.slice(0, -1)}!`),
      bearer(live.secret.replace(/_[^_]{4}/, "_aaaa")),
      ...[expired, revoked, foreign].map(({ secret }) => bearer(secret)),
    ]) {
      const got = await get(`${server.url}/staff`, headers);
      expect(got.status).toBe(401);
      bodies.add(got.body.toString());
    }
    expect(bodies.size).toBe(1);
    const whys = () =>
      [...server.log().matchAll(/"code":"unauthorized","why":"(\w+)"/g)].map(([, why]) => why);
    await expect.poll(whys).toHaveLength(7);
    expect(whys()).toEqual([
      "no_credentials",
      ...["malformed", "malformed", "unknown", "expired", "revoked", "unknown_account"],
    ]);
  });

  test("are counted without X-Forwarded-For if there is no proxy", async () => {
    const { settings, isSlow } = slowness({ limits: { failures_per_minute: "1" } });
    const server = await serve(settings);
    const ask = (forwarded: string) =>
      isSlow(() => get(`${server.url}/staff`, { "x-forwarded-for": forwarded }));
    expect([await ask("198.51.100.1"), await ask("198.51.100.2")]).toEqual([false, true]);
  });

  test("a window ends after a minute, and invented keys do not fill the memory", () => {
    let now = 0;
    const failures = countFailedSignIns(1, () => now);
    expect(failures.count(["a"])).toBeUndefined();
    expect(failures.count(["a", "b"])).toBe(60);
    now = 59_000;
    expect(failures.count(["a"])).toBe(1);
    now = 60_000;
    expect(failures.count(["a"])).toBeUndefined();
    for (let i = 0; i < 50_000; i++) failures.count([`key ${i}`]);
    // The oldest windows were dropped, so this one starts again.
    expect(failures.count(["a"])).toBeUndefined();
  });

  test("are counted together for a /64 of IPv6, and IPv4 in IPv6 counts as IPv4", () => {
    expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe(addressKey("2001:db8:1:2::1"));
    expect(addressKey("2001:db8:1:3::1")).not.toBe(addressKey("2001:db8:1:2::1"));
    expect(addressKey("::1")).toBe("address 0:0:0:0::/64");
    expect(addressKey("::ffff:192.0.2.1")).toBe(addressKey("192.0.2.1"));
    expect(addressKey("192.0.2.1")).not.toBe(addressKey("192.0.2.2"));
  });
});

describe("access across accounts", () => {
  test("leaks nothing in over 1,000 requests, and foreign and absent records look the same", async () => {
    const names = ["acme-de", "acme-us", "beta-fr", "beta-es"];
    const server = await serve({
      accounts: names.map((name) => accountWithOwnStaff(name)),
    });
    for (const name of names) await publishOwnStaff(server.store, name);
    const credentials = await Promise.all(
      names.map(async (account) => {
        const token = await createCredential(server.store, { kind: "token", account, name: "x" }, new Date());
        const client = await server.credential(account, "client");
        return { account, token: token.secret, access: await buy(server.url, client) };
      }),
    );
    let asked = 0;
    for (const { account, token, access } of credentials) {
      for (const secret of [token, access]) {
        for (const other of names) {
          const marker = `secret-of-${account}`;
          for (const path of tricks(other)) {
            for (const headers of headerTricks(other)) {
              const got = await get(server.url + path, { ...bearer(secret), ...headers });
              asked += 1;
              const text = got.body.toString();
              for (const foreign of names.filter((name) => name !== account)) {
                expect(text).not.toContain(`secret-of-${foreign}`);
              }
              if (got.status === 200) expect(text).toContain(marker);
              else expect([400, 404]).toContain(got.status);
            }
          }
          const foreign = await get(`${server.url}/${other}/staff`, bearer(secret));
          const absent = await get(`${server.url}/nobody/staff`, bearer(secret));
          expect([foreign.status, foreign.body.toString()]).toEqual([absent.status, absent.body.toString()]);
        }
      }
    }
    expect(asked).toBeGreaterThanOrEqual(1000);
  });
});

function tricks(other: string): string[] {
  return [
    "/staff",
    `/staff?account=${other}`,
    `/staff?tenant=${other}&account_id=${other}`,
    `/staff/${other}`,
    `/${other}/staff`,
    `/staff/..%2f..%2f${other}`,
    `/staff/../../${other}/staff`,
    `/staff;account=${other}`,
    `/staff%00${other}`,
    `/staff#${other}`,
  ];
}

function headerTricks(other: string): Record<string, string>[] {
  return [
    {},
    { "x-account": other, "x-tenant-id": other },
    { host: `${other}.example.com`, "x-forwarded-host": other },
    { cookie: `account=${other}`, "x-original-url": `/${other}/staff`, "x-rewrite-url": `/${other}/staff` },
  ];
}

function accountWithOwnStaff(name: string): ServedAccount {
  return { name, envelope: undefined, lists: new Map([["staff", feedAt(`${name}/staff`)]]) };
}

async function publishOwnStaff(store: Store, name: string): Promise<void> {
  const records = staff.map((one) => ({ ...one, name: `secret-of-${name}` }));
  await publish(store, `${name}/staff`, 1, records);
}

async function buy(url: string, client: { clientId: string; secret: string }): Promise<string> {
  const got = await get(
    `${url}/oauth/token`,
    { "content-type": "application/x-www-form-urlencoded" },
    {
      method: "POST",
      body: String(
        new URLSearchParams({
          grant_type: "client_credentials",
          client_id: client.clientId,
          client_secret: client.secret,
        }),
      ),
    },
  );
  return (got.json() as { access_token: string }).access_token;
}

/** Log entries of answers, each with the client that they name. */
function answersIn(log: string): string[] {
  const lines = log.split("\n").filter((line) => line.includes('"event":"request"'));
  return lines.map((line) => {
    const { status, method, account, credential, code } = JSON.parse(line) as Record<string, string | number>;
    return [status, method, account, credential, code].filter((fact) => fact !== undefined).join(" ");
  });
}
