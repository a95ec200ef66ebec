// Prepares a fresh clone: installs dependencies if they are missing or older than the lockfile. Plain
// JavaScript, because it runs before the installation.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Lading requires Node 20.19 or newer, but the current version is ${process.versions.node}. Next: install a newer version of Node.`,
  );
  process.exit(2);
}

const installed = "node_modules/.package-lock.json";
const current = existsSync(installed) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs;
if (!current) {
  for (const folder of [".", "node_modules"]) if (existsSync(folder)) mustBeWritable(resolve(folder));
  console.error("Installing the dependencies. The first installation takes about a minute ...");
  // Uses npm's cache first: without a network, npm would retry every request for minutes.
  if ((await install("ignore", "--offline")) !== 0 && (await install("pipe")) !== 0) {
    console.error(
      "\nThe dependencies could not be installed. The messages from npm show why.\n" +
        "Next: check the network and npm's registry (`npm config get registry`), then start again.",
    );
    process.exit(75);
  }
}

function mustBeWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
  } catch ({ code }) {
    console.error(
      `The dependencies cannot be installed, because ${folder} is not writable (${code}).\n` +
        "Next: clone the repository into a folder that you own, or make your user the owner of this folder.",
    );
    process.exit(75);
  }
}

/**
 * @returns the exit code of npm, whose output is ignored or shown
 */
function install(talk, ...more) {
  const windows = process.platform === "win32";
  const words = [
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--no-progress",
    "--loglevel=error",
    // An unreachable registry is reported within half a minute.
    "--fetch-retry-mintimeout=2000",
    "--fetch-retry-maxtimeout=10000",
    ...more,
  ];
  const npm = spawn(windows ? "npm.cmd" : "npm", words, {
    stdio: ["ignore", "inherit", talk],
    shell: windows,
  });
  // Without the stack trace of npm's error, which does not help the reader.
  const isStack = /^npm error(?: {2,}| *[{}]? *$)/;
  if (npm.stderr !== null)
    createInterface({ input: npm.stderr }).on("line", (line) => {
      if (!isStack.test(line)) console.error(line);
    });
  return new Promise((end) => {
    npm.on("error", () => end(1));
    npm.on("close", end);
  });
}
