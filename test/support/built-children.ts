import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { vi } from "vitest";
import { builtCli } from "./build.js";

/**
 * The processes and threads that the program begins under test are the built ones, as they are installed and with all that
 * protects them there: they start in a quarter of the time that reading their TypeScript takes, and tests start hundreds.
 * `vi.unmock` in a test file gives it those of the sources, for jobs that the test itself wrote.
 */

let cli: string | undefined;

vi.mock(import("../../src/package-paths.js"), async (original) => ({
  ...(await original()),
  isSource: false,
  entryModule: (path) => new URL(`./${path}.js`, pathToFileURL((cli ??= builtCli()))),
  entryFlags: () => [],
  beginThread: (path, workerData) =>
    new Worker(new URL(`./${path}.js`, pathToFileURL((cli ??= builtCli()))), { workerData }),
}));

// A command that lowers its priority would lower that of the tests after it.
vi.mock(import("node:os"), async (original) => {
  const os = await original();
  return { ...os, setPriority: () => {} };
});
