import { describe, expect, it } from "vitest";
import { compileMapping } from "../../src/mapping/compile.js";
import type { CompiledMapping, MappingContext, RowOutcome } from "../../src/mapping/mapping.js";
import { formatDiagnostics } from "../../src/mapping/diagnostics.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { compiledFor } from "./evaluating.js";
import { account, type AccountSettings } from "../../src/model/account.js";

const acme: AccountSettings = { country: "DE", zone: "Europe/Berlin" };

/** The account for a mapping, with a company if the mapping needs one. */
const accountFor = (text: string) => (text.includes("company") ? { ...acme, company: "DE01" } : acme);

function context(settings: AccountSettings = acme): MappingContext {
  return {
    account: account("acme", settings),
    lookups: {
      find: (target, field, value) =>
        [
          { code: "S1", external_id: "VAT19", is_active: true },
          { code: "S1", external_id: "VAT16", is_active: false },
          { code: "S0", external_id: "OLD", is_active: false },
          { code: "SX", external_id: "A", is_active: true },
          { code: "SX", external_id: "B", is_active: true },
        ].filter((entry) => target === "tax-code" && field === "code" && entry.code === value),
    },
    today: "2026-03-15",
    tables: new Map([["groups.csv", { headings: ["Code", "Type"], rows: [["FRT", "freight"], ["ORG", "origin"], ["frt", "freight"]] }]]), // oxfmt-ignore
  };
}

function compiled(text: string, given = context(accountFor(text))): CompiledMapping {
  return compiledFor(text, given.account, given);
}

function diagnosticsOf(text: string, given = context(accountFor(text))): string[] {
  const parsed = parseMapping(text, "m.yaml");
  if ("diagnostics" in parsed) throw new Error(formatDiagnostics(parsed.diagnostics));
  const result = compileMapping(parsed.parsed, given);
  return "diagnostics" in result
    ? result.diagnostics.map((each) => `${each.line}:${each.column} ${each.message}`)
    : [];
}

/** Applies a mapping to rows of text. The first line has the headings. */
function apply(text: string, csv: string, given = context(accountFor(text))): RowOutcome[] {
  const [headings = [], ...rows] = csv
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
  const bound = compiled(text, given).bind(headings, undefined);
  expect(bound.issues).toEqual([]);
  return rows.map((cells, i) => bound.apply({ line: i + 2, cells }));
}

/** Shortens outcomes: the values of drafts, the rules of skipped rows, `merged`, each with issue codes. */
function short(outcomes: readonly RowOutcome[]): unknown[] {
  return outcomes.map((outcome) => {
    if (outcome.kind === "skipped") return `skipped: ${outcome.rule}`;
    if (outcome.kind === "merged") return "merged";
    const codes = outcome.issues.map((each) => each.code);
    return codes.length === 0 ? Object.values(outcome.draft.values) : codes;
  });
}

const staff = (fields: string, rest = "") => `lading: 1
record: staff
fields:
  external_id: ID
  name: Name
  email_address: Mail
${fields}
${rest}`;

