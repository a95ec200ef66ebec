import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/**
 * `npm run bench:studio`: seconds from the choice of a file with 100,000 rows until its first rows are shown,
 * and until all rows are checked, with the page and the built `lading studio` on this machine. Each round
 * restarts the studio for its first file, and drops the file again on the running one.
 */
const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "lading-bench-"));
const file = join(folder, "staff.csv");
const lines = Array.from(
  { length: 100_000 },
  (_, i) => `E${String(i)},Ada Lind,p${String(i)}@example.com,${i % 9 === 0 ? "Left" : "Active"}`,
);
await writeFile(file, `Id,Name,Mail,Status\n${lines.join("\n")}\n`);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (let round = 1; round <= 5; round++) {
    const studio = spawn(process.execPath, [cli, "studio"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [url] = (await once(studio.stdout.setEncoding("utf8"), "data")) as [string];
    const page = await browser.newPage();
    await page.goto(url.trim());
    // Nobody chooses a file earlier than this, and the studio warms up in the meantime.
    await page.waitForTimeout(2000);
    // Playwright polls only every half second.
    const shown = async (selector: string, text: string) => {
      const [where, what] = [JSON.stringify(selector), JSON.stringify(text)];
      const isShown = `document.querySelector(${where})?.textContent.includes(${what}) ?? false`;
      while (!(await page.evaluate(isShown))) await page.waitForTimeout(15);
    };
    for (const which of ["first file", "again"]) {
      const begun = performance.now();
      await page.getByLabel("Choose a file").setInputFiles(file);
      await shown("main table", "p0@example.com");
      const drawn = performance.now() - begun;
      await shown("body", "100,000 rows: 100,000 OK");
      const checked = performance.now() - begun;
      console.log(
        `${String(round)}, ${which}: first rows after ${(drawn / 1000).toFixed(2)} s, every row checked after ${(checked / 1000).toFixed(2)} s`,
      );
      await page.getByRole("button", { name: "Another file" }).click();
    }
    await page.close();
    studio.kill("SIGTERM");
    await once(studio, "exit");
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
