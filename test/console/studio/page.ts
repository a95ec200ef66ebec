import { readdirSync, rmdirSync, statSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { build } from "vite";
import { startStudio } from "../../../src/console/studio/server.js";
import { operationsOf } from "../../../src/cli/serve/in-child.js";
import { projectRoot, takeLock } from "../../support/build.js";

/** Builds the page if its sources are newer, and starts a studio in a new folder. */

const pageSource = join(projectRoot, "src", "console", "app");
const pageFile = join(projectRoot, "dist", "console", "app", "index.html");
const lock = join(projectRoot, "node_modules", ".lading-page.lock");

export async function builtPage(): Promise<void> {
  while (!isCurrent()) {
    if (takeLock(lock)) {
      try {
        await build({ configFile: join(projectRoot, "vite.config.ts") });
      } finally {
        rmdirSync(lock);
      }
    } else await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isCurrent(): boolean {
  const built = statSync(pageFile, { throwIfNoEntry: false })?.mtimeMs;
  const own = readdirSync(pageSource, { recursive: true, encoding: "utf8" });
  const changed = own.map((name) => statSync(join(pageSource, name)).mtimeMs);
  return built !== undefined && Math.max(...changed) <= built;
}

export interface OpenStudio {
  readonly folder: string;
  readonly url: string;
}

/** @param workspace folder to copy and work in; an empty folder if omitted */
export async function studioIn(workspace?: string): Promise<OpenStudio> {
  await builtPage();
  const folder = await mkdtemp(join(tmpdir(), "lading-studio-test-"));
  if (workspace !== undefined) await cp(workspace, folder, { recursive: true });
  const operations = operationsOf({ cwd: folder, env: {}, signal: new AbortController().signal });
  const studio = await startStudio({ folder, port: 0, operations });
  onTestFinished(async () => {
    await studio.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, url: studio.url };
}
