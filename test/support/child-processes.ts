import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { vi } from "vitest";
import { evaluate } from "../../src/convert/engine.js";
import { builtCli } from "./build.js";

/**
 * The processes and threads that the program begins under test are the built ones, as they are installed and with all that
 * protects them there: they start in a quarter of the time that reading their TypeScript takes, and tests start hundreds.
 * `vi.unmock` in a test file gives it those of the sources, for jobs that the test itself wrote.
 */

let cli: string | undefined;

vi.mock(import("../../src/system/package-paths.js"), async (original) => ({
  ...(await original()),
  isSource: false,
  entryModule: (path) => new URL(`./${path}.js`, pathToFileURL((cli ??= builtCli()))),
  entryFlags: () => [],
  beginThread: (path, workerData) =>
    new Worker(new URL(`./${path}.js`, pathToFileURL((cli ??= builtCli()))), { workerData }),
}));

/**
 * What commands decide in this process they read in it, too: a process for every delivery is most of what a test of a command takes,
 * and comes to the same (`test/system/readers/`). `LADING_TEST_READER=aside` gives a test the processes; built programs always have them.
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

// A command that lowers its priority would lower that of the tests after it.
vi.mock(import("node:os"), async (original) => {
  const os = await original();
  return { ...os, setPriority: () => {} };
});
