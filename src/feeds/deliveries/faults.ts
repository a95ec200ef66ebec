import { accountOfFeed } from "../../model/account.js";
import { isDeepStrictEqual } from "node:util";
import { failure, type ErrorCode, type LadingError } from "../../errors.js";
import { readHostState } from "../../connectors/sftp/host-state.js";
import type { SftpDirectory } from "../../connectors/sftp/settings.js";
import { ownedLeases, releaseAbandoned, type OwnedLease } from "../../store/leases.js";
import { putRow, storable } from "../../store/bulk.js";
import type { FaultKind } from "../../store/states.js";
import type { Queries, Store } from "../../store/store.js";
import type { Feed, Output, Workspace } from "../../workspace/workspace.js";
import { incompleteError, type IncompleteBatch } from "./file-sets.js";
import type { EmptyFile } from "./listings.js";
import type { Setup } from "./setup.js";
import { hour } from "../../model/time-spans.js";
import type { NextStep } from "../../sentence.js";

/**
 * Faults that prevent work on feeds, such as an unreachable host, a missing secret, or a wrong clock. The process that
 * encounters a fault records it in the store. The next process that succeeds removes the record. Status, pages and
 * alerts show these records.
 */

/** A fault of one feed, as in the tables `faults`, `fault_files` and `fault_commands`. */
interface StoredFault extends NextStep {
  readonly feed: string;
  readonly kind: FaultKind;
  /**
   * If `kind` is `output`, the name of the output. If `kind` is `events` or `outbox`, distinguishes a feed's faults,
   * for example by error code. Otherwise empty.
   */
  readonly subject: string;
  /** Set if the fault prevents only one file from being read. */
  readonly isOfFile?: true | undefined;
  /** File names that occur in the sentence. */
  readonly files?: readonly string[] | undefined;
  /** ID of the affected invoice, if the fault affects only one invoice. */
  readonly invoice?: string | undefined;
  /** Identifies the fault. Does not change while the fault lasts. */
  readonly key: string;
  /** Code of the underlying error. */
  readonly code: string;
  /** Location of the fault, such as a host, a login, a source, a machine or the workspace. */
  readonly where: string;
  readonly sentence: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  /**
   * The fault is hidden until this time, because it may be harmless. If the time is absent, the fault is shown
   * immediately, even if clocks differ.
   */
  readonly from?: string | undefined;
}

/** One fault with all affected feeds. */
export interface Fault extends Pick<
  StoredFault,
  "key" | "where" | "sentence" | "next" | "commands" | "since" | "invoice" | "files"
> {
  /** Code of the underlying error. */
  readonly code?: string | undefined;
  readonly feeds: readonly string[];
  /**
   * True if the feeds cannot be processed. False if only one file is unreadable, or if only an output, the platform or
   * the outbox is affected.
   */
  readonly isOfFeed: boolean;
  readonly isOfFile?: boolean;
}

/** The result of processing a feed or of writing its list to an output. */
export interface Attempt {
  readonly feed: Feed;
  readonly output?: Output;
  /** Undefined if the attempt succeeded. */
  readonly error: LadingError | undefined;
  /** True if the error concerns one file and the feed's other files were processed. */
  readonly isOfFile?: boolean | undefined;
  /** An empty file at the feed's source. */
  readonly empty?: EmptyFile | undefined;
  readonly incomplete?: readonly IncompleteBatch[] | undefined;
  /** True if a source was not contacted. A fault that another process found there may persist. */
  readonly isRemembered?: boolean;
}

/** Temporary conditions that require no action. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "locked",
  "lease_lost",
  "list_moved",
  "arrival_changed",
]);

/** True if another process is doing the same work or has taken it over. Nothing has failed. */
export function isElsewhere({ code }: Pick<LadingError, "code">): boolean {
  return code === "locked" || code === "lease_lost";
}

