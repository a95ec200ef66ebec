import { once } from "node:events";
import { resolve } from "node:path";
import { startStudio } from "../console/studio/server.js";
import { defineCommand } from "./command.js";
import { operationsOf } from "./serve/in-child.js";
import { checkPort } from "./port.js";

export const studio = defineCommand({
  usage: "studio",
  examples: [
    ["lading studio", "print the address of the page, and serve the page until stopped"],
    ["lading studio --port 8700", "on a different port"],
  ],
  options: (yargs) =>
    yargs.option("port", {
      type: "number",
      default: 0,
      describe: "Port on 127.0.0.1. 0 means any free port",
    }),
  async run({ port }, terminal) {
    const { cwd, signal, stdout, stderr } = terminal;
    checkPort("port", port);
    const operations = operationsOf(terminal);
    const server = await startStudio({ folder: resolve(cwd), port, operations });
    stdout.write(`${server.url}\n`);
    stderr.write(
      "Open this address in a browser. It works only once. No data leaves this machine. Press Ctrl-C to stop.\n",
    );
    if (!signal.aborted) await once(signal, "abort");
    await server.close();
    return 0;
  },
});
