import { defineConfig } from "vitest/config";
import type { TestCase } from "vitest/node";

/** Tests of rooms that keep no state and touch no process: their files share the modules that a worker has loaded. */
const shared = ["test/{formats,mapping,guess,validate,records,workspace,reports,storage,lists}/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      {
        extends: true,
        test: {
          name: "apart",
          include: ["test/**/*.test.ts"],
          exclude: ["dist/**", ...shared],
          // These start real processes, and the machine of CI is shared: one failure of thousands may be the machine's. The
          // second try is told of below, and what fails twice is no accident.
          retry: process.env["CI"] === undefined ? 0 : 1,
        },
      },
    ],
    reporters: ["default", { onTestCaseResult: tellOfRetry }],
    setupFiles: ["test/support/built-children.ts"],
    // A second, which is usual, is too short on a busy machine: this only ends what waits in vain.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    coverage: { include: ["src/**"], exclude: ["src/index.ts"] },
  },
});

function tellOfRetry(test: TestCase): void {
  if (test.diagnostic()?.flaky === true) {
    console.warn(`Passed at the second try only: ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}