/** Records new faults and removes resolved ones. Failures of the store itself are ignored here. */
export async function noteFaults(setup: Setup, attempts: readonly Attempt[]): Promise<void> {
  const lasting = attempts.filter(isLasting);
  if (lasting.length === 0) return;
  const { store, workspace } = setup;
  try {
    const stored = await storedFaults(store.db);
    const conclusive = lasting.filter(
      (attempt) =>
        attempt.error !== undefined ||
        attempt.isRemembered !== true ||
        !namesOf(attempt).some((name) => stored.has(name)),
    );
    const names = new Set(conclusive.flatMap(namesOf));
    const known = [...stored].filter(([name, fault]) => names.has(name) || !isOf(workspace, fault));
    await renew(store, new Map(known), await faultsOf(setup, conclusive));
    const well = lasting.filter(({ error, output }) => error === undefined && output === undefined);
    await releaseAbandoned(
      store,
      well.map(({ feed }) => feed.name),
    );
  } catch {
    // Other operations that use the store fail in the same way and report the failure.
  }
}

/** False if an attempt failed because of a temporary condition that requires no action. */
export function isLasting({ error }: Pick<Attempt, "error">): boolean {
  return error === undefined || !passing.has(error.code);
}

async function faultsOf(setup: FaultScene, attempts: readonly Attempt[]): Promise<readonly StoredFault[]> {
  const faults = await Promise.all(attempts.map((attempt) => faultOf(setup, attempt)));
  return faults.filter((fault) => fault !== undefined);
}

/** Replaces recorded faults with the current ones. An unchanged fault keeps its start time. */
async function renew(
  store: Pick<Store, "db" | "transaction">,
  known: ReadonlyMap<string, StoredFault>,
  met: readonly StoredFault[],
): Promise<void> {
  for (const fault of met) {
    const before = known.get(nameOf(fault));
    const now = before?.key === fault.key ? { ...fault, since: before.since } : fault;
    if (before === undefined || !isDeepStrictEqual(rowsOf(now), rowsOf(before)))
      await store.transaction((tx) => write(tx, now));
  }
  const names = new Set(met.map(nameOf));
  for (const [name, fault] of known) if (!names.has(name)) await drop(store.db, fault);
}

/**
 * True if one of these attempts failed with a fault that was first recorded at or after `moment` or is not recorded.
 */
export async function isAnyNew(db: Queries, attempts: readonly Attempt[], moment: Date): Promise<boolean> {
  const failed = attempts.filter((attempt) => attempt.error !== undefined && isLasting(attempt));
  if (failed.length === 0) return false;
  const known = await storedFaults(db);
  return failed.some(
    (attempt) => (known.get(nameOf(ofAttempt(attempt)))?.since ?? "~") >= moment.toISOString(),
  );
}

/** Records faults that prevent a feed's events from reaching the platform and removes resolved ones. */
export async function noteEventFaults(
  { store, clock }: Pick<Setup, "store" | "clock">,
  feed: Feed,
  errors: readonly LadingError[],
): Promise<void> {
  const about = { feed: feed.name, kind: "events" as const };
  const where = `platform of ${feed.account.name}`;
  const met = errors.map((error) => ({ where, what: error.code, error }));
  await noteWhileItLasts({ store, clock }, about, met);
}

/**
 * Records why an account's invoices do not reach its FFS. The fault is recorded under the account's feed for posted
 * invoices, or under its first feed if there is none.
 */
export async function noteOutboxFaults(
  { store, clock, workspace }: Pick<Setup, "store" | "clock" | "workspace">,
  account: string,
  errors: readonly LadingError[],
): Promise<void> {
  const own = workspace.feeds.filter(({ name }) => accountOfFeed(name) === account);
  const feed = own.find(({ type }) => type.name === "payables-invoice") ?? own[0];
  if (feed === undefined) return;
  const about = { feed: feed.name, kind: "outbox" as const };
  const location = workspace.accounts.get(account)?.outbox?.location;
  const met = await Promise.all(
    errors.map(async (error) => {
      const login = location && namedBy(error, [location]);
      const cause = await causeOf(store.db, login, error);
      const elsewhere = { where: `outbox of ${account}`, what: cause.code };
      const invoice = error.about["id"];
      return {
        ...(atHost(login, cause.code) ?? elsewhere),
        error: cause,
        ...(typeof invoice === "string" ? { invoice } : {}),
      };
    }),
  );
  await noteWhileItLasts({ store, clock }, about, met);
}

