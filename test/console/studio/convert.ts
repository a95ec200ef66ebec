import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtCli } from "../../support/build.js";

/** Converts a sample with the real program and a mapping that the studio saved. Returns the list as CSV. */
export async function convertWith(
  folder: string,
  file: string,
  mapping: string,
  more: readonly string[],
): Promise<string> {
  const out = join(folder, "list.csv");
  const args = [builtCli(), "convert", file, "--mapping", mapping, "--out", out, ...more];
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`convert ended with ${run.status}:\n${run.stderr}`);
  return readFileSync(out, "utf8");
}
