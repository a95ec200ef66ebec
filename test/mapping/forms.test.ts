import { describe, expect, it } from "vitest";
import { account } from "../../src/model/account.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";
import { balanceText } from "../../src/model/within.js";

/**
 * Forms of files with elements as real systems export them. Each is read completely, or what cannot be read
 * is reported.
 */

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });

/** Result of a file: accruals by job as `id code amount currency`, issues, and balances. */
async function resultOf(mapping: string, file: string) {
  const read = /^read:/m.test(mapping) ? "" : "read: { accept: [several_local_currencies] }\n";
  const compiled = compiledFor(`lading: 1\nrecord: job\n${read}${mapping}`, of);
  const done = await evaluatedBy(compiled, of, file);
  return {
    jobs: Object.fromEntries(
      done.accepted.map(({ record }) => [record.external_id, (record["accruals"] as never[]).map(accrual)]),
    ),
    issues: done.issues.flatMap(({ code, severity, line }) =>
      severity === "error" ? [`${line} ${code}`] : [],
    ),
    within: done.counts.within?.map(balanceText) ?? [],
  };
}

interface Accrual {
  readonly external_id: string;
  readonly charge_code: { readonly external_id: string };
  readonly local_amount: { readonly currency: string; readonly total: string };
}

function accrual({ external_id, charge_code, local_amount }: Accrual): string {
  return [external_id, charge_code.external_id, local_amount.total, local_amount.currency].join(" ");
}

const accruals = (
  id: string,
  code: string,
  amount: string,
  currency = "{ constant: EUR }",
  place = "rows: all",
) =>
  `lists:
  accruals:
    ${place}
    fields:
      external_id: ${id}
      creditor: { constant: V }
      charge_code: ${code}
      tax_code: { constant: S1 }
      local_amount.currency: ${currency}
      local_amount.pre_tax: ${amount}
      local_amount.tax: { constant: "0" }
      local_amount.total: ${amount}
      overseas_amount.currency: ${currency}
      overseas_amount.pre_tax: ${amount}
      overseas_amount.total: ${amount}
`;
const byJob = "group: { by: Job }\nfields: { external_id: Job }\n";
const point = 'decimal: { sign: "." }';
const net = `{ column: Net, ${point} }`;

describe("amounts", () => {
  it("are the sum of debits and credits, whichever of the two is zero", async () => {
    const amount = `{ sum: [Debit, { column: Credit, ${point}, negative: always }], ${point} }`;
    const rows = "Job,Seq,Debit,Credit\nJ1,1,10,\nJ1,2,,11\nJ1,3,0.00,11.05\nJ1,4,12,0.00\n";
    const { jobs, issues } = await resultOf(byJob + accruals("Seq", "{ constant: FRT }", amount), rows);
    expect(jobs).toEqual({ J1: ["1 FRT 10.0 EUR", "2 FRT -11.0 EUR", "3 FRT -11.05 EUR", "4 FRT 12.0 EUR"] });
    expect(issues).toEqual([]);
  });

  it("are refused by the grammar if a zero would hide them", async () => {
    const amount = `{ first: [Debit, Credit], ${point}, negative: { column: Credit, blank: false } }`;
    await expect(resultOf(byJob + accruals("Seq", "Code", amount), "")).rejects.toThrow(
      /a zero in the first column would hide the value of the second column[^]*`sum:` of both columns/,
    );
  });

  it("are price times quantity, rounded as stated, and every factor is required", async () => {
    const amount = `{ product: [Price, Qty], round: 2, ${point} }`;
    const rows = "Job,Seq,Price,Qty\nJ1,1,10.333,3\nJ1,2,-0.125,1\nJ1,3,1000000000000.01,3\nJ2,1,7,\n";
    const { jobs, issues } = await resultOf(byJob + accruals("Seq", "{ constant: FRT }", amount), rows);
    expect(jobs).toEqual({ J1: ["1 FRT 31.0 EUR", "2 FRT -0.13 EUR", "3 FRT 3000000000000.03 EUR"] });
    expect([...new Set(issues)]).toEqual(["5 blank_factor"]);
  });
});

