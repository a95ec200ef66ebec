import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ensureFeed } from "../../src/feeds/lists/feed-log.js";
import { newFolding } from "../../src/feeds/lists/moves.js";
import { transition } from "../../src/feeds/lists/transition.js";
import { revokeCredential } from "../../src/store/credentials/store.js";
import { openStore } from "../../src/store/store.js";
import { damage, feedAt, publish } from "./publish.js";
import { bearer, chargeCodes, get, serve, staff, taxCodes } from "./serving.js";

/** Every file and folder below a folder, with its size and modification time. */
async function everyFile(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.sort().map(async (name) => {
      const { size, mtimeMs, ctimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
    }),
  );
}

describe("the three lists", () => {
  test("each returns the full list of the account as a JSON array", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    for (const [path, list] of [
      ["/staff", staff],
      ["/charge-codes", chargeCodes],
      ["/tax-codes", taxCodes],
    ] as const) {
      const got = await get(server.url + path, bearer(secret));
      expect(got.status).toBe(200);
      expect(got.headers["content-type"]).toBe("application/json");
      expect(got.json()).toEqual(list);
    }
  });

  test("serving writes nothing, for any request", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const before = await everyFile(server.folder);
    expect(before.length).toBeGreaterThan(2);
    for (const path of ["/staff", "/charge-codes", "/tax-codes", "/openapi.json", "/nothing", "/%00"]) {
      await get(server.url + path, bearer(secret));
      await get(server.url + path);
    }
    expect(await everyFile(server.folder)).toEqual(before);
  });

  test("parameters are ignored", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const got = await get(`${server.url}/staff?updated_after=2020-01-01&page=2`, bearer(secret));
    expect(got.status).toBe(200);
    expect(got.json()).toEqual(staff);
  });

  test("the headers have the publication number and the caching rules", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const { headers } = await get(`${server.url}/staff`, bearer(secret));
    expect(headers).toMatchObject({
      vary: "Accept-Encoding, Authorization",
      "cache-control": "private, no-cache",
      "last-modified": "Sun, 01 Mar 2026 08:15:00 GMT",
      "lading-publication": "1",
      "lading-published": "2026-03-01T08:15:00.123Z",
      "lading-confirmed": "2026-03-01T08:15:00.123Z",
      "lading-stale": "false",
      "x-content-type-options": "nosniff",
    });
    expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
  });

  test("have no time that goes back or is after the response when a clock steps back", async () => {
    let now = new Date("2026-03-01T09:00:00Z");
    const server = await serve({ now: () => now });
    const { secret } = await server.credential("acme-de");
    const headersAt = async (at: string) => {
      now = new Date(at);
      return (await get(`${server.url}/staff`, bearer(secret))).headers;
    };
    const times = { "last-modified": "Sun, 01 Mar 2026 08:15:00 GMT" };
    expect(await headersAt("2026-03-01T09:00:00Z")).toMatchObject(times);
    const behind = await headersAt("2026-03-01T08:14:59.900Z");
    expect(behind["last-modified"]).toBeUndefined();
    expect(behind["lading-published"]).toBe("2026-03-01T08:15:00.123Z");
    expect(await headersAt("2026-03-01T08:15:01Z")).toMatchObject(times);
  });

  test("a stale list is served and marked", async () => {
    const server = await serve({
      accounts: [
        {
          name: "acme-de",
          envelope: undefined,
          lists: new Map([["staff", feedAt("acme-de/staff", true)]]),
        },
      ],
    });
    await publish(server.store, "acme-de/staff", 1, staff);
    const { secret } = await server.credential("acme-de");
    const got = await get(`${server.url}/staff`, bearer(secret));
    expect(got.status).toBe(200);
    expect(got.headers["lading-stale"]).toBe("true");
  });

  test("gzip and brotli are the bytes of the publication, each with its own ETag, and 304 works", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const ask = (headers: Record<string, string>) =>
      get(`${server.url}/staff`, { ...bearer(secret), ...headers });
    const plain = await ask({});
    const gzip = await ask({ "accept-encoding": "gzip" });
    const br = await ask({ "accept-encoding": "gzip, br" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(br.headers["content-encoding"]).toBe("br");
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    const etags = [plain, gzip, br].map((got) => String(got.headers.etag));
    expect(new Set(etags).size).toBe(3);

    const again = await ask({ "accept-encoding": "gzip", "if-none-match": `"other", W/${etags[1]}` });
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
    expect(again.headers).toMatchObject({
      etag: etags[1],
      "lading-publication": "1",
      vary: plain.headers.vary,
    });
    // The ETag of another encoding does not match.
    expect((await ask({ "accept-encoding": "gzip", "if-none-match": String(etags[2]) })).status).toBe(200);
    expect((await ask({ "if-none-match": "*" })).status).toBe(304);
  });

  test("HEAD returns the same as GET, without the body", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const full = await get(`${server.url}/staff`, bearer(secret));
    const head = await get(`${server.url}/staff`, bearer(secret), { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: "" }).toEqual({ ...full.headers, date: "" });
    expect((await get(`${server.url}/staff`, {}, { method: "HEAD" })).status).toBe(401);
  });

  test("a list that is not published yet gets 503 with Retry-After, never an empty list", async () => {
    const server = await serve({
      accounts: [
        {
          name: "acme-de",
          envelope: undefined,
          lists: new Map([["staff", feedAt("acme-de/staff")]]),
        },
      ],
    });
    const { secret } = await server.credential("acme-de");
    const before = await get(`${server.url}/staff`, bearer(secret));
    expect(before.status).toBe(503);
    expect(before.json()).toMatchObject({ error: { code: "not_published" } });
    expect(Number(before.headers["retry-after"])).toBeGreaterThan(0);

    await publish(server.store, "acme-de/staff", 1, staff);
    expect((await get(`${server.url}/staff`, bearer(secret))).json()).toEqual(staff);
  });

  test("an account without tax codes serves an empty list, wrapped like its others", async () => {
    const server = await serve({
      accounts: [
        { name: "a", envelope: undefined, lists: new Map([["tax-codes", "none"]]) },
        { name: "b", envelope: "data", lists: new Map([["tax-codes", "none"]]) },
      ],
    });
    const a = await server.credential("a");
    const b = await server.credential("b");
    const bare = await get(`${server.url}/tax-codes`, bearer(a.secret));
    expect([bare.status, bare.body.toString()]).toEqual([200, "[]"]);
    const wrapped = await get(`${server.url}/tax-codes`, bearer(b.secret));
    expect([wrapped.status, wrapped.body.toString()]).toEqual([200, '{"data":[]}']);
    expect((await get(`${server.url}/staff`, bearer(a.secret))).status).toBe(404);
  });

  test("a new publication is served without a restart, even for the old ETag", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const first = await get(`${server.url}/staff`, bearer(secret));
    await publish(server.store, "acme-de/staff", 2, staff.slice(0, 1));
    const second = await get(`${server.url}/staff`, {
      ...bearer(secret),
      "if-none-match": String(first.headers.etag),
    });
    expect(second.status).toBe(200);
    expect(second.headers["lading-publication"]).toBe("2");
    expect(second.json()).toEqual(staff.slice(0, 1));
  });

  test("keep the previous publication if the new one is damaged, which the log reports once", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    expect((await get(`${server.url}/staff`, bearer(secret))).headers["lading-publication"]).toBe("1");
    await publish(server.store, "acme-de/staff", 2, staff.slice(0, 1));
    await damage(server.store, "acme-de/staff", "gzip", (bytes) => bytes.fill(1, bytes.length - 1));
    for (let i = 0; i < 3; i++) {
      const got = await get(`${server.url}/staff`, bearer(secret));
      expect([got.status, got.headers["lading-publication"]]).toEqual([200, "1"]);
      expect(got.json()).toEqual(staff);
    }
    await expect.poll(() => server.log()).toContain("version 2 of acme-de/staff");
    expect(server.log().match(/list_not_read/g)).toHaveLength(1);
    await publish(server.store, "acme-de/staff", 3, staff.slice(0, 1));
    expect((await get(`${server.url}/staff`, bearer(secret))).headers["lading-publication"]).toBe("3");
  });

  test.each([
    ["longer", (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(" ")])],
    ["cut", (bytes: Buffer) => bytes.subarray(0, -1)],
    ["empty", () => Buffer.alloc(0)],
    ["other bytes", (bytes: Buffer) => bytes.fill(1, bytes.length - 1)],
  ])("are not sent with damaged bytes by a server without a cached list: %s", async (_what, how) => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    await damage(server.store, "acme-de/staff", "gzip", how);
    for (const encoding of ["gzip", "identity"]) {
      const got = await get(`${server.url}/staff`, { ...bearer(secret), "accept-encoding": encoding });
      expect(got.status).toBe(500);
      expect(got.json()).toMatchObject({ error: { code: "internal_error" } });
    }
    const why = "the stored bytes of version 1 of acme-de/staff do not match their hash";
    await expect.poll(() => server.log()).toContain(why);
    expect((await get(`${server.url}/tax-codes`, bearer(secret))).json()).toEqual(taxCodes);
  });

  test("a list that is read in several pieces is sent complete", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const list = Array.from({ length: 20_000 }, (_, i) => ({ ...staff[0], external_id: `E${i}` }));
    await publish(server.store, "acme-de/staff", 2, list);
    const got = await get(`${server.url}/staff`, bearer(secret));
    expect(got.body.length).toBeGreaterThan(1024 * 1024);
    expect(got.json()).toEqual(list);
  });

  test("a delivery that only confirms the list changes the headers and keeps the bytes", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const first = await get(`${server.url}/staff`, bearer(secret));
    const delivery = "a".repeat(64);
    const arrival = { source: "inbox", name: "staff.csv", size: 1, modified: 1, identity: "1" };
    const received = { state: "RECEIVED", delivery, arrival, part: "", sequence: "" } as const;
    const at = "2026-03-02T08:15:00.000Z";
    await server.store.transaction(async (tx) => {
      const { id, state } = await ensureFeed(tx, "acme-de/staff");
      await transition(tx, { feed: id, checkLease: async () => undefined }, newFolding(state), [
        { n: 1, at, ...received },
        { n: 2, at, state: "UNCHANGED", delivery },
      ]);
    });
    const second = await get(`${server.url}/staff`, bearer(secret));
    expect(second.headers["lading-confirmed"]).toBe(at);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(second.body).toEqual(first.body);
  });
});

