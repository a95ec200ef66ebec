import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { builtCli } from "../support/build.js";
import { workdir, type Workdir } from "../support/workdir.js";
import { staff, staffFeed } from "../support/world.js";

/**
 * A file that this user cannot read. Root can read everything, so Lading runs as another user in that case.
 */

const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function inboxOf(unreadable: string): Promise<Workdir> {
  const dir = await workdir({
    "lading.yaml": staffFeed,
    "inbox/staff-1.csv": staff("1"),
    "inbox/staff-2.csv": staff("1", "2"),
  });
  utimesSync(dir.at("inbox/staff-1.csv"), 1_772_000_000, 1_772_000_000);
  utimesSync(dir.at("inbox/staff-2.csv"), 1_772_000_100, 1_772_000_100);
  chmodSync(dir.at(unreadable), 0o000);
  if ("uid" in nobody) execFileSync("chown", ["-R", String(nobody.uid), dir.path]);
  return dir;
}

function run(dir: Workdir, verb = "run"): { readonly code: number | null; readonly stdout: string } {
  const { status: code, stdout } = spawnSync(process.execPath, [builtCli(), verb], {
    ...{ cwd: dir.path, encoding: "utf8", env: { HOME: dir.path }, timeout: 600_000 },
    ...nobody,
  });
  return { code, stdout };
}

test("an unreadable file does not block a newer list or replace that list later", async () => {
  const dir = await inboxOf("inbox/staff-1.csv");
  const first = run(dir);
  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(/staff-2\.csv +PUBLISHED/);
  expect(first.stdout).toMatch(/staff-1\.csv from the source inbox cannot be read: no permission/);
  const shown = run(dir, "status");
  expect(shown.code).toBe(1);
  expect(shown.stdout).toMatch(/staff-1\.csv from the source inbox cannot be read: no permission/);
  expect(shown.stdout).not.toMatch(/The previous lists are served/);

  chmodSync(dir.at("inbox/staff-1.csv"), 0o600);
  const next = run(dir);
  expect(next.code).toBe(0);
  expect(next.stdout).toMatch(/staff-1\.csv +SUPERSEDED/);
  expect(readdirSync(dir.at("inbox"))).toEqual([]);
  expect(run(dir, "status").code).toBe(0);
});

test("an unreadable file is processed once it can be read if it is the newest", async () => {
  const dir = await inboxOf("inbox/staff-2.csv");
  expect(run(dir).stdout).toMatch(/staff-1\.csv +PUBLISHED/);
  chmodSync(dir.at("inbox/staff-2.csv"), 0o600);
  const next = run(dir);
  expect(next.code).toBe(0);
  expect(next.stdout).toMatch(/staff-2\.csv +PUBLISHED/);
});
