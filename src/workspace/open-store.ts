import { readSecret } from "../store/credentials/references.js";
import { openStore, type Store } from "../store/store.js";
import type { Workspace } from "./workspace.js";

export type StoreUse = "read" | "write" | "restore";

/**
 * Opens the store of a workspace. Close it.
 *
 * @param env where an `env:` reference to the database is looked up
 * @param use `read`: where there is no store yet, none is made; `restore`: the store may be empty beside the files of an earlier one
 * @throws secret_missing, and what `openStore` throws
 */
export async function openStoreOf(
  { data, database, root }: Pick<Workspace, "data" | "database" | "root">,
  env: Readonly<Record<string, string | undefined>>,
  use: StoreUse = "write",
): Promise<Store> {
  const url = database === undefined ? undefined : readSecret(database, { env, folder: root });
  return openStore({ data, database: url, isRead: use === "read", isRestored: use === "restore" });
}

/** Opens it for some work, and closes it. */
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
