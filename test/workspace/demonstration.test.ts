import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isDatabaseTaken, makeWorkspace } from "../../scripts/demo/workspace.js";
import { openStore } from "../../src/store/store.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { publish } from "../http/publish.js";
import { staff } from "../http/serving.js";
import { newDatabase, postgresPrograms } from "../support/postgres.js";

const project = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  [{}, undefined],
  [{ LADING_DATABASE_URL: "postgresql://db/lading" }, "env:LADING_DATABASE_URL"],
])("reads %j in the environment and keeps the demonstration's state in %s", async (env, database) => {
  const demo = await mkdtemp(join(tmpdir(), "lading-demo-"));
  try {
    makeWorkspace(project, demo, env);
    expect((await loadWorkspace(demo)).database).toBe(database);
  } finally {
    await rm(demo, { recursive: true });
  }
});

test.skipIf(postgresPrograms() === undefined)(
  "a database with an existing store is never overwritten",
  async () => {
    const database = newDatabase();
    const env = { LADING_DATABASE_URL: database };
    const isTaken = () => isDatabaseTaken("/nowhere", env);
    expect(await isDatabaseTaken("/nowhere", {})).toBe(false);
    expect(await isTaken()).toBe(false);
    const store = await openStore({ data: "/nowhere", database });
    await publish(store, "acme/staff", 1, staff);
    await store.close();
    expect(await isTaken()).toBe(true);
  },
);
