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
  /** Where the log is written. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Stops the server. */
  readonly signal: AbortSignal;
  /** Evaluates deliveries and applies decisions for console users. */
  readonly operations: Operations;
  /** Tries mappings on samples for console users. */
  readonly trials: Trials;
}

/** Serves the workspace of a folder until it is stopped. */
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
