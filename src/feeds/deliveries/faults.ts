import { accountOfFeed } from "../../model/account.js";
import { z } from "zod";
import { failure, type ErrorCode, type LadingError } from "../../errors.js";
import { readHostState } from "../../connectors/sftp/host-state.js";
import type { SftpDirectory } from "../../connectors/sftp/settings.js";
import { ownedLeases, releaseNeglected, type OwnedLease } from "../../store/leases.js";
import { dropFact, readFacts, writeFact } from "../../store/facts.js";
import type { Queries, Store } from "../../store/store.js";
import type { Feed, Output, Workspace } from "../../workspace/workspace.js";
import type { IncompleteBatch } from "./file-sets.js";
import type { EmptyFile } from "./listings.js";
import type { Setup } from "./setup.js";
import { hour } from "../../model/time-spans.js";

/**
 * Faults that prevent work on feeds: an unreachable host, a missing secret, or a wrong clock. The process that
 * encounters a fault records it in the store. The next process that succeeds removes the record. Status, pages and
 * alerts show these records.
 */

const storedSchema = z.object({
  feed: z.string(),
  output: z.string().optional(),
  /** The fault prevents the feed's events from reaching the platform. */
  events: z.literal(true).optional(),
  /** The fault prevents the account's invoices from reaching the FFS. */
  outbox: z.literal(true).optional(),
  /** The fault prevents only one file from being read. */
  one_file: z.literal(true).optional(),
  /** File names that occur in the sentence. */
  files: z.array(z.string()).optional(),
  /** The affected invoice, if the fault affects only one. */
  invoice: z.string().optional(),
  /** Identifies the fault. Does not change while the fault lasts. */
  key: z.string(),
  /** Code of the underlying error. */
  code: z.string().optional(),
  /** Location of the fault: a host, a source, an output, a machine or a feed. */
  where: z.string(),
  sentence: z.string(),
  next: z.string(),
  /** ISO 8601 UTC. */
  since: z.string(),
  /**
   * The fault is hidden until this time, because it may be harmless. If the time is absent, the fault is shown
   * immediately, even if clocks differ.
   */
  from: z.string().optional(),
});
type StoredFault = z.infer<typeof storedSchema>;

/** One fault with all affected feeds. */
export interface Fault extends Pick<
  StoredFault,
  "key" | "code" | "where" | "sentence" | "next" | "since" | "invoice" | "files"
> {
  readonly feeds: readonly string[];
  /**
   * True if the feeds cannot be processed. False if only one file is unreadable, or if only an output or the platform
   * does not receive their lists.
   */
  readonly isOfFeed: boolean;
  /** True if only one file is unreadable. */
  readonly isOfFile?: boolean;
}

/** The result of processing a feed or of writing its list to an output. */
export interface Attempt {
  readonly feed: Feed;
  readonly output?: Output;
  /** Undefined after success. */
  readonly error: LadingError | undefined;
  /** True if the error concerns one file and the feed's other files were processed. */
  readonly isOfFile?: boolean | undefined;
  /** An empty file at the feed's source. */
  readonly empty?: EmptyFile | undefined;
  /** Batches that are waiting for missing files. */
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

/** Records new faults and removes resolved ones. Failures of the store itself are reported elsewhere. */
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
    await renew(store.db, new Map(known), await faultsOf(setup, conclusive));
    const well = lasting.filter(({ error, output }) => error === undefined && output === undefined);
    await releaseNeglected(
      store,
      well.map(({ feed }) => feed.name),
    );
  } catch {
    // Every operation that uses the store fails in the same way and reports the failure.
  }
}

function isLasting({ error }: Attempt): boolean {
  return error === undefined || !passing.has(error.code);
}

/** Faults from these attempts, by fact name. */
async function faultsOf(setup: FaultScene, attempts: readonly Attempt[]) {
  const met = new Map<string, StoredFault>();
  for (const attempt of attempts) {
    const fault = await faultOf(setup, attempt);
    if (fault !== undefined)
      met.set(attempt.error === undefined ? fileNameOf(attempt) : nameOf(attempt), fault);
  }
  return met;
}

/** Replaces recorded faults with the current ones. An unchanged fault keeps its start time. */
async function renew(
  db: Queries,
  known: ReadonlyMap<string, StoredFault>,
  met: ReadonlyMap<string, StoredFault>,
): Promise<void> {
  for (const [name, fault] of met) {
    const before = known.get(name);
    const now = before?.key === fault.key ? { ...fault, since: before.since } : fault;
    if (JSON.stringify(now) !== JSON.stringify(before)) await writeFact(db, name, now);
  }
  for (const name of known.keys()) if (!met.has(name)) await dropFact(db, name);
}

