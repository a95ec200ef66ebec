// The built command line for the demonstration, which ends when the demonstration is gone.
import process from "node:process";
import { endWithParent } from "./ends-with-parent.js";

endWithParent(() => process.kill(process.pid, "SIGTERM"));
await import("../dist/cli.js");
