import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { trialProcess } from "../../src/cli/serve/trial-process.js";
import type { FormCommand } from "../../src/console/studio/requests.js";
import type { OutcomeView, RowsView, Start, StudioError, View } from "../../src/console/studio/messages.js";
import { createCredential, revokeCredential } from "../../src/store/credentials/store.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { browserPath, openContext, sharedBrowser, violations } from "../support/browser.js";
import { Workdir } from "../support/workdir.js";
import { ids, staff } from "../support/world.js";
import { get, openFolder } from "../http/serving.js";
import { picture } from "./studio/browser.js";
import { builtPage } from "./studio/page.js";
import { personAt } from "./studio/person.js";

/** Mappings on the shared console: people try them on samples of their own, and nothing else. */

const workspace = `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", settle: final_name, first: publish }
`;

const rows = "Id,Name,Mail,Status\nE1,Ada Lind,ada@example.com,Active\nE2,Bo Berg,bo@example.com,Left\n";

let dir: Workdir;
let served: Awaited<ReturnType<typeof openFolder>>;
let logged = "";
let somebodyElse: string;
let cookieOfSomebodyElse: string;

beforeAll(async () => {
  await builtPage();
  dir = await Workdir.make();
  await dir.write({ "lading.yaml": workspace, "inbox/all.csv": staff(...ids(1, 30)) });
  await dir.lading(["run"]);
  const log = new PassThrough();
  log.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  served = await openFolder(dir.path, log);
  somebodyElse = (await createKey("Somebody else")).secret;
  await keepProcess();
});

afterAll(async () => {
  await served.close();
  await dir.remove();
});

function createKey(name: string) {
  return createCredential(served.store, { kind: "operator", account: "", name }, new Date());
}

/** The headers of the server's own page. */
function ownHeaders() {
  return { origin: new URL(served.server.operatorsUrl).origin, "x-lading": "studio" };
}

