import { mkdtemp, open as openPath, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LadingError } from "../../errors.js";
import { deliveryOf } from "../lists/feed-log.js";
import {
  acceptedLast,
  newestFirst,
  unreadName,
  type DeliveryState,
  type FeedState,
} from "../lists/feed-state.js";
import { newDelivery, newFolding } from "../lists/moves.js";
import { putKnown } from "../lists/transition.js";
import type { OpenFeed, Published } from "./open-feed.js";
import { batchesOf } from "./file-sets.js";
import { arrivalOf, arrivalBytes, receiptsOf, whyTooLarge, type Batch, type ClaimedFile } from "./receive.js";
import { gatherInputs, evaluateDelivery } from "./evaluate-delivery.js";
import type { DeliveryEvaluation } from "./delivery-evaluation.js";

export interface PlannedDelivery {
  readonly delivery: DeliveryState;
  readonly status: "not received" | "waiting" | "accepted";
  /** Why the file would be rejected without being read. */
  readonly refused?: string;
  /** Undefined if the bytes are no longer kept, or if the file would be refused. */
  readonly evaluation: DeliveryEvaluation | undefined;
  /** True if a newer full delivery of the part is also waiting and will supersede this one. */
  readonly isOlder: boolean;
  /** True if this delta must wait for an earlier delta that would be held, would have to wait, or cannot be read. */
  readonly isBehind: boolean;
}

/**
 * Yields the expected results for files that have not been received yet, for waiting and held deliveries, and for
 * accepted deliveries if their inputs have changed or no other delivery is waiting. Full files are compared with the
 * current list. Deltas are evaluated in order, each against the list that the earlier deltas would produce. Files that
 * have not been received are copied to a temporary folder, but nothing is recorded or published. Throws errors from a
 * source or the mapping.
 */
export async function* planWaiting(
  open: OpenFeed,
  listings: readonly ClaimedFile[],
  signal: AbortSignal,
): AsyncGenerator<PlannedDelivery> {
  const scratch = await mkdtemp(join(tmpdir(), "lading-plan-"));
  try {
    const { paths, state, refused } = await fetchNew(open, listings, scratch, signal);
    yield* refused;
    let published = await open.published();
    const planned: OpenFeed = { ...open, state: () => state, published: async () => published };
    const gathered = await gatherInputs(open.setup, open.feed);
    const isFull = open.feed.delivery === "full";
    const newest = new Set<string>();
    let isBehind = false;
    const queue = toEvaluate(
      state,
      paths,
      isFull,
      ({ inputs }) => JSON.stringify(inputs) !== JSON.stringify(gathered.inputs),
    );
    for (const { delivery, status } of queue) {
      const path = paths.get(delivery.sha256) ?? (await open.setup.store.blobs.get(delivery.sha256));
      const evaluation =
        path === undefined ? undefined : await evaluateDelivery(planned, delivery, path, gathered, signal);
      const isWhole = isFull && delivery.amends === undefined && status !== "accepted";
      yield { delivery, status, evaluation, isOlder: isWhole && newest.has(delivery.part), isBehind };
      if (isWhole) newest.add(delivery.part);
      if (isFull || status === "accepted") continue;
      if (evaluation?.verdict === "publish") published = after(published, delivery, evaluation);
      isBehind ||= evaluation === undefined || stoppers.has(evaluation.verdict);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Verdicts about a delta for which later deltas would have to wait. */
const stoppers: ReadonlySet<DeliveryEvaluation["verdict"]> = new Set(["held", "waiting", "crashed"]);

/** The expected list after a delta, used as input for the next delta. */
function after(
  { current, delivered }: Published,
  { part, amends }: DeliveryState,
  { result, columns, delivered: facts }: Extract<DeliveryEvaluation, { verdict: "publish" }>,
): Published {
  return {
    current: current && { ...current, publication: { ...current.publication, columns: [...columns] } },
    list: result.list,
    delivered: amends === undefined ? { ...delivered, [part]: facts } : delivered,
  };
}

/**
 * Returns full deliveries with the newest first, or deltas in sequence. Accepted deliveries are last, and are included
 * only if they would be processed again or nothing is waiting.
 */
function toEvaluate(
  state: FeedState,
  fetched: ReadonlyMap<string, string>,
  isFull: boolean,
  isOutdated: (delivery: DeliveryState) => boolean,
): readonly Pick<PlannedDelivery, "delivery" | "status">[] {
  const accepted = acceptedLast(state);
  const waiting = [...state.deliveries.values()]
    .filter(({ status }) => ["RECEIVED", "WAITING", "HELD"].includes(status))
    // If accepted bytes are received again, nothing changes.
    .filter((one) => one.status !== "RECEIVED" || !accepted.includes(one))
    .sort((a, b) => (isFull ? newestFirst(a, b) : newestFirst(b, a)));
  const again = accepted.filter((one) => !waiting.includes(one) && (waiting.length === 0 || isOutdated(one)));
  return [
    ...waiting.map((delivery) => {
      const status = fetched.has(delivery.sha256) ? "not received" : "waiting";
      return { delivery, status } as const;
    }),
    ...again.map((delivery) => ({ delivery, status: "accepted" as const })),
  ];
}

interface Fetched {
  readonly paths: ReadonlyMap<string, string>;
  readonly state: FeedState;
  readonly refused: readonly PlannedDelivery[];
}

/** Copies files that have not been received yet to `scratch`. The returned state includes these files. */
async function fetchNew(
  open: OpenFeed,
  listings: readonly ClaimedFile[],
  scratch: string,
  signal: AbortSignal,
): Promise<Fetched> {
  const paths = new Map<string, string>();
  const refused: PlannedDelivery[] = [];
  const { db } = open.setup.store;
  const folding = newFolding(open.state());
  let n = Math.max(0, ...Array.from(open.state().deliveries.values(), ({ order }) => order));
  for (const batch of (await batchesOf(open, listings)).complete) {
    const [first] = batch;
    if ((await deliveryOf(db, open.feed.name, arrivalOf(first))) !== undefined) continue;
    const tooLarge = await whyTooLarge(open.setup, batch);
    if (tooLarge !== undefined) {
      const delivery = newDelivery({
        ...{ state: "RECEIVED", n, at: open.setup.clock.now().toISOString(), unread: true },
        ...{ arrival: arrivalOf(first), delivery: unreadName(arrivalOf(first)) },
        ...{ part: first.parts.part, sequence: first.parts.sequence },
      });
      const status = "not received";
      refused.push({
        delivery,
        status,
        refused: tooLarge,
        evaluation: undefined,
        isOlder: false,
        isBehind: false,
      });
      continue;
    }
    try {
      const draft = join(scratch, String(n));
      const sha256 = await copy(open, batch, draft, signal);
      paths.set(sha256, draft);
      for (const received of await receiptsOf(open, batch, sha256, draft)) {
        n += 1;
        const entry = { n, at: open.setup.clock.now().toISOString(), ...received };
        await putKnown(db, open.id, folding, [entry]);
        folding.add(entry);
      }
    } catch (error) {
      // The file disappeared or changed after it was listed. The next scan will detect the change.
      if (!(error instanceof LadingError && error.code === "arrival_changed")) throw error;
    }
  }
  return { paths, state: folding.state, refused };
}

async function copy(open: OpenFeed, batch: Batch, path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const file = await openPath(path, "wx", 0o600);
  try {
    for await (const chunk of await arrivalBytes(open.setup, batch, signal)) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}
