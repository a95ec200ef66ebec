import { realSetup, type RealSetup } from "../../feeds/deliveries/real-setup.js";
import { failure, wrongUse } from "../../errors.js";
import { openLog } from "../../log.js";
import { matchesWildcard } from "../../formats/wildcard.js";
import { nearest } from "../../nearest.js";
import { firstOf } from "../../sentence.js";
import { deliveryDocuments } from "../../feeds/reports/delivery-documents.js";
import type { Store } from "../../store/store.js";
import { loadWorkspace } from "../../workspace/load.js";
import { openStoreOf, type StoreUse } from "../../workspace/open-store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import { flagOption, requiredText, textsOption, type Terminal } from "../command.js";
import { version } from "../../system/package-paths.js";

/** What every command about feeds begins with. */

/**
 * The workspace around the current folder, set up to be worked on. Close it.
 *
 * @param use as `openStoreOf` has it
 * @param patience how long to wait for a feed that another process works on, in milliseconds
 * @throws wrong_platform, and what `openStoreOf` throws
 */
export async function openWorkspace(
  terminal: Pick<Terminal, "cwd" | "env" | "stderr">,
  patience = 0,
  use: StoreUse = "write",
): Promise<RealSetup> {
  refuseOtherPlatforms();
  const workspace = await loadWorkspace(terminal.cwd);
  const store = await openStoreOf(workspace, terminal.env, use);
  return { ...setupOf(workspace, store, terminal), patience };
}

/** A setup whose state is in a store that is open already. Its `close` closes the store, too. */
export function setupOf(
  workspace: Workspace,
  store: Store,
  { env, stderr }: Pick<Terminal, "env" | "stderr">,
): RealSetup {
  return realSetup(workspace, {
    store,
    env,
    log: openLog(stderr, workspace.log),
    engine: version(),
    documents: (feed, delivery, evaluation) =>
      deliveryDocuments(feed, delivery, evaluation, workspace.showStaff),
  });
}

/** On a terminal, a file that takes long is named while it is read. */
export function withProgress(setup: RealSetup, { stderr }: Terminal): RealSetup {
  if (stderr.isTTY !== true) return setup;
  return {
    ...setup,
    async evaluate(job, ...rest) {
      const { name, size } = job.source;
      const text = `${name} is being read and compared (${Math.ceil(size / 1_000_000)} MB) ...\n`;
      const late = setTimeout(() => stderr.write(text), 1_000);
      try {
        return await setup.evaluate(job, ...rest);
      } finally {
        clearTimeout(late);
      }
    },
  };
}

/** How long a command of a person waits for a feed that a run or the daemon is at, in milliseconds. */
export const personsPatience = 10_000;

/** Sources and blobs rest on what a rename and an fsync mean on Linux. Throws `wrong_platform`. */
export function refuseOtherPlatforms(): void {
  if (process.platform !== "linux") throw failure("wrong_platform", { platform: process.platform });
}

/** How a command takes the one feed that it is about. */
export const feedPositional = requiredText("Feed, written account/record-type");

/** How one takes the feeds that it decides something about. */
export const feedsPositional = textsOption("Feeds, written account/record-type; 'acme-*/staff' are several");

/** For commands that work on feeds where several machines share them. */
export const takeOver = flagOption(
  "Use this machine's lading.yaml, although another machine uses another version",
);

/** The feed of that name. Throws `wrong_use` when there is none. */
export function chooseFeed(workspace: Workspace, name: string): Feed {
  const feed = workspace.feeds.find((each) => each.name === name);
  if (feed !== undefined) return feed;
  const known = workspace.feeds.map((each) => each.name);
  const ofAccount = known.filter((each) => each.startsWith(`${name}/`));
  const near = nearest(name, known);
  const others =
    ofAccount.length > 0
      ? `It is an account; its feeds are ${firstOf(ofAccount)}.`
      : near === undefined
        ? `Feeds are ${firstOf(known)}.`
        : `Did you mean ${near}?`;
  throw wrongUse(`There is no feed ${JSON.stringify(name)}. ${others}`);
}

/**
 * The feeds that were named, in the order of a run; all when none was. In a name `*` stands for anything but the stroke. Throws
 * `wrong_use` for a name that no feed has.
 */
export function chooseFeeds(workspace: Workspace, names: readonly string[] | undefined): readonly Feed[] {
  if (names === undefined || names.length === 0) return workspace.feeds;
  const chosen = names.flatMap((name) =>
    name.includes("*") ? feedsLike(workspace, name) : [chooseFeed(workspace, name)],
  );
  return workspace.feeds.filter((feed) => chosen.includes(feed));
}

function feedsLike({ feeds }: Workspace, pattern: string): readonly Feed[] {
  const [account = "", type = "", ...more] = pattern.split("/");
  const found = feeds.filter(({ name }) => {
    const [ofAccount = "", ofType = ""] = name.split("/");
    return more.length === 0 && matchesWildcard(account, ofAccount) && matchesWildcard(type, ofType);
  });
  if (found.length > 0) return found;
  const known = firstOf(
    feeds.map(({ name }) => name),
    20,
  );
  const meant = type === "" ? ` Write '${account}/*' for all feeds of such accounts.` : "";
  throw wrongUse(`No feed is called like ${JSON.stringify(pattern)}.${meant} Feeds are ${known}.`);
}
