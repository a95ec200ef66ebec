import { describe, expect, it } from "vitest";
import { unpacked } from "../../src/convert/evaluation.js";
import { evaluateInMemory } from "../../src/convert/engine.js";
import { account } from "../../src/model/account.js";
import { sourceOf } from "../formats/reading.js";
import { writeZip } from "../formats/zip-writer.js";
import { compiledFor, noLookups } from "./evaluating.js";

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });

const mapping = (rest: string, id = `{ join: [{ column: "{file}", pattern: "^[A-Z]{3}" }, Code] }`) =>
  `lading: 1
record: charge-code
${rest}fields:
  external_id: ${id}
  code: Code
  description: Code
  charge_type: { constant: other }
  tax_code: { constant: S1 }
  is_active: { constant: true }
`;

async function resultOf(text: string, name: string, file: Uint8Array | string) {
  const job = {
    source: sourceOf(file, name),
    mapping: compiledFor(text, of),
    account: of,
    lookups: noLookups,
  };
  const done = await evaluateInMemory({ ...job, mode: "strict" });
  return {
    ids: done.accepted.map(({ record }) => record.external_id),
    rejected: done.rejected.map(({ cells, issues }) => [unpacked(cells), issues.map(({ code }) => code)]),
    reads: done.reads,
    skipped: [...done.skipped],
    refused: done.refused?.code,
  };
}

const rows = "Code\nAFRT\nDOC\n";

describe("the name of the file", () => {
  it("is a value like a column's, without folders and `.gz`", async () => {
    expect((await resultOf(mapping(""), "BER-0301.csv", rows)).ids).toEqual(["BER AFRT", "BER DOC"]);
    expect((await resultOf(mapping(""), "out/BER.csv.gz", rows)).ids).toEqual(["BER AFRT", "BER DOC"]);
  });

  it("is the name of the file within an archive", async () => {
    const zip = writeZip([{ name: "ap/BER-1.csv", data: Buffer.from(rows) }]);
    expect((await resultOf(mapping(""), "daily.zip", zip)).ids).toEqual(["BER AFRT", "BER DOC"]);
  });

  it("differs from file to file in a table of several", async () => {
    const zip = writeZip([
      { name: "BER-1.csv", data: Buffer.from(rows) },
      { name: "HAM-1.csv", data: Buffer.from("Code\nDOC\n") },
    ]);
    const text = mapping('read: { members: "*" }\n');
    expect((await resultOf(text, "daily.zip", zip)).ids).toEqual(["BER AFRT", "BER DOC", "HAM DOC"]);
  });

  it("works in conditions, and in files without headings", async () => {
    const only = 'only: [{ column: "{file}", starts_with: BER }]\n';
    expect(await resultOf(mapping(only), "HAM.csv", rows)).toMatchObject({
      ids: [],
      skipped: [["only {file} starts_with BER", 2]],
    });
    const text = mapping("read: { header: none }\n")
      .replaceAll(/: Code$/gm, ': "#2"')
      .replace(", Code]", ', "#2"]');
    expect((await resultOf(text, "BER.csv", "1;AFRT;x\n2;DOC;y\n")).ids).toEqual(["BER AFRT", "BER DOC"]);
  });

  it("is returned with rejected rows, and is read from them", async () => {
    const sent = await resultOf(mapping(""), "BER.csv", 'Code\n\nAFRT\n""\n');
    expect(sent.reads).toEqual(["Code", "{file}"]);
    const long = "x".repeat(300);
    const rejected = (await resultOf(mapping(""), "BER.csv", `Code\n${long}\n`)).rejected;
    expect(rejected).toEqual([[[long, "BER.csv"], ["invalid_value"]]]);
    expect((await resultOf(mapping(""), "rejects.csv", "Code,{file}\nDOC,BER.csv\n")).ids).toEqual([
      "BER DOC",
    ]);
  });

  it("rejects a misspelled placeholder", () => {
    expect(() => compiledFor(mapping("", '{ column: "{flie}" }'), of)).toThrow(
      /mapping.yaml:4:26: found "\{flie\}"[^]*did you mean `\{file\}`/,
    );
  });
});
