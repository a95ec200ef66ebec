import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openProject } from "../../../src/console/studio/projects.js";
import { openSession } from "../../../src/console/studio/session.js";
import { meansEmpty } from "../../../src/console/studio/messages.js";
import type { FormCommand } from "../../../src/console/studio/requests.js";
import { sourceInMemory } from "../../../src/formats/bytes.js";
import { book, type Cell } from "../../formats/workbooks.js";

/** Tests the Mappings screen through the session behind it. */

async function sessionOf(name: string, text: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), "lading-session-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const session = await openSession(
    "1",
    sourceInMemory(name, typeof text === "string" ? Buffer.from(text) : text),
    () => openProject(folder),
  );
  const apply = async (...commands: readonly FormCommand[]) => {
    for (const command of commands) await session.command((await session.view()).revision, command);
    return session.view();
  };
  const outcome = () => session.outcome();
  const fieldOf = async (name: string) =>
    (await session.view()).form?.fields.find((field) => field.name === name);
  return { session, apply, outcome, fieldOf };
}

const taxMapping = `lading: 1
record: tax-code
fields:
  external_id: Code
  code: Code
  description: Text
  rate: { column: Rate, decimal: { sign: ".", scale: percent } }
  is_active: { constant: true }
`;

test("shows which OK rows a feed rejects, until the mapping accepts the issue", async () => {
  const file = "Code,Text,Rate\nV19,VAT 19,19%\nV07,VAT 7,0.07\nV05,VAT 5,5.5%\nV01,VAT 1,1%\n";
  const { session, apply, outcome } = await sessionOf("tax.csv", file);
  await apply({ do: "text", text: taxMapping });
  const before = await outcome();
  expect([before.counts.accepted, before.counts.rejected, before.inFeed]).toEqual([
    4,
    0,
    { rejected: 1, refused: undefined },
  ]);
  const doubt = before.issues.find(({ code }) => code === "value_in_doubt");
  expect(doubt).toMatchObject({ isRejectedInFeed: true, fixes: [{ kind: "accept" }] });
  const { rows } = await session.rows("all", 0, 10);
  expect(rows.map(({ line, isRejectedInFeed }) => [line, isRejectedInFeed])).toEqual([
    [2, false],
    [3, true],
    [4, false],
    [5, false],
  ]);
  await apply(doubt!.fixes[0]!.command);
  expect((await outcome()).inFeed.rejected).toBe(0);
});

test("a feed rejects no row because of an issue in a skipped row", async () => {
  const file = "Code,Text,Rate\nV19,VAT 19,19%\nV05,VAT 5,5.5%\nV01,VAT 1,1%\nSum,Total,0.07\n";
  const { apply, outcome } = await sessionOf("tax.csv", file);
  await apply({ do: "text", text: `${taxMapping}skip: [{ column: Text, equals: Total }]\n` });
  const { counts, inFeed, issues } = await outcome();
  expect([counts.accepted, counts.skipped, inFeed.rejected]).toEqual([3, 1, 0]);
  expect(issues.map(({ code, isRejectedInFeed }) => [code, isRejectedInFeed])).toContainEqual([
    ...["value_in_doubt", false],
  ]);
});

test("a feed rejects the file because of an issue with the whole column", async () => {
  const day: Cell = { t: "n", v: 46082, z: "dd/mm/yyyy" };
  const rows = ["CH1", "CH2", day, "CH4", "AFRT"].map((code) => [code, "VAT", 19]);
  const { apply, outcome } = await sessionOf("tax.xlsx", book({ S: [["Code", "Text", "Rate"], ...rows] }));
  await apply({ do: "text", text: taxMapping });
  const { inFeed, issues } = await outcome();
  expect(inFeed.refused).toContain("Column Code");
  expect(issues.find(({ code }) => code === "damaged_date")?.isRejectedInFeed).toBe(true);
});

test("a feed rejects a file with an uncertain character set, unless the mapping specifies it", async () => {
  const file = Buffer.from("Code,Text,Rate\nA,Fran\u00e7ais,21%\nB,Espa\u00f1a,9%\n", "latin1");
  const { session, apply, outcome } = await sessionOf("tax.csv", file);
  await apply({ do: "text", text: taxMapping });
  expect((await session.view()).table.encodingIsSure).toBe(false);
  const { counts, inFeed } = await outcome();
  expect([counts.accepted, inFeed]).toEqual([
    2,
    {
      rejected: 0,
      refused:
        "The file does not declare its character set. It appears to be windows-1252. Check names with accents. If they are correct, set `encoding: windows-1252` under `read` in the mapping. If possible, request the export in UTF-8.",
    },
  ]);
  await apply({ do: "set", path: ["read", "encoding"], value: "windows-1252" });
  expect((await outcome()).inFeed).toEqual({ rejected: 0, refused: undefined });
});

