import { describe, expect, it } from "vitest";
import { outputFormat } from "../../src/formats/output/index.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { recommendedMapping } from "../../src/mapping/recommended.js";
import type { CompiledMapping } from "../../src/mapping/mapping.js";
import { account } from "../../src/model/account.js";
import { balancesOf, balanceText, one, Tally, unbalanced } from "../../src/model/within.js";
import { gatherInMemory, type Gather } from "../../src/convert/gather.js";
import type { Row } from "../../src/formats/row.js";
import { issue } from "../../src/model/issues.js";
import { gatherRows } from "../../src/system/gather-rows.js";
import { job } from "../../src/model/record-types/index.js";
import { encodedText } from "../support/encoded-text.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";

/** Rows that form one record, from the bytes of an export to the record and back. */

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });

const compiled = (text: string) => compiledFor(text, of);
const evaluated = (mapping: CompiledMapping, text: string) => evaluatedBy(mapping, of, text);

const jobMapping = (group: string, accruals: string, more = ""): string => `
lading: 1
record: job
group: ${group}
fields:
  external_id: Job
  updated_at: { column: Changed, date: yyyy-MM-dd HH:mm }
  number: No
lists:${more}
  accruals:
    rows: ${accruals}
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Charge
      tax_code: { constant: S1 }
      local_amount.currency: Cur
      local_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      local_amount.tax: { column: Vat, decimal: { sign: "." } }
      local_amount.total: { column: Total, decimal: { sign: "." } }
      overseas_amount.currency: Cur
      overseas_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      overseas_amount.total: { column: Net, decimal: { sign: "." } }
`;
const headings = "Rec,Job,No,Changed,Seq,Vendor,Charge,Cur,Net,Vat,Total\n";
const header = (id: string) => `JOB,${id},N-${id},2026-03-01 08:00,,,,,,,\n`;
const cost = (id: string, seq: number, amounts = "1,0,1") => `COST,${id},,,${seq},HARB,FRT,EUR,${amounts}\n`;
const isCost = "{ column: Rec, equals: COST }";
const isHeader = "{ column: Rec, equals: JOB }";

async function jobs(mapping: string, rows: string) {
  const done = await evaluated(compiled(mapping), headings + rows);
  return {
    records: done.accepted.map(({ record }) => [
      record.external_id,
      record.updated_at,
      (record["accruals"] as readonly { external_id: string }[]).map((each) => each.external_id),
    ]),
    issues: done.issues.filter(({ severity }) => severity !== "note").map(({ code, line }) => [code, line]),
    rejected: done.rejected.map(({ id, line, continued }) => [
      id,
      line,
      (continued ?? []).map((row) => row.line),
    ]),
    counts: done.counts,
    within: (done.counts.within ?? []).map(balanceText),
  };
}

const eight = "2026-03-01T08:00:00.000Z";