describe("a division", () => {
  const of = (amount: string) => byJob + accruals("Seq", "{ constant: FRT }", amount);

  it("is exact for a number, and its sign and size do not matter", async () => {
    const rows = "Job,Seq,Net\nJ1,1,12.5\nJ1,2,-0.3\nJ1,3,123456789012345678901\nJ1,4,\n";
    const exact = `{ column: Net, divide: 80, round: 4, ${point} }`;
    const { jobs, issues } = await resultOf(of(exact), rows.replace("J1,4", "J2,1"));
    expect(jobs).toEqual({});
    expect(issues).toContain("2 too_many_decimals");
    const byHundred = `{ column: Net, divide: 100, ${point} }`;
    expect(
      (await resultOf(of(byHundred), "Job,Seq,Net\nJ1,1,12\nJ1,2,-7\nJ1,3,123456789012345678901\n")).jobs,
    ).toEqual({
      J1: ["1 FRT 0.12 EUR", "2 FRT -0.07 EUR", "3 FRT 1234567890123456789.01 EUR"],
    });
  });

  it("is rounded half away from zero for a column, and a zero or blank divisor is an issue in its column", async () => {
    const amount = `{ product: [Price, Qty], divide: Per, round: 2, ${point} }`;
    const rows =
      "Job,Seq,Price,Qty,Per\nJ1,1,10,1,3\nJ1,2,-10,1,16\nJ1,3,0.29,3,-1\nJ2,1,7,1,0.00\nJ3,1,7,1,\nJ4,1,7,1,x\n";
    const { jobs, issues } = await resultOf(of(amount), rows);
    expect(jobs).toEqual({ J1: ["1 FRT 3.33 EUR", "2 FRT -0.63 EUR", "3 FRT -0.87 EUR"] });
    expect([...new Set(issues)]).toEqual(["5 division_by_zero", "6 blank_factor", "7 invalid_number"]);
  });

  it("is rounded to whole units if `round` is 0, as for JPY", async () => {
    const amount = `{ product: [Price, Qty], divide: Per, round: 0, ${point} }`;
    const { jobs } = await resultOf(of(amount), "Job,Seq,Price,Qty,Per\nJ1,1,10,1,4\nJ1,2,-10,1,3\n");
    expect(jobs).toEqual({ J1: ["1 FRT 3.0 EUR", "2 FRT -3.0 EUR"] });
  });

  it.each([
    ["divide: 0", /division by 0 has no result/],
    ["divide: 3", /the result may have infinitely many decimals[^]*`round:`/],
    ["divide: Per", /the result may have infinitely many decimals[^]*`round:`/],
    ["divide: { column: Per }, round: 2", /specify its decimal separator/],
  ])("is checked for mistakes: %s", async (divide, message) => {
    await expect(resultOf(of(`{ column: Net, ${divide}, ${point} }`), "")).rejects.toThrow(message);
  });

  it("works only with numbers", async () => {
    await expect(resultOf("fields: { external_id: { column: Job, divide: 10 } }\n", "")).rejects.toThrow(
      /mapping.yaml:4:39: `divide` works only for amounts and rates/,
    );
  });
});

describe("lines with the same id", () => {
  const mapping =
    byJob + accruals("{ join: [Job, Code] }", "Code", net, "Cur", "same_id: sum\n    rows: all");

  it("are summed if the mapping requires it, with balanced counts and money", async () => {
    const rows =
      "Job,Code,Net,Cur\nJ1,FRT,10,EUR\nJ1,DOC,5,EUR\nJ1,FRT,-3,EUR\nJ2,FRT,1,USD\nJ2,FRT,1.50,USD\n";
    const { jobs, within } = await resultOf(mapping, rows);
    expect(jobs).toEqual({ J1: ["J1 FRT FRT 7.0 EUR", "J1 DOC DOC 5.0 EUR"], J2: ["J2 FRT FRT 2.5 USD"] });
    expect(within.slice(0, 3)).toEqual([
      "accruals: 5 read = 3 accepted + 2 merged",
      "accruals.local_amount in EUR: 12.00 read = 12.00 accepted",
      "accruals.local_amount in USD: 2.50 read = 2.50 accepted",
    ]);
  });

  it("reject their record if they differ in anything but money", async () => {
    const { jobs, issues } = await resultOf(
      mapping,
      "Job,Code,Net,Cur\nJ1,FRT,10,EUR\nJ1,FRT,1,USD\nJ2,FRT,1,EUR\n",
    );
    expect(jobs).toEqual({ J2: ["J2 FRT FRT 1.0 EUR"] });
    expect(issues).toContain("3 summed_disagree");
  });
});

