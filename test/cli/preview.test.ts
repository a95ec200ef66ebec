import { expect, test } from "vitest";
import { workdir, type Workdir } from "../support/workdir.js";

const options = ["--mapping", "mappings/nordlicht/staff.yaml", "--company", "10", "--country", "DE"];

async function withSamples(): Promise<Workdir> {
  const dir = await workdir();
  for (const folder of ["samples/nordlicht", "samples/broken", "mappings/nordlicht"]) await dir.copy(folder);
  return dir;
}

test("source cell beside output cell, for the first rows", async () => {
  const dir = await withSamples();
  const before = await dir.files();
  const ran = await dir.lading(["preview", "samples/nordlicht/mitarbeiter.csv", ...options, "--rows", "1"]);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toBe(
    `line 2: accepted
  external_id    Mandant "10" + Personalnr. "00017"   ->  10-00017
  updated_at     Geändert am "03.02.2026 09:15"       ->  2026-02-03T08:15:00.000Z
  name           Vorname "Petra" + Nachname "Vogel"   ->  Petra Vogel
  email_address  E-Mail "petra.vogel@nordlicht.test"  ->  petra.vogel@nordlicht.test
  is_active      Gesperrt (blank)                     ->  true

`,
  );
  expect(ran.stderr).toContain(
    '7 rows read, 5 accepted, 0 rejected, 2 skipped (2 by "only Mandant equals 10"), 0 folded.',
  );
  expect(await dir.files()).toEqual(before);
});

test("what the lists of a record are made of, from the rows below it and from one cell", async () => {
  const dir = await workdir();
  await dir.copy("samples/harbourline");
  await dir.copy("mappings/harbourline");
  const none = ["org", "staff", "charge-code", "tax-code"].flatMap((type) => ["--with", `${type}=none`]);
  const mapping = ["--mapping", "mappings/harbourline/job.yaml", "--rows", "1"];
  const ran = await dir.lading(["preview", "samples/harbourline/jobs.csv", ...mapping, ...none]);
  expect(ran.stdout).toContain(`  references, line 2:
    number  Customer Refs  ->  PO 4712
`);
  expect(ran.stdout.match(/^ {2}accruals, line .*$/gm)).toEqual([
    "  accruals, line 3:",
    "  accruals, line 4:",
  ]);
  expect(ran.stdout).toContain("    overseas_amount.pre_tax   Net               ->  1840.0\n");
});

test("elements of XML by the headings that they have there: the first of a kind has no number", async () => {
  const dir = await workdir();
  await dir.copy("samples/harbourline");
  await dir.copy("mappings/harbourline");
  const none = ["org", "staff", "charge-code", "tax-code"].flatMap((type) => ["--with", `${type}=none`]);
  const mapping = ["--mapping", "mappings/harbourline/ie-job.yaml", "--rows", "3"];
  const ran = await dir.lading(["preview", "samples/harbourline/ie-jobs.xml", ...mapping, ...none]);
  expect(ran.stdout).toMatch(/^ {4}external_id +Costs\.Cost\.@ref +-> /m);
  expect(ran.stdout).toMatch(/^ {4}external_id +Costs\.Cost\.2\.@ref +-> /m);
});

test("only the first elements of a list, and how many more there are", async () => {
  const dir = await workdir();
  const rows = Array.from({ length: 5 }, (_, at) => `S1,HBL${at}`);
  await dir.write({
    "jobs.csv": ["Job No,Bill", ...rows, "S2,HBL9", ""].join("\n"),
    "jobs.yaml": `lading: 1
record: job
group: { by: Job No }
fields: { external_id: Job No }
lists: { waybills: { rows: all, fields: { number: Bill } } }
`,
  });
  const none = ["org", "staff", "charge-code", "tax-code"].flatMap((type) => ["--with", `${type}=none`]);
  const ran = await dir.lading(["preview", "jobs.csv", "--mapping", "jobs.yaml", "--rows", "1", ...none]);
  expect(ran.stdout.match(/HBL\d/g)).toEqual(["HBL0", "HBL1", "HBL2"]);
  expect(ran.stdout).toContain("  ... and 2 more of waybills\n");
});

test("one row of every failing kind, and how many more there are", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["preview", "samples/broken/mitarbeiter.csv", ...options, "--rows", "0"]);
  expect(ran.code).toBe(1);
  expect(ran.stdout.match(/^line .*$/gm)).toEqual([
    "line 3: rejected, and 1 more row with the same trouble",
    "line 6: rejected",
    "line 7: rejected",
    "line 8: rejected",
    "line 9: rejected",
  ]);
  expect(ran.stdout).toContain('is_active      Gesperrt "?"                        ->  !! unmapped_value');
});

test("as JSON", async () => {
  const dir = await withSamples();
  const ran = await dir.lading([
    "preview",
    "samples/broken/mitarbeiter.csv",
    ...options,
    "--rows",
    "1",
    "--json",
  ]);
  const { counts, rows } = JSON.parse(ran.stdout) as {
    counts: object;
    rows: { line: number; fields: object[] }[];
  };
  expect(counts).toMatchObject({ read: 8, accepted: 1 });
  expect(rows.map((row) => row.line)).toEqual([2, 3, 6, 7, 8, 9]);
  expect(rows[0]?.fields[4]).toEqual({
    field: "is_active",
    from: [{ column: "Gesperrt", cell: null }],
    becomes: "true",
    issues: [],
  });
});

test("a file that is refused", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["preview", "samples/broken/personnel.csv", ...options]);
  expect(ran).toMatchObject({ code: 3, stdout: "" });
  expect(ran.stderr).toContain("the file is refused");
  expect(ran.stderr).toContain("missing_column");
});
