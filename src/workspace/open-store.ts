import { readSecret } from "../store/credentials/references.js";
import { openStore, type Store } from "../store/store.js";
import type { Workspace } from "./workspace.js";

export type StoreUse = "read" | "write" | "restore";

/**
 * Opens the store of a workspace. The caller must close it. `env` is the environment for an `env:` reference to the
 * database. With `use` set to `read`, no store is created. With `restore`, an empty store is accepted next to files
 * from an earlier store. Throws `secret_missing`, or the same errors as `openStore`.
 */
export async function openStoreOf(
  { data, database, root }: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
  use: StoreUse = "write",
): Promise<Store> {
  const url = database === undefined ? undefined : readSecret(database, { env, folder: root });
  return openStore({ data, database: url, isRead: use === "read", isRestored: use === "restore" });
}

/** Opens the store, calls a function with it, and closes the store. */
export async function withStore<T>(
  workspace: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
  use: "read" | "write",
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStoreOf(workspace, env, use);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