describe("values of a header for its lines", () => {
  const mapping =
    'read: { header: none }\ngroup: { by: "#2", header: { column: "#1", equals: H } }\nfields: { external_id: "#2" }\n' +
    accruals(
      '"#3"',
      '"#4"',
      `{ column: "#5", ${point} }`,
      '{ header: "#3" }',
      'rows: { column: "#1", equals: L }',
    );

  it("are used in the lines of the same record", async () => {
    const rows = "H,J1,USD,,\nL,J1,1,FRT,5\nL,J1,2,DOC,6\nH,J2,USD,,\nL,J2,3,FRT,7\n";
    const { jobs } = await resultOf(mapping, rows);
    expect(jobs).toEqual({ J1: ["1 FRT 5.0 USD", "2 DOC 6.0 USD"], J2: ["3 FRT 7.0 USD"] });
  });

  it("are reported if the header is below the lines, and the record is rejected", async () => {
    const { jobs, issues } = await resultOf(mapping, "H,J1,USD,,\nL,J1,1,FRT,5\nL,J2,3,FRT,7\nH,J2,EUR,,\n");
    expect(jobs).toEqual({ J1: ["1 FRT 5.0 USD"] });
    expect(issues).toContain("3 header_below");
  });
});

it("reads rows that name their parent in a separate column", async () => {
  const mapping =
    "group: { by: { first: [Parent, Id] }, header: { column: Parent, blank: true } }\nfields: { external_id: Id }\n" +
    accruals("Id", "Code", net, undefined, "rows: { column: Parent, blank: false }");
  const rows = "Id,Parent,Code,Net\n1,,,\n2,1,FRT,5\n3,1,DOC,6\n4,,,\n5,4,FRT,5\n6,5,FRT,8\n";
  const { jobs, issues } = await resultOf(mapping, rows);
  expect(jobs).toEqual({ 1: ["2 FRT 5.0 EUR", "3 DOC 6.0 EUR"], 4: ["5 FRT 5.0 EUR"] });
  expect(issues).toEqual(["7 orphan_row"]);
});

describe("names in headings", () => {
  it("become elements from the keys of an object, including later keys", async () => {
    const mapping =
      "fields: { external_id: id }\n" +
      accruals(
        '{ join: [id, "{name}"] }',
        '"{name}"',
        `{ column: "charges.{key}", ${point} }`,
        undefined,
        "keys: all",
      );
    const file = JSON.stringify([
      { id: "J1", charges: { FRT: 1, DOC: 2 } },
      { id: "J2", charges: { BAF: 4 } },
    ]);
    expect((await resultOf(mapping, file)).jobs).toEqual({
      J1: ["J1 FRT FRT 1.0 EUR", "J1 DOC DOC 2.0 EUR"],
      J2: ["J2 BAF BAF 4.0 EUR"],
    });
  });

  it("become elements from columns, one per charge code", async () => {
    const mapping =
      "fields: { external_id: Job }\n" +
      accruals(
        '{ join: [Job, "{name}"] }',
        '"{name}"',
        `{ column: "{key}", ${point} }`,
        undefined,
        "keys: [FRT, DOC]",
      );
    expect((await resultOf(mapping, "Job,FRT,DOC\nJ1,10,\nJ2,1,2\n")).jobs).toEqual({
      J1: ["J1 FRT FRT 10.0 EUR"],
      J2: ["J2 FRT FRT 1.0 EUR", "J2 DOC DOC 2.0 EUR"],
    });
    await expect(resultOf(mapping.replace("[FRT, DOC]", "all"), "")).rejects.toThrow(/matches every column/);
  });
});

describe("lists in lists", () => {
  const mapping = (id: string, path: string) =>
    `fields: { external_id: "${id}" }\n` +
    accruals(
      `"${path}.${id}"`,
      `${path}.code`,
      `{ column: "${path}.net", ${point} }`,
      undefined,
      "columns: 1..",
    );
  const legs = [
    {
      costs: [
        { id: 1, code: "A", net: 1 },
        { id: 2, code: "B", net: 2 },
      ],
    },
    { costs: [{ id: 3, code: "A", net: 3 }] },
    { port: "DEHAM" },
  ];

  it("have separate numbers in JSON and in XML", async () => {
    const taken = { J1: ["1 A 1.0 EUR", "2 B 2.0 EUR", "3 A 3.0 EUR"] };
    const { jobs, issues } = await resultOf(
      mapping("id", "legs.{n}.costs.{m}"),
      JSON.stringify([{ id: "J1", legs }]),
    );
    expect([jobs, issues]).toEqual([taken, []]);
    const costs = legs.map(({ costs = [] }) =>
      costs.map(
        ({ id, code, net: amount }) => `<Cost id="${id}"><code>${code}</code><net>${amount}</net></Cost>`,
      ),
    );
    const xml = `<Jobs><Job id="J1">${costs.map((each) => `<Leg>${each.join("")}</Leg>`).join("")}</Job></Jobs>`;
    const read = "read: { records: Jobs.Job }\n" + mapping("@id", "Leg.{n}.Cost.{m}");
    expect((await resultOf(read, xml)).jobs).toEqual(taken);
  });

  it("reject their record if only the first element would be read", async () => {
    const xml = `<Jobs><Job id="J1"><Leg><Cost id="1"><code>A</code><net>1</net></Cost><Cost id="2"><code>B</code><net>2</net></Cost></Leg></Job></Jobs>`;
    const { jobs, issues } = await resultOf(
      "read: { records: Jobs.Job }\n" + mapping("@id", "Leg.{n}.Cost"),
      xml,
    );
    expect([jobs, issues]).toEqual([{}, ["1 unread_elements"]]);
  });
});

