import { LadingError } from "../../errors.js";
import { realClock, type Clock } from "../../system/clock.js";
import type { Feed } from "../../workspace/workspace.js";
import { eachGroup, feedGroups, groupsAtOnce } from "../deliveries/feed-groups.js";
import { readMarks, type Marks } from "../deliveries/idle.js";
import { newLister, type Lister, type SourceListings } from "../deliveries/listings.js";
import type { Setup } from "../deliveries/setup.js";
import { isUnreadableFile, runPass, type FeedOutcome } from "../pipeline.js";

/** The loop of `lading run`: a pass over all feeds, repeated for feeds that failed because of the environment. */

/** A pass over feeds that share an account or a source. */
export interface Pass {
  readonly listings: SourceListings;
  readonly outcomes: readonly FeedOutcome[];
}

export interface PassOptions {
  readonly signal: AbortSignal;
  /** Called before each wait for files that may still be growing. */
  readonly onWait: () => void;
}

/**
 * Makes one pass over all feeds and then further passes over feeds that failed because of the environment, until all
 * of them succeed or no time is left.
 */
export async function passWithRetries(
  setup: Setup,
  feeds: readonly Feed[],
  again: Patience,
  { signal, onWait }: PassOptions,
): Promise<readonly Pass[]> {
  const marks = await readMarks(setup, feeds);
  let passes = await passGroups(setup, feeds, marks, signal, onWait);
  for (;;) {
    const failed = passes
      .flatMap(({ outcomes }) => outcomes)
      .filter((outcome) => outcome.error && isTransient(outcome.error) && !isUnreadableFile(outcome));
    if (failed.length === 0 || !(await again.wait())) return passes;
    const left = feeds.filter((feed) => failed.some((outcome) => outcome.feed === feed));
    const next = await passGroups(setup, left, undefined, signal, onWait);
    passes = [
      ...passes.map((pass) => ({ ...pass, outcomes: pass.outcomes.flatMap(without(left)) })),
      ...next,
    ];
  }
}

/**
 * Removes the results of feeds that are processed again later, except those of processed deliveries. The later pass
 * reports the feed's error.
 */
function without(left: readonly Feed[]): (outcome: FeedOutcome) => readonly FeedOutcome[] {
  return (outcome) => {
    if (!left.includes(outcome.feed)) return [outcome];
    return outcome.deliveries.length === 0 ? [] : [{ ...outcome, error: undefined }];
  };
}

function passGroups(
  setup: Setup,
  feeds: readonly Feed[],
  marks: Marks | undefined,
  signal: AbortSignal,
  onWait: () => void,
): Promise<readonly Pass[]> {
  return eachGroup(feedGroups(feeds), groupsAtOnce, async (group) => {
    const lister = newLister(setup, group);
    const listings = await listUntilStable(setup, lister, signal, onWait);
    return {
      listings,
      outcomes: await processAll(setup, group, lister, listings, marks, signal),
    };
  });
}

/**
 * Lists the sources repeatedly until no file changes for its settling time, or until the pauses exceed four times the
 * first pause. The next run processes files that keep changing.
 */
export async function listUntilStable(
  setup: Setup,
  lister: Lister,
  signal: AbortSignal,
  onWait: () => void = () => undefined,
): Promise<SourceListings> {
  const { clock } = setup;
  let listings = await lister.list(signal);
  const patience = (listings.pollAgainIn ?? 0) * 4;
  // Only pauses are counted, because listing a directory may take longer than the settling time.
  let waited = 0;
  while (listings.pollAgainIn !== undefined && waited <= patience && !signal.aborted) {
    onWait();
    waited += listings.pollAgainIn;
    await clock.sleep(listings.pollAgainIn, signal);
    listings = await lister.list(signal);
  }
  return listings;
}

/**
 * A pass processes a limited number of files per feed, so passes are repeated until no files are left or a feed fails.
 */
async function processAll(
  setup: Setup,
  feeds: readonly Feed[],
  lister: Lister,
  first: SourceListings,
  marks: Marks | undefined,
  signal: AbortSignal,
): Promise<readonly FeedOutcome[]> {
  let outcomes = await runPass(setup, feeds, first, signal, marks);
  while (outcomes.some((outcome) => outcome.hasMore) && !signal.aborted) {
    const next = await runPass(setup, feeds, await lister.list(signal), signal);
    const stuck =
      !next.some((outcome) => outcome.hasMore) || next.some((outcome) => outcome.error !== undefined);
    outcomes = [...outcomes, ...next];
    if (stuck) break;
  }
  return outcomes;
}

/** Errors that only a person can fix. Retrying does not help, and repeated logins may lock the account. */
const lasting = new Set<string>([
  "sftp_wrong_host_key",
  "sftp_revoked_host_key",
  "sftp_login_failed",
  "sftp_no_login_method",
  "sftp_second_proof",
  "sftp_password_expired",
  "clock_wrong",
]);

/** True if the problem may resolve itself without a person's help. */
export function isTransient({ recovery, code }: LadingError): boolean {
  return recovery === "retry" && !lasting.has(code);
}

export interface Patience {
  /** Waits before another attempt. Returns false if no time is left or the run was stopped. */
  wait(): Promise<boolean>;
  /** Runs `work` and repeats it after transient errors until no time is left. */
  until<T>(work: () => Promise<T>): Promise<T>;
}

/** Milliseconds between attempts. */
const pauseBetween = 10_000;

/** `time` is the number of milliseconds for which failures are retried. */
export function newPatience(time: number, signal: AbortSignal, clock: Clock = realClock): Patience {
  const end = clock.monotonic() + time;
  const patience: Patience = {
    async wait() {
      const left = end - clock.monotonic();
      if (left <= 0 || signal.aborted) return false;
      await clock.sleep(Math.min(left, pauseBetween), signal);
      return !signal.aborted;
    },
    async until(work) {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof LadingError && isTransient(error)) || !(await patience.wait())) throw error;
        }
      }
    },
  };
  return patience;
}
