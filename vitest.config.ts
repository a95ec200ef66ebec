import { defineConfig } from "vitest/config";

/** Tests of rooms that keep no state and touch no process: their files share the modules that a worker has loaded. */
const shared = ["test/{formats,mapping,guess,validate,records,workspace,reports,storage}/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      {
        extends: true,
        test: { name: "apart", include: ["test/**/*.test.ts"], exclude: ["dist/**", ...shared] },
      },
    ],
    setupFiles: ["test/support/built-children.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    coverage: { include: ["src/**"], exclude: ["src/index.ts"] },
  },
});
