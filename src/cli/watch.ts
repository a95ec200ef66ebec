import type { Argv } from "yargs";
import { joinWorkers, revisionOf } from "../feeds/deliveries/workers.js";
import { keepSending } from "../events/keep-sending.js";
import { lowerPriority } from "../system/readers/lower-priority.js";
import { openLog } from "../log.js";
import { loadWorkspace } from "../workspace/load.js";
import { openStoreOf } from "../workspace/open-store.js";
import { followWorkspace } from "../workspace/follow.js";
import type { Feed, Workspace } from "../workspace/workspace.js";
import { version } from "../system/package-paths.js";
import type { Store } from "../store/store.js";
import { defineCommand, type OptionsOf, type Terminal, flagOption, textsOption } from "./command.js";
import { chooseFeeds, refuseOtherPlatforms, setupOf, takeOver } from "./feeds/open.js";
import { notifyUnopened } from "../feeds/loops/failures.js";
import { watchFeeds } from "../feeds/loops/watch-loop.js";
import { daemonsPatience } from "../feeds/alerts/notifier.js";
import { checkPort } from "./port.js";
import { waitForStore } from "../feeds/loops/wait-for-store.js";
import { serveInChild, type ServerProcess } from "./serve/in-child.js";

const options = (yargs: Argv) =>
  yargs
    .positional("feeds", textsOption("Feeds as account/record-type; default: all"))
    .option("take-over", takeOver)
    .option("serve", flagOption("Also serve the lists"))
    .option("port", {
      type: "number",
      describe: "With --serve: port that serves the lists. 0 means any free port",
    })
    .option("operators-port", { type: "number", describe: "With --serve: port for the console" });

type Options = OptionsOf<typeof options>;

export const watch = defineCommand({
  usage: "watch [feeds...]",
  examples: [
    ["lading watch", "all feeds, until stopped"],
    ["lading watch --serve", "also serve the lists over HTTP"],
  ],
  options,

  async run(options, terminal) {
    checkPort("port", options.port);
    checkPort("operators-port", options["operators-port"]);
    refuseOtherPlatforms();
    const workspace = await loadWorkspace(terminal.cwd);
    const feeds = chooseFeeds(workspace, options.feeds);
    const log = openLog(terminal.stderr, workspace.log);
    let notifying: Promise<void> | undefined;
    const open = () =>
      openStoreOf(workspace, terminal.env).catch((error: unknown) => {
        // The alert is sent in the background, so that a slow receiver does not delay the next attempt.
        notifying ??= notifyUnopened(error, terminal, log, daemonsPatience)
          .catch(() => undefined)
          .finally(() => (notifying = undefined));
        throw error;
      });
    const store = await waitForStore(open, log, terminal.signal);
    if (store === undefined) return 0;
    try {
      const ports = { port: options.port, operatorsPort: options["operators-port"] };
      const begin = () => serveInChild(workspace, ports, terminal.stderr, terminal);
      const server = options.serve ? await waitForStore(begin, log, terminal.signal) : undefined;
      if (options.serve && server === undefined) return 0;
      // The priority is lowered only after the server process has started, because the server keeps normal priority.
      lowerPriority();
      const ends = [terminal.signal, ...(server === undefined ? [] : [server.lost])];
      const context = {
        options,
        store,
        server,
        terminal: { ...terminal, signal: AbortSignal.any(ends) },
      };
      try {
        // An invalid mapping does not stop the daemon, because the mapping is reported together with its feed. Fixing
        // the mapping changes the revision.
        const revision = await revisionOf(workspace, version()).catch(() => undefined);
        let watched: WatchedWorkspace | undefined = { workspace, feeds, revision, after: undefined };
        while (watched !== undefined) watched = await watchWorkspace(watched, context);
      } finally {
        await server?.close();
      }
      return 0;
    } finally {
      await store.close();
    }
  },
});

interface WatchedWorkspace {
  readonly workspace: Workspace;
  readonly feeds: readonly Feed[];
  /** Revision of the workspace, mappings and program. Undefined if a mapping is invalid. */
  readonly revision: string | undefined;
  /** Revision of the previously watched workspace. Undefined at startup. */
  readonly after: string | undefined;
}

interface WatchContext {
  readonly options: Options;
  readonly store: Store;
  readonly server: ServerProcess | undefined;
  readonly terminal: Terminal;
}

/**
 * Watches one workspace until a different one is on disk. Passes in progress are finished before this function returns.
 * Returns the new workspace, or undefined if the daemon was stopped.
 */
async function watchWorkspace(
  { workspace, feeds, revision, after }: WatchedWorkspace,
  { options, store, server, terminal }: WatchContext,
): Promise<WatchedWorkspace | undefined> {
  const log = openLog(terminal.stderr, workspace.log);
  const over = new AbortController();
  const until = AbortSignal.any([terminal.signal, over.signal]);
  let next: WatchedWorkspace | undefined;
  const take = async (other: Workspace): Promise<void> => {
    const chosen = chooseFeeds(other, options.feeds);
    const itsRevision = await revisionOf(other, version());
    server?.take("workspace");
    if (itsRevision === revision) return;
    next = { workspace: other, feeds: chosen, revision: itsRevision, after: revision };
    log.info("workspace_changed", { next: "the new workspace becomes active after the rounds in progress" });
    over.abort();
  };
  const following = followWorkspace(workspace, log, until, take, server?.take);
  // Closing the setup must not close the store, because the next workspace uses it.
  const setup = setupOf(workspace, { ...store, close: async () => {} }, terminal);
  try {
    const takesOver = options["take-over"] && after === undefined;
    const join = () => joinWorkers(setup, takesOver, { revision, after });
    const worker = await waitForStore(join, log, until);
    if (worker !== undefined) {
      try {
        const { env, signal } = terminal;
        const sending = keepSending({ setup, env, log, signal: until });
        await watchFeeds(setup, worker, feeds, { log, env, signal, until, sending });
      } finally {
        // If leaving fails, the worker is removed when its lease expires.
        await worker.leave().catch(() => {});
      }
    }
  } finally {
    over.abort();
    await following;
    await setup.close();
  }
  return terminal.signal.aborted ? undefined : next;
}
