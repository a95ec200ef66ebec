import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** The system's Chromium, and checks of pages in it. */

export const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

/** A busy machine needs much longer than Playwright's default of 30 seconds. */
const timeout = 120_000;

/**
 * The first four are parts of Chromium's own interface. Each would start a process per window. The others are in
 * Playwright's list, which this option replaces, and are required here.
 */
const disabledFeatures = [
  "PreloadTopChromeWebUI",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  "WebUIToolbar",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "PaintHolding",
];

/** The caller closes it. Skip the test if `browserPath` is undefined. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    timeout,
    ...(browserPath !== undefined && { executablePath: browserPath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${disabledFeatures.join()}`,
    ],
  });
}

/** One browser for the tests of a file. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return () => browser as Browser;
}

/**
 * A context whose pages wait as long as a busy machine needs. It is closed when the test ends, because its pages would
 * keep sending requests to a server that is no longer there.
 */
export async function openContext(
  browser: Browser,
  options?: Parameters<Browser["newContext"]>[0],
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(timeout);
  return context;
}

/** Evaluates an expression in the page, whose names this project's types do not know. */
export function inPage<T>(page: Page, expression: string): Promise<T> {
  return page.evaluate<T>(expression);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Accessibility problems that axe finds. After a check of the same state in another color scheme, the rules about
 * contrast are enough, because no other rule depends on colors.
 */
export async function violations(page: Page, rules: "all" | "contrast" = "all"): Promise<string[]> {
  // The page's policy forbids scripts, but the browser's protocol may run the checker.
  if (!(await inPage<boolean>(page, "'axe' in window"))) await page.evaluate(axe);
  const chosen =
    rules === "all"
      ? "rules: { 'target-size': { enabled: true } }"
      : "runOnly: ['color-contrast', 'link-in-text-block']";
  return inPage<string[]>(
    page,
    `axe.run({ resultTypes: ['violations'], ${chosen} }).then(({ violations }) => violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')))`,
  );
}

/** The tested views of a page: each width, in light and dark. */
export const views = [
  ["wide, light", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
  ["a phone, dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true }],
] as const;