/** True if one of these attempts failed with a fault first recorded at or after this time. */
export async function isAnyNew(db: Queries, attempts: readonly Attempt[], moment: Date): Promise<boolean> {
  const failed = attempts.filter((attempt) => attempt.error !== undefined && isLasting(attempt));
  if (failed.length === 0) return false;
  const known = await storedFaults(db);
  return failed.some((attempt) => (known.get(nameOf(attempt))?.since ?? "~") >= moment.toISOString());
}

/** Records faults that prevent a feed's events from reaching the platform and removes resolved ones. */
export async function noteEventFaults(
  { store, clock }: Pick<Setup, "store" | "clock">,
  feed: Feed,
  errors: readonly LadingError[],
): Promise<void> {
  const about = { feed: feed.name, events: true as const };
  const where = `platform of ${feed.account.name}`;
  const met = errors.map((error) => ({ where, what: error.code, error }));
  await noteWhileItLasts({ store, clock }, `${feed.name} events`, about, met);
}

/**
 * Records why an account's invoices do not reach its FFS. The fault is shown for the feed that would export those
 * invoices.
 */
export async function noteOutboxFaults(
  { store, clock, workspace }: Pick<Setup, "store" | "clock" | "workspace">,
  account: string,
  errors: readonly LadingError[],
): Promise<void> {
  const own = workspace.feeds.filter(({ name }) => accountOfFeed(name) === account);
  const feed = own.find(({ type }) => type.name === "payables-invoice") ?? own[0];
  if (feed === undefined) return;
  const about = { feed: feed.name, outbox: true as const };
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
  await noteWhileItLasts({ store, clock }, `${feed.name} outbox`, about, met);
}

