import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Lading } from "./lading.js";

/**
 * Tokens that open the lists. A workspace keeps no token, only its digest, so the demonstration writes its own down: the
 * curl lines of yesterday go on working.
 */

interface Token {
  readonly id: string;
  readonly secret: string;
}

/** Its tokens are told from those that somebody made by hand. */
const name = "demo";

/** One for each account; those that are lost, revoked or over are made anew. */
export async function tokensFor(
  demo: string,
  accounts: readonly string[],
  lading: Lading,
): Promise<ReadonlyMap<string, string>> {
  const path = join(demo, "tokens.json");
  const kept = keptTokens(path);
  const all = JSON.parse((await lading(["token", "list", "--json"])) || "[]") as readonly {
    readonly id: string;
    readonly state: string;
    readonly account: string;
    readonly name: string;
  }[];
  const live = all.filter(({ state }) => state === "live");
  const tokens: Record<string, Token> = {};
  for (const account of accounts) {
    const known = kept[account];
    if (known !== undefined && live.some(({ id }) => id === known.id)) {
      tokens[account] = known;
      continue;
    }
    for (const lost of live.filter((each) => each.account === account && each.name === name)) {
      await lading(["token", "revoke", lost.id]);
    }
    const made = JSON.parse(
      await lading(["token", "create", "--account", account, "--name", name, "--json"]),
    ) as Token;
    tokens[account] = { id: made.id, secret: made.secret };
  }
  writeFileSync(path, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
  return new Map(Object.entries(tokens).map(([account, { secret }]) => [account, secret]));
}

function keptTokens(path: string): Readonly<Record<string, Token | undefined>> {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Token>) : {};
  } catch {
    return {};
  }
}
