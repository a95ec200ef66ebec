import { defineConfig } from "vitest/config";
import type { TestCase } from "vitest/node";

/** Tests that change loaded modules or global settings. Each of these files runs isolated. */
const apart = [
  "test/cli/hostile-files.test.ts",
  "test/store/credentials/secret.test.ts",
  "test/system/readers/lying-child.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      // Isolation would load all modules again for each of 250 files, a fifth of the total time.
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
    // Many tests start real processes, and the CI machine is shared, so a test may fail once because of the machine.
    // `reportRetry` prints each test that passed only on the second try, with its first error.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: ["default", { onTestCaseResult: reportRetry }],
    globalSetup: ["test/support/temporary-folder.ts"],
    setupFiles: ["test/support/child-processes.ts"],
    // Timeouts only end hanging tests. A busy machine takes much longer than the default of one second.
    expect: { poll: { timeout: 240_000 } },
    tags: [{ name: "long", description: "Runs with `npm run test:long`, not with `npm test`." }],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 3,
    coverage: { include: ["src/**"], exclude: ["src/index.ts"] },
  },
});

function reportRetry(test: TestCase): void {
  if (test.diagnostic()?.flaky !== true) return;
  const error = test.result().errors?.[0];
  console.warn(`Passed only on the second try: ${test.module.relativeModuleId} > ${test.fullName}`);
  console.warn(error?.stack ?? error?.message);
}
