import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { failure } from "../errors.js";
import type { Log } from "../log.js";
import { realClock } from "../system/clock.js";
import { loadWorkspace } from "./load.js";
import type { Workspace } from "./workspace.js";

/** How often the files are looked at, in milliseconds. */
const looksEvery = 1_000;

/** What could not be taken is tried again after so many looks: what it waits for may be none of the files that are known. */
const triesAgainAfter = 30;

export interface WhyNotTaken {
  readonly sentence: string;
  readonly next: string;
}

/**
 * Follows the files of a workspace while a process works by it. Files that are just being written are left until they stood
 * still from one look to the next.
 *
 * @param take given the workspace whenever its files changed and it can be used; what it throws says why it is not taken
 * @param refused told why what stands there is not taken; once, as the log is
 */
export async function followWorkspace(
  first: Workspace,
  log: Log,
  signal: AbortSignal,
  take: (workspace: Workspace) => Promise<void>,
  refused: (why: WhyNotTaken) => void = () => {},
): Promise<void> {
  let known = first;
  let [seen, judged, lastSentence] = ["", "", ""];
  let looks = 0;
  for (;;) {
    await realClock.sleep(looksEvery, signal);
    if (signal.aborted) return;
    const before = seen;
    seen = await stampOf(known);
    looks += 1;
    if (seen !== before || (seen === judged && (lastSentence === "" || looks % triesAgainAfter !== 0)))
      continue;
    judged = seen;
    try {
      const found = await loadWorkspace(first.root);
      refuseMove(first, found);
      known = found;
      await take(found);
      if (lastSentence !== "") log.info("workspace_fixed");
      lastSentence = "";
    } catch (error) {
      const { message: sentence, hint: next = "" } = error as Error & { readonly hint?: string };
      if (sentence === lastSentence) continue;
      lastSentence = sentence;
      log.error("workspace_not_taken", { reason: sentence, next });
      refused({ sentence, next });
    }
  }
}

/** The store is what a process began with, and a folder above is another workspace. */
function refuseMove(first: Workspace, { root, data, database }: Workspace): void {
  if (root !== first.root) throw failure("no_workspace", { folder: first.root });
  if (data !== first.data || database !== first.database)
    throw failure("needs_restart", { what: database === first.database ? "data" : "database" });
}

/** Changes when a file of the workspace does. What a mapping looks up lies beside it. */
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
