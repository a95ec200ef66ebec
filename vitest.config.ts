import { defineConfig } from "vitest/config";
import type { TestCase } from "vitest/node";

/** Tests that change what a process has loaded or set, so each of these files wants modules of its own. */
const apart = [
  "test/cli/hostile-files.test.ts",
  "test/store/credentials/secret.test.ts",
  "test/system/readers/lying-child.test.ts",
  "test/system/readers/reader.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      // Loading the program's modules anew for each of 270 files would take a fifth of the whole time.
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: ["dist/**", ...apart],
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: apart } },
    ],
    // Many tests start real processes, and the machine of CI is shared: one failure of thousands may be the machine's. The
    // second try is told of below, and what fails twice is no accident.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: ["default", { onTestCaseResult: tellOfRetry }],
    globalSetup: ["test/support/temporary-folder.ts"],
    setupFiles: ["test/support/child-processes.ts"],
    // A second, which is usual, is too short on a busy machine: this only ends what waits in vain.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 3,
    coverage: { include: ["src/**"], exclude: ["src/index.ts"] },
  },
});

function tellOfRetry(test: TestCase): void {
  if (test.diagnostic()?.flaky === true) {
    console.warn(`Passed at the second try only: ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}
