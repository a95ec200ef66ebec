import { once } from "node:events";
import type { Writable } from "node:stream";
import { openLog } from "../../log.js";
import type { Operations } from "../../console/api/operations.js";
import { consoleWith } from "../../console/operators/operators.js";
import { serveWorkspace, type ServedWorkspace } from "../../http/serve-workspace.js";
import { loadWorkspace } from "../../workspace/load.js";
import { withStore } from "../../workspace/open-store.js";

/** Other ports than the workspace says. */
export interface Ports {
  readonly port: number | undefined;
  readonly operatorsPort: number | undefined;
}

export interface ServingContext {
  /** A folder of the workspace. */
  readonly cwd: string;
  /** Where the log goes. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Who evaluates and decides deliveries for people at the console. */
  readonly operations: Operations;
}

/** Serves the workspace around a folder until the signal. */
export async function serveUntil(
  { port, operatorsPort }: Ports,
  { cwd, stderr, signal, operations }: ServingContext,
  serving: (server: ServedWorkspace) => void,
): Promise<void> {
  const workspace = await loadWorkspace(cwd);
  const log = openLog(stderr, workspace.log);
  await withStore(workspace, process.env, "write", async (store) => {
    const server = await serveWorkspace(workspace, {
      log,
      store,
      pages: consoleWith(operations),
      env: process.env,
      port,
      operatorsPort,
    });
    serving(server);
    if (!signal.aborted) await once(signal, "abort");
    await server.close();
  });
}
