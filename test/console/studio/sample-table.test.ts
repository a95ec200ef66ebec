import { expect, test } from "vitest";
import { sourceInMemory } from "../../../src/formats/bytes.js";
import { listFile } from "../../../src/console/studio/list-file.js";
import { outcomeOf } from "../../../src/console/studio/outcome.js";
import { jobFor } from "../../support/job.js";
import { fixesOf } from "../../../src/console/studio/fixes.js";
import { mostSampleRows, readSampleTable } from "../../../src/console/studio/sample-table.js";

test("reads only the first rows of a long sample and states that there are more", async () => {
  const text = `Id\n${"1\n".repeat(mostSampleRows + 1)}`;
  const { view } = await readSampleTable(sourceInMemory("long.csv", Buffer.from(text)), {});
  expect(view).toMatchObject({ rows: mostSampleRows, isWhole: false });
});

test("makes the downloaded list from all rows of a file that is longer than the sample", async () => {
  const people = ["1,Ada,ada@example.com", "2,Bo,bo@example.com", "3,Cy,cy@example.com", "4,,dy@example.com"];
  const source = sourceInMemory("long.csv", Buffer.from(`Id,Name,Mail\n${people.join("\n")}\n`));
  const table = await readSampleTable(source, {}, undefined, 2);
  const job = jobFor(
    "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }\n",
  );
  const { view, whole } = await outcomeOf({ ...job, source, table, revision: 1, open: [], asked: new Set() });
  expect(view.counts).toMatchObject({ read: 2, accepted: 2 });
  expect((await whole!.ofAllRows()).counts).toMatchObject({ read: 4, accepted: 3, rejected: 1 });
  const list = JSON.parse((await listFile(whole!, "json")).toString()) as readonly { external_id: string }[];
  expect(list.map(({ external_id }) => external_id)).toEqual(["1", "2", "3"]);
});

const rows = "AFRT,Air freight,FRT,V20\nDUTY,Duty outlay,CUS,Z0\nDOC,Documents,ORG,V5\n";
const read = (line: string) => ({ do: "set", path: ["read", "header"], value: line });

test.each([
  ["AFRT;Air freight\nTHC;Terminal\nDOC;Documents\n", ["1"], undefined],
  [`Fee,,,Steuer\nKuerzel,Langtext,Konto,Verkauf\n${rows}`, ["1", "2"], ["1", "2"]],
  ["Column1,Column2\nId,Sum\n1,5\n2,6\n3,7\n", ["2"], undefined],
])("offers each row that may contain the headings if they are uncertain: %j", async (text, each, all) => {
  const table = await readSampleTable(sourceInMemory("codes.csv", Buffer.from(text)), {});
  const issue = table.issues.find(({ code }) => code === "headings_in_doubt");
  expect(
    fixesOf(issue!, table, [], undefined).map(({ kind, what, command }) => ({ kind, what, command })),
  ).toEqual([
    ...each.map((line) => ({ kind: "heading", what: line, command: read(line) })),
    ...(all === undefined
      ? []
      : [{ kind: "headings", what: "1 and 2", command: { ...read(""), value: { rows: all } } }]),
    { kind: "no headings", what: "", command: read("none") },
  ]);
});
