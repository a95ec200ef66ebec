import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { wrongUse } from "../../errors.js";
import { withFeed } from "../deliveries/open-feed.js";
import { claim, noteReceived, receiptsOf, type Claimed, type ClaimedFile } from "../deliveries/receive.js";
import type { Setup } from "../deliveries/setup.js";
import { deliverySteps, earlierDecision, earlierDecisionText } from "../lists/delivery-steps.js";
import { readState } from "../lists/feed-log.js";
import { whyNotProcessed } from "../next-step.js";
import { decideWaiting, feedFailure, type DeliveryOutcome, type FeedOutcome } from "../pipeline.js";
import { countsText } from "../lists/changes.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import type { Person } from "./decision.js";
import { counted } from "../../sentence.js";
import { uploadPath } from "./uploads.js";

/**
 * A file that a person uploads in the console. The file is processed like a file from the feed's source, but nothing
 * is archived or deleted at the source.
 */

/** Source that the log shows for uploaded files. */
export const consoleSource = "console";

export interface DeliveredFile {
  /** Name of the upload in the temporary folder. */
  readonly upload: string;
  /** The file name that the person specified. */
  readonly name: string;
  readonly size: number;
  readonly reason: string;
}

export interface DeliveredTo {
  /** SHA-256 hash of the file. */
  readonly delivery: string;
  /** Describes the outcome to the person who uploaded the file, with one line for each feed. */
  readonly sentence: string;
  /** Number of rows that the chosen feed rejected. 0 if the whole file was rejected or is not processed yet. */
  readonly rejected: number;
  /** One outcome for each feed that accepts the file. */
  readonly outcomes: readonly FeedOutcome[];
}

/**
 * Returns the reason why the feed does not accept an uploaded file with this name, or undefined if the feed accepts the
 * file.
 */
export function whyNotDelivered(feed: Feed, name: string): string | undefined {
  const parts = claimByName(feed, name);
  if (parts === undefined) {
    if (isListName(feed, name)) return ownList;
    const names = feed.patterns.map(({ text }) => text).join(", ");
    const ending = extname(name).toLowerCase();
    const isOther =
      ending !== "" && feed.patterns.every(({ text }) => isOtherType(extname(text).toLowerCase(), ending));
    return isOther
      ? `This is a ${ending} file. This feed accepts files named ${names}. Deliver the partner's export in this format. Renaming a file does not convert it.`
      : `This feed accepts files named ${names}. If the file is the right export, rename it.`;
  }
  return parts.member === undefined
    ? undefined
    : "This file is part of a delivery that consists of several files. Put all of these files in the feed's source.";
}

/** True if files with the ending never match a pattern with the ending `expected`, such as `.csv` or `.*`. */
function isOtherType(expected: string, ending: string): boolean {
  return /^\.[a-z0-9]+$/.test(expected) && expected !== ending;
}

/** Feeds that receive an uploaded file: the chosen feed, and feeds that share a source with it and accept the name. */
export function receivingFeeds(workspace: Workspace, chosen: Feed, name: string): readonly Feed[] {
  return workspace.feeds.filter((feed) => feed === chosen || isAlsoFor(feed, chosen, name));
}

const ownList =
  "This list was downloaded from Lading. It is not the partner's export. Under Deliveries, open the last delivery, download the original file, and correct that file.";

/** True for the names under which the console and the API offer lists, such as `acme-staff-12.csv`. */
function isListName({ account, type }: Feed, name: string): boolean {
  const start = `${account.name ?? ""}-${type.plural}-`;
  return name.startsWith(start) && /^\d+( \(\d+\))?\.(csv|xlsx|json)$/.test(name.slice(start.length));
}

function claimByName(feed: Feed, name: string): Claimed | undefined {
  return claim(feed, feed.sources[0] ?? "", name);
}

/**
 * Receives the file in the chosen feed and in every feed that shares a source with the chosen feed and accepts the
 * name. Then processes the file in each of these feeds. Calls `onReceived` with the SHA-256 hash once the chosen feed
 * has recorded the file. Throws `wrong_use` if the chosen feed does not accept the name or if the name of the upload is
 * invalid. Also throws errors that prevent the chosen feed from receiving the file.
 */
export async function deliver(
  person: Person,
  file: DeliveredFile,
  signal: AbortSignal,
  onReceived: (sha256: string) => void,
): Promise<DeliveredTo> {
  const { setup, feed: chosen } = person;
  const refusal = whyNotDelivered(chosen, file.name);
  if (refusal !== undefined) throw wrongUse(refusal);
  const path = uploadPath(setup.workspace, file.upload);
  if (path === undefined) throw wrongUse("The temporary name of the upload is not valid.");
  const { sha256 } = await setup.store.blobs.put(createReadStream(path));
  const modified = setup.clock.now().getTime();
  const receiveIn = (feed: Feed) => receiveFile({ ...person, feed }, file, { path, sha256, modified });
  await receiveIn(chosen);
  const others = receivingFeeds(setup.workspace, chosen, file.name).filter((feed) => feed !== chosen);
  const failed: FeedOutcome[] = [];
  for (const feed of others) {
    await receiveIn(feed).catch((error: unknown) => {
      failed.push({ ...nothing, feed, error: feedFailure(error, feed) });
    });
  }
  onReceived(sha256);
  const outcomes: FeedOutcome[] = [];
  for (const feed of setup.workspace.feeds) {
    const hasFailed = failed.some((each) => each.feed === feed);
    if ((feed === chosen || others.includes(feed)) && !hasFailed)
      outcomes.push(await processFile({ ...person, feed }, file, sha256, signal));
  }
  const all = [...outcomes, ...failed];
  const results = await Promise.all(
    all.map(async (outcome) => ({
      feed: outcome.feed,
      sentence: await sentenceOf(setup, outcome, file.name, sha256),
    })),
  );
  const [first] = results;
  const sentence =
    results.length === 1 && first !== undefined
      ? first.sentence
      : results.map((each) => `${each.feed.name}: ${each.sentence}`).join("\n");
  const own = all.find(({ feed }) => feed === chosen)?.deliveries;
  const last = own?.findLast(({ delivery }) => delivery === sha256);
  const rejected = last === undefined ? 0 : rejectedRows(last);
  return { delivery: sha256, sentence, rejected, outcomes: all };
}

