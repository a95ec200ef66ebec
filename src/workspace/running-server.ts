import { readFact, writeFact } from "../store/facts.js";
import type { Queries } from "../store/store.js";
import { withStore } from "./open-store.js";
import type { Workspace } from "./workspace.js";

/** Where a workspace is served now: ports may be others than `lading.yaml` says. */

export interface NotedServer {
  /** What `/healthz` answers with: another server may have come to the same port since. */
  readonly id: string;
  /** Addresses such as `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly operatorsUrl: string;
}

const fact = "server";

export async function noteServer(db: Queries, { id, url, operatorsUrl }: NotedServer): Promise<void> {
  await writeFact(db, fact, { id, url, operatorsUrl });
}

/** The server that was started last, where it answers on this machine. */
export async function runningServer(
  workspace: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<NotedServer | undefined> {
  try {
    const noted = (await withStore(workspace, env, "read", ({ db }) => readFact(db, fact))) as NotedServer;
    // Where nobody listens the answer is a refusal, at once; one that is busy takes its time.
    const answer = await fetch(`${noted.operatorsUrl}/healthz`, { signal: AbortSignal.timeout(10_000) });
    return ((await answer.json()) as { readonly id?: string }).id === noted.id ? noted : undefined;
  } catch {
    // No store, nothing noted, nobody there, or somebody else: none is known.
    return undefined;
  }
}
