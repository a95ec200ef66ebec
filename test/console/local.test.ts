import { request } from "node:http";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { StudioError, View } from "../../src/console/studio/messages.js";
import { browserPath, sharedBrowser, violations } from "../support/browser.js";
import { ids, staff, world } from "../support/world.js";
import { openPage } from "./studio/browser.js";
import { studioIn } from "./studio/page.js";
import { mappingText, personAt } from "./studio/person.js";

/** Attacks on `lading studio`: pages of other sites, hostile files and names, paths that lead elsewhere. */

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

function ask(url: string, path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A workspace with a list, a studio in it, and a signed-in person. */
async function signedIn() {
  // Samples are in a temporary folder, which the tests inspect.
  const temporary = await mkdtemp(join(tmpdir(), "lading-samples-"));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  const acme = await world();
  await acme.drop("staff-1.csv", staff(...ids(1, 3)));
  await acme.pass();
  vi.stubEnv("TMPDIR", temporary);
  const studio = await studioIn(acme.folder);
  vi.unstubAllEnvs();
  const { pathname, search } = new URL(studio.url);
  const first = await ask(studio.url, pathname + search);
  const headers = {
    cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "",
    origin: new URL(studio.url).origin,
    "x-lading": "studio",
  };
  const get = (path: string) => ask(studio.url, path, { headers });
  const post = (path: string, body: unknown, sent: Readonly<Record<string, string>> = headers) =>
    ask(studio.url, path, { method: "POST", headers: sent, body: JSON.stringify(body) });
  const drop = async (name: string, body: string) => {
    const named = { ...headers, "x-lading-file": encodeURIComponent(name) };
    const answer = await ask(studio.url, "/api/sample", { method: "POST", headers: named, body });
    return { status: answer.status, view: JSON.parse(answer.body) as View & StudioError };
  };
  const samples = async (): Promise<readonly string[]> => {
    const [folder] = (await readdir(temporary)).filter((name) => /^lading-studio-(?!test-)/.test(name));
    return (await readdir(join(temporary, folder ?? ""))).filter((name) => /^\d+$/.test(name));
  };
  return { ...studio, headers, get, post, drop, samples };
}

const rows = "Id,Name,Mail,Status\nE1,Ada Lind,ada@example.com,Active\nE2,Bo Berg,bo@example.com,Left\n";

test("accepts changing requests only with the studio's own header and origin, so that no other page changes anything", async () => {
  const { url, folder, headers, post, drop, samples } = await signedIn();
  const { view } = await drop("staff.csv", rows);
  const session = `/api/session/${view.id}`;
  const feed = "/api/feeds/acme/staff";
  const orders: readonly (readonly [path: string, body: unknown])[] = [
    ["/api/sample", rows],
    ["/api/pick", { source: "inbox", name: "staff-1.csv" }],
    ["/api/secret", { kind: "operator", account: "", name: "Eve" }],
    [`${session}/command`, { revision: view.revision, command: { do: "text", text: "lading: 1" } }],
    [`${session}/save`, { revision: view.revision, partner: "evil", examples: false, overwrite: true }],
    [`${session}/promote`, { by: "Eve", reason: "x" }],
    [`${session}/deliver`, { feed: "acme/staff" }],
    [`${session}/feed`, { wanted: {}, base: "x" }],
    [`${feed}/deliver`, rows],
    [`${feed}/rollback`, { to: 1, reason: "x" }],
    [`${feed}/resume`, { reason: "x" }],
    [`${feed}/forget/preview`, { id: "001" }],
    [`${feed}/forget`, { id: "001", reason: "x" }],
    [`${feed}/deliveries/aaaaaaaaaaaa`, { verb: "release", changeSet: "x", reason: "x" }],
    [`${feed}/deliveries/aaaaaaaaaaaa`, { verb: "replay", changeSet: "", reason: "x" }],
    ["/api/invoices/1", { action: "resend", reason: "x" }],
    ["/api/events/acme/retry", {}],
  ];
  const { "x-lading": _, ...withoutHeader } = headers;
  const { cookie: __, ...withoutCookie } = headers;
  for (const [path, body] of orders) {
    for (const [forged, status] of [
      [{ ...headers, origin: "http://evil.example" }, 403],
      [{ ...headers, origin: "null" }, 403],
      [{ ...headers, origin: "http://127.0.0.1:1" }, 403],
      [{ ...headers, "sec-fetch-site": "cross-site" }, 403],
      [{ ...headers, "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" }, 403],
      [{ ...headers, host: "evil.example" }, 421],
      [withoutHeader, 403],
      [withoutCookie, 403],
    ] as const) {
      expect([path, forged, (await post(path, body, forged)).status]).toEqual([path, forged, status]);
    }
  }
  expect(await samples()).toHaveLength(1);
  expect(await readdir(folder)).not.toContain("mappings");
  const latest = await ask(url, `${session}/latest`, { headers });
  expect(JSON.parse(latest.body)).toMatchObject({ revision: view.revision });
});

test("leaves nothing of a file that is too large or aborted, and removes old samples", async () => {
  const { url, headers, drop, samples } = await signedIn();
  const { hostname, port } = new URL(url);
  const send = () =>
    request({ hostname, port, path: "/api/sample", method: "POST", headers }).on("error", () => 0);

  // Without a length, the studio must count the bytes.
  const large = send();
  const status = new Promise<number>((resolve) => {
    large.once("response", (answer) => resolve(answer.resume().statusCode ?? 0));
  });
  const piece = Buffer.alloc(8 * 1024 * 1024, "x");
  let isAnswered = false;
  void status.then(() => (isAnswered = true));
  for (let sent = 0; sent <= 256 && !isAnswered && !large.destroyed; sent += 8) {
    await new Promise<void>((resolve) => large.write(piece, () => resolve()));
  }
  expect(await status).toBe(422);
  large.destroy();
  await expect.poll(samples).toEqual([]);

  const broken = send();
  broken.write("Id,Name\n");
  await expect.poll(samples).toHaveLength(1);
  broken.destroy();
  await expect.poll(samples).toEqual([]);

  for (let i = 0; i < 10; i++) expect((await drop(`staff-${i}.csv`, rows)).status).toBe(200);
  await expect.poll(samples).toHaveLength(8);
});

test("treats file names as text on the page, never as paths or headers", async () => {
  const { folder, get, drop, headers, url } = await signedIn();
  const before = await readdir(folder);
  for (const [name, shown] of [
    ["../../lading.yaml", "lading.yaml"],
    ["..\\..\\staff.csv", "staff.csv"],
    ["/etc/staff.csv", "staff.csv"],
    ['staff"; filename=evil.html', 'staff"; filename=evil.html'],
    ["staff\r\nset-cookie: a=b.csv", "staff\r\nset-cookie: a=b.csv"],
    ["<img src=x onerror=alert(1)>.csv", "<img src=x onerror=alert(1)>.csv"],
    [`${"x".repeat(400)}.csv`, "x".repeat(200)],
    ["", "sample"],
  ] as const) {
    const { status, view } = await drop(name, rows);
    expect([status, view.file]).toEqual([200, shown]);
    for (const path of ["rejects", "list?format=csv"]) {
      const answer = await get(`/api/session/${view.id}/${path}`);
      if (answer.status !== 200) continue;
      expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[^\s"<>;]+$/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-type"]).not.toContain("html");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  }
  const undecodable = { ...headers, "x-lading-file": "%E0%A4%A" };
  const bad = await ask(url, "/api/sample", { method: "POST", headers: undecodable, body: rows });
  expect(bad.status).toBe(200);
  expect(await readdir(folder)).toEqual(before);
});

test("reads and writes nothing outside the workspace", async () => {
  const { folder, get, post, drop } = await signedIn();
  const outside = await mkdtemp(join(tmpdir(), "lading-outside-"));
  onTestFinished(() => rm(outside, { recursive: true, force: true }));
  await writeFile(join(outside, "secret.yaml"), "lading: 1\nrecord: staff\n# confidential\n");
  await mkdir(join(folder, "mappings"));
  const { view } = await drop("staff.csv", rows);
  const session = `/api/session/${view.id}`;
  const before = (await readdir(folder, { recursive: true })).sort();
  for (const path of [
    "../lading.yaml",
    "../../x.yaml",
    join(outside, "secret.yaml"),
    "/etc/passwd",
    "mappings/../../x",
  ]) {
    for (const verb of ["load", "fit"]) {
      const asked = { revision: view.revision, command: { do: verb, path } };
      const answer = await post(`${session}/command`, asked);
      expect([verb, path, answer.status]).toEqual([verb, path, 422]);
      expect(answer.body).not.toContain("confidential");
    }
  }
  for (const partner of ["../evil", "..", "a/b", "a\\b", "/etc", "x\u0000", ".", "a..b"]) {
    const asked = { revision: view.revision, partner, examples: false, overwrite: true };
    expect([partner, (await post(`${session}/save`, asked)).status]).toEqual([partner, 422]);
  }
  for (const name of ["../lading.yaml", "/etc/passwd", "..", "nothing.csv"]) {
    expect((await post("/api/pick", { source: "inbox", name })).status).toBe(422);
  }
  expect((await post("/api/pick", { source: "__proto__", name: "x" })).status).toBe(422);
  for (const path of [
    "/assets/..%2f..%2fcli.js",
    "/../../package.json",
    "/%2e%2e/%2e%2e/lading.yaml",
    "/api/session/..%2f..%2flading.yaml",
    "/api/session/__proto__/latest",
    "/api/feeds/..%2f../x",
    "/api/feeds/acme/staff/deliveries/..%2f..%2flading.yaml/original",
    "/api/feeds/acme/staff/list?format=..%2fx",
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
  expect(await readFile(join(outside, "secret.yaml"), "utf8")).toContain("confidential");
});

describe.skipIf(browserPath === undefined)("the studio in a browser", () => {
  const browser = sharedBrowser();

  test("shows cells, headings and names with markup as text on every part of the page", async () => {
    const markup = `<img src=x onerror="document.title='taken'">`;
    const script = "</script><script>document.title='taken'</script>";
    const text = `Id,Name,"${markup.replaceAll('"', '""')}",Mail,Status\nE1,${script},a,ada@example.com,Active\nE2,"=HYPERLINK(""http://evil.example"")",b,bo@example.com,${script}\n`;
    const folder = await mkdtemp(join(tmpdir(), "lading-markup-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "staff <b>.csv"), text);
    const studio = await studioIn();
    const { page, complaints, external } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(join(folder, "staff <b>.csv"));
    await page.getByRole("heading", { name: "staff <b>.csv" }).waitFor();
    await page.getByRole("cell", { name: script }).first().waitFor();
    await page.getByText(markup).first().waitFor();
    await person.press("YAML");
    await expect.poll(() => mappingText(page)).toContain("lading: 1");
    // A problem at a line quotes the mapping.
    await page.getByLabel("Mapping text").focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(`\nmissing: "${markup.replaceAll('"', '\\"')}"`);
    await page.locator(".cm-line.wrong").first().waitFor();
    expect(await page.locator("img, main script").count()).toBe(0);
    expect(await page.title()).not.toContain("taken");
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(external).toEqual([]);
  });
});
