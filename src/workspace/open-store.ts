import { readSecret } from "../store/credentials/references.js";
import { openStore, type Store } from "../store/store.js";
import type { Workspace } from "./workspace.js";

export type StoreUse = "read" | "write" | "restore";

/**
 * The caller must close the store. `env` is the environment for an `env:` reference to the database. With `use` set to
 * `read`, no store is created. With `restore`, an empty store is accepted next to files from an earlier store. Throws
 * the same errors as `readSecret` and `openStore`.
 */
export async function openStoreOf(
  { data, database, root }: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
  use: StoreUse = "write",
): Promise<Store> {
  const url = database === undefined ? undefined : readSecret(database, { env, folder: root });
  return openStore({ data, database: url, isRead: use === "read", isRestored: use === "restore" });
}

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
