import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { failure } from "../errors.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import { defineCommand } from "./command.js";
import { sizeText } from "./feeds/disk-use.js";

interface Options {
  readonly file: string;
}

export const backup = defineCommand<Options>({
  usage: "backup <file>",
  summary: "Copy the store and the delivered files into one file, while everything runs",
  examples: [
    ["lading backup /backups/lading-monday.db", "one file; `lading restore` takes it back"],
    ['lading backup "/backups/lading-$(date +%F).db"', "for cron"],
  ],
  options: (yargs) =>
    yargs.positional("file", {
      type: "string",
      demandOption: true,
      describe: "Where to; it must not be there yet",
    }),

  async run({ file }, terminal) {
    const path = resolve(terminal.cwd, file);
    if (existsSync(path)) {
      throw failure("wrong_use", { reason: `${file} is there already: a backup never replaces a file` });
    }
    const workspace = await loadWorkspace(terminal.cwd);
    if (workspace.database !== undefined) {
      const reason =
        "`lading backup` copies SQLite; of PostgreSQL use its own pg_dump, with the folder of the data beside it";
      throw failure("wrong_use", { reason });
    }
    const { backUp } = await import("../store/backup.js");
    await withStore(workspace, terminal.env, (store) => backUp(store, path));
    terminal.stdout.write(`${file}: ${sizeText((await stat(path)).size)}\n`);
    return 0;
  },
});
