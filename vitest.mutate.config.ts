import { defineConfig } from "vitest/config";

/** The tests of what `npm run mutate` changes: tests that run in this process and without the built program. */
const tests = process.env["MUTATE_TESTS"] ?? "test/{convert,feeds,mapping,model}/**/*.test.ts";

export default defineConfig({
  test: { include: [tests], testTimeout: 60_000, hookTimeout: 60_000 },
});
