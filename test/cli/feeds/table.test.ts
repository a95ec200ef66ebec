import { expect, test } from "vitest";
import { passText } from "../../../src/cli/feeds/pass-text.js";
import { wrappedText, textTable } from "../../../src/cli/feeds/table.js";
import { plainLook } from "../../../src/cli/look.js";

const headings = ["feed", "state", "rows", "why"];
const rows = [
  ["acme/staff", "HELD", "120", "nine rows are gone of a hundred"],
  ["acme/tax-code", "PUBLISHED", "7", ""],
];

test("as wide as it is where there is room, or nobody looks", () => {
  const whole = `feed           state      rows  why
-------------  ---------  ----  -------------------------------
acme/staff     HELD        120  nine rows are gone of a hundred
acme/tax-code  PUBLISHED     7
`;
  expect(textTable(headings, rows)).toBe(whole);
  expect(textTable(headings, rows, { ...plainLook, columns: 63 })).toBe(whole);
});

test("on a narrow terminal what does not fit stands below with its heading: no column is lost, no word is broken", () => {
  expect(textTable(headings, rows, { ...plainLook, columns: 32 })).toBe(`feed           state      rows
-------------  ---------  ----
acme/staff     HELD        120
    why: nine rows are gone of a
    hundred
acme/tax-code  PUBLISHED     7
`);
});

test("a number stays with its percent sign", () => {
  expect(wrappedText("is_active is blank in 50 % of the rows", { columns: 29 })).toBe(
    "is_active is blank in\n    50 % of the rows",
  );
});

test("a column that holds nothing is left out, and so is a table without rows", () => {
  const quiet = rows.map(([feed = ""]) => [feed, "nothing new", "", ""]);
  expect(textTable(headings, quiet)).toBe(`feed           state
-------------  -----------
acme/staff     nothing new
acme/tax-code  nothing new
`);
  expect(textTable(headings, [])).toBe("");
});

test("colours take no room", () => {
  const painted = textTable(headings, rows, {
    ...plainLook,
    columns: 32,
    paint: (word) => (word === "HELD" ? "<HELD>" : word),
  });
  expect(painted).toContain("acme/staff     <HELD>        120\n");
});

const blank = {
  ...{ file: "", rows: null, accepted: null, rejected: null, skipped: null, publication: null },
  ...{
    records: null,
    delivery: "",
    rejects_command: null,
    guards: [],
    unusable: false,
    fault: null,
    stale: null,
  },
  ...{ state: "-", reason: "", next: null },
};
const feeds = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of}-${i}/staff`);

test("a pass says once why many feeds failed", () => {
  const reason = "sftp.acme.example refused the connection.";
  const line = { ...blank, state: "FAILED", reason, next: "Ask the partner." };
  const text = passText(feeds(40, "acme").map((feed) => ({ ...line, feed })));
  expect(text.split(reason)).toHaveLength(2);
  expect(text).toContain("acme-5/staff and 34 more FAILED: sftp");
});

test("of a pass over many feeds one reads what happened, and once what is to be done", () => {
  const held = { ...blank, state: "HELD", reason: "9 rows where 90 came last.", guards: ["rows_below"] };
  const waiting = { ...blank, state: "WAITING" };
  const lines = [
    ...feeds(87, "quiet").map((feed) => ({ ...blank, feed })),
    ...feeds(16, "held").map((feed, i) => ({ ...held, feed, delivery: `${i}`.padStart(64, "0") })),
    ...feeds(9, "late").map((feed) => ({
      ...waiting,
      feed,
      reason: `It waits for ${feed.slice(0, 6)}/tax-code.`,
    })),
    ...feeds(2, "stale").map((feed) => ({ ...blank, feed, stale: "It was due." })),
    { ...held, feed: "other/staff", delivery: "f".repeat(64), guards: ["rows_above"] },
    { ...held, feed: "narrow/staff", delivery: "e".repeat(64), unusable: true },
  ];
  const text = passText(lines);
  expect(text).not.toContain("quiet-");
  expect(text).toContain("and 89 with nothing new\n");
  expect(text).toContain("\nstale-0/staff, stale-1/staff are stale: It was due.\n");
  const done = { ...blank, feed: "done/staff", file: "a.csv", rows: 9, accepted: 9, rejected: 0 };
  const brief = passText(
    [...lines, { ...done, state: "PUBLISHED" }, { ...done, state: "UNCHANGED" }],
    plainLook,
    true,
  );
  expect(brief).not.toContain("done/staff");
  expect(brief).toContain("and 89 with nothing to report\n");
  expect(text).toContain(`
16 deliveries are held by rows_below
  held-0/staff HELD: 9 rows where 90 came last.
`);
  expect(text).toContain(`
  and 11 more, in the table
  Next: look at what it would change, then let it through or refuse it:
    lading plan held-0/staff
    lading release --held-by rows_below --reason TEXT
    lading reject --held-by rows_below --reason TEXT
`);
  expect(text).toContain("\n9 feeds are WAITING for lists\n  late-0/staff: It waits for late-0/tax-code.\n");
  expect(text).toContain("  and 4 more, in the table\n  Next: let the list that it waits for be delivered");
  expect(text).toContain("\nother/staff HELD: 9 rows");
  expect(text).toContain(
    "\nnarrow/staff HELD: 9 rows where 90 came last.\n  Next: correct the heading in the mapping",
  );
});
