#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { useCompileCache } from "../system/compile-cache.js";
import { ignoreDebugger } from "../system/signals.js";

/** The bin. It looks whether a process may open as many files as the program has modules to load at once, and begins it. */

const fewestOpenFiles = 128;

/** How many files this process may open, where the system tells it in a file. */
function openFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

ignoreDebugger();
const allowed = openFiles();
if (allowed < fewestOpenFiles) {
  process.stderr.write(
    `lading: this process may open ${allowed} files at once, and it takes at least ${fewestOpenFiles}.\n` +
      `Next: raise the limit (ulimit -n 1024, or LimitNOFILE= of the service) and run it again.\n`,
  );
  process.exitCode = 75;
} else {
  useCompileCache();
  await import("./program.js");
}
