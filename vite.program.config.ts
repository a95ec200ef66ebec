import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** `npm link` links to this file, so each build makes it executable. */
const executable: Plugin = { name: "executable", writeBundle: () => chmodSync("dist/cli.js", 0o755) };

/** Removes old chunks after the build. Emptying the folder first would leave no program if the build is interrupted. */
const leftovers: Plugin = {
  name: "leftovers",
  writeBundle(_, bundle) {
    const chunks = readdirSync("dist/chunks").map((name) => `chunks/${name}`);
    for (const name of chunks.filter((each) => !(each in bundle))) rmSync(`dist/${name}`);
  },
};

/** Copies the style that the program embeds into reports. */
const reportStyle: Plugin = {
  name: "report style",
  generateBundle() {
    const fileName = "console/reports/style.css";
    this.emitFile({ type: "asset", fileName, source: readFileSync(`src/${fileName}`) });
  },
};

/**
 * Bundles the program, its processes and threads, the library, and the demonstration, which is not part of the package. Also bundles three dependencies that consist of 430 files and read
 * no files of their own, because loading each file costs up to a millisecond at every start. They stay in `dependencies`, so `npm audit` reports them.
 */
export default defineConfig({
  publicDir: false,
  logLevel: "warn",
  plugins: [executable, leftovers, reportStyle],
  ssr: { noExternal: ["kysely", "yaml", "zod"] },
  build: {
    ssr: true,
    outDir: "dist",
    emptyOutDir: false,
    target: "node20",
    minify: false,
    license: { fileName: "third-party-licenses.md" },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        cli: "src/cli/main.ts",
        demo: "scripts/demo/main.ts",
        index: "src/index.ts",
        "cli/serve/child": "src/cli/serve/child.ts",
        "cli/serve/trials": "src/cli/serve/trials.ts",
        "system/readers/job": "src/system/readers/job.ts",
        "system/readers/process": "src/system/readers/process.ts",
        "system/readers/thread": "src/system/readers/thread.ts",
        "store/sqlite-thread": "src/store/sqlite-thread.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
    },
  },
});
