import { once } from "node:events";
import { openLog } from "../log.js";
import { serveWorkspace } from "../server/serve-workspace.js";
import { realDisk } from "../storage/disk.js";
import { refuseOtherVersion } from "../deliveries/data-folder.js";
import { loadWorkspace } from "../workspace/load.js";
import { defineCommand } from "./command.js";
import { noticeStatus } from "./feeds/notices.js";
import { checkPort } from "./port.js";

interface Args {
  readonly port: number | undefined;
  readonly "operators-port": number | undefined;
}

export const serve = defineCommand<Args>({
  usage: "serve",
  summary: "Serve the lists over HTTP",
  examples: [
    ["lading serve", "serve as the workspace says, until it is stopped"],
    ["lading serve --port 8500", "on another port"],
  ],
  options: (yargs) =>
    yargs
      .option("port", { type: "number", describe: "Port of the lists; 0 takes a free one" })
      .option("operators-port", {
        type: "number",
        describe: "Port of health, metrics and the status page, on 127.0.0.1; 0 takes a free one",
      }),
  async run(args, { cwd, signal, stderr }) {
    checkPort("port", args.port);
    checkPort("operators-port", args["operators-port"]);
    const workspace = await loadWorkspace(cwd);
    await refuseOtherVersion(realDisk, workspace.data);
    const log = openLog(stderr, workspace.log);
    const server = await serveWorkspace(workspace, {
      log,
      port: args.port,
      operatorsPort: args["operators-port"],
      notices: () => noticeStatus(workspace),
    });
    if (stderr.isTTY === true) {
      stderr.write(`The lists: ${server.url}\nStatus page: ${server.operatorsUrl}/\nStop with Ctrl-C.\n`);
    }
    if (!signal.aborted) await once(signal, "abort");
    await server.close();
    return 0;
  },
});
