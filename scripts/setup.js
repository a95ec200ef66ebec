// Sets a bare clone up: installs the dependencies when they are absent or older than the lockfile. Plain JavaScript,
// for nothing is installed yet.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Lading needs Node 20.19 or newer; this is ${process.versions.node}. Next: install a newer Node.`,
  );
  process.exit(2);
}

const installed = "node_modules/.package-lock.json";
const current = existsSync(installed) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs;
if (!current) {
  for (const folder of [".", "node_modules"]) if (existsSync(folder)) mustBeWritable(resolve(folder));
  console.error("Installing the dependencies (once) ...");
  if ((await install()) !== 0) {
    console.error(
      "The dependencies could not be installed. Next: check the network and `npm config get registry`.",
    );
    process.exit(75);
  }
}

function mustBeWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
  } catch ({ code }) {
    console.error(
      `${folder} cannot be written to (${code}), and the dependencies belong there.\n` +
        "Next: clone into a folder of your own, or give this one to your user.",
    );
    process.exit(75);
  }
}

/** @returns the exit code of npm, which is ended when who asked for it was killed: two of them would write into one folder */
function install() {
  const windows = process.platform === "win32";
  const words = [
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--loglevel=error",
  ];
  const npm = spawn(windows ? "npm.cmd" : "npm", words, {
    stdio: ["ignore", "inherit", "inherit"],
    shell: windows,
  });
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid !== parent) npm.kill();
  }, 250);
  return new Promise((end) => {
    npm.on("error", () => end(1));
    npm.on("close", end);
  }).finally(() => clearInterval(watching));
}
