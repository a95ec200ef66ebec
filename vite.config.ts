import { defineConfig } from "vite";

/** Builds the console into `dist/`: scripts and styles without anything from other hosts. */
export default defineConfig({
  root: "src/console/app",
  base: "/",
  publicDir: false,
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../../dist/console/app",
    rolldownOptions: { checks: { bundlerTimings: false } },
    emptyOutDir: true,
    license: { fileName: "third-party-licenses.md" },
    target: "es2023",
    // The first versions that support `light-dark()`.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
