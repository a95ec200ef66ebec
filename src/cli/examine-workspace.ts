import { openHosts } from "../connectors/sftp/hosts.js";
import { X509Certificate } from "node:crypto";
import { constants, promises as fs } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import { isLive, readCredentials } from "../store/credentials/credentials.js";
import { exposureOf } from "../store/credentials/private-file.js";
import { failure, LadingError } from "../errors.js";
import { withOutboxFolder, type OutboxAccount } from "../feeds/deliveries/outboxes.js";
import { examineOutboxFolder } from "../outbox/examine.js";
import { examineReach } from "../connectors/sftp/examine.js";
import type { CheckStep } from "../connectors/step.js";
import { age, counted } from "../sentence.js";
import { realDisk } from "../system/disk.js";
import { readKeyPair } from "../http/key-pair.js";
import { exists } from "../system/durable.js";
import { strayBlobs } from "../feeds/deliveries/unknown-files.js";
import { backedUpFact, readFact } from "../store/facts.js";
import { examineReplication, examineStore } from "../store/examine.js";
import type { Queries, Store } from "../store/store.js";
import { endingSoon } from "../workspace/expiry.js";
import { loadMapping } from "../workspace/mapping-file.js";
import { loadOutboxLayout } from "../workspace/layout-file.js";
import { openStoreOf, withStore } from "../workspace/open-store.js";
import { runningServer } from "../workspace/running-server.js";
import type { Workspace } from "../workspace/workspace.js";
import { refuseOtherPlatforms } from "./feeds/open.js";
import { day } from "../model/time-spans.js";
import type { CredentialKind } from "../store/states.js";

/** This module checks the workspace and its machine step by step, for `lading doctor`. */

/** Required free space in bytes: a new version and its encodings are written alongside the previous ones. */
const requiredBytes = 500_000_000;

export async function* examineWorkspace(
  workspace: Workspace,
  env: Readonly<Record<string, string | undefined>>,
  readsBytes: boolean,
): AsyncGenerator<CheckStep> {
  const { data, server } = workspace;
  yield await step("machine", async () => {
    refuseOtherPlatforms();
    return `Node ${process.versions.node}`;
  });
  yield await step("mappings", () => examineMappings(workspace));
  yield await step("data folder", () => examineData(data));
  yield await step("disk", () => examineDisk(data));
  if (server.tls !== undefined) {
    const { certificate, key } = server.tls;
    yield await step("TLS certificate and key", () => examineKeyPair(workspace.root, certificate, key));
  }
  yield* examineStored(workspace, env, readsBytes);
  const running = await runningServer(workspace, env);
  yield await step("port for lists", () => examinePort(server.address, server.port, running?.url));
  yield await step("console port", () =>
    examinePort(server.operators.address, server.operators.port, running?.operatorsUrl),
  );
}

/** Checks the store and its contents without creating the store if it does not exist. */
async function* examineStored(
  workspace: Workspace,
  env: Readonly<Record<string, string | undefined>>,
  readsBytes: boolean,
): AsyncGenerator<CheckStep> {
  const { data, database } = workspace;
  let store: Store | undefined;
  try {
    yield await step("store", async () => {
      if (database === undefined && !(await exists(realDisk, join(data, "lading.db")))) {
        if (await exists(realDisk, join(data, "version"))) throw failure("earlier_data", { path: data });
        // Opening the database for reading does not create a store, and reveals whether an earlier store was lost.
        await withStore(workspace, env, "read", async () => undefined);
        return "does not exist yet; the first run creates it";
      }
      store = await openStoreOf(workspace, env);
      const result = await examineStore(store, readsBytes);
      const { length } = await strayBlobs({ store }, new Date());
      return length === 0
        ? result
        : `${result}; ${length} files do not belong to a delivery (see \`lading status\`)`;
    });
    const db = store?.db;
    const takesInvoices = [...workspace.accounts.values()].some(({ outbox }) => outbox !== undefined);
    const replication = store && takesInvoices ? await examineReplication(store) : undefined;
    if (replication !== undefined) yield { what: "replication", outcome: "done", detail: replication };
    if (db !== undefined) {
      yield await step("backup", () => examineBackup(db));
      yield await step("clock", () => examineClock(workspace, db));
      yield await step("tokens and client secrets", () => examineCredentials(db));
    }
    yield* examineEnds(workspace, db);
  } finally {
    await store?.close();
  }
}

/**
 * Runs one check and returns its result, or the Lading error with its hint. All other errors are bugs and are
 * rethrown.
 */
async function step(what: string, examine: () => Promise<string>): Promise<CheckStep> {
  try {
    return { what, outcome: "done", detail: await examine() };
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return { what, outcome: "failed", detail: error.message, next: error.hint, error };
  }
}

