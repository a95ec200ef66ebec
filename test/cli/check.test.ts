import { expect, test, describe } from "vitest";
import { workdir } from "../support/workdir.js";

const mapping = `lading: 1
record: charge-code
read: { delimiter: ";" }
fields:
  external_id: PK
  code: Code
  description: Text
  charge_type: { column: Group, values: { FRT: freight, ORG: origin } }
  tax_code: Tax
  is_active: { column: On, values: { Y: true, N: false } }
examples:
  - row: { PK: 1, Code: A, Text: Air, Group: FRT, Tax: S, On: Y }
    record: { external_id: 1, charge_type: freight }
`;

const manifest = `lading: 1
updated_at: 2026-03-02T06:00:00Z
today: 2026-03-02
accounts: { acme: { country: DE, tax_codes: none } }
samples:
  - { file: samples/charges.csv, mapping: mappings/charges.yaml, account: acme }
`;

const sample = "PK;Code;Text;Group;Tax;On\n1;A;Air;FRT;S;Y\n2;B;Pick-up;ORG;S;N\n";

const expected =
  "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n" +
  "1,2026-03-02T06:00:00.000Z,A,Air,freight,S,true\r\n" +
  "2,2026-03-02T06:00:00.000Z,B,Pick-up,origin,S,false\r\n";

/** A workspace with the mapping and an account that has a company. */
const company = `lading: 1
accounts: { acme: { country: DE, company: "10", tax_codes: none } }
sources: { inbox: { folder: inbox } }
feeds: { acme/charge-code: { source: inbox, files: "*.csv", mapping: mappings/charges.yaml } }
`;

test("requires a mapping that states whose rows the export contains if the account has a company", async () => {
  const problem = `the account's company is "10", but the mapping does not select its rows`;
  // Also for a mapping outside the folder mappings/.
  const elsewhere = company.replace("mappings/", "acme/");
  const apart = await workdir({ "lading.yaml": elsewhere, "acme/charges.yaml": mapping });
  expect((await apart.lading(["check"])).stdout).toContain(problem);
  const silent = await workdir({ "lading.yaml": company, "mappings/charges.yaml": mapping });
  const { code, stdout } = await silent.lading(["check"]);
  expect(code).toBe(2);
  expect(stdout).toContain(problem);
  expect(stdout).toContain("`company: one` if the export contains no other");
  const run = await silent.lading(["run"]);
  expect([run.code, run.stdout]).toEqual([2, expect.stringContaining(`the account's company is "10"`)]);
  const withCompany = mapping.replace("fields:", "company: one\nfields:");
  const dir = await workdir({ "lading.yaml": company, "mappings/charges.yaml": withCompany });
  expect((await dir.lading(["check"])).code).toBe(0);
});

const files = {
  "mappings/charges.yaml": mapping,
  "samples/samples.yaml": manifest,
  "samples/charges.csv": sample,
  "samples/charges.csv.expected.csv": expected,
};

describe("a folder without errors", () => {
  test("reports what was checked", async () => {
    const dir = await workdir(files);
    expect(await dir.lading(["check"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "1 mapping, 1 example, 1 sample checked: no errors.\n",
    });
  });

  test("is found by the name of its folder", async () => {
    const dir = await workdir(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`w/${name}`, text])),
    );
    expect((await dir.lading(["check", "w"])).stderr).toContain("1 sample checked");
  });

  test("runs the samples that use a single mapping", async () => {
    const dir = await workdir(files);
    expect((await dir.lading(["check", "mappings/charges.yaml"])).stderr).toContain(
      "1 mapping, 1 example, 1 sample",
    );
    await dir.write({ "other.yaml": mapping });
    expect((await dir.lading(["check", "other.yaml"])).stderr).toContain("1 mapping, 1 example, 0 samples");
  });
});

