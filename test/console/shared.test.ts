import { readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import type {
  DeliveryReport,
  DeliveryView,
  Done,
  FeedsView,
  Me,
  Page,
  RecordsView,
  VersionRow,
} from "../../src/console/api/views.js";
import { createCredential } from "../../src/store/credentials/store.js";
import { takeLease } from "../../src/store/leases.js";
import { browserPath, openContext, sharedBrowser, violations } from "../support/browser.js";
import { workdir } from "../support/workdir.js";
import { ids, staff } from "../support/world.js";
import { get, serveFolder } from "../http/serving.js";
import { builtPage } from "./studio/page.js";

/** The console on the operators' port: access, content, and attacks. */

const workspace = `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", settle: final_name, first: publish }
`;

const hostile = "petra <img src=x onerror=alert(1)>.csv";

/** A workspace with a held file, its server, and an access key. */
async function heldFeed(patience?: number) {
  await builtPage();
  const dir = await workdir({ "lading.yaml": workspace, "inbox/all.csv": staff(...ids(1, 30)) });
  await dir.lading(["run"]);
  await dir.write({
    [`inbox/${hostile}`]: staff("001:Petra Vogel", "002:Ann:not an address", ...ids(3, 12)),
  });
  await dir.lading(["run"]);
  const log = new PassThrough();
  let logged = "";
  log.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const { server, store } = await serveFolder(dir.path, log, patience);
  const grace = { kind: "operator", account: "", name: "Grace Vogel" } as const;
  const { secret } = await createCredential(store, grace, new Date());
  const url = server.operatorsUrl;
  const own = { origin: new URL(url).origin, "x-lading": "studio", "content-type": "application/json" };
  const post = (path: string, body: unknown, headers: Record<string, string> = own) =>
    get(url + path, headers, { method: "POST", body: JSON.stringify(body) });
  return { dir, store, url, own, secret, post, logged: () => logged };
}

async function signedIn(patience?: number) {
  const held = await heldFeed(patience);
  const answer = await held.post("/api/sign-in", { key: held.secret });
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const headers = { ...held.own, cookie };
  const read = async <T>(path: string) => (await get(held.url + path, { cookie })).json() as T;
  const { feeds, problems } = await read<FeedsView>("/api/feeds");
  return { ...held, cookie, headers, read, feeds, problems, delivery: problems[0]?.delivery ?? "" };
}

test("shows only health without file names if no access key is given, and otherwise asks to sign in", async () => {
  const { url, post, logged } = await heldFeed();
  const page = await get(url);
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect([page.headers["x-frame-options"], page.headers["x-content-type-options"]]).toEqual([
    "DENY",
    "nosniff",
  ]);
  expect(page.body.toString()).not.toMatch(/javascript:|https?:\/\/|<style|\sstyle=|\son\w+=/);
  const feeds = await get(`${url}/api/feeds`);
  const view = feeds.json() as FeedsView;
  expect(view.feeds.map(({ feed, health }) => [feed, health])).toEqual([["acme/staff", "held"]]);
  expect(view.problems[0]?.sentence).toMatch(/12 rows|30/);
  expect(feeds.body.toString()).not.toMatch(/petra|img/i);
  expect((await get(`${url}/api/me`)).json()).not.toHaveProperty("person");
  for (const path of [
    "/api/runs",
    "/api/runs/20260302T040000000Z-3f2a",
    "/api/decisions",
    "/api/invoices",
    "/api/sparks/acme",
    "/api/feeds/acme/staff",
    "/api/feeds/acme/staff/records",
    "/api/feeds/acme/staff/list?format=csv",
    "/api/feeds/acme/staff/deliveries",
    "/api/feeds/acme/staff/deliveries/aaaaaaaaaaaa/original",
  ]) {
    expect([path, (await get(url + path)).status]).toEqual([path, 401]);
  }
  for (const [path, order] of [
    ["rollback", { to: 1, reason: "x" }],
    ["resume", { reason: "x" }],
    ["forget/preview", { id: "020" }],
    ["forget", { id: "020", reason: "x" }],
    [
      `deliveries/${view.problems[0]?.delivery ?? "a".repeat(12)}`,
      { verb: "replay", changeSet: "", reason: "x" },
    ],
  ] as const) {
    expect([path, (await post(`/api/feeds/acme/staff/${path}`, order)).status]).toEqual([path, 401]);
  }
  const wrong = await post("/api/sign-in", { key: `lading_aaaaaaaaaaaa_${"x".repeat(43)}` });
  expect([wrong.status, wrong.headers["set-cookie"]]).toEqual([401, undefined]);
  for (const word of ["petra", "Petra"]) expect(logged()).not.toContain(word);
});

test("does not execute a request from another page, with or without the cookie", async () => {
  const { dir, headers, post, delivery, read, logged, secret, url, cookie } = await signedIn();
  const path = `/api/feeds/acme/staff/deliveries/${delivery}`;
  const { changeSet } = await read<DeliveryReport>(`${path}/report`);
  const order = { verb: "release", changeSet, reason: "Office closed" };
  const { origin: _, ...withoutOrigin } = headers;
  const { "x-lading": __, ...withoutHeader } = headers;
  for (const forged of [
    { ...headers, origin: "http://127.0.0.1:1" },
    { ...headers, origin: "http://evil.example" },
    { ...headers, "sec-fetch-site": "same-site" },
    { ...headers, "sec-fetch-site": "cross-site" },
    withoutOrigin,
    withoutHeader,
  ]) {
    expect((await post(path, order, forged)).status).toBe(403);
    expect((await post("/api/sign-in", { key: secret }, forged)).status).toBe(403);
  }
  // Changes that the person did not see are not approved.
  const other = await post(path, { ...order, changeSet: "others" }, headers);
  expect([other.status, other.json()]).toEqual([
    409,
    {
      message: expect.stringContaining("differ from those that you reviewed") as string,
      hint: "",
    },
  ]);
  for (const reason of ["", "  \u200b ", "x".repeat(501)]) {
    expect((await post(path, { ...order, reason }, headers)).status).toBe(400);
  }
  expect((await dir.lading(["list", "acme/staff"])).stdout).not.toContain("Petra");
  const done = await post(path, { ...order, reason: "Office <b>closed</b>" }, headers);
  expect([done.status, done.json()]).toMatchObject([200, { isDone: true, version: 2 }]);
  expect((await dir.lading(["history", "acme/staff"])).stdout).toContain(
    "Office <b>closed</b> (by Grace Vogel)",
  );
  // After signing out, the cookie is worthless.
  expect((await post("/api/sign-out", {}, headers)).status).toBe(200);
  expect((await get(url + path, { cookie })).status).toBe(401);
  for (const word of ["Petra", "petra", "Office", "Grace", secret]) expect(logged()).not.toContain(word);
});

test("forgets a person and processes a file again only for a signed-in person on the console's own page", async () => {
  const { dir, store, headers, post, delivery, read, logged, cookie, url } = await signedIn();
  const feed = "/api/feeds/acme/staff";
  const again = { verb: "replay", changeSet: "", reason: "Rejected by mistake" };
  const orders = [
    [`${feed}/forget/preview`, { id: "020" }],
    [`${feed}/forget`, { id: "020", reason: "Request 17" }],
    [`${feed}/deliveries/${delivery}`, again],
  ] as const;
  const { origin: _, ...withoutOrigin } = headers;
  const { "x-lading": __, ...withoutHeader } = headers;
  const { cookie: ___, ...withoutCookie } = headers;
  for (const [path, order] of orders) {
    for (const [forged, status] of [
      [{ ...headers, origin: "http://evil.example" }, 403],
      [{ ...headers, "sec-fetch-site": "cross-site" }, 403],
      [withoutOrigin, 403],
      [withoutHeader, 403],
      [withoutCookie, 401],
      [{ ...headers, cookie: `${cookie}x` }, 401],
    ] as const) {
      expect([path, (await post(path, order, forged)).status]).toEqual([path, status]);
    }
  }
  // A link or an image on another page sends a GET request.
  expect((await get(`${url}${feed}/forget`, { cookie })).status).toBe(405);
  for (const body of [
    { id: "", reason: "x" },
    { id: "x".repeat(256), reason: "x" },
    { id: "02\0", reason: "x" },
    { id: 20, reason: "x" },
    { id: "020", reason: " " },
    { id: "020" },
    { id: "020", reason: "x", feed: "acme/org" },
    { id: "020", reason: "x", by: "Eve" },
  ]) {
    expect([body, (await post(`${feed}/forget`, body, headers)).status]).toEqual([body, 400]);
  }
  expect((await dir.lading(["list", "acme/staff"])).stdout).toContain("Name 020");

  const preview = await post(`${feed}/forget/preview`, { id: "020" }, headers);
  expect(preview.json()).toMatchObject({
    id: "020",
    name: "Name 020",
    isInList: true,
    isNoted: false,
    versions: [1],
    changes: 1,
    files: [{ file: "all.csv", state: "deletable" }],
    unsearched: 0,
  });
  const unknown = await post(`${feed}/forget/preview`, { id: "' or 1=1 --" }, headers);
  const nothing = {
    name: "",
    isInList: false,
    isNoted: false,
    versions: [],
    changes: 0,
    events: 0,
    files: [],
  };
  expect(unknown.json()).toMatchObject(nothing);
  const forgotten = await post(`${feed}/forget`, { id: "020", reason: "Request 17" }, headers);
  expect([forgotten.status, forgotten.json()]).toMatchObject([
    200,
    {
      isDone: true,
      sentence: expect.stringMatching(/^Version 2 is published without the record; /) as string,
    },
  ]);
  expect((await dir.lading(["list", "acme/staff"])).stdout).not.toContain("Name 020");
  expect((await read<Page<VersionRow>>(`${feed}/versions`)).rows[0]).toMatchObject({
    number: 2,
    isWithoutPerson: true,
    by: "Grace Vogel",
    reason: "Request 17",
  });
  // The held file contains this person, so the file stays until somebody decides.
  const left = (await post(`${feed}/forget`, { id: "005", reason: "Request 18" }, headers)).json() as Done;
  expect(left.left).toEqual([
    expect.stringMatching(/contains the record and has not been fully processed\./) as string,
  ]);

  // Only a note and an event remain of a record that was removed long ago.
  const { id: inFeed } = await store.db
    .selectFrom("feeds")
    .select("id")
    .where("name", "=", "acme/staff")
    .executeTakeFirstOrThrow();
  const one = { feed: inFeed, id: "R77" };
  await store.db
    .insertInto("removed")
    .values({ ...one, updated_at: "2026-01-02T00:00:00Z", hash: "a" })
    .execute();
  await store.db
    .insertInto("events")
    .values({ ...one, second: 1, state: "sent", tries: 0, next_try: 0, at: "", answer: "" })
    .execute();
  const previewOfNote = async () => (await post(`${feed}/forget/preview`, { id: "R77" }, headers)).json();
  expect(await previewOfNote()).toMatchObject({ ...nothing, isNoted: true, events: 1 });
  expect((await post(`${feed}/forget`, { id: "R77", reason: "Request 19" }, headers)).json()).toMatchObject({
    sentence: expect.stringMatching(/^Version 4 is published without the record\./) as string,
  });
  expect(await previewOfNote()).toMatchObject(nothing);

  const path = `${feed}/deliveries/${delivery}`;
  expect((await post(path, { ...again, verb: "reject" }, headers)).status).toBe(200);
  const replayed = await post(path, again, headers);
  expect([replayed.status, replayed.json()]).toMatchObject([
    200,
    { isDone: true, sentence: expect.stringContaining("HELD") as string },
  ]);
  expect(logged()).toContain("/forget");
  for (const word of ["Petra", "petra", "Name 0", "p020@", "p005@", "Request", "mistake", "Grace"])
    expect(logged()).not.toContain(word);
});

test("reports the outcome of a decision that was refused after the response, but only to people who are signed in", async () => {
  const { headers, post, delivery, url, cookie } = await signedIn(1);
  const order = { verb: "release", changeSet: "others", reason: "Office closed" };
  const first = await post(`/api/feeds/acme/staff/deliveries/${delivery}`, order, headers);
  const done = first.json() as Done;
  expect([first.status, done]).toMatchObject([200, { isUnderWay: true }]);
  const path = `${url}/api/orders/${done.order ?? ""}`;
  expect((await get(path)).status).toBe(401);
  await expect
    .poll(async () => (await get(path, { cookie })).json())
    .toEqual({
      result: {
        refused: expect.stringContaining("differ from those that you reviewed") as string,
      },
    });
  expect((await get(`${url}/api/orders/${"0".repeat(24)}`, { cookie })).status).toBe(404);
});

test("takes paths only from the workspace, and sends partners' files as attachments that no browser displays", async () => {
  const { url, cookie, delivery, read, dir } = await signedIn();
  const asked = async (path: string) => get(url + path, { cookie });
  for (const path of [
    "/api/feeds/acme/nothing",
    "/api/feeds/..%2f..%2fetc/passwd",
    "/api/feeds/acme/staff/deliveries/..%2f..%2flading.yaml/original",
    "/api/feeds/acme/staff/deliveries/ffffffffffff",
    `/api/feeds/acme/staff/deliveries/${delivery}/documents/..%2f..%2flading.yaml`,
    "/api/feeds/acme/staff/list?format=..%2fx",
    "/api/feeds/acme/staff/changes?version=x",
    "/assets/..%2f..%2fcli.js",
    "/assets/index.html",
  ]) {
    expect([path, (await asked(path)).status]).toEqual([path, 404]);
  }
  const path = `/api/feeds/acme/staff/deliveries/${delivery}`;
  const original = await asked(`${path}/original`);
  expect(original.body.toString()).toBe(
    await readFile(`${dir.path}/inbox/${hostile}`, "utf8").catch(() => original.body.toString()),
  );
  expect(original.body.toString()).toContain("not an address");
  const { documents } = await read<DeliveryView>(path);
  const rejects = documents.find((name) => name.endsWith(".rejects.csv")) ?? "";
  for (const answer of [
    original,
    await asked(`${path}/documents/${encodeURIComponent(rejects)}`),
    await asked("/api/feeds/acme/staff/list?format=csv"),
    await asked("/api/feeds/acme/staff/list?format=xlsx"),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[^;"<]+$/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers["content-type"]).not.toContain("html");
  }
  const list = (await asked("/api/feeds/acme/staff/list?format=csv")).body.toString();
  expect(list.split("\r\n")).toHaveLength(32);
});

test("searches and sorts the list in the database, with the search text never part of the query", async () => {
  const { read } = await signedIn();
  const page = (query: string) => read<RecordsView>(`/api/feeds/acme/staff/records?${query}`);
  expect((await page("")).count).toBe(30);
  expect((await page("search=NAME%20005")).rows.map(({ id }) => id)).toEqual(["005"]);
  // Names of fields are not searched.
  expect((await page("search=email_address")).count).toBe(0);
  for (const search of ["%", "_", "' or 1=1 --", '"', "\\", "!"]) {
    expect((await page(`search=${encodeURIComponent(search)}`)).count).toBe(0);
  }
  const sorted = await page("sort=name&isDescending=true");
  expect(sorted.rows.slice(0, 2).map(({ id }) => id)).toEqual(["030", "029"]);
  expect((await page("sort=record);drop%20table%20records")).count).toBe(30);
  expect((await page("active=inactive")).count).toBe(0);
  expect((await page("from=20")).rows).toHaveLength(10);
});

describe.skipIf(browserPath === undefined)("the shared console in a browser", () => {
  const browser = sharedBrowser();

  test("signs a person in, and does not let another site's page act for them", async () => {
    const { url, secret, dir } = await heldFeed();
    const context = await openContext(browser(), { viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(url);
    await page.getByRole("region", { name: "Needs attention" }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/petra/i);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Sign in" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Access key").fill("lading_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("not valid").waitFor();
    expect(await page.getByLabel("Access key").inputValue()).toBe("");
    complaints.length = 0; // The browser reports the 401 itself.
    await page.getByLabel("Access key").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText(hostile, { exact: true }).waitFor();
    await attention.getByText("Version 1 is still served.").waitFor();
    expect((await context.cookies()).map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
      [true, "Strict"],
    ]);
    await page.getByRole("link", { name: "Review acme/staff" }).click();
    await page.getByRole("heading", { name: hostile }).waitFor();
    await page.getByRole("region", { name: "Summary" }).waitFor();
    expect(await violations(page)).toEqual([]);
    const target = `${url}/api${new URL(page.url()).pathname}`;
    await context.route("http://evil.test/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${target}" enctype="text/plain"><input name='{"verb":"release","reason":"x","changeSet":"' value='"}'></form><script>document.forms[0].submit()</script>`,
      }),
    );
    const evil = await context.newPage();
    await evil.goto("http://evil.test/");
    await evil.getByText("came from another page").waitFor();
    await evil.close();
    expect((await dir.lading(["list", "acme/staff"])).stdout).not.toContain("Petra");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("shows a decision that took long and was then refused, even on the next screen", async () => {
    const { url, secret, dir, store } = await heldFeed(1);
    const page = await (await openContext(browser())).newPage();
    await page.goto(`${url}/sign-in`);
    await page.getByLabel("Access key").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Review acme/staff" }).click();
    // The button is enabled as soon as the page has the report on the changes.
    await expect.poll(() => page.getByRole("button", { name: "Approve" }).first().isEnabled()).toBe(true);
    // Somebody else rejects the file, but the page does not refresh yet. The feed's lease is held until the other
    // screen is open.
    let refresh = (): void => {};
    const isRefreshed = new Promise<void>((resolve) => (refresh = resolve));
    await page.route("**/deliveries/*", async (route) => {
      if (route.request().method() === "GET") await isRefreshed;
      await route.continue();
    });
    expect((await dir.lading(["reject", "acme/staff", "--reason", "broken", "--yes"])).code).toBe(0);
    const lease = await vi.waitFor(() => takeLease(store, "acme/staff"), 240_000);
    await page.getByLabel("Reason").fill("Office closed");
    await page.getByRole("button", { name: "Approve" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("The action is taking longer than usual and is still running.").waitFor();
    refresh();
    await page.getByRole("link", { name: "Runs" }).click();
    await lease.release();
    const alert = page.getByRole("alert").getByText("Your decision was not carried out.");
    await alert.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => alert.count()).toBe(0);
    await page.close();
  });
});

test("shows who is signed in", async () => {
  const { read } = await signedIn();
  expect(await read<Me>("/api/me")).toMatchObject({
    mode: "shared",
    person: "Grace Vogel",
  });
});
