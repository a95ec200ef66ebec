import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser } from "../test/support/browser.js";

/**
 * `npm run bench:console`: milliseconds until the console shows 500 feeds, and finds, sorts and pages in a list of
 * 100,000 records. Uses the built `lading studio` and a browser on this machine. Three rounds each; the median is last.
 */

const cli = join(import.meta.dirname, "../dist/cli.js");
const folder = await mkdtemp(join(tmpdir(), "lading-bench-"));
const accounts = Array.from({ length: 100 }, (_, i) => `account-${String(i).padStart(3, "0")}`);
const types = ["tax-code", "charge-code", "staff", "org", "job"];
const rounds = 3;

await makeWorkspace();
const browser = await launchBrowser();
const studio = spawn(process.execPath, [cli, "studio"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
try {
  const [url] = (await once(studio.stdout.setEncoding("utf8"), "data")) as [string];
  const page = await browser.newPage();
  await page.goto(url.trim());
  const { origin } = new URL(page.url());
  const search = page.getByRole("searchbox");
  await measure("500 feeds, first view", page, () => page.goto(origin), "500 feeds in 100 accounts");
  await page.goto(origin);
  await measure(
    "500 feeds, filtered to one account",
    page,
    () => search.fill("account-042"),
    { without: "account-099" },
    () => search.fill(""),
    "account-099",
  );
  const list = `${origin}/feeds/account-000/staff`;
  await measure("100,000 records, first page", page, () => page.goto(list), "1–50 of 100,000");
  await page.goto(list);
  await measure(
    "100,000 records, search in all fields",
    page,
    () => search.fill("person 77777"),
    "1–1 of 1",
    () => search.fill(""),
    "1–50 of 100,000",
  );
  await measure(
    "100,000 records, search that many records match",
    page,
    () => search.fill("person 7"),
    "1–50 of 11,111",
    () => search.fill(""),
    "1–50 of 100,000",
  );
  const byName = page.getByRole("columnheader", { name: "Name" }).getByRole("button");
  await measure(
    "100,000 records, sorted by name, then descending",
    page,
    async () => {
      await byName.click();
      await byName.click();
    },
    "Person 99999",
    () => page.goto(list),
    "1–50 of 100,000",
  );
  await page.goto(list);
  await measure(
    "100,000 records, next page",
    page,
    () => page.getByRole("button", { name: "Next" }).click(),
    "51–100 of 100,000",
    () => page.getByRole("button", { name: "Previous" }).click(),
    "1–50 of 100,000",
  );
} finally {
  studio.kill("SIGTERM");
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

/** 200 of the feeds have a list, the other 300 wait for their first file. */
async function makeWorkspace(): Promise<void> {
  const feeds = accounts.flatMap((account) => types.map((type) => [account, type] as const));
  const lines = feeds.map(
    ([account, type]) =>
      `  ${account}/${type}: { source: inbox, files: "${account}_${type}.csv", settle: final_name, first: publish }`,
  );
  await mkdir(join(folder, "inbox"));
  await writeFile(
    join(folder, "lading.yaml"),
    `lading: 1\naccounts:\n${accounts.map((name) => `  ${name}: { country: GB, zone: Europe/London }`).join("\n")}\nsources: { inbox: { folder: inbox } }\nfeeds:\n${lines.join("\n")}\n`,
  );
  const staff = (rows: number): string =>
    `external_id,updated_at,name,email_address,is_active\n${Array.from({ length: rows }, (_, i) => `E${i},,Person ${i},p${i}@example.com,true\n`).join("")}`;
  const taxCodes = "external_id,updated_at,code,description,is_active\nV20,,S,VAT 20%,true\n";
  for (const account of accounts) {
    const rows = account === accounts[0] ? 100_000 : 20;
    await writeFile(join(folder, "inbox", `${account}_staff.csv`), staff(rows));
    await writeFile(join(folder, "inbox", `${account}_tax-code.csv`), taxCodes);
  }
  const run = spawn(process.execPath, [cli, "run"], { cwd: folder, stdio: "ignore" });
  await once(run, "exit");
}

/** What the page shows, or no longer shows. */
type Sight = string | { readonly without: string };

/**
 * Measures the time from an action until the page shows its result. `back` undoes the action and is not measured.
 */
async function measure(
  what: string,
  page: Page,
  act: () => Promise<unknown>,
  text: Sight,
  back: () => Promise<unknown> = () => page.goto("about:blank"),
  textBefore?: string,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await act();
    await shown(page, text);
    times.push(Math.round(performance.now() - begun));
    await back();
    if (textBefore !== undefined) await shown(page, textBefore);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
  console.log(`${what}: ${times.join(", ")} ms; median ${String(median)} ms`);
}

/** Checks every 15 ms, because a browser driver's own waiting eventually checks only twice a second. */
async function shown(page: Page, sight: Sight): Promise<void> {
  const [text, sign] = typeof sight === "string" ? [sight, ""] : [sight.without, "!"];
  const isShown = `${sign}(document.querySelector("main")?.innerText.includes(${JSON.stringify(text)}) ?? false)`;
  for (let tries = 0; !(await page.evaluate(isShown).catch(() => false)); tries++) {
    if (tries === 2_000)
      throw new Error(`The page did not show the expected state within 30 s: ${sign}${text}`);
    await page.waitForTimeout(15);
  }
}
