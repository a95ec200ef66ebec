import { LadingError, failure } from "../errors.js";
import { readCurrent } from "../lists/current.js";
import { writeToFolder } from "../outputs/folder.js";
import type { Setup } from "./setup.js";

/**
 * Brings the normalized files of every output up to date with what is current.
 *
 * @returns what failed; the publications stand, and the next pass writes again
 */
export async function emit(setup: Setup): Promise<readonly LadingError[]> {
  const failures: LadingError[] = [];
  for (const output of setup.workspace.outputs) {
    for (const feed of setup.workspace.feeds.filter(({ name }) => output.feeds.includes(name))) {
      try {
        const current = await readCurrent(feed.folder, setup.disk);
        if (current === undefined) continue;
        const account = feed.name.split("/")[0] ?? "";
        await writeToFolder(
          { folder: output.folder, account, type: feed.type, formats: output.formats },
          current,
        );
      } catch (error) {
        failures.push(
          error instanceof LadingError
            ? error
            : failure("storage_failed", { path: output.folder, reason: (error as Error).message }, error),
        );
      }
    }
  }
  return failures;
}
