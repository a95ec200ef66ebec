import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { openContext } from "../../support/browser.js";

/** A page of the studio, and the checks for every one of them. */

export interface OpenPage {
  readonly page: Page;
  /** Messages in the browser's console. A page without faults writes none. */
  readonly complaints: string[];
  /** Requests to other machines. */
  readonly external: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<OpenPage> {
  const context = await openContext(browser, { viewport: { width: 1400, height: 1000 }, ...options });
  const page = await context.newPage();
  // The screen's text is more useful than the name of the wait that timed out. `onTestFailed` would be too late,
  // because the page is closed by then.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") console.error(await page.locator("body").innerText());
  });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const external: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("http://127.0.0.1:")) external.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, external };
}

/** A screenshot, if LADING_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env["LADING_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
