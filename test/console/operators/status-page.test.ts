import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from "vitest";
import { createCredential } from "../../../src/store/credentials/store.js";
import type { AlertHealth } from "../../../src/feeds/alerts/alert-health.js";
import type { LastRun } from "../../../src/feeds/reports/runs.js";
import type { FeedStatus, OutboxStatus, Status } from "../../../src/feeds/health/status.js";
import { statusPage } from "../../../src/console/operators/status-page.js";
import { browserPath, inPage, launchBrowser, views, violations } from "../../support/browser.js";
import { workdir } from "../../support/workdir.js";
import { ids, staff } from "../../support/world.js";
import { get, serve, serveFolder } from "../../http/serving.js";

vi.setConfig({ testTimeout: 120_000 });

/** The status page as a person meets it: in a real browser, in the dark, on a phone, by keyboard, by screen reader. */

if (browserPath === undefined) {
  console.warn("No chromium found: the tests of the status page in a browser are skipped.");
}

const hostile = `<img src=x onerror=alert(1)> "quoted" & 'so'`;

const runs = Array.from({ length: 30 }, (_, i): LastRun => ({
  started_at: new Date(Date.UTC(2026, 1, 1 + i, 4)).toISOString(),
  ended_at: new Date(Date.UTC(2026, 1, 1 + i, 4, 0, 0, 1500 + 100 * i)).toISOString(),
  published: i % 3 === 0 ? 1 : 0,
  unchanged: i % 3 === 0 ? 2 : 3,
  rejected: 0,
  held: i === 25 ? 1 : 0,
  rows: 900 + ((i * 37) % 200),
  rejected_rows: i % 7 === 0 ? 40 : 0,
  failed: i === 12 ? 3 : 0,
}));

const publication = {
  number: 41,
  records: 1234,
  publishedAt: "2026-03-01T04:00:00.000Z",
  confirmedAt: "2026-03-02T04:00:00.000Z",
};

const status: Status = {
  endings: [
    {
      what: "token",
      name: "abcdefghij12 of acme-de (default)",
      ends_at: "2026-03-08T09:00:00.000Z",
      days_left: 6,
      key: "",
      sentence: "The token abcdefghij12 of acme-de (default) ends in 6 days, at 2026-03-08 09:00 UTC.",
      next: "`lading token create --account acme-de`, and hand the new one over; both work until the old one ends.",
    },
  ],
  alerts: [
    {
      channel: "command",
      failures: 2,
      delivered_at: null,
      failed_at: "2026-03-02T04:01:00.000Z",
      reason: "it ended with 7",
      waiting: 1,
      untaken: 0,
      given_up: 0,
    },
  ],
  feeds: [
    { feed: "acme-de/staff", account: "acme-de", record: "staff", health: "good", publication, held: [] },
    {
      feed: "acme-de/charge-code",
      account: "acme-de",
      record: "charge-code",
      health: "held",
      reason: "A delivery waits for a person; the list before it is served.",
      publication,
      held: [
        {
          delivery: "3f2a9c0d17e4",
          file: "charges-of-eva.csv",
          receivedAt: "2026-03-02T03:58:00.000Z",
          guards: ["ids_gone"],
          reasons: ["61 of 212 ids are gone (limit: 42).", "is_active is blank in 5 rows.", hostile],
          differences: { added: 3, changed: 12, deactivated: 61, removed: 0 },
          release: "lading release acme-de/charge-code --delivery 3f2a9c0d17e4 --reason TEXT",
        },
      ],
    },
    {
      feed: "acme-de/tax-code",
      account: "acme-de",
      record: "tax-code",
      health: "stale",
      reason: "A delivery was due, and none was taken.",
      publication,
      held: [],
    },
    {
      feed: "acme-uk/staff",
      account: "acme-uk",
      record: "staff",
      health: "paused",
      reason: "Paused after a rollback to version 40: no delivery is taken.",
      publication,
      held: [],
    },
    {
      feed: "acme-us/staff",
      account: "acme-us",
      record: "staff",
      health: "unpublished",
      reason: "No delivery was published yet.",
      held: [],
    },
    {
      feed: "acme-us/charge-code",
      account: "acme-us",
      record: "charge-code",
      health: "rejected",
      reason: "The last delivery was rejected; the list before it is served.",
      publication,
      held: [],
    },
  ],
  runs,
};

