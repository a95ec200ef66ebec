import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { evaluateInMemory } from "../../src/convert/engine.js";
import { unpacked } from "../../src/convert/evaluation.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { account } from "../../src/model/account.js";
import { balanceText } from "../../src/model/within.js";
import { writeZip } from "../formats/zip-writer.js";
import { sourceOf } from "../formats/reading.js";
import { compiledFor, evaluatedBy, noLookups } from "./evaluating.js";

/** One delivery of several tables: jobs in one, their costs in another. */

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });

const mapping = (tables: string, read = 'read: { member: "jobs*.csv" }', match = "{ Job: Job No }") => `
lading: 1
record: job
${read}
tables: { costs: ${tables} }
group: { by: Job No }
fields: { external_id: Job No, number: No }
lists:
  accruals:
    from: costs
    match: ${match}
    rows: { column: Kind, equals: COST }
    fields:
      external_id: Id
      creditor: Vendor
      charge_code: Charge
      tax_code: { constant: S1 }
      local_amount.currency: { constant: EUR }
      local_amount.pre_tax: { column: Net, decimal: { sign: "," } }
      local_amount.total: { column: Net, decimal: { sign: "," } }
      overseas_amount.currency: { constant: EUR }
      overseas_amount.pre_tax: { column: Net, decimal: { sign: "," } }
      overseas_amount.total: { column: Net, decimal: { sign: "," } }
`;

const jobs = "Job No,No\nA,1\nB,2\nC,3\n";
const costs = (...rows: readonly string[]) => `Id;Job;Kind;Vendor;Charge;Net\n${rows.join("\n")}\n`;
const zipOf = (members: Readonly<Record<string, string>>) =>
  writeZip(Object.entries(members).map(([name, text]) => ({ name, data: Buffer.from(text) })));

async function evaluated(written: string, bytes: Uint8Array) {
  const done = await evaluatedBy(compiledFor(written, of), of, bytes);
  return {
    records: done.accepted.map(({ record }) => [
      record.external_id,
      (record["accruals"] as readonly { external_id: string }[]).map((each) => each.external_id).join(" "),
    ]),
    rejected: done.rejected.map(({ id, line, cells }) => [id, line, unpacked(cells)]),
    issues: done.issues
      .filter(({ severity }) => severity === "error")
      .map(({ code, file, line, column }) => [code, file, line, column]),
    counts: done.counts,
    refused: done.refused?.code,
  };
}

describe("jobs and costs in two files of an archive", () => {
  it("are not joined by a key that a spreadsheet turned into a number", async () => {
    const rows = costs("9;B;COST;HARB;F;1,50", "8;2.39239E+11;COST;HARB;F;2", "7;2.39239E+11;COST;HARB;F;3");
    const found = await evaluated(
      mapping('{ member: "costs*" }'),
      zipOf({ "costs.csv": rows, "jobs-1.csv": "Job No,No\n2.39239E+11,1\nB,2\n" }),
    );
    expect(found.records).toEqual([["B", "9"]]);
    expect(found.issues).toEqual([["damaged_key", "export", 2, "Job No"]]);
    // Here the keys of the jobs are intact, and only the costs are damaged.
    const whole = await evaluated(
      mapping('{ member: "costs*" }'),
      zipOf({ "costs.csv": rows, "jobs-1.csv": "Job No,No\n239239000001,1\nB,2\n" }),
    );
    expect(whole.records).toEqual([
      ["239239000001", ""],
      ["B", "9"],
    ]);
    expect(whole.issues).toEqual([["damaged_key", "costs", 3, "Job"]]);
  });

  it("are joined by their key, in any order of rows", async () => {
    const rows = costs("9;B;COST;HARB;F;1,50", "8;A;COST;HARB;F;2", "7;B;COST;HARB;F;-3", "6;B;NOTE;;;");
    const found = await evaluated(
      mapping('{ member: "costs*" }'),
      zipOf({ "costs.csv": rows, "jobs-1.csv": jobs }),
    );
    // A row of a kind that no list takes rejects its job, as in a single file.
    expect(found.records).toEqual([
      ["A", "8"],
      ["C", ""],
    ]);
    expect(found.issues).toEqual([["unplaced_row", "costs", 5, undefined]]);
    expect(found.rejected).toEqual([["B", 3, ["B", "2"]]]);
    expect(found.counts).toMatchObject({ read: 7, accepted: 2, rejected: 1, skipped: 0, merged: 4 });
    expect((found.counts.within ?? []).map(balanceText).slice(0, 2)).toEqual([
      "accruals: 3 read = 1 accepted + 2 rejected",
      "accruals.local_amount in EUR: 0.50 read = 2.00 accepted + -1.50 rejected",
    ]);
  });

  it("do not include a row that a rule skips as an element of the other table", async () => {
    const found = await evaluated(
      mapping('{ member: "costs*" }')
        .replace("group:", "skip: [{ column: No, equals: '2' }]\ngroup:")
        .replace("{ column: Kind, equals: COST }", "all"),
      zipOf({ "costs.csv": costs("8;A;COST;HARB;F;2"), "jobs-1.csv": jobs }),
    );
    expect(found.counts).toMatchObject({ read: 4, accepted: 2, skipped: 1, merged: 1 });
    expect((found.counts.within ?? []).map(balanceText)[0]).toBe("accruals: 1 read = 1 accepted");
  });

  it("report which of them has a problem", async () => {
    const rows = costs("1;A;COST;HARB;F;x", "2;Z;COST;HARB;F;1");
    const found = await evaluated(
      mapping('{ member: "costs*" }'),
      zipOf({ "costs.csv": rows, "jobs.csv": jobs }),
    );
    expect(found.records.map(([id]) => id)).toEqual(["B", "C"]);
    expect(found.issues).toContainEqual(["invalid_number", "costs", 2, "Net"]);
    expect(found.issues).toContainEqual(["orphan_row", "costs", 3, undefined]);
    expect(found.rejected).toEqual([
      ["A", 2, ["A", "1"]],
      [undefined, 3, []],
    ]);
  });

  it("are refused completely if the second is missing or lacks a column", async () => {
    const archive = zipOf({ "jobs.csv": jobs, "costs.csv": "Id;Job\n1;A\n" });
    expect((await evaluated(mapping('{ member: "costs*" }'), archive)).refused).toBe("missing_column");
    const without = zipOf({ "jobs.csv": jobs });
    expect(await evaluated(mapping('{ member: "costs*" }'), without)).toMatchObject({
      refused: "rows_not_found",
      records: [],
    });
  });
});

