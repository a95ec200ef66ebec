import { failure, wrongUse } from "../errors.js";
import { recordBytes } from "../feeds/lists/list.js";
import { listOf, readCurrent, readPublication } from "../feeds/lists/publications.js";
import { normalizedFile } from "../connectors/outputs/normalized-file.js";
import { outputFormatNames } from "../formats/output/output-format.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import { servedColumns } from "../model/record-type.js";
import { refuseBinaryOutput } from "./binary-output.js";
import { defineCommand } from "./command.js";
import { chooseFeed, feedPositional } from "./feeds/open.js";

export const list = defineCommand({
  usage: "list <feed> [number]",
  examples: [
    ["lading list acme-de/staff", "the current list as CSV"],
    ["lading list acme-de/staff 41 --to json", "version 41, if it is still stored"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .positional("number", {
        type: "number",
        describe: "Version number. Default: the current version",
      })
      .option("to", {
        choices: outputFormatNames,
        default: "csv" as const,
        describe: "Output format",
      }),

  async run({ feed: name, number, to }, terminal) {
    refuseBinaryOutput(to, `Redirect the output to a file: \`> list.${to}\``, terminal);
    const workspace = await loadWorkspace(terminal.cwd);
    const feed = chooseFeed(workspace, name);
    await withStore(workspace, terminal.env, "read", async (store) => {
      const publication =
        number === undefined
          ? (await readCurrent(store.db, feed.name))?.publication
          : await readPublication(store.db, feed.name, number);
      if (publication === undefined) {
        throw number === undefined
          ? wrongUse(`${name} has no version yet`)
          : failure("no_such_publication", { feed: name, number });
      }
      const columns = servedColumns(feed.type, publication.columns);
      const current = await listOf(store, publication);
      const bytes = await normalizedFile(feed.type, { columns, records: () => recordBytes(current) }, to);
      terminal.stdout.write(bytes ?? "");
    });
    return 0;
  },
});
