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
 * What keeps feeds from being worked on: a host that is down, a secret that is missing, a clock that is wrong. The
 * process that meets a fault notes it in the store, and the next one that succeeds removes the note. Status, pages
 * and alerts all show the notes.
 */

const storedSchema = z.object({
  feed: z.string(),
  output: z.string().optional(),
  /** Whether it keeps the platform from being told of the feed's records. */
  events: z.literal(true).optional(),
  /** Whether it keeps the account's invoices from the FFS. */
  outbox: z.literal(true).optional(),
  /** Names of files in its sentence. */
  files: z.array(z.string()).optional(),
  /** The one invoice that it keeps from there. */
  invoice: z.string().optional(),
  /** The same as long as it is the same fault. */
  key: z.string(),
  /** Code of the error that it came from. */
  code: z.string().optional(),
  /** Where it lies: a host, a source, an output, a machine, a feed. */
  where: z.string(),
  sentence: z.string(),
  /** What to do about it. */
  next: z.string(),
  /** Since when, ISO 8601 UTC. */
  since: z.string(),
  /** Before this it may be nothing. Absent: it shows at once, whatever the clock of whoever looks. */
  from: z.string().optional(),
});
type StoredFault = z.infer<typeof storedSchema>;

/** One fault, with all feeds that suffer from it. */
export interface Fault extends Pick<
  StoredFault,
  "key" | "code" | "where" | "sentence" | "next" | "since" | "invoice" | "files"
> {
  /** Names of feeds. */
  readonly feeds: readonly string[];
  /** Whether they cannot be worked on; else it is only an output, or the platform, that does not hear of their lists. */
  readonly isOfFeed: boolean;
}

/** What came of working on a feed, or on bringing its list to an output. */
export interface Attempt {
  readonly feed: Feed;
  readonly output?: Output;
  /** Undefined: it went well. */
  readonly error: LadingError | undefined;
  /** A file of it that holds nothing. */
  readonly empty?: EmptyFile | undefined;
  /** Files of it that wait for others. */
  readonly incomplete?: readonly IncompleteBatch[] | undefined;
  /** Whether a source of it was not asked, so that nothing is known of a fault that another process met there meanwhile. */
  readonly isRemembered?: boolean;
}

/** Faults of a moment, of which nothing follows: somebody else is at it, or it is looked at again at once. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "locked",
  "lease_lost",
  "list_moved",
  "arrival_changed",
]);

/** True if another process works on the same thing, or took it over. This process leaves it alone, and nothing has failed. */
export function isElsewhere({ code }: Pick<LadingError, "code">): boolean {
  return code === "locked" || code === "lease_lost";
}

/** Notes what was met, and strikes out what is over. A store that fails is reported in another way. */
export async function noteFaults(setup: Setup, attempts: readonly Attempt[]): Promise<void> {
  const lasting = attempts.filter(isLasting);
  if (lasting.length === 0) return;
  const { store, workspace } = setup;
  try {
    const stored = await storedFaults(store.db);
    const telling = lasting.filter(
      (attempt) =>
        attempt.error !== undefined ||
        attempt.isRemembered !== true ||
        !namesOf(attempt).some((name) => stored.has(name)),
    );
    const names = new Set(telling.flatMap(namesOf));
    const known = [...stored].filter(([name, fault]) => names.has(name) || !isOf(workspace, fault));
    await renew(store.db, new Map(known), await faultsOf(setup, telling));
    const well = lasting.filter(({ error, output }) => error === undefined && output === undefined);
    await releaseNeglected(
      store,
      well.map(({ feed }) => feed.name),
    );
  } catch {
    // Whoever reads the store hears of it.
  }
}

function isLasting({ error }: Attempt): boolean {
  return error === undefined || !passing.has(error.code);
}

/** What attempts met, by the names under which it is kept. */
async function faultsOf(setup: FaultScene, attempts: readonly Attempt[]) {
  const met = new Map<string, StoredFault>();
  for (const attempt of attempts) {
    const fault = await faultOf(setup, attempt);
    if (fault !== undefined)
      met.set(attempt.error === undefined ? fileNameOf(attempt) : nameOf(attempt), fault);
  }
  return met;
}

/** Puts what is met in the place of what was noted; the same fault keeps the moment since when it stands. */
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

/** Whether some of these feeds are kept from being worked on by what was first noted at a moment or after it. */
export async function isAnyNew(db: Queries, attempts: readonly Attempt[], moment: Date): Promise<boolean> {
  const failed = attempts.filter((attempt) => attempt.error !== undefined && isLasting(attempt));
  if (failed.length === 0) return false;
  const known = await storedFaults(db);
  return failed.some((attempt) => (known.get(nameOf(attempt))?.since ?? "~") >= moment.toISOString());
}

/** Notes all that keeps the platform from being told of a feed's records, and strikes out what does no longer. */
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
 * Notes why invoices of an account do not reach its FFS. The fault is shown at the feed that would export those
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

/** All faults that stand, the one of the most feeds first. */
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

/** Feeds that cannot be worked on: that they are stale, too, is not reported. */
export function outOfReach(faults: readonly Fault[]): ReadonlySet<string> {
  return new Set(faults.flatMap(({ isOfFeed, feeds }) => (isOfFeed ? feeds : [])));
}

/** Those that are noted, whatever the workspace has. */
export async function notedFaults(db: Queries, now: Date): Promise<readonly Fault[]> {
  const stored = [...(await storedFaults(db)).values()];
  return grouped(stored.filter(({ from = "" }) => from <= now.toISOString()));
}