/** Returns the cookie. */
async function signIn(secret: string): Promise<string> {
  const body = JSON.stringify({ key: secret });
  const url = `${served.server.operatorsUrl}/api/sign-in`;
  const { headers } = await get(url, ownHeaders(), { method: "POST", body });
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

/**
 * Signs somebody else in, because the process for trials ends after the last session and would otherwise start
 * again for each test.
 */
async function keepProcess(): Promise<void> {
  cookieOfSomebodyElse = await signIn(somebodyElse);
  await get(`${served.server.operatorsUrl}/api/start`, { cookie: cookieOfSomebodyElse });
}

/** Signs somebody else out, so that the sessions of the test are the only ones. */
async function releaseProcess(): Promise<void> {
  const headers = { ...ownHeaders(), cookie: cookieOfSomebodyElse };
  await get(`${served.server.operatorsUrl}/api/sign-out`, headers, { method: "POST", body: "{}" });
}

/** The IDs of the processes for trials. */
function trialProcesses(): string[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(process.pid), "-f", "serve/trials"], {
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

/** The server that all tests share. People sign out at the end of a test, which deletes their samples. */
async function shared() {
  const url = served.server.operatorsUrl;
  const makeKey = async (name: string) => {
    const made = await createKey(name);
    const { id } = made.credential;
    // A name has at most two active keys.
    onTestFinished(async () => void (await revokeCredential(served.store, "operator", id, new Date())));
    return made;
  };
  const files = async () =>
    (await readdir(join(dir.path, "data", "tmp"))).filter((name) => name.startsWith("blob~"));
  await expect.poll(files).toEqual([]);

  async function person(secret: string) {
    const cookie = await signIn(secret);
    const headers = { ...ownHeaders(), cookie };
    onTestFinished(async () => void (await post("/api/sign-out", {})));
    const read = (path: string) => get(url + path, { cookie });
    const post = (path: string, sent: unknown, as: Record<string, string> = headers) =>
      get(url + path, as, { method: "POST", body: JSON.stringify(sent) });
    const drop = async (name = "staff.csv", text = rows) => {
      const named = { ...headers, "x-lading-file": encodeURIComponent(name) };
      const response = await get(`${url}/api/sample`, named, { method: "POST", body: text });
      return { status: response.status, view: response.json() as View & StudioError };
    };
    const apply = async (view: View, command: FormCommand) => {
      const response = await post(`/api/session/${view.id}/command`, { revision: view.revision, command });
      return { status: response.status, view: response.json() as View & StudioError };
    };
    return { cookie, headers, read, post, drop, apply };
  }
  const named = async (name: string) => person((await makeKey(name)).secret);
  return { url, makeKey, person, named, files };
}

test("lets a person try a mapping and download list and mapping without changing the workspace", async () => {
  const { named, files } = await shared();
  const before = (await readdir(dir.path)).sort();
  const grace = await named("Grace Vogel");
  const start = (await grace.read("/api/start")).json() as Start;
  expect(start).toMatchObject({ inbox: [], open: [], largest: 20 * 1024 * 1024 });
  // The page shows no path of this machine.
  expect(JSON.stringify(start)).not.toContain(dir.path);
  const { status, view } = await grace.drop("Größe <b>.csv");
  expect([status, view.file, view.record]).toEqual([200, "Größe <b>.csv", "staff"]);
  const session = `/api/session/${view.id}`;
  const values = view.form?.fields.find(({ name }) => name === "is_active")?.values?.values ?? [];
  let newest: View = view;
  for (const { value, answer: proposed } of values) {
    if (proposed !== "") continue;
    const answer = value.toLowerCase() === "active" ? "true" : "false";
    newest = (await grace.apply(newest, { do: "answer", field: "is_active", value, answer })).view;
  }
  newest = (await grace.apply(newest, { do: "constant", field: "updated_at", value: "2026-01-05T00:00:00Z" }))
    .view;
  const outcome = (await grace.read(`${session}/outcome`)).json() as OutcomeView;
  expect(outcome.counts).toMatchObject({ read: 2, accepted: 2, rejected: 0 });
  const table = (await grace.read(`${session}/rows?filter=all&from=0&count=10`)).json() as RowsView;
  expect(table.rows[0]?.cells).toContain("Ada Lind");
  for (const [path, name, content] of [
    ["list?format=csv", "Gr%C3%B6%C3%9Fe%20%3Cb%3E.converted.csv", "ada@example.com"],
    ["mapping", "staff.draft.yaml", "record: staff"],
    ["rejects", "Gr%C3%B6%C3%9Fe%20%3Cb%3E.csv.rejects.csv", ""],
  ] as const) {
    const file = await grace.read(`${session}/${path}`);
    expect([path, file.status, file.headers["content-disposition"]]).toEqual([
      path,
      200,
      `attachment; filename*=UTF-8''${name}`,
    ]);
    expect(file.headers["x-content-type-options"]).toBe("nosniff");
    expect(file.headers["content-type"]).not.toContain("html");
    expect(file.body.toString()).toContain(content);
  }
  // Only the sample is kept, and only its owner can read it.
  await expect.poll(files).toHaveLength(1);
  expect((await readdir(dir.path)).sort()).toEqual(before);
  for (const word of ["Ada", "Größe", "Gr%C3", "Grace"]) expect(logged).not.toContain(word);
});

test("shows no names or reasons of promotions, and restores no version", async () => {
  const { named } = await shared();
  onTestFinished(() => rm(dir.at("mappings"), { recursive: true }));
  const mapping = "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name }\n";
  const entry = { at: "2026-03-01T08:00:00Z", by: "Bo Secret", reason: "private", mapping: "staff.yaml" };
  const line = JSON.stringify({ ...entry, sha256: "", replaced: "staff.yaml.1.replaced" });
  await mkdir(join(dir.path, "mappings"), { recursive: true });
  await writeFile(join(dir.path, "mappings/staff.yaml"), mapping);
  await writeFile(join(dir.path, "mappings/staff.yaml.1.replaced"), `${mapping}# old\n`);
  await writeFile(join(dir.path, "mappings/promotions.ndjson"), `${line}\n`);
  const grace = await named("Grace");
  const { view } = await grace.drop();
  const loaded = await grace.apply(view, { do: "load", path: "mappings/staff.yaml" });
  expect(loaded).toMatchObject({ status: 200, view: { path: "mappings/staff.yaml", versions: [] } });
  expect(JSON.stringify(loaded.view)).not.toMatch(/Bo Secret|private/);
  const restored = await grace.apply(loaded.view, { do: "restore", file: "staff.yaml.1.replaced" });
  expect(restored).toMatchObject({
    status: 422,
    view: { message: "Versions cannot be restored in the shared console." },
  });
});

test("refuses everything that writes, connects or reads the inbox, with a sentence", async () => {
  const { named } = await shared();
  const grace = await named("Grace");
  const { view } = await grace.drop();
  const session = `/api/session/${view.id}`;
  const settings = await readFile(join(dir.path, "lading.yaml"), "utf8");
  const before = (await readdir(dir.path, { recursive: true })).sort();
  for (const [path, body] of [
    [`${session}/save`, { revision: view.revision, partner: "evil", examples: false, overwrite: true }],
    [`${session}/promote`, { by: "Eve", reason: "x" }],
    [`${session}/deliver`, { feed: "acme/staff" }],
    [`${session}/feed`, { wanted: {}, base: "x" }],
    [`${session}/feed`, { wanted: { place: "sftp", host: "127.0.0.1:1" } }],
    [`${session}/__proto__`, {}],
    [`${session}/constructor`, {}],
    ["/api/pick", { source: "inbox", name: "all.csv" }],
    ["/api/secret", { kind: "operator", account: "", name: "Eve" }],
  ] as const) {
    const response = await grace.post(path, body);
    expect([path, response.status, response.json()]).toEqual([
      path,
      403,
      {
        message: "You can try mappings in the shared console, but not save them.",
        hint: "Download the mapping, and send it to the person who maintains the workspace.",
      },
    ]);
  }
  for (const what of ["save", "promote", "feed", "deliver", "command", "constructor", "..%2f..%2fx"]) {
    expect([what, (await grace.read(`${session}/${what}`)).status]).toEqual([what, 404]);
  }
  for (const path of ["../lading.yaml", "/etc/passwd", "mappings/../../x.yaml"]) {
    for (const verb of ["load", "fit"] as const) {
      expect([path, (await grace.apply(view, { do: verb, path })).status]).toEqual([path, 422]);
    }
  }
  expect(await readFile(join(dir.path, "lading.yaml"), "utf8")).toBe(settings);
  expect((await readdir(dir.path, { recursive: true })).sort()).toEqual(before);
});

test("refuses requests from other pages and from people who are not signed in before the file is read", async () => {
  const { url, named, files } = await shared();
  const grace = await named("Grace");
  const { view } = await grace.drop();
  const good = { ...grace.headers, "x-lading-file": "staff.csv" };
  const { origin: _, ...withoutOrigin } = good;
  const { "x-lading": __, ...withoutHeader } = good;
  const { cookie: ___, ...withoutCookie } = good;
  const command = { revision: view.revision, command: { do: "text", text: "lading: 1" } };
  for (const [sent, status] of [
    [{ ...good, origin: "http://evil.example" }, 403],
    [{ ...good, "sec-fetch-site": "cross-site" }, 403],
    [{ ...good, "sec-fetch-site": "same-site" }, 403],
    [withoutOrigin, 403],
    [withoutHeader, 403],
    [withoutCookie, 401],
    [{ ...good, cookie: "lading_operator_1=x" }, 401],
  ] as const) {
    for (const [path, body] of [
      ["/api/sample", rows],
      [`/api/session/${view.id}/command`, JSON.stringify(command)],
      [`/api/session/${view.id}/save`, "{}"],
      ["/api/secret", "{}"],
    ] as const) {
      const response = await get(url + path, sent, { method: "POST", body });
      expect([path, response.status, response.headers["connection"]]).toEqual([path, status, "close"]);
    }
  }
  for (const path of ["/api/start", `/api/session/${view.id}`, `/api/session/${view.id}/list?format=csv`]) {
    expect([path, (await get(url + path)).status]).toEqual([path, 401]);
  }
  const latest = await grace.read(`/api/session/${view.id}/latest`);
  expect(latest.json()).toMatchObject({ revision: view.revision });
  expect(await files()).toHaveLength(1);
});

test("never shows a person another person's sample, even with the same name or the same key", async () => {
  const { makeKey, person } = await shared();
  const { secret } = await makeKey("Grace");
  const grace = await person(secret);
  const other = await person((await makeKey("Grace")).secret);
  const elsewhere = await person(secret);
  const { view } = await grace.drop();
  for (const stranger of [other, elsewhere]) {
    for (const path of ["", "/rows?filter=all&from=0&count=10", "/outcome", "/list?format=csv", "/mapping"]) {
      const response = await stranger.read(`/api/session/${view.id}${path}`);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.body.toString()).not.toContain("Ada");
    }
    expect((await stranger.apply(view, { do: "undo" })).status).toBe(404);
    expect((await stranger.read("/api/start")).json()).toMatchObject({ open: [] });
  }
  // The ids of one person's samples reveal nothing about another person's samples.
  const { view: second } = await other.drop("other.csv", rows.replaceAll("Ada", "Eva"));
  expect(second.id).toBe(view.id);
  expect(
    (await grace.read(`/api/session/${view.id}/rows?filter=all&from=0&count=10`)).body.toString(),
  ).toContain("Ada Lind");
});

test("deletes samples at sign-out and when the key is revoked, and ends access at once", async () => {
  await releaseProcess();
  onTestFinished(keepProcess);
  const { makeKey, person, files } = await shared();
  const { secret, credential } = await makeKey("Grace");
  const [leaving, revoked] = [await person(secret), await person(secret)];
  const [first, second] = [await leaving.drop(), await revoked.drop()];
  expect(await files()).toHaveLength(2);
  await leaving.post("/api/sign-out", {});
  expect((await leaving.read(`/api/session/${first.view.id}`)).status).toBe(401);
  await expect.poll(files).toHaveLength(1);
  expect((await revoked.read(`/api/session/${second.view.id}`)).status).toBe(200);
  expect((await dir.lading(["operator", "revoke", credential.id])).code).toBe(0);
  await expect.poll(async () => (await revoked.read(`/api/session/${second.view.id}`)).status).toBe(401);
  expect((await revoked.drop()).status).toBe(401);
  await expect.poll(files).toEqual([]);
  await expect.poll(trialProcesses).toEqual([]);
});

test("does not keep a sample that is still being sent at sign-out", async () => {
  await releaseProcess();
  onTestFinished(keepProcess);
  const { url, named, files } = await shared();
  const grace = await named("Grace");
  await grace.drop("first.csv");
  const headers = { ...grace.headers, "x-lading-file": "staff.csv", "content-length": rows.length };
  const sent = request(`${url}/api/sample`, { method: "POST", headers });
  const status = new Promise<number>((resolve) => {
    sent.once("response", (response) => resolve(response.resume().statusCode ?? 0));
  });
  sent.write(rows.slice(0, 20));
  await expect.poll(files).toHaveLength(2);
  await grace.post("/api/sign-out", {});
  sent.end(rows.slice(20));
  expect(await status).toBe(401);
  await expect.poll(files).toEqual([]);
  await expect.poll(trialProcesses).toEqual([]);
});

test("limits samples in size and number, and leaves nothing of an aborted or unreadable sample", async () => {
  const { url, named, files } = await shared();
  const grace = await named("Grace");
  const send = (length?: number) => {
    const headers = {
      ...grace.headers,
      "x-lading-file": "staff.csv",
      ...(length && { "content-length": length }),
    };
    const sent = request(`${url}/api/sample`, { method: "POST", headers });
    sent.on("error", () => undefined);
    const status = new Promise<number>((resolve) => {
      sent.once("response", (response) => resolve(response.resume().statusCode ?? 0));
    });
    return { sent, status };
  };
  const stated = send(20 * 1024 * 1024 + 1);
  stated.sent.write("Id");
  expect(await stated.status).toBe(413);
  stated.sent.destroy();
  // Without a length, the bytes are counted.
  const counted = send();
  for (let i = 0; i < 21 && !counted.sent.destroyed; i++) {
    await new Promise<void>((resolve) => counted.sent.write(Buffer.alloc(1024 * 1024, "x"), () => resolve()));
  }
  expect(await counted.status).toBe(413);
  counted.sent.destroy();
  const broken = send(100_000);
  broken.sent.write("Id,Name\n");
  await expect.poll(files).toHaveLength(1);
  expect((await grace.drop()).status).toBe(429);
  broken.sent.destroy();
  await expect.poll(files).toEqual([]);
  await expect.poll(async () => (await grace.drop()).status).toBe(200);
  for (const name of ["", "..", "../lading.yaml", "a\\b.csv", "a\r\nb.csv"]) {
    expect([name, (await grace.drop(name)).status]).toEqual([name, 400]);
  }
  expect((await grace.drop("picture.csv", "")).status).toBe(400);
  expect(await files()).toHaveLength(1);
  for (let i = 0; i < 4; i++) expect((await grace.drop(`staff-${i}.csv`)).status).toBe(200);
  expect(await files()).toHaveLength(3);
  const { open } = (await grace.read("/api/start")).json() as Start;
  expect(open.map(({ name }) => name)).toEqual(["staff-3.csv", "staff-2.csv", "staff-1.csv"]);
});

test(
  "loses the samples of a process that hangs or dies, and starts another process with the next request",
  { tags: ["long"] },
  async () => {
    const { named, files } = await shared();
    const grace = await named("Grace");
    await grace.drop();
    process.kill(Number(trialProcesses()[0]), "SIGKILL");
    await expect.poll(async () => (await grace.read("/api/session/1")).status).toBe(404);
    // Files that the killed process left behind are removed with the next file of a feed.
    await dir.write({ "inbox/next.csv": staff(...ids(1, 31)) });
    await dir.lading(["run"]);
    expect(await files()).toEqual([]);
    expect((await grace.drop()).status).toBe(200);

    const trials = trialProcess(await loadWorkspace(dir.path), 8_000);
    const order = { session: "s", key: "k", route: "GET start", sample: "", asked: {} };
    expect(await trials.ask(order)).toMatchObject({ status: 200 });
    process.kill(Number(trialProcesses().at(-1)), "SIGSTOP");
    expect(await trials.ask(order)).toEqual({
      refused:
        "All open samples were closed because a sample required too much memory or time. Drop your file again.",
    });
    trials.close();
  },
);

describe.skipIf(browserPath === undefined)("a trial in a browser", () => {
  const browser = sharedBrowser();

  test("lets a person try a mapping and find the download in place of Save", async () => {
    const { url, makeKey } = await shared();
    const { secret } = await makeKey("Grace");
    await dir.write({ "staff <b>.csv": rows });
    const context = await openContext(browser(), {
      viewport: { width: 1366, height: 900 },
      acceptDownloads: true,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const isAccessible = async (name: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        // Without motion, the colors change at once.
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await picture(page, `${name}-${colorScheme}`);
        const rules = colorScheme === "light" ? "all" : "contrast";
        expect(await violations(page, rules), colorScheme).toEqual([]);
      }
    };
    await page.goto(`${url}/mappings`);
    await page.getByLabel("Access key").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Only you can see the file. It is deleted when you sign out, or earlier.").waitFor();
    complaints.length = 0; // The browser complains about forms with a key alone.
    await isAccessible("trial-start");
    const person = personAt(page);
    await person.drop(join(dir.path, "staff <b>.csv"));
    await page.getByRole("heading", { name: "staff <b>.csv" }).waitFor();
    await page.getByRole("heading", { name: "Download mapping" }).waitFor();
    for (const name of ["Save", "Promote", "Add a feed"]) {
      expect(await page.getByRole("heading", { name, exact: true }).count()).toBe(0);
    }
    await isAccessible("trial");
    await page.setViewportSize({ width: 390, height: 844 });
    await isAccessible("trial-phone");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download YAML" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("staff.draft.yaml");
    expect(complaints).toEqual([]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
  });
});
