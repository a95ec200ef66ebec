import { mkdir, open as openFile, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { normalizedFile } from "../../connectors/outputs/normalized-file.js";
import { changeRow } from "./changes.js";
import { inTime } from "./in-time.js";
import type {
  DeliverOrder,
  DeliveryName,
  FeedOrder,
  InvoiceOrder,
  LateResult,
  ListOrder,
  Operations,
  Refused,
  StoredFile,
} from "./operations.js";
import type { DeliveryReport, Done, FirstRows, RejectedTable } from "./views.js";
import { unpacked, type RejectedRow } from "../../convert/evaluation.js";
import { LadingError, wrongUse } from "../../errors.js";
import { silentLog } from "../../log.js";
import { notifyPeople } from "../../feeds/alerts/notify.js";
import { alertCauses } from "../../feeds/alerts/alert-causes.js";
import { partnerMessage, type PartnerMessage } from "../../feeds/alerts/partner-message.js";
import { keptBytes, takeLeaseInTime, withFeed } from "../../feeds/deliveries/open-feed.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { enterWorkspace, refuseReplaced } from "../../feeds/deliveries/workers.js";
import { labelOf, readDocument, rejectsName, reportName } from "../../feeds/lists/documents.js";
import type { Decision, Person, Refused as DecisionRefused } from "../../feeds/decisions/decision.js";
import { deliver } from "../../feeds/decisions/deliver.js";
import { finishDecisions, outcomeOf } from "../../feeds/decisions/finish.js";
import { reject } from "../../feeds/decisions/reject.js";
import { evaluateAgain, releaseHeld } from "../../feeds/decisions/release.js";
import { replay } from "../../feeds/decisions/replay.js";
import { resume } from "../../feeds/decisions/resume.js";
import { rollback } from "../../feeds/decisions/rollback.js";
import { feedFailure, type FeedOutcome } from "../../feeds/pipeline.js";
import { deliveriesOf, feedId } from "../../feeds/lists/feed-log.js";
import { resumeEvents, retryEvents } from "../../events/queue.js";
import { eventAccounts } from "../../events/sender.js";
import { noteOutbox, outboxAccounts, withOutboxFolder } from "../../feeds/deliveries/outboxes.js";
import { confirm, resend } from "../../outbox/decisions.js";
import { readEntry } from "../../outbox/entries.js";
import { leaseName } from "../../outbox/send.js";
import type { RealSetup } from "../../feeds/deliveries/real-setup.js";
import { isOwnChange } from "../../feeds/next-step.js";
import { isUnusable } from "../../feeds/lists/feed-state.js";
import { recordBytes } from "../../feeds/lists/list.js";
import { currentList, readCurrent } from "../../feeds/lists/publications.js";
import { evaluatedReport, storedReport, type FileReport } from "../../feeds/reports/file-report.js";
import { openTable } from "../../formats/index.js";
import { defaultLimits } from "../../formats/limits.js";
import { rejectColumns, rejectsReading } from "../../mapping/rejects.js";
import { clerkSentence } from "../../model/issues.js";
import { servedColumns } from "../../model/record-type.js";
import { sourceInMemory } from "../../formats/bytes.js";
import type { Feed } from "../../workspace/workspace.js";

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
  const answer = (
    order: FeedOrder,
    work: (person: Person) => Promise<Decision | DecisionRefused>,
  ): Promise<Done | Refused> => {
    const result = decide(order, async (person) => decidedBy(person, await work(person)));
    const name = late.follow(result);
    return inTime<Done | Refused>(result, Promise.resolve({ ...inProgress, order: name }), context.patience);
  };
  return {
    delivery: (of) => withSetup((setup) => deliveryReport(setup, of)),
    decide: (order) =>
      answer(order, (person) => {
        const { verb, delivery, reason } = order;
        if (verb === "release") return releaseHeld(person, order);
        if (verb === "reject") return reject(person, order);
        return replay(person, { deliveries: [delivery], reason });
      }),
    rollBack: (order) => answer(order, (person) => rollback(person, order)),
    resume: (order) => answer(order, (person) => resume(person, order.reason)),
    deliver: (order) =>
      deliverFile(order, (onReceived) =>
        decide(order, async (person) => {
          const { outcomes, sentence, delivery } = await deliver(person, order, context.signal, onReceived);
          return { outcomes, done: { isDone: true, sentence, delivery: delivery.slice(0, 12) } };
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

function feedNamed({ workspace }: Pick<Setup, "workspace">, name: string): Feed {
  const feed = workspace.feeds.find((each) => each.name === name);
  if (feed === undefined) throw wrongUse(`There is no feed ${JSON.stringify(name)}.`);
  return feed;
}

/** Maximum number of rows on the screen. Downloads contain all rows. */
const rejectedShown = 50;
const firstShown = 8;
const firstBytes = 64 * 1024;

/**
 * Evaluates a held delivery against the current list. For deliveries that are not held, returns the stored report.
 */
async function deliveryReport(
  setup: Setup,
  { feed: name, delivery: beginning }: DeliveryName,
): Promise<DeliveryReport | Refused> {
  const feed = feedNamed(setup, name);
  const [delivery] = await deliveriesOf(setup.store.db, name, { beginning });
  const sha256 = delivery?.sha256 ?? beginning;
  const partner = await messageForPartner(setup, feed, sha256);
  const first = await firstRows(setup, feed, sha256).catch(() => undefined);
  const status = delivery?.status;
  const about = {
    ...(status !== undefined && { status }),
    ...(partner !== undefined && { partner }),
    ...(first !== undefined && { first }),
  };
  if (delivery?.status !== "HELD") {
    const text = await readDocument(setup.store.db, name, sha256, reportName);
    const report = text === "" ? undefined : storedReport(text);
    if (report === undefined) return { refused: "The report on this delivery is no longer available." };
    const rejects = await readDocument(setup.store.db, name, sha256, rejectsName(report.file));
    const rejected = rejects === "" ? undefined : await storedRejects(rejects);
    return { ...shownReport(report), ...about, ...(rejected !== undefined && { rejected }) };
  }
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    const report = evaluatedReport(delivery.arrival.name, feed.type, evaluation, true);
    if (!("changeSet" in evaluation)) {
      return { ...shownReport(report), ...about };
    }
    const { changeSet, counts, evaluated } = evaluation;
    const guards = "guards" in evaluation ? evaluation.guards : [];
    const listed = evaluation.result.changes.first.map((change) => changeRow(change));
    const rejected = rejectedTable(evaluated.reads, evaluated.rejected, counts.rejected);
    const shown = shownReport(report);
    return {
      ...shown,
      ...about,
      ...(shown.changes !== undefined && { changes: { ...shown.changes, listed } }),
      ...(rejected !== undefined && { rejected }),
      changeSet,
      isUnusable: isUnusable({ status: "HELD", guards, counts }),
      isOwnChange: isOwnChange(guards),
    };
  });
}

function shownReport({ changes, rejectedRows: _, ...file }: FileReport): DeliveryReport {
  if (changes === undefined) return { file };
  const { kinds, fields, listed } = changes;
  return { file, changes: { kinds, fields, listed: [], isPrivate: listed === undefined } };
}

function rejectedTable(
  columns: readonly string[],
  rejected: Iterable<RejectedRow>,
  count: number,
): RejectedTable | undefined {
  const rows: RejectedTable["rows"][number][] = [];
  for (const { line, cells, issues } of rejected) {
    if (rows.length === rejectedShown) break;
    rows.push({
      line,
      cells: unpacked(cells).slice(0, columns.length),
      issues: issues
        .filter(({ severity }) => severity === "error")
        .map((found) => ({
          ...(found.column !== undefined && { column: found.column }),
          sentence: clerkSentence(found),
        })),
    });
  }
  return rows.length === 0 ? undefined : { columns, rows, count };
}

/** Reads a stored rejects file. The last columns of the file contain the line number and the reasons. */
async function storedRejects(text: string): Promise<RejectedTable | undefined> {
  const source = sourceInMemory("rejects.csv", Buffer.from(text));
  const table = await openTable(source, rejectsReading({}), defaultLimits);
  const columns = (table.headings ?? []).slice(0, -rejectColumns.length);
  const at = columns.length;
  const rows: RejectedTable["rows"][number][] = [];
  let count = 0;
  for await (const batch of table.rows) {
    count += batch.length;
    for (const { cells } of batch) {
      if (rows.length === rejectedShown) break;
      const issues = reasonsIn(cells[at + 1] ?? "", columns);
      rows.push({ line: Number(cells[at]), cells: cells.slice(0, at), issues });
    }
  }
  return rows.length === 0 ? undefined : { columns, rows, count };
}

/** Splits the text of a rejects file's reason cell, such as `[Code] Sentence. [Name] Sentence.`, by column. */
function reasonsIn(text: string, columns: readonly string[]): RejectedTable["rows"][number]["issues"] {
  const marks = columns
    .flatMap((column) => {
      const at = text.indexOf(`[${column}] `);
      return at === -1 ? [] : [{ column, at, end: at + column.length + 3 }];
    })
    .sort((a, b) => a.at - b.at);
  const before = text.slice(0, marks[0]?.at ?? text.length).trim();
  return [
    ...(before === "" ? [] : [{ sentence: before }]),
    ...marks.map(({ column, end }, index) => ({
      column,
      sentence: text.slice(end, marks[index + 1]?.at ?? text.length).trim(),
    })),
  ];
}

/**
 * Returns the first rows of a delimited text file, unchanged. Workbooks and archives are excluded because only reader
 * processes open them.
 */
async function firstRows(setup: Setup, feed: Feed, sha256: string): Promise<FirstRows | undefined> {
  const path = await keptBytes({ setup, feed }, sha256);
  if (path === undefined) return undefined;
  const head = await beginningOf(path);
  if (head === undefined) return undefined;
  const lookups = { find: () => undefined };
  const { read } = await setup.compile(feed, {
    lookups,
    today: setup.clock.now().toISOString().slice(0, 10),
  });
  if (read.format !== undefined && read.format !== "delimited") return undefined;
  const table = await openTable(
    sourceInMemory("sample", head),
    { ...read, format: "delimited" },
    defaultLimits,
  );
  const rows: FirstRows["rows"][number][] = [];
  for await (const batch of table.rows) {
    for (const { line, cells } of batch) if (rows.length < firstShown) rows.push({ line, cells: [...cells] });
    if (rows.length === firstShown) break;
  }
  return rows.length === 0 ? undefined : { columns: table.headings ?? [], rows };
}

/**
 * Returns complete lines from the beginning of a plain-text file. Returns undefined for JSON, XML, HTML and binary
 * files.
 */
async function beginningOf(path: string): Promise<Buffer | undefined> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const isPlain =
      !head.subarray(0, 512).some((byte) => byte === 0) &&
      !/^\s*[{[<]|^PK|^\x1f\x8b/.test(head.toString("latin1", 0, 64));
    if (!isPlain) return undefined;
    const end = head.lastIndexOf("\n");
    return bytesRead < firstBytes || end === -1 ? head : head.subarray(0, end + 1);
  } finally {
    await file.close();
  }
}

/** The message to the partner about a delivery that was held or rejected, or that has rejected rows. */
async function messageForPartner(
  { store }: Setup,
  feed: Feed,
  sha256: string,
): Promise<PartnerMessage | undefined> {
  const always = new Date(0).toISOString();
  const [found] = await alertCauses(store.db, [feed], always, new Date());
  const causes = [...(found?.causes ?? []), ...(found?.past ?? [])];
  const cause = causes.find(({ delivery }) => delivery?.sha256 === sha256);
  return cause && partnerMessage(feed, cause, true);
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