const nothing = { deliveries: [], isLeft: false, hasMore: false } as const;

function isAlsoFor(feed: Feed, chosen: Feed, name: string): boolean {
  return (
    feed !== chosen &&
    feed.sources.some((source) => chosen.sources.includes(source)) &&
    whyNotDelivered(feed, name) === undefined
  );
}

async function receiveFile(
  { setup, feed, name: by }: Person,
  { name, size, reason }: DeliveredFile,
  { path, sha256, modified }: { readonly path: string; readonly sha256: string; readonly modified: number },
): Promise<void> {
  const parts = claimByName(feed, name);
  if (parts === undefined) return;
  const file = { name, size, modified, identity: "" };
  const first: ClaimedFile = { source: consoleSource, file, doneFile: undefined, parts };
  await withFeed(setup, feed, async (open) => {
    const receipts = await receiptsOf(open, [first], sha256, path);
    const entries = receipts.map((receipt) => ({ ...receipt, by, reason }));
    await noteReceived(open, [{ first, sha256, isRefused: false, size, entries }]);
  });
}

async function processFile(
  { setup, feed, name: by }: Person,
  { name, reason }: DeliveredFile,
  sha256: string,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const deliveries: DeliveryOutcome[] = [];
  const act = `${name} was delivered by ${by}: ${reason}`;
  try {
    await withFeed(setup, feed, (open) => decideWaiting(open, signal, (outcome) => deliveries.push(outcome)));
    return { ...nothing, feed, deliveries, error: undefined, act };
  } catch (error) {
    return { ...nothing, feed, deliveries, error: feedFailure(error, feed), act };
  }
}

async function sentenceOf(
  { store }: Setup,
  { feed, deliveries, error }: FeedOutcome,
  name: string,
  sha256: string,
): Promise<string> {
  if (error !== undefined) return `${name} has not been processed yet. ${error.message} ${error.hint}`.trim();
  const last = deliveries.findLast(({ delivery }) => delivery === sha256);
  if (last !== undefined) {
    const rejected = rejectedRows(last);
    const rows =
      rejected === 0 ? "" : ` ${counted(rejected, "row")} ${rejected === 1 ? "was" : "were"} rejected.`;
    const sentence = `${sentences[last.status](name, last)}${rows}`;
    const earlier =
      last.status === "HELD" ? earlierDecision(await deliverySteps(store.db, feed.name, sha256)) : undefined;
    return earlier === undefined ? sentence : `${sentence} ${earlierDecisionText(earlier)}`;
  }
  const state = await readState(store.db, feed.name);
  const delivery = state.deliveries.get(sha256);
  return `${name} was received. ${delivery === undefined ? "" : whyNotProcessed(feed, state, delivery)}`.trim();
}

const sentences: Readonly<Record<DeliveryOutcome["status"], (name: string, of: DeliveryOutcome) => string>> =
  {
    PUBLISHED: (name, { number, evaluation }) =>
      `${name} was published as version ${number}: ${changesOf(evaluation)}.`,
    UNCHANGED: (name) => `${name} has the same records as the list, so nothing changed.`,
    HELD: (name, { reason, evaluation }) =>
      `${name} is held. ${evaluation?.verdict === "held" ? evaluation.guards.map(({ sentence }) => sentence).join("\n") : reason}`,
    REJECTED: (name, { reason }) => `${name} was rejected. ${reason}`,
    SUPERSEDED: (name) => `${name} was not used, because a newer file has already been processed.`,
    WAITING: (name, { reason }) => `${name} is waiting. ${reason}`,
    CRASHED: (name, { reason }) => `${name} could not be read. ${reason} The next run tries again.`,
    QUARANTINED: (name, { reason }) => `${name} could not be read and was quarantined. ${reason}`,
  };

/** Returns the number of rejected rows in a file that was not rejected as a whole. */
function rejectedRows({ status, evaluation }: DeliveryOutcome): number {
  if (status !== "PUBLISHED" && status !== "UNCHANGED" && status !== "HELD") return 0;
  return evaluation !== undefined && "counts" in evaluation ? evaluation.counts.rejected : 0;
}

/** Text such as `1 changed, 4 deactivated`. */
function changesOf(evaluation: DeliveryOutcome["evaluation"]): string {
  const kinds = evaluation !== undefined && "result" in evaluation ? evaluation.result.changes.kinds : {};
  return countsText(kinds) || "no record changed";
}