async function noteWhileItLasts(
  { store, clock }: Pick<Setup, "store" | "clock">,
  kept: string,
  about: Pick<StoredFault, "feed" | "events" | "outbox">,
  met: readonly (FaultPlace & Pick<StoredFault, "invoice"> & { readonly error: Cause })[],
): Promise<void> {
  const beginning = `${faultBeginning}${kept} `;
  const known = await storedFaults(store.db, beginning);
  const since = clock.now().toISOString();
  const now = met.map(({ where, what, error: { code, message: sentence, hint: next }, ...more }) => {
    const fault = { ...about, ...more, key: `${where} ${what}`, code, where, sentence, next, since };
    return [`${beginning}${what}`, fault] as const;
  });
  await renew(store.db, known, new Map(now));
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

/** Feeds that cannot be processed. Such feeds are not reported as stale. */
export function outOfReach(faults: readonly Fault[]): ReadonlySet<string> {
  return new Set(faults.flatMap(({ isOfFeed, feeds }) => (isOfFeed ? feeds : [])));
}

/** Returns all recorded faults, including those for feeds that the workspace no longer contains. */
export async function notedFaults(db: Queries, now: Date): Promise<readonly Fault[]> {
  const stored = [...(await storedFaults(db)).values()];
  return grouped(stored.filter(({ from = "" }) => from <= now.toISOString()));
}

/** Faults from these attempts, for a store that cannot be written to. */
export async function faultsMet(setup: FaultScene, attempts: readonly Attempt[]): Promise<readonly Fault[]> {
  return grouped([...(await faultsOf(setup, attempts.filter(isLasting))).values()]);
}

/** Milliseconds after which a pass over a feed is considered stuck. */
const tooLong = hour;

/**
 * How long a file may stay empty before it is reported, in milliseconds. Before that, a sender may still be writing
 * the file.
 */
const emptyFor = 600_000;

function grouped(faults: readonly StoredFault[]): readonly Fault[] {
  const byKey = new Map<string, Fault>();
  for (const {
    key,
    code,
    where,
    sentence,
    next,
    since,
    feed,
    output,
    events,
    outbox,
    one_file: isOfFile,
    invoice,
    files,
  } of faults) {
    const one = byKey.get(key);
    const isOfFeed =
      output === undefined && events === undefined && outbox === undefined && isOfFile === undefined;
    byKey.set(key, {
      ...(one ?? { key, code, where, sentence, next, invoice, files }),
      since: one === undefined || since < one.since ? since : one.since,
      isOfFeed: one?.isOfFeed === true || isOfFeed,
      ...(isOfFile === undefined ? {} : { isOfFile }),
      feeds: [...new Set([...(one?.feeds ?? []), feed])],
    });
  }
  return [...byKey.values()]
    .map(forAll)
    .sort((a, b) => b.feeds.length - a.feeds.length || (a.since < b.since ? -1 : 1));
}

/** Extends the suggested command from one feed to all affected feeds. */
function forAll(fault: Fault): Fault {
  const { feeds, next } = fault;
  return { ...fault, next: next.replace(`lading resume ${feeds[0]} `, `lading resume ${feeds.join(" ")} `) };
}

/** `store` is absent if the store has failed. */
type FaultScene = Pick<Setup, "workspace" | "worker" | "clock"> & Partial<Pick<Setup, "store">>;

async function faultOf(setup: FaultScene, attempt: Attempt): Promise<StoredFault | undefined> {
  const { feed, output, error, isOfFile, empty } = attempt;
  const now = setup.clock.now().toISOString();
  const about = {
    feed: feed.name,
    ...(output === undefined ? {} : { output: output.name }),
    ...(isOfFile === true ? { one_file: true as const } : {}),
  };
  if (error !== undefined) {
    const login = loginOf(setup.workspace, attempt, error);
    const { code, message, hint } = await causeOf(setup.store?.db, login, error);
    const { name: file, source: from } = error.about;
    const files = file !== undefined && (from ?? login) !== undefined ? { files: [String(file)] } : {};
    const { where, what } = atHost(login, code) ?? placeOf(setup, attempt, code, error);
    const key = `${where} ${what}`;
    return { ...about, key, code, ...files, where, sentence: message, next: hint, since: now };
  }
  if (empty === undefined) return incompleteFault(attempt);
  const { source, name, modified } = empty;
  const { message: sentence, hint: next } = failure("empty_export", { source, name });
  const since = new Date(Math.min(modified, Date.parse(now))).toISOString();
  const from = new Date(Date.parse(since) + emptyFor).toISOString();
  const where = `source ${source}`;
  const key = `${where} empty ${name}`;
  return { ...about, key, code: "empty_export", files: [name], where, sentence, next, since, from };
}

/** Returns the batch that has been incomplete for the longest time. */
function incompleteFault({ feed, incomplete = [] }: Attempt): StoredFault | undefined {
  const [oldest] = incomplete.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  if (oldest === undefined) return undefined;
  const { batch, source, there, missing, since, alertFrom: from } = oldest;
  const about = { batch, source, there: there.join(", "), missing: missing.join(", ") };
  const { message: sentence, hint: next } = failure("incomplete_batch", about);
  const where = `source ${source}`;
  const key = `${where} batch ${batch}`;
  const files = [...there, ...missing];
  return { feed: feed.name, key, code: "incomplete_batch", files, where, sentence, next, since, from };
}

type Cause = Pick<LadingError, "message" | "hint"> & { readonly code: string };

/** If connections to the host are paused after failures, returns the last failure. */
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

/** Returns undefined if the fault is not related to a host. */
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
export async function forgiveHostKey(db: Queries, host: string, port: number): Promise<void> {
  const over = `${hostOf({ host, port })} ${hostKeyFault}`;
  for (const [name, { key }] of await storedFaults(db)) if (key === over) await dropFact(db, name);
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

/** The start time comes from this machine's clock, as for all faults, because the database's clock may differ. */
function ofLease({ name, owner, since: begun, isGone, heldFor }: OwnedLease, now: Date): StoredFault {
  const { pid, host } = owner;
  const code = isGone ? "left_in_the_middle" : "worked_on_too_long";
  const error = failure(code, { feed: name, pid: String(pid), host, since: begun });
  const key = `process ${host} ${pid} ${isGone ? "gone" : "long"}`;
  const since = new Date(now.getTime() - heldFor).toISOString();
  return { feed: name, key, code, where: host, sentence: error.message, next: error.hint, since };
}

/** True if the workspace still has the feed, output or setting concerned. */
function isOf(
  { feeds, outputs, accounts }: Workspace,
  { feed, output, events, outbox }: StoredFault,
): boolean {
  if (!feeds.some(({ name }) => name === feed)) return false;
  if (outbox === true) return accounts.get(accountOfFeed(feed))?.outbox !== undefined;
  if (events === true) return accounts.get(accountOfFeed(feed))?.sync === "events";
  return (
    output === undefined || outputs.some(({ name, feeds: sent }) => name === output && sent.includes(feed))
  );
}

/** Prefix of the fact names for feed faults, followed by the feed's name. */
export const faultBeginning = "fault ";

function nameOf({ feed, output }: Attempt): string {
  return `${faultBeginning}${feed.name}${output === undefined ? "" : ` output ${output.name}`}`;
}

/** Suffix of the fact names for file faults, which may occur together with a host fault. */
export const fileFaultEnd = " file";

function fileNameOf(attempt: Attempt): string {
  return `${nameOf(attempt)}${fileFaultEnd}`;
}

/**
 * Names of the facts that the attempt confirms or resolves. If a source could not be listed, the state of its files
 * is unknown.
 */
function namesOf(attempt: Attempt): readonly string[] {
  return attempt.error === undefined ? [nameOf(attempt), fileNameOf(attempt)] : [nameOf(attempt)];
}

/** Recorded faults, by fact name. */
async function storedFaults(
  db: Queries,
  beginning = faultBeginning,
): Promise<ReadonlyMap<string, StoredFault>> {
  const faults = new Map<string, StoredFault>();
  for (const [name, fact] of await readFacts(db, beginning)) {
    const { data } = storedSchema.safeParse(fact);
    if (data !== undefined) faults.set(name, data);
  }
  return faults;
}