describe("mistakes", () => {
  const wrong = mapping.replace("charge_type:", "charge_typ:").replace("Y: true", "Y: yes");

  test("are reported all at once, each with its line, a caret and the nearest word", async () => {
    const dir = await workdir({ ...files, "mappings/charges.yaml": wrong });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toContain(`mappings/charges.yaml:8:3: the key "charge_typ" is unknown`);
    expect(ran.stdout).toContain("   |   ^^^^^^^^^^");
    expect(ran.stdout).toContain("did you mean `charge_type`?");
    expect(ran.stdout).toContain("mappings/charges.yaml:10:41: is_active cannot be");
    expect(ran.stderr).toMatch(/\d errors\.\n$/);
  });

  test("are printed as JSON", async () => {
    const dir = await workdir({ ...files, "mappings/charges.yaml": wrong });
    const ran = await dir.lading(["check", "--json"]);
    const report = JSON.parse(ran.stdout) as { exit: number; diagnostics: { kind: string; line: number }[] };
    expect(report.exit).toBe(2);
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({
        kind: "error",
        file: "mappings/charges.yaml",
        line: 8,
        column: 3,
      }),
    );
  });

  test("are reported in the manifest", async () => {
    const dir = await workdir({
      ...files,
      "samples/samples.yaml": manifest.replace("account: acme", "account: akme"),
    });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toContain('samples/samples.yaml:6:75: there is no account "akme"');
    expect(ran.stdout).toContain("did you mean `acme`?");
  });

  test("include an optional column that nothing reads, even in a mapping without an account", async () => {
    const dir = await workdir({
      "jobs.yaml":
        'lading: 1\nrecord: job\noptional: [Bills, Bill, Ref.Type, Status]\nonly: [{ column: Status, equals: open }]\nfields: { external_id: "@id" }\nlists:\n  waybills: { columns: 1.., fields: { number: "Bill.{n}.No" } }\n  references: { columns: 1.., fields: { number: "Ref.{n}.No", type: "Ref.{n}.Type" } }\n',
    });
    const ran = await dir.lading(["check", "jobs.yaml"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout.match(/does not use the column .*/g)).toEqual(['does not use the column "Bills"']);
  });

  test("include a parameter that an account lacks", async () => {
    const dir = await workdir({
      ...files,
      "mappings/charges.yaml": mapping.replace("code: Code", 'code: { constant: "${account.branch}" }'),
    });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toContain("there is no parameter `${account.branch}` for this account");
  });

  test("include a sample that does not exist", async () => {
    const dir = await workdir({
      ...files,
      "samples/samples.yaml": manifest.replace("charges.csv", "charge.csv"),
    });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toMatch(/samples\/charge\.csv: \S+ does not exist\..*\n {2}Next: /);
  });

  test("include a workspace that does not match its mappings", async () => {
    const feed = (name: string, mapping: string) =>
      `  acme/${name}: { source: inbox, files: "${name}*", mapping: mappings/${mapping}.yaml }\n`;
    const dir = await workdir({
      ...files,
      "lading.yaml":
        "lading: 1\naccounts: { acme: { country: DE, tax_codes: none } }\nsources: { inbox: { folder: inbox } }\nfeeds:\n" +
        feed("charge-code", "none") +
        feed("staff", "charges"),
    });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toContain(
      "lading.yaml: the mapping mappings/none.yaml of the feed acme/charge-code does not exist",
    );
    expect(ran.stdout).toContain(
      "the feed acme/staff uses the mapping mappings/charges.yaml, but the mapping produces charge-code records",
    );
    await dir.write({ "lading.yaml": "lading: 1\nacounts: {}\n" });
    expect((await dir.lading(["check"])).stdout).toContain('lading.yaml:2:1: the key "acounts" is unknown');
  });

  test("include an empty workspace", async () => {
    const dir = await workdir();
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/^lading: .* contains nothing to check: .*\nNext: .*lading init/);
    expect((await dir.lading(["check", "mappings/none.yaml"])).stderr).toContain(
      "mappings/none.yaml does not exist",
    );
  });
});

