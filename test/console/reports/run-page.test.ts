import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluate } from "../../../src/convert/engine.js";
import { noteFaults } from "../../../src/feeds/deliveries/faults.js";
import { failure } from "../../../src/errors.js";
import { runPage } from "../../../src/console/reports/run-page.js";
import { runView } from "../../../src/console/api/runs.js";
import { keepRun, keptRuns, lastRuns, readRun, secondsOf } from "../../../src/feeds/reports/runs.js";
import type { RunReport } from "../../../src/feeds/reports/run-report.js";
import { browserPath, inPage, launchBrowser, openContext, views, violations } from "../../support/browser.js";
import { databases } from "../../support/postgres.js";
import { ids, staff, world, type World } from "../../support/world.js";

/** The page of a run, with real deliveries of the real pipeline, in a real browser, straight from disk. */

const hostile = `<img src=x onerror=alert(1)>&"'`;

const yaml = (more = "") => `
lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
${more}`;

const charges = (rows: readonly string[]) =>
  `external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n${rows
    .map((row) => `${row}\r\n`)
    .join("")}`;
const charge = (n: number, description = `Charge ${n}`, type = "freight") =>
  `${n},,C${n},"${description}",${type},,true`;
const chargeRows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => charge(from + index));

interface RunPage {
  readonly page: string;
  readonly report: RunReport;
  readonly path: string;
}

/** A pass that reads in this process, because the way of reading is not tested here. */
async function run(here: World): Promise<RunPage> {
  const startedAt = here.clock.now();
  const outcomes = await here.passFeeds({
    ...here.setup,
    evaluate: (job) => evaluate(job),
  });
  const name = await keepRun(here.setup, outcomes, startedAt);
  const report = name === undefined ? undefined : await readRun(here.store.db, name);
  if (report === undefined) throw new Error("no report was kept");
  const path = join(here.folder, "report.html");
  const page = runPage(report);
  await writeFile(path, page);
  return { page, report, path };
}

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

let usual: Awaited<ReturnType<typeof aWeek>>;
beforeAll(async () => {
  usual = await aWeek();
});

/** A week: six good nights, then one with rejects and changes, and a held staff file. */
async function aWeek(more = ""): Promise<RunPage & { readonly here: World }> {
  const folder = await mkdtemp(join(tmpdir(), "lading-week-"));
  folders.push(folder);
  const here = await world(yaml(more), folder);
  for (let night = 1; night <= 6; night++) {
    await here.drop(`charges-${night}.csv`, charges([...chargeRows(1, 40), charge(100, `Night ${night}`)]));
    if (night === 1) await here.drop("staff-1.csv", staff(...ids(1, 30)));
    await run(here);
    here.clock.advance(86_400_000);
  }
  const rows = [...chargeRows(1, 38), charge(39, hostile.replaceAll('"', '""')), charge(41, "x", "sea")];
  await here.drop("charges-7.csv", charges(rows));
  await here.drop(
    `staff-2 ${hostile.replaceAll("/", "")}\u202e.csv`,
    staff("001:Petra Vogel", ...ids(2, 12)),
  );
  return { here, ...(await run(here)) };
}

