import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { evaluateInMemory, type Job } from "../../src/convert/engine.js";
import { unpacked } from "../../src/convert/evaluation.js";
import type { BoundMapping, CompiledMapping } from "../../src/mapping/mapping.js";
import type { Lookups } from "../../src/model/lookups.js";
import { account } from "../../src/model/account.js";
import { chargeCode, staff } from "../../src/model/record-types/index.js";
import type { RecordType } from "../../src/model/record-type.js";
import { sourceOf } from "../formats/reading.js";

const taxCodes: Lookups = {
  find: (_target, field, value) =>
    [
      { external_id: "T1", code: "S1", is_active: true },
      { external_id: "T2", code: "S2", is_active: false },
    ].filter((entry) => (field === "code" ? entry.code : entry.external_id) === value),
};

/** A mapping that maps headings to fields without any operation. */
function plainMapping(recordType: RecordType, changes: Partial<CompiledMapping> = {}): CompiledMapping {
  return {
    recordType,
    read: {},
    duplicates: { keep: "none" },
    missing: "deactivate",
    missingAfter: 1,
    changedIds: undefined,
    optionalLists: [],
    mayLack: () => false,
    mergesElements: false,
    gathers: false,
    tables: new Map(),
    operationColumn: undefined,
    refersTo: new Set(),
    usesToday: false,
    continues: false,
    looksBack: false,
    hash: "0".repeat(64),
    origin: { recommended: recordType.name },
    bind(headings): BoundMapping {
      const names = headings ?? [];
      return {
        issues: [],
        fills: names.filter((name) => recordType.columns.includes(name)),
        reads: names.map((heading, index) => ({ heading, index })),
        trace: () => [],
        columnOf: (field) => field,
        isKeyColumn: () => false,
        cellsOf: ({ cells }) => cells,
        within: () => ({ read: new Map(), skipped: new Map(), merged: new Map() }),
        apply(row) {
          if (row.cells[0] === "skip me") return { kind: "skipped", rule: "skip" };
          if (row.cells[0] === "") return { kind: "merged" };
          const values: Record<string, string | boolean | null> = Object.fromEntries(
            names.map((name, index): [string, string | boolean | null] => {
              const cell = row.cells[index] ?? "";
              if (name === "is_active")
                return [name, cell === "true" ? true : cell === "false" ? false : null];
              return [name, cell === "" ? null : cell];
            }),
          );
          return { kind: "draft", draft: { values }, issues: [] };
        },
      };
    },
    ...changes,
  };
}

function run(
  text: string,
  type: RecordType = staff,
  changes: Partial<Job> & { mapping?: CompiledMapping } = {},
) {
  return evaluateInMemory({
    source: sourceOf(text, "export.csv"),
    mapping: plainMapping(type),
    account: account("de", { country: "DE" }),
    lookups: taxCodes,
    mode: "strict",
    ...changes,
  });
}

const head = "external_id,updated_at,name,email_address,is_active\n";

describe("conversion of one file to records and issues", () => {
  it("accounts for every row", async () => {
    const evaluated = await run(
      `${head}1,,Petra,p@example.com,true\n2,,Jan,nobody,true\nskip me,,,,\n,,more,,\n1,,Petra,p@example.com,true\n`,
    );
    expect(evaluated.counts).toEqual({ read: 5, accepted: 1, rejected: 1, skipped: 1, merged: 2 });
    expect(evaluated.accepted).toEqual([
      {
        line: 2,
        record: {
          external_id: "1",
          updated_at: "",
          name: "Petra",
          email_address: "p@example.com",
          is_active: true,
        },
      },
    ]);
    expect([...evaluated.skipped]).toEqual([["skip", 1]]);
  });

  it("keeps what amendments and reconciliation need from a rejected row", async () => {
    const evaluated = await run(`${head}2,,Jan,nobody,false\n`);
    const [row] = evaluated.rejected;
    expect(row).toMatchObject({
      line: 2,
      id: "2",
      isActive: false,
    });
    expect(unpacked(row?.cells ?? "")).toEqual(["2", "", "Jan", "nobody", "false"]);
    expect(row?.issues.map((found) => [found.file, found.column, found.code])).toEqual([
      ["export.csv", "email_address", "invalid_value"],
    ]);
  });

  it("shares identical issues between rows", async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `${i},,Jan ${i},nobody${i},maybe\n`);
    const { rejected } = await run(`${head}${rows.join("")}`);
    expect(rejected).toHaveLength(3_000);
    expect(new Set(rejected.flatMap(({ issues }) => issues)).size).toBe(2);
  });

  it("sends rejected rows between threads in about the size that they have in the file", async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `${i},,Jan ${i},nobody${i},maybe${i}\n`).join("");
    let sent = 0;
    const pool: Job["pool"] = {
      chunkSize: 16_384,
      async *evaluate(_order, here, chunks) {
        for await (const chunk of chunks) {
          const result = here(chunk);
          sent += serialize(result?.part.rejected).length;
          yield result;
        }
      },
    };
    const { rejected } = await run(head + rows, staff, { pool });
    expect(rejected).toHaveLength(3_000);
    expect(sent / rows.length).toBeLessThan(4);
  });

  it("rejects all rows of a contradictory id with their lines and cells", async () => {
    const evaluated = await run(
      `${head}1,,Petra,p@example.com,true\n2,,Jan,j@example.com,true\n1,,Peter,p@example.com,true\n`,
    );
    expect(evaluated.accepted.map(({ record }) => record.external_id)).toEqual(["2"]);
    expect(evaluated.rejected.map((row) => [row.line, unpacked(row.cells)[2], row.issues[0]?.code])).toEqual([
      [2, "Petra", "duplicate_id"],
      [4, "Peter", "duplicate_id"],
    ]);
    expect(evaluated.rejected[0]?.issues[0]?.message).toContain("2, 4");
  });

  it("counts all issues and keeps the first of each code", async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `${index},,N,nobody,true\n`).join("");
    const evaluated = await run(head + rows);
    expect(evaluated.issueCounts.get("invalid_value")).toBe(1_500);
    expect(evaluated.issues).toHaveLength(1_000);
    expect(evaluated.rejected).toHaveLength(1_500);
  });

  it("reports a file without rows instead of treating it as an empty list", async () => {
    const evaluated = await run(head);
    expect(evaluated.issues.map((found) => [found.code, found.severity])).toEqual([["no_rows", "error"]]);
  });

  it("refuses an empty file", async () => {
    const evaluated = await run("");
    expect(evaluated.refused).toBeDefined();
    expect(evaluated.accepted).toEqual([]);
  });
});

