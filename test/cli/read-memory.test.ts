/** @module-tag long */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { builtCli } from "../support/build.js";
import { workdir } from "../support/workdir.js";

beforeAll(() => void builtCli(), 120_000);

test("reads rows of two characters without using more memory than for longer rows", async () => {
  const dir = await workdir({});
  writeFileSync(dir.at("export.csv"), '";"\n'.repeat(1_250_000));
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--max-old-space-size=64", builtCli(), "read", "export.csv", "--json"],
    { cwd: dir.path, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 1_249_999,
    issue_counts: { repeated_header: 1_249_999 },
  });
});