describe("a run", () => {
  test("has its counts, findings, changes and figures in the report and on the page", () => {
    const { report, page } = usual;
    const feed = report.feeds.find((one) => one.feed === "acme/charge-code");
    const delivery = feed?.deliveries[0];
    expect(delivery).toMatchObject({
      file: "charges-7.csv",
      status: "PUBLISHED",
      number: 7,
      counts: { read: 40, accepted: 39, rejected: 1, skipped: 0, merged: 0, stale: 0 },
      list: { records: 41, by: { accepted: 39, kept_inactive: 2 } },
      changes: { kinds: { changed: 1, deactivated: 2 }, fields: { description: 1 } },
    });
    expect(delivery?.findings).toMatchObject([
      { code: "invalid_value", field: "charge_type", rows: [41], values: ["sea"], count: 1, more: false },
    ]);
    expect(delivery?.figures).toContainEqual({
      guard: "ids_gone",
      what: "IDs that disappeared or became inactive",
      found: 2,
      of: 41,
      allowed: "at most 8",
      maximum: 8,
      tripped: false,
    });
    expect(page).toContain("<strong>40</strong> rows read = <strong>39</strong> accepted + 1 rejected");
    expect(page).toContain("IDs that disappeared or became inactive");
    expect(page).toContain("<h1>1 held, 1 published</h1>");
  });

  test("shows the effect and the next step of a held delivery, and the result of a released one", () => {
    const { page, report } = usual;
    expect(page).toContain("records would be in the list");
    expect(page).toContain("Why the file is held");
    // Every guard is among the figures, including guards that measure nothing.
    const [held] = report.feeds.find(({ feed }) => feed === "acme/staff")?.deliveries ?? [];
    expect(held?.guards.map(({ guard }) => guard)).toEqual(["rows_below", "ids_gone", "changes"]);
    const figures = page.slice(page.indexOf('aria-label="Guardrails, acme/staff'));
    expect(figures.match(/over the limit/g)).toHaveLength(3);
    const renamed = { guard: "headings", sentence: "The heading Name is gone." };
    const more = runPage({
      ...report,
      feeds: report.feeds.map((feed) => ({
        ...feed,
        deliveries: feed.deliveries.map((one) => ({ ...one, guards: [...one.guards, renamed] })),
      })),
    });
    expect(more).toContain('<th scope="row">headings</th>');
    expect(page).toMatch(/\nlading release acme\/staff --delivery [0-9a-f]{12} --reason TEXT\n/);
    // A file that lacks a column cannot be released.
    const unusable = runPage({
      ...report,
      feeds: report.feeds.map((feed) => ({
        ...feed,
        deliveries: feed.deliveries.map((one) => ({
          ...one,
          guards: [renamed],
          counts: { ...one.counts!, read: 0 },
        })),
      })),
    });
    expect(unusable).not.toContain("lading release acme/staff");
    expect(unusable).toContain("Correct the heading in the mapping of acme/staff");
    const released = runPage({
      ...report,
      feeds: report.feeds.map((feed) => ({
        ...feed,
        deliveries: feed.deliveries.map((delivery) => ({ ...delivery, status: "PUBLISHED" as const })),
      })),
    });
    expect(released).toContain("What was approved");
    expect(released).not.toMatch(/would be in the list|Why the file is held|lading release/);
  });

  test("lists the rejected rows with the command that saves them", () => {
    const { page } = usual;
    expect(page.match(/Rejected rows<\/h3>/g)).toHaveLength(1);
    expect(page).toMatch(
      /<code>charges-7\.csv\.rejects\.csv<\/code>[^]*?<code>lading history acme\/charge-code --delivery [0-9a-f]{12} --save \.<\/code>/,
    );
  });

  test("escapes names and values of files", () => {
    const { page } = usual;
    expect(page).not.toContain("<img");
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;");
    expect(page).not.toContain("\u202e");
    expect(page).not.toMatch(/<script|javascript:|https?:\/\/|\bon\w+="/);
  });

  test("counts people without naming them, unless the workspace permits it", async () => {
    const { page, report } = usual;
    expect(report.feeds.find((one) => one.feed === "acme/staff")?.deliveries[0]?.changes?.kinds).toEqual({
      changed: 1,
      deactivated: 18,
    });
    const both = page + JSON.stringify(report);
    for (const secret of ["Petra Vogel", "p001@example.com", '"001"', "p030@example.com"]) {
      expect(both).not.toContain(secret);
    }
    const open = await aWeek("reports: { staff_values: true }");
    expect(open.page).toContain("Petra Vogel");
  });

  test("writes no report without decisions, and reports the same failure once", async () => {
    const here = await world(yaml());
    const quiet = await here.passFeeds();
    expect(await keepRun(here.setup, quiet, here.clock.now())).toBeUndefined();
    expect(await keptRuns(here.store.db, 10)).toEqual([]);
    const broken = await world(yaml().replace("folder: inbox", "folder: nowhere"));
    const failed = await broken.passFeeds();
    const kept = await keepRun(broken.setup, failed, broken.clock.now());
    broken.clock.advance(60_000);
    expect(await keepRun(broken.setup, await broken.passFeeds(), broken.clock.now())).toBeUndefined();
    expect(await keptRuns(broken.store.db, 10)).toMatchObject([
      { run: kept, worker: broken.setup.worker, started_at: "2026-03-02T08:00:00.000Z" },
    ]);
    // A different failure is reported once.
    const met = failed.map((one) => ({
      ...one,
      error: failure("clock_wrong", { feed: one.feed.name, now: "x", last: "y" }),
    }));
    const kinds: boolean[] = [];
    for (let round = 1; round <= 2; round++) {
      broken.clock.advance(60_000);
      const startedAt = broken.clock.now();
      await noteFaults(broken.setup, met);
      kinds.push((await keepRun(broken.setup, met, startedAt)) !== undefined);
    }
    expect(kinds).toEqual([true, false]);
  });

  test.each(databases)("is counted separately among the last runs in %s", async (_, make) => {
    const url = make();
    const here = await world(
      `${yaml().replace("{ folder: inbox }", "{ folder: inbox }, gone: { folder: gone }")}
  acme/tax-code: { source: gone, files: "tax*.csv" }\n`,
      undefined,
      "here",
      url === undefined ? {} : { LADING_DATABASE_URL: url },
    );
    const pass = async () => {
      const startedAt = here.clock.now();
      const outcomes = await here.passFeeds();
      here.clock.advance(2_500);
      await noteFaults(here.setup, outcomes);
      return keepRun(here.setup, outcomes, startedAt);
    };
    await here.drop("staff.csv", staff(...ids(1, 3)), "2026-03-01T00:00:00Z");
    await here.drop(
      "charges.csv",
      charges([...chargeRows(1, 4), charge(5, "x", "sea")]),
      "2026-03-01T00:00:00Z",
    );
    await pass();
    here.clock.advance(20_000);
    await here.drop("staff.csv", staff(...ids(1, 3)), "2026-03-02T00:00:00Z");
    await pass();
    // There is no run, because nobody decided anything.
    const [feed] = here.setup.workspace.feeds;
    if (feed === undefined) throw new Error("no feed");
    await keepRun(
      here.setup,
      [{ feed, deliveries: [], act: "It goes on.", isLeft: false, hasMore: false, error: undefined }],
      here.clock.now(),
    );
    const runs = [
      { published: 2, unchanged: 0, rejected: 0, held: 0, rows: 8, rejected_rows: 1, failed: 1 },
      { published: 0, unchanged: 1, rejected: 0, held: 0, rows: 0, rejected_rows: 0, failed: 1 },
    ];
    const last = (most: number) => lastRuns(here.store, most, here.clock.now());
    expect(await last(40)).toMatchObject(runs);
    expect(await last(1)).toMatchObject(runs.slice(1));
    expect(await last(0)).toEqual([]);
    const [run] = await last(1);
    expect(await runView(here.store.db, run?.run ?? "")).toEqual({
      feeds: [
        { feed: "acme/tax-code", failed: expect.stringMatching(/folder/), files: [] },
        {
          feed: "acme/staff",
          files: [expect.objectContaining({ file: "staff.csv", status: "UNCHANGED" })],
        },
      ],
    });
    expect((await last(40)).map(secondsOf)).toEqual([2.5, 2.5]);
    // The second report is from a clock that was ahead, so it is not the latest one until that time.
    here.clock.advance(-10_000);
    expect(await last(40)).toMatchObject(runs.slice(0, 1));
  });

  test("gets a different report name if its own is taken, so that no report is lost", async () => {
    const here = await world(yaml());
    await here.drop("staff.csv", staff(...ids(1, 3)));
    const outcomes = await here.passFeeds();
    const { db } = here.store;
    const moment = here.clock.now().toISOString().replace(/[-:.]/g, "");
    await sql`with recursive n(i) as (select 256 union all select i + 1 from n where i < 65535)
      insert into runs select ${moment} || '-' || printf('%04x', i), 'other', '{}' from n`.execute(db);
    const kept = await keepRun(here.setup, outcomes, here.clock.now());
    expect(kept).toMatch(`${moment}-00`);
    expect(await readRun(db, kept ?? "")).toMatchObject({ run: kept, feeds: [{ feed: "acme/staff" }] });
  });

  test("is listed in order among other runs of the same second", async () => {
    const here = await world(yaml());
    await here.drop("staff.csv", staff(...ids(1, 3)));
    const outcomes = await here.passFeeds();
    const kept: (string | undefined)[] = [];
    for (let one = 0; one < 9; one++) {
      kept.unshift(await keepRun(here.setup, outcomes, here.clock.now()));
      here.clock.advance(20);
    }
    expect((await keptRuns(here.store.db, 10)).map(({ run }) => run)).toEqual(kept);
  });

  test("is listed even if an older program named it by its second", async () => {
    const here = await world(yaml());
    await sql`insert into runs values ('20260302T023000Z-3f2a', 'other', '{}')`.execute(here.store.db);
    expect(await keptRuns(here.store.db, 10)).toMatchObject([{ started_at: "2026-03-02T02:30:00.000Z" }]);
  });

  test("loses its report by age and count, or by age alone if it contains values of staff", async () => {
    for (const [more, left] of [
      ["retention: { runs: { at_least: 2, for: 3 d } }", 4],
      ["retention: { runs: { at_least: 5, for: 1 d } }", 5],
      ["retention: { runs: { at_least: 5, for: 1 d } }\nreports: { staff_values: true }", 2],
    ] as const) {
      const { here } = await aWeek(more);
      expect((await keptRuns(here.store.db, 10)).length, more).toBe(left);
    }
  });
});

describe.skipIf(browserPath === undefined)("a run's page opened from disk in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test("is accessible in light and dark, on a screen, a phone and paper, with keyboard and screen reader", async () => {
    const { path } = usual;
    for (const [name, options] of views) {
      const page = await (await openContext(browser, options)).newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(pathToFileURL(path).href);
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await violations(page), name).toEqual([]);
      expect(complaints, name).toEqual([]);
      const [scroll, client, back] = await inPage<[number, number, string]>(
        page,
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth, getComputedStyle(document.body).backgroundColor]",
      );
      expect(scroll, name).toBeLessThanOrEqual(client);
      expect(back).toBe(options.colorScheme === "dark" ? "rgb(17, 22, 27)" : "rgb(244, 243, 239)");
      const folder = process.env["LADING_SCREENSHOTS"];
      if (folder !== undefined) {
        const shot = join(folder, `run-${name.replaceAll(/\W+/g, "-")}`);
        await page.screenshot({ path: `${shot}.png`, fullPage: true });
        if (name === "wide, light") await page.pdf({ path: `${shot}.pdf` });
      }
      await page.close();
    }
    const page = await (await openContext(browser)).newPage();
    await page.goto(pathToFileURL(path).href);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("1 held, 1 published");
    expect(await page.getByRole("cell", { name: "held" }).count()).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/#feed-\d$/);
    await page.emulateMedia({ media: "print" });
    expect(await inPage(page, "getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    await page.close();
  });
});
