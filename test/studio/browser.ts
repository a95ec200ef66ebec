import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { onTestFailed } from "vitest";
import { browserPath } from "./page.js";

/** A browser for the tests of a file, and what is looked at in every one of them. */

export function launch(): Promise<Browser> {
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
}

export interface OpenPage {
  readonly page: Page;
  /** What the browser wrote to its console; a page without faults writes nothing. */
  readonly complaints: string[];
  /** Requests to anywhere but this machine. */
  readonly foreign: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  // What stood on the screen says more than which wait ended.
  onTestFailed(async () => console.error(await page.locator("body").innerText()));
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("http://127.0.0.1:")) foreign.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, foreign };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds against, all of its rules. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')))",
  );
}

/** A screenshot to be looked at, when LADING_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env["LADING_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