describe("changes while serving", () => {
  test("a publication and a revocation by another connection apply to the very next request, each time", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    for (let number = 2; number <= 40; number++) {
      await publish(server.store, "acme-de/staff", number, staff.slice(number % 2));
      const got = await get(`${server.url}/staff`, bearer(secret));
      expect(got.headers["lading-publication"]).toBe(String(number));
      expect(got.json()).toEqual(staff.slice(number % 2));
    }
    for (let i = 0; i < 20; i++) {
      const token = await server.credential("acme-de", "token", { name: "short" });
      expect((await get(`${server.url}/staff`, bearer(token.secret))).status).toBe(200);
      await revokeCredential(server.store, "token", token.id, new Date());
      expect((await get(`${server.url}/staff`, bearer(token.secret))).status).toBe(401);
    }
  });

  test("a slow writer does not block readers, and its uncommitted data is not served", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const writer = await openStore({ data: join(server.folder, "data") });
    await writer.transaction(async (tx) => {
      await tx.updateTable("feeds").set({ number: 7 }).where("name", "=", "acme-de/staff").execute();
      for (let i = 0; i < 5; i++) {
        const got = await get(`${server.url}/staff`, bearer(secret));
        expect([got.status, got.headers["lading-publication"]]).toEqual([200, "1"]);
      }
      await tx.updateTable("feeds").set({ number: 1 }).where("name", "=", "acme-de/staff").execute();
    });
    await writer.close();
  });
});

