import { resolve } from "node:path";
import { wrongUse } from "../errors.js";
import { writeFileWhole } from "../system/write-file.js";
import { runPage } from "../console/reports/run-page.js";
import { keptRuns, readRun } from "../feeds/reports/runs.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import { defineCommand, flagOption, textOption } from "./command.js";
import { textTable } from "./feeds/table.js";
import { lookOf } from "./look.js";

/** So many are listed. */
const mostListed = 30;

export const report = defineCommand({
  usage: "report [run]",
  examples: [
    ["lading report", "the last runs that decided something or failed"],
    ["lading report last --out run.html", "the last of them, as a page"],
    ["lading report 20260302T023000123Z-3f2a --json", "one for programs"],
  ],
  options: (yargs) =>
    yargs
      .positional("run", textOption("Name of a run, or `last`; the last ones are listed when omitted"))
      .option("out", textOption("File to write the report to; standard output when omitted"))
      .implies("out", "run")
      .option("json", flagOption("As JSON")),

  async run({ run, out, json }, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    await withStore(workspace, terminal.env, "read", async ({ db }) => {
      const runs = await keptRuns(db, mostListed);
      const asJson = (what: object): string => `${JSON.stringify(what, null, 2)}\n`;
      if (run === undefined) {
        const table = textTable(
          ["run", "begun", "machine"],
          runs.map((one) => [one.run, one.started_at, one.worker]),
          lookOf(terminal),
        );
        terminal.stdout.write(
          json ? asJson({ runs }) : runs.length === 0 ? "No run has told anything yet.\n" : table,
        );
        return;
      }
      const name = run === "last" ? runs[0]?.run : run;
      const found = name === undefined ? undefined : await readRun(db, name);
      if (found === undefined) throw wrongUse(`There is no report of ${run}: \`lading report\` lists them.`);
      const text = json ? asJson(found) : runPage(found);
      if (out === undefined) terminal.stdout.write(text);
      else await writeFileWhole(resolve(terminal.cwd, out), [text]);
    });
    return 0;
  },
});
