import { setImmediate } from "node:timers/promises";
import { createHash } from "node:crypto";
import { idOf } from "../../convert/accepted-rows.js";
import { withSeverity } from "../../convert/rows.js";
import { isError, withIssues } from "../../convert/issue-log.js";
import { jsonLine } from "../../formats/output/json-line.js";
import type { Job } from "../../convert/engine.js";
import { failure } from "../../errors.js";
import { issue, type IssueCode } from "../../model/issues.js";
import { usualRows } from "../lists/feed-log.js";
import { isPendingReference, type DeliveryState } from "../lists/feed-state.js";
import {
  changedHeadings,
  codesOf,
  guard,
  guardFigures,
  type Delivered,
  type Tripped,
} from "../lists/guard.js";
import { rolledBackAt } from "../lists/feed-log.js";
import type { DecisionInputs, DeliveryCounts } from "../lists/log.js";
import { usualAfter } from "../lists/amount-sizes.js";
import type { Changes } from "../lists/changes.js";
import type { Evaluation } from "../../convert/evaluation.js";
import type { Spill } from "../../convert/spill.js";
import { entriesOf, type List } from "../lists/list.js";
import { isServedSo, type Publication } from "../lists/publication.js";
import { currentList, listWith, readCurrent } from "../lists/publications.js";
import { deliveryCounts, reconcile, type Reconciled } from "../lists/reconcile.js";
import { unchangedResult } from "../lists/restamp.js";
import { rejectsReading } from "../../mapping/rejects.js";
import type { CompiledMapping } from "../../mapping/mapping.js";
import type { Lookups } from "../../model/lookups.js";
import { accountOfFeed, todayIn } from "../../model/account.js";
import { unbalanced } from "../../model/within.js";
import { referencesIn, targetsOf } from "../../model/fields.js";
import { columnsOf, referredTo, servedColumns, type AnyRecord } from "../../model/record-type.js";
import { lookupsInFiles } from "../../system/list-files.js";
import { minuteOf } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import { diskFile } from "../../system/read-file.js";
import { otherLocalCurrencies } from "./local-currency.js";
import { sequenceGap } from "./sequence-gap.js";
import type { Feed } from "../../workspace/workspace.js";
import type { OpenFeed, Published } from "./open-feed.js";
import { claim } from "./receive.js";
import type { Setup } from "./setup.js";
import type { EvaluatedFile, Result, DeliveryEvaluation } from "./delivery-evaluation.js";

/**
 * This module evaluates a delivery: it reads, maps and validates the delivery, reconciles the delivery with the current
 * list and applies the guards. The module records nothing, so `lading plan` evaluates deliveries in the same way as
 * `lading run`.
 */

/** The current inputs to a feed's decisions, except for the delivery's bytes. */
export interface GatheredInputs {
  readonly inputs: DecisionInputs;
  readonly mapping: CompiledMapping;
  readonly lookups: Lookups;
  /** The first required list that does not exist yet, as `account/record-type`. */
  readonly waitsFor: string | undefined;
}

/** Returns the inputs without reading a list. Throws `wrong_mapping`. */
export async function inputsOf(setup: Setup, feed: Feed): Promise<DecisionInputs> {
  return (await inputsWith(setup, feed, async () => "")).inputs;
}

/** Throws `wrong_mapping`. */
export async function gatherInputs(setup: Setup, feed: Feed): Promise<GatheredInputs> {
  return inputsWith(setup, feed, ({ name }, publication) => setup.indexes.pathOf(name, publication));
}

/** `indexOf` returns the path of a list's index. */
async function inputsWith(
  setup: Setup,
  feed: Feed,
  indexOf: (feed: Feed, publication: Publication) => Promise<string>,
): Promise<GatheredInputs> {
  const today = todayIn(feed.account.zone, setup.clock.now());
  const targets = [...targetsOf(feed.type.fields)].filter(
    (target) => target !== "tax-code" || feed.account.hasTaxCodes,
  );
  const store = setup.store;
  const lists = new Map<string, string>();
  const versions: string[] = [];
  for (const target of targets) {
    const other = sibling(setup, feed, target);
    const current = other && (await readCurrent(store.db, other.name));
    if (current === undefined) continue;
    lists.set(target, await indexOf(other as Feed, current.publication));
    versions.push(`${target}:${current.publication.list_sha256}`);
  }
  const lookups = await lookupsInFiles(lists);
  const mapping = await setup.compile(feed, { lookups, today });
  // Tax codes are required if the account uses tax. Other types are required if the account has a feed for them.
  const missing = [...mapping.refersTo].find(
    (target) =>
      targets.includes(target) &&
      !lists.has(target) &&
      (target === "tax-code" ? feed.account.taxMode === "tax" : sibling(setup, feed, target) !== undefined),
  );
  return {
    inputs: {
      mapping: mapping.hash,
      lists: versions.join(" "),
      settings: createHash("sha256").update(feed.settings).digest("hex").slice(0, 16),
      engine: setup.engine,
      today: mapping.usesToday ? today : "",
    },
    mapping,
    lookups,
    waitsFor: missing !== undefined ? `${accountOfFeed(feed.name)}/${missing}` : undefined,
  };
}

