import { mkdir, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { consoleNameFile } from "../../feeds/deliveries/unknown-files.js";
import { writeFileWhole } from "../../system/write-file.js";
import type { Workspace } from "../../workspace/workspace.js";

/**
 * The name that a local console records with decisions: the name that the person last entered, or the user of this
 * machine. The name is kept in the data folder, so it stays the same after a restart.
 */
export interface PersonsName {
  get(workspace: Workspace | undefined): Promise<string>;
  /** Never throws. If the name cannot be written, it is kept until the console ends. */
  set(name: string, workspace: Workspace | undefined): Promise<void>;
}

export function personsName(): PersonsName {
  let known: string | undefined;
  const fileIn = (workspace: Workspace): string => join(workspace.data, consoleNameFile);
  return {
    async get(workspace) {
      if (known === undefined && workspace !== undefined) {
        // The file cannot be read if it belongs to another user of this machine.
        known = await readFile(fileIn(workspace), "utf8").catch(() => undefined);
      }
      return known ?? userInfo().username;
    },
    async set(name, workspace) {
      known = name.trim();
      if (workspace === undefined) return;
      try {
        await mkdir(workspace.data, { recursive: true, mode: 0o700 });
        await writeFileWhole(fileIn(workspace), [known], 0o600);
      } catch {
        // The name is set after a promotion, and a failed write must not make the promotion fail.
      }
    },
  };
}
