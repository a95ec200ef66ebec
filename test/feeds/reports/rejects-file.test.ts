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
      expect(text).toMatch(/^[“A-Z].*[.?]$/);
      if (sentence.includes("{field}"))
        expect(text).not.toMatch(column === undefined ? /Net amount/ : /Before tax/);
    }
  },
);

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
    "[Changed] The value of “Changed” is not a valid date. Correct the cell.",
    '"[Status] The value of “Status” is not one of the agreed values. Correct the cell, or tell us what the value means."',
  ]);
});