async function noteWhileItLasts(
  { store, clock }: Pick<Setup, "store" | "clock">,
  about: Pick<StoredFault, "feed" | "kind">,
  met: readonly (FaultPlace & Pick<StoredFault, "invoice"> & { readonly error: Cause })[],
): Promise<void> {
  const known = await storedFaults(store.db, about);
  const since = clock.now().toISOString();
  const now = met.map(({ where, what, error: { code, message: sentence, ...step }, ...more }) => {
    const key = `${where} ${what}`;
    const { hint: next, commands } = step;
    return { ...about, ...more, subject: what, key, code, where, sentence, next, commands, since };
  });
  await renew(store, known, now);
}

/** Returns all current faults, starting with the one that affects the most feeds. */
export async function readFaults(
  store: Pick<Store, "db" | "engine" | "now">,
  workspace: Workspace,
  now: Date,
): Promise<readonly Fault[]> {
  const stored = [...(await storedFaults(store.db)).values()].filter(
    (fault) => isOf(workspace, fault) && (fault.from ?? "") <= now.toISOString(),
  );
  const neglected = (await ownedLeases(store)).filter(
    ({ name, isGone, isGivenBack, heldFor }) =>
      (isGone || heldFor > tooLong) && !isGivenBack && workspace.feeds.some((feed) => feed.name === name),
  );
  return grouped([...stored, ...neglected.map((lease) => ofLease(lease, now))]);
}

/** Returns the incomplete batches that are not faults yet, because their missing files may still arrive. */
export async function batchesInArrival(
  db: Queries,
  workspace: Workspace,
  now: Date,
): Promise<readonly Fault[]> {
  const stored = [...(await storedFaults(db)).values()].filter(
    (fault) =>
      fault.code === "incomplete_batch" && isOf(workspace, fault) && (fault.from ?? "") > now.toISOString(),
  );
  return grouped(stored);
}

/** Returns the feeds that cannot be processed and are therefore not reported as stale. */
export function unprocessableFeeds(faults: readonly Fault[]): ReadonlySet<string> {
  return new Set(faults.flatMap(({ isOfFeed, feeds }) => (isOfFeed ? feeds : [])));
}

/** Returns all recorded faults that are not hidden, including faults of feeds that the workspace no longer contains. */
export async function notedFaults(db: Queries, now: Date): Promise<readonly Fault[]> {
  const stored = [...(await storedFaults(db)).values()];
  return grouped(stored.filter(({ from = "" }) => from <= now.toISOString()));
}

/** Returns the faults in these attempts without reading recorded faults, in case the store has failed. */
export async function attemptFaults(
  setup: FaultScene,
  attempts: readonly Attempt[],
): Promise<readonly Fault[]> {
  return grouped(await faultsOf(setup, attempts));
}

/** Milliseconds after which a pass over a feed is considered stuck. */
const tooLong = hour;

/** Milliseconds until an empty file is reported, because a sender may still be writing the file. */
const emptyFor = 600_000;

function grouped(faults: readonly StoredFault[]): readonly Fault[] {
  const byKey = new Map<string, Fault>();
  for (const { since, feed, kind, isOfFile, ...fault } of faults) {
    const { key, code, where, sentence, next, commands, invoice, files } = fault;
    const one = byKey.get(key);
    const isOfFeed = (kind === "feed" || kind === "file") && isOfFile === undefined;
    byKey.set(key, {
      ...(one ?? { key, code, where, sentence, next, commands, invoice, files }),
      since: one === undefined || since < one.since ? since : one.since,
      isOfFeed: one?.isOfFeed === true || isOfFeed,
      ...(isOfFile === undefined ? {} : { isOfFile }),
      feeds: [...new Set([...(one?.feeds ?? []), feed])],
    });
  }
  return [...byKey.values()]
    .map(forAllFeeds)
    .sort((a, b) => b.feeds.length - a.feeds.length || (a.since < b.since ? -1 : 1));
}

