import { resolve } from "node:path";
import { emit } from "../deliveries/emit.js";
import { putBackup, raiseTokens, restampFeed } from "../deliveries/restore.js";
import { failure } from "../errors.js";
import { loadWorkspace } from "../workspace/load.js";
import { defineCommand } from "./command.js";
import { openWorkspace } from "./feeds/open.js";

interface Options {
  readonly file: string;
  readonly reason: string;
  readonly json: boolean;
}

export const restore = defineCommand<Options>({
  usage: "restore <file>",
  summary: "Take a backup back: every list gets a new number and new times, once",
  examples: [
    ["lading restore /backups/lading-monday.db", "stop `lading watch` and `lading serve` first"],
    ['lading restore /backups/lading-monday.db --reason "disk failed"', "the reason is recorded"],
  ],
  options: (yargs) =>
    yargs
      .positional("file", {
        type: "string",
        demandOption: true,
        describe: "A file that `lading backup` wrote",
      })
      .option("reason", { type: "string", default: "restored from a backup", describe: "Why; recorded" })
      .option("json", { type: "boolean", default: false, describe: "What was done as JSON" }),

  async run({ file, reason, json }, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    if (workspace.database !== undefined) {
      throw failure("wrong_use", {
        reason: "`lading restore` takes SQLite back; of PostgreSQL use pg_restore",
      });
    }
    const { aside, reached } = await putBackup(workspace, resolve(terminal.cwd, file), new Date());
    const setup = await openWorkspace(terminal);
    try {
      await raiseTokens(setup, reached);
      const feeds: { feed: string; number: number | null }[] = [];
      for (const feed of setup.workspace.feeds) {
        const number = await restampFeed(setup, feed, reached, reason);
        feeds.push({ feed: feed.name, number: number ?? null });
      }
      await emit(setup, terminal.env, terminal.signal);
      const lines = feeds.map(({ feed, number }) =>
        number === null
          ? `${feed}: no list\n`
          : `${feed}: publication ${number} has the restored list with new times\n`,
      );
      if (aside !== undefined) lines.push(`What was there before lies in ${aside}.\n`);
      lines.push(
        "Next: lading run, which decides again what was delivered since the backup and is still there\n",
      );
      terminal.stdout.write(json ? `${JSON.stringify({ feeds, before: aside ?? null })}\n` : lines.join(""));
      return 0;
    } finally {
      await setup.close();
    }
  },
});
