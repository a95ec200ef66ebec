import { realSetup, type RealSetup } from "../../feeds/deliveries/real-setup.js";
import { failure, wrongUse, type LadingError } from "../../errors.js";
import type { Problem } from "../../feeds/health/problem.js";
import { problemsWithoutStore } from "../../feeds/health/workspace-status.js";
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

/** Setup shared by all commands that work with feeds. */

/**
 * Opens the workspace that contains the current folder. The caller must close the returned setup. `patience` is the
 * number of milliseconds to wait for a feed that another process is using. Throws `wrong_platform`, or errors from
 * `loadWorkspace` and `openStoreOf`.
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

/** Returns the problems that can be determined without the store, or undefined if the workspace is invalid. */
export async function problemsUnopened(
  { cwd }: Pick<Terminal, "cwd">,
  error: LadingError,
  now: Date,
): Promise<readonly Problem[] | undefined> {
  const workspace = await loadWorkspace(cwd).catch(() => undefined);
  return workspace && problemsWithoutStore(workspace, error, now);
}

/** Closing the setup also closes the store. */
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

/** On a terminal, shows the name of a file if evaluating it takes longer than a second. */
export function withProgress(setup: RealSetup, { stderr }: Terminal): RealSetup {
  if (stderr.isTTY !== true) return setup;
  return {
    ...setup,
    async evaluate(job, ...rest) {
      const { name, size } = job.source;
      const text = `${name} is being processed (${Math.ceil(size / 1_000_000)} MB) ...\n`;
      const late = setTimeout(() => stderr.write(text), 1_000);
      try {
        return await setup.evaluate(job, ...rest);
      } finally {
        clearTimeout(late);
      }
    },
  };
}

/** Milliseconds that an interactive command waits for a feed that a run or the daemon is using. */
export const personsPatience = 10_000;

/** Throws `wrong_platform` except on Linux, because sources and blobs rely on how rename and fsync behave there. */
export function refuseOtherPlatforms(): void {
  if (process.platform !== "linux") throw failure("wrong_platform", { platform: process.platform });
}

export const feedPositional = requiredText("Feed as account/record-type");

export const feedsPositional = textsOption(
  "Feeds as account/record-type; patterns such as 'acme-*/staff' match several",
);

/** Option for commands that process feeds shared by several machines. */
export const takeOver = flagOption(
  "Use this machine's lading.yaml even if another machine uses a different version",
);

/** Throws `wrong_use` if no feed has this name. */
export function chooseFeed(workspace: Workspace, name: string): Feed {
  const feed = workspace.feeds.find((each) => each.name === name);
  if (feed !== undefined) return feed;
  const known = workspace.feeds.map((each) => each.name);
  const ofAccount = known.filter((each) => each.startsWith(`${name}/`));
  const near = nearest(name, known);
  const others =
    ofAccount.length > 0
      ? `${JSON.stringify(name)} is an account with the feeds ${firstOf(ofAccount)}.`
      : near === undefined
        ? `Available feeds: ${firstOf(known)}.`
        : `Did you mean ${near}?`;
  throw wrongUse(`There is no feed ${JSON.stringify(name)}. ${others}`);
}

/**
 * Returns the named feeds in run order, or all feeds if none are named. In a name, `*` matches any characters except
 * a slash. Throws `wrong_use` if a name matches no feed.
 */
export function chooseFeeds(workspace: Workspace, names: readonly string[] | undefined): readonly Feed[] {
  if (names === undefined || names.length === 0) return workspace.feeds;
  const chosen = names.flatMap((name) =>
    name.includes("*") ? matchingFeeds(workspace, name) : [chooseFeed(workspace, name)],
  );
  return workspace.feeds.filter((feed) => chosen.includes(feed));
}

function matchingFeeds({ feeds }: Workspace, pattern: string): readonly Feed[] {
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
  const meant = type === "" ? ` Write '${account}/*' for all feeds of these accounts.` : "";
  throw wrongUse(`No feed matches ${JSON.stringify(pattern)}.${meant} Available feeds: ${known}.`);
}
