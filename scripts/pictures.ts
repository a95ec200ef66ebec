import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { operationsOf } from "../src/cli/serve/in-child.js";
import { startStudio } from "../src/console/studio/server.js";
import { launchBrowser } from "../test/support/browser.js";
import { openCycle } from "./demo/circle.js";
import { ended, startLading } from "./demo/lading.js";
import { drop, makeWorkspace } from "./demo/workspace.js";
import { project } from "./options.js";

/** Makes the pictures of README.md and docs/console.md from the data of the demonstration: `npm run pictures`. */

const folder = join(project, "docs", "pictures");
const size = { width: 1200, height: 760 };

const workspace = await mkdtemp(join(tmpdir(), "lading-pictures-"));
const browser = await launchBrowser();
try {
  makeWorkspace(project, workspace, {});
  const cycle = await openCycle(workspace, () => undefined);
  await run();
  drop(project, workspace, "changed", new Date());
  drop(project, workspace, "broken", new Date());
  await run();
  await cycle?.close();
  const operations = operationsOf({ cwd: workspace, env: {}, signal: new AbortController().signal });
  const console = await startStudio({ folder: workspace, port: 0, operations });
  const page = await (await browser.newContext({ viewport: size, colorScheme: "light" })).newPage();
  await page.goto(`${console.url}&to=feeds`);
  await page.getByRole("link", { name: "Review harbourline-gb/staff" }).waitFor();
  await page
    .getByRole("img", { name: /Rows in the last/ })
    .first()
    .waitFor();
  await takePicture(page, "feeds");
  await page.getByRole("link", { name: "Review harbourline-gb/staff" }).click();
  await page.getByRole("region", { name: "Summary" }).waitFor();
  await takePicture(page, "delivery");
  await console.close();
} finally {
  await browser.close();
  await rm(workspace, { recursive: true, force: true });
}

/** Exit codes 1 and 3 are expected, because the pictures show files that were rejected or held. */
async function run(): Promise<void> {
  const child = startLading(project, workspace, ["run"], { out: "ignore", talk: "inherit" });
  const [code] = await ended(child);
  if (code === null || ![0, 1, 3].includes(code)) throw new Error(`lading run ended with ${code}.`);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
