/**
 * `npm run mutate`: changes the code in small ways and reports the changes that no test notices (https://stryker-mutator.io). It is not
 * part of `npm test` because it takes minutes per area: `npm run mutate -- --mutate "src/model/rules/**"`. Set MUTATE_TESTS to the tests
 * of that area if those of vitest.mutate.config.ts are too many.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  mutate: [
    "src/model/rules/**/*.ts",
    "src/feeds/lists/**/*.ts",
    "src/mapping/operations/**/*.ts",
    "src/feeds/pipeline.ts",
  ],
  testRunner: "vitest",
  // Names no file: Stryker would rewrite the paths of tsconfig.json, which has none to rewrite, with an interface that TypeScript 7 lacks.
  tsconfigFile: "none",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutate.config.ts" },
  coverageAnalysis: "perTest",
  // What runs once while a file loads (a schema, a table of words) would run every test for each mutant.
  ignoreStatic: true,
  ignorePatterns: ["/dist", "/demo", "/coverage", "/bench", "/reports"],
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 20_000,
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: "reports/mutation.json" },
  clearTextReporter: { allowColor: false, logTests: false },
};
