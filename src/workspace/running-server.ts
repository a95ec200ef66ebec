import { readFact, writeFact } from "../store/facts.js";
import type { Queries } from "../store/store.js";
import { withStore } from "./open-store.js";
import type { Workspace } from "./workspace.js";

/** Remembers where a workspace is served now, because ports may differ from `lading.yaml`. */

export interface NotedServer {
  /** Id that `/healthz` must return, because another server may use the port by now. */
  readonly id: string;
  /** Addresses such as `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly operatorsUrl: string;
}

const fact = "server";

export async function noteServer(db: Queries, { id, url, operatorsUrl }: NotedServer): Promise<void> {
  await writeFact(db, fact, { id, url, operatorsUrl });
}

/** Returns the server that was started last, if it answers on this machine. */
export async function runningServer(
  workspace: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<NotedServer | undefined> {
  try {
    const noted = (await withStore(workspace, env, "read", ({ db }) => readFact(db, fact))) as NotedServer;
    // A free port refuses the connection at once. The timeout is for a busy server.
    const answer = await fetch(`${noted.operatorsUrl}/healthz`, { signal: AbortSignal.timeout(10_000) });
    return ((await answer.json()) as { readonly id?: string }).id === noted.id ? noted : undefined;
  } catch {
    // There is no store, no server, or another server.
    return undefined;
  }
}
