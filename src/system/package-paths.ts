import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** Paths of the program's own files, whether it runs from source or from the build. */

/** True if the program runs from its TypeScript sources, as in tests and development. */
export const isSource = import.meta.url.endsWith(".ts");

const root = rootAbove(new URL("./", import.meta.url));

function rootAbove(folder: URL): URL {
  return existsSync(new URL("package.json", folder)) ? folder : rootAbove(new URL("../", folder));
}

/** Path of a file or folder in the package, such as `schemas/mapping.schema.json`. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/**
 * Returns the URL of the main module of a process or thread. `path` is the module's path in `src`, without the
 * extension.
 */
export function entryModule(path: string): URL {
  return new URL(isSource ? `src/${path}.ts` : `dist/${path}.js`, root);
}

/** Node flags for starting a process. When running from source, these flags load the TypeScript loader. */
export function entryFlags(): readonly string[] {
  if (!isSource) return [];
  const tsx = createRequire(import.meta.url).resolve("tsx");
  return ["--import", pathToFileURL(tsx).href];
}

export function beginThread(path: string, workerData?: unknown): Worker {
  const entry = entryModule(path);
  if (!isSource) return new Worker(entry, { workerData });
  // When running from source, the thread registers the same TypeScript loader as the program.
  const tsx = new URL("./esm/api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx")));
  const script = `import("${tsx.href}").then(({ register }) => { register(); return import("${entry.href}"); })`;
  return new Worker(script, { eval: true, workerData });
}

export function version(): string {
  return (JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as { version: string }).version;
}
