import { chmod, mkdir, utimes } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { workdir } from "../support/workdir.js";

const mapping = `lading: 1
record: staff
fields:
  external_id: Nr
  name: { join: [Vorname, Nachname], separator: " " }
  email_address: { column: E-Mail, case: lower }
  is_active: { column: Status, values: { aktiv: "true", inaktiv: "false" } }
`;
const head = "Nr;Vorname;Nachname;E-Mail;Status\r\n";
const petra = "001;Petra;Vogel;Petra@example.com;aktiv\r\n";
const jan = "002;Jan;Vogel;jan@example.com;inaktiv\r\n";
const bad = "003;Eva;Groß;eva.example.com;weg\r\n";
const time = "2026-03-01T08:15:00.000Z";
const atTime = ["--updated-at", "2026-03-01T09:15:00+01:00"];

const charges = `lading: 1
record: charge-code
fields:
  external_id: Code
  code: Code
  description: Text
  charge_type: { column: Group, values: { F: freight, O: origin } }
  tax_code: { column: Tax, lookup: tax-code.code }
  is_active: { constant: "true" }
`;
const taxes = `external_id,updated_at,code,description,is_active\r\n7,${time},S1,VAT,true\r\n`;

describe("lading convert", () => {
  it("prints the list and reports what happened", async () => {
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": head + petra + jan });
    const ran = await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", ...atTime]);
    expect(ran.stdout).toBe(
      "external_id,updated_at,name,email_address,is_active\r\n" +
        `001,${time},Petra Vogel,petra@example.com,true\r\n` +
        `002,${time},Jan Vogel,jan@example.com,false\r\n`,
    );
    expect(ran.stderr).toContain("2 rows read, 2 accepted, 0 rejected");
    expect(ran.code).toBe(0);
    expect(await dir.files()).toEqual(["m.yaml", "staff.csv"]);
  });

  it("writes the list, a report and the rejects, without names of people in the report", async () => {
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": head + petra + bad });
    const ran = await dir.lading([
      "convert",
      "staff.csv",
      "--mapping",
      "m.yaml",
      "--out",
      "out.json",
      ...atTime,
    ]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toBe("");
    expect(await dir.files()).toEqual([
      "m.yaml",
      "out.json",
      "out.json.rejects.csv",
      "out.json.report.json",
      "staff.csv",
    ]);
    expect(await dir.json("out.json")).toEqual([
      {
        external_id: "001",
        updated_at: time,
        name: "Petra Vogel",
        email_address: "petra@example.com",
        is_active: true,
      },
    ]);
    expect(await dir.json("out.json.report.json")).toMatchObject({
      record: "staff",
      counts: { read: 2, accepted: 1, rejected: 1, skipped: 0, merged: 0, stale: 0 },
      issue_counts: { invalid_value: 1, unmapped_value: 1 },
    });
    expect(await dir.read("out.json.report.json")).not.toMatch(/eva|petra/i);
    expect(ran.stderr).not.toMatch(/eva|petra/i);
    const rejects = await dir.read("out.json.rejects.csv");
    expect(rejects.split("\r\n")[0]).toBe(
      "\ufeffNr;Vorname;Nachname;E-Mail;Status;lading_line;lading_reason;lading_delivery",
    );
    expect(rejects.split("\r\n")[1]).toMatch(
      /^003;Eva;Groß;eva\.example\.com;weg;3;"?\[Status\].*\[E-Mail\].*;[0-9a-f]{64}$/,
    );
  });

  it.each(["csv", "json", "ndjson", "xlsx"])(
    "changes nothing when its own %s is converted again",
    async (to) => {
      const dir = await workdir({
        "m.yaml": charges,
        "tax.csv": taxes,
        "c.csv": 'Code,Text,Group,Tax\n0017,"Air, express",F,S1\n-10,=1+1,O,S1\n',
      });
      const refer = ["--with", "tax-code=tax.csv"];
      const first = await dir.lading([
        "convert",
        "c.csv",
        "--mapping",
        "m.yaml",
        "--out",
        `a.${to}`,
        ...refer,
        ...atTime,
      ]);
      expect(first.code, first.stderr).toBe(0);
      const again = await dir.lading([
        "convert",
        `a.${to}`,
        "--record",
        "charge-code",
        "--out",
        `b.${to}`,
        ...refer,
      ]);
      expect(again.code, again.stderr).toBe(0);
      // A workbook contains its creation time, so the cells are compared.
      if (to === "xlsx") {
        const texts = ["a.xlsx", "b.xlsx"].map((name) =>
          dir.lading(["convert", name, "--record", "charge-code", "--to", "json", ...refer]),
        );
        const [a, b] = await Promise.all(texts);
        expect(b?.stdout).toBe(a?.stdout);
        expect(a?.stdout).toContain('"0017"');
      } else {
        expect(await dir.bytes(`b.${to}`)).toEqual(await dir.bytes(`a.${to}`));
      }
    },
  );

  it("uses the current time for standard input, and lists the files that it wrote", async () => {
    const dir = await workdir({ "m.yaml": mapping });
    const stdin = head + petra;
    const args = ["convert", "-", "--mapping", "m.yaml"];
    const before = new Date().toISOString();
    const ran = await dir.lading([...args, "--to", "ndjson"], { stdin });
    expect(ran.code).toBe(0);
    const { updated_at, ...record } = JSON.parse(ran.stdout) as Record<string, unknown>;
    expect(record).toMatchObject({ external_id: "001", name: "Petra Vogel" });
    expect(String(updated_at) >= before && String(updated_at) <= new Date().toISOString()).toBe(true);
    const written = await dir.lading([...args, ...atTime, "--out", "out.csv"], { stdin });
    expect(written.stderr).toContain("Wrote out.csv, out.csv.report.json, out.csv.rejects.csv.\n");
    expect(await dir.read("out.csv")).toContain(`001,${time},Petra Vogel`);
  });

  it("converts several files into a folder, and continues after a failure", async () => {
    const dir = await workdir({ "m.yaml": mapping, "a.csv": head + petra, "b.csv": head + jan });
    const args = ["convert", "a.csv", "absent.csv", "b.csv", "--mapping", "m.yaml"];
    const ran = await dir.lading([...args, "--out", "lists", "--to", "ndjson"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("absent.csv does not exist");
    expect((await dir.files("lists")).filter((name) => name.endsWith(".ndjson"))).toEqual([
      "lists/a.ndjson",
      "lists/b.ndjson",
    ]);
    expect(await dir.read("lists/b.ndjson")).toContain("jan@example.com");
    const reports = await dir.lading([
      ...["convert", "a.csv", "b.csv", "--mapping", "m.yaml", "--out", "lists", "--json"],
    ]);
    const { files } = JSON.parse(reports.stdout) as { files: { counts: { read: number } }[] };
    expect(files.map(({ counts }) => counts.read)).toEqual([1, 1]);
    const refused = await dir.lading(["convert", "a.csv", "b.csv", "--mapping", "m.yaml"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("add --out FOLDER")]);
  });

  it("recognizes a file in the recommended format by its headings", async () => {
    const dir = await workdir({ "tax.csv": taxes });
    const ran = await dir.lading(["convert", "tax.csv"]);
    expect([ran.code, ran.stdout]).toEqual([0, taxes]);
  });

  it("suggests a draft, or reports what the file lacks for the recommended format, if no mapping is given", async () => {
    const nearly = "external_id,updated_at,name,emial,is_active\n";
    const dir = await workdir({ "in/my tax.csv": "Code;Satz\n", "staff.csv": nearly });
    const far = await dir.lading(["convert", "in/my tax.csv"]);
    expect([far.code, far.stdout]).toEqual([2, ""]);
    expect(far.stderr).toContain("my tax.csv is not in the recommended format");
    expect(far.stderr).toContain("\nNext: lading guess 'in/my tax.csv'\n      drafts a mapping");
    const near = await dir.lading(["convert", "staff.csv"]);
    expect(near.stderr).toContain("\nNext: lading convert staff.csv --record staff\n");
    const lacks = await dir.lading(["convert", "staff.csv", "--record", "staff"]);
    expect([lacks.code, lacks.stderr]).toEqual([
      3,
      expect.stringContaining("The required column email_address is missing"),
    ]);
  });

  it("distinguishes missing account settings from mapping errors", async () => {
    const company = mapping.replace("[Vorname, ", '["${account.company}", ');
    const dir = await workdir({
      "m.yaml": company,
      "my wrong.yaml": mapping.replace("staff", "stuff"),
      "s.csv": head,
    });
    const lacking = await dir.lading(["convert", "s.csv", "--mapping", "m.yaml"]);
    expect([lacking.code, lacking.stderr]).toEqual([
      2,
      expect.stringContaining("`--company` on the command line"),
    ]);
    expect(lacking.stderr).toContain("\nNext: Add the missing parts");
    const wrong = await dir.lading(["convert", "s.csv", "--mapping", "my wrong.yaml"]);
    expect(wrong.stderr).toContain("and then run `lading check 'my wrong.yaml'`.");
  });

  it("keeps times and missing records of an earlier output", async () => {
    const dir = await workdir({ "m.yaml": mapping, "one.csv": head + petra + jan, "two.csv": head + petra });
    await dir.lading(["convert", "one.csv", "--mapping", "m.yaml", "--out", "list.csv", ...atTime]);
    const later = ["--updated-at", "2026-04-01T00:00:00Z", "--previous", "list.csv"];
    const ran = await dir.lading(["convert", "two.csv", "--mapping", "m.yaml", ...later]);
    expect(ran.stdout).toContain(`001,${time},Petra Vogel`);
    expect(ran.stdout).toMatch(/002,20\d\d-.*,Jan Vogel,jan@example.com,false/);
  });

  it("gives records without a time the time of the file", async () => {
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": head + petra });
    await utimes(dir.at("staff.csv"), new Date(time), new Date(time));
    const ran = await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml"]);
    expect(ran.stdout).toContain(`001,${time},`);
  });

  it("requires the list that references point to before reading", async () => {
    const dir = await workdir({
      "m.yaml": charges,
      "c.csv": "Code,Text,Group,Tax\n1,Air,F,S1\n",
      "tax.csv": taxes,
    });
    const base = ["convert", "c.csv", "--mapping", "m.yaml", "--to", "json"];
    const without = await dir.lading(base);
    expect([without.code, without.stdout]).toEqual([2, ""]);
    expect(without.stderr).toContain("--with tax-code=FILE");
    const found = await dir.lading([...base, "--with", "tax-code=tax.csv"]);
    expect(found.stdout).toContain('"tax_code":{"external_id":"7"}');
    const untaxed = await dir.lading([...base, "--tax-mode", "non_tax"]);
    expect([untaxed.code, untaxed.stdout.includes('"tax_code":null')]).toEqual([0, true]);
  });

  it("reads the referenced list with its own mapping", async () => {
    const taxMapping =
      "lading: 1\nrecord: tax-code\nfields: { external_id: Id, code: C, description: T, is_active: { constant: 'true' } }\n";
    const dir = await workdir({
      "m.yaml": charges,
      "t.yaml": taxMapping,
      "c.csv": "Code,Text,Group,Tax\n1,Air,F,S1\n",
      "t.csv": "Id;C;T\n9;S1;VAT\n",
    });
    const ran = await dir.lading([
      "convert",
      "c.csv",
      "--mapping",
      "m.yaml",
      "--with",
      "tax-code=t.csv:t.yaml",
      "--to",
      "ndjson",
      ...atTime,
    ]);
    expect(ran.stdout).toContain('"tax_code":{"external_id":"9"}');
  });

  it("rejects wrong input with one sentence and the next step, and writes nothing", async () => {
    const dir = await workdir({
      "m.yaml": mapping,
      "wrong.yaml": mapping.replace("fields:", "feilds:"),
      "staff.csv": head + petra,
      "empty.csv": "",
      "header.csv": head,
      "other.csv": "A,B\n1,2\n",
      "rejects-only.csv": head + bad,
      "taxes.csv": `${taxes}8,${time},,VAT,true\r\n9,${time},S3,VAT,perhaps\r\n`,
    });
    await mkdir(dir.at("folder"));
    const before = await dir.files();
    const cases: [string[], number, RegExp][] = [
      [["absent.csv", "--mapping", "m.yaml"], 2, /absent\.csv does not exist/],
      [["folder", "--mapping", "m.yaml"], 2, /folder or a device/],
      [["empty.csv", "--mapping", "m.yaml"], 3, /empty_file/],
      [["header.csv", "--mapping", "m.yaml"], 3, /no_rows/],
      [["other.csv", "--mapping", "m.yaml"], 3, /missing_column/],
      [["staff.csv", "--mapping", "absent.yaml"], 2, /absent\.yaml does not exist/],
      [["staff.csv", "--mapping", "wrong.yaml"], 2, /wrong\.yaml:3:1[\s\S]*did you mean `fields`/],
      [["staff.csv"], 2, /with --mapping\./],
      [["staff.csv", "--mapping", "m.yaml", "--record", "staff"], 2, /mutually exclusive/],
      [["staff.csv", "--mapping", "m.yaml", "--out", "staff.csv"], 2, /would overwrite the input staff.csv/],
      [["staff.csv", "--mapping", "m.yaml", "--out", "a.txt"], 2, /add --to/],
      [["staff.csv", "--mapping", "m.yaml", "--out", "absent/a.csv"], 2, /The folder .* does not exist/],
      // The output path is checked before any file is read.
      [["empty.csv", "--mapping", "m.yaml", "--out", "absent/a.csv"], 2, /The folder .* does not exist/],
      [["staff.csv", "--mapping", "m.yaml", "--updated-at", "yesterday"], 2, /yesterday/],
      [
        ["staff.csv", "--mapping", "m.yaml", "--out", "/proc/a.csv"],
        2,
        /No files can be created in the folder \/proc/,
      ],
      [["staff.csv", "--mapping", "m.yaml", "--with", "tax-code"], 2, /RECORD=FILE/],
      [
        ["staff.csv", "--mapping", "m.yaml", "--with", "tax-code=taxes.csv"],
        2,
        /taxes\.csv cannot be used to check references: line 3[^:]*: The required field code .*2 rows are rejected/,
      ],
      [["staff.csv", "--mapping", "m.yaml", "--frobnicate"], 2, /frobnicate/],
      [[], 2, /lading convert <files\.\.\.>/],
    ];
    for (const [args, code, message] of cases) {
      const ran = await dir.lading(["convert", ...args]);
      expect([args, ran.code, ran.stdout]).toEqual([args, code, ""]);
      expect(ran.stderr).toMatch(message);
      expect(ran.stderr).toContain("Next: ");
      expect(ran.stderr).not.toMatch(/\n\s+at /);
    }
    expect(await dir.files()).toEqual(before);
  });

  it("warns that charge codes require a tax code, unless the account states its tax mode", async () => {
    const dir = await workdir({
      "m.yaml": charges,
      "tax.csv": taxes,
      "c.csv": "Code,Text,Group,Tax\n0017,Air,F,S1\n",
    });
    const args = ["convert", "c.csv", "--mapping", "m.yaml", "--with", "tax-code=tax.csv"];
    const warning =
      /^Tax mode: tax\. Charge codes require a tax code\. For non-tax accounts, use --tax-mode non_tax/m;
    expect((await dir.lading(args)).stderr).toMatch(warning);
    for (const account of [
      ["--tax-mode", "tax"],
      ["--country", "DE"],
    ]) {
      expect((await dir.lading([...args, ...account])).stderr).not.toMatch(warning);
    }
  });

  it("uses the settings and current lists of a workspace account", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/tax-code: { source: inbox, files: "tax*.csv", settle: final_name, first: publish }
`,
      "m.yaml": charges,
      "c.csv": "Code,Text,Group,Tax\n0017,Air,F,S1\n",
      "inbox/tax.csv": taxes,
    });
    const args = ["convert", "c.csv", "--mapping", "m.yaml", "--account", "acme"];
    const without = await dir.lading(args);
    expect([without.code, without.stdout]).toEqual([2, ""]);
    expect(without.stderr).toMatch(/--with tax-code=/);
    const unchecked = await dir.lading([...args, "--with", "tax-code=none"]);
    expect([unchecked.code, unchecked.stdout]).toEqual([0, expect.stringContaining("0017")]);
    await dir.lading(["run"]);
    const ran = await dir.lading(args);
    expect([ran.code, ran.stdout.split("\r\n")[1]]).toEqual([0, expect.stringContaining("0017")]);
  });

  it("keeps cells without a column in the rejects", async () => {
    const dir = await workdir({
      "m.yaml": mapping,
      "s.csv": `${head}${petra}4;Ann;Vogel;a@example.com;aktiv;vielleicht\r\n`,
    });
    await dir.lading(["convert", "s.csv", "--mapping", "m.yaml", "--out", "o.csv"]);
    expect(await dir.read("o.csv.rejects.csv")).toMatch(
      /^4;Ann;Vogel;.*Text beyond the last column: vielleicht/m,
    );
  });

  it("keeps the rejects of a file without accepted rows, and writes no list", async () => {
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": head + bad });
    const ran = await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", "--out", "o.csv"]);
    expect(ran.code).toBe(3);
    expect(await dir.files()).toEqual(["m.yaml", "o.csv.rejects.csv", "o.csv.report.json", "staff.csv"]);
  });

  it("keeps the old list if writing fails", async () => {
    if (process.getuid?.() === 0) return; // root can write everywhere.
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": head + petra, "out/list.csv": "old" });
    await chmod(dir.at("out"), 0o555);
    const ran = await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", "--out", "out/list.csv"]);
    expect(ran.code).toBe(75);
    expect(await dir.read("out/list.csv")).toBe("old");
    await chmod(dir.at("out"), 0o755);
  });
});

describe("lading convert with returned rejects and exports of changes", () => {
  const three = head + petra + jan + "003;Eva;Groß;nobody;aktiv\r\n";

  it("returns carried-down values and the rows that continue a rejected row", async () => {
    const dir = await workdir({
      "m.yaml": `lading: 1
record: charge-code
carry_down: [Group]
continuation: { blank: ID, append: [description] }
fields:
  external_id: ID
  code: Code
  description: Text
  charge_type: { column: Group, values: { FRT: freight, ORG: origin } }
  is_active: { column: Active, values: { Y: true, N: false } }
`,
      "charges.csv": `ID,Group,Code,Text,Active
1,FRT,AFRT,Air,Y
2,,OFRT,Ocean,what
,,,freight,
,,,by sea,
3,ORG,THC,Terminal,Y
4,,PICK,Pick-up,Y
,,,at origin,
4,,PICK,Pick-up again,Y
,,,twice,
5,,DOC,Documents,Y
`,
    });
    const account = ["--mapping", "m.yaml", "--tax-mode", "non_tax"];
    const first = await dir.lading(["convert", "charges.csv", ...account, "--out", "list.csv"]);
    expect(first.code).toBe(1);
    const rejects = await dir.read("list.csv.rejects.csv");
    const cells = rejects.split("\r\n").map((line) => line.split(",").slice(0, 6).join(","));
    expect(cells).toEqual([
      "\ufeffID,Group,Code,Text,Active,lading_line",
      "2,FRT,OFRT,Ocean,what,3",
      ",,,freight,,4",
      ",,,by sea,,5",
      "4,ORG,PICK,Pick-up,Y,7",
      ",,,at origin,,8",
      "4,ORG,PICK,Pick-up again,Y,9",
      ",,,twice,,10",
      "",
    ]);
    const corrected = rejects
      .replace("Ocean,what", "Ocean,Y")
      .replace("4,ORG,PICK,Pick-up again", "6,ORG,PICK2,Pick-up again");
    await dir.write({ "back.csv": corrected });
    const amended = await dir.lading([
      "convert", "back.csv", ...account, "--previous", "list.csv", "--updated-at", "2026-03-01T00:00:00Z",
    ]); // oxfmt-ignore
    expect([amended.code, amended.stderr]).toEqual([0, expect.stringContaining("3 accepted, 0 rejected")]);
    const lines = amended.stdout.split("\r\n").map((line) => line.replace(/[^,]*Z,/, ""));
    expect(lines.slice(1, -1)).toEqual([
      "1,AFRT,Air,freight,,true",
      "2,OFRT,Ocean freight by sea,freight,,true",
      "3,THC,Terminal,origin,,true",
      "4,PICK,Pick-up at origin,origin,,true",
      "5,DOC,Documents,origin,,true",
      "6,PICK2,Pick-up again twice,origin,,true",
    ]);
  });

  it("uses a corrected rejects file as an amendment of the earlier list, never as a list", async () => {
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": three });
    await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", "--out", "list.csv", ...atTime]);
    const rejects = await dir.read("list.csv.rejects.csv");
    await dir.write({ "back.csv": rejects.replace("nobody", "eva@example.com") });

    const alone = await dir.lading(["convert", "back.csv", "--mapping", "m.yaml"]);
    expect([alone.code, alone.stdout]).toEqual([2, ""]);
    expect(alone.stderr).toContain("--previous");

    const amended = await dir.lading([
      "convert",
      "back.csv",
      "--mapping",
      "m.yaml",
      "--previous",
      "list.csv",
    ]);
    expect(amended.code).toBe(0);
    expect(amended.stdout).toContain(`001,${time},Petra Vogel,petra@example.com,true`);
    expect(amended.stdout).toMatch(/003,.*,Eva Groß,eva@example.com,true/);
  });

  it("finds columns by position in a returned file", async () => {
    const byPosition = mapping.replace("join: [Vorname, Nachname]", 'join: ["#2", "#3"]');
    const dir = await workdir({ "m.yaml": byPosition, "staff.csv": three });
    await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", "--out", "list.csv", ...atTime]);
    const rejects = await dir.read("list.csv.rejects.csv");
    expect(rejects.split("\r\n")[0]).toMatch(/^\ufeffNr;#2;#3;E-Mail;Status;/);
    await dir.write({ "back.csv": rejects.replace("nobody", "eva@example.com") });
    const amended = await dir.lading([
      "convert",
      "back.csv",
      "--mapping",
      "m.yaml",
      "--previous",
      "list.csv",
    ]);
    expect(amended.stdout).toMatch(/003,.*,Eva Groß,eva@example.com,true/);
  });

  it("applies an export of changes only to the earlier list", async () => {
    const delta = `${mapping}operation: { column: Action, values: { C: upsert, D: delete } }\n`;
    const dir = await workdir({
      "m.yaml": mapping,
      "d.yaml": delta,
      "staff.csv": head + petra + jan,
      "delta.csv": "Nr;Vorname;Nachname;E-Mail;Status;Action\r\n001;;;;;D\r\n",
    });
    await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", "--out", "list.csv", ...atTime]);
    const ran = await dir.lading(["convert", "delta.csv", "--mapping", "d.yaml", "--previous", "list.csv"]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(/001,.*,Petra Vogel,petra@example.com,false/);
    expect(ran.stdout).toContain(`002,${time},Jan Vogel,jan@example.com,false`);
  });

  it("reports findings of the comparison with the list, such as a time in the future", async () => {
    const future = `external_id,updated_at,code,description,is_active\r\n7,2099-01-01T00:00:00.000Z,S1,VAT,true\r\n`;
    const dir = await workdir({ "tax.csv": future });
    const ran = await dir.lading(["convert", "tax.csv", "--out", "o.csv"]);
    expect(ran.stderr).toContain("future_time");
    expect(await dir.json("o.csv.report.json")).toMatchObject({ issue_counts: { future_time: 1 } });
  });

  it("never overwrites its inputs, and reports in a new report why a file was rejected", async () => {
    const dir = await workdir({ "m.yaml": mapping, "staff.csv": head + petra, "empty.csv": "" });
    const over = await dir.lading([
      "convert",
      "staff.csv",
      "--mapping",
      "m.yaml",
      "--out",
      "m.yaml",
      "--to",
      "csv",
    ]);
    expect([over.code, await dir.read("m.yaml")]).toEqual([2, mapping]);
    await dir.lading(["convert", "staff.csv", "--mapping", "m.yaml", "--out", "o.csv"]);
    const list = await dir.read("o.csv");
    expect((await dir.lading(["convert", "empty.csv", "--mapping", "m.yaml", "--out", "o.csv"])).code).toBe(
      3,
    );
    expect(await dir.json("o.csv.report.json")).toMatchObject({
      file: "empty.csv",
      refused: { code: "empty_file" },
    });
    expect(await dir.read("o.csv")).toBe(list);
  });
});

it("writes an HTML page without values of people for --report, and overwrites nothing", async () => {
  const dir = await workdir({
    "staff.csv":
      "external_id,updated_at,name,email_address,is_active\nE1,,Petra Vogel,petra@@acme.test,true\nE2,,Jan,jan@acme.test,true\n",
    "pages/other": "",
  });
  const convert = ["convert", "staff.csv", "--record", "staff", "--out", "my staff.json"];
  const run = await dir.lading([...convert, "--report", "pages/out.html"]);
  expect(run.code).toBe(1);
  const page = await dir.read("pages/out.html");
  expect(page).toContain("<h1>staff.csv</h1>");
  expect(page).toContain("<strong>2</strong> rows read = <strong>1</strong> accepted + 1 rejected");
  expect(page).not.toMatch(/Petra|petra@|<script/);
  expect(page).toContain('<a href="../my%20staff.json.rejects.csv">my staff.json.rejects.csv</a>');
  const over = ["convert", "staff.csv", "--record", "staff", "--report", "staff.csv"];
  expect((await dir.lading(over)).stderr).toContain("--report staff.csv would overwrite the input staff.csv");
});
