import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { wrongUse, type LadingError } from "../errors.js";
import { backedUpFact, writeFact } from "../store/facts.js";
import { defineCommand, requiredText } from "./command.js";
import { sizeText } from "../system/disk-use.js";
import { nextText } from "./next-text.js";
import { openWorkspace } from "./feeds/open.js";
import { progress } from "./progress.js";

export const backup = defineCommand({
  usage: "backup <file>",
  examples: [
    ["lading backup /backups/lading-monday.db", "write a backup file for `lading restore`"],
    ['lading backup "/backups/lading-$(date +%F).db"', "for cron"],
  ],
  options: (yargs) => yargs.positional("file", requiredText("File to write. It must not exist yet")),

  async run({ file }, terminal) {
    const path = resolve(terminal.cwd, file);
    if (existsSync(path)) {
      throw wrongUse(`${file} already exists. A backup never replaces a file.`);
    }
    if (!existsSync(dirname(path))) {
      throw wrongUse(`The folder ${dirname(path)} does not exist. Create it first.`);
    }
    const { backUp } = await import("../store/backup.js");
    const setup = await openWorkspace(terminal, 0, "read");
    const { data, database } = setup.workspace;
    if (database === undefined && !existsSync(join(data, "lading.db"))) {
      throw wrongUse("There is nothing to back up yet. `lading run` creates the store.");
    }
    const shown = progress(terminal, "Backing up", "delivered files");
    let damaged: readonly LadingError[] = [];
    try {
      const made = await backUp(setup.store, path, (done) => shown.at(done));
      damaged = made.damaged;
      // The backup is complete even if its time cannot be recorded.
      await writeFact(setup.store.db, backedUpFact, made.at).catch(() => {});
    } finally {
      shown.end();
      await setup.close();
    }
    terminal.stdout.write(`${file}: ${sizeText((await stat(path)).size)}\n`);
    for (const { message, hint } of damaged) {
      terminal.stderr.write(`Not included in the backup: ${message}\n${nextText(hint)}\n`);
    }
    return damaged.length > 0 ? 75 : 0;
  },
});