describe("a file that cannot be read", () => {
  const small = { rows: 20, columns: 10, record: 200 };
  const plain = "lading: 1\nrecord: job\nfields: { external_id: Job No, number: No }\n";
  const file = { main: "set/jobs.csv", other: "set/costs.csv" };
  const ways = [
    ["the first table", mapping('{ member: "costs*" }'), file.main],
    ["another table", mapping('{ member: "costs*" }'), file.other],
    ["the only table", `${plain}read: { member: "jobs*" }\n`, file.main],
    ["one of the files of a table", `${plain}read: { members: "*" }\n`, file.other],
  ] as const;
  const header = "Job No,No,Id,Job,Kind,Vendor,Charge,Net";
  const row = "A,1,1,A,COST,HARB,F";
  const kinds = [
    ["limit_exceeded", "columns", `${header}${",a".repeat(20)}\n${row},1\n`],
    ["limit_exceeded", "rows", `${header}\n${`${row},1\n`.repeat(21)}`],
    ["limit_exceeded", "characters in a row", `${header}\n${row},1\n${row},${"x".repeat(300)}\n${row},1\n`],
    ["unreadable_file", "an SQL script", "INSERT INTO costs VALUES (1, 'A');\n".repeat(9)],
    ["unreadable_file", "truncated", gzipSync(jobs).subarray(0, 20)],
  ] as const;

  it.each(
    ways.flatMap((way) => kinds.map((kind) => [way[0], way[2], kind[0], kind[1], way[1], kind[2]] as const)),
  )("is named if it is %s (%s): %s, %s", async (_way, bad, code, what, written, content) => {
    const files = { [file.main]: jobs, [file.other]: costs("1;A;COST;HARB;F;1"), [bad]: content };
    const bytes = writeZip(Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data) })));
    const source = sourceOf(bytes, "export");
    const job = { source, mapping: compiledFor(written, of), account: of, lookups: noLookups };
    const { issues } = await evaluateInMemory({ ...job, mode: "strict", limits: small });
    const found = issues.filter((one) => one.code === code);
    expect(found).toHaveLength(1);
    expect(found[0]?.message.startsWith(`${bad}: The file `)).toBe(true);
    expect(found[0]?.message).toContain(what);
  });
});

it("two lists of one JSON document are two tables", async () => {
  const document = {
    jobs: [
      { "Job No": "A", No: "1" },
      { "Job No": "B", No: "2" },
    ],
    costs: [{ Id: "1", Job: "B", Kind: "COST", Vendor: "HARB", Charge: "F", Net: "2,5" }],
  };
  const written = mapping("{ records: costs }", "read: { records: jobs }");
  const found = await evaluated(written, Buffer.from(JSON.stringify(document)));
  expect([found.records, found.issues]).toEqual([
    [
      ["A", ""],
      ["B", "1"],
    ],
    [],
  ]);
});

it("reports mistakes in tables", () => {
  const diagnosticsOf = (written: string) => {
    const parsed = parseMapping(written, "m.yaml");
    return "diagnostics" in parsed ? parsed.diagnostics.map(({ message }) => message) : [];
  };
  const whole = mapping('{ member: "costs*" }');
  expect(diagnosticsOf(whole)).toEqual([]);
  expect(diagnosticsOf(whole.replace("from: costs", "from: cost"))).toEqual(['there is no table "cost"']);
  expect(diagnosticsOf(whole.replace("    match: { Job: Job No }\n", ""))).toEqual(["`from` needs `match`"]);
  expect(diagnosticsOf(whole.replace("{ Job: Job No }", "{ Job: No }"))).toEqual([
    "no column matches `Job No` of `group.by`",
  ]);
  expect(diagnosticsOf(whole.replace("group: { by: Job No }\n", ""))).toContain(
    "`tables` requires a key (`group.by`) that connects the rows of the tables to records",
  );
});
