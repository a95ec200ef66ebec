import { mkdir, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { normalizedFile } from "../../connectors/outputs/normalized-file.js";
import { nameOf } from "./changes.js";
import { inTime } from "./in-time.js";
import type {
  DeliverOrder,
  DeliveryName,
  FeedOrder,
  InvoiceOrder,
  LateResult,
  ListOrder,
  Operations,
  PersonInFeed,
  Refused,
  StoredFile,
} from "./operations.js";
import type { Done, ForgetView } from "./views.js";
import { LadingError, wrongUse } from "../../errors.js";
import { capital } from "../../sentence.js";
import { silentLog } from "../../log.js";
import { notifyPeople } from "../../feeds/alerts/notify.js";
import { previewForget } from "../../feeds/deliveries/forget.js";
import { keptBytes, takeLeaseInTime } from "../../feeds/deliveries/open-feed.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { enterWorkspace, refuseReplaced } from "../../feeds/deliveries/workers.js";
import { labelOf } from "../../feeds/lists/documents.js";
import type { Decision, Person, Refused as DecisionRefused } from "../../feeds/decisions/decision.js";
import { deliver } from "../../feeds/decisions/deliver.js";
import { forget, forgottenText, notForgotten } from "../../feeds/decisions/forget.js";
import { finishDecisions, outcomeOf } from "../../feeds/decisions/finish.js";
import { reject } from "../../feeds/decisions/reject.js";
import { releaseHeld } from "../../feeds/decisions/release.js";
import { replay } from "../../feeds/decisions/replay.js";
import { resume } from "../../feeds/decisions/resume.js";
import { previewRollback, rollback } from "../../feeds/decisions/rollback.js";
import { feedFailure, type FeedOutcome } from "../../feeds/pipeline.js";
import { deliveriesOf, feedId } from "../../feeds/lists/feed-log.js";
import { resumeEvents, retryEvents } from "../../events/queue.js";
import { eventAccounts } from "../../events/sender.js";
import { noteOutbox, outboxAccounts, withOutboxFolder } from "../../feeds/deliveries/outboxes.js";
import { confirm, resend } from "../../outbox/decisions.js";
import { readEntry } from "../../outbox/entries.js";
import { leaseName } from "../../outbox/send.js";
import type { RealSetup } from "../../feeds/deliveries/real-setup.js";
import { recordBytes } from "../../feeds/lists/list.js";
import { currentList, readCurrent } from "../../feeds/lists/publications.js";
import { servedColumns } from "../../model/record-type.js";
import type { Feed } from "../../workspace/workspace.js";
import { deliveryReport } from "./delivery-report.js";
import { feedNamed } from "./feed-at.js";

/**
 * Runs the console's operations in this process, which has the partners' passwords. `open` opens the current
 * workspace. Each operation closes the workspace when it is done.
 */
export function operationsHere(
  open: () => Promise<RealSetup>,
  context: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
    /** Milliseconds after which the response reports that a decision is still being processed. */
    readonly patience?: number | undefined;
  },
): Operations {
  const withSetup = <T>(
    work: (setup: RealSetup) => Promise<T | Refused>,
    check: (setup: RealSetup) => Promise<void> = refuseReplaced,
  ): Promise<T | Refused> =>
    refusing(async () => {
      const setup = await open();
      try {
        await check(setup);
        return await work(setup);
      } finally {
        await setup.close();
      }
    });
  /** Carries out a person's decision. Then writes outputs, stores the report and sends alerts, as after a run. */
  const decide = (
    { feed: name, by }: FeedOrder,
    work: (person: Person) => Promise<Decided | Refused>,
  ): Promise<Done | Refused> =>
    withSetup(async (setup) => {
      const feed = feedNamed(setup, name);
      try {
        const startedAt = setup.clock.now();
        const decided = await work({ setup, feed, name: by });
        if ("refused" in decided) return decided;
        await finishDecisions(setup, decided.outcomes, startedAt, context.signal);
        await notifyPeople(setup, { env: context.env, signal: context.signal, log: silentLog });
        return decided.done;
      } catch (error) {
        throw feedFailure(error, feed);
      }
    }, enterWorkspace);
  const late = lateResults();
  /** Returns the result or, if this takes too long, a response with which the result can be requested later. */
  const soon = (result: Promise<Done | Refused>): Promise<Done | Refused> => {
    const order = late.follow(result);
    return inTime<Done | Refused>(result, Promise.resolve({ ...inProgress, order }), context.patience);
  };
  const answer = (order: FeedOrder, work: (person: Person) => Promise<Decision | DecisionRefused>) =>
    soon(decide(order, async (person) => decidedBy(person, await work(person))));
  return {
    delivery: (of) => withSetup((setup) => deliveryReport(setup, of)),
    decide: (order) =>
      answer(order, (person) => {
        const { verb, delivery, reason } = order;
        if (verb === "release") return releaseHeld(person, order);
        if (verb === "reject") return reject(person, order);
        return replay(person, { deliveries: [delivery], reason });
      }),
    previewRollBack: (of) =>
      withSetup((setup) =>
        previewRollback({ ...setup, patience: previewPatience }, feedNamed(setup, of.feed), of.to),
      ),
    rollBack: (order) => answer(order, (person) => rollback(person, order)),
    resume: (order) => answer(order, (person) => resume(person, order.reason)),
    previewForget: (of) => withSetup((setup) => forgetView(setup, of)),
    forget: (order) => soon(withSetup((setup) => forgetPerson(setup, order, context.signal), enterWorkspace)),
    deliver: (order) =>
      deliverFile(order, (onReceived) =>
        decide(order, async (person) => {
          const { outcomes, sentence, delivery, rejected } = await deliver(
            person,
            order,
            context.signal,
            onReceived,
          );
          const done = { isDone: true, sentence, delivery: delivery.slice(0, 12) };
          return { outcomes, done: { ...done, ...(rejected > 0 && { rejected }) } };
        }),
      ),
    original: (of) => withSetup((setup) => original(setup, of)),
    list: (order) => withSetup((setup) => list(setup, order)),
    decideInvoice: (order) => withSetup((setup) => decideInvoice(setup, order, context.signal)),
    later: ({ order }) => Promise.resolve(late.of(order)),
    retryEvents: ({ account }) => withSetup((setup) => retryAccount(setup, account)),
  };
}