it("selects a value by a neighboring column, and reports two different matches", async () => {
  const mapping =
    'fields: { external_id: { column: "refs.{*}.value", where: { column: "refs.{*}.type", equals: JOB } } }\nlists:\n  accruals: ' +
    accruals("a", "b", net, undefined, "columns: 1..")
      .replace("lists:\n  accruals:", "")
      .replaceAll("external_id: a", 'external_id: "c.{n}"');
  const refs = (...pairs: [string, string][]) => ({
    refs: pairs.map(([type, value]) => ({ type, value })),
    c: [1],
    b: "FRT",
    Net: 1,
  });
  const file = [
    refs(["PO", "47"], ["JOB", "J1"]),
    refs(["JOB", "J2"], ["JOB", "J3"]),
    refs(["JOB", "J4"], ["JOB", "J4"]),
  ];
  const { jobs, issues } = await resultOf(mapping, JSON.stringify(file));
  expect(Object.keys(jobs)).toEqual(["J1", "J4"]);
  expect(issues).toEqual(["2 several_match"]);
});

describe("numbered columns that nothing reads", () => {
  const mapping = (columns: string) =>
    "fields: { external_id: Job }\n" +
    accruals('"Id {n}"', '"Code {n}"', `{ column: "Net {n}", ${point} }`, undefined, `columns: ${columns}`);
  const headings = "Job,Id 1,Code 1,Net 1,Id 2,Code 2,Net 2,Id 3,Code 3,Net 3\n";

  it("reject the record if they are filled, and are ignored if blank", async () => {
    const rows = "J1,1,A,1,2,B,2,,,\nJ2,1,A,1,2,B,2,3,C,3\n";
    const { jobs, issues } = await resultOf(mapping("1..2"), headings + rows);
    expect([jobs, issues]).toEqual([{ J1: ["1 A 1.0 EUR", "2 B 2.0 EUR"] }, ["3 unread_elements"]]);
    expect(Object.keys((await resultOf(mapping("1.."), headings + rows)).jobs)).toEqual(["J1", "J2"]);
  });

  it("are found after a gap and before the first number", async () => {
    expect((await resultOf(mapping("2.."), `${headings}J1,1,A,1,2,B,2,,,\n`)).issues).toEqual([
      "2 unread_elements",
    ]);
    const gap = "Job,Id 1,Code 1,Net 1,Id 3,Code 3,Net 3\nJ1,1,A,1,3,C,3\n";
    expect((await resultOf(mapping("1.."), gap)).issues).toEqual(["2 unread_elements"]);
  });
});

it("a key that a spreadsheet has turned into a number is rejected", async () => {
  const mapping = byJob + accruals("Seq", "Code", net);
  const rows =
    "Job,Seq,Code,Net\n2.39239E+11,1,FRT,10\n2.39239E+11,2,FRT,11\n1E10,1,FRT,1\nJ2,2.1E+11,FRT,1\n";
  const { jobs, issues } = await resultOf(mapping, rows);
  expect(jobs).toEqual({ "1E10": ["1 FRT 1.0 EUR"] });
  expect(issues).toEqual(["2 damaged_key", "5 damaged_key"]);
});