function sibling(setup: Setup, feed: Feed, type: string): Feed | undefined {
  const name = `${accountOfFeed(feed.name)}/${type}`;
  return setup.workspace.feeds.find((other) => other.name === name);
}

/** `path` is the file that contains the delivery's bytes. Throws the signal's reason if `signal` is aborted. */
export async function evaluateDelivery(
  open: OpenFeed,
  delivery: DeliveryState,
  path: string,
  gathered: GatheredInputs,
  signal?: AbortSignal,
): Promise<DeliveryEvaluation> {
  const { setup, feed } = open;
  const { inputs } = gathered;
  if (gathered.waitsFor !== undefined) return { verdict: "waiting", for: gathered.waitsFor, inputs };

  const { mapping } = gathered;
  const source = { ...(await diskFile(path)), name: delivery.arrival.name };
  const reading = delivery.amends === undefined ? {} : { read: rejectsReading(mapping.read) };
  const job: Job = {
    source,
    mapping,
    lookups: gathered.lookups,
    account: feed.account,
    mode: "strict",
    ...reading,
  };
  const spill = interruptible(open.scratch(), signal);
  // The current list is loaded while another process reads the file.
  const beforehand = open.published();
  beforehand.catch(() => undefined);
  const evaluated = await withUnclaimed(open, delivery, await setup.evaluate(job, path, spill, signal));
  const counts: DeliveryCounts = { ...evaluated.counts, stale: 0 };
  const published = await beforehand;
  const last = published.delivered[delivery.part];
  const outcome: EvaluatedFile = { inputs, counts, evaluated, mapping };

  if (evaluated.refused?.code === readerStopped)
    return { verdict: "crashed", reason: evaluated.refused.message };
  if (isOwnList(feed, evaluated, published))
    return { verdict: "rejected", codes: ["own_list"], reason: ownList, ...outcome };
  const vanished = feed.guard.headings && last !== undefined ? vanishedHeadings(evaluated, last) : undefined;
  if (vanished !== undefined)
    return { verdict: "held", guards: [vanished], ...outcome, ...(await noResult(published, delivery)) };
  const refusal = refusalOf(evaluated, delivery);
  if (refusal !== undefined) return { verdict: "rejected", ...refusal, ...outcome };
  const currencies = await otherLocalCurrencies(open, published, counts.within);
  if (currencies !== undefined) {
    const about = { currencies: currencies.all.join(", ") };
    const found = withSeverity(job, issue("several_local_currencies", {}, about));
    const reason = `${found.message} The account's lists contain amounts in ${currencies.before.join(", ")}. ${found.hint}`;
    const reported = { ...outcome, evaluated: withIssues(evaluated, [found], source.name) };
    if (isError(found)) return { verdict: "rejected", codes: [found.code], reason, ...reported };
  }

  const now = setup.clock.now();
  const unmapped = mapping.optionalLists.filter((name) => !evaluated.columns.includes(name));
  const columns = listColumns(open, delivery, evaluated, published, unmapped);
  const kind = feed.delivery === "delta" || delivery.amends !== undefined ? "upsert" : "full";
  const isAgain = isPendingReference(delivery);
  const missing = feed.missing ?? mapping.missing;
  // Records that other lists refer to need protection only if missing records are removed. Reading those lists is slow
  // for jobs, so they are read only in this case.
  const protectedIds = missing === "remove" ? await referredIds(setup, feed) : new Set<string>();
  const settings = {
    delivery: kind,
    missing,
    missingAfter: mapping.missingAfter,
    mergesElements: mapping.mergesElements,
    unmapped,
    part: delivery.part,
    protectedIds,
    isAgain,
    isLater: delivery.sequence !== "",
    ...(feed.type.succeed && { succeed: feed.type.succeed }),
  } as const;
  // Lines can be copied only if the columns are the same, because all records in a list have the same columns.
  const keepsLines = JSON.stringify(published.current?.publication.columns) === JSON.stringify(columns);
  const drafting = { spill, line: jsonLine(columns), keepsLines };
  const some = kind === "upsert" ? await listToCompare(feed, published.list, evaluated) : undefined;
  const compared = await reconcile(some ?? published.list, evaluated, settings, now, drafting);
  const conserved = { ...conserve(evaluated, compared), ...pendingReferenceIn(feed, evaluated) };
  const result = some === undefined ? compared : await withUncompared(compared, some, published.list);
  const delivered = {
    ...deliveredFacts(evaluated, conserved, mapping),
    amounts: usualAfter(last?.amounts ?? {}, result.changes.amounts),
  };
  const toGuard = {
    type: feed.type,
    // A file with corrected rows contains only a table, so the figures about lines around the table cannot be compared.
    now:
      delivery.amends === undefined
        ? delivered
        : { ...delivered, leftOut: undefined, unnamed: undefined, pastEnd: undefined },
    last,
    usualRows: await usualRows(open.setup.store.db, open.id, delivery.part, now),
    kind,
    skipped: conserved.skipped,
    rejected: evaluated.rejected,
    accepted: evaluated.accepted,
    before: published.list,
    result,
  } as const;
  const evaluation = {
    ...outcome,
    evaluated: withIssues(evaluated, result.issues, source.name),
    counts: conserved,
    result,
    columns,
    delivered,
    changeSet: changeSetOf(delivery, result.changes),
    figures: guardFigures(toGuard, feed.guard),
  };
  const publication = published.current?.publication;
  // If `serve` changed, the list is published under a new number even if its content is the same.
  const isAsServed = publication === undefined || isServedSo(publication, feed.serve);
  // If `isAgain` is true, the delivery was accepted before, and this evaluation only adds rows that were waiting for
  // references.
  const own = isAgain
    ? []
    : [
        ...(await guard(
          toGuard,
          feed.guard,
          feed.expected,
          feed.expected === undefined ? feed.first : "publish",
        )),
        ...changedInputs(open, delivery, inputs, result),
        ...replayed(open, delivery),
        ...[await sequenceGap(open, delivery)].filter((guard) => guard !== undefined),
      ];
  const tripped = [...own, ...(await rolledBack(open, delivery))];
  const isUnchanged = result.isSame && keepsLines && isAsServed;
  // A delivery without changes is held only if skipped lines may contain rows.
  const guards = isUnchanged ? tripped.filter(({ guard }) => guard === "left_out") : tripped;
  await checkAbort(signal);
  if (guards.length > 0 && !open.state().released.has(evaluation.changeSet))
    return { verdict: "held", guards, ...evaluation };
  // A released delivery is published even without changes, so that the next delivery is compared with it.
  const hasNoEffect = isUnchanged && guards.length === 0;
  return hasNoEffect
    ? { verdict: "unchanged", ...evaluation }
    : { verdict: "publish", guards, ...evaluation };
}

