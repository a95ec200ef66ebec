#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { useCompileCache } from "../system/compile-cache.js";
import { ignoreDebugger, ignoreReload } from "../system/signals.js";

/**
 * The entry point. This module checks the open-file limit before it loads the program, because loading opens many files
 * at the same time.
 */

const fewestOpenFiles = 128;

/** Returns the open-file limit of this process, or `Infinity` if `/proc` is not available. */
function openFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

ignoreDebugger();
// SIGHUP must be ignored before the program is loaded, because systemd does not restart a service that was terminated
// by this signal.
if (["watch", "serve"].includes(process.argv[2] ?? "")) ignoreReload();
const allowed = openFiles();
if (allowed < fewestOpenFiles) {
  process.stderr.write(
    `lading: this process can open only ${allowed} files at the same time, but it needs at least ${fewestOpenFiles}.\n` +
      `Next: increase the limit (ulimit -n 1024, or LimitNOFILE= of the service) and try again.\n`,
  );
  process.exitCode = 75;
} else {
  useCompileCache();
  await import("./program.js");
}
