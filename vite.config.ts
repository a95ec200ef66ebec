import { defineConfig } from "vite";

/** Builds the page of the studio into the program's own folder: one script, one style, nothing from elsewhere. */
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
    // The first that know `light-dark()`, which the style is written with.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
