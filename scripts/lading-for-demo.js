// Runs the built command line for the demonstration, and ends when the demonstration ends.
import process from "node:process";
import { endWithParent } from "./ends-with-parent.js";

endWithParent(() => process.kill(process.pid, "SIGTERM"));
await import("../dist/cli.js");
