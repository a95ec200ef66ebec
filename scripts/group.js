// Runs a command for scripts/start.js as the leader of its own process group. A signal to npm alone would
// leave npm's child processes behind. Plain JavaScript, because it runs before the installation.
import { spawn } from "node:child_process";
import process from "node:process";
import { endWithParent } from "./ends-with-parent.js";

const windows = process.platform === "win32";
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: "inherit", shell: windows });
child.on("error", () => process.exit(75));
child.on("close", (code) => process.exit(code ?? 75));
// npm stops slowly when asked, and the next installation would write into the same folder in the meantime.
endWithParent(() => (windows ? child.kill("SIGKILL") : process.kill(0, "SIGKILL")));
