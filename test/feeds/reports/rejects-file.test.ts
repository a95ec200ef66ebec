import { expect, test } from "vitest";
import {
  clerkSentence,
  issueKinds,
  partnerRequest,
  withoutAccept,
  type IssueCode,
} from "../../../src/model/issues.js";
import { workdir } from "../../support/workdir.js";

/** Problems of the whole file are reported to the operator. The clerk gets rows. */
const ofTheFile: ReadonlySet<IssueCode> = new Set<IssueCode>([
  "unreadable_file",
  "rows_not_found",
  "header_not_found",
  "several_files",
  "several_lists",
  "more_pages",
  "missing_column",
  "ambiguous_column",
  "encoding_unsure",
  "sheet_guessed",
  "table_guessed",
  "rows_guessed",
  "encoding_contradicted",
]);

test("the clerk's text about a row does not mention the mapping", () => {
  for (const [code, { severity, sentence: message, hint, ...more }] of Object.entries(issueKinds)) {
    if ((severity !== "error" && !("repair" in more)) || ofTheFile.has(code as IssueCode)) continue;
    const told = clerkSentence({ code: code as IssueCode, severity, message, hint, field: "name", line: 3 });
    expect(told, code).not.toMatch(/mapping|`|default|pattern/i);
  }
});

test("does not suggest accepting a repair that the mapping already accepts", () => {
  const repairs = Object.values(issueKinds).filter(({ hint }) => hint.includes("read.accept"));
  expect(repairs.length).toBeGreaterThan(5);
  for (const { hint } of repairs) {
    expect(withoutAccept(hint)).not.toContain("accept");
    expect(withoutAccept(hint)).toMatch(/^[A-Z].*\.$/);
    expect(hint.startsWith(withoutAccept(hint).slice(0, -1))).toBe(true);
  }
});

test("a request to the partner does not mention the mapping", () => {
  for (const [code, { severity, hint, ...more }] of Object.entries(issueKinds)) {
    if ((severity !== "error" && !("repair" in more)) || "clerk" in more) continue;
    expect(partnerRequest({ code, hint }), code).not.toMatch(
      /mapping|`|feed|^Ask for|^Request|^Look at|Nothing to do|No action needed/,
    );
  }
});

test("a rejects file states what is wrong with each row, in words for the clerk", async () => {
  const dir = await workdir({
    "staff.yaml": `lading: 1
zone: UTC
record: staff
fields:
  external_id: Id
  updated_at: { column: Changed, date: dd.MM.yyyy }
  name: Name
  email_address: Mail
  is_active: { column: Status, values: { Active: true } }
`,
    "staff.csv":
      "Id,Changed,Name,Mail,Status\nE1,01.02.2026,Ada,ada@x.example,Active\nE2,01.02.2026,Bo,,Active\n" +
      "E3,2026-02-01,Cy,cy@x.example,Active\nE4,01.02.2026,Di,di@x.example,Sabbatical\n",
  });
  const ran = await dir.lading(["convert", "staff.csv", "--mapping", "staff.yaml", "--out", "out.csv"]);
  expect(ran.code).toBe(1);
  const lines = (await dir.read("out.csv.rejects.csv")).trim().split("\n").slice(1);
  expect(lines.map((line) => line.split(",").slice(6, -1).join(","))).toEqual([
    "[Mail] The required field “Mail” is blank. Fill in the cell.",
    "[Changed] The value of “Changed” is not a valid date. Correct the cell.",
    '"[Status] The value of “Status” is not one of the agreed values. Correct the cell, or tell us what the value means."',
  ]);
});