describe("rows with one key", () => {
  it("form one record, with the header row anywhere among them", async () => {
    const mapping = jobMapping(`{ by: Job, header: ${isHeader} }`, isCost);
    const rows = header("A") + cost("A", 1) + cost("A", 2) + cost("B", 1) + header("B") + header("C");
    const result = await jobs(mapping, rows);
    expect(result.records).toEqual([
      ["A", eight, ["A-1", "A-2"]],
      ["B", eight, ["B-1"]],
      ["C", eight, []],
    ]);
    expect(result.issues).toEqual([]);
    expect(result.counts).toMatchObject({ read: 6, accepted: 3, rejected: 0, skipped: 0, merged: 3 });
    expect(result.within).toEqual([
      "accruals: 3 read = 3 accepted",
      "accruals.local_amount in EUR: 3.00 read = 3.00 accepted",
      "accruals.overseas_amount in EUR: 3.00 read = 3.00 accepted",
    ]);
  });

  it("may repeat the header or leave it blank, and the latest change counts", async () => {
    const mapping = jobMapping("{ by: Job }", "all");
    const rows =
      "x,A,N-A,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" +
      "x,A,N-A,2026-03-02 09:30,2,HARB,FRT,EUR,1,0,1\n" +
      "x,B,N-B,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" +
      "x,,,,2,HARB,FRT,EUR,1,0,1\n";
    const carried = mapping.replace("group:", "carry_down: [Job]\ngroup:");
    expect((await jobs(carried, rows)).records).toEqual([
      ["A", "2026-03-02T09:30:00.000Z", ["A-1", "A-2"]],
      ["B", eight, ["B-1", "B-2"]],
    ]);
  });

  it("reject only their record if they disagree about the header", async () => {
    const rows =
      "x,A,N-A,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" +
      "x,A,N-X,2026-03-01 08:00,2,HARB,FRT,EUR,1,0,1\n" +
      "x,B,N-B,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n";
    const result = await jobs(jobMapping("{ by: Job }", "all"), rows);
    expect(result.records.map(([id]) => id)).toEqual(["B"]);
    expect(result.issues).toEqual([["header_disagrees", 3]]);
    expect(result.rejected).toEqual([["A", 2, [3]]]);
  });

  it("are reported and rejected if they are not consecutive", async () => {
    const rows =
      "x,A,N-A,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" +
      "x,B,N-B,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" +
      "x,A,N-A,2026-03-01 08:00,2,HARB,FRT,EUR,1,0,1\n";
    const result = await jobs(jobMapping("{ by: Job }", "all"), rows);
    expect(result.records.map(([id]) => id)).toEqual(["B"]);
    expect(result.issues).toEqual([
      ["duplicate_id", 2],
      ["duplicate_id", 4],
    ]);
  });

  it.each([
    ["a missing header row", cost("A", 1) + cost("A", 2), ["orphan_row"]],
    ["a second header row", header("A") + header("A"), ["second_header"]],
    ["a row of an unknown kind", header("A") + "NOTE,A,,,,,,,,,\n", ["unplaced_row"]],
    ["two accruals of one id", header("A") + cost("A", 1) + cost("A", 1), ["duplicate_element"]],
    [
      "an accrual without a creditor",
      header("A") + cost("A", 1) + "COST,A,,,2,,FRT,EUR,1,0,1\n",
      ["missing_value"],
    ],
    ["an amount that contradicts itself", header("A") + cost("A", 1, "1,0.19,1.21"), ["amount_contradicts"]],
    [
      "more decimals than the currency has",
      header("A") + cost("A", 1, "1.001,0,1.001"),
      ["too_many_decimals"],
    ],
  ])("reject their record for %s", async (_, rows, codes) => {
    const result = await jobs(jobMapping(`{ by: Job, header: ${isHeader} }`, isCost), rows + header("Z"));
    expect(result.records.map(([id]) => id)).toEqual(["Z"]);
    expect([...new Set(result.issues.map(([code]) => code))]).toEqual(codes);
    const { read, accepted, rejected, merged } = result.counts;
    expect([accepted, rejected, read]).toEqual([1, 1, accepted + rejected + merged]);
  });
});

it("assigns rows to the row above that begins a record, and reports rows above the first as orphans", async () => {
  const below = jobMapping(`{ under: ${isHeader} }`, isCost);
  const result = await jobs(below, cost("A", 9) + header("A") + cost("A", 1) + header("B") + cost("B", 1));
  expect(result.records.map(([id, , accruals]) => [id, accruals])).toEqual([
    ["A", ["A-1"]],
    ["B", ["B-1"]],
  ]);
  expect(result.issues).toEqual([["orphan_row", 2]]);
});

it("make elements from the columns and cells of a repeated header only once", async () => {
  const more = `
  references: { split: No, at: "-", fields: { number: "{part}" } }
  container_numbers: { split: No, at: "-" }`;
  const rows =
    "x,A,N-A,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" + "x,A,N-A,2026-03-01 08:00,2,HARB,FRT,EUR,1,0,1\n";
  const done = await evaluated(compiled(jobMapping("{ by: Job }", "all", more)), headings + rows);
  expect(done.accepted[0]?.record["references"]).toEqual([
    { number: "N", type: null },
    { number: "A", type: null },
  ]);
  expect(done.accepted[0]?.record["container_numbers"]).toEqual(["N", "A"]);
});