describe("responses without a list", () => {
  test("use the cached list while the store does not answer, which the log reports once", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    expect((await get(`${server.url}/staff`, bearer(secret))).status).toBe(200);
    for (const outage of [1, 2]) {
      await sql`alter table feeds rename to elsewhere`.execute(server.store.db);
      for (let i = 0; i < 3; i++) {
        const got = await get(`${server.url}/staff`, bearer(secret));
        expect([got.status, got.json()]).toEqual([200, staff.slice(outage - 1)]);
      }
      await expect.poll(() => server.log().match(/list_not_read/g)).toHaveLength(outage);
      await sql`alter table elsewhere rename to feeds`.execute(server.store.db);
      await publish(server.store, "acme-de/staff", outage + 1, staff.slice(outage));
      expect((await get(`${server.url}/staff`, bearer(secret))).json()).toEqual(staff.slice(outage));
    }
  });

  test("use cached lists and known tokens without a store, which the log reports once", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const asking = () => get(`${server.url}/staff`, bearer(secret));
    expect((await asking()).status).toBe(200);
    await server.asked.close();
    for (let i = 0; i < 3; i++) {
      const got = await asking();
      expect([got.status, got.json()]).toEqual([200, staff]);
    }
    expect((await get(`${server.url}/staff`, bearer(`${secret}x`))).status).toBe(401);
    // This list was never requested, so it is not in the cache.
    expect((await get(`${server.url}/tax-codes`, bearer(secret))).status).toBe(500);
    await expect.poll(() => server.log()).toContain("list_not_read");
    expect(server.log().match(/list_not_read/g)).toHaveLength(1);
    expect(server.log().match(/credentials_not_taken/g)).toHaveLength(1);
  });

  test("a list that the account does not offer gets 404 with the reason", async () => {
    const server = await serve({
      accounts: [{ name: "acme-de", envelope: undefined, lists: new Map() }],
    });
    const { secret } = await server.credential("acme-de");
    const got = await get(`${server.url}/staff`, bearer(secret));
    expect(got.status).toBe(404);
    expect(got.json()).toMatchObject({ error: { code: "no_such_list" } });
    expect((await get(`${server.url}/staff`)).status).toBe(401);
  });

  test("unknown paths get 404, other methods 405 with Allow, and error codes are lower_snake", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    for (const path of ["/", "/orgs/x/y", "/staff/", "/staff/E1", "/STAFF", "/staff%2f..", "//staff"]) {
      const got = await get(server.url + path, bearer(secret));
      expect([path, got.status, got.json()]).toEqual([
        path,
        404,
        { error: { code: "not_found", message: expect.any(String) as string } },
      ]);
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const got = await get(`${server.url}/staff`, bearer(secret), {
        method,
        body: method === "POST" ? "x" : "",
      });
      expect([method, got.status, got.headers.allow]).toEqual([method, 405, "GET, HEAD"]);
      expect(got.json()).toMatchObject({ error: { code: "method_not_allowed" } });
    }
    const token = await get(`${server.url}/oauth/token`);
    expect([token.status, token.headers.allow]).toEqual([405, "POST"]);
  });

  test("a path that cannot be decoded gets 400", async () => {
    const server = await serve();
    const got = await get(`${server.url}/%zz`);
    expect(got.status).toBe(400);
    expect(got.json()).toMatchObject({ error: { code: "bad_request" } });
  });

  test("the OpenAPI document is served to everybody", async () => {
    const server = await serve();
    const got = await get(`${server.url}/openapi.json`);
    expect(got.status).toBe(200);
    expect(got.json()).toMatchObject({ openapi: "3.1.0", info: { version: "1.5.0" } });
    const again = await get(`${server.url}/openapi.json`, { "if-none-match": String(got.headers.etag) });
    expect(again.status).toBe(304);
  });
});
