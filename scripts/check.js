// Runs the checks and the tests of `npm test`. Tests often wait, so lint, format and types are checked meanwhile.
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const sequences = [
  ["build", "test:unit"],
  ["lint", "format:check", "types"],
];
const group = fileURLToPath(new URL("group.js", import.meta.url));
const isWindows = process.platform === "win32";
const npm = isWindows ? "npm.cmd" : "npm";

const failed = (await Promise.all(sequences.map(walk))).flat();
if (failed.length > 0) {
  console.error(`Failed: ${failed.map((script) => `npm run ${script}`).join(", ")}.`);
  process.exit(1);
}

async function walk(scripts) {
  const failed = [];
  for (const script of scripts) {
    if ((await run(script)) === 0) continue;
    failed.push(script);
    // Without a build, the tests would only repeat its errors.
    if (script === "build") break;
  }
  return failed;
}

function run(script) {
  return new Promise((end) => {
    const command = [npm, "run", "--silent", script];
    // Ctrl-C must reach the tests, because they remove their folders and end their servers. The checks are in process groups
    // that end with this process. npm alone would leave its child processes behind.
    const child =
      script === "test:unit"
        ? spawn(command[0], command.slice(1), { stdio: "inherit", shell: isWindows })
        : spawn(process.execPath, [group, ...command], {
            stdio: ["inherit", "inherit", "inherit", "ipc"],
            detached: !isWindows,
          });
    child.on("error", () => end(1));
    child.on("close", (code) => end(code ?? 1));
  });
}
