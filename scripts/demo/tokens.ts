import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isLive, readCredentials } from "../../src/store/credentials/credentials.js";
import { createCredential, revokeCredential } from "../../src/store/credentials/store.js";
import { withStore } from "../../src/workspace/open-store.js";
import type { Workspace } from "../../src/workspace/workspace.js";

/**
 * Tokens for the lists, as `lading token create` makes them. A workspace stores only their digests, so the
 * demonstration stores its tokens itself. That keeps earlier curl commands working.
 */

interface Token {
  readonly id: string;
  readonly secret: string;
}

/** Distinguishes its tokens from manually created ones. */
const owner = { kind: "token", name: "demo" } as const;

/** One token per account. Lost, revoked and expired ones are replaced. */
export async function tokensFor(demo: string, workspace: Workspace): Promise<ReadonlyMap<string, string>> {
  const path = join(demo, "tokens.json");
  const kept = keptTokens(path);
  const now = new Date();
  const tokens: Record<string, Token> = {};
  await withStore(workspace, process.env, "write", async (store) => {
    const live = (await readCredentials(store.db)).filter(
      (each) => each.kind === owner.kind && isLive(each, now),
    );
    for (const account of workspace.accounts.keys()) {
      const known = kept[account];
      if (known !== undefined && live.some(({ id }) => id === known.id)) {
        tokens[account] = known;
        continue;
      }
      for (const lost of live.filter((each) => each.account === account && each.name === owner.name)) {
        await revokeCredential(store, owner.kind, lost.id, now);
      }
      const { credential, secret } = await createCredential(store, { ...owner, account }, now);
      tokens[account] = { id: credential.id, secret };
    }
  });
  writeFileSync(path, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
  return new Map(Object.entries(tokens).map(([account, { secret }]) => [account, secret]));
}

/** The studio creates access keys for people who decide. Keys of earlier starts are revoked. */
export async function endAccessKeys(workspace: Workspace): Promise<void> {
  const now = new Date();
  await withStore(workspace, process.env, "write", async (store) => {
    const all = await readCredentials(store.db);
    for (const { id } of all.filter((each) => each.kind === "operator" && isLive(each, now))) {
      await revokeCredential(store, "operator", id, now);
    }
  });
}

function keptTokens(path: string): Readonly<Record<string, Token | undefined>> {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Token>) : {};
  } catch {
    return {};
  }
}
