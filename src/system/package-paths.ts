import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** Where the program's own files lie, whether it runs from its sources or as built. */

/** From source, as tests and development do, TypeScript is read. */
export const isSource = import.meta.url.endsWith(".ts");

const root = rootAbove(new URL("./", import.meta.url));

function rootAbove(folder: URL): URL {
  return existsSync(new URL("package.json", folder)) ? folder : rootAbove(new URL("../", folder));
}

/** The path of a file or folder of the package, such as `schemas/mapping.schema.json`. */
export function packagePath(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/** A module that a process or a thread of its own begins with, by its path in `src` without ending. */
export function entryModule(path: string): URL {
  return new URL(isSource ? `src/${path}.ts` : `dist/${path}.js`, root);
}

/** What Node is told when a process begins with such a module: TypeScript is read through the same loader as the parent's. */
export function entryFlags(): readonly string[] {
  if (!isSource) return [];
  const tsx = createRequire(import.meta.url).resolve("tsx");
  return ["--import", pathToFileURL(tsx).href];
}

/** Begins a thread with such a module. */
export function beginThread(path: string, workerData?: unknown): Worker {
  const entry = entryModule(path);
  if (!isSource) return new Worker(entry, { workerData });
  // From source, as tests and development do, TypeScript is read through the loader that the program itself is run with.
  const tsx = new URL("./esm/api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx")));
  const script = `import("${tsx.href}").then(({ register }) => { register(); return import("${entry.href}"); })`;
  return new Worker(script, { eval: true, workerData });
}

/** The version of the package. */
export function version(): string {
  return (JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as { version: string }).version;
}
