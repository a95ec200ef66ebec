import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { failure, type LadingError } from "../errors.js";
import type { Log } from "../log.js";
import type { NextStep } from "../sentence.js";
import { realClock } from "../system/clock.js";
import { loadWorkspace } from "./load.js";
import type { Workspace } from "./workspace.js";

/** Milliseconds between checks of the files. */
const checkInterval = 1_000;

/**
 * An unusable workspace is tried again after this many checks, because the cause may be in files that are not
 * watched.
 */
const retryAfter = 30;

export interface WhyNotTaken extends NextStep {
  readonly sentence: string;
}

/**
 * Reloads the workspace when its files change. Waits until the files are unchanged from one check to the next, because
 * a file may still be incomplete. `take` receives every valid changed workspace. If `take` throws an error, the
 * workspace is rejected for this reason. `refused` and the log receive the reason for rejecting a change, but not the
 * same reason twice in succession.
 */
export async function followWorkspace(
  first: Workspace,
  log: Log,
  signal: AbortSignal,
  take: (workspace: Workspace) => Promise<void>,
  refused: (why: WhyNotTaken) => void = () => {},
): Promise<void> {
  let known = first;
  let [stamp, checkedStamp, lastSentence] = ["", "", ""];
  let checks = 0;
  for (;;) {
    await realClock.sleep(checkInterval, signal);
    if (signal.aborted) return;
    const before = stamp;
    stamp = await stampOf(known);
    checks += 1;
    if (stamp !== before || (stamp === checkedStamp && (lastSentence === "" || checks % retryAfter !== 0)))
      continue;
    checkedStamp = stamp;
    try {
      const found = await loadWorkspace(first.root);
      refuseMove(first, found);
      known = found;
      await take(found);
      if (lastSentence !== "") log.info("workspace_fixed");
      lastSentence = "";
    } catch (error) {
      const { message: sentence, hint: next = "", commands = [] } = error as Error & Partial<LadingError>;
      if (sentence === lastSentence) continue;
      lastSentence = sentence;
      log.error("workspace_not_taken", { reason: sentence, next });
      refused({ sentence, next, commands });
    }
  }
}

/**
 * Refuses a workspace with a different data folder or database, which requires a restart. Also refuses a workspace in a
 * parent folder, which is found if `lading.yaml` was removed.
 */
function refuseMove(first: Workspace, { root, data, database }: Workspace): void {
  if (root !== first.root) throw failure("no_workspace", { folder: first.root });
  if (data !== first.data || database !== first.database)
    throw failure("needs_restart", { what: database === first.database ? "data" : "database" });
}

/**
 * Returns a string that changes whenever `lading.yaml`, one of the workspace's `files`, or a file in the folder of a
 * mapping changes.
 */
async function stampOf({ root, files, feeds }: Workspace): Promise<string> {
  const folders = new Set(feeds.flatMap(({ mapping }) => (mapping === undefined ? [] : dirname(mapping))));
  const beside = await Promise.all(
    [...folders].map(async (folder) =>
      (await readdir(folder).catch(() => [])).map((name) => join(folder, name)),
    ),
  );
  const stamps = [join(root, "lading.yaml"), ...files, ...beside.flat()].map(async (path) => {
    const found = await stat(path).catch(() => undefined);
    return found === undefined ? path : [path, found.ino, found.size, found.mtimeMs, found.ctimeMs].join(" ");
  });
  return (await Promise.all(stamps)).join("\n");
}