interface Decided {
  readonly outcomes: readonly FeedOutcome[];
  readonly done: Done;
}

function decidedBy({ feed }: Person, decision: Decision | DecisionRefused): Decided | Refused {
  if ("refused" in decision) {
    const { sentence, next } = decision.refused;
    return { refused: `${sentence} ${next}`.trim() };
  }
  const { sentence, publication } = decision;
  return {
    outcomes: [outcomeOf(feed, decision)],
    done: {
      isDone: decision.hasNoEffect !== true,
      sentence,
      ...(publication !== null && { version: publication }),
    },
  };
}

/** Converts a `LadingError` into a refusal with a message for the user. Other errors are thrown. */
async function refusing<T>(work: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return { refused: `${error.message} ${error.hint}`.trim() };
  }
}

/** Throws `wrong_use` if the records of the feed are not about people. */
function feedWithPeople(setup: Pick<Setup, "workspace">, name: string): Feed {
  const feed = feedNamed(setup, name);
  if (!feed.type.personal) throw wrongUse(`The list ${name} contains no personal data.`);
  return feed;
}

/**
 * Milliseconds for which a preview searches the stored files. Shorter than the time that people's decisions wait
 * for a lease.
 */
const previewTime = 5_000;

/** Maximum time in milliseconds that a preview waits for the feed's lease. */
const previewPatience = 30_000;

async function forgetView(setup: Setup, { feed, id }: PersonInFeed): Promise<ForgetView> {
  const { record, publications, files, ...found } = await previewForget(
    { ...setup, patience: previewPatience },
    feedWithPeople(setup, feed),
    id,
    previewTime,
  );
  return {
    ...found,
    id,
    name: nameOf(record),
    versions: publications,
    files: files.map(({ delivery: { sha256, arrival, receivedAt }, state }) => ({
      delivery: sha256.slice(0, 12),
      file: arrival.name,
      receivedAt,
      state,
    })),
    elsewhere: notForgotten,
  };
}

async function forgetPerson(
  setup: Setup,
  order: PersonInFeed & FeedOrder,
  signal: AbortSignal,
): Promise<Done> {
  const { feeds, failures } = await forget(setup, [feedWithPeople(setup, order.feed)], { ...order, signal });
  const left = [...failures.map(({ message }) => message), ...feeds.flatMap((feed) => feed.left)];
  return {
    isDone: true,
    sentence: feeds.map((feed) => capital(forgottenText(feed))).join(" "),
    ...(left.length > 0 && { left }),
  };
}

const inProgress: Done = {
  isDone: true,
  isUnderWay: true,
  sentence:
    "The action is taking longer than usual and is still running. The result appears on this page when it is ready.",
};

/** Maximum number of stored decision results. The console requests the result of a slow decision later. */
const mostLate = 200;

