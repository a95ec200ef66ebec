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
    ["lading backup /backups/lading-monday.db", "one file; `lading restore` takes it back"],
    ['lading backup "/backups/lading-$(date +%F).db"', "for cron"],
  ],
  options: (yargs) => yargs.positional("file", requiredText("Where to; it must not be there yet")),

  async run({ file }, terminal) {
    const path = resolve(terminal.cwd, file);
    if (existsSync(path)) {
      throw wrongUse(`${file} is there already: a backup never replaces a file`);
    }
    if (!existsSync(dirname(path))) {
      throw wrongUse(`There is no folder ${dirname(path)} for the backup: make it first.`);
    }
    const { backUp } = await import("../store/backup.js");
    const setup = await openWorkspace(terminal, 0, "read");
    const { data, database } = setup.workspace;
    if (database === undefined && !existsSync(join(data, "lading.db"))) {
      throw wrongUse("There is nothing to back up yet: the first run makes the store.");
    }
    const shown = progress(terminal, "Backing up", "delivered files");
    let damaged: readonly LadingError[] = [];
    try {
      const made = await backUp(setup.store, path, (done) => shown.at(done));
      damaged = made.damaged;
      // Where nothing can be written it is a backup all the same.
      await writeFact(setup.store.db, backedUpFact, made.at).catch(() => {});
    } finally {
      shown.end();
      await setup.close();
    }
    terminal.stdout.write(`${file}: ${sizeText((await stat(path)).size)}\n`);
    for (const { message, hint } of damaged) {
      terminal.stderr.write(`Left out of the backup: ${message}\n${nextText(hint)}\n`);
    }
    return damaged.length > 0 ? 75 : 0;
  },
});