export async function* examineOutbox(
  workspace: Workspace,
  one: OutboxAccount,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const { root } = workspace;
  const { account, outbox } = one;
  yield await step("layout", async () => {
    const label = relative(root, outbox.layout);
    await loadOutboxLayout(outbox.layout, account.account, label);
    return label;
  });
  if (!("folder" in outbox.location)) {
    let isReached = true;
    for await (const each of examineReach(outbox.location, { root, env }, signal)) {
      isReached &&= each.outcome === "done";
      yield each;
    }
    if (!isReached) return;
  }
  yield await step("outbox folder", () =>
    withStore(workspace, env, "read", async ({ db }) => {
      const hosts = openHosts({ db, folder: root, env });
      try {
        return await withOutboxFolder({ disk: realDisk, hosts }, one, signal, (place) =>
          examineOutboxFolder(db, place, account.name),
        );
      } finally {
        await hosts.close();
      }
    }),
  );
}

async function examineMappings({ root, feeds }: Workspace): Promise<string> {
  const paths = new Set<string>();
  for (const { mapping, account } of feeds) {
    if (mapping === undefined) continue;
    await loadMapping(mapping, relative(root, mapping), [account]);
    paths.add(mapping);
  }
  return `${paths.size} for ${feeds.length} ${feeds.length === 1 ? "feed" : "feeds"}`;
}

async function examineData(data: string): Promise<string> {
  if (!(await exists(realDisk, data))) {
    await mayWrite(dirname(data));
    return "does not exist yet; the first run creates it";
  }
  await mayWrite(data);
  const { mode } = await fs.stat(data);
  if ((mode & 0o077) !== 0) {
    throw failure("folder_exposed", { path: data, mode: (mode & 0o777).toString(8).padStart(4, "0") });
  }
  return "private and writable";
}

async function mayWrite(path: string): Promise<void> {
  try {
    await fs.access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw failure("no_permission", { path }, error);
  }
}

async function examineDisk(data: string): Promise<string> {
  const { bavail, bsize } = await fs.statfs((await exists(realDisk, data)) ? data : dirname(data));
  const free = bavail * bsize;
  if (free < requiredBytes) throw failure("disk_nearly_full", { path: data, free: megabytes(free) });
  return `${megabytes(free)} free`;
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}

async function examineBackup(db: Queries): Promise<string> {
  const at = await readFact(db, backedUpFact);
  if (typeof at !== "string") return "none yet; `lading backup` creates one";
  return `last \`lading backup\` ${age(at, new Date())}`;
}

async function examineClock({ feeds }: Workspace, db: Queries): Promise<string> {
  const at = Date.now();
  const now = new Date(at).toISOString();
  const names = new Set(feeds.map(({ name }) => name));
  const later = await db
    .selectFrom("feeds")
    .select(["name", "last_published_at as last"])
    .where("last_published_at", ">", new Date(at + day).toISOString())
    .execute();
  for (const { name: feed, last } of later)
    if (names.has(feed)) throw failure("clock_wrong", { now, feed, last: last ?? "" });
  return now;
}

/** Checks that the certificate and key exist and belong together, and that the key file is private. */
async function examineKeyPair(root: string, certificate: string, key: string): Promise<string> {
  const { cert } = await readKeyPair({ certificate: resolve(root, certificate), key: resolve(root, key) });
  const exposed = exposureOf(resolve(root, key), key);
  if (exposed !== undefined) throw exposed;
  const ends = new Date(new X509Certificate(cert).validTo).toISOString().slice(0, 10);
  return `the certificate and key match, the certificate expires on ${ends}, and the key file is private`;
}

async function examineCredentials(db: Queries): Promise<string> {
  const now = new Date();
  const live = (await readCredentials(db)).filter((one) => isLive(one, now));
  const active = (kind: CredentialKind, what: string) =>
    counted(live.filter((one) => one.kind === kind).length, `active ${what}`);
  return `${active("token", "token")}, ${active("client", "client secret")}`;
}

/**
 * Reports SFTP logins, TLS certificates, tokens, client secrets and access keys that have expired or will expire soon.
 */
async function* examineEnds(workspace: Workspace, db: Queries | undefined): AsyncGenerator<CheckStep> {
  const endings = await endingSoon(workspace, db, new Date());
  if (endings.length === 0)
    yield { what: "expiry", outcome: "done", detail: "nothing expires within the next 14 days" };
  for (const { sentence, next } of endings) {
    yield await step("expiry", async () => {
      throw failure("ends_soon", { sentence, next });
    });
  }
}

/**
 * Checks that a port is free. `ours` is the URL of this workspace's running server, or undefined. That server may use
 * the port.
 */
async function examinePort(address: string, port: number, ours: string | undefined): Promise<string> {
  if (port === 0) return "any free port";
  const failed = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer()
      .once("error", resolve)
      .listen(port, address, () => probe.close(() => resolve(undefined)));
  });
  if (failed === undefined) return `${port} on ${address} is free`;
  if (failed.code !== "EADDRINUSE") {
    throw failure("cannot_listen", { address, port, reason: failed.code ?? failed.message }, failed);
  }
  if (ours !== undefined && Number(new URL(ours).port) === port)
    return `${port} on ${address} is used by this workspace`;
  throw failure("port_in_use", { address, port }, failed);
}
