import { notifyPeople } from "../alerts/notify.js";
import type { RealSetup } from "../deliveries/real-setup.js";
import { enterWorkspace } from "../deliveries/workers.js";
import { feedFailure } from "../pipeline.js";
import { LadingError, wrongUse } from "../../errors.js";
import { silentLog } from "../../log.js";
import type { Feed } from "../../workspace/workspace.js";
import { deliver, type DeliveredFile } from "./deliver.js";
import { refusalOf, type Decision, type Person, type Refused } from "./decision.js";
import { finishDecisions, outcomeOf } from "./finish.js";
import { reject } from "./reject.js";
import { releaseHeld } from "./release.js";
import { replay } from "./replay.js";
import { resume } from "./resume.js";
import { rollback } from "./rollback.js";

/**
 * Carries out the decisions that people make in the console. Orders and results are plain data, so they can be passed
 * between processes.
 */
export interface DecisionService {
  decide(order: Order): Promise<Answer | Refused>;
  /**
   * Receives a file from a person and processes it. `onReceived` is called once the file is recorded and will
   * definitely be processed.
   */
  deliver(
    order: Pick<Order, "feed" | "by"> & DeliveredFile,
    onReceived: (sha256: string) => void,
  ): Promise<{ readonly sentence: string; readonly delivery: string } | Refused>;
}

export type Order = {
  readonly feed: string;
  readonly reason: string;
  /** Name of the person. */
  readonly by: string;
} & (
  | { readonly verb: "release"; readonly delivery: string; readonly changeSet: string }
  | { readonly verb: "reject"; readonly delivery: string }
  /** Default: the version before the current one. */
  | { readonly verb: "rollback"; readonly to?: number }
  | { readonly verb: "resume" }
  /** If `deliveries` is empty, the deliveries that produced the current list are replayed. */
  | { readonly verb: "replay"; readonly deliveries: readonly string[] }
);

export interface Answer {
  readonly sentence: string;
  /** False if a release published nothing. */
  readonly isDone: boolean;
  /** Number of the published version. */
  readonly publication: number | null;
}

/** Returns a service that runs in this process. Each call opens the workspace again, because it may have changed. */
export function decisionService(
  open: () => Promise<RealSetup>,
  around: { readonly env: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal },
): DecisionService {
  return {
    decide: (order) =>
      withSetup(open, order.feed, async (setup, feed) => {
        await enterWorkspace(setup);
        const startedAt = setup.clock.now();
        const decided = await decide({ setup, feed, name: order.by }, order);
        if ("refused" in decided) return decided;
        const { decision, isDone = true, publication } = decided;
        await finishDecisions(setup, [outcomeOf(feed, decision)], startedAt, around.signal);
        await notifyPeople(setup, { ...around, log: silentLog });
        return { sentence: decision.sentence, isDone, publication };
      }),
    deliver: ({ feed: name, by, ...file }, onReceived) =>
      withSetup(open, name, async (setup, feed) => {
        await enterWorkspace(setup);
        const startedAt = setup.clock.now();
        const { outcomes, ...done } = await deliver(
          { setup, feed, name: by },
          file,
          around.signal,
          onReceived,
        );
        await finishDecisions(setup, outcomes, startedAt, around.signal);
        await notifyPeople(setup, { ...around, log: silentLog });
        return done;
      }),
  };
}

interface Decided {
  readonly decision: Decision;
  readonly isDone?: boolean;
  readonly publication: number | null;
}

async function decide(person: Person, order: Order): Promise<Decided | Refused> {
  switch (order.verb) {
    case "release": {
      const released = await releaseHeld(person, order);
      if ("refused" in released) return released;
      const { publication } = released;
      return { decision: released, isDone: publication !== null, publication };
    }
    case "reject":
      return publishedBy(await reject(person, order));
    case "rollback": {
      const done = await rollback(person, { to: order.to, reason: order.reason });
      return { decision: done, publication: done.number };
    }
    case "resume":
      return publishedBy(await resume(person, order.reason));
    case "replay":
      return publishedBy(await replay(person, order));
  }
}

function publishedBy(decision: Decision): Decided {
  const numbers = decision.outcomes.flatMap(({ number }) => number ?? []);
  return { decision, publication: numbers.at(-1) ?? null };
}

async function withSetup<T>(
  open: () => Promise<RealSetup>,
  name: string,
  work: (setup: RealSetup, feed: Feed) => Promise<T>,
): Promise<T | Refused> {
  let feed: Feed | undefined;
  try {
    const setup = await open();
    try {
      feed = setup.workspace.feeds.find((one) => one.name === name);
      if (feed === undefined) throw wrongUse(`There is no feed ${JSON.stringify(name)}.`);
      return await work(setup, feed);
    } finally {
      await setup.close();
    }
  } catch (error) {
    if (feed !== undefined) return refusalOf(feedFailure(error, feed));
    if (error instanceof LadingError) return refusalOf(error);
    throw error;
  }
}
