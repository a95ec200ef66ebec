import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { draftName } from "../../store/blobs.js";
import { diskFile } from "../../system/read-file.js";
import { uploadPath } from "../../feeds/decisions/uploads.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { TrialAnswer, TrialOrder, Trials } from "../api/operations.js";
import type { Start } from "./messages.js";
import { accountNames, mappingsOf, type Project } from "./projects.js";
import { answerOf, RequestRefused } from "./request-refused.js";
import { Download, tryRoutes } from "./session-routes.js";
import { trialLimits } from "./trial-limits.js";
import { sampleGone, Workbench } from "./workbench.js";

/**
 * The shared studio, which handles only requests that do not change the workspace. Each sign-in session has separate
 * samples. The samples are temporary files of this process in the workspace's data folder, so a later cleanup deletes
 * the samples if the process is killed.
 */

interface Desk {
  /** ID of the person's access key. */
  readonly key: string;
  readonly bench: Workbench;
  /** Time of the last request. */
  usedAt: number;
}

export function sharedStudio(
  project: () => Promise<Project>,
  limits = trialLimits,
): Trials & { close(): Promise<void> } {
  /** By session. */
  const desks = new Map<string, Desk>();

  async function workspaceNow(): Promise<Workspace> {
    const { workspace } = await project();
    if (workspace === undefined) {
      throw new RequestRefused({ message: "The workspace cannot be read.", hint: "See the Feeds screen." });
    }
    return workspace;
  }

  async function start({ session }: TrialOrder): Promise<Start> {
    const current = await project();
    return {
      workspace: undefined,
      workspaceError: undefined,
      accounts: accountNames(current),
      inbox: [],
      mappings: await mappingsOf(current),
      largest: limits.bytes,
      open: desks.get(session)?.bench.listed ?? [],
      operators: undefined,
    };
  }

  async function open({ session, key, file }: TrialOrder): Promise<object> {
    const workspace = await workspaceNow();
    const upload = file && uploadPath(workspace, file.upload);
    if (file === undefined || upload === undefined) throw sampleGone();
    const path = join(workspace.data, "tmp", draftName());
    await rename(upload, path);
    const source = { ...(await diskFile(path)), name: file.name };
    let desk = desks.get(session);
    if (desk === undefined) {
      const remove = (sample: { path: string }) => rm(sample.path, { force: true });
      desk = { key, bench: new Workbench(project, remove, false), usedAt: 0 };
      desks.set(session, desk);
    }
    desk.usedAt = Date.now();
    await makeRoom(desk).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
    return desk.bench.open(source);
  }

  async function makeRoom({ key }: Desk): Promise<void> {
    const own = [...desks.values()].filter((desk) => desk.key === key && desk.bench.count > 0);
    if (samplesIn(own) >= limits.ofPerson) return leastUsed(own)?.bench.dropOldest();
    if (samplesIn(desks.values()) < limits.ofAll) return;
    const idle = leastUsed([...desks.values()].filter(({ bench }) => bench.count > 0));
    if (idle === undefined || Date.now() - idle.usedAt < limits.idle) throw new RequestRefused(full);
    await idle.bench.dropOldest();
  }

  async function answer(order: TrialOrder): Promise<TrialAnswer> {
    const { session, route, sample, asked } = order;
    if (route === "GET start") return { status: 200, json: await start(order) };
    if (route === "POST sample") return { status: 200, json: await open(order) };
    const ask = Object.hasOwn(tryRoutes, route) ? tryRoutes[route] : undefined;
    const desk = desks.get(session);
    if (ask === undefined || desk === undefined) throw sampleGone();
    desk.usedAt = Date.now();
    const found = await ask(desk.bench.session(sample), asked);
    if (!(found instanceof Download)) return { status: 200, json: found };
    const { data } = await workspaceNow();
    const upload = draftName();
    const path = join(data, "tmp", upload);
    await writeFile(path, found.bytes, { mode: 0o600, flag: "wx" });
    return { download: { name: found.name, upload, size: (await stat(path)).size } };
  }

  return {
    async ask(order) {
      try {
        return await answer(order);
      } catch (error) {
        return answerOf(error);
      }
    },
    async end({ session }) {
      const desk = desks.get(session);
      desks.delete(session);
      await desk?.bench.close();
      return {};
    },
    async close() {
      await Promise.all([...desks.values()].map(({ bench }) => bench.close()));
      desks.clear();
    },
  };
}

function samplesIn(desks: Iterable<Desk>): number {
  return [...desks].reduce((sum, { bench }) => sum + bench.count, 0);
}

function leastUsed(desks: readonly Desk[]): Desk | undefined {
  return desks.toSorted((a, b) => a.usedAt - b.usedAt)[0];
}

const full = {
  message: "Too many samples are open on this console.",
  hint: "Try again in half an hour, or use `lading studio` on your machine.",
};