describe("the markup", () => {
  test("what ends soon is reported, with what to do", () => {
    const page = statusPage(status, new Date());
    expect(page).toContain("The token abcdefghij12 of acme-de (default) ends in 6 days");
    expect(page).toContain("<code>lading token create --account acme-de</code>, and hand");
    expect(statusPage({ feeds: [], runs: [] }, new Date())).not.toContain("Ends soon");
  });

  test("a way to tell people that fails is reported, one that works is not", () => {
    const page = statusPage(status, new Date());
    expect(page).toContain(
      "Alerts by command failed 2 times in a row, last at 2026-03-02T04:01:00.000Z: it ended with 7. Alerts that wait: 1.",
    );
    expect(page).toContain(
      "Next: Fix its receiver, or <code>notify</code> in lading.yaml. Then test it with <code>lading doctor --notify</code>.",
    );
    const well = { ...status.alerts?.[0], failures: 0 } as AlertHealth;
    expect(statusPage({ ...status, alerts: [well] }, new Date())).not.toContain("Notifications");
  });

  test("how invoices are on their way to the FFS is shown, the oldest and near numbers by name", () => {
    const now = new Date("2026-03-01T12:00:00Z");
    const counts = { account: "acme-de", waiting: 1, doubtful: 2, refused: 1, imported: 7 };
    const oldest = { id: "lading-1", state: "PICKED_UP", postedAt: "2026-03-01T09:00:00.000Z" };
    const near = [{ id: "lading-2", number: "p1", others: ["P-1"] }];
    const shared = [{ accrual: "S1-1", invoices: ["lading-1", "AP1"] }];
    const page = (outboxes: readonly OutboxStatus[]) =>
      statusPage({ feeds: [], runs: [], outboxes }, now)
        .replaceAll(/<[^>]*>|\s+/g, " ")
        .replaceAll(/ +/g, " ");
    expect(page([{ ...counts, oldest, near, shared }])).toContain(
      "acme-de 1 invoice waits for the FFS, 2 are in doubt, 1 was refused. The oldest was posted 3 h ago and is PICKED_UP: lading-1 lading-2 has the number p1, nearly the same as P-1 of its creditor. The accrual S1-1 is settled by lading-1, AP1.",
    );
    expect(page([{ ...counts, waiting: 0, doubtful: 0, refused: 0, near: [], shared: [] }])).toContain(
      "acme-de No invoice is on its way.",
    );
    expect(page([])).not.toContain("Invoices for the FFS");
  });

  test("whatever a name holds stays text", () => {
    const page = statusPage(status, new Date());
    expect(page).not.toContain("<img");
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot; &amp; &#39;so&#39;");
  });

  test("feeds stand worst first; a paused one needs attention and says how it goes on", () => {
    const page = statusPage(status, new Date());
    const order = [
      ...page.matchAll(/<th role="rowheader" scope="row" class="feed">\s*([^<\s]+\/[^<\s]+)\s*<\/th>/g),
    ].map(([, feed]) => feed);
    expect(order).toEqual([
      ...["acme-us/staff", "acme-de/charge-code", "acme-us/charge-code"],
      ...["acme-de/tax-code", "acme-uk/staff", "acme-de/staff"],
    ]);
    expect(page).toContain("Next: <code>lading resume acme-uk/staff</code>");
  });

  test("a held delivery says what is served meanwhile: the list before it, or nothing", () => {
    const [held] = status.feeds.filter(({ health }) => health === "held");
    const { publication: before, ...first } = held as FeedStatus;
    expect(before).toBeDefined();
    expect(statusPage(status, new Date())).toContain("The list before it is served until");
    const page = statusPage({ feeds: [first], runs: [] }, new Date());
    expect(page).toContain("There is no list yet: until somebody decides, the answer is 503.");
    expect(page).not.toContain("The list before it is served until");
  });

  test("fields are called as people call them", () => {
    const page = statusPage(status, new Date());
    expect(page).toContain("“Active” is blank in 5 rows.");
    expect(page).not.toContain("is_active");
  });

  test("the name of a held file is for those who are signed in", () => {
    const shown = (person?: string) => statusPage(status, new Date(), { hasDesk: true, person });
    expect(shown("Eva")).toContain("charges-of-eva.csv");
    expect(shown()).not.toContain("charges-of-eva.csv");
  });

  test("one is not many", () => {
    const [run] = runs;
    const one = { published: 1, unchanged: 0, rejected: 0, held: 0, rows: 1, rejected_rows: 0 };
    const page = statusPage({ feeds: [], runs: run === undefined ? [] : [{ ...run, ...one }] }, new Date());
    expect(page).toMatch(/1 run since [-\d]+: 1 row, 0 rejected; 1 publication, \d failed\./);
  });

  test("an empty workspace has a page too", () => {
    const page = statusPage({ feeds: [], runs: [] }, new Date());
    expect(page).toContain("The workspace has no feeds.");
    expect(page).toContain("No run was recorded yet.");
  });

  test("it comes with a policy that allows its own style and script and nothing else", async () => {
    const server = await serve({ status });
    const { headers, body } = await get(`${server.operatorsUrl}/`);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(body.toString().match(/<script/g)).toHaveLength(1);
    expect(body.toString()).not.toMatch(/javascript:|https?:\/\//);
  });
});

describe.skipIf(browserPath === undefined)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
  });

  async function open(options: Parameters<Browser["newPage"]>[0] = {}, shown: Status = status) {
    const server = await serve({ status: shown, now: () => new Date("2026-03-02T04:30:00Z") });
    const page = await browser.newPage(options);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${server.operatorsUrl}/`);
    return { page, complaints };
  }

  for (const [name, options] of views) {
    test(`${name}: accessible, styled, nothing cut off sideways`, async () => {
      const { page, complaints } = await open(options);
      await page.locator("summary").click();
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      const [scroll, client, back] = await inPage<[number, number, string]>(
        page,
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth, getComputedStyle(document.body).backgroundColor]",
      );
      expect(scroll).toBeLessThanOrEqual(client);
      // Nothing within a box runs past it: on a phone nobody finds what a box hides.
      expect(
        await inPage<string[]>(
          page,
          "[...document.querySelectorAll('pre, .scroll')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className || box.tagName)",
        ),
      ).toEqual([]);
      expect(back).toBe(options.colorScheme === "dark" ? "rgb(17, 22, 27)" : "rgb(244, 243, 239)");
      const folder = process.env["LADING_SCREENSHOTS"];
      if (folder !== undefined) {
        await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, "-")}.png`), fullPage: true });
      }
    });
  }

  test("a screen reader hears tables, states in words, and what the last runs came to", async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } });
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("5 of 6 feeds need attention");
    expect(await page.getByRole("row").count()).toBe(7);
    expect(await page.getByRole("rowheader", { name: "acme-de/tax-code" }).count()).toBe(1);
    expect(await page.getByRole("cell", { name: /stale/ }).textContent()).toContain("A delivery was due");
    const runs = page.getByText(/30 runs since 2026-02-01: \d+ rows, 200 rejected/);
    expect(await runs.count()).toBe(1);
    expect(await page.locator("pre").allTextContents()).toEqual([
      "lading release acme-de/charge-code --delivery 3f2a9c0d17e4 --reason TEXT",
      "lading reject acme-de/charge-code --delivery 3f2a9c0d17e4 --reason TEXT",
    ]);
  });

  test("everything is reached and opened by keyboard, and the focus is seen", async () => {
    const { page } = await open({ viewport: { width: 1200, height: 900 } });
    const reached: string[] = [];
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press("Tab");
      const [name, outline] = await inPage<[string, string]>(
        page,
        "[document.activeElement.tagName, getComputedStyle(document.activeElement).outlineStyle]",
      );
      if (name === "BODY") break;
      reached.push(name);
      expect(outline).toBe("solid");
      if (name === "SUMMARY") {
        await page.keyboard.press("Enter");
        expect(await page.locator("details").getAttribute("open")).not.toBeNull();
      }
    }
    expect(reached).toEqual(["A", "BUTTON", "BUTTON", "SUMMARY", "DIV", "A", "A", "A"]);
  });

  test("a person looks, signs in, releases and rejects; others cannot, and nobody is moved while reading", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
`,
      "inbox/staff.csv": staff(...ids(1, 30)),
    });
    await dir.lading(["run"]);
    await dir.write({ "inbox/staff.csv": staff("001:Petra Vogel", "002:Ann:not an address", ...ids(3, 12)) });
    await dir.lading(["run"]);
    const log = new PassThrough();
    let logged = "";
    log.on("data", (chunk: Buffer) => (logged += chunk.toString()));
    const { server, store } = await serveFolder(dir.path, log);
    const url = server.operatorsUrl;
    const grace = { kind: "operator", account: "", name: "Grace Vogel" } as const;
    const { secret } = await createCredential(store, grace, new Date());

    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    const page = await context.newPage();
    onTestFailed(async () => console.error(page.url(), await page.locator("body").innerText()));
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const look = async (name: string) => {
      expect(await violations(page), name).toEqual([]);
      const folder = process.env["LADING_SCREENSHOTS"];
      if (folder === undefined) return;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `operators-${name}-${colorScheme}.png`), fullPage: true });
      }
      await page.setViewportSize({ width: 360, height: 740 });
      await page.screenshot({ path: join(folder, `operators-${name}-phone.png`), fullPage: true });
      await page.setViewportSize({ width: 1366, height: 768 });
    };

    // Without a sign-in: counts, no values; and the commands to copy.
    await page.goto(url);
    expect(await page.locator("body").innerText()).not.toContain("Petra");
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await inPage<string>(page, "navigator.clipboard.readText()")).toMatch(
      /^lading release acme\/staff --delivery [0-9a-f]{12} --reason TEXT$/,
    );
    await look("status");
    await page.getByRole("link", { name: "Review" }).click();
    await look("sign-in");
    await page.getByLabel("Your access key").fill("lading_aaaaaaaaaaaa_" + "x".repeat(43));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    complaints.length = 0; // The browser tells of the 401 itself.
    await page.getByLabel("Your access key").fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();

    // The difference before one's eyes, why it is held, and the rejected row as a file.
    await page.getByRole("heading", { name: "Your decision" }).waitFor();
    const held = page.url();
    const shown = await page.locator("main").innerText();
    for (const part of ["Why a person has to look", "30", "changed", "deactivated", "Guardrails"]) {
      expect(shown).toContain(part);
    }
    expect(await page.locator("main").innerText()).toContain("Name: Name 001 → Petra Vogel");
    // Which row is not in it, and why, in words for whoever knows no mapping.
    await page.getByText("1 row is rejected and is not in it").waitFor();
    await page.getByRole("link", { name: "which and why" }).click();
    expect(await page.getByRole("listitem").filter({ hasText: "Row 3 (002)" }).innerText()).toMatch(
      /The value of “Active” is/,
    );
    expect(await page.locator("main").innerText()).not.toMatch(/is_active: |merged|stale|: true|: false/);
    await look("delivery");
    const [rejects] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "staff.csv.rejects.csv" }).click(),
    ]);
    expect(readFileSync(await rejects.path(), "utf8")).toContain("not an address");
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    expect((await context.cookies()).map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
      [true, "Strict"],
    ]);

    // What another page asks for is not done, with the cookie or without it; nor what nobody signed for.
    const order = "verb=release&reason=x&change_set=";
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const post = (headers: Record<string, string>) =>
      get(held, { ...form, ...headers }, { method: "POST", body: order });
    const origin = new URL(url).origin;
    expect((await post({ cookie, origin: "http://127.0.0.1:1" })).status).toBe(403);
    expect((await post({ cookie })).status).toBe(403);
    expect((await post({ cookie, origin, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await post({ origin })).headers["location"]).toMatch(/^\/sign-in/);
    expect((await get(held)).headers["location"]).toMatch(/^\/sign-in/);
    // Who is signed in is not asked again.
    const signIn = new URL("/sign-in?to=/feeds/acme/staff", url).href;
    expect((await get(signIn, { cookie })).headers["location"]).toBe("/feeds/acme/staff");
    await context.route("http://evil.test/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${held}"><input name="verb" value="release"><input name="reason" value="x"></form><script>document.forms[0].submit()</script>`,
      }),
    );
    const evil = await context.newPage();
    await evil.goto("http://evil.test/");
    await evil.getByText("was not done").waitFor();
    await evil.close();
    // A person who is signed in is asked again when it is not what she saw.
    const moved = await post({ cookie, origin });
    expect([moved.status, moved.body.toString()]).toMatchObject([
      409,
      expect.stringContaining("Check them again"),
    ]);
    expect((await dir.lading(["list", "acme/staff"])).stdout).not.toContain("Petra");

    await page.getByLabel("Reason.").fill("Office <b>Hamburg</b> closed");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    expect(await page.getByRole("row").nth(2).innerText()).toMatch(
      /released[^]*Office <b>Hamburg<\/b> closed \(by Grace Vogel\)/,
    );
    await look("history");
    await page.getByRole("link", { name: "2, what it changed" }).click();
    expect(await page.locator("main").innerText()).toContain("Name: Name 001 → Petra Vogel");
    await look("difference");
    await page.goto(held);
    await page.getByRole("heading", { name: "Summary" }).waitFor();
    await look("decided");
    expect((await dir.lading(["list", "acme/staff"])).stdout).toContain("Petra Vogel");

    // Something is held while somebody reads further down.
    await page.setViewportSize({ width: 1200, height: 300 });
    await page.goto(url);
    await page.getByText("The runs as a table").click();
    await page.locator("details table tr").last().scrollIntoViewIfNeeded();
    const read = () =>
      inPage<number>(page, "document.querySelector('details table tr').getBoundingClientRect().top");
    const before = await read();
    await dir.write({ "inbox/staff.csv": staff("001:Petra Vogel") });
    await dir.lading(["run"]);
    await inPage(page, "document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByRole("heading", { name: "Waiting for a person" }).waitFor();
    expect(Math.abs((await read()) - before)).toBeLessThan(2);
    expect(await page.locator("details").getAttribute("open")).not.toBeNull();

    await page.getByRole("link", { name: "Review" }).click();
    await page.getByLabel("Reason.").fill("Export of the wrong company");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByText("Export of the wrong company (by Grace Vogel)").waitFor();
    expect((await dir.lading(["history", "acme/staff"])).stdout).toContain("(by Grace Vogel)");

    // Signed out, and with a secret that is revoked, nobody is let in.
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect((await get(held, { cookie })).headers["location"]).toMatch(/^\/sign-in/);
    expect(complaints).toEqual([]);
    for (const word of ["Petra", "Hamburg", "Grace", secret]) expect(logged).not.toContain(word);
    await context.close();
  });
});