describe("money", () => {
  const digits = "12345678901234567.89";

  it.each(["json", "ndjson", "csv"] as const)("keeps its digits to %s and back", async (name) => {
    const rows = header("A") + cost("A", 1, `${digits},0,${digits}`) + cost("A", 2, "-0.10,-0.019,-0.12");
    const done = await evaluated(
      compiled(jobMapping(`{ by: Job, header: ${isHeader} }`, isCost)),
      headings + rows,
    );
    expect(done.rejected.length).toBe(1);
    // A single object would be read as the document that contains the list.
    const good =
      header("Z") + header("A") + cost("A", 1, `${digits},0,${digits}`) + cost("A", 2, "-0.10,-0.02,-0.12");
    const taken = await evaluated(
      compiled(jobMapping(`{ by: Job, header: ${isHeader} }`, isCost)),
      headings + good,
    );
    const write = ({ columns, accepted }: typeof taken) =>
      encodedText(
        outputFormat(name)!,
        job,
        columns,
        accepted.map(({ record }) => record),
      );
    const first = await write(taken);
    const quote = name === "csv" ? '""' : '"';
    expect(first).toContain(`${quote}total${quote}:${digits}`);
    expect(first).toContain(`${quote}tax${quote}:0.0`);
    expect(first).toContain(`${quote}tax${quote}:-0.02`);
    expect(await write(await evaluated(recommendedMapping(job), first))).toBe(first);
  });
});

it("reports mistakes in a group", () => {
  const diagnosticsOf = (text: string): string[] => {
    const parsed = parseMapping(text, "mapping.yaml");
    return "diagnostics" in parsed ? parsed.diagnostics.map(({ message }) => message) : [];
  };
  const by = jobMapping("{ by: Job }", "all");
  for (const [text, message] of [
    [jobMapping("{}", "all"), "`group` does not specify which rows form a record"],
    [jobMapping(`{ by: Job, under: ${isHeader} }`, "all"), "`under` cannot be combined with `by`"],
    [
      by.replace("fields:", "duplicates: prefer newest Changed\nfields:"),
      "`duplicates` cannot be combined with `group`",
    ],
    [by.replace("fields:", "missing: deactivate\nfields:"), 'found "deactivate"'],
    [
      by.replace('decimal: { sign: "." }', "case: upper"),
      "accruals.local_amount.pre_tax is a number: specify its decimal separator",
    ],
    [by.replace("local_amount.tax", "local_amount.vat"), 'the key "local_amount.vat" is unknown'],
  ] as const)
    expect(diagnosticsOf(text)).toContain(message);
});

describe("scattered rows of one record", () => {
  const mapping = jobMapping(`{ by: Job, header: ${isHeader}, scattered: "true" }`, isCost, "");
  const stops = mapping.replace("group:", "read: { stop_at: Total }\ngroup:");
  const rows =
    cost("B", 1) +
    header("A") +
    header("B") +
    cost("A", 1) +
    cost("", 2).replace("EUR", "USD") +
    cost("B", 2) +
    cost("C", 1) +
    "Total,C,,,,,,,,,\n" +
    "JOB,C,N-C,2026-03-01 08:00,,,,,,,\n";

  it("are collected by their key or the key of the row above, and rows below the end are not collected", async () => {
    const result = await jobs(stops, rows);
    expect(result.records).toEqual([["B", eight, ["B-1", "B-2"]]]);
    expect(result.issues).toEqual([
      ["blank_id_part", 6],
      ["orphan_row", 8],
    ]);
    expect(result.rejected).toEqual([
      ["A", 3, [5, 6]],
      [undefined, 8, []],
    ]);
    expect(result.counts).toMatchObject({ read: 9, accepted: 1, rejected: 2, skipped: 2, merged: 4 });
  });

  it("are not reported as out of order if the whole file lacks a header row", async () => {
    const messageOf = async (text: string) =>
      (await evaluated(compiled(text), headings + cost("C", 1) + header("A"))).issues.find(
        ({ code }) => code === "orphan_row",
      );
    expect(await messageOf(mapping)).toMatchObject({
      message: "The row belongs to a record whose header row is not in the file.",
      hint: "Request an export that includes the header row of each record.",
    });
    expect(await messageOf(mapping.replace(', scattered: "true"', ""))).toMatchObject({
      message: "The row belongs to a record whose header row is not above it.",
      hint: "Request an export that includes the header row of each record, above its other rows.",
    });
  });

  it("keep the order within each key and their issues in a database", async () => {
    const all = Array.from({ length: 5_000 }, (_, i): Row => {
      const row = { line: i + 2, cells: [`K${(i * 7) % 1_000}`, `é"${i}`] };
      return i % 100 === 0 ? { ...row, issues: [issue("unplaced_row", { line: row.line }, {})] } : row;
    });
    const keys = new Map<number, string>();
    const keyOf = ({ line, cells }: Row) => (line > 4_990 ? null : line % 11 === 0 ? undefined : cells[0]);
    for (const row of all) keys.set(row.line, keyOf(row) ?? keys.get(row.line - 1) ?? "");
    const gathered = async (gather: Gather) => {
      const batches = (async function* () {
        for (let at = 0; at < all.length; at += 700) yield all.slice(at, at + 700);
      })();
      const collected: Row[] = [];
      for await (const batch of gather(batches, keyOf)) collected.push(...batch);
      return collected;
    };
    const [here, there] = [await gathered(gatherInMemory), await gathered(gatherRows)];
    const byLine = (rows: readonly Row[]) => rows.toSorted((a, b) => a.line - b.line);
    expect(byLine(there)).toEqual(all);
    expect(byLine(here)).toEqual(all);
    const ofKey = (rows: readonly Row[], key: string) => rows.filter(({ line }) => keys.get(line) === key);
    for (const key of ["K0", "K7", "K999"]) expect(ofKey(there, key)).toEqual(ofKey(here, key));
    expect(there.slice(-8)).toEqual(here.slice(-8));
  });
});

