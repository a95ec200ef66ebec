import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

const messy = 'My report\n\nid;name;amount\n1;"A; B";1,5\n2;"C;2,7\n3,D,3\n';

test("prints the table as CSV, and reports repairs with their reasons on standard error", async () => {
  const dir = await workdir({ "messy.txt": messy });
  const ran = await dir.lading(["read", "messy.txt", "--explain"]);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toBe('id,name,amount\r\n1,A; B,"1,5"\r\n2,"""C","2,7"\r\n3,D,3\r\n');
  expect(ran.stderr).toContain("The delimiter is a semicolon: 3 of 5 rows have 3 cells.");
  expect(ran.stderr).toContain("The header is on line 3");
  expect(ran.stderr).toMatch(/line 5: .*\(unclosed_quote\)/);
  expect(ran.stderr).toMatch(/line 6: .*\(other_delimiter\)/);
  expect(ran.stderr).toContain("add `unclosed_quote`, `other_delimiter` to `read.accept` in the mapping");
});

test("explains the best three candidates, and how a mapping decides", async () => {
  const mapping = `lading: 1
record: staff
only: [{ column: Name, equals: "\${account.company}" }]
fields:
  external_id: Code
  name: Name
  email_address: Kind
  is_active: { constant: true }
`;
  const lines = [
    "Kind,Name",
    "A,one",
    "B,two",
    "C,three",
    "D,four",
    "Code;Name;Kind",
    "A1;five;x",
    "A2;six, 7;y",
  ];
  const dir = await workdir({ "staff.yaml": mapping, "staff.csv": `${lines.join("\n")}\n` });
  const alone = await dir.lading(["read", "staff.csv", "--explain"]);
  expect(alone.stderr).toContain("Second best delimiter: a semicolon");
  const mapped = await dir.lading(["read", "staff.csv", "--explain", "--mapping", "staff.yaml"]);
  expect(mapped.stderr).toContain("The delimiter is a semicolon, because it splits a line into more");
  expect(mapped.stderr).toContain("The header is on line 6");
});

test("shows an issue about the table before the tenth issue about a row", async () => {
  const notes = Array.from({ length: 30 }, (_, i) => `K${i},v${i}\n`).join("");
  const rows = Array.from({ length: 20 }, (_, i) => `00${i},Ann,a${i}@x.example,true\n`).join("");
  const dir = await workdir({ "long.csv": `Key,Value\n${notes}Staff No,Name,Mail,Active\n${rows}` });
  const { stderr } = await dir.lading(["read", "long.csv"]);
  expect(stderr).toContain("set `header: 32` under `read` in the mapping");
  expect(stderr.match(/\(row_too_long\)/g)).toHaveLength(9);
  expect(stderr).toContain("total: row_too_long 21, wider_rows 1");
});

test("names the columns of a table without a header as --headerless states", async () => {
  const dir = await workdir({ "numbers.csv": "1,2\n3,4\n" });
  expect((await dir.lading(["read", "numbers.csv"])).stdout).toBe("1,2\r\n3,4\r\n");
  const named = await dir.lading(["read", "numbers.csv", "--headerless", "col_{i}", "--to", "ndjson"]);
  expect(named.stdout).toBe('{"col_1":"1","col_2":"2"}\n{"col_1":"3","col_2":"4"}\n');
  expect((await dir.lading(["read", "numbers.csv", "--headerless", "x"])).code).toBe(2);
});

test("prints one line of JSON per file about what was detected, and reads standard input for -", async () => {
  const dir = await workdir({ "messy.txt": messy, "empty.csv": "" });
  const ran = await dir.lading(["read", "--detect", "messy.txt", "-", "empty.csv"], {
    stdin: "a,b\r\n1,2\r\n",
  });
  const lines = ran.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines[0]).toMatchObject({
    delimiter: ";",
    quote: '"',
    escape: "double",
    header_rows: [3],
    preamble_lines: 2,
  });
  expect(lines[1]).toMatchObject({ file: "-", delimiter: ",", line_end: "\r\n", encoding: "utf-8" });
  expect(lines[2]).toMatchObject({ file: "empty.csv", error: "empty_file" });
});

test("reads many files into one output each, even if one of them is bad", async () => {
  const dir = await workdir({
    "a.csv": "id,x\n1,2\n",
    "b.txt": "id;x\n3;4\n",
    "bad.csv": "%PDF-1.5",
    "deep/a.csv": "id,x\n5,6\n",
    "names.txt": "b.txt\nbad.csv\nabsent.csv\ndeep/a.csv\n",
  });
  const ran = await dir.lading(["read", "a.csv", "--list", "names.txt", "--out-dir", "out"]);
  expect(ran.code).toBe(1);
  expect((await readdir(dir.at("out"))).sort()).toEqual(["a-2.csv", "a.csv", "b.txt.csv"]);
  expect(await readFile(dir.at("out/a-2.csv"), "utf8")).toBe("id,x\r\n5,6\r\n");
  expect(ran.stderr).toContain("a PDF document");
  expect(ran.stderr).toContain("absent.csv");
});

test("leaves no output for a file that cannot be read, and sets the exit code", async () => {
  const dir = await workdir({ "bad.csv": "%PDF-1.5", "none.csv": "" });
  expect((await dir.lading(["read", "bad.csv", "--out-dir", "out"])).code).toBe(3);
  expect(await readdir(dir.at("out"))).toEqual([]);
  const empty = await dir.lading(["read", "none.csv"]);
  expect([empty.code, empty.stdout]).toEqual([1, ""]);
  expect(empty.stderr).toContain("empty_file");
  expect((await dir.lading(["read", "absent.csv"])).code).toBe(2);
});

test("prints a report without cell values instead of the table for --json", async () => {
  const dir = await workdir({ "a.csv": "id,name\n1,Petra Vogel\n2\n" });
  const ran = await dir.lading(["read", "a.csv", "--json"]);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    rows: 2,
    headings: ["id", "name"],
    issue_counts: { row_too_short: 1 },
  });
  expect(ran.stdout).not.toContain("Petra");
});

test("reads archives and workbooks in a child process, with the same result", async () => {
  const dir = await workdir({
    "a.csv.gz": gzipSync("id;x\n1;2,5\n2;3,5\n"),
    "cut.xlsx": Buffer.from("PK\u0003\u0004rest"),
  });
  expect((await dir.lading(["read", "a.csv.gz"])).stdout).toBe('id,x\r\n1,"2,5"\r\n2,"3,5"\r\n');
  expect((await dir.lading(["read", "cut.xlsx"])).code).toBe(3);
});