describe("sources", () => {
  it("finds columns by folded heading and by position, and reports which it reads", () => {
    const mapping = compiled(`lading: 1
record: staff
fields:
  external_id: staff code
  name: { join: [first name, "#4"], separator: ", " }
  email_address: [E-Mail, "Second\\u00a0Mail"]
  is_active: { constant: true }
`);
    const headings = [
      "E-Mail [Required]",
      "Second  Mail",
      "\ufeffStaff\nCode (*)",
      "Last",
      "First Name*",
      "Phone",
    ];
    const bound = mapping.bind(headings, undefined);
    expect(bound.issues).toEqual([]);
    expect(bound.reads.map((each) => each.index)).toEqual([0, 1, 2, 3, 4]);
    expect(bound.fills).toEqual(["external_id", "name", "email_address", "is_active"]);
    expect(bound.columnOf("name")).toBe("First Name*, Last");
    expect(bound.columnOf("is_active")).toBeUndefined();
    expect(short([bound.apply({ line: 2, cells: ["", " p@x.de ", '="007"', "Vogel", "Petra"] })])).toEqual([
      ["007", "Petra, Vogel", "p@x.de", true],
    ]);
    expect(short([bound.apply({ line: 3, cells: ["a@x.de", "b@x.de", "8", "", "Petra", "1"] })])).toEqual([
      ["8", "Petra", "a@x.de", true],
    ]);
  });

  it("reports once each heading that the file lacks or repeats", () => {
    const bound = compiled(staff("  is_active: { column: Status }", "skip: [{ column: Name, blank: true }, { column: '#9', blank: true }]")).bind(["id", "Mail", "mail", "Status"], undefined); // oxfmt-ignore
    expect(bound.issues.map((each) => [each.code, each.column])).toEqual([
      ["missing_column", "Name"],
      ["missing_column", "#9"],
    ]);
    const renamed = compiled(staff("  is_active: { column: Status }")).bind(
      ["id", "Name", "mail", "Statsu"],
      undefined,
    );
    expect(renamed.issues.map((each) => each.message)).toEqual([
      "The required column Status is missing. The nearest heading is Statsu. Headings that are not read: Statsu.",
    ]);
    const doubled = compiled(staff("  is_active: { column: Status }")).bind(["ID", "Name", "mail", "MAIL", "Status"], undefined); // oxfmt-ignore
    expect(doubled.issues.map((each) => [each.code, each.message])).toEqual([
      ["ambiguous_column", "Several columns have the heading Mail (#3, #4)."],
    ]);
  });

  it("reads a file without headings by position only", () => {
    const text = staff("  is_active: '#2'")
      .replace("ID", "'#1'")
      .replace("Name", "'#1'")
      .replace(" Mail", " '#1'");
    const bound = compiled(text).bind(null, { line: 1, cells: ["x", "true"] });
    expect(bound.issues).toEqual([]);
    expect(bound.reads).toEqual([
      { heading: "#1", index: 0 },
      { heading: "#2", index: 1 },
    ]);
    expect(compiled(staff("  is_active: '#2'")).bind(null, { line: 1, cells: ["x"] }).issues).toHaveLength(4);
  });

  it("treats names of JavaScript properties as plain headings", () => {
    const text = staff("  is_active: { column: constructor, values: { constructor: true, toString: false } }").replace("ID", "__proto__"); // oxfmt-ignore
    expect(
      short(apply(text, "__proto__|Name|Mail|constructor\n1|A|a@x.de|toString\n2|B|b@x.de|valueOf")),
    ).toEqual([["1", "A", "a@x.de", false], ["unmapped_value"]]);
  });

  it("rejects a composite id with a blank part, and joins other fields without blank parts", () => {
    const text = staff("  is_active: { constant: true }").replace(
      " ID",
      " { join: [Company, ID], separator: '|' }",
    );
    expect(short(apply(text.replace("Name\n", "{ join: [Company, Name] }\n"), "Company|ID|Name|Mail\nA|1|x|m\nA||x|m\n||x|m"))).toEqual([
      ["A|1", "A x", "m", true],
      ["blank_id_part"],
      [null, "x", "m", true],
    ]); // oxfmt-ignore
  });

  it("applies operations from top to bottom as written", () => {
    const cut = "{ column: Name, split: { by: '-', take: 1 }, pad_left: { width: 3 } }";
    const padded = "{ column: Name, pad_left: { width: 3 }, split: { by: '-', take: 1 } }";
    const rows = "ID|Name|Mail\n1|7-x|m";
    expect(short(apply(staff("  is_active: { constant: true }").replace(" Name", ` ${cut}`), rows))).toEqual([["1", "007", "m", true]]); // oxfmt-ignore
    expect(short(apply(staff("  is_active: { constant: true }").replace(" Name", ` ${padded}`), rows))).toEqual([["1", "7", "m", true]]); // oxfmt-ignore
  });

  it("gives `otherwise` to the nearest word above that takes it", () => {
    const text = staff(
      "  is_active: { column: S, pattern: '^[AI]', otherwise: I, values: { A: true, I: false } }",
    );
    expect(short(apply(text, "ID|Name|Mail|S\n1|n|m|Active\n2|n|m|x"))).toEqual([
      ["1", "n", "m", true],
      ["2", "n", "m", false],
    ]);
  });

  it("never treats an unknown status as active", () => {
    const outcomes = apply(
      staff("  is_active: S"),
      "ID|Name|Mail|S\n1|n|m|TRUE\n2|n|m|false\n3|n|m|yes\n4|n|m|1\n5|n|m|",
    );
    expect(short(outcomes)).toEqual([
      ["1", "n", "m", true],
      ["2", "n", "m", false],
      ["not_a_flag"],
      ["not_a_flag"],
      ["5", "n", "m", null],
    ]);
    expect(outcomes[2]).toMatchObject({
      issues: [{ line: 4, column: "S", field: "is_active", value: "yes" }],
    });
  });

  it("counts the cells under read.blanks as blank", () => {
    const text = staff(
      "  is_active: { column: S, active_until: yyyy-MM-dd }",
      "read: { blanks: ['-', '\\N'] }",
    );
    expect(short(apply(text, "ID|Name|Mail|S\n1|-|m|\\N\n2|n| - |2026-03-15\n3|n|m|2026-03-16"))).toEqual([
      ["1", null, "m", true],
      ["2", "n", null, false],
      ["3", "n", "m", true],
    ]);
    expect(compiled(text).usesToday).toBe(true);
  });
});