/** The same of what was met just now, where nothing can be noted. */
export async function faultsMet(setup: FaultScene, attempts: readonly Attempt[]): Promise<readonly Fault[]> {
  return grouped([...(await faultsOf(setup, attempts.filter(isLasting))).values()]);
}

/** A pass over a feed that takes longer than this is stuck, in milliseconds. */
const tooLong = hour;

/** So long a file of no bytes may be one that is just being written, in milliseconds. */
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
    invoice,
    files,
  } of faults) {
    const one = byKey.get(key);
    byKey.set(key, {
      ...(one ?? { key, code, where, sentence, next, invoice, files }),
      since: one === undefined || since < one.since ? since : one.since,
      isOfFeed:
        one?.isOfFeed === true || (output === undefined && events === undefined && outbox === undefined),
      feeds: [...new Set([...(one?.feeds ?? []), feed])],
    });
  }
  return [...byKey.values()]
    .map(forAll)
    .sort((a, b) => b.feeds.length - a.feeds.length || (a.since < b.since ? -1 : 1));
}

/** A command that the fault of one feed advises, for all feeds that suffer from it. */
function forAll(fault: Fault): Fault {
  const { feeds, next } = fault;
  return { ...fault, next: next.replace(`lading resume ${feeds[0]} `, `lading resume ${feeds.join(" ")} `) };
}

/** The store may be what cannot be had. */
type FaultScene = Pick<Setup, "workspace" | "worker" | "clock"> & Partial<Pick<Setup, "store">>;

async function faultOf(setup: FaultScene, attempt: Attempt): Promise<StoredFault | undefined> {
  const { feed, output, error, empty } = attempt;
  const now = setup.clock.now().toISOString();
  const about = { feed: feed.name, ...(output === undefined ? {} : { output: output.name }) };
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

/** The batch of which the others have been missing for the longest time. */
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

/** A host that is left alone after failures suffers from the last of them. */
async function causeOf(
  db: Queries | undefined,
  login: SftpDirectory | undefined,
  error: LadingError,
): Promise<Cause> {
  if (db === undefined || login === undefined || error.code !== "sftp_waiting") return error;
  // The store may be what fails.
  const state = await readHostState(db, login).catch(() => undefined);
  return state?.last_error ?? error;
}

/** Faults of a login; those of its host concern all logins there. */
const ofLogin = new Set<string>([
  "sftp_wrong_private_key",
  "sftp_login_failed",
  "sftp_second_proof",
  "sftp_password_expired",
  "sftp_no_more_connections",
  "sftp_text_first",
  "sftp_no_sftp",
  "sftp_no_directory",
  "sftp_no_permission",
  "sftp_no_rename",
  "sftp_failed",
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

/** Where a fault lies, and what tells it from others there. */
interface FaultPlace {
  readonly where: string;
  readonly what: string;
}

/** Undefined: it is none of a host. */
function atHost(login: SftpDirectory | undefined, code: string): FaultPlace | undefined {
  if (login === undefined || ofFile.has(code)) return undefined;
  const host = hostOf(login);
  if (ofLogin.has(code)) return { where: `${login.user}@${host}`, what: code };
  // Refused, timed out, lost: the same trouble, which shows in many ways.
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
  // A secret or a mapping that several feeds share is one mistake, and says the same of each.
  if (error.recovery === "fix") return { where: "workspace", what: `${code} ${error.message}` };
  return { where: attempt.feed.name, what: code };
}

function hostOf({ host, port }: Pick<SftpDirectory, "host" | "port">): string {
  return port === 22 ? host : `${host}:${port}`;
}

/** Strikes out what is said of a host's key: a person has just pinned one. */
export async function forgiveHostKey(db: Queries, host: string, port: number): Promise<void> {
  const over = `${hostOf({ host, port })} ${hostKeyFault}`;
  for (const [name, { key }] of await storedFaults(db)) if (key === over) await dropFact(db, name);
}

/** The login at the host that an error names. */
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

/** Of some places, the one at the host that an error names. */
function namedBy(
  { about }: LadingError,
  locations: readonly Output["location"][],
): SftpDirectory | undefined {
  return locations.find(
    (location): location is SftpDirectory => "host" in location && location.host === about["host"],
  );
}

/** Its beginning is by the clock of who looks, as that of all faults: the database's may be another. */
function ofLease({ name, owner, since: begun, isGone, heldFor }: OwnedLease, now: Date): StoredFault {
  const { pid, host } = owner;
  const code = isGone ? "left_in_the_middle" : "worked_on_too_long";
  const error = failure(code, { feed: name, pid: String(pid), host, since: begun });
  const key = `process ${host} ${pid} ${isGone ? "gone" : "long"}`;
  const since = new Date(now.getTime() - heldFor).toISOString();
  return { feed: name, key, code, where: host, sentence: error.message, next: error.hint, since };
}

/** Whether the workspace still has what it is about. */
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

/** Prefix of the facts that hold faults of feeds; the feed's name follows. */
export const faultBeginning = "fault ";

function nameOf({ feed, output }: Attempt): string {
  return `${faultBeginning}${feed.name}${output === undefined ? "" : ` output ${output.name}`}`;
}

/** What its files keep from being taken, which stands beside a fault of the host, too. */
export const fileFaultEnd = " file";

function fileNameOf(attempt: Attempt): string {
  return `${nameOf(attempt)}${fileFaultEnd}`;
}

/** All that an attempt says something of: nobody knows of the files of a source that could not be listed. */
function namesOf(attempt: Attempt): readonly string[] {
  return attempt.error === undefined ? [nameOf(attempt), fileNameOf(attempt)] : [nameOf(attempt)];
}

/** By the names under which they are kept. */
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
