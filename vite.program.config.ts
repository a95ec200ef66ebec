import { chmodSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { billOfMaterials } from "./scripts/bill-of-materials.js";

/**
 * The SSH library tries two helpers of native code and does without them where they are missing. They are always missing
 * here, also where an installation with scripts has built them: what is bundled must not hang on who bundled it.
 */
const withoutNativeCode: Plugin = {
  name: "without-native-code",
  enforce: "pre",
  resolveId: (id) => (id === "cpu-features" || id.endsWith(".node") ? "\0native-code" : undefined),
  load: (id) => (id === "\0native-code" ? 'throw new Error("Bundled without native code.");' : undefined),
};

/** `npm link` leads to this file, and a build writes it anew. */
const executable: Plugin = { name: "executable", writeBundle: () => chmodSync("dist/cli.js", 0o755) };

/**
 * Bundles all JavaScript of the package: the program, the processes and threads it begins, and the library. Its libraries
 * go with it, so that an installation is a few files in place of seventy packages, and a command loads only its own.
 */
export default defineConfig({
  publicDir: false,
  logLevel: "warn",
  resolve: { alias: { "string-width": "/src/commands/text-width.ts" } },
  // The page of the studio is a bundle of its own (vite.config.ts), with one library.
  plugins: [withoutNativeCode, executable, billOfMaterials("bill-of-materials.cdx.json", ["preact"])],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: "dist",
    emptyOutDir: false,
    target: "node20",
    minify: false,
    license: { fileName: "third-party-licenses.md" },
    rolldownOptions: {
      input: {
        cli: "src/cli.ts",
        index: "src/index.ts",
        "commands/serve/child": "src/commands/serve/child.ts",
        "isolation/child": "src/isolation/child.ts",
        "isolation/decide-in-child-job": "src/isolation/decide-in-child-job.ts",
        "isolation/read-in-child-job": "src/isolation/read-in-child-job.ts",
        "threads/thread": "src/threads/thread.ts",
      },
      // Libraries from before modules ask where their file is.
      transform: { define: { __dirname: "import.meta.dirname", __filename: "import.meta.filename" } },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name].js",
        // Each file that is loaded costs half a millisecond, so what always goes together is one, with all that it imports.
        codeSplitting: {
          groups: [
            { name: "start", test: /\/src\/(?:commands\/index|errors|nearest|places)\.ts$/, priority: 3 },
            { name: "thread", test: /\/src\/threads\/start-thread\.ts$/, priority: 3 },
            { name: "rows", test: /\/src\/(?:deciding\/task|threads\/chunk-decider)\.ts$/, priority: 2 },
            { name: "file", test: /\/src\/commands\/convert\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
});