describe("the account", () => {
  const text = staff(
    "  is_active: { constant: true }",
    'only: [{ column: Company, equals: "${account.company}" }]',
  );

  it("fills in its parameters, and identifies rows of other companies", () => {
    expect(apply(text, "ID|Name|Mail|Company\n1|n|m|de01\n2|n|m|DE02\n3|n|m|")).toMatchObject([
      { kind: "draft" },
      { kind: "skipped", rule: "only Company equals DE01", company: "DE02" },
      { kind: "skipped", rule: "only Company equals DE01" },
    ]);
  });

  it("reports the position of an unknown parameter", () => {
    expect(diagnosticsOf(text, context({ country: "US" }))).toEqual([
      "8:35 the account has no company, so `${account.company}` has no value",
    ]);
    expect(diagnosticsOf(staff("  is_active: { constant: true }", "id_prefix: ${account.compny}"))).toEqual([
      "8:12 there is no parameter `${account.compny}` for this account",
    ]);
  });

  it("checks the mapping with its parameters filled in", () => {
    const zoned = staff("  is_active: { constant: true }", "zone: ${account.zone}");
    expect(diagnosticsOf(zoned, context({ zone: "Mars" }))).toEqual(['8:7 found "Mars"']);
    expect(diagnosticsOf(zoned)).toEqual([]);
  });

  it("needs a zone from the mapping or the account for times without an offset, and never uses the machine's", () => {
    const timed = staff(
      "  is_active: { constant: true }\n  updated_at: { column: T, date: dd.MM.yyyy HH:mm }",
    );
    expect(diagnosticsOf(timed, context({ country: "DE" }))[0]).toMatch(
      /^8:28 times without an offset require a zone/,
    );
    const rows = "ID|Name|Mail|T\n1|n|m|01.03.2026 09:15";
    expect(short(apply(timed, rows))).toEqual([["1", "2026-03-01T08:15:00.000Z", "n", "m", true]]);
    expect(short(apply(`${timed}zone: Asia/Tokyo`, rows))).toEqual([
      ["1", "2026-03-01T00:15:00.000Z", "n", "m", true],
    ]);
  });

  it("changes the hash only when something that affects records changes", () => {
    const hash = compiled(text).hash;
    expect(compiled(`${text}\ndescription: other\nexamples: [{ row: { ID: 1 }, skipped: true }]`).hash).toBe(
      hash,
    );
    expect(compiled(`# a comment\n${text}`).hash).toBe(hash);
    expect(compiled(text, context({ country: "DE", company: "DE02", zone: "Europe/Berlin" })).hash).not.toBe(
      hash,
    );
    expect(compiled(text, context({ country: "DE", company: "DE01", zone: "Asia/Tokyo" })).hash).not.toBe(
      hash,
    );
    expect(compiled(text.replace("constant: true", "constant: false")).hash).not.toBe(hash);
  });
});

