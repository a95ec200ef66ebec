import { expect, test } from "vitest";
import { passText } from "../../../src/commands/feeds/pass.js";
import { foldedText, textTable } from "../../../src/commands/feeds/table.js";
import { plainLook } from "../../../src/commands/look.js";

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
  expect(foldedText("is_active is blank in 50 % of the rows", { columns: 29 })).toBe(
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

test("a pass says once why many feeds failed", () => {
  const reason = "sftp.acme.example refused the connection.";
  const nothing = { file: "", rows: null, accepted: null, rejected: null, skipped: null, publication: null };
  const others = {
    records: null,
    delivery: "",
    rejects_command: null,
    unusable: false,
    fault: null,
    stale: null,
  };
  const line = { ...nothing, ...others, state: "FAILED", reason, next: "Ask the partner." };
  const text = passText(Array.from({ length: 40 }, (_, i) => ({ ...line, feed: `acme-${i}/staff` })));
  expect(text.split(reason)).toHaveLength(2);
  expect(text).toContain("acme-5/staff and 34 more FAILED: sftp");
});
