// What `npm start` begins with: installs and builds what is needed, then shows the demonstration (demo/main.ts). Plain
// JavaScript, for nothing is installed yet; and one process from here on, so that a signal to it ends everything.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

let child;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    // Once the demonstration runs it ends by itself, with all that it started.
    if (child === undefined) return;
    stopGroup(child.pid, signal);
    process.exit(128 + constants.signals[signal]);
  });
}

await step(process.execPath, [join(project, "scripts", "setup.js")]);
// What was built stays good until something that goes into it is newer.
const stamp = join(project, "node_modules", ".lading-start-built");
const inputs = [
  "src",
  "package-lock.json",
  "vite.config.ts",
  "vite.program.config.ts",
  "tsconfig.build.json",
];
const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isBuilt =
  existsSync(join(project, "dist", "cli.js")) && inputs.every((input) => newest(input) <= builtAt);
// `--built` is for tests, which see to the build themselves.
if (!isBuilt && !process.argv.includes("--built")) {
  const begun = new Date();
  await step(npm, ["run", "--silent", "build"]);
  writeFileSync(stamp, "");
  utimesSync(stamp, begun, begun);
}
const { register } = await import("tsx/esm/api");
register();
await import("./demo/main.ts");

/** Runs to its end in a group of its own, since npm starts others that a signal to it would leave behind. */
async function step(command, args) {
  const windows = process.platform === "win32";
  child = spawn(command, args, { cwd: project, stdio: "inherit", detached: !windows, shell: windows });
  const code = await new Promise((end) => {
    child.on("error", () => end(75));
    child.on("close", (code) => end(code ?? 75));
  });
  child = undefined;
  if (code !== 0) process.exit(code);
}

/** When a file, or the newest one of a folder, was changed. */
function newest(path) {
  const at = join(project, path);
  const { mtimeMs } = statSync(at);
  if (!statSync(at).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(at).map((name) => newest(join(path, name))));
}

function stopGroup(pid, signal) {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It ended by itself.
  }
}