/** Extends a suggested `lading resume` command from one feed to all affected feeds. */
function forAllFeeds(fault: Fault): Fault {
  const { feeds, next, commands } = fault;
  const extended = (text: string) =>
    text.replace(`lading resume ${feeds[0]} `, `lading resume ${feeds.join(" ")} `);
  return { ...fault, next: extended(next), commands: commands.map(extended) };
}

/** `store` is absent if the store has failed. */
type FaultScene = Pick<Setup, "workspace" | "worker" | "clock"> & Partial<Pick<Setup, "store">>;

async function faultOf(setup: FaultScene, attempt: Attempt): Promise<StoredFault | undefined> {
  const { error, isOfFile, empty } = attempt;
  const now = setup.clock.now().toISOString();
  if (error !== undefined) {
    const login = loginOf(setup.workspace, attempt, error);
    const { code, message, hint, commands } = await causeOf(setup.store?.db, login, error);
    const { name: file, source: from } = error.about;
    const files = file !== undefined && (from ?? login) !== undefined ? { files: [String(file)] } : {};
    const { where, what } = atHost(login, code) ?? placeOf(setup, attempt, code, error);
    const key = `${where} ${what}`;
    const about = { ...ofAttempt(attempt), ...(isOfFile === true && { isOfFile }) };
    return { ...about, key, code, ...files, where, sentence: message, next: hint, commands, since: now };
  }
  if (empty === undefined) return incompleteFault(attempt);
  const { source, name, modified } = empty;
  const { message: sentence, hint: next, commands } = failure("empty_export", { source, name });
  const since = new Date(Math.min(modified, Date.parse(now))).toISOString();
  const from = new Date(Date.parse(since) + emptyFor).toISOString();
  const where = `source ${source}`;
  const key = `${where} empty ${name}`;
  return {
    ...ofFiles(attempt),
    key,
    code: "empty_export",
    files: [name],
    where,
    sentence,
    next,
    commands,
    since,
    from,
  };
}

/**
 * Returns the fault for the batch that has been incomplete for the longest time, or undefined if no batch is
 * incomplete.
 */
function incompleteFault(attempt: Attempt): StoredFault | undefined {
  const [oldest] = (attempt.incomplete ?? []).toSorted((a, b) => (a.since < b.since ? -1 : 1));
  if (oldest === undefined) return undefined;
  const { batch, source, there, missing, since, alertFrom: from } = oldest;
  const { message: sentence, hint: next, commands } = incompleteError(oldest);
  const where = `source ${source}`;
  const key = `${where} batch ${batch}`;
  const files = [...there, ...missing];
  const stated = { where, sentence, next, commands, since, from };
  return { ...ofFiles(attempt), key, code: "incomplete_batch", files, ...stated };
}

type Cause = Pick<LadingError, "message" | "hint" | "commands"> & { readonly code: string };

/** If connections to the host are paused after failures, returns the last failure instead of the pause. */
async function causeOf(
  db: Queries | undefined,
  login: SftpDirectory | undefined,
  error: LadingError,
): Promise<Cause> {
  if (db === undefined || login === undefined || error.code !== "sftp_waiting") return error;
  // The store may also have failed.
  const state = await readHostState(db, login).catch(() => undefined);
  return state?.last_error ?? error;
}

/** Faults that affect a single login. Other SFTP faults affect all logins at the host. */
const ofLogin = new Set<string>([
  "sftp_wrong_private_key",
  "sftp_login_failed",
  "sftp_login_cut",
  "sftp_no_login_method",
  "sftp_second_proof",
  "sftp_password_expired",
  "sftp_no_more_connections",
  "sftp_text_first",
  "sftp_no_sftp",
  "sftp_no_directory",
  "sftp_no_permission",
  "sftp_no_rename",
  "sftp_failed",
  "sftp_not_moved",
  "sftp_too_many_entries",
]);
const ofFile = new Set<string>(["sftp_too_large", "sftp_too_slow", "sftp_file_changed"]);
const ofHostKey = new Set<string>(["sftp_no_pin", "sftp_wrong_host_key", "sftp_revoked_host_key"]);
const hostKeyFault = "host key";
const ofMachine = new Set<string>([
  "storage_failed",
  "no_permission",
  "disk_nearly_full",
  "store_unreachable",
  "store_damaged",
  "store_busy",
  "clock_wrong",
]);

