import { constants } from "node:fs";
import { open as openPath, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { withFeed } from "../../feeds/deliveries/open-feed.js";
import { heldDelivery, noteRelease, evaluateAgain } from "../../feeds/deliveries/operator.js";
import { claim, type ClaimedFile } from "../../feeds/deliveries/receive.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { failure, wrongUse, hasCode } from "../../errors.js";
import type { SourceListings } from "../../feeds/deliveries/listings.js";
import { decideWaiting, runPass, type DeliveryOutcome } from "../../feeds/pipeline.js";
import type { SeenFile, Source } from "../../connectors/sources/source.js";
import { openStore } from "../../store/store.js";
import type { Clock } from "../../system/clock.js";
import type { Feed } from "../../workspace/workspace.js";

/**
 * Old exports, night by night, through the real pipeline: on a clock that stands where each file says it was delivered, and
 * with a store of its own. The feed's present mapping and rails hold; the lists that it refers to are those of now.
 */

export interface OldFile {
  readonly path: string;
  readonly claimedFile: ClaimedFile;
  readonly at: Date;
}

export interface Night {
  readonly at: string;
  readonly outcomes: readonly DeliveryOutcome[];
  /** Whether a held delivery was let through afterwards, as asked. */
  readonly isReleased: boolean;
}

/**
 * The files of a folder that the feed claims, in the order in which they came, and the names of the others. The night of a
 * file is the date that its pattern declares, else a date that stands in the name of every file, else its time: a folder
 * of old exports was mostly copied, and then its times say nothing.
 *
 * @throws no_folder
 */
export async function oldFiles(
  feed: Feed,
  folder: string,
): Promise<{
  readonly files: readonly OldFile[];
  readonly others: readonly string[];
  /** Whether the names tell the nights. */
  readonly isDated: boolean;
}> {
  const files: (OldFile & { readonly named: Date | undefined })[] = [];
  const others: string[] = [];
  if (feed.set !== undefined) {
    throw wrongUse(`The files of ${feed.name} make a delivery together, and backtest takes each for one.`);
  }
  const source = feed.sources[0] ?? "";
  for (const name of (await namesIn(folder)).sort()) {
    const path = join(folder, name);
    const facts = await stat(path);
    const parts = facts.isFile() ? claim(feed, source, name) : undefined;
    if (parts === undefined || facts.size === 0) {
      others.push(name);
      continue;
    }
    const named = dateIn(parts.sequence) ?? dateInName(name);
    const file: SeenFile = { name, size: facts.size, modified: facts.mtimeMs, identity: "" };
    files.push({ path, at: facts.mtime, named, claimedFile: { source, file, doneFile: undefined, parts } });
  }
  const isDated = files.every(({ named }) => named !== undefined);
  const placed = files.map(({ path, at: changed, named, claimedFile }) => {
    const at = (isDated ? named : dateIn(claimedFile.parts.sequence)) ?? changed;
    return {
      path,
      at,
      claimedFile: { ...claimedFile, file: { ...claimedFile.file, modified: at.getTime() } },
    };
  });
  return { files: placed.sort(inOrder), others, isDated };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) throw failure("no_folder", { path: folder }, error);
    throw error;
  }
}

function inOrder(a: OldFile, b: OldFile): number {
  const [one, two] = [a.claimedFile.parts.sequence, b.claimedFile.parts.sequence];
  if (one !== "" && two !== "" && one !== two) return one < two ? -1 : 1;
  return a.at.getTime() - b.at.getTime() || (a.claimedFile.file.name < b.claimedFile.file.name ? -1 : 1);
}

/** The one date in a name such as `staff-2026-03-01.csv` or `20260301_0400 staff.csv`; undefined when it holds none or two. */
function dateInName(name: string): Date | undefined {
  const dates = [
    ...name.matchAll(/(?<!\d)(?:19|20)\d{2}([-_.]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])/g),
  ];
  const [only] = dates;
  return dates.length === 1 && only !== undefined ? dateIn(only[0].replaceAll(/\D/g, "")) : undefined;
}

/** `20260301` or longer, such as `20260301060000`; a plain sequence is no date. */
function dateIn(sequence: string): Date | undefined {
  const parts = /^((?:19|20)\d{2})-?([01]\d)-?([0-3]\d)/.exec(sequence);
  if (parts === null) return undefined;
  const at = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T04:00:00Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * @param scratch an empty folder for the state
 * @param release whether what is held is let through before the next night
 */
export async function* nights(
  setup: Setup,
  feed: Feed,
  files: readonly OldFile[],
  scratch: string,
  release: boolean,
  signal: AbortSignal,
): AsyncGenerator<Night> {
  const clock = virtualClock();
  const store = await openStore({ data: scratch });
  const there = new Map(files.map(({ path, claimedFile }) => [claimedFile.file.name, path]));
  const source = sourceOf(feed.sources[0] ?? "", there);
  const tried: Feed = {
    ...feed,
    first: "publish",
    retention: { publications: always, archive: always, history: Infinity },
  };
  const { workspace } = setup;
  const feeds = workspace.feeds.map((other) => (other === feed ? tried : other));
  const scene: Setup = {
    ...setup,
    clock,
    store,
    referred: setup.store,
    workspace: { ...workspace, data: scratch, feeds },
    source: async () => source,
    documents: () => new Map(),
  };
  try {
    for (const { claimedFile, at } of files) {
      if (signal.aborted) return;
      const now = clock.advanceTo(at);
      const [outcome] = await runPass(scene, [tried], listingOf(tried, claimedFile), signal);
      if (outcome?.error !== undefined) throw outcome.error;
      const outcomes = outcome?.deliveries ?? [];
      const isHeld = outcomes.some(({ status }) => status === "HELD");
      if (isHeld && release) await letThrough(scene, tried, signal);
      yield { at: now.toISOString(), outcomes, isReleased: isHeld && release };
    }
  } finally {
    await store.close();
  }
}

const always = { atLeast: 0, for: Infinity };

async function letThrough(setup: Setup, feed: Feed, signal: AbortSignal): Promise<void> {
  await withFeed(setup, feed, async (open) => {
    const delivery = heldDelivery(open, undefined);
    const evaluation = await evaluateAgain(open, delivery);
    if (evaluation.verdict === "held") await noteRelease(open, delivery, evaluation, "backtest");
    await decideWaiting(open, signal, () => {});
  });
}

function listingOf(feed: Feed, claimedFile: ClaimedFile): SourceListings {
  return {
    of: (asked) => (asked === feed ? [claimedFile] : []),
    fairOrder: (some) => some,
    emptyOf: () => undefined,
    doneFileOf: () => undefined,
    sources: new Map(),
    lookAgainIn: undefined,
  };
}

/** Gives the old files out and leaves them where they are. */
function sourceOf(name: string, there: ReadonlyMap<string, string>): Source {
  return {
    name,
    settleFor: 0,
    list: async () => ({ files: [], ignored: [] }),
    async *fetch(file) {
      const handle = await openPath(there.get(file.name) ?? "", constants.O_RDONLY);
      yield* handle.createReadStream() as AsyncIterable<Uint8Array>;
    },
    settle: async () => "done",
    close: async () => {},
  };
}

/** Stands still, except from night to night, and never goes back. */
function virtualClock(): Clock & { advanceTo(at: Date): Date } {
  let now = 0;
  return {
    now: () => new Date(now),
    monotonic: () => now,
    sleep: async () => {},
    advanceTo(at) {
      now = Math.max(now + 1_000, at.getTime());
      return new Date(now);
    },
  };
}