describe("elements and money within records", () => {
  it("are accounted for in every outcome of the row", async () => {
    const mapping = jobMapping(
      `{ by: Job, header: ${isHeader} }`,
      isCost,
      "\n  references: { split: Changed, at: '!', fields: { number: '{part}' } }",
    ).replace(
      "lists:",
      "skip:\n  - { column: Net, equals: '7' }\nread: { accept: [several_local_currencies] }\nlists:",
    );
    const result = await jobs(
      mapping,
      // Accepted, with a skipped accrual and one in another currency.
      header("A") +
        cost("A", 1, "0.10,0,0.10") +
        cost("A", 2, "7,0.01,7.01") +
        cost("A", 3, "0.20,0,0.20").replace("EUR", "USD") +
        // Rejected: two headers, and no supplier.
        header("B") +
        header("B") +
        cost("B", 1, "0.05,0,0.05") +
        header("C") +
        cost("C", 1, "-2.5,0,-2.5").replace("HARB", "") +
        // Equal contents far apart, and contradicting contents.
        header("A") +
        cost("A", 1, "0.10,0,0.10") +
        cost("A", 3, "0.20,0,0.20").replace("EUR", "USD") +
        header("D") +
        cost("D", 1, "1,0,1") +
        header("E") +
        header("D") +
        cost("D", 1, "2,0,2"),
    );
    expect(result.records.map(([id]) => id)).toEqual(["A", "E"]);
    expect(result.within.filter((each) => !each.includes("overseas"))).toEqual([
      "accruals: 9 read = 2 accepted + 4 rejected + 1 skipped by a rule + 2 merged",
      "accruals.local_amount in EUR: 7.76 read = 0.10 accepted + 0.55 rejected + 7.01 skipped by a rule + 0.10 merged",
      "accruals.local_amount in USD: 0.40 read = 0.20 accepted + 0.20 merged",
      "references: 8 read = 2 accepted + 4 rejected + 2 merged",
    ]);
  });

  it("are accounted for with repeated headers and with elements left out of accepted records", async () => {
    const mapping = jobMapping(
      "{ by: Job }",
      isCost,
      "\n  waybills: { split: No, at: '!', fields: { number: '{part}', type: { column: Rec, values: { COST: MAWB } } } }",
    );
    const rows =
      "COST,A,N-A,2026-03-01 08:00,1,HARB,FRT,EUR,1,0,1\n" +
      "COST,A,N-A,2026-03-01 08:00,2,HARB,FRT,EUR,1,0,1\n" +
      "x,B,N-B,2026-03-01 08:00,,,,,,,\n";
    const result = await jobs(mapping, rows);
    expect(result.records.map(([id]) => id)).toEqual(["A", "B"]);
    expect(result.within).toContain("waybills: 3 read = 1 accepted + 1 omitted + 1 merged");
  });

  it("are accounted for to the last digit, in any size", () => {
    const tally = new Tally();
    const totals = [
      "0.1",
      "0.2",
      "-0.0000001",
      "99999999999999999999.99",
      "12345678901.1234",
      "4503599627370496.5",
    ];
    tally.addDraft({
      values: {},
      lists: { of: totals.map((total) => ({ values: { "a.total": total, "a.currency": "EUR" } })) },
    });
    const [count, money] = balancesOf(tally.take(), {});
    expect([count?.read, money?.read]).toEqual(["6", "100004503611973049397.9133999"]);
  });

  it("are compared so that a difference of the smallest amount is found", () => {
    const [a, b] = [new Map([["accruals.local_amount EUR", one / 100n]]), new Map([["accruals", 2n * one]])];
    expect(unbalanced(balancesOf(a, { accepted: a }))).toBeUndefined();
    expect(
      unbalanced(balancesOf(a, { accepted: new Map([["accruals.local_amount EUR", one / 100n - 1n]]) })),
    ).toEqual({
      read: "0.01 of accruals.local_amount in EUR",
      accounted: `0.00${"9".repeat(28)} of accruals.local_amount in EUR`,
    });
    expect(unbalanced(balancesOf(b, {}))).toBeDefined();
  });
});

