import { expect, test } from "vitest";
import { endAccessKeys, tokensFor } from "../scripts/demo/tokens.js";
import { readCredentials, stateOf } from "../src/store/credentials/credentials.js";
import { createCredential } from "../src/store/credentials/store.js";
import { loadWorkspace } from "../src/workspace/load.js";
import { withStore } from "../src/workspace/open-store.js";
import { workdir } from "./support/workdir.js";

const yaml = (accounts: string) =>
  `lading: 1\naccounts: { ${accounts} }\nsources: { inbox: { folder: inbox } }\nfeeds: {}\n`;

/** The lifetime of operators' access keys. */
async function operators(dir: string): Promise<readonly string[]> {
  const now = new Date();
  const all = await withStore(await loadWorkspace(dir), {}, "read", ({ db }) => readCredentials(db));
  return all.filter(({ kind }) => kind === "operator").map((each) => stateOf(each, now));
}

test("keeps a secret from the studio valid after an account is added, and ends it with the next start", async () => {
  const dir = await workdir({ "lading.yaml": yaml("a-de: { country: DE }"), "inbox/.keep": "" });
  await tokensFor(dir.path, await loadWorkspace(dir.path));
  await withStore(await loadWorkspace(dir.path), {}, "write", (store) =>
    createCredential(store, { kind: "operator", name: "Eva", account: "" }, new Date()),
  );
  await dir.write({ "lading.yaml": yaml("a-de: { country: DE }, b-de: { country: DE }") });
  const tokens = await tokensFor(dir.path, await loadWorkspace(dir.path));
  expect([...tokens.keys()]).toEqual(["a-de", "b-de"]);
  expect(await operators(dir.path)).toEqual(["live"]);

  await endAccessKeys(await loadWorkspace(dir.path));
  expect(await operators(dir.path)).toEqual(["revoked"]);
});
