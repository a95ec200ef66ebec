import { defineConfig } from "vite";

/**
 * Bundles the program: what every command loads comes from a handful of files in place of four hundred, which halves the
 * start. What few commands need, or what brings files of its own, stays a package beside it and is loaded when needed.
 * The library (`dist/index.js`) and all types stay as the compiler wrote them.
 */
export default defineConfig({
  publicDir: false,
  logLevel: "warn",
  ssr: {
    noExternal: true,
    external: [
      "chokidar",
      "fastify",
      "iconv-lite",
      "jose",
      "light-my-request",
      "pino",
      "ssh2",
      "ssh2-sftp-client",
      "xlsx",
    ],
  },
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
        "commands/serve/child": "src/commands/serve/child.ts",
        "isolation/child": "src/isolation/child.ts",
        "isolation/decide-in-child-job": "src/isolation/decide-in-child-job.ts",
        "isolation/read-in-child-job": "src/isolation/read-in-child-job.ts",
        "threads/thread": "src/threads/thread.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
    },
  },
});
