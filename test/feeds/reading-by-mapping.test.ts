import { expect, test } from "vitest";
import { world } from "../support/world.js";

/** The headings of the mapping decide how the files of a feed are read. */

const workspace = `
lading: 1
accounts: { acme: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/tax-code: { source: inbox, files: "*.csv", mapping: tax.yaml, settle: final_name, first: publish, guard: { changes: off, left_out: off } }
`;

const mapping = `lading: 1
record: tax-code
fields: { external_id: Code, code: Code, description: Name, is_active: { constant: true } }
`;

test("a file is read by the line with the mapping's headings, and held if two lines have them", async () => {
  const w = await world(workspace);
  await w.write("tax.yaml", mapping);
  await w.reload();
  let night = 0;
  const deliver = async (text: string): Promise<string> => {
    night += 1;
    await w.drop(`tax-${night}.csv`, text, `2026-03-0${night}T00:00:00Z`);
    const [outcome] = await w.pass();
    return `${outcome?.status}: ${outcome?.reason}`;
  };
  const descriptions = async () =>
    (await w.list("acme/tax-code")).map((record) => ("description" in record ? record.description : ""));
  expect(await deliver("Code,Name\nS,Standard\nR,Reduced\n")).toBe("PUBLISHED: ");
  const above = "Company;Country;Currency\nACME;DE;EUR\n";
  expect(await deliver(`${above}Code;Name;Rate\nS;Standard, full;19\nR;Reduced;7\n`)).toBe("PUBLISHED: ");
  expect(await descriptions()).toEqual(["Reduced", "Standard, full"]);
  expect(await deliver("Code,Name\nS,Old\nR,Old\n\nCode,Name,Rate\nS,New,19\nR,New,7\n")).toBe(
    "HELD: Several lines could be the header, because each has all required headings: line 1 (Code, Name); line 5 (Code, Name, Rate). Line 5 is more likely: line 1 has words that occur again in the rows below.",
  );
  expect(await descriptions()).toEqual(["Reduced", "Standard, full"]);
});