describe("rows", () => {
  const all = "  is_active: { constant: true }";

  it("skips rows by rule, with the name of the rule", () => {
    const text = staff(all, `skip:
  - { column: ID, matches: '^Total' }
  - { column: Name, in: [Header, 'Sub  header'], name: headings }
  - { column: Mail, blank: true }
only:
  - { column: From, started: dd.MM.yyyy }
  - { column: To, not_ended: dd.MM.yyyy }
`); // oxfmt-ignore
    const csv = `ID|Name|Mail|From|To
1|n|m|15.03.2026|15.03.2026
2|n|m||
3|n|m|16.03.2026|
4|n|m||14.03.2026
Total 4|n|m||
5|sub header|m||
6|n| ||
7|n|m|soon|`;
    expect(short(apply(text, csv))).toEqual([
      ["1", "n", "m", true],
      ["2", "n", "m", true],
      "skipped: only From started dd.MM.yyyy",
      "skipped: only To not_ended dd.MM.yyyy",
      "skipped: skip ID matches ^Total",
      "skipped: headings",
      "skipped: skip Mail blank true",
      ["invalid_date"],
    ]);
  });

  it("skips rows by the beginning or content of a cell, in any case", () => {
    const text = staff(all, `skip:
  - { column: ID, starts_with: total }
  - { column: Name, contains: (Test) }
`); // oxfmt-ignore
    expect(short(apply(text, "ID|Name|Mail\nTOTAL: 4|n|m\n2|x (test) y|m\n3|subtotal|m"))).toEqual([
      "skipped: skip ID starts_with total",
      "skipped: skip Name contains (Test)",
      ["3", "subtotal", "m", true],
    ]);
  });

  it("carries values down, even from rows that a rule skips", () => {
    const text = staff(
      all,
      "carry_down: [Company]\nskip: [{ column: ID, blank: true }]\nonly: [{ column: Company, equals: A }]",
    );
    expect(short(apply(text, "Company|ID|Name|Mail\nA|||\n|1|n|m\nB|2|n|m\n|3|n|m"))).toEqual([
      "skipped: skip ID blank true",
      ["1", "n", "m", true],
      "skipped: only Company equals A",
      "skipped: only Company equals A",
    ]);
  });

  it("merges continuation rows, and appends the stated fields", () => {
    const text = staff(
      all,
      "continuation: { blank: ID, append: [name], separator: ' / ' }\nskip: [{ column: Mail, equals: x }]",
    );
    const outcomes = apply(text, "ID|Name|Mail\n|first|m\n1|a|m\n|b|\n||\n|c|\n2|d|x\n|e|x");
    expect(short(outcomes)).toEqual([
      [null, "first", "m", true],
      ["1", "a", "m", true],
      "merged",
      "merged",
      "merged",
      "skipped: skip Mail equals x",
      "skipped: skip Mail equals x",
    ]);
    expect(outcomes[4]).toMatchObject({ draft: { values: { external_id: "1", name: "a / b / c" } } });
    // The draft that was returned before is not changed.
    expect(outcomes[1]).toMatchObject({ draft: { values: { name: "a" } } });
  });

  it("skips a row that is completely blank", () => {
    expect(short(apply(staff(all), "ID|Name|Mail\n |\u00a0|\n1|n|m"))).toEqual([
      "skipped: blank row",
      ["1", "n", "m", true],
    ]);
  });

  it("reads the operation in an export of changes", () => {
    const text = staff(all, "operation: { column: Action, values: { C: upsert, D: delete }, blank: upsert }");
    const outcomes = apply(text, "ID|Name|Mail|Action\n1|n|m|c\n2|n|m|D\n3|n|m|\n4|n|m|V");
    expect(outcomes.map((each) => (each.kind === "draft" ? each.operation : ""))).toEqual([
      "upsert", "delete", "upsert", undefined,
    ]); // oxfmt-ignore
    expect(short(outcomes)[3]).toEqual(["unknown_operation"]);
    expect(compiled(text).operationColumn).toBe("Action");
  });

  it("gives the age of a row as text that sorts", () => {
    const age = (duplicates: string, csv: string) =>
      apply(staff(all, `duplicates: ${duplicates}`), csv).map((each) =>
        each.kind === "draft" ? (each.newest ?? each.issues[0]?.code) : "",
      );
    expect(age("prefer newest Version", "ID|Name|Mail|Version\n1|n|m|9\n1|n|m|10\n1|n|m|x\n1|n|m|")).toEqual([
      "00000000000000000009", "00000000000000000010", "", "",
    ]); // oxfmt-ignore
    expect(age("{ newest: Changed, date: dd.MM.yyyy }", "ID|Name|Mail|Changed\n1|n|m|02.01.2026\n1|n|m|01.02.2026")).toEqual([
      "2026-01-02T00:00:00.000Z", "2026-02-01T00:00:00.000Z",
    ]); // oxfmt-ignore
    expect(age("prefer newest name", "ID|Name|Mail\n1|b|m")).toEqual(["b"]);
    expect(compiled(staff(all, "duplicates: prefer active")).duplicates).toEqual({ keep: "active" });
    expect(compiled(staff(all)).duplicates).toEqual({ keep: "none" });
  });
});

