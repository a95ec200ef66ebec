import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { LadingError, failure } from "../../errors.js";
import { listingText, type CheckStep } from "../step.js";
import { isOwnName } from "./after.js";
import type { Connection } from "./connection.js";
import { connectTo, openHosts, readLogin, type Host } from "./hosts.js";
import { checkListing, kindOf } from "./listing.js";
import { withLinksFollowed } from "./links.js";
import { openLogin } from "./login.js";
import { remoteOn, type Remote } from "./remote.js";
import { tryRights, tryWriting } from "./rights.js";
import type { Queries } from "../../store/store.js";
import type { SftpDirectory, SftpSettings } from "./settings.js";

/** This module checks an SFTP connection step by step, for `lading doctor`. */

const steps = {
  secrets: "secrets",
  name: "host name",
  reached: "connection",
  key: "host key",
  login: "login",
  sftp: "SFTP",
  directory: "directory",
} as const;

type StepName = keyof typeof steps;

/** A test performed in an existing directory over a working connection. Returns a description of the result. */
interface Trial {
  readonly what: string;
  readonly attempt: (remote: Remote) => Promise<string>;
}

export interface SftpContext {
  readonly root: string;
  /** The database that stores the state of each host. If undefined, nothing is recorded. */
  readonly db: Queries | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks a source directory: whether it can be listed, and whether the user has the permissions for the after-action.
 */
export async function* examineSftp(
  settings: SftpSettings,
  context: SftpContext,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const { directory, limits, after, followLinks } = settings;
  const actions = [after.published, after.rejected];
  let counts = { files: 0, ignored: 0 };
  const listing: Trial = {
    what: "listing",
    async attempt(remote) {
      const found = await remote.list(directory, limits.entries);
      const entries = followLinks ? await withLinksFollowed(remote, directory, found) : found;
      const { files, ignored } = checkListing(entries, (name) => isOwnName(name, actions), followLinks);
      counts = { files: files.length, ignored: ignored.length };
      return listingText(files.length, ignored);
    },
  };
  const rights: Trial = {
    what: "permissions for the after-action",
    attempt: (remote) => tryRights(remote, settings),
  };
  const isOk = yield* examineDirectory(settings, context, [listing, rights], signal);
  if (isOk) await hostOf(settings, context)?.recordContact(directory, counts);
}

/** Checks a destination directory: whether a file can be written and replaced. */
export async function* examineDestination(
  location: SftpDirectory,
  context: SftpContext,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const writing: Trial = {
    what: "writing",
    attempt: (remote) => tryWriting(remote, location.directory),
  };
  const isOk = yield* examineDirectory(location, context, [writing], signal);
  if (isOk) await hostOf(location, context)?.recordContact(location.directory);
}

/** Checks a directory without writing a test file, because the recipient would pick up that file. */
export function examineReach(
  location: SftpDirectory,
  context: Pick<SftpContext, "root" | "env">,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  return examineDirectory(location, { ...context, db: undefined }, [], signal);
}

/**
 * Runs each step once, even while Lading is pausing after earlier failures. A failure replaces the recorded problem of
 * the host, so a changed host key is reported even during the pause after a refused login. Returns true if all steps
 * succeeded, so that the caller can end the pause.
 */
async function* examineDirectory(
  location: SftpDirectory,
  context: SftpContext,
  trials: readonly Trial[],
  signal: AbortSignal,
): AsyncGenerator<CheckStep, boolean> {
  const { host, directory } = location;
  const folders = { folder: context.root, env: context.env };
  const order = [...Object.values(steps), ...trials.map(({ what }) => what)];
  const found = new Map<string, string>();
  const find = (name: StepName, detail: string): void => void found.set(steps[name], detail);
  let yielded = 0;
  let connection: Connection | undefined;

  /** Yields the steps completed since the last call. */
  function* done(): Generator<CheckStep> {
    for (const what of order.slice(yielded)) {
      const detail = found.get(what);
      if (detail === undefined) return;
      yielded++;
      yield { what, outcome: "done", detail };
    }
  }

  try {
    await openLogin(location, readLogin(location, folders));
    find("secrets", [location.key && "key", location.password && "password"].filter(Boolean).join(", "));
    yield* done();
    find("name", await addressOf(host));
    yield* done();
    connection = await connectTo(location, folders, signal, {
      onStage: find,
      onWeak: (algorithms) =>
        find("sftp", `with algorithms that are no longer secure: ${algorithms.join(", ")}`),
    });
    yield* done();

    const remote = remoteOn(connection, signal);
    const attributes = await remote.look(directory);
    if (attributes === undefined) throw failure("sftp_no_directory", { host, path: directory });
    find("directory", kindOf(attributes) === "link" ? `${directory} (a link)` : directory);
    yield* done();

    for (const { what, attempt } of trials) {
      found.set(what, await attempt(remote));
      yield* done();
    }
    return true;
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    yield* done();
    const [failed, ...rest] = order.slice(yielded);
    if (failed !== undefined) {
      yield { what: failed, outcome: "failed", detail: error.message, next: error.hint, error };
    }
    for (const what of rest) yield { what, outcome: "not tried", detail: "" };
    await hostOf(location, context)?.recordFailure(error, connection && directory);
    return false;
  } finally {
    await connection?.close();
  }
}

function hostOf(location: SftpDirectory, { root, db, env }: SftpContext): Host | undefined {
  return db && openHosts({ folder: root, env, db }).host(location);
}

async function addressOf(host: string): Promise<string> {
  if (isIP(host) !== 0) return "is an address";
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.map(({ address }) => address).join(", ");
  } catch (error) {
    throw failure("sftp_unknown_host", { host, reason: (error as NodeJS.ErrnoException).code ?? "" }, error);
  }
}
