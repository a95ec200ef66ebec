/** @module-tag long */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { builtCli } from "../support/build.js";
import { workdir } from "../support/workdir.js";

const mapping = `
lading: 1
record: job
group: { by: Job, header: { column: Rec, equals: JOB }, scattered: true }
fields: { external_id: Job, number: Job, job_type: { constant: shipment } }
lists:
  accruals:
    rows: { column: Rec, equals: COST }
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Charge
      description: Text
      tax_code: { constant: S1 }
      local_amount.currency: { constant: EUR }
      local_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      local_amount.tax: { constant: "0" }
      local_amount.total: { column: Net, decimal: { sign: "." } }
      overseas_amount.currency: { constant: EUR }
      overseas_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      overseas_amount.tax: { constant: "0" }
      overseas_amount.total: { column: Net, decimal: { sign: "." } }
`;

const [jobs, each, megabytes] = [8_000, 10, 48];

/**
 * All headers come first, then all first costs, then all second costs, so that the rows of one job are as far
 * apart as possible.
 */
function scattered(): string {
  const numbers = Array.from({ length: jobs }, (_, job) => job);
  const text = "Ocean freight ".repeat(30);
  const costs = Array.from({ length: each }, (_, seq) =>
    numbers.map((job) => `COST,S${job},${seq},OCE,FRT,${text}${job},12.5\n`).join(""),
  );
  return `Rec,Job,Seq,Vendor,Charge,Text,Net\n${numbers.map((job) => `JOB,S${job},,,,,\n`).join("")}${costs.join("")}`;
}

beforeAll(() => void builtCli(), 120_000);

test("groups jobs with scattered costs in less memory than they occupy", async () => {
  const dir = await workdir({
    "job.yaml": mapping,
    "tax.csv":
      "external_id,updated_at,code,description,is_active\nS1,2026-01-01T00:00:00.000Z,S1,Standard,true\n",
  });
  writeFileSync(dir.at("jobs.csv"), scattered());
  const heap = `--max-old-space-size=${megabytes}`;
  const args = [
    "convert",
    "jobs.csv",
    "--mapping",
    "job.yaml",
    "--with",
    "tax-code=tax.csv",
    "--out",
    "jobs.ndjson",
  ];
  const { status, stderr } = spawnSync(process.execPath, [heap, builtCli(), ...args], {
    cwd: dir.path,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining(`${jobs * each} read = ${jobs * each} accepted`),
  ]);
  const made = readFileSync(dir.at("jobs.ndjson"), "utf8");
  expect(made.length).toBeGreaterThan(megabytes * 1024 * 1024);
  expect(made.split("\n").length).toBe(jobs + 1);
});
