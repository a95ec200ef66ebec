import { expect, test } from "vitest";
import { passText } from "../../../src/cli/feeds/pass-text.js";
import { problemsText } from "../../../src/cli/feeds/problems-text.js";
import { problem } from "../../../src/feeds/health/problem.js";
import { problemList } from "../../../src/feeds/health/problems.js";
import { wrappedText, textTable } from "../../../src/cli/feeds/table.js";
import { plainLook } from "../../../src/cli/look.js";

const headings = ["feed", "state", "rows", "why"];
const rows = [
  ["acme/staff", "HELD", "120", "nine rows are gone of a hundred"],
  ["acme/tax-code", "PUBLISHED", "7", ""],
];

test("uses the full width if there is enough space, or if the output is not a terminal", () => {
  const whole = `feed           state      rows  why
-------------  ---------  ----  -------------------------------
acme/staff     HELD        120  nine rows are gone of a hundred
acme/tax-code  PUBLISHED     7
`;
  expect(textTable(headings, rows)).toBe(whole);
  expect(textTable(headings, rows, { ...plainLook, columns: 63 })).toBe(whole);
});

test("shows cells that do not fit on a narrow terminal below the table, with their headings and unbroken words", () => {
  expect(textTable(headings, rows, { ...plainLook, columns: 32 })).toBe(`feed           state      rows
-------------  ---------  ----
acme/staff     HELD        120
    why: nine rows are gone of a
    hundred
acme/tax-code  PUBLISHED     7
`);
});

test("does not separate a number from its percent sign", () => {
  expect(wrappedText("is_active is blank in 50 % of the rows", { columns: 29 })).toBe(
    "is_active is blank in\n    50 % of the rows",
  );
});

test("omits an empty column, and a table without rows", () => {
  const quiet = rows.map(([feed = ""]) => [feed, "nothing new", "", ""]);
  expect(textTable(headings, quiet)).toBe(`feed           state
-------------  -----------
acme/staff     nothing new
acme/tax-code  nothing new
`);
  expect(textTable(headings, [])).toBe("");
});

test("ignores colors when measuring the width", () => {
  const painted = textTable(headings, rows, {
    ...plainLook,
    columns: 32,
    paint: (word) => (word === "HELD" ? "<HELD>" : word),
  });
  expect(painted).toContain("acme/staff     <HELD>        120\n");
});

const blank = {
  ...{ file: "", rows: null, accepted: null, rejected: null, skipped: null, publication: null },
  ...{ records: null, delivery: "", fault: null, state: "-", reason: "", next: null },
};
const feeds = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of}-${i}/staff`);
const now = new Date("2026-03-02T08:00:00Z");

test("reports a common failure of many feeds once per pass and does not repeat their problems", () => {
  const reason = "sftp.acme.example refused the connection.";
  const lines = feeds(40, "acme").map((feed) => ({ ...blank, feed, state: "FAILED", reason }));
  const down = problem("fault", {
    ...{ code: "sftp_refused", subject: "sftp.acme.example", sentence: reason },
    ...{ feeds: lines.map(({ feed }) => feed), next: "Ask the partner." },
  });
  const once = passText(lines, [down], now);
  expect(once.split(reason)).toHaveLength(2);
  expect(once).toContain(`
sftp.acme.example
  ${reason}
  40 feeds: acme-0/staff, acme-1/staff, acme-2/staff, acme-3/staff, acme-4/staff, acme-5/staff and 34 more
  Next: Ask the partner.
`);
});

test("shows the results and each instruction once in a pass over many feeds", () => {
  const lines = [
    ...feeds(87, "quiet").map((feed) => ({ ...blank, feed })),
    { ...blank, feed: "other/staff", state: "HELD", reason: "9 rows.", delivery: "f".repeat(64) },
    { ...blank, feed: "other/staff", state: "REJECTED", reason: "It is empty.", delivery: "e".repeat(64) },
  ];
  const held = problem("held", {
    ...{ subject: "other/staff", feeds: ["other/staff"], delivery: "f".repeat(12), sentence: "9 rows." },
  });
  const replaced = problem("rejected", {
    ...{ subject: "other/staff", feeds: ["other/staff"], severity: "note", sentence: "It is empty." },
  });
  const note = problem("ignored", { subject: "source inbox", sentence: "A file is ignored." });
  const text = passText(lines, [held, replaced, note], now);
  expect(text).not.toContain("quiet-");
  expect(text).toContain("and 87 with nothing new\n");
  // It happened in this pass and is no longer a problem.
  expect(text).toContain("\nother/staff: rejected\n  It is empty.\n");
  expect(text).toContain("\nother/staff: held\n  9 rows.\n");
  expect(text).not.toContain("ignored");
  const done = { ...blank, feed: "done/staff", file: "a.csv", rows: 9, accepted: 9, rejected: 0 };
  const good = [
    { ...done, state: "PUBLISHED" },
    { ...done, state: "UNCHANGED" },
  ];
  const brief = passText([...lines, ...good], [held], now, plainLook, true);
  expect(brief).not.toContain("done/staff");
  expect(brief).toContain("and 89 with nothing to report\n");
});

test("shows problems with one cause as one, with the figures for each feed and one command", () => {
  const of = (feed: string, sentence: string) =>
    problem("held", {
      ...{ subject: feed, feeds: [feed], delivery: "a".repeat(12), sentence },
      commands: [`lading release ${feed}`],
    });
  const names = feeds(16, "held");
  const list = problemList(
    [...names.map((feed) => of(feed, `9 rows where 90 came last in ${feed}.`)), of("apart/staff", "Ids.")],
    ({ subject }) => (subject === "apart/staff" ? ["ids_gone"] : ["rows_below"]),
  );
  expect(list.map(({ subject }) => subject)).toEqual(["16 feeds", "apart/staff"]);
  expect(problemsText(list, now)).toContain(`
16 feeds: held
  The latest deliveries are held. Guards: rows_below.
    held-0/staff: 9 rows where 90 came last in held-0/staff.
`);
  expect(problemsText(list, now)).toContain(`
    and 11 more
  Next: Check what the delivery changes, then approve or reject it.
    lading plan held-0/staff
    lading release ${names.join(" ")} --held-by rows_below --reason TEXT
    lading reject ${names.join(" ")} --held-by rows_below --reason TEXT
`);
});
