import { expect, test } from "vitest";
import { sourceInMemory } from "../../src/formats/bytes.js";
import { mostSampleRows, readSampleTable } from "../../src/studio/sample-table.js";

test("of a longer sample the first rows are taken, and it is said that there are more", async () => {
  const text = `Id\n${"1\n".repeat(mostSampleRows + 1)}`;
  const { view } = await readSampleTable(sourceInMemory("long.csv", Buffer.from(text)), {});
  expect(view).toMatchObject({ rows: mostSampleRows, isWhole: false });
});
