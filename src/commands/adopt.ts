import { adoptData as adoptData, type AdoptedFeed } from "../deliveries/adopt.js";
import { emit } from "../deliveries/emit.js";
import { failure } from "../errors.js";
import { defineCommand } from "./command.js";
import { openWorkspace } from "./feeds/open.js";

interface Options {
  readonly backup: boolean;
  readonly reason: string | undefined;
  readonly json: boolean;
}

export const adopt = defineCommand<Options>({
  usage: "adopt",
  summary: "Take over a data folder that came from another host or out of a backup",
  examples: [
    ["lading adopt", "it was moved here whole; the other host no longer works on it"],
    ['lading adopt --backup --reason "disk failed"', "restored: every list gets new times, once"],
  ],
  options: (yargs) =>
    yargs
      .option("backup", {
        type: "boolean",
        default: false,
        describe: "The folder is a backup: what was published after it is missing",
      })
      .option("reason", { type: "string", describe: "Why; recorded with --backup" })
      .option("json", { type: "boolean", default: false, describe: "What was done as JSON" }),

  async run(options, terminal) {
    if (options.reason !== undefined && !options.backup) {
      throw failure("wrong_use", { reason: "--reason belongs to --backup." });
    }
    const setup = await openWorkspace(terminal);
    try {
      const reason = options.backup ? (options.reason ?? "restored from a backup") : undefined;
      const adopted = await adoptData(setup, reason);
      await emit(setup, terminal.env, terminal.signal);
      const told = adopted.map(({ number, ...feed }) => ({ ...feed, number: number ?? null }));
      terminal.stdout.write(
        options.json ? `${JSON.stringify({ feeds: told })}\n` : adopted.map(lineOf).join(""),
      );
      return 0;
    } finally {
      await setup.close();
    }
  },
});

function lineOf({ feed, hosts, number }: AdoptedFeed): string {
  const dropped = hosts.length === 0 ? "no lock of another host" : `the lock of ${hosts.join(", ")} dropped`;
  const list = number === undefined ? "" : `; publication ${number} has the same list with new times`;
  return `${feed}: ${dropped}${list}\n`;
}