describe("the totals of a file", () => {
  const mapping =
    `read: { header: none }\ntotals:\n  row: { column: "#1", equals: T }\n  rows: "#2"\n  records: "#3"\n  elements: { accruals: "#4" }\n` +
    `  sums: { accruals.local_amount: { column: "#5", ${point} } }\n` +
    'group: { under: { column: "#1", equals: H } }\nfields: { external_id: "#2" }\n' +
    accruals('"#2"', '"#3"', `{ column: "#4", ${point} }`, undefined, 'rows: { column: "#1", equals: L }');
  const body = "H,J1,,,\nL,1,FRT,5,\nL,2,DOC,6.5,\nH,J2,,,\nL,3,FRT,7,\n";
  const all = { J1: ["1 FRT 5.0 EUR", "2 DOC 6.5 EUR"], J2: ["3 FRT 7.0 EUR"] };

  it.each([
    ["below the data", `${body}T,00005,2,3,18.50\n`],
    ["above the data", `T,5,2,3,18.5\n${body}`],
  ])("are compared %s", async (_, file) => {
    expect(await resultOf(mapping, file)).toMatchObject({ jobs: all, issues: [] });
  });

  it.each([
    ["a different number of rows", `${body}T,6,2,3,18.50\n`, "6 totals_differ"],
    ["a different number of records", `${body}T,5,3,3,18.50\n`, "6 totals_differ"],
    ["a different number of elements", `${body}T,5,2,4,18.50\n`, "6 totals_differ"],
    ["a different sum", `${body}T,5,2,3,18.51\n`, "6 totals_differ"],
    ["an unreadable value", `${body}T,5,2,3,many\n`, "6 totals_differ"],
    ["no totals, because the file was truncated", body, "undefined totals_missing"],
  ])("refuse the file if they have %s", async (_, file, issue) => {
    expect(await resultOf(mapping, file)).toMatchObject({ jobs: {}, issues: [issue] });
  });
});

describe("the totals in the header of a document", () => {
  const stated = (prefix: string) =>
    `totals:\n  records: ${prefix}.jobs\n  elements: { accruals: ${prefix}.costs }\n` +
    `  sums: { accruals.local_amount: { column: ${prefix}.total, ${point} } }\n`;
  const ofJson =
    `read: { records: jobs }\n${stated("$.head")}fields: { external_id: id }\n` +
    accruals('"c.{n}.id"', '"c.{n}.code"', `{ column: "c.{n}.net", ${point} }`, undefined, "columns: 1..");
  const json = (head: string) =>
    `{"jobs":[{"id":"J1","c":[{"id":1,"code":"F","net":5},{"id":2,"code":"D","net":6.5}]},{"id":"J2","c":[{"id":3,"code":"F","net":7}]}],"head":${head}}`;
  const all = { J1: ["1 F 5.0 EUR", "2 D 6.5 EUR"], J2: ["3 F 7.0 EUR"] };

  it("are compared in JSON", async () => {
    const good = await resultOf(ofJson, json('{"jobs":2,"costs":3,"total":18.50}'));
    expect(good).toMatchObject({ jobs: all, issues: [] });
    for (const [head, issue] of [
      ['{"jobs":3,"costs":3,"total":18.50}', "1 totals_differ"],
      ['{"jobs":2,"costs":2,"total":18.50}', "1 totals_differ"],
      ['{"jobs":2,"costs":3,"total":18.49}', "1 totals_differ"],
      ['{"jobs":2,"costs":3,"total":null}', "1 totals_differ"],
      ['{"jobs":2,"total":18.50}', "undefined missing_column"],
    ] as const)
      expect(await resultOf(ofJson, json(head))).toMatchObject({ jobs: {}, issues: [issue] });
  });

  const ofXml =
    `read: { records: x.b.j }\ntotals: { records: x.b.n }\nfields: { external_id: "@id" }\n` +
    accruals('"@id"', "c", `{ column: "@net", ${point} }`);
  const xml = (...counts: number[]) =>
    `<x>${counts.map((n, i) => `<b><n>${n}</n><j id="J${i}" net="1"><c>F</c></j></b>`).join("")}</x>`;

  it("are compared in XML, whose rows must all have the same header", async () => {
    expect(await resultOf(ofXml, xml(1))).toMatchObject({ jobs: { J0: ["J0 F 1.0 EUR"] }, issues: [] });
    expect(await resultOf(ofXml, xml(2, 2))).toMatchObject({ issues: [] });
    expect(await resultOf(ofXml, xml(2))).toMatchObject({ jobs: {}, issues: ["1 totals_differ"] });
    expect(await resultOf(ofXml, xml(2, 3))).toMatchObject({ jobs: {}, issues: ["2 totals_differ"] });
  });

  it("need a row if they are at a position", async () => {
    await expect(resultOf(ofJson.replace("$.head.jobs", '"#2"'), "")).rejects.toThrow(
      /:4:1: `totals` does not specify which row has the totals[^]*`row:`/,
    );
  });
});
