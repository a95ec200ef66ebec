import { readFact, writeFact } from "../store/facts.js";
import type { Queries } from "../store/store.js";
import { withStore } from "./open-store.js";
import type { Workspace } from "./workspace.js";

/** This module records the address at which a workspace is served, because ports may differ from `lading.yaml`. */

export interface NotedServer {
  /** ID that `/healthz` must return. A different ID means that another server is using the port. */
  readonly id: string;
  /** Addresses such as `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly operatorsUrl: string;
}

const fact = "server";

export async function noteServer(db: Queries, { id, url, operatorsUrl }: NotedServer): Promise<void> {
  await writeFact(db, fact, { id, url, operatorsUrl });
}

/** Returns the most recently started server, if it responds on this machine. */
export async function runningServer(
  workspace: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<NotedServer | undefined> {
  try {
    const noted = (await withStore(workspace, env, "read", ({ db }) => readFact(db, fact))) as NotedServer;
    // Connections to a free port are refused immediately, so the timeout is needed only for a busy server.
    const answer = await fetch(`${noted.operatorsUrl}/healthz`, { signal: AbortSignal.timeout(10_000) });
    return ((await answer.json()) as { readonly id?: string }).id === noted.id ? noted : undefined;
  } catch {
    // There is no store, no server was recorded, or the server did not respond with JSON.
    return undefined;
  }
}