/** Location of a fault and what distinguishes it from others at the same location. */
interface FaultPlace {
  readonly where: string;
  readonly what: string;
}

/**
 * Returns the place of a fault at an SFTP host or login. Returns undefined if there is no login or if the fault affects
 * only one file.
 */
function atHost(login: SftpDirectory | undefined, code: string): FaultPlace | undefined {
  if (login === undefined || ofFile.has(code)) return undefined;
  const host = hostOf(login);
  if (ofLogin.has(code)) return { where: `${login.user}@${host}`, what: code };
  // Refused connections, timeouts and lost connections are symptoms of the same fault.
  return { where: host, what: ofHostKey.has(code) ? hostKeyFault : "connection" };
}

function placeOf(
  { worker }: Pick<Setup, "worker">,
  attempt: Attempt,
  code: string,
  error: LadingError,
): FaultPlace {
  const source = error.about["source"];
  if (source !== undefined) return { where: `source ${source}`, what: code };
  if (ofMachine.has(code)) return { where: `machine ${worker}`, what: code };
  if (attempt.output !== undefined) return { where: `output ${attempt.output.name}`, what: code };
  // Feeds that share a secret or mapping report the same message, so they share a fault.
  if (error.recovery === "fix") return { where: "workspace", what: `${code} ${error.message}` };
  return { where: attempt.feed.name, what: code };
}

function hostOf({ host, port }: Pick<SftpDirectory, "host" | "port">): string {
  return port === 22 ? host : `${host}:${port}`;
}

/** Removes host key faults after a person has pinned a key. */
export async function clearHostKeyFaults(db: Queries, host: string, port: number): Promise<void> {
  const over = `${hostOf({ host, port })} ${hostKeyFault}`;
  await db.deleteFrom("faults").where("cause", "=", over).execute();
}

/** Returns the login for the host that the error names. */
function loginOf(
  { sources }: Workspace,
  { feed, output }: Attempt,
  error: LadingError,
): SftpDirectory | undefined {
  if (output !== undefined) return namedBy(error, [output.location]);
  const settings = feed.sources.flatMap((name) => sources.get(name) ?? []);
  return namedBy(
    error,
    settings.flatMap((each) => ("sftp" in each ? [each.sftp] : [])),
  );
}

function namedBy(
  { about }: LadingError,
  locations: readonly Output["location"][],
): SftpDirectory | undefined {
  return locations.find(
    (location): location is SftpDirectory => "host" in location && location.host === about["host"],
  );
}

/**
 * Returns the fault for a lease that was left by a crash or is held for too long. The start time is calculated from
 * this machine's clock, as for all faults, because the database's clock may differ.
 */
function ofLease({ name, owner, since: begun, isGone, heldFor }: OwnedLease, now: Date): StoredFault {
  const { pid, host } = owner;
  const code = isGone ? "left_in_the_middle" : "worked_on_too_long";
  const error = failure(code, { feed: name, pid: String(pid), host, since: begun });
  const key = `process ${host} ${pid} ${isGone ? "gone" : "long"}`;
  const since = new Date(now.getTime() - heldFor).toISOString();
  return {
    feed: name,
    kind: "feed",
    subject: "",
    key,
    code,
    where: host,
    sentence: error.message,
    next: error.hint,
    commands: error.commands,
    since,
  };
}

/** True if the workspace still contains the feed, output or setting that the fault concerns. */
function isOf({ feeds, outputs, accounts }: Workspace, { feed, kind, subject }: StoredFault): boolean {
  if (!feeds.some(({ name }) => name === feed)) return false;
  if (kind === "outbox") return accounts.get(accountOfFeed(feed))?.outbox !== undefined;
  if (kind === "events") return accounts.get(accountOfFeed(feed))?.sync === "events";
  return (
    kind !== "output" || outputs.some(({ name, feeds: sent }) => name === subject && sent.includes(feed))
  );
}

/** The columns that identify a fault in the store. */
type FaultName = Pick<StoredFault, "feed" | "kind" | "subject">;

