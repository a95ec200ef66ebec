import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/build.js";
import { workdir } from "../support/workdir.js";

test("rows of two characters take no more room at once than others", { timeout: 120_000 }, async () => {
  const dir = await workdir({});
  writeFileSync(dir.at("export.csv"), '";"\n'.repeat(1_250_000));
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--max-old-space-size=64", join(projectRoot, "dist/cli.js"), "read", "export.csv", "--json"],
    { cwd: dir.path, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows: 1_249_999, issue_counts: { repeated_header: 1_249_999 } });
});
