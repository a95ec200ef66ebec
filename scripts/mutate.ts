import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mutations, type Mutation } from "./mutations.js";

/**
 * Switches off each listed rule and defence in turn, in a copy of the project, and shows that a test then fails:
 * `npm run mutate`, or `npm run mutate -- WORD` for those whose rule or file holds the word; `"row 7."` for one of the
 * fault matrix.
 */

const word = process.argv[2] ?? "";
const chosen = mutations.filter(({ rule, file, row }) => `${rule} ${file} row ${row}.`.includes(word));
const copy = mkdtempSync(join(tmpdir(), "lading-mutate-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
// Some tests run the program as a user without rights, who must be able to read it.
chmodSync(copy, 0o755);
for (const path of [
  "src",
  "test",
  "scripts",
  "samples",
  "mappings",
  "schemas",
  "docs",
  "bench",
  "templates",
]) {
  cpSync(path, join(copy, path), { recursive: true });
}
for (const path of [
  "package.json",
  "tsconfig.json",
  "package-lock.json",
  "vite.program.config.ts",
  "vitest.config.ts",
  "README.md",
]) {
  cpSync(path, join(copy, path));
}
symlinkSync(resolve("node_modules"), join(copy, "node_modules"));

// A test that fails in the copy for a reason of its own would catch everything.
const untouched = [...new Set(chosen.flatMap(({ tests }) => tests))];
if (!passes(untouched, { timeout: 1_800_000, stdio: "inherit" })) {
  throw new Error("These tests fail in the copy without any mutation.");
}

const survivors: Mutation[] = [];
for (const [index, mutation] of chosen.entries()) {
  const path = join(copy, mutation.file);
  const original = readFileSync(path, "utf8");
  writeFileSync(
    path,
    original.replace(mutation.find, () => mutation.replace),
  );
  const caught = !passes(mutation.tests);
  writeFileSync(path, original);
  if (!caught) survivors.push(mutation);
  console.log(
    `${caught ? "caught  " : "SURVIVED"} ${index + 1}/${chosen.length} ${mutation.file}: ${mutation.rule}`,
  );
}

console.log(`${chosen.length - survivors.length} of ${chosen.length} mutations caught by a test`);
process.exitCode = survivors.length === 0 && chosen.length > 0 ? 0 : 1;

function passes(
  tests: readonly string[],
  { timeout, stdio }: Pick<SpawnSyncOptions, "timeout" | "stdio"> = { timeout: 300_000, stdio: "ignore" },
): boolean {
  const result = spawnSync("npx", ["vitest", "run", "--bail=1", "--reporter=dot", ...tests], {
    cwd: copy,
    stdio,
    timeout,
  });
  return result.status === 0;
}