describe("money of an account", () => {
  const mapping = jobMapping(`{ by: Job, header: ${isHeader} }`, isCost);
  const costIn = (id: string, currency: string, amounts = "1,0,1") =>
    `COST,${id},,,1,HARB,FRT,${currency},${amounts}\n`;
  const inAccount = async (rows: string, currency?: string) => {
    const settings = { country: "DE", zone: "UTC", tax_codes: "none", currency } as const;
    const withCurrency = account("de", settings);
    return evaluatedBy(compiledFor(mapping, withCurrency), withCurrency, headings + rows);
  };
  const two = header("A") + costIn("A", "EUR") + header("B") + costIn("B", "USD");

  it("is refused in several local currencies unless the account states one", async () => {
    const done = await inAccount(two);
    expect(done.refused).toMatchObject({
      code: "several_local_currencies",
      message: expect.stringContaining("(EUR, USD)") as string,
    });
    expect((await inAccount(header("A") + costIn("A", "USD"))).refused).toBeUndefined();
    // A row with an unknown currency is rejected by itself.
    expect(
      (await inAccount(header("A") + costIn("A", "EUR") + header("B") + costIn("B", "EURO"))).refused,
    ).toBeUndefined();
  });

  it("rejects records whose local currency differs from the account's", async () => {
    const done = await inAccount(two, "EUR");
    expect(done.accepted.map(({ record }) => record.external_id)).toEqual(["A"]);
    expect(done.issues.map(({ code, field, value }) => [code, field, value])).toEqual([
      ["other_local_currency", "accruals.local_amount.currency", "USD"],
    ]);
  });

  it.each([
    ["12.345", "12.345"],
    ["12.3456789012", "12.3456789012"],
    ["-0.00000000001", "-0.00000000001"],
    ["1234567890.123456789012345", "1234567890.123456789012345"],
    ["12.34567890123456789012345678901234567890", "12.345678901234567890123456789012"],
  ])("is shown unchanged if %s is rejected", async (amount, shown) => {
    const done = await inAccount(header("A") + costIn("A", "EUR", `${amount},0,${amount}`), "EUR");
    expect((done.counts.within ?? []).map(balanceText)).toContain(
      `accruals.local_amount in EUR: ${shown} read = 0.00 accepted + ${shown} rejected`,
    );
    expect(done.issues[0]).toMatchObject({
      code: "too_many_decimals",
      hint: expect.stringContaining("`round: 2` under `decimal`") as string,
    });
  });

  it("is rounded if the mapping requires it", async () => {
    const rounding = mapping.replaceAll('{ sign: "." }', '{ sign: ".", round: 2 }');
    const done = await evaluatedBy(
      compiledFor(rounding, of),
      of,
      headings + header("A") + costIn("A", "EUR", "12.34567890125,0,12.345"),
    );
    expect(JSON.stringify(done.accepted[0]?.record)).toContain(
      '"pre_tax":"12.35","tax":"0.0","total":"12.35"',
    );
  });
});
