import { expect, test } from "vitest";
import {
  clerkSentence,
  issue,
  issueKinds,
  withoutAccept,
  type IssueCode,
} from "../../../src/model/issues.js";
import { notForClerks } from "../../support/not-for-clerks.js";
import { workdir } from "../../support/workdir.js";

test.each(Object.keys(issueKinds) as IssueCode[])(
  "the clerk's text of %s has no word of the mapping language",
  (code) => {
    const { sentence, hint } = issueKinds[code];
    const gaps = [...`${sentence} ${hint}`.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const field = "accruals.local_amount.pre_tax";
    const filling = { ...Object.fromEntries(gaps.map((name) => [name, "X"])), field };
    for (const column of ["Net amount", undefined]) {
      const text = clerkSentence(issue(code, { line: 3, field, column }, filling as never));
      expect(text).not.toMatch(notForClerks);
      expect(text).not.toMatch(/external_id|\blading\b/i);
      expect(text).toMatch(/^[“A-Z].*[.?]$/);
      if (sentence.includes("{field}"))
        expect(text).not.toMatch(column === undefined ? /Net amount/ : /Before tax/);
    }
  },
);

test.each([
  [
    "cell_too_long",
    { found: 70_000, allowed: 65_536 },
    "The cell has 70000 characters. Maximum: 65536. Shorten it.",
  ],
  ["row_too_short", { found: 3, expected: 4 }, "The row has 3 cells, but the table has 4 columns."],
  ["row_too_long", { found: 5, expected: 4 }, "The row has 5 cells, but the table has 4 columns."],
  [
    "wider_rows",
    { line: 3, found: 5, expected: 4 },
    "Starting with line 3, rows have 5 cells, but the header has 4.",
  ],
  ["control_character", { line: 3, character: "U+0004" }, "contains the control character U+0004,"],
  [
    "damaged_date",
    { column: "Code", values: "`1-Mar` on line 3" },
    'dates or times where codes are expected: "1-Mar" on line 3.',
  ],
  ["encoding_refuted", { encoding: "windows-1252" }, "of windows-1252, the agreed character set. Send"],
  ["other_local_currency", { field: "tax", currency: "EUR" }, "is not EUR, the local currency."],
  ["several_local_currencies", { currencies: "EUR, USD" }, "several currencies (EUR, USD)."],
  ["too_many_decimals", { field: "tax", found: 3, allowed: "EUR has 2" }, "has 3 decimals, but EUR has 2."],
  [
    "region_of_other_country",
    { field: "region", regionCountry: "US", country: "DE" },
    "is a region of US, but the country is DE.",
  ],
] as const)("the clerk's text of %s has the figures %j", (code, filling, text) => {
  expect(clerkSentence(issue(code, { line: 3 }, filling as never))).toContain(text);
});

test.each([
  ["dd.MM.yyyy", "31.12.2026"],
  ["M/d/yy or yyyyMMdd", "12/31/26 or 20261231"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-12-31T18:30:00.000+01:00"],
  ["dd.MM.yy(1950) h:mm a", "31.12.26 6:30 PM"],
  ["iso", "2026-12-31"],
  ["excel_serial", "46387"],
  ["2026-03-01T08:15:00Z", "2026-03-01T08:15:00Z"],
  ["dd MMM yyyy", "dd MMM yyyy"],
])("the clerk's text of an invalid date in the format %s has the example %s", (format, example) => {
  const found = issue("invalid_date", { column: "Changed" }, { field: "updated_at", format });
  expect(clerkSentence(found)).toBe(
    `The value of “Changed” is not a date in the expected format, such as ${example}. Correct the cell.`,
  );
});

test.each([
  [",", "19.5", "a number with a decimal comma, such as 19,5"],
  [".", "19,5", "a number with a decimal point, such as 19.5"],
  [".", "abc", "a number with a decimal point, such as 19.5"],
  // The column must not have decimals.
  [".", "19.5", "a valid number"],
])("the clerk's text of a number with the separator %s and the value %s", (sign, value, expected) => {
  const found = issue("invalid_number", { column: "Rate", value }, { field: "rate", sign });
  expect(clerkSentence(found)).toBe(`The value of “Rate” is not ${expected}. Correct the cell.`);
  expect(found.message).toBe(`The field rate is not a number with the decimal separator “${sign}”.`);
});

test("a blank part of an ID is reported in its own column", async () => {
  const dir = await workdir({
    "staff.yaml": `lading: 1
zone: UTC
record: staff
fields:
  external_id: { join: [Site, Code] }
  name: Name
  email_address: Mail
  is_active: { constant: true }
`,
    "staff.csv": "Site,Code,Name,Mail\nX,A,Ada,ada@x.example\n,B,Bo,bo@x.example\nX,,Cy,cy@x.example\n",
  });
  await dir.lading(["convert", "staff.csv", "--mapping", "staff.yaml", "--out", "out.csv"]);
  const rejects = await dir.read("out.csv.rejects.csv");
  for (const column of ["Site", "Code"])
    expect(rejects).toContain(
      `[${column}] The cell in the column ${column} is blank. Fill it in, because the ID needs a value in this column.`,
    );
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
    '"[Changed] The value of “Changed” is not a date in the expected format, such as 31.12.2026. Correct the cell."',
    '"[Status] The value of “Status” is not one of the agreed values: Active. Correct the cell, or tell us what the value means."',
  ]);
});
