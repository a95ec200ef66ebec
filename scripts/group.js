// Runs a command for scripts/start.js, as the first of a group of its own: npm starts others, which a signal to npm alone
// would leave behind. Plain JavaScript, for nothing is installed yet.
import { spawn } from "node:child_process";
import process from "node:process";
import { endWithParent } from "./ends-with-parent.js";

const windows = process.platform === "win32";
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: "inherit", shell: windows });
child.on("error", () => process.exit(75));
child.on("close", (code) => process.exit(code ?? 75));
// npm takes its time to end when it is asked to, and the next one would write into the same folder meanwhile.
endWithParent(() => (windows ? child.kill("SIGKILL") : process.kill(0, "SIGKILL")));
