import { expect, test } from "vitest";
import { workdir, type Workdir } from "../support/workdir.js";

const options = ["--mapping", "mappings/nordlicht/staff.yaml", "--company", "10", "--country", "DE"];

async function withSamples(): Promise<Workdir> {
  const dir = await workdir();
  for (const folder of ["samples/nordlicht", "samples/broken", "mappings/nordlicht"]) await dir.copy(folder);
  return dir;
}

test("shows the source cell beside the output cell, for the first rows", async () => {
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
    '7 rows read, 5 accepted, 0 rejected, 2 skipped (2 by "only Mandant equals 10"), 0 merged.',
  );
  expect(await dir.files()).toEqual(before);
});

test("shows the source of a record's lists, which are rows below the record or one cell", async () => {
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

test("shows XML elements by their headings, which have no number for the first of a kind", async () => {
  const dir = await workdir();
  await dir.copy("samples/harbourline");
  await dir.copy("mappings/harbourline");
  const none = ["org", "staff", "charge-code", "tax-code"].flatMap((type) => ["--with", `${type}=none`]);
  const mapping = ["--mapping", "mappings/harbourline/ie-job.yaml", "--rows", "3"];
  const ran = await dir.lading(["preview", "samples/harbourline/ie-jobs.xml", ...mapping, ...none]);
  expect(ran.stdout).toMatch(/^ {4}external_id +Costs\.Cost\.@ref +-> /m);
  expect(ran.stdout).toMatch(/^ {4}external_id +Costs\.Cost\.2\.@ref +-> /m);
});

test("shows the first elements of a list, and how many more there are", async () => {
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

test("shows one row for each kind of failure, and how many more there are", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["preview", "samples/broken/mitarbeiter.csv", ...options, "--rows", "0"]);
  expect(ran.code).toBe(1);
  expect(ran.stdout.match(/^line .*$/gm)).toEqual([
    "line 3: rejected, and 1 more row with the same problem",
    "line 6: rejected",
    "line 7: rejected",
    "line 8: rejected",
    "line 9: rejected",
  ]);
  expect(ran.stdout).toContain('is_active      Gesperrt "?"                        ->  !! unmapped_value');
});

test("prints the preview as JSON", async () => {
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

test("reports a rejected file", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["preview", "samples/broken/personnel.csv", ...options]);
  expect(ran).toMatchObject({ code: 3, stdout: "" });
  expect(ran.stderr).toContain("the file cannot be read");
  // The mapping states windows-1252, and the file is UTF-8.
  expect(ran.stderr).toContain("encoding_refuted");
});

test("shows one record for --id with the result of every operation", async () => {
  const dir = await withSamples();
  const file = "samples/nordlicht/mitarbeiter.csv";
  const ran = await dir.lading(["preview", file, "--id", "10-00021", ...options]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toMatch(/^line 4: accepted\n/);
  expect(ran.stdout).toContain(`->  false
      column Gesperrt  "X"
      values           "true"
      blank            "true"
      invert           false
`);
});

test("shows every row of a repeated id for --id with its issues, and rows that are merged or skipped", async () => {
  const dir = await withSamples();
  const of = async (id: string, file = "samples/broken/mitarbeiter.csv") =>
    dir.lading(["preview", file, "--id", id, ...options]);
  const repeated = await of("10-00018");
  expect(repeated.code).toBe(1);
  expect(repeated.stdout.match(/^line .*$/gm)).toEqual(["line 3: rejected", "line 5: rejected"]);
  expect(repeated.stdout).toContain("duplicate_id");
  expect((await of("10-00017")).stdout.match(/^line .*$/gm)).toContain("line 4: merged");
  expect((await of("10-00025")).stdout).toContain(
    'column Gesperrt  "?"\n      values           !! unmapped_value\n',
  );
  const skipped = await of("20-00045", "samples/nordlicht/mitarbeiter.csv");
  expect(skipped.stdout).toMatch(/^line \d+: skipped by the rule "only Mandant equals 10"$/m);
});

test("prints operations and record as JSON for --id", async () => {
  const dir = await withSamples();
  const file = "samples/broken/mitarbeiter.csv";
  const ran = await dir.lading(["preview", file, "--id", "10-00017", ...options, "--json"]);
  const { rows } = JSON.parse(ran.stdout) as { rows: { fields: { field: string; steps: object[] }[] }[] };
  expect(rows[0]).toMatchObject({ line: 2, state: "accepted", record: { external_id: "10-00017" } });
  expect(rows[0]?.fields.find(({ field }) => field === "is_active")?.steps).toContainEqual(
    expect.objectContaining({ word: "invert", value: true }),
  );
});

test("reports an --id that no row produces", async () => {
  const dir = await withSamples();
  const file = "samples/nordlicht/mitarbeiter.csv";
  const ran = await dir.lading(["preview", file, "--id", "10-0002", ...options]);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toMatch(
    /^lading: No row in mitarbeiter\.csv produces the ID 10-0002\. The nearest is 10-00021\.\nNext: /,
  );
});

test("shows all elements of a record for --id, with their rows and columns", async () => {
  const dir = await workdir();
  const bills = Array.from({ length: 5 }, (_, i) => `BILL,S1,${i},160-${i}\n`).join("");
  await dir.write({
    "jobs.csv": `Rec,Job,Seq,Bill\nJOB,S1,,\n${bills}JOB,S2,,\n`,
    "job.yaml": `lading: 1
record: job
group: { by: Job, header: { column: Rec, equals: JOB } }
fields: { external_id: Job }
lists:
  waybills: { rows: { column: Rec, equals: BILL }, fields: { number: Bill, type: { constant: MAWB } } }
`,
  });
  const args = ["jobs.csv", "--mapping", "job.yaml", "--with", "tax-code=none"];
  const ran = await dir.lading(["preview", ...args, "--id", "S1"]);
  expect(ran.stdout).toContain("line 2: accepted");
  expect(ran.stdout.match(/^ {2}waybills, line \d:$/gm)).toHaveLength(5);
  expect(ran.stdout).toMatch(/number +Bill +-> {2}160-4/);
});

test("shows the amounts that are the sum of the elements for --id", async () => {
  const dir = await workdir();
  await dir.copy("samples/forms/element-sums");
  const [file, mapping] = ["export.csv", "mapping.yaml"].map((name) => `samples/forms/element-sums/${name}`);
  const none = ["tax-code", "org", "job", "charge-code"].flatMap((type) => ["--with", `${type}=none`]);
  const ran = await dir.lading(["preview", file!, "--mapping", mapping!, ...none, "--id", "AP1"]);
  expect(ran.stdout).toMatch(/overseas_amount\.total +\(sum of elements\) +-> {2}178\.5\n/);
});

const draft = `lading: 1
record: staff
fields:
  external_id: TODO
  name: { join: [First, Last] }
  email_address: Mail
  is_active: { column: State, values: { on: true, off: false, leave: TODO } }
`;

test("shows what the answered part of a draft does, and lists its questions", async () => {
  const dir = await workdir({
    "staff.csv":
      "First,Last,Mail,State\nAda,Pale,ada@a.test,on\nBo,Pale,bo@a.test,leave\nCy,Pale,nowhere,on\n",
    "staff.yaml": draft,
  });
  const ran = await dir.lading(["preview", "staff.csv", "--mapping", "staff.yaml"]);
  expect(ran.stdout).toContain(`line 2: accepted
  name           First "Ada" + Last "Pale"  ->  Ada Pale
  email_address  Mail "ada@a.test"          ->  ada@a.test
  is_active      State "on"                 ->  true
  external_id                               ->  (open question)
`);
  expect(ran.stdout).toMatch(/^line 3: open$/m);
  expect(ran.stdout).toMatch(/^line 4: rejected$/m);
  expect(ran.stderr).toContain("3 rows read, 1 accepted, 1 rejected, 1 open, 0 skipped, 0 merged.");
  expect(ran.stderr).toContain("The mapping has 2 open questions.");
  expect(ran.stderr).toContain("staff.yaml:4:16: ");
  expect(ran.stderr).toContain("staff.yaml:7:70: ");
  expect(ran.code).toBe(1);
  const json = await dir.lading(["preview", "staff.csv", "--mapping", "staff.yaml", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    counts: { read: 3, accepted: 1, rejected: 1, open: 1 },
    open: ["external_id"],
  });
  expect(json.stdout).toContain('"isOpen": true');
});

test("does not show a draft with another error", async () => {
  const dir = await workdir({
    "staff.csv": "First,Last,Mail,State\nAda,Pale,ada@a.test,on\n",
    "staff.yaml": draft.replace("Mail", "{ column: Mail, decimal: yes }"),
  });
  const ran = await dir.lading(["preview", "staff.csv", "--mapping", "staff.yaml"]);
  expect(ran.stdout).toBe("");
  expect(ran.stderr).toContain("The mapping has errors:");
  expect(ran.code).toBe(2);
});

test("shows rows without headings while the ID is an open question", async () => {
  const charges = 'lading: 1\nrecord: tax-code\nread: { header: none, delimiter: "," }\nfields:\n';
  const dir = await workdir({
    "codes.csv": "V1,Input 7,7\nV2,Input 19,19\n",
    "codes.yaml": `${charges}  external_id: TODO\n  code: "#1"\n  description: "#2"\n  rate: { column: "#3", decimal: { sign: ".", scale: percent } }\n  is_active: { constant: true }\n`,
  });
  const ran = await dir.lading(["preview", "codes.csv", "--mapping", "codes.yaml"]);
  expect(ran.stderr).toContain("2 rows read");
  expect(ran.stdout).toMatch(/^ {2}code +#1 "V1" +-> {2}V1$/m);
  expect(ran.stdout).toMatch(/^ {2}external_id +-> {2}\(open question\)$/m);
});

test("does not report columns of a draft that the file does not have", async () => {
  const dir = await workdir({
    "staff.csv": "Code,First,Last,Mail,State\nA1,Ada,Pale,ada@a.test,on\n",
    "staff.yaml": draft.replace("external_id: TODO", "external_id: Code").replace("Mail", "Email"),
  });
  const ran = await dir.lading(["preview", "staff.csv", "--mapping", "staff.yaml"]);
  expect(ran.stderr).toContain("Headings that are not read: Mail.");
  expect(ran.code).toBe(3);
});