function nameOf({ feed, kind, subject }: FaultName): string {
  return JSON.stringify([feed, kind, subject]);
}

function ofAttempt({ feed, output }: Attempt): FaultName {
  return output === undefined
    ? { feed: feed.name, kind: "feed", subject: "" }
    : { feed: feed.name, kind: "output", subject: output.name };
}

/**
 * Names the fault of a feed's files. The name differs from that of the feed's own fault, because both faults may exist
 * at the same time.
 */
function ofFiles({ feed }: Attempt): FaultName {
  return { feed: feed.name, kind: "file", subject: "" };
}

/**
 * Names of the faults that the attempt confirms or resolves. If a source could not be listed, the state of its files
 * is unknown.
 */
function namesOf(attempt: Attempt): readonly string[] {
  const own = nameOf(ofAttempt(attempt));
  return attempt.error === undefined && attempt.output === undefined
    ? [own, nameOf(ofFiles(attempt))]
    : [own];
}

async function storedFaults(
  db: Queries,
  about?: Pick<StoredFault, "feed" | "kind">,
): Promise<ReadonlyMap<string, StoredFault>> {
  const found = db
    .selectFrom("faults")
    .selectAll()
    .$if(about !== undefined, (query) =>
      query.where("feed_name", "=", about?.feed ?? "").where("kind", "=", about?.kind ?? "feed"),
    );
  const faults = await found.orderBy("feed_name").orderBy("kind").orderBy("subject").execute();
  if (faults.length === 0) return new Map();
  const files = await db.selectFrom("fault_files").selectAll().orderBy("file").execute();
  const commands = await db.selectFrom("fault_commands").selectAll().orderBy("position").execute();
  return new Map(
    faults.map((row) => {
      const isOwn = ({ feed_name, kind, subject }: Pick<typeof row, "feed_name" | "kind" | "subject">) =>
        feed_name === row.feed_name && kind === row.kind && subject === row.subject;
      const own = files.filter(isOwn);
      const fault: StoredFault = {
        feed: row.feed_name,
        kind: row.kind,
        subject: row.subject,
        key: row.cause,
        code: row.code,
        where: row.place,
        sentence: row.sentence,
        next: row.next_step,
        commands: commands.filter(isOwn).map(({ command }) => command),
        since: row.since,
        from: row.shown_from ?? undefined,
        invoice: row.invoice ?? undefined,
        ...(row.is_of_file === 1 && { isOfFile: true }),
        ...(own.length > 0 && { files: own.map(({ file }) => file) }),
      };
      return [nameOf(fault), fault];
    }),
  );
}

function rowsOf({ feed: feed_name, kind, subject, files = [], ...fault }: StoredFault) {
  const name = { feed_name, kind, subject };
  const row = {
    ...name,
    cause: storable(fault.key),
    code: fault.code,
    place: storable(fault.where),
    sentence: storable(fault.sentence),
    next_step: storable(fault.next),
    since: fault.since,
    shown_from: fault.from ?? null,
    invoice: fault.invoice ?? null,
    is_of_file: fault.isOfFile === true ? 1 : 0,
  };
  return {
    row,
    files: [...new Set(files.map(storable))].sort().map((file) => ({ ...name, file })),
    commands: fault.commands.map((command, position) => ({ ...name, position, command: storable(command) })),
  };
}

async function write(tx: Queries, fault: StoredFault): Promise<void> {
  const { row, files, commands } = rowsOf(fault);
  // Writing the row first locks it, so that concurrent writers of the same fault take turns.
  await putRow(tx, "faults", row);
  for (const table of ["fault_files", "fault_commands"] as const) {
    await tx
      .deleteFrom(table)
      .where("feed_name", "=", fault.feed)
      .where("kind", "=", fault.kind)
      .where("subject", "=", fault.subject)
      .execute();
  }
  if (files.length > 0) await tx.insertInto("fault_files").values(files).execute();
  if (commands.length > 0) await tx.insertInto("fault_commands").values(commands).execute();
}

async function drop(db: Queries, { feed, kind, subject }: FaultName): Promise<void> {
  await db
    .deleteFrom("faults")
    .where("feed_name", "=", feed)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
}
