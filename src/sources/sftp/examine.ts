import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { LadingError, failure } from "../../errors.js";
import { listingText, type Step } from "../step.js";
import { isOwnName } from "./after.js";
import type { Connection, Stage } from "./connection.js";
import { connectTo, openHosts, readLogin } from "./hosts.js";
import { checkListing, kindOf } from "./listing.js";
import { openLogin } from "./login.js";
import { listDirectory, look } from "./remote.js";
import { tryRights } from "./rights.js";
import type { SftpSettings } from "./settings.js";

/** The steps of a connection in their order, for `lading doctor`. */

const steps = {
  secrets: "secrets",
  name: "host name",
  reached: "connection",
  key: "host key",
  login: "login",
  sftp: "SFTP",
  directory: "directory",
  listing: "listing",
  rights: "rights for the after-action",
} as const;

type StepName = keyof typeof steps;

const names = Object.keys(steps) as StepName[];

interface Places {
  readonly root: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Tries each step once, whatever the waiting after earlier failures; when all is well the waiting is over. */
export async function* examineSftp(
  settings: SftpSettings,
  { root, data, env }: Places,
  signal: AbortSignal,
): AsyncGenerator<Step> {
  const places = { folder: root, env };
  const { directory, limits, after } = settings;
  const found = new Map<StepName, string>();
  let told = 0;
  let connection: Connection | undefined;

  /** The steps that were done since the last call. */
  function* done(): Generator<Step> {
    for (const name of names.slice(told)) {
      const detail = found.get(name);
      if (detail === undefined) return;
      told++;
      yield { what: steps[name], outcome: "done", detail };
    }
  }

  try {
    await openLogin(settings, readLogin(settings, places));
    found.set("secrets", [settings.key && "key", settings.password && "password"].filter(Boolean).join(", "));
    yield* done();
    found.set("name", await addressOf(settings.host));
    yield* done();
    connection = await connectTo(settings, places, signal, {
      onStage: (stage: Stage, detail) => found.set(stage, detail),
      onWeak: (algorithms) =>
        found.set("sftp", `with algorithms that are no longer safe: ${algorithms.join(", ")}`),
    });
    yield* done();

    const attributes = await look(connection, directory, signal);
    if (attributes === undefined)
      throw failure("sftp_no_directory", { host: settings.host, path: directory });
    found.set("directory", kindOf(attributes) === "link" ? `${directory} (a link)` : directory);
    yield* done();

    const entries = await listDirectory(connection, directory, limits.entries, signal);
    const actions = [after.published, after.rejected];
    const { files, ignored } = checkListing(entries, limits, (name) => isOwnName(name, actions));
    found.set("listing", listingText(files.length, ignored));
    yield* done();

    found.set("rights", await tryRights(connection, settings, signal));
    yield* done();
    const hosts = openHosts({ ...places, dataFolder: data });
    await hosts.host(settings).recordListing(directory, files.length, ignored.length);
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    yield* done();
    const [failed, ...rest] = names.slice(told);
    if (failed !== undefined) {
      yield { what: steps[failed], outcome: "failed", detail: error.message, next: error.hint, error };
    }
    for (const name of rest) yield { what: steps[name], outcome: "not tried", detail: "" };
  } finally {
    await connection?.close();
  }
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
