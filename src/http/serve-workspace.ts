import { resolve } from "node:path";
import { isLive, readCredentials } from "../store/credentials/credentials.js";
import { readSecret } from "../store/credentials/references.js";
import { failure, wrongUse } from "../errors.js";
import type { Log } from "../log.js";
import { openStore, type Store } from "../store/store.js";
import { recordTypes } from "../model/record-types/index.js";
import { namesOf } from "../model/renames.js";
import type { WhyNotTaken } from "../workspace/follow.js";
import { noteServer } from "../workspace/running-server.js";
import { isOnePort, type ServerSettings } from "../workspace/server-settings.js";
import { notLive, type Feed, type Workspace } from "../workspace/workspace.js";
import { note } from "../outbox/entries.js";
import { receiveInvoice } from "../outbox/receive.js";
import { renderFor } from "../outbox/render.js";
import type { Receiver } from "./invoices.js";
import type { ServedAccount } from "./lists.js";
import type { ServedFeed } from "./publications.js";
import { staleReason } from "../feeds/deliveries/stale.js";
import type { StatusSource } from "../feeds/health/status.js";
import { startServer, type Pages, type RunningServer, type Served } from "./server.js";
import { workspaceStatus } from "../feeds/health/workspace-status.js";

/** This module serves a workspace, for `lading serve` and `lading watch --serve`. */

export interface ServeWorkspaceOptions {
  /** Creates the console. */
  readonly pages?: PagesOf;
  readonly log: Log;
  readonly store: Store;
  /** Environment for references to secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Overrides the ports set in the workspace. */
  readonly port?: number | undefined;
  readonly operatorsPort?: number | undefined;
}

export type PagesOf = (shown: {
  readonly workspace: Workspace;
  readonly store: Store;
  readonly status: StatusSource;
}) => Pages;

export interface ServedWorkspace extends Omit<RunningServer, "take"> {
  /**
   * Serves a changed workspace from the next request on, except for its `server` settings. If the files on disk are
   * unusable, the server reports the reason.
   */
  take(this: void, change: Workspace | WhyNotTaken): void;
}

export async function serveWorkspace(
  workspace: Workspace,
  { log, store, env, port, operatorsPort, pages }: ServeWorkspaceOptions,
): Promise<ServedWorkspace> {
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
    throw wrongUse(`The lists and the console must use different ports, but both use ${settings.port}.`);
  const { token } = server.operators;
  const operatorsToken = token === undefined ? undefined : readSecret(token, { env, folder: root });
  // The credentials are read before a port is opened, so that an error does not leave a partly started server.
  const live = (await readCredentials(db)).some((credential) => isLive(credential, new Date()));
  const horizons = store.engine === "sqlite" ? await openStore({ data: workspace.data }) : store;
  const servedOf = (its: Workspace, notTaken?: WhyNotTaken): Served => {
    const status = workspaceStatus(its, store, undefined, notTaken);
    return {
      accounts: servedAccounts(its),
      status,
      receiver: receiverOf(its, horizons),
      ...(pages && { pages: pages({ workspace: its, store, status }) }),
    };
  };
  const running = await startServer({
    ...servedOf(workspace),
    settings,
    db,
    horizons,
    log,
    operatorsToken,
  }).catch(async (error: unknown) => {
    if (horizons !== store) await horizons.close();
    throw error;
  });
  // Only commands that look for the running server use this record, so the server starts even if recording fails.
  await noteServer(db, running).catch(() => undefined);
  warnIfNotLive(workspace, log);
  if (!live) {
    log.warn("nobody can sign in yet", { next: "run `lading token create --account NAME`" });
  }
  let served = workspace;
  return {
    ...running,
    take(change) {
      const notTaken = "sentence" in change ? change : undefined;
      const next = "sentence" in change ? served : change;
      const isNew = next.revision !== served.revision;
      served = next;
      const isOther = JSON.stringify(next.server) !== JSON.stringify(workspace.server);
      const { message: sentence, hint, commands } = failure("needs_restart", { what: "server" });
      running.take(servedOf(next, notTaken ?? (isOther ? { sentence, next: hint, commands } : undefined)));
      if (!isNew) return;
      log.info("workspace_taken", { feeds: next.feeds.length });
      if (isOther) log.warn("needs_restart", { reason: sentence, next: hint });
      warnIfNotLive(next, log);
    },
    async close() {
      await running.close();
      if (horizons !== store) await horizons.close();
    },
  };
}

function warnIfNotLive(workspace: Workspace, log: Log): void {
  for (const account of notLive(workspace)) {
    log.warn("not_live", { account, next: "set `sync: polling` in the account when its lists are correct" });
  }
}

/**
 * Accepts invoices for accounts that have an outbox. The layout file is read again for every invoice, so corrections
 * take effect immediately.
 */
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
      note(
        store,
        id,
        "The response did not reach the platform, so the platform may not have the ID of this invoice.",
      ),
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
    return { name, taxMode: account.taxMode, envelope: serve.envelope?.key, sync, lists, rename };
  });
}

function servedFeed(feed: Feed): ServedFeed {
  return {
    name: feed.name,
    isStale: (list, now) => staleReason(feed, list, now) !== undefined,
  };
}
