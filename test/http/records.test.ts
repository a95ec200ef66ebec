import { expect, test } from "vitest";
import { feedAt, publish } from "./publish.js";
import { bearer, get, orgs, serve } from "./serving.js";

/** `GET /orgs/{external_id}` over real sockets. */

const [slashed, other] = orgs as [(typeof orgs)[0], (typeof orgs)[1]];
const pathOf = (id: string): string => `/orgs/${encodeURIComponent(id)}`;

test("returns the record with the id, with any characters, and the time at which it became visible", async () => {
  const server = await serve({ clock: () => Date.parse("2026-03-01T08:15:00.900Z") });
  const { secret } = await server.credential("acme-de");
  const got = await get(server.url + pathOf(slashed.external_id), bearer(secret));
  expect(got.status).toBe(200);
  expect(got.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
  expect(got.json()).toEqual({ ...slashed, updated_at: "2026-03-01T08:15:00.000Z" });
  const head = await get(server.url + pathOf(slashed.external_id), bearer(secret), { method: "HEAD" });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test("a version is newer than the previous one, regardless of the clock, and unchanged records keep their time", async () => {
  let clock = "2026-03-01T08:15:00.100Z";
  const server = await serve({ clock: () => Date.parse(clock) });
  const { secret } = await server.credential("acme-de");
  const timeOf = async (id: string) =>
    ((await get(server.url + pathOf(id), bearer(secret))).json() as { updated_at: string }).updated_at;
  // Jobs and invoices of the account were published after its orgs, so they have later times.
  for (const [number, at, expected] of [
    [2, "2026-03-01T08:15:00.900Z", "2026-03-01T08:15:03.000Z"],
    [3, "2020-01-01T00:00:00.000Z", "2026-03-01T08:15:04.000Z"],
    [4, "2026-03-02T00:00:00.500Z", "2026-03-02T00:00:00.000Z"],
  ] as const) {
    const changed = { ...other, name: `Ocean Line ${number}` };
    clock = at;
    await publish(server.store, "acme-de/org", number, [slashed, changed]);
    expect(await timeOf(other.external_id)).toBe(expected);
    expect(await timeOf(slashed.external_id)).toBe("2026-03-01T08:15:00.000Z");
  }
});

test("an id is a key within the account and never a path", async () => {
  const server = await serve({
    accounts: [
      { name: "one", envelope: undefined, lists: new Map([["orgs", feedAt("one/org")]]) },
      { name: "two", envelope: undefined, lists: new Map([["orgs", feedAt("two/org")]]) },
      { name: "none", envelope: undefined, lists: new Map() },
    ],
  });
  const long = { ...other, external_id: "船".repeat(255) };
  await publish(server.store, "one/org", 1, [slashed, long]);
  const { secret } = await server.credential("one");
  const ask = (path: string) => get(server.url + path, bearer(secret));
  const codeOf = (got: Awaited<ReturnType<typeof get>>) =>
    (got.json() as { error: { code: string } }).error.code;
  expect((await ask(pathOf(long.external_id))).json()).toMatchObject({ external_id: long.external_id });
  for (const id of ["ORG2", "../staff", "' or 1=1 --", "%", "org/1 ö", "x".repeat(9000), "\0"]) {
    const got = await ask(pathOf(id));
    expect([id, got.status, codeOf(got)]).toEqual([id, 404, "no_such_record"]);
  }
  for (const [path, code] of [
    ["/orgs", "no_such_list"],
    ["/orgs/", "no_such_record"],
    ["/orgs/a/b", "not_found"],
  ] as const) {
    const got = await ask(path);
    expect([path, got.status, codeOf(got)]).toEqual([path, 404, code]);
  }
  expect((await ask("/orgs/%E0%A4%A")).status).toBe(400);
  // Another account's record, one without a publication, one without the feed, and an unknown account.
  const two = bearer((await server.credential("two")).secret);
  expect((await get(server.url + pathOf(slashed.external_id), two)).status).toBe(503);
  await publish(server.store, "two/org", 1, [other]);
  expect((await get(server.url + pathOf(slashed.external_id), two)).status).toBe(404);
  const none = bearer((await server.credential("none")).secret);
  expect(codeOf(await get(server.url + pathOf(other.external_id), none))).toBe("no_such_list");
  expect((await get(server.url + pathOf(other.external_id))).status).toBe(401);
});

test("a job's amounts keep their digits as numbers", async () => {
  const server = await serve({
    accounts: [{ name: "one", envelope: undefined, lists: new Map([["jobs", feedAt("one/job")]]) }],
  });
  const amount = {
    currency: "EUR",
    pre_tax: "12345678901234567.89",
    tax: "0.0",
    total: "12345678901234567.89",
  };
  const job = {
    external_id: "S1",
    updated_at: "2026-03-01T08:15:00.000Z",
    number: '"total":"1.0"',
    accruals: [{ external_id: "S1-1", local_amount: amount }],
  };
  await publish(server.store, "one/job", 1, [job]);
  const { secret } = await server.credential("one");
  const got = await get(`${server.url}/jobs/S1`, bearer(secret));
  const text = got.body.toString().replace(/"updated_at":"[^"]*"/, '"updated_at":"2026-03-01T08:15:00.000Z"');
  expect([got.status, text]).toEqual([
    200,
    '{"external_id":"S1","updated_at":"2026-03-01T08:15:00.000Z","number":"\\"total\\":\\"1.0\\"","accruals":[{"external_id":"S1-1",' +
      '"local_amount":{"currency":"EUR","pre_tax":12345678901234567.89,"tax":0.0,"total":12345678901234567.89}}]}',
  ]);
});

test("additional fields have the account's names", async () => {
  const rename = { job: { number: "job_number", accruals: "costs", "accruals.description": "text" } };
  const server = await serve({
    accounts: [{ name: "one", envelope: undefined, lists: new Map([["jobs", feedAt("one/job")]]), rename }],
  });
  const amount = { currency: "EUR", pre_tax: "12345678901234567.89", total: "12345678901234567.89" };
  const accrual = { external_id: "S1-1", description: "Air", local_amount: amount };
  const job = {
    external_id: "S1",
    updated_at: "2026-03-01T08:15:00.000Z",
    number: "S1",
    accruals: [accrual],
  };
  await publish(server.store, "one/job", 1, [job]);
  const { secret } = await server.credential("one");
  const text = (await get(`${server.url}/jobs/S1`, bearer(secret))).body.toString();
  expect(text.slice(text.indexOf('"job'))).toBe(
    '"job_number":"S1","costs":[{"external_id":"S1-1","text":"Air","local_amount":' +
      '{"currency":"EUR","pre_tax":12345678901234567.89,"total":12345678901234567.89}}]}',
  );
  expect((await get(`${server.url}/jobs/S2`, bearer(secret))).json()).toMatchObject({
    error: { code: "no_such_record" },
  });
});
