// Start of `npm start`: installs and builds what is needed, then shows the demonstration (demo/main.ts). Plain
// JavaScript, because it runs before the installation. It is one process, so that a signal to it ends everything.
// For that, package.json has `exec` before it: otherwise sh holds an interrupt from npm until its child has ended. The
// shell of Windows has no `exec`, but feeds run on Linux only.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";
import { setTimeout } from "node:timers/promises";
import { takeName } from "./alone.js";
import { options, project } from "./options.js";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

let child;
let isEnding = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // Once the demonstration runs, it handles signals itself, and ends with everything that it started.
  process.on(signal, () => {
    if (child === undefined) stopped(signal);
    else void end(child.pid, signal);
  });
}

// A killed npm passes no signal on. The prompt is already back, so this process ends silently, as after a
// closed terminal.
const parent = process.ppid;
const watching = setInterval(() => {
  if (process.ppid === parent || process.env.npm_lifecycle_event === undefined) return;
  clearInterval(watching);
  process.kill(process.pid, "SIGHUP");
}, 250).unref();

// Two installations at the same time would write to the same folder.
const release = await alone();
await step(process.execPath, [join(project, "scripts", "setup.js")]);
// A build is valid until one of its sources is newer.
const stamp = join(project, "node_modules", ".lading-start-built");
const inputs = [
  "src",
  "scripts/demo",
  "package-lock.json",
  "vite.config.ts",
  "vite.program.config.ts",
  "tsconfig.build.json",
];
const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const isBuilt =
  existsSync(join(project, "dist", "cli.js")) && inputs.every((input) => newest(input) <= builtAt);
// `--built` is for tests, which build themselves.
if (!isBuilt && !options.built) {
  const begun = new Date();
  console.error(builtAt === 0 ? "Building (once) ..." : "Building the changed program ...");
  await step(npm, ["run", "--silent", "build"]);
  writeFileSync(stamp, "");
  utimesSync(stamp, begun, begun);
}
release();
await import("../dist/demo.js");

async function alone() {
  for (let isFirst = true; ; isFirst = false) {
    const release = await takeName(`setup of ${project}`);
    if (release !== undefined) return release;
    if (isFirst) console.error("Another `npm start` is preparing this checkout. Waiting for it ...");
    await setTimeout(300);
  }
}

/** Runs a command in its own process group until it ends. */
async function step(command, args) {
  child = spawn(process.execPath, [join(project, "scripts", "group.js"), command, ...args], {
    cwd: project,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  const code = await new Promise((end) => {
    child.on("error", () => end(75));
    child.on("close", (code) => end(code ?? 75));
  });
  // When stopped, waits for the child processes.
  if (isEnding) await new Promise(() => undefined);
  child = undefined;
  if (code !== 0) process.exit(code);
}

/** Modification time of a file, or of the newest file in a folder. */
function newest(path) {
  const at = join(project, path);
  const { mtimeMs } = statSync(at);
  if (!statSync(at).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(at).map((name) => newest(join(path, name))));
}

/** Ends a group and then this process. A continuing installation would block the next start. */
async function end(pid, signal) {
  // A second signal ends the wait.
  if (!isEnding) {
    isEnding = true;
    if (signal !== "SIGHUP") process.stderr.write("\nStopping ...");
    sendTo(pid, signal);
    for (let tries = 0; tries < 20 && sendTo(pid, 0); tries++) await setTimeout(100);
  }
  sendTo(pid, "SIGKILL");
  stopped(signal);
}

function stopped(signal) {
  if (signal !== "SIGHUP") console.error("\nStopped.");
  process.exit(128 + constants.signals[signal]);
}

/**
 * @returns true if the group had a running process
 */
function sendTo(pid, signal) {
  try {
    return process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    return false;
  }
}
