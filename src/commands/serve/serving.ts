import { once } from "node:events";
import type { Writable } from "node:stream";
import { refuseOtherVersion } from "../../deliveries/data-folder.js";
import { openLog } from "../../log.js";
import type { RunningServer } from "../../server/server.js";
import { serveWorkspace } from "../../server/serve-workspace.js";
import { realDisk } from "../../storage/disk.js";
import { loadWorkspace } from "../../workspace/load.js";
import { noticeStatus } from "../feeds/notices.js";

/** Other ports than the workspace says. */
export interface Ports {
  readonly port: number | undefined;
  readonly operatorsPort: number | undefined;
}

export interface Place {
  /** A folder of the workspace. */
  readonly cwd: string;
  /** Where the log goes. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/** Serves the workspace around a folder until the signal. */
export async function serveUntil(
  { port, operatorsPort }: Ports,
  { cwd, stderr, signal }: Place,
  serving: (server: RunningServer) => void,
): Promise<void> {
  const workspace = await loadWorkspace(cwd);
  await refuseOtherVersion(realDisk, workspace.data);
  const log = openLog(stderr, workspace.log);
  const server = await serveWorkspace(workspace, {
    log,
    port,
    operatorsPort,
    notices: () => noticeStatus(workspace),
  });
  serving(server);
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
}