describe("differences from the expected results", () => {
  test("are reported for an example with a different result", async () => {
    const dir = await workdir({
      ...files,
      "mappings/charges.yaml": mapping.replace("1, charge_type: freight }", "1, charge_type: origin }"),
    });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^mappings\/charges.yaml:13:\d+: the result is "freight"/);
    expect(ran.stderr).toContain("1 example differs");
  });

  test("are reported with the record and field in a list", async () => {
    const dir = await workdir({
      ...files,
      "samples/charges.csv": sample.replace("ORG", "FRT") + "3;C;New;FRT;S;Y\n",
    });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('  2: charge_type is "freight", expected "origin"\n');
    expect(ran.stdout).toContain("  3: in the list, but not expected\n");
    expect(ran.stdout).toContain("`lading check --accept`");
    expect(await dir.read("samples/charges.csv.expected.csv")).toBe(expected);
  });

  test("are shown by --accept, which rewrites the expected output", async () => {
    const dir = await workdir({ ...files, "samples/charges.csv": sample.replace("ORG", "FRT") });
    const ran = await dir.lading(["check", "--accept"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('  2: charge_type is "freight", expected "origin"\n');
    expect(await dir.read("samples/charges.csv.expected.csv")).toBe(expected.replace("origin", "freight"));
    expect((await dir.lading(["check"])).code).toBe(0);
  });

  test.each([
    ["a cell too few", `${expected}9,open\r\n`, "Invalid Record Length"],
    ["a quote in the middle of a cell", `${expected}${'9,op"en"'}\r\n`, "Invalid Opening Quote"],
  ])("are reported for %s in an expected list, which is not repaired", async (_name, edited, message) => {
    const dir = await workdir({ ...files, "samples/charges.csv.expected.csv": edited });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(`the expected list cannot be read as CSV: ${message}`);
  });

  test("include an expected list that is no longer valid CSV, and can be accepted", async () => {
    const dir = await workdir({ ...files, "samples/charges.csv.expected.csv": `${expected}"9,open\n` });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("the expected list cannot be read as CSV: Quote Not Closed");
    await dir.lading(["check", "--accept"]);
    expect(await dir.read("samples/charges.csv.expected.csv")).toBe(expected);
  });

  test("include a missing expected output, which only --accept writes", async () => {
    const { "samples/charges.csv.expected.csv": _, ...rest } = files;
    const dir = await workdir(rest);
    expect((await dir.lading(["check"])).code).toBe(1);
    expect(dir.has("samples/charges.csv.expected.csv")).toBe(false);
    await dir.lading(["check", "--accept"]);
    expect(await dir.read("samples/charges.csv.expected.csv")).toBe(expected);
  });

  test("cannot be accepted for a rejected sample", async () => {
    const dir = await workdir({ ...files, "samples/charges.csv": sample.replace("Group", "Kind") });
    const ran = await dir.lading(["check", "--accept"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("the file cannot be read: The required column Group is missing");
    expect(await dir.read("samples/charges.csv.expected.csv")).toBe(expected);
  });

  test("are reported for a broken export and can be accepted", async () => {
    const report = manifest.replace("account: acme }", "account: acme, report: samples/r.json }");
    const dir = await workdir({
      ...files,
      "samples/samples.yaml": report,
      "samples/charges.csv": sample.replace("ORG", "?"),
    });
    expect((await dir.lading(["check"])).stdout).toContain("the expected report does not exist yet");
    await dir.lading(["check", "--accept"]);
    expect(await dir.json("samples/r.json")).toEqual({
      exit: 1,
      refused: null,
      counts: { read: 2, accepted: 1, rejected: 1, skipped: 0, merged: 0 },
      issues: [[3, "charge_type", "unmapped_value"]],
    });
    await dir.write({ "samples/charges.csv": sample });
    const ran = await dir.lading(["check"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("exit: expected 1, found 0");
    expect(ran.stdout).toContain('expected, but not found: [3,"charge_type","unmapped_value"]');
  });
});

describe("warnings of check", () => {
  test("reports an account whose platform does not receive changes to records that are served individually", async () => {
    const yaml = (sync: string) => `lading: 1
accounts: { acme: { country: DE${sync} } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "*.csv" } }
`;
    const silent = await (await workdir({ "lading.yaml": yaml("") })).lading(["check"]);
    expect([silent.code, silent.stdout]).toEqual([
      0,
      expect.stringMatching(/the account acme sets neither `sync: events` nor `sync: polling`/),
    ]);
  });

  test("reports only errors that do not depend on the accounts if the workspace has an error", async () => {
    const dir = await workdir();
    await dir.lading(["init", "w"]);
    await dir.write({ "w/lading.yaml": (await dir.read("w/lading.yaml")).replace("accounts:", "acounts:") });
    const { code, stdout } = await dir.lading(["check"], { cwd: "w" });
    expect(code).toBe(2);
    expect(stdout).toContain("did you mean `accounts`?");
    expect(stdout).not.toMatch(/there is no account|differs|not run/);
  });

  test("reports a field that has the same value in every record, such as a made-up email address", async () => {
    const dir = await workdir({
      "staff.yaml": `lading: 1
record: staff
fields: { external_id: Id, name: Name, email_address: { constant: x@example.com }, is_active: { constant: true } }
`,
    });
    const { code, stdout } = await dir.lading(["check", "staff.yaml"]);
    expect(code).toBe(0);
    expect(stdout).toContain("staff.yaml:3: note: every record gets the same email_address.");
    expect(stdout).not.toContain("is_active");
  });

  test("reports elements in rows of their own type without a header row", async () => {
    const checkOutput = async (group: string): Promise<string> => {
      const dir = await workdir({
        "job.yaml": `lading: 1
record: job
group: ${group}
fields: { external_id: Job }
lists: { waybills: { rows: { column: Rec, equals: BILL }, fields: { number: Bill } } }
`,
      });
      const { code, stdout } = await dir.lading(["check", "job.yaml"]);
      return `${code}\n${stdout.replaceAll(/\s+/g, " ")}`;
    };
    expect(await checkOutput("{ by: Job }")).toMatch(
      /^0\njob\.yaml:3: note: Rec identifies the rows of waybills, but `group` specifies no header row/,
    );
    expect(await checkOutput("{ by: Job, header: { column: Rec, equals: JOB } }")).not.toContain("note");
    expect(await checkOutput("{ under: { column: Rec, equals: JOB } }")).not.toContain("note");
  });

  test("rejects a feed of changes without an order and reports ids of elements that could move", async () => {
    const mapping = (time: string) => `lading: 1
record: job
fields: { external_id: Job${time} }
lists:
  accruals:
    rows: all
    fields:
      external_id: { join: [Job, Line No] }
      creditor: Vendor
      charge_code: Charge
      tax_code: { constant: S1 }
${["local", "overseas"].flatMap((of) => [`      ${of}_amount.currency: Cur`, ...["pre_tax", "total"].map((part) => `      ${of}_amount.${part}: { column: Net, decimal: { sign: "." } }`)]).join("\n")}
      local_amount.tax: { constant: "0" }
`;
    const checkOutput = async (files: string, time = ""): Promise<string> => {
      const dir = await workdir({
        "lading.yaml": `lading: 1
accounts: { acme: { country: DE, sync: polling } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "${files}", delivery: delta, mapping: mappings/job.yaml }
  acme/org: { source: inbox, files: "org*" }
  acme/payables-invoice: { source: inbox, files: "invoice*" }
`,
        "mappings/job.yaml": mapping(time),
      });
      const { code, stdout } = await dir.lading(["check"]);
      return `${code}\n${stdout.replaceAll(/\s+/g, " ")}`;
    };
    expect(await checkOutput("job*")).toMatch(/^2\n.*acme\/job receives deltas, but neither/);
    const ordered = await checkOutput("job-{sequence}.csv");
    expect(ordered).toMatch(/^0\n/);
    expect(ordered).toMatch(/IDs of accruals may change: Line No may be a position/);
    expect(await checkOutput("job*", ", updated_at: Changed")).toMatch(/^0\n/);
  });

  test("reports an outbox that cannot send invoices, and one without a cutover date", async () => {
    const checkOutput = async (layout: string, more = ""): Promise<string> => {
      const dir = await workdir({
        "lading.yaml": `lading: 1
accounts: { acme: { country: DE, sync: polling, outbox: { folder: out, layout: layouts/x.yaml${more} } } }
sources: { inbox: { folder: inbox } }
feeds: { ${["org", "job", "payables-invoice"].map((type) => `acme/${type}: { source: inbox, files: "${type}*" }`).join(", ")} }
`,
        ...(layout !== "" && { "layouts/x.yaml": layout }),
      });
      const { code, stdout } = await dir.lading(["check"]);
      return `${code}\n${stdout.replaceAll(/\s+/g, " ")}`;
    };
    const head = "lading: 1\nlayout: payables-invoice\n";
    const parts = ["a", "b"].map((name) => [
      "format: csv",
      `file: { name: "${name}-{external_id}.csv" }`,
      "lines: [ { columns: [ { name: N, field: invoice_number } ] } ]",
    ]);
    const one = `${head}${parts[0]?.join("\n") ?? ""}\n`;
    const two = `${head}files: [ ${parts.map((part) => `{ ${part.join(", ")} }`).join(", ")} ]\n`;
    expect(await checkOutput("")).toMatch(/^2\n.*cannot process invoices: .*layouts\/x\.yaml/);
    expect(await checkOutput(two)).toMatch(/^2\n.*layouts\/x\.yaml produces 2 files for each invoice/);
    // Errors of the layout are reported once, at their lines.
    const wrong = await checkOutput(one.replace("columns", "colums"));
    expect([wrong.match(/colums/g)?.length, wrong.includes("layouts/x.yaml has errors")]).toEqual([1, true]);
    // Missing settings of the account are reported as well.
    const ofCompany = one.replace("field: invoice_number", 'constant: "${account.company}"');
    expect(await checkOutput(ofCompany)).toMatch(/^2\n.*cannot process invoices: .*x\.yaml:5\b.*company/);
    expect(await checkOutput(one)).toMatch(/^0\n.*has no `cutover`/);
    expect(await checkOutput(one, ", cutover: 2026-01-01")).not.toContain("cutover");
  });

  test("reports unmapped values, fields that are never filled, and files that no sample covers", async () => {
    const dir = await workdir({
      ...files,
      "mappings/charges.yaml": mapping.replace(
        "code: Code",
        "updated_at: { column: Note, date: iso, zone: UTC }\n  code: Code",
      ),
      "samples/charges.csv": `${sample.replace(/\n/g, ";\n").replace("On;", "On;Note")}3;C;x;XXX;S;Y;\n4;D;y;YYY;S;Y;\n`,
      "samples/lost.csv": "a\n",
    });
    const ran = await dir.lading(["check"]);
    expect(ran.stdout).toContain('Values: "XXX", "YYY". (unmapped_value, lines 4, 5)');
    expect(ran.stdout).toContain("note: the field updated_at is blank in every record of this sample");
    expect(ran.stdout).toContain(
      "samples/lost.csv: note: no sample in samples/samples.yaml uses the file, so the file is not checked",
    );
    expect(ran.code).toBe(0);
  });

  test("reports examples that were not run because no account provides a parameter", async () => {
    const only = 'only: [{ column: Mandant, equals: "${account.company}" }]\nfields:';
    const dir = await workdir({ "charges.yaml": mapping.replace("fields:", only) });
    const { code, stdout } = await dir.lading(["check", "charges.yaml"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "charges.yaml: note: it uses ${account.company}, but no feed or sample connects the mapping to an account",
    );
  });

  test("does not check a draft, which is unfinished on purpose", async () => {
    const dir = await workdir({ ...files, "mappings/new.draft.yaml": "lading: 1\n" });
    expect((await dir.lading(["check"])).code).toBe(0);
  });
});

test("this repository passes its own check", async () => {
  const dir = await workdir();
  await dir.copy("samples");
  await dir.copy("mappings");
  const ran = await dir.lading(["check"]);
  // Only the expected remarks: mappings that change ids, a sample with a faulty contact, and one whose column
  // mixes percentages and numbers.
  const notes = ran.stdout.split("\n\n").filter((block) => block.trim() !== "");
  expect(notes.length).toBeGreaterThan(0);
  for (const note of notes)
    expect(note).toMatch(
      /^((?:mappings|samples\/forms)\/[^:]+:\d+: note: (?:IDs differ from the IDs in the partner's system|IDs of \w+ may change|Level identifies the rows)|samples\/[^:]+: note: (?:An element of (?:contacts|waybills) was omitted|Column .* contains both percentages and plain numbers))/,
    );
  expect(ran.code).toBe(0);
});

test("reports a missing currency of an account once if its records have amounts", async () => {
  const checked = async (currency: string) => {
    const yaml = `lading: 1
accounts:
  acme-de: { country: DE, zone: UTC, tax_codes: none${currency} }
  acme-at: { country: AT, zone: UTC }
sources: { in: { folder: in } }
feeds:
  acme-de/job: { source: in, files: "job*.csv" }
  acme-de/payables-invoice: { source: in, files: "ap*.csv" }
  acme-at/staff: { source: in, files: "staff*.csv" }
`;
    const { stdout, stderr } = await (await workdir({ "lading.yaml": yaml })).lading(["check"]);
    return stdout + stderr;
  };
  const output = await checked("");
  expect(output).toContain("the account acme-de has records with amounts but no currency");
  expect(output.match(/has records with amounts but no currency/g)).toHaveLength(1);
  expect(await checked(", currency: EUR")).not.toContain("amounts but no currency");
  expect(await checked(", currency: EURO")).toContain(
    "an ISO 4217 currency code in capital letters, such as EUR",
  );
});

test("reports a feed once if its mapping does not state how its files are read", async () => {
  const open = mapping.replace('read: { delimiter: ";" }\n', "");
  const feeds = company.replace(', company: "10"', "");
  const dir = await workdir({ "lading.yaml": feeds, "mappings/charges.yaml": open });
  const { code, stdout } = await dir.lading(["check"]);
  expect(code).toBe(0);
  expect(stdout.split("does not specify how files are read")).toHaveLength(2);
  const stated = await workdir({ "lading.yaml": feeds, "mappings/charges.yaml": mapping });
  expect((await stated.lading(["check"])).stdout).not.toContain("does not specify how files are read");
});