describe("the end of the table", () => {
  it("is where the mapping states it, and the rows below it count as skipped", async () => {
    const mapping = plainMapping(staff, { read: { stop_at: "Total" } });
    const text = `${head}1,,Petra,p@example.com,true\n Total: 1,,,,\n2,,Jan,j@example.com,true\n`;
    const evaluated = await run(text, staff, { mapping });
    expect(evaluated.counts).toMatchObject({ read: 3, accepted: 1, skipped: 2 });
    expect([...evaluated.skipped]).toEqual([["stop_at", 2]]);
  });
});

describe("repairs of the reader", () => {
  const short = `${head}1,,Petra,p@example.com,true\n2,,Jan,j@example.com\n3,,Eva,e@example.com,true\n`;
  const lenient = plainMapping(staff, { read: { accept: ["row_too_short"] } });

  it("are errors in a feed and warnings in a manual conversion", async () => {
    const line = (evaluated: Awaited<ReturnType<typeof run>>) =>
      evaluated.issues
        .filter((found) => found.code === "row_too_short")
        .map((found) => [found.line, found.severity]);
    expect(line(await run(short))).toEqual([[3, "error"]]);
    expect(line(await run(short, staff, { mode: "lenient" }))).toEqual([[3, "warning"]]);
    expect(line(await run(short, staff, { mapping: lenient }))).toEqual([[3, "warning"]]);
  });

  it("are also errors in a manual conversion if a value may be cut or the row is a comment, until the mapping accepts them", async () => {
    const text = `${head}1,,Roe,Cy,c@example.com,true\n# left us\n2,,Jan,j@example.com,true\n`;
    const evaluated = await run(text, staff, { mode: "lenient" });
    expect(evaluated.accepted.map(({ line }) => line)).toEqual([4]);
    expect(evaluated.rejected.map(({ issues }) => issues.map(({ code }) => code))).toEqual([
      expect.arrayContaining(["row_too_long"]),
      ["comment_row"],
    ]);
    const long = `${head}1,,Roe,c@example.com,true,x\n2,,Jan,j@example.com,true\n3,,Eva,e@example.com,true\n`;
    const mapping = plainMapping(staff, { read: { accept: ["row_too_long"] } });
    expect((await run(long, staff, { mode: "lenient" })).counts).toMatchObject({ accepted: 2, rejected: 1 });
    const taken = await run(long, staff, { mode: "lenient", mapping });
    expect(taken.counts).toMatchObject({ accepted: 3 });
    // Text beyond the last heading is in no record. The issue contains it.
    expect(taken.issues.map(({ code, value }) => [code, value])).toContainEqual(["row_too_long", "x"]);
  });
});

describe("references to other lists", () => {
  const charges = (tax: string) =>
    `external_id,updated_at,code,description,charge_type,tax_code,is_active\n1,,AF,Air,freight,${tax},true\n`;

  it("must exist in the referenced list", async () => {
    expect((await run(charges("T1"), chargeCode)).counts.accepted).toBe(1);
    const unknown = await run(charges("T9"), chargeCode);
    expect(unknown.rejected[0]?.issues[0]?.code).toBe("unknown_reference");
    expect(unknown.rejected[0]?.issues[0]?.message).toContain("tax_code refers to a missing tax code");
  });

  it("are accepted with a warning if the record is inactive", async () => {
    const evaluated = await run(charges("T2"), chargeCode);
    expect(evaluated.counts.accepted).toBe(1);
    expect(evaluated.issues.map((found) => [found.code, found.severity])).toEqual([
      ["inactive_reference", "warning"],
    ]);
  });

  it("become null with a note in an account without tax", async () => {
    const evaluated = await run(charges("T9"), chargeCode, { account: account("us", { country: "US" }) });
    expect(evaluated.accepted[0]?.record["tax_code"]).toBeNull();
    expect(evaluated.issues.map((found) => found.code)).toEqual(["reference_dropped"]);
  });

  it("are taken unchanged if the account has no tax codes", async () => {
    const none = account("de", { country: "DE", tax_codes: "none" });
    expect((await run(charges("T9"), chargeCode, { account: none })).accepted[0]?.record["tax_code"]).toEqual(
      {
        external_id: "T9",
      },
    );
  });
});
