// Sets a bare clone up: installs the dependencies when they are absent or older than the lockfile. Plain JavaScript,
// for nothing is installed yet.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import process from "node:process";

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
  console.error("Installing the dependencies (once) ...");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = spawnSync(npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (result.status !== 0) {
    console.error(
      "The dependencies could not be installed. Next: check the network and `npm config get registry`.",
    );
    process.exit(75);
  }
}
if (!existsSync("dist")) console.error("Building (once) ...");