/** Yields to the event loop, where abort signals are handled. Comparing a large list can take several seconds. */
async function checkAbort(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

/** The spill is written in chunks, so an abort can be checked before each chunk. */
function interruptible(spill: Spill, signal: AbortSignal | undefined): Spill {
  return {
    async append(bytes) {
      await checkAbort(signal);
      return spill.append(bytes);
    },
  };
}

/**
 * Returns only the records that a small delta mentions, so that the time depends on the number of changes. Applies to
 * lists whose records are fetched individually. Returns undefined if the whole list must be compared.
 */
async function listToCompare(feed: Feed, list: List, evaluated: Evaluation): Promise<List | undefined> {
  const { accepted, deleted, rejected } = evaluated;
  const few = accepted.count + deleted.length + rejected.length;
  if (feed.type.served !== "one by one" || few > list.count / 4 || few > mostCompared) return undefined;
  const ids = new Set([...deleted, ...rejected].flatMap(({ id }) => id ?? []));
  for await (const rows of accepted.batches()) for (const row of rows) ids.add(idOf(row));
  return list.some?.([...ids]);
}

/** Maximum number of rows in a delta for which only the mentioned records are compared. */
const mostCompared = 10_000;

/** The result for the whole list: the compared records plus all records that are not in the delta. */
async function withUncompared(compared: Reconciled, before: List, list: List): Promise<Reconciled> {
  const both = { before, after: compared.list };
  const { carried } = compared;
  const rest = list.count - before.count;
  return {
    ...compared,
    list: await listWith(list, both),
    compared: both,
    carried: { ...carried, not_in_delta: carried.not_in_delta + rest },
  };
}

/** Adds an issue if another company's rows were skipped and no feed reads them from this file. */
async function withUnclaimed(
  { setup, feed }: OpenFeed,
  delivery: DeliveryState,
  evaluated: Evaluation,
): Promise<Evaluation> {
  if (evaluated.otherCompanies.size === 0) return evaluated;
  const { source, name } = delivery.arrival;
  // Which feeds receive an uploaded file depends on the feed that the person chose, which is not stored. These
  // feeds usually record the file before any of them processes it. If another process is faster, rows may be reported
  // although another feed receives them later.
  const receivers =
    delivery.delivered === undefined ? undefined : await feedsWith(setup.store.db, delivery.sha256);
  const claimed = new Set<string>();
  for (const other of setup.workspace.feeds) {
    const company = other.account.parameters.get("company");
    const isClaimed = receivers?.has(other.name) ?? claim(other, source, name) !== undefined;
    if (other.type.name !== feed.type.name || !isClaimed) continue;
    if (company !== undefined) claimed.add(company.trim().toLowerCase());
  }
  const unclaimed = [...evaluated.otherCompanies].filter(
    ([company]) => !claimed.has(company.trim().toLowerCase()),
  );
  const count = unclaimed.reduce((sum, [, rows]) => sum + rows, 0);
  if (count === 0) return evaluated;
  const value = unclaimed.map(([company, rows]) => `${company} (${rows})`).join(", ");
  return withIssues(evaluated, [issue("unclaimed_rows", { value }, { count })], name);
}

/** Names of the feeds that received a file with this content. */
async function feedsWith(db: Queries, sha256: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("feeds", "feeds.id", "deliveries.feed")
    .select("feeds.name")
    .where("sha256", "=", sha256)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

const readerStopped: string = "reader_stopped";

/**
 * True if the file is a list that was downloaded from Lading instead of an export. Checked only for feeds with a
 * mapping.
 */
function isOwnList(
  { type, mapping }: Feed,
  { refused, headings }: Evaluation,
  { current }: Published,
): boolean {
  if (mapping === undefined || refused?.code !== "missing_column" || current === undefined) return false;
  return servedColumns(type, current.publication.columns).every((column) => headings.includes(column));
}

const ownList =
  "The file is a list that was downloaded from Lading, so its columns differ from those of an export. Correct the export or the file with the rejected rows, and deliver the corrected file.";

/** If changed headings prevent reading, the file is held with the likely new headings instead of being rejected. */
function vanishedHeadings({ refused, headings }: Evaluation, last: Delivered): Tripped | undefined {
  if (refused === undefined) return undefined;
  const fallback: Tripped = { guard: "headings", sentence: refused.message };
  if (refused.code === "several_headers") return fallback;
  const isChanged = refused.code === "missing_column" || refused.code === "ambiguous_column";
  return isChanged ? (changedHeadings(headings, last) ?? fallback) : undefined;
}

/** The result for a held file that cannot be used: the list does not change. Such a file cannot be released. */
async function noResult(published: Published, delivery: DeliveryState): Promise<Result> {
  const result = await unchangedResult(published.list);
  const delivered = { rows: 0, headings: [], reads: [], blank: {}, rejected: {} };
  return {
    result,
    changeSet: changeSetOf(delivery, result.changes),
    columns: [],
    delivered,
    figures: [],
  };
}

function refusalOf(
  evaluated: Evaluation,
  delivery: DeliveryState,
): { readonly codes: readonly string[]; readonly reason: string } | undefined {
  if (evaluated.refused !== undefined) {
    return { codes: [evaluated.refused.code], reason: evaluated.refused.message };
  }
  if (delivery.amends === undefined && evaluated.headings.includes("lading_delivery")) {
    return {
      codes: ["not_an_amendment"],
      reason:
        "This is a rejects file, but it is not in CSV format, so it cannot be used for corrections. Send it back as CSV.",
    };
  }
  if (evaluated.counts.accepted === 0 && evaluated.counts.rejected > 0) {
    return {
      codes: [...evaluated.issueCounts.keys()],
      reason: `None of the ${evaluated.counts.rejected} rows can be used.`,
    };
  }
  return undefined;
}

/**
 * Returns the columns of the new list: the file's columns, plus the previous list's columns for parts, deltas and
 * corrections.
 */
function listColumns(
  open: OpenFeed,
  delivery: DeliveryState,
  evaluated: Evaluation,
  published: Published,
  unmapped: readonly string[],
): readonly string[] {
  const { feed } = open;
  const isWhole = feed.delivery === "full" && feed.parts.length === 0 && delivery.amends === undefined;
  const before = isWhole ? [] : (published.current?.publication.columns ?? []);
  return columnsOf(feed.type, [...before, ...unmapped, ...evaluated.columns]);
}

/**
 * Returns the delivery's counts. Throws `not_conserved` if the counts do not add up (`docs/semantics.md` section 3,
 * Conservation).
 */
function conserve(evaluated: Evaluation, result: Reconciled): DeliveryCounts {
  const counts = deliveryCounts(evaluated.counts, result);
  const rows = counts.accepted + counts.rejected + counts.skipped + counts.merged + counts.stale;
  if (rows !== counts.read) throw failure("not_conserved", { read: counts.read, accounted: rows });
  const carried = Object.values(result.carried).reduce((sum, count) => sum + count, 0);
  const records = result.accepted + carried + result.keptInactive;
  if (records !== result.list.count || result.accepted + result.deleted !== counts.accepted) {
    throw failure("not_conserved", { read: result.list.count, accounted: records });
  }
  const lost = unbalanced(counts.within ?? []);
  if (lost !== undefined) throw failure("not_conserved", lost);
  return counts;
}

/** Codes of issues that a new version of another feed's list can resolve. */
const waitingCodes: readonly IssueCode[] = ["unknown_reference", "ambiguous_reference"];

/**
 * Counts rejected rows that are only waiting for a record from another feed. Returns no count for full deliveries,
 * because the last full delivery is processed again anyway. Rows in a delta can be processed again only if they have
 * an update time.
 */
function pendingReferenceIn(
  feed: Feed,
  { rejected, columns, issueCounts }: Evaluation,
): Pick<DeliveryCounts, "pending_reference"> {
  if (feed.delivery !== "delta" || !columns.includes("updated_at")) return {};
  if (!waitingCodes.some((code) => issueCounts.has(code))) return {};
  const pending = rejected.filter(({ issues }) =>
    issues.every(({ code }) => waitingCodes.includes(code)),
  ).length;
  return pending === 0 ? {} : { pending_reference: pending };
}

function deliveredFacts(evaluated: Evaluation, counts: DeliveryCounts, mapping: CompiledMapping): Delivered {
  const { read } = mapping;
  const optional = evaluated.reads.filter((heading) => mapping.mayLack(heading));
  const rows = counts.read - counts.skipped;
  const blank: Record<string, number> = {};
  for (const row of evaluated.rejected) {
    for (const found of row.issues) {
      if (found.code === "missing_value" && found.field !== undefined) {
        blank[found.field] = (blank[found.field] ?? 0) + 1 / rows;
      }
    }
  }
  return {
    rows,
    headings: evaluated.headings,
    reads: evaluated.reads,
    ...(optional.length > 0 && { optional }),
    blank,
    rejected: Object.fromEntries(
      evaluated.rejected.flatMap((row) => (row.id === undefined ? [] : [[row.id, codesOf(row)]])),
    ),
    isEnded: !evaluated.issueCounts.has("no_final_line_end"),
    // If the mapping defines the header row, lines above it cannot contain rows.
    ...(read.header === undefined || read.header === "none"
      ? { leftOut: (evaluated.detected.leftOut ?? []).reduce((sum, { count }) => sum + count, 0) }
      : {}),
    unnamed: evaluated.headings.filter((heading) => heading.trim() === "").length,
    pastEnd: evaluated.skipped.get("stop_at") ?? 0,
  };
}

/** Returns an identifier that is equal if both the bytes and the changes are the same. */
function changeSetOf({ sha256 }: DeliveryState, { digest }: Changes): string {
  return createHash("sha256").update(sha256).update(digest).digest("hex").slice(0, 16);
}

/** Holds the delivery if a new mapping, setting or engine version would change published records. */
function changedInputs(
  open: OpenFeed,
  delivery: DeliveryState,
  inputs: DecisionInputs,
  result: Reconciled,
): readonly Tripped[] {
  const before = open.state().accepted.get(delivery.part)?.inputs;
  if (before === undefined) return [];
  const changed = (["mapping", "settings", "engine"] as const).filter(
    (part) => before[part] !== inputs[part],
  );
  const published = result.changes.count - result.changes.kinds.added;
  if (changed.length === 0 || published === 0) return [];
  const words = { mapping: "mapping", settings: "account's or feed's settings", engine: "version of Lading" };
  const what = changed.map((part) => words[part]).join(" and the ");
  return [
    {
      guard: "settings_changed",
      sentence: `The ${what} changed after the last version of the list was published. As a result, this delivery would change ${published} published records.`,
      found: published,
      maximum: 0,
    },
  ];
}

/**
 * Holds a delivery whose content was processed before, unless it is the latest content, because an old file may have
 * been sent again.
 */
function replayed(open: OpenFeed, delivery: DeliveryState): readonly Tripped[] {
  const state = open.state();
  const accepted = state.accepted.get(delivery.part);
  const latest = accepted && state.deliveries.get(accepted.sha256);
  const { decidedAs, wasTaken, isReplay } = delivery;
  if (latest === undefined || latest.sha256 === delivery.sha256 || delivery.amends !== undefined) return [];
  // Once a newer file has been accepted, a held or rejected file remains outdated, no matter how often it is sent.
  const isOvertaken = decidedAs !== undefined && latest.order > delivery.firstOrder;
  if (!wasTaken && !isReplay && !isOvertaken) return [];
  if (isNewer(delivery, latest)) return [];
  return [
    {
      guard: "replay",
      sentence: `A file with the same content was delivered on ${minuteOf(delivery.receivedAt)}, and another delivery has been accepted since then. Compared with the accepted delivery, this file does not have a later sequence number or modification time.`,
    },
  ];
}

/** Holds a delivery whose list a person rolled back, because the rollback means that the list was wrong. */
async function rolledBack({ setup, id }: OpenFeed, { sha256 }: DeliveryState): Promise<readonly Tripped[]> {
  const at = await rolledBackAt(setup.store.db, id, sha256);
  if (at === undefined) return [];
  const sentence = `On ${minuteOf(at)}, a person rolled back the list that this file produced.`;
  return [{ guard: "rolled_back", sentence }];
}

/**
 * True if `one` is newer than `other`, based on the sequences in their names if both have one, and otherwise on the
 * modification times.
 */
export function isNewer(one: DeliveryState, other: DeliveryState): boolean {
  if (one.sequence !== "" && other.sequence !== "") return one.sequence > other.sequence;
  return one.arrival.modified > other.arrival.modified;
}

/**
 * Returns a function that returns true for active records that refer to a missing record. References to lists that do
 * not exist are not checked.
 */
export async function brokenReferences(setup: Setup, feed: Feed): Promise<(record: AnyRecord) => boolean> {
  const paths = referencesIn(feed.type.fields);
  // Tax codes are not checked if the account has no tax code list, as in `inputsWith`.
  const known = new Map<string, Set<string>>();
  for (const target of new Set(paths.map((path) => path.target))) {
    const isTaken = target === "tax-code" && !feed.account.hasTaxCodes;
    const other = isTaken ? undefined : sibling(setup, feed, target);
    const current = other && (await readCurrent(setup.store.db, other.name));
    if (current === undefined) continue;
    const ids = new Set<string>();
    for await (const entries of entriesOf(await currentList(setup.store, current.publication)))
      for (const { id } of entries) ids.add(id);
    known.set(target, ids);
  }
  const isGone = (target: string, id: string): boolean => known.get(target)?.has(id) === false;
  return (record) =>
    record["is_active"] !== false &&
    paths.some(({ path, target }) => [...referredTo(record, path)].some((id) => isGone(target, id)));
}

/** IDs in this list that active records in the account's other lists refer to. */
export async function referredIds(setup: Setup, feed: Feed): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const other of setup.workspace.feeds) {
    if (accountOfFeed(other.name) !== accountOfFeed(feed.name)) continue;
    const paths = referencesIn(other.type.fields).filter(({ target }) => target === feed.type.name);
    if (paths.length === 0) continue;
    const store = setup.store;
    const current = await readCurrent(store.db, other.name);
    if (current === undefined) continue;
    const list = await currentList(store, current.publication);
    for await (const entries of entriesOf(list)) {
      for (const { record } of entries) {
        // Records without `is_active`, such as jobs, count as active.
        if (record["is_active"] === false) continue;
        for (const { path } of paths) for (const id of referredTo(record, path)) ids.add(id);
      }
    }
  }
  return ids;
}
