import { once } from "node:events";
import { resolve } from "node:path";
import { startStudio } from "../console/studio/server.js";
import { defineCommand } from "./command.js";
import { operationsOf } from "./serve/in-child.js";
import { checkPort } from "./port.js";

/** The page for making mappings; it ends with Ctrl-C. */
export const studio = defineCommand({
  usage: "studio",
  examples: [
    ["lading studio", "print the address of the page, and serve it until it is stopped"],
    ["lading studio --port 8700", "on another port"],
  ],
  options: (yargs) =>
    yargs.option("port", { type: "number", default: 0, describe: "Port on 127.0.0.1; 0 takes a free one" }),
  async run({ port }, terminal) {
    const { cwd, signal, stdout, stderr } = terminal;
    checkPort("port", port);
    const operations = operationsOf(terminal);
    const server = await startStudio({ folder: resolve(cwd), port, operations });
    stdout.write(`${server.url}\n`);
    stderr.write(
      "Open this address in a browser; it works once. No data leaves this machine. Stop with Ctrl-C.\n",
    );
    if (!signal.aborted) await once(signal, "abort");
    await server.close();
    return 0;
  },
});
