import { expect, test } from "vitest";
import { sourceInMemory } from "../../../src/formats/bytes.js";
import { fixesOf } from "../../../src/console/studio/fixes.js";
import { mostSampleRows, readSampleTable } from "../../../src/console/studio/sample-table.js";

test("reads only the first rows of a long sample and states that there are more", async () => {
  const text = `Id\n${"1\n".repeat(mostSampleRows + 1)}`;
  const { view } = await readSampleTable(sourceInMemory("long.csv", Buffer.from(text)), {});
  expect(view).toMatchObject({ rows: mostSampleRows, isWhole: false });
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