const countryFile = "Code,Text,Rate,Land\nA,VAT A,21,NL\nB,VAT B,9,EU\nC,VAT C,n.v.t.,NL\nD,VAT D,6,DE\n";
const withCountry = (source: string) =>
  taxMapping.replace("rate:", `country: ${source}\n  rate:`).replace('sign: "."', 'sign: ","');
const openCountry = withCountry("{ column: Land, values: { NL: NL, DE: DE, EU: TODO } }");

test("rows with an invalid answer in a value table are not OK, and the question stays open", async () => {
  const { apply, outcome } = await sessionOf("tax.csv", countryFile);
  await apply({ do: "text", text: openCountry });
  expect((await outcome()).counts).toMatchObject({ accepted: 2, rejected: 1, waiting: 1 });
  const view = await apply({ do: "answer", field: "country", value: "EU", answer: "EU" });
  const found = await outcome();
  expect(found.counts).toMatchObject({ accepted: 2, rejected: 1, waiting: 1 });
  expect(found.issues.find(({ isQuestion }) => isQuestion)?.values).toEqual(["EU"]);
  expect(found.questions).toEqual(view.questions);
  expect(view.diagnostics).toMatchObject([
    { message: 'country cannot be "EU"', expected: "a value such as DE" },
  ]);
});

test("a value may mean an empty cell if the field is optional", async () => {
  const { apply, outcome, fieldOf, session } = await sessionOf("tax.csv", countryFile);
  await apply({ do: "text", text: openCountry });
  await apply({ do: "answer", field: "country", value: "EU", answer: meansEmpty });
  expect((await fieldOf("country"))?.values?.values.find(({ value }) => value === "EU")?.answer).toBe(
    meansEmpty,
  );
  const { issues, questions } = await outcome();
  expect(questions).toEqual([]);
  const fix = issues.find(({ code }) => code === "invalid_number")?.fixes;
  expect(fix).toMatchObject([{ kind: "means empty", what: "n.v.t." }]);
  await apply(fix![0]!.command);
  expect((await session.view()).text).toContain('values: { n.v.t.: "" }');
  expect((await fieldOf("rate"))?.values?.values).toEqual([
    { value: "n.v.t.", count: 1, answer: meansEmpty },
  ]);
  const done = await outcome();
  expect([done.counts.accepted, done.questions]).toEqual([4, []]);
  const { rows } = await session.rows("all", 0, 10);
  expect(rows.map(({ record }) => [record?.fields["country"], record?.fields["rate"]])).toEqual([
    ["NL", "21"],
    ["", "9"],
    ["NL", ""],
    ["DE", "6"],
  ]);
});

test("a list is empty only if the cells of its elements are empty, even if many elements of another list are invalid", async () => {
  const rows = Array.from({ length: 1_100 }, (_, i) => `J${i},,,PO\n`);
  const file = `Job,Bill,Reference,Kind\nJ,B1,R1,PO\n${rows.join("")}`;
  const { apply, outcome } = await sessionOf("jobs.csv", file);
  const text = `lading: 1
record: job
fields: { external_id: Job }
lists:
  waybills: { rows: all, fields: { number: Bill } }
  references: { rows: all, fields: { number: Reference, type: Kind } }
`;
  await apply({ do: "text", text });
  const { counts, emptyLists } = await outcome();
  expect([counts.accepted, emptyLists]).toEqual([
    1_101,
    [{ list: "waybills", count: 1_100, columns: ["Bill"] }],
  ]);
});

test("shows the skipped lines above the table", async () => {
  const lines = [
    "Kostensoorten",
    `Peildatum;03.06.2024${" x".repeat(80)}`,
    "",
    ...countryFile.trim().split("\n"),
  ];
  const { session } = await sessionOf("tax.csv", lines.join("\n").replaceAll(",", ";"));
  const { leftOut } = (await session.view()).table;
  expect(leftOut.map((text) => text.slice(0, 22))).toEqual(["Kostensoorten", "Peildatum 03.06.2024 x"]);
  expect(leftOut[1]).toHaveLength(100);
});
