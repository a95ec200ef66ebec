import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { emit } from "../feeds/deliveries/emit.js";
import type { RealSetup } from "../feeds/deliveries/real-setup.js";
import {
  transferProgress,
  lockFeeds,
  raiseTokens,
  readProgress,
  restampFeed,
  isContinuation,
  type StoreProgress,
} from "../feeds/deliveries/restore.js";
import { LadingError } from "../errors.js";
import { doubtRestored } from "../outbox/entries.js";
import type { Store } from "../store/store.js";
import { loadWorkspace } from "../workspace/load.js";
import type { Workspace } from "../workspace/workspace.js";
import { defineCommand, type Terminal, flagOption, requiredText } from "./command.js";
import { openWorkspace, personsPatience, setupOf } from "./feeds/open.js";
import { progress } from "./progress.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";

export const restore = defineCommand({
  usage: "restore <file>",
  examples: [
    ["lading restore /backups/lading-monday.db", "the current data is kept next to the restored data"],
    ['lading restore /backups/lading-monday.db --reason "disk failed"', "the reason is recorded"],
  ],
  options: (yargs) =>
    yargs
      .positional("file", requiredText("File written by `lading backup`"))
      .option("reason", {
        type: "string",
        default: "restored from a backup",
        describe: "Reason to record",
      })
      .option("json", flagOption("Print the result as JSON")),

  async run({ file, reason, json }, terminal) {
    const { backUp, openBackup, putBack } = await import("../store/backup.js");
    const path = resolve(terminal.cwd, file);
    const workspace = await loadWorkspace(terminal.cwd);
    const draft = `${workspace.data}.restoring`;
    const backup = await openBackup(path, draft);
    const shown = progress(terminal, "Restoring", "delivered files");
    const feeds: { feed: string; number: number | null }[] = [];
    let ready: RealSetup | undefined;
    let present: LockedStore | undefined;
    try {
      present = await lockCurrentStore(workspace, terminal, backUp);
      const { setup, keptAt, reached } = present;
      // The restored store is prepared next to the current store, so that it can replace the current data in a single
      // transaction.
      ready = setupOf({ ...workspace, data: draft, database: undefined }, backup, terminal);
      const known = reached !== undefined && (await isContinuation(backup, reached)) ? reached : undefined;
      await raiseTokens(backup, known);
      for (const feed of workspace.feeds) {
        const number = await restampFeed(ready, feed, known, reason);
        feeds.push({ feed: feed.name, number: number ?? null });
      }
      await transferProgress(backup, reached);
      const doubted = await doubtRestored(backup);
      await putBack(backup, setup.store, path, (done) => shown.at(done));
      shown.end();
      await emit(setup, terminal.signal);
      const lines = feeds.map(({ feed, number }) =>
        number === null
          ? `${feed}: no list\n`
          : `${feed}: version ${number} contains the restored list; its records have new times\n`,
      );
      if (keptAt !== undefined) lines.push(`The previous data is kept in ${keptAt}\n`);
      if (doubted > 0)
        lines.push(
          `${invoices(doubted)} in doubt, because changes since the backup are unknown. See \`lading outbox list\`.\n`,
        );
      lines.push(
        "The next run processes files again if they were delivered after the backup and are still available.\nNext: lading run\n",
      );
      terminal.stdout.write(
        json
          ? `${JSON.stringify({ feeds, invoices_in_doubt: doubted, before: keptAt ?? null })}\n`
          : wrappedText(lines.join(""), lookFor(terminal)),
      );
      return 0;
    } finally {
      shown.end();
      await present?.close();
      await (ready ?? backup).close();
      await rm(draft, { recursive: true, force: true });
    }
  },
});

function invoices(count: number): string {
  return count === 1 ? "1 invoice in the outbox is" : `${count} invoices in the outbox are`;
}

/** The current store, with all feeds locked. */
interface LockedStore {
  readonly setup: RealSetup;
  /**
   * Path of the copy of the current database, or of the renamed data folder if the store is damaged. Undefined if there
   * was no database.
   */
  readonly keptAt?: string;
  /**
   * Version numbers, lease tokens and revoked credentials in the current store. Undefined if there is no store or the
   * store is damaged.
   */
  readonly reached?: StoreProgress;
  close(): Promise<void>;
}

/** Locks the current store and keeps a copy: a backup, or the renamed data folder if the store is damaged. */
async function lockCurrentStore(
  workspace: Workspace,
  terminal: Terminal,
  backUp: (store: Store, file: string) => Promise<unknown>,
): Promise<LockedStore> {
  const { data, database } = workspace;
  const isThere = database !== undefined || existsSync(join(data, "lading.db"));
  const before = `${data}.before-${new Date().toISOString().replace(/[-:.]/g, "")}`;
  let setup: RealSetup | undefined;
  let release = async (): Promise<void> => {};
  try {
    setup = await openWorkspace(terminal, personsPatience, "restore");
    const { store } = setup;
    release = await lockFeeds(setup);
    const close = async (): Promise<void> => {
      await release();
      await setup?.close();
    };
    if (!isThere) return { setup, close };
    await backUp(store, `${before}.db`);
    return { setup, keptAt: `${before}.db`, reached: await readProgress(store), close };
  } catch (error) {
    await release();
    await setup?.close();
    // The folder of a damaged store is renamed, and an empty store takes its place until the backup is restored.
    if (!(error instanceof LadingError && error.code === "store_damaged")) throw error;
    await rename(data, before);
    const fresh = await openWorkspace(terminal);
    return { setup: fresh, keptAt: before, close: () => fresh.close() };
  }
}
