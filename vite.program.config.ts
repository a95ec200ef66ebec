import { chmodSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** `npm link` leads to this file, and a build writes it anew. */
const executable: Plugin = { name: "executable", writeBundle: () => chmodSync("dist/cli.js", 0o755) };

/** A build that is interrupted leaves the program that was there, so the folder is not emptied first. */
const leftovers: Plugin = {
  name: "leftovers",
  writeBundle(_, bundle) {
    const chunks = readdirSync("dist/chunks").map((name) => `chunks/${name}`);
    for (const name of chunks.filter((each) => !(each in bundle))) rmSync(`dist/${name}`);
  },
};

/** The style and the script of pages lie beside the program, which puts them into each page. */
const pageParts: Plugin = {
  name: "page parts",
  generateBundle() {
    for (const fileName of ["console/html/style.css"]) {
      this.emitFile({ type: "asset", fileName, source: readFileSync(`src/${fileName}`) });
    }
  },
};

/**
 * Bundles our own code: the program, the processes and threads it begins, and the library. What it uses of others stays outside and
 * is loaded from `node_modules`, where `npm ls`, `npm audit` and an update see it. One file for each of the source would do as well,
 * but each that is loaded takes half a millisecond, and `convert` loads two hundred of them.
 */
export default defineConfig({
  publicDir: false,
  logLevel: "warn",
  plugins: [executable, leftovers, pageParts],
  build: {
    ssr: true,
    outDir: "dist",
    emptyOutDir: false,
    target: "node20",
    minify: false,
    rolldownOptions: {
      // A slow machine is nothing that whoever builds this could fix.
      checks: { bundlerTimings: false },
      input: {
        cli: "src/cli/main.ts",
        index: "src/index.ts",
        "cli/serve/child": "src/cli/serve/child.ts",
        "system/readers/job": "src/system/readers/job.ts",
        "system/readers/process": "src/system/readers/process.ts",
        "system/readers/thread": "src/system/readers/thread.ts",
        "store/sqlite-thread": "src/store/sqlite-thread.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
    },
  },
});