function lateResults(): {
  follow(result: Promise<Done | Refused>): string;
  of(order: string): LateResult | Refused;
} {
  const results = new Map<string, LateResult>();
  return {
    follow(result) {
      const order = randomBytes(12).toString("hex");
      results.set(order, {});
      const [oldest] = results.keys();
      if (results.size > mostLate && oldest !== undefined) results.delete(oldest);
      const keep = (found: Done | Refused): void => {
        if (results.has(order)) results.set(order, { result: found });
      };
      result.then(keep, (error: unknown) =>
        keep({ refused: `The action failed: ${String(error)}. Try again.` }),
      );
      return order;
    },
    of: (order) => results.get(order) ?? { refused: "The result is no longer available. See the history." },
  };
}

/**
 * Returns the result of the delivery. If processing takes a long time, returns a message that the file was received.
 */
function deliverFile(
  { name }: DeliverOrder,
  work: (onReceived: (sha256: string) => void) => Promise<Done | Refused>,
): Promise<Done | Refused> {
  let onReceived: (sha256: string) => void = () => undefined;
  const received = new Promise<string>((resolve) => (onReceived = resolve));
  const done = work(onReceived);
  const processing = received.then((sha256): Done => {
    const sentence = `${name} was received and is being processed.`;
    return { isDone: true, sentence, delivery: sha256.slice(0, 12) };
  });
  return inTime<Done | Refused>(done, processing);
}

async function decideInvoice(
  setup: RealSetup,
  { id, action, reason, by }: InvoiceOrder,
  signal: AbortSignal,
): Promise<Done | Refused> {
  const { store } = setup;
  const known = await readEntry(store.db, id);
  const of = outboxAccounts(setup).find(({ account }) => account.name === known?.account);
  if (known === undefined || of === undefined) return { refused: "This invoice no longer exists." };
  const lease = await takeLeaseInTime(setup, leaseName(known.account), patience);
  try {
    // Another process may have changed the invoice before this process got the lease, so the invoice is read again.
    const entry = (await readEntry(store.db, id)) ?? known;
    const deciding = { store, lease, by, why: reason };
    if (action === "confirm") await confirm(deciding, entry);
    else await withOutboxFolder(setup, of, signal, (place) => resend(deciding, entry, place));
  } finally {
    await lease.release();
  }
  await noteOutbox(setup, of);
  return {
    isDone: true,
    sentence:
      action === "confirm"
        ? `Invoice ${known.number} is marked as imported. It will not be sent again.`
        : `The next run sends invoice ${known.number} again.`,
  };
}

/** Maximum time in milliseconds that a decision waits for the lease while a run is using the outbox. */
const patience = 10_000;

async function retryAccount({ workspace, store }: Setup, name: string): Promise<Done | Refused> {
  const of = eventAccounts(workspace).find(({ account }) => account.name === name);
  if (of === undefined) return { refused: `Account ${name} sends no events.` };
  await resumeEvents(store.db, name);
  let count = 0;
  for (const feed of of.feeds) {
    const id = await feedId(store.db, feed.name);
    if (id !== undefined) count += await retryEvents(store.db, id);
  }
  return {
    isDone: true,
    sentence: `The next run sends ${count === 1 ? "1 event" : `${count} events`} again.`,
  };
}

async function original(
  { store, ...setup }: Setup,
  { feed: name, delivery }: DeliveryName,
): Promise<StoredFile | Refused> {
  const feed = feedNamed(setup, name);
  const [known] = await deliveriesOf(store.db, name, { beginning: delivery });
  const path = known && (await keptBytes({ setup: { ...setup, store }, feed }, known.sha256));
  if (known === undefined || path === undefined) return { refused: "The original file is no longer kept." };
  return { path, name: labelOf(known.arrival.name), size: (await stat(path)).size };
}

async function list(setup: Setup, { feed: name, format }: ListOrder): Promise<StoredFile | Refused> {
  const feed = feedNamed(setup, name);
  const current = await readCurrent(setup.store.db, name);
  if (current === undefined) return { refused: "No list is served yet." };
  const { publication } = current;
  const columns = servedColumns(feed.type, publication.columns);
  const records = await currentList(setup.store, publication);
  const bytes = await normalizedFile(feed.type, { columns, records: () => recordBytes(records) }, format);
  const folder = join(setup.workspace.data, "tmp");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `list-${randomBytes(9).toString("base64url")}`);
  await writeFile(path, bytes ?? "", { mode: 0o600, flag: "wx" });
  const file = `${feed.account.name ?? ""}-${feed.type.plural}-${publication.number}.${format}`;
  return { path, name: file, size: bytes?.length ?? 0 };
}
