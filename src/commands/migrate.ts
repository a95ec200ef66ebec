import { basename } from "node:path";
import { migrateData as migrateData, type Migrated } from "../deliveries/migrate.js";
import { realDisk } from "../storage/disk.js";
import { loadWorkspace } from "../workspace/load.js";
import { defineCommand } from "./command.js";
import { refuseOtherPlatforms } from "./feeds/open.js";

interface Options {
  readonly json: boolean;
}

export const migrate = defineCommand<Options>({
  usage: "migrate",
  summary: "Bring the data folder of an older Lading to the layout of this one; a copy is kept",
  examples: [["lading migrate", "after an upgrade, when a command asks for it"]],
  options: (yargs) =>
    yargs.option("json", { type: "boolean", default: false, describe: "What was done as JSON" }),

  async run(options, terminal) {
    refuseOtherPlatforms();
    const { data } = await loadWorkspace(terminal.cwd);
    const migrated = await migrateData(realDisk, data);
    const { from = null, to, steps, copy = null } = migrated;
    terminal.stdout.write(
      options.json ? `${JSON.stringify({ from, to, steps, copy })}\n` : text(data, migrated),
    );
    return 0;
  },
});

function text(data: string, { from, to, steps, copy }: Migrated): string {
  const name = `${basename(data)}/`;
  if (from === undefined) return `${name} has no version, the first run gives it one: nothing to migrate.\n`;
  if (copy === undefined)
    return `${name} has version ${to}, which this Lading works with: nothing to migrate.\n`;
  const lines = steps.map((step) => `  ${step}\n`).join("");
  return `${name} went from version ${from} to ${to}:\n${lines}As it was, it lies in ${copy}. Remove that when all is well.\n`;
}
