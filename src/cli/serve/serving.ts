import { once } from "node:events";
import type { Writable } from "node:stream";
import { openLog } from "../../log.js";
import type { Operations, Trials } from "../../console/api/operations.js";
import { consoleWith } from "../../console/operators/operators.js";
import { serveWorkspace, type ServedWorkspace } from "../../http/serve-workspace.js";
import { loadWorkspace } from "../../workspace/load.js";
import { withStore } from "../../workspace/open-store.js";

/** Ports that override those set in the workspace. */
export interface Ports {
  readonly port: number | undefined;
  readonly operatorsPort: number | undefined;
}

export interface ServingContext {
  /** Workspace folder, or a folder inside it. */
  readonly cwd: string;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly signal: AbortSignal;
  readonly operations: Operations;
  readonly trials: Trials;
}

/** Serves the workspace until `signal` is aborted. */
export async function serveUntil(
  { port, operatorsPort }: Ports,
  { cwd, stderr, signal, operations, trials }: ServingContext,
  serving: (server: ServedWorkspace) => void,
): Promise<void> {
  const workspace = await loadWorkspace(cwd);
  const log = openLog(stderr, workspace.log);
  await withStore(workspace, process.env, "write", async (store) => {
    const server = await serveWorkspace(workspace, {
      log,
      store,
      pages: consoleWith(operations, trials),
      env: process.env,
      port,
      operatorsPort,
    });
    serving(server);
    if (!signal.aborted) await once(signal, "abort");
    await server.close();
  });
}
