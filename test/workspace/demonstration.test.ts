import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeWorkspace } from "../../scripts/demo/workspace.js";
import { loadWorkspace } from "../../src/workspace/load.js";

const project = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  [{}, undefined],
  [{ LADING_DATABASE_URL: "postgresql://db/lading" }, "env:LADING_DATABASE_URL"],
])("with %j in the environment the demonstration keeps its state in %s", async (env, database) => {
  const demo = await mkdtemp(join(tmpdir(), "lading-demo-"));
  try {
    makeWorkspace(project, demo, env);
    expect((await loadWorkspace(demo)).database).toBe(database);
  } finally {
    await rm(demo, { recursive: true });
  }
});
