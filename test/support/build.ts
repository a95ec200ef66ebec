import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Keeps `dist/` as new as `src/`, so that tests of the real command line never use an old build. */

export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

const cli = join(projectRoot, "dist", "cli.js");
const lock = join(projectRoot, "node_modules", ".lading-build.lock");
const tool = join(projectRoot, "node_modules", "vite", "bin", "vite.js");
const step = [tool, "build", "-c", "vite.program.config.ts"];

let wasCurrent = false;

/**
 * The built command line. It is built at the first call if a source file is newer. Types are checked
 * elsewhere.
 */
export function builtCli(): string {
  wasCurrent ||= isCurrent();
  if (wasCurrent) return cli;
  while (!takeLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    if (isCurrent()) return cli;
    const built = spawnSync(process.execPath, step, { cwd: projectRoot, encoding: "utf8" });
    if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`);
    const now = new Date();
    utimesSync(cli, now, now);
  } finally {
    rmdirSync(lock);
  }
  return cli;
}

function isCurrent(): boolean {
  const built = statSync(cli, { throwIfNoEntry: false })?.mtimeMs;
  const sources = ["src", "scripts/demo"].map((folder) => newest(join(projectRoot, folder)));
  return built !== undefined && Math.max(...sources) <= built;
}

function newest(folder: string): number {
  let latest = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stat !== undefined && stat.mtimeMs > latest) latest = stat.mtimeMs;
  }
  return latest;
}

/** One test process builds and the others wait. A lock of a killed process is taken over after a minute. */
export function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > 60_000) rmdirSync(lock);
    return false;
  }
}
