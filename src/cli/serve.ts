import { openLog } from "../log.js";
import { defineCommand } from "./command.js";
import { waitForStore } from "../feeds/loops/wait-for-store.js";
import { checkPort } from "./port.js";
import { followWorkspace } from "../workspace/follow.js";
import { loadWorkspace } from "../workspace/load.js";
import { serveInChild } from "./serve/in-child.js";

export const serve = defineCommand({
  usage: "serve",
  examples: [
    ["lading serve", "serve with the settings of the workspace until stopped"],
    ["lading serve --port 8500", "on a different port"],
  ],
  options: (yargs) =>
    yargs
      .option("port", { type: "number", describe: "Port that serves the lists. 0 means any free port" })
      .option("operators-port", {
        type: "number",
        describe: "Port that serves the console, health and metrics. 0 means any free port",
      }),
  async run(args, terminal) {
    const { cwd, signal, stderr } = terminal;
    checkPort("port", args.port);
    checkPort("operators-port", args["operators-port"]);
    const ports = { port: args.port, operatorsPort: args["operators-port"] };
    const workspace = await loadWorkspace(cwd);
    const log = openLog(stderr, workspace.log);
    const begin = () => serveInChild(workspace, ports, stderr, terminal);
    const server = await waitForStore(begin, log, signal);
    if (server === undefined) return 0;
    if (stderr.isTTY === true)
      stderr.write(`Lists: ${server.url}\nConsole: ${server.operatorsUrl}/\nPress Ctrl-C to stop.\n`);
    const until = AbortSignal.any([signal, server.lost]);
    await followWorkspace(workspace, log, until, async () => server.take("workspace"), server.take);
    await server.close();
    return 0;
  },
});
