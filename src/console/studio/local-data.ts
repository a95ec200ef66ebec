import { openStoreOf } from "../../workspace/open-store.js";
import { workspaceStatus } from "../../feeds/health/workspace-status.js";
import type { Store } from "../../store/store.js";
import type { ConsoleData } from "../api/feeds.js";
import type { Operations } from "../api/operations.js";
import type { Project } from "./projects.js";

/**
 * Data of a local console: the workspace in its folder, and its store. The store stays open until the workspace uses
 * a different store.
 */
export interface LocalData {
  /** Undefined if the folder has no workspace. */
  read(): Promise<ConsoleData | undefined>;
  /**
   * Loading a workspace with 500 feeds takes a third of a second, so a workspace that was read from disk less than one
   * second ago is used again.
   */
  project(): Promise<Project>;
  /** Makes the next request read the workspace from disk, because it may have been changed. */
  refresh(): void;
  close(): Promise<void>;
}

/** Milliseconds until the workspace is read from disk again. */
const fresh = 1_000;

export function localData(project: () => Promise<Project>, operations: Operations): LocalData {
  let opened: { readonly key: string; readonly store: Promise<Store> } | undefined;
  let known: { readonly at: number; readonly project: Promise<Project> } | undefined;

  function current(): Promise<Project> {
    const now = performance.now();
    if (known === undefined || now - known.at > fresh) known = { at: now, project: project() };
    return known.project;
  }

  async function close(): Promise<void> {
    const was = opened;
    opened = undefined;
    await (await was?.store.catch(() => undefined))?.close();
  }

  return {
    project: current,
    async read() {
      const { workspace } = await current();
      if (workspace === undefined) return undefined;
      const key = JSON.stringify([workspace.data, workspace.database]);
      // If there was no store on disk, the opened store is an empty in-memory database without a version. A store may
      // exist on disk by now, so the workspace's store is opened again.
      if (opened !== undefined && (opened.key !== key || (await isEmpty(opened.store)))) await close();
      opened ??= { key, store: openStoreOf(workspace, process.env, "read") };
      const { store: opening } = opened;
      const store = await opening.catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return {
        workspace,
        store,
        status: workspaceStatus(workspace, store),
        operations,
        now: () => new Date(),
      };
    },
    refresh() {
      known = undefined;
    },
    close,
  };
}

async function isEmpty(opening: Promise<Store>): Promise<boolean> {
  const store = await opening;
  return store.engine === "sqlite" && store.version() === undefined;
}
