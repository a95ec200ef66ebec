import { relative, resolve } from "node:path";
import { LadingError } from "../errors.js";
import { promoteDraft } from "../console/studio/promote.js";
import { loadWorkspace } from "../workspace/load.js";
import type { Workspace } from "../workspace/workspace.js";
import { defineCommand, flagOption, neededText } from "./command.js";
import { reasonOption } from "./feeds/reason.js";

export const promote = defineCommand({
  usage: "promote <draft>",
  examples: [
    [
      'lading promote mappings/acme/staff.draft.yaml --by Ada --reason "new export"',
      "staff.draft.yaml becomes staff.yaml",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("draft", neededText("A mapping NAME.draft.yaml"))
      .option("by", neededText("Who promotes it"))
      .option("reason", reasonOption("Why"))
      .option("json", flagOption("What was done as JSON")),
  async run({ draft, by, reason, json }, { cwd, stdout, stderr }) {
    const workspace = await workspaceOf(cwd);
    const done = await promoteDraft({
      draft: resolve(cwd, draft),
      by,
      reason,
      workspace,
      root: workspace?.root ?? cwd,
      now: new Date(),
    });
    const short = (path: string): string => relative(cwd, path);
    if (json) {
      const kept = done.kept === undefined ? null : short(done.kept);
      stdout.write(`${JSON.stringify({ mapping: short(done.path), replaced: kept, feeds: done.feeds })}\n`);
    }
    const kept = done.kept === undefined ? "" : ` What was there before is kept in ${short(done.kept)}.`;
    const use =
      done.feeds.length === 0
        ? "No feed uses it yet: name it under `mapping` in lading.yaml."
        : `Used by ${done.feeds.join(", ")} from the next run on; what changes published records is held for a person.`;
    stderr.write(`${short(done.path)} is promoted.${kept}\n${use}\n`);
    return 0;
  },
});

/** Outside of a workspace no feed uses the mapping; promoting it is still a good way to name who and why. */
async function workspaceOf(folder: string): Promise<Workspace | undefined> {
  try {
    return await loadWorkspace(folder);
  } catch (error) {
    if (error instanceof LadingError && error.code === "no_workspace") return undefined;
    throw error;
  }
}