describe("the age of rows of one id", () => {
  const all = "  is_active: { constant: true }";
  const changed = (field: string) =>
    apply(
      staff(`${all}\n  ${field}`, "duplicates: prefer newest Changed"),
      "ID|Name|Mail|Changed|Made\n1|n|m|02.01.2026|01.01.2026\n1|n|m|01.02.2026|01.01.2026",
    ).map((each) => (each.kind === "draft" ? [each.newest, each.issues.map(({ code }) => code)] : each.kind));

  it.each([
    "updated_at: { column: Changed, date: dd.MM.yyyy }",
    "updated_at: { first: [changed, Made], date: dd.MM.yyyy }",
    "updated_at: [{ column: Made, date: iso }, { column: Changed, date: dd.MM.yyyy }]",
  ])("is read in the date form that a field states for the column: %s", (field) => {
    const ages = changed(field).map((each) => each[0]);
    expect(ages).toEqual(["2026-01-02T00:00:00.000Z", "2026-02-01T00:00:00.000Z"]);
  });

  it("counts as the oldest with a warning if it is unreadable, and the row is kept", () => {
    const [outcome] = apply(
      staff(all, "duplicates: prefer newest Changed"),
      "ID|Name|Mail|Changed\n1|n|m|02.01.2026",
    );
    expect(outcome).toMatchObject({
      kind: "draft",
      newest: "",
      issues: [
        { code: "unreadable_age", severity: "warning", line: 2, column: "Changed", value: "02.01.2026" },
      ],
    });
  });
});

describe("references", () => {
  const charge = (taxCode: string, rest = "") => `lading: 1
record: charge-code
fields:
  external_id: Code
  code: Code
  description: Code
  charge_type: { column: Group, lookup: { file: groups.csv, key: Code, value: Type } }
  tax_code: ${taxCode}
  is_active: { constant: true }
${rest}`;
  const rows = "Code|Group|Tax\nA|frt|S1\nB|ORG|S9\nC|FRT|SX\nD|FRT|S0\nE|FRT|\nF|X|S1";
  const taxes = (outcomes: RowOutcome[]) =>
    outcomes.map((each) =>
      each.kind === "draft" ? [each.draft.values["tax_code"], ...each.issues.map((found) => found.code)] : [],
    );

  it("finds the only active entry of a code", () => {
    const text = charge("{ column: Tax, lookup: tax-code.code }");
    expect(taxes(apply(text, rows))).toEqual([
      ["VAT19"], [null, "unknown_reference"], [null, "ambiguous_reference"], ["OLD"], [null], ["VAT19", "not_in_table"],
    ]); // oxfmt-ignore
    expect([...compiled(text).refersTo]).toEqual(["tax-code"]);
  });

  it("drops unknown references in an account without tax, with a note", () => {
    const text = charge("{ column: Tax, lookup: tax-code.code }");
    expect(taxes(apply(text, rows, context({ country: "US" })))[1]).toEqual([null, "reference_dropped"]);
  });

  it("takes references unchanged if the account has no tax codes", () => {
    const text = charge("{ column: Tax, lookup: tax-code.code }");
    expect(taxes(apply(text, rows, context({ country: "DE", tax_codes: "none" })))[1]).toEqual(["S9"]);
  });

  it("adds the prefix to ids and to references by id, but not to results of look-ups", () => {
    const prefixed = apply(charge("Tax", "id_prefix: DE-"), rows)[0];
    expect(prefixed).toMatchObject({
      draft: { values: { external_id: "DE-A", code: "A", tax_code: "DE-S1" } },
    });
    const found = apply(charge("{ column: Tax, lookup: tax-code.code }", "id_prefix: DE-"), rows)[0];
    expect(found).toMatchObject({ draft: { values: { external_id: "DE-A", tax_code: "VAT19" } } });
  });

  it("reports problems of a table at the look-up", () => {
    const text = charge("Tax");
    expect(diagnosticsOf(text, { ...context(), tables: new Map() })).toEqual([
      "7:33 there is no file groups.csv next to the mapping",
    ]);
    const tables = (headings: string[], ...lines: string[][]) => ({
      ...context(),
      tables: new Map([["groups.csv", { headings, rows: lines }]]),
    });
    expect(diagnosticsOf(text, tables(["Code", "Kind"]))).toEqual([
      '7:33 groups.csv has no column "Type"; it has Code, Kind',
    ]);
    expect(diagnosticsOf(text, tables(["Code", "Type"], ["A", "x"], ["a ", "y"]))).toEqual([
      '7:33 groups.csv has "a " twice, with different results',
    ]);
    const parsed = parseMapping(text, "m.yaml");
    expect("parsed" in parsed && parsed.parsed.tables).toEqual(["groups.csv"]);
  });
});
