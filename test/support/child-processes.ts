import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { vi } from "vitest";
import { evaluate } from "../../src/convert/engine.js";
import { builtCli } from "./build.js";
import { SqliteHere } from "./sqlite-here.js";

/**
 * Under test, the program starts the built versions of its processes and threads, with all their protection.
 * They start four times as fast as the TypeScript versions, and tests start hundreds. The only exception is the
 * store's SQLite connection, which has no thread (`sqlite-here.ts`) except in programs that a test starts.
 */

let cli: string | undefined;

vi.mock(import("../../src/system/package-paths.js"), async (original) => ({
  ...(await original()),
  isSource: false,
  entryModule: (path) => new URL(`./${path}.js`, pathToFileURL((cli ??= builtCli()))),
  entryFlags: () => [],
  beginThread: (path, workerData) => {
    if (path === "store/sqlite-thread") {
      const { path: file, isReadOnly } = workerData as {
        readonly path: string;
        readonly isReadOnly: boolean;
      };
      return new SqliteHere(file, isReadOnly).asWorker();
    }
    return new Worker(new URL(`./${path}.js`, pathToFileURL((cli ??= builtCli()))), { workerData });
  },
}));

/**
 * Commands under test read deliveries in this process, because a process per delivery takes most of a test's
 * time and gives the same result (`test/system/readers/`). `LADING_TEST_READER=aside` gives a test the
 * processes. Built programs always have them.
 */
vi.mock(import("../../src/feeds/deliveries/real-setup.js"), async (original) => {
  const { realSetup } = await original();
  return {
    realSetup: (workspace, around) => {
      const setup = realSetup(workspace, around);
      if (around.env["LADING_TEST_READER"] === "aside") return setup;
      return { ...setup, expect: () => {}, evaluate: (job) => evaluate(job) };
    },
  };
});

// A command that lowers its priority would lower that of later tests.
vi.mock(import("node:os"), async (original) => {
  const os = await original();
  return { ...os, setPriority: () => {} };
});
