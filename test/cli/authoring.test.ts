import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workdir } from "../support/workdir.js";

/**
 * A mapping made with an editor: `guess` drafts it, `check` reports one open line after the other, a person
 * answers it, and `convert` runs the mapping.
 */

interface Case {
  readonly type: string;
  readonly export: string;
  /** The person's answer to each TODO, by a word of its line. */
  readonly answers: Readonly<Record<string, string>>;
  /** A diagnostic that `check` reports. */
  readonly advice: string;
  readonly more: readonly string[];
  readonly record: RegExp;
}

const cases: readonly Case[] = [
  {
    type: "staff",
    export: "Emp No,Full Name,Work Email,Dept\n17,Petra Vogel,p@n.test,Sea\n18,Anna Gross,a@n.test,Air\n",
    answers: { is_active: "{ constant: true }" },
    advice: "the export lists only active records, write `is_active: { constant: true }`",
    more: [],
    record: /^17,[^,]+,Petra Vogel,p@n\.test,true\r?$/m,
  },
  {
    type: "charge-code",
    export:
      "Charge Code,Description,Group,VAT Code,Active\n" +
      "OFRT,Ocean freight,FREIGHT,S19,Y\nTHCO,Terminal handling,ORIGIN,S19,Y\nCUST,Customs duty,GOVT,Z0,N\n",
    answers: { charge_type: "other" },
    advice: "one of `freight`, `origin`, `destination`, `other`",
    more: ["--with", "tax-code=taxes.csv"],
    record: /^CUST,[^,]+,CUST,Customs duty,other,id-z0,false\r?$/m,
  },
  {
    type: "tax-code",
    export: "Tax Code,Tax Name,Percentage\nS19,Standard,19\nZ0,Zero,0\nS7,Reduced,7\n",
    answers: { is_active: "{ constant: true }" },
    advice: `the heading of its column, or its position (such as "#4") if there are no headings. Whether the tax code is active.`,
    more: [],
    record: /^S7,[^,]+,S7,Reduced,true,7/m,
  },
];

const taxes =
  "external_id,updated_at,code,description,is_active\n" +
  "id-s19,2026-01-01T00:00:00.000Z,S19,Standard,true\nid-z0,2026-01-01T00:00:00.000Z,Z0,Zero,true\n";

it.each(cases)("completes a draft for $type with an editor and `check`", async (sample) => {
  const dir = await workdir({ "export.csv": sample.export, "taxes.csv": taxes });
  const guessed = await dir.lading(["guess", "export.csv", "--out", "mapping.yaml"]);
  expect(guessed.code).toBe(0);
  const open = Object.keys(sample.answers).length;
  expect(guessed.stderr).toContain(`${sample.type}, `);
  expect(guessed.stderr).toContain(`open questions marked TODO: ${open}`);
  const convert = ["convert", "export.csv", "--mapping", "mapping.yaml", ...sample.more];
  expect((await dir.lading(convert)).code).toBe(2);

  const advice: string[] = [];
  for (let round = 0; round < open; round++) {
    const checked = await dir.lading(["check", "mapping.yaml"]);
    expect(checked.code).toBe(2);
    advice.push(checked.stdout);
    const [, line = "0", column = "0"] = /^mapping\.yaml:(\d+):(\d+): /m.exec(checked.stdout) ?? [];
    await write(join(dir.path, "mapping.yaml"), Number(line), Number(column), sample.answers);
  }
  expect(advice.join("")).toContain(sample.advice);
  expect((await dir.lading(["check", "mapping.yaml"])).code).toBe(0);
  const converted = await dir.lading(convert);
  expect([converted.code, converted.stderr]).toEqual([0, expect.stringContaining("0 rejected")]);
  expect(converted.stdout).toMatch(sample.record);
});

/** The person goes to the reported line and replaces the TODO with the answer. */
async function write(path: string, line: number, column: number, answers: Case["answers"]): Promise<void> {
  const lines = (await readFile(path, "utf8")).split("\n");
  const text = lines[line - 1] ?? "";
  expect(text.slice(column - 1, column + 3)).toBe("TODO");
  const [, answer = ""] = Object.entries(answers).find(([word]) => text.includes(word)) ?? [];
  lines[line - 1] = text.slice(0, column - 1) + answer + text.slice(column + 3);
  await writeFile(path, lines.join("\n"));
}
