import { expect, test } from "vitest";
import { workdir, type Workdir } from "../support/workdir.js";

const options = ["--mapping", "mappings/nordlicht/staff.yaml", "--company", "10", "--country", "DE"];

async function withSamples(): Promise<Workdir> {
  const dir = await workdir();
  for (const folder of ["samples/nordlicht", "samples/broken", "mappings/nordlicht"]) await dir.copy(folder);
  return dir;
}

test("line, cells, every operation and the record", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["explain", "10-00021", "samples/nordlicht/mitarbeiter.csv", ...options]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toMatch(/^10-00021: mitarbeiter\.csv, line 4\n/);
  expect(ran.stdout).toContain('  Gesperrt     "X"\n');
  expect(ran.stdout).toContain(
    `  is_active
    column Gesperrt  "X"
    values           "true"
    blank            "true"
    invert           false
`,
  );
  expect(ran.stdout).toContain('"is_active": false');
});

test("every row of an id that stands twice, and what is wrong", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["explain", "10-00018", "samples/broken/mitarbeiter.csv", ...options]);
  expect(ran.stdout.match(/^10-00018: .*$/gm)).toEqual([
    "10-00018: mitarbeiter.csv, line 3",
    "10-00018: mitarbeiter.csv, line 5",
  ]);
  expect(ran.stdout).toContain("(duplicate_id)");
  expect(ran.stdout.match(/^Result: .*$/gm)).toEqual(Array(2).fill("Result: rejected, for the errors above"));
});

test("a row that is folded, a cell that stops the row", async () => {
  const dir = await withSamples();
  const folded = await dir.lading(["explain", "10-00017", "samples/broken/mitarbeiter.csv", ...options]);
  expect(folded.stdout).toContain("Result: folded: another row of the same id counts");
  const stopped = await dir.lading(["explain", "10-00025", "samples/broken/mitarbeiter.csv", ...options]);
  expect(stopped.stdout).toContain('column Gesperrt  "?"\n    values           !! unmapped_value\n');
});

test("a row that a rule leaves out", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["explain", "20-00045", "samples/nordlicht/mitarbeiter.csv", ...options]);
  expect(ran.stdout).toContain('Result: left out by the rule "only Mandant equals 10"');
});

test("as JSON", async () => {
  const dir = await withSamples();
  const ran = await dir.lading([
    "explain",
    "10-00017",
    "samples/nordlicht/mitarbeiter.csv",
    ...options,
    "--json",
  ]);
  expect(JSON.parse(ran.stdout)).toMatchObject([
    { file: "mitarbeiter.csv", line: 2, state: "accepted", record: { external_id: "10-00017" }, issues: [] },
  ]);
});

test("an id that nobody has", async () => {
  const dir = await withSamples();
  const ran = await dir.lading(["explain", "10-0002", "samples/nordlicht/mitarbeiter.csv", ...options]);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toMatch(
    /^lading: No row of mitarbeiter\.csv comes to the id 10-0002\. The nearest is 10-00021\.\nNext: /,
  );
});

test("the elements of a record, with their rows and the columns that they come from", async () => {
  const dir = await workdir();
  await dir.write({
    "jobs.csv": "Rec,Job,Seq,Bill\nBILL,S1,1,160-1\nJOB,S1,,\nBILL,S1,2,160-2\nJOB,S2,,\n",
    "job.yaml": `lading: 1
record: job
group: { by: Job, header: { column: Rec, equals: JOB } }
fields: { external_id: Job }
lists:
  waybills: { rows: { column: Rec, equals: BILL }, fields: { number: Bill, type: { constant: MAWB } } }
`,
  });
  const ran = await dir.lading([
    "explain",
    "S1",
    "jobs.csv",
    "--mapping",
    "job.yaml",
    "--with",
    "tax-code=none",
  ]);
  expect(ran.stdout).toContain(`An element of waybills, line 2:
  number  "160-1"  from Bill
  type    "MAWB"

An element of waybills, line 4:
  number  "160-2"  from Bill
  type    "MAWB"
`);
  expect(ran.stdout).toContain("Result: accepted");
});
