import { expect, test } from "vitest";
import { idsIn } from "../../src/http/windows.js";
import { sql } from "../../src/store/kysely.js";
import { feedAt, publish } from "./publish.js";
import { bearer, get, orgs, serve } from "./serving.js";

/** `GET /orgs` with time windows, over real sockets. */

const [one, other] = orgs as [(typeof orgs)[0], (typeof orgs)[1]];

/** A server whose database has an adjustable clock, and a request function. */
async function polled(options: Parameters<typeof serve>[0] = {}) {
  const at = { time: "2026-03-01T08:15:00.900Z" };
  const server = await serve({ ...options, clock: () => Date.parse(at.time) });
  const { secret } = await server.credential(options.accounts?.[0]?.name ?? "acme-de");
  const list = (query: string, plural = "orgs") => get(`${server.url}/${plural}${query}`, bearer(secret));
  const ids = async (query: string) => {
    const got = await list(query);
    expect([query, got.status]).toEqual([query, 200]);
    return (got.json() as { external_id: string }[]).map(({ external_id: id }) => id);
  };
  const window = (after: string, before: string) => `?updated_after=${after}&updated_before=${before}`;
  return { server, at, list, ids, window };
}

test("lists only the ids of records that became visible in the window, in order", async () => {
  const { server, at, list, ids, window } = await polled();
  const got = await list("");
  expect(got.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
  expect(got.json()).toEqual([{ external_id: one.external_id }, { external_id: other.external_id }]);
  at.time = "2026-03-01T09:00:00Z";
  await publish(server.store, "acme-de/org", 2, [{ ...one, name: "Harbour" }, other]);
  // By time, then by id.
  expect(await ids("")).toEqual([other.external_id, one.external_id]);
  expect(await ids("?updated_after=2026-03-01T09:00:00Z")).toEqual([one.external_id]);
  expect(await ids("?updated_after=2026-03-01T09:00:00.001Z")).toEqual([]);
  expect(await ids(window("2026-03-01T08:15:00Z", "2026-03-01T09:00:00Z"))).toEqual([other.external_id]);
  expect(await ids(window("2026-03-01T08:15Z", "2026-03-01T09:00:00,5-00:00"))).toHaveLength(2);
  expect(await ids(window("2026-03-01T10:00:00Z", "2026-03-01T09:00:00Z"))).toEqual([]);
  expect(await ids("?updated_after=2026-03-01T09:00:00%2b00:00&page=2")).toEqual([one.external_id]);
  const head = await get(
    `${server.url}/orgs`,
    bearer((await server.credential("acme-de", "token", { name: "b" })).secret),
    { method: "HEAD" },
  );
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test("reads only the records of the window, among many", async () => {
  const { server } = await polled();
  for (const window of [{ after: 1 }, { after: 1, before: 2 }, {}]) {
    const query = idsIn(server.store.db, "acme-de/org", { after: undefined, before: undefined, ...window });
    const plan = await query.explain(undefined, sql`query plan`);
    const steps = plan
      .map(({ detail }) => String(detail))
      .filter((step) => / (?:stamps|records) /.test(step));
    expect(steps).toEqual([
      expect.stringContaining("SEARCH stamps USING PRIMARY KEY"),
      expect.stringContaining("records_by_publication (feed=? AND number=?)"),
    ]);
  }
});

test("a later record is never in a window that was answered", async () => {
  const { server, at, ids, window } = await polled();
  const first = window("2026-03-01T08:00:00Z", "2026-03-01T08:19:00Z");
  expect(await ids(first)).toHaveLength(2);
  await publish(server.store, "acme-de/org", 2, [one, { ...other, name: "Ocean" }]);
  at.time = "2026-03-01T07:00:00Z";
  await publish(server.store, "acme-de/org", 3, [
    { ...one, name: "Harbour" },
    { ...other, name: "Ocean" },
  ]);
  expect(await ids(first)).toEqual([]);
  expect(await ids("?updated_after=2026-03-01T08:19:00Z")).toEqual([other.external_id, one.external_id]);
});

test("invalid parameters are refused, each with the reason", async () => {
  const { list } = await polled();
  const when = "2026-03-01T08:15:00Z";
  for (const [query, ...fields] of [
    ["?updated_after=2026-03-01", "updated_after"],
    [`?updated_before=${when}`, "updated_after"],
    [`?updated_after=${when}&updated_before=2026-03-02`, "updated_before"],
    ["?updated_after=", "updated_after"],
    ["?updated_after=yesterday", "updated_after"],
    ["?updated_after=2026-02-30T00:00:00Z", "updated_after"],
    ["?updated_after=2026-03-01T08:15:00", "updated_after"],
    ["?updated_after=2026-03-01T08:15:00%2B02:00", "updated_after"],
    ["?updated_after=2026-03-01T25:00:00Z", "updated_after"],
    ["?updated_after=1772352900", "updated_after"],
    ["?updated_after=%E0%A4%A", "updated_after"],
    [`?updated_after=${when}&updated_after=${when}`, "updated_after"],
    ["?updated_before=2026-03-01", "updated_before", "updated_after"],
  ] as const) {
    const got = await list(query);
    const { error } = got.json() as {
      error: { code: string; details: { field: string; message: string }[] };
    };
    expect([query, got.status, error.code]).toEqual([query, 400, "validation_error"]);
    expect([query, ...error.details.map(({ field }) => field)]).toEqual([query, ...fields]);
  }
});

test("polls only accounts with `polling`, wraps the window in an envelope, and includes no unpublished records", async () => {
  const lists = new Map([["orgs", feedAt("one/org")]]);
  const { server, list } = await polled({
    accounts: [
      { name: "one", envelope: "data", sync: "polling", lists },
      { name: "two", envelope: undefined, lists: new Map([["orgs", feedAt("two/org")]]) },
      { name: "none", envelope: undefined, sync: "polling", lists: new Map() },
    ],
  });
  expect((await list("")).json()).toEqual({ data: [] });
  await publish(server.store, "one/org", 1, [other]);
  expect((await list("")).json()).toEqual({ data: [{ external_id: other.external_id }] });
  for (const account of ["two", "none"]) {
    const got = await get(`${server.url}/orgs`, bearer((await server.credential(account)).secret));
    expect([account, got.status]).toEqual([account, 404]);
    expect(got.json()).toMatchObject({ error: { code: "no_such_list" } });
  }
  for (const headers of [{}, bearer("wrong"), { authorization: "Basic eDp5" }]) {
    expect((await get(`${server.url}/orgs?updated_after=x`, headers)).status).toBe(401);
  }
});

test("a platform whose clock is ahead is reported once", async () => {
  const { server, ids } = await polled();
  await ids("?updated_after=2026-03-01T08:15:00Z");
  expect(server.log()).not.toContain("platform_clock_ahead");
  await ids("?updated_after=2026-03-01T08:16:00Z");
  await ids("?updated_after=2026-03-01T08:17:00Z");
  const reported = server
    .log()
    .split("\n")
    .filter((line) => line.includes("platform_clock_ahead"));
  expect(reported.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { account: "acme-de", seconds: 60 },
  ]);
});
