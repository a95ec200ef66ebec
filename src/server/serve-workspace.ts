import { resolve } from "node:path";
import { isLive, readCredentials } from "../credentials/credentials.js";
import { readSecret } from "../credentials/references.js";
import { failure } from "../errors.js";
import type { Log } from "../log.js";
import { openStore, type Store } from "../store/store.js";
import { recordTypes } from "../records/index.js";
import { namesOf } from "../records/renames.js";
import { isOnePort, type ServerSettings } from "../workspace/server-settings.js";
import { notLive, type Feed, type Workspace } from "../workspace/workspace.js";
import { note } from "../outbox/entries.js";
import { receiveInvoice } from "../outbox/receive.js";
import { renderFor } from "../outbox/render.js";
import type { Receiver } from "./invoices.js";
import type { ServedAccount } from "./lists.js";
import type { Clerk } from "./clerk.js";
import type { ServedFeed } from "./publications.js";
import { staleReason } from "../deliveries/stale.js";
import type { NoticeStatus } from "./status.js";
import { startServer, type RunningServer } from "./server.js";
import { workspaceStatus } from "./workspace-status.js";

/** Serves a workspace: what `lading serve` and `lading watch --serve` do. */

export interface ServeWorkspaceOptions {
  /** How notifications do, for the status page and the metrics. */
  readonly notices?: () => Promise<readonly NoticeStatus[]>;
  /** Who reads and decides deliveries for people at the operators' page; without one it only shows. */
  readonly clerk?: Clerk;
  readonly log: Log;
  readonly store: Store;
  /** Where secrets are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Other ports than the workspace says. */
  readonly port?: number | undefined;
  readonly operatorsPort?: number | undefined;
}

export async function serveWorkspace(
  workspace: Workspace,
  { log, store, env, port, operatorsPort, notices, clerk }: ServeWorkspaceOptions,
): Promise<RunningServer> {
  const { server, root } = workspace;
  const { db } = store;
  const settings: ServerSettings = {
    ...server,
    port: port ?? server.port,
    operators: { ...server.operators, port: operatorsPort ?? server.operators.port },
    tls: server.tls && {
      certificate: resolve(root, server.tls.certificate),
      key: resolve(root, server.tls.key),
    },
  };
  if (isOnePort(settings))
    throw failure("wrong_use", {
      reason: `The lists and the operators' pages need ports of their own, and both have ${settings.port}.`,
    });
  const { token } = server.operators;
  const operatorsToken = token === undefined ? undefined : readSecret(token, { env, folder: root });
  // Read before a port is open: what cannot be read must not leave a half-started server behind.
  const live = (await readCredentials(db)).some((credential) => isLive(credential, new Date()));
  const horizons = store.engine === "sqlite" ? await openStore({ data: workspace.data }) : store;
  const running = await startServer({
    settings,
    accounts: servedAccounts(workspace),
    db,
    horizons,
    status: workspaceStatus(workspace, store, undefined, notices),
    receiver: receiverOf(workspace, horizons),
    log,
    ...(clerk && { desk: { feeds: workspace.feeds.map(({ name }) => name), db, clerk } }),
    operatorsToken,
  }).catch(async (error: unknown) => {
    if (horizons !== store) await horizons.close();
    throw error;
  });
  for (const account of notLive(workspace)) {
    log.warn("not_live", { account, next: "say sync: polling in the account, once its lists are right" });
  }
  if (!live && settings.issuer === undefined) {
    log.warn("nobody can sign in yet", { next: "lading token create --account NAME" });
  }
  return {
    ...running,
    async close() {
      await running.close();
      if (horizons !== store) await horizons.close();
    },
  };
}

/** Takes invoices for the accounts that have an outbox. A layout is read anew for each: a corrected one counts at once. */
export function receiverOf(workspace: Workspace, store: Store): Receiver {
  const accounts = new Map([...workspace.accounts].filter(([, { outbox }]) => outbox !== undefined));
  return {
    accounts: new Set(accounts.keys()),
    async receive(name, body) {
      const account = accounts.get(name);
      if (account === undefined) throw new TypeError(`the account ${name} has no outbox`);
      const names = namesOf(account.rename["payables-invoice"]);
      return receiveInvoice(store, name, body, await renderFor(store, workspace, account), names);
    },
    noteUndelivered: (id) =>
      note(store, id, "The answer was not delivered: the platform may not know the id of this invoice."),
  };
}

function servedAccounts(workspace: Workspace): readonly ServedAccount[] {
  return Array.from(workspace.accounts.values(), ({ name, account, serve, sync, rename }) => {
    const lists = new Map<string, ServedFeed | "none">();
    for (const type of recordTypes) {
      const feed = workspace.feeds.find((one) => one.name === `${name}/${type.name}`);
      if (feed !== undefined) lists.set(type.plural, servedFeed(feed));
      else if (type.name === "tax-code" && !account.hasTaxCodes) lists.set(type.plural, "none");
    }
    return { name, envelope: serve.envelope?.key, sync, lists, rename };
  });
}

function servedFeed(feed: Feed): ServedFeed {
  return {
    name: feed.name,
    isStale: (list, now) => staleReason(feed, list, now) !== undefined,
  };
}
