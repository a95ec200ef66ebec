import { accountOfFeed } from "../../model/account.js";
import { failure, type ErrorCode, type LadingError } from "../../errors.js";
import { readHostState } from "../../connectors/sftp/host-state.js";
import type { SftpDirectory } from "../../connectors/sftp/settings.js";
import { ownedLeases, releaseAbandoned, type OwnedLease } from "../../store/leases.js";
import { storable } from "../../store/bulk.js";
import type { Queries, Store } from "../../store/store.js";
import type { Feed, Output, Workspace } from "../../workspace/workspace.js";
import { incompleteError, type IncompleteBatch } from "./file-sets.js";
import type { EmptyFile } from "./listings.js";
import type { Setup } from "./setup.js";
import { nameOf, renew, storedFaults, type FaultName, type StoredFault } from "./stored-faults.js";
import { hour } from "../../model/time-spans.js";

/**
 * Faults that prevent work on feeds, such as an unreachable host, a missing secret, or a wrong clock. The process that
 * encounters a fault records it in the store. The next process that succeeds removes the record. Status, pages and
 * alerts show these records.
 */

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
        ![...stored.values()].some((fault) => isAbout(attempt, fault)),
    );
    const now = setup.clock.now();
    const met = [
      ...(await errorFaults(setup, conclusive)),
      ...conclusive.flatMap((attempt) => fileFaults(attempt, now)),
    ];
    const isChecked = (fault: StoredFault): boolean =>
      conclusive.some((attempt) => isAbout(attempt, fault)) || !isOf(workspace, fault);
    await renew(store, stored, met, isChecked);
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

/** The recorded faults of a workspace. */
export interface RecordedFaults {
  /** Current faults, starting with the one that affects the most feeds. */
  readonly faults: readonly Fault[];
  /** Incomplete batches that are not faults yet, because their missing files may still arrive. */
  readonly arriving: readonly Fault[];
}

export async function readFaults(
  store: Pick<Store, "db" | "engine" | "now">,
  workspace: Workspace,
  now: Date,
): Promise<RecordedFaults> {
  const stored = [...(await storedFaults(store.db)).values()].filter((fault) => isOf(workspace, fault));
  const neglected = (await ownedLeases(store)).filter(
    ({ name, isGone, isGivenBack, heldFor }) =>
      (isGone || heldFor > tooLong) && !isGivenBack && workspace.feeds.some((feed) => feed.name === name),
  );
  const shown = stored.filter((fault) => isShown(fault, now));
  return {
    faults: grouped([...shown, ...neglected.map((lease) => ofLease(lease, now))]),
    arriving: grouped(stored.filter((fault) => fault.code === "incomplete_batch" && !isShown(fault, now))),
  };
}

function isShown({ from = "" }: StoredFault, now: Date): boolean {
  return from <= now.toISOString();
}

/** Returns the feeds that cannot be processed and are therefore not reported as stale. */
export function unprocessableFeeds(faults: readonly Fault[]): ReadonlySet<string> {
  return new Set(faults.flatMap(({ isOfFeed, feeds }) => (isOfFeed ? feeds : [])));
}

/** Returns all recorded faults that are not hidden, including faults of feeds that the workspace no longer contains. */
export async function notedFaults(db: Queries, now: Date): Promise<readonly Fault[]> {
  const stored = [...(await storedFaults(db)).values()];
  return grouped(stored.filter((fault) => isShown(fault, now)));
}

/** Returns the errors of these attempts as faults, without reading recorded faults, in case the store has failed. */
export async function attemptFaults(
  setup: FaultScene,
  attempts: readonly Attempt[],
): Promise<readonly Fault[]> {
  return grouped(await errorFaults(setup, attempts));
}

/** Milliseconds after which a pass over a feed is considered stuck. */
const tooLong = hour;

/** Milliseconds until an empty file is reported, because a sender may still be writing the file. */
const emptyFor = 600_000;

/** Maximum number of incomplete batches that are recorded for each feed. */
const mostBatches = 100;

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

async function errorFaults(setup: FaultScene, attempts: readonly Attempt[]): Promise<readonly StoredFault[]> {
  return Promise.all(
    attempts.flatMap(({ error, ...attempt }) =>
      error === undefined ? [] : [errorFault(setup, attempt, error)],
    ),
  );
}

async function errorFault(
  setup: FaultScene,
  attempt: Omit<Attempt, "error">,
  error: LadingError,
): Promise<StoredFault> {
  const login = loginOf(setup.workspace, attempt, error);
  const { code, message, hint, commands } = await causeOf(setup.store?.db, login, error);
  const { name: file, source: from } = error.about;
  const files = file !== undefined && (from ?? login) !== undefined ? { files: [String(file)] } : {};
  const { where, what } = atHost(login, code) ?? placeOf(setup, attempt, code, error);
  const about = { ...ofAttempt(attempt), ...(attempt.isOfFile === true && { isOfFile: true as const }) };
  return {
    ...about,
    key: `${where} ${what}`,
    code,
    ...files,
    where,
    sentence: message,
    next: hint,
    commands,
    since: setup.clock.now().toISOString(),
  };
}

/** Returns the faults for the empty file and the incomplete batches at a feed's sources. */
function fileFaults({ feed, empty, incomplete = [] }: Attempt, now: Date): readonly StoredFault[] {
  const ofFeed = { feed: feed.name, kind: "file" as const };
  const oldestFirst = incomplete.toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, mostBatches);
  const faults = oldestFirst.map((batch) => ({ ...ofFeed, ...batchFault(batch) }));
  return empty === undefined ? faults : [{ ...ofFeed, ...emptyFault(empty, now) }, ...faults];
}

type FileFault = Omit<StoredFault, "feed" | "kind">;

function emptyFault({ source, name, modified }: EmptyFile, now: Date): FileFault {
  const { message: sentence, hint: next, commands } = failure("empty_export", { source, name });
  const since = Math.min(modified, now.getTime());
  const where = `source ${source}`;
  return {
    subject: "",
    key: `${where} empty ${name}`,
    code: "empty_export",
    files: [name],
    where,
    sentence,
    next,
    commands,
    since: new Date(since).toISOString(),
    from: new Date(since + emptyFor).toISOString(),
  };
}

function batchFault(batch: IncompleteBatch): FileFault {
  const { id, source, there, missing, since, alertFrom: from } = batch;
  const { message: sentence, hint: next, commands } = incompleteError(batch);
  const where = `source ${source}`;
  return {
    subject: storable(`batch ${id}`),
    key: `${where} batch ${id}`,
    code: "incomplete_batch",
    files: [...there, ...missing],
    where,
    sentence,
    next,
    commands,
    since,
    from,
  };
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
  attempt: Pick<Attempt, "feed" | "output">,
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
  { feed, output }: Pick<Attempt, "feed" | "output">,
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

function ofAttempt({ feed, output }: Pick<Attempt, "feed" | "output">): FaultName {
  return output === undefined
    ? { feed: feed.name, kind: "feed", subject: "" }
    : { feed: feed.name, kind: "output", subject: output.name };
}

/**
 * True if the attempt confirms or resolves the fault. If a source could not be listed, the state of its files is
 * unknown.
 */
function isAbout(attempt: Attempt, fault: StoredFault): boolean {
  const { feed, output, error, isOfFile } = attempt;
  const isListed = output === undefined && (error === undefined || isOfFile === true);
  if (fault.kind === "file") return isListed && fault.feed === feed.name;
  return nameOf(fault) === nameOf(ofAttempt(attempt));
}
