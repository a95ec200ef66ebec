import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../support/build.js";
import { openTerminal, type TestTerminal } from "../support/terminal.js";
import { workdir, type Workdir } from "../support/workdir.js";

/** `lading convert FILE` on a pseudo-terminal asks a person who has no mapping. */

beforeAll(() => void builtCli());

const staff =
  "Nr;Vorname;Nachname;E-Mail;Gesperrt;Geändert am\r\n" +
  "001;Petra;Vogel;petra@example.com;;03.02.2026 09:15\r\n" +
  "002;Jan;Vogel;jan@example.com;X;04.02.2026 10:00\r\n" +
  "003;Eva;Groß;eva@example.com;;28.02.2026 11:00\r\n";

function convert(dir: Workdir, ...args: string[]): TestTerminal {
  const command = [process.execPath, builtCli(), "convert", ...args];
  return openTerminal(command, { columns: 100, cwd: dir.path });
}

describe.runIf(process.platform === "linux")("convert on a terminal", { timeout: 600_000 }, () => {
  test("shows the detected table, asks open questions, converts, and saves the answers as a mapping", async () => {
    const dir = await workdir({ "staff.csv": staff });
    const terminal = convert(dir, "staff.csv");
    const output = await terminal.waitFor(/Europe\/Berlin: $/);
    expect(output).toMatch(/^Reading staff\.csv \.\.\.\n/);
    expect(output).toContain("3 rows, separated by semicolons, utf-8. It was read as a list of staff.");
    expect(output).toMatch(/name +Vorname \+ Nachname +Petra \+ Vogel/);
    expect(output).toContain("The times in the file have no offset. Which time zone do they use?");
    terminal.type("Europe/Berln\n");
    await terminal.waitFor("Did you mean Europe/Berlin?");
    terminal.type("Europe/Berlin\n");
    expect(await terminal.waitFor("1 to 3: ")).toContain("what does a blank cell in Gesperrt mean? (2 rows)");
    terminal.type("1\n");
    await terminal.waitFor("Enter for staff.converted.csv): ");
    terminal.type("list.csv\n");
    const summary = await terminal.waitFor("[Y/n]: ");
    expect(summary).toContain("Wrote list.csv, list.csv.report.json, list.csv.rejects.csv.");
    expect(summary).toContain("  is_active from Gesperrt: X = false (1 row), blank = true (2 rows)\n");
    terminal.type("y\n");
    const all = await terminal.end();
    expect(all).toContain("lading convert staff.csv --mapping staff.mapping.yaml\n");
    expect(all).toMatch(/exit 0\n$/);
    expect((await dir.read("list.csv")).split("\r\n")).toEqual([
      "external_id,updated_at,name,email_address,is_active",
      "001,2026-02-03T08:15:00.000Z,Petra Vogel,petra@example.com,true",
      "002,2026-02-04T09:00:00.000Z,Jan Vogel,jan@example.com,false",
      "003,2026-02-28T10:00:00.000Z,Eva Groß,eva@example.com,true",
      "",
    ]);
    const mapping = await dir.read("staff.mapping.yaml");
    expect(mapping).not.toContain("#?");
    // In a pipe, the saved mapping works like any other.
    const piped = await dir.lading(["convert", "staff.csv", "--mapping", "staff.mapping.yaml"]);
    expect(piped.stdout).toBe(await dir.read("list.csv"));

    const again = convert(dir, "staff.csv");
    await again.waitFor("Enter for staff.converted.csv): ");
    again.type("\n");
    const second = await again.end();
    expect(second).toContain("Using the mapping staff.mapping.yaml next to the file.");
    expect(second).not.toContain("[Y/n]");
    expect(await dir.read("staff.converted.csv")).toBe(await dir.read("list.csv"));
  });

  test("lists the columns that may contain the time of a change, and uses none of them by itself", async () => {
    const dir = await workdir({ "staff.csv": staff.replace("Geändert am", "Amended on") });
    const terminal = convert(dir, "staff.csv");
    const output = await terminal.waitFor(/: $/);
    expect(output).toContain(
      "updated_at will be the modification time of the file. Possible columns: Amended on.",
    );
    terminal.type("\u0004");
    expect(await terminal.end()).toContain("Stopped. No file was converted.");
  });

  test("asks for the column of a field, the meaning of values, and tax codes", async () => {
    const dir = await workdir({
      "codes.csv": "Key,Code,Text,Kind\n1,AFR,Air freight,main\n2,THC,Terminal handling,out\n",
    });
    const terminal = convert(dir, "codes.csv");
    const answers: [RegExp, string][] = [
      [/code \(short code[^]*?every record: $/, "Code"],
      [/charge_type \([^]*?joined by \+: $/, "Kind"],
      [/what does main in Kind mean\? \(1 row\)[^]*?1 to 5: $/, "1"],
      [/what does out in Kind mean\?[^]*?1 to 5: $/, "2"],
      [/tax_code \([^]*?every record: $/, "1"],
      [/is_active \([^]*?joined by \+: $/, "1"],
      [/Output file[^]*?: $/, ""],
      [/\[Y\/n\]: $/, "n"],
    ];
    for (const [prompt, answer] of answers) {
      await terminal.waitFor(prompt);
      terminal.type(`${answer}\n`);
    }
    expect(await terminal.end()).toMatch(/exit 0\n$/);
    expect(await dir.read("codes.converted.csv")).toMatch(
      /^1,[^,]+,AFR,Air freight,freight,,true\r\n2,[^,]+,THC,Terminal handling,origin,,true\r\n$/m,
    );
    expect(dir.has("codes.mapping.yaml")).toBe(false);
  });

  test("writes no workbook to the terminal", async () => {
    const dir = await workdir({
      "list.csv":
        "external_id,updated_at,name,email_address,is_active\n1,2026-03-01T08:15:00Z,Ann Lee,ann@example.com,true\n",
      "work/lading.yaml":
        "lading: 1\naccounts: { a: { country: DE, tax_codes: none } }\nsources: { inbox: { folder: inbox } }\nfeeds: { a/staff: { source: inbox, files: '*.csv' } }\n",
    });
    const refused = await convert(dir, "list.csv", "--record", "staff", "--to", "xlsx").end();
    expect(refused).toContain("A terminal cannot show a workbook. Write it to a file: --out list.xlsx");
    expect(refused).toMatch(/exit 2\n$/);
    const command = [process.execPath, builtCli(), "list", "a/staff", "--to", "xlsx"];
    const listed = await openTerminal(command, { columns: 100, cwd: dir.at("work") }).end();
    expect(listed).toContain("A terminal cannot show a workbook.");
    const terminal = convert(dir, "list.csv", "--to", "xlsx");
    await terminal.waitFor("Enter for list.converted.xlsx): ");
    terminal.type("\n");
    expect(await terminal.end()).toMatch(/Wrote list\.converted\.xlsx[^]*exit 0\n$/);
    const piped = await dir.process(["convert", "list.csv", "--record", "staff", "--to", "xlsx"]);
    expect([piped.code, piped.stdout.slice(0, 2)]).toEqual([0, "PK"]);
  });

  test("explains what the list of tax codes is for", async () => {
    const dir = await workdir({
      "codes.csv":
        "Id,Code,Text,Type,Tax,Active\n1,AFR,Air freight,freight,V19,true\n2,DOC,Papers,other,V7,true\n",
      "codes.mapping.yaml":
        "lading: 1\nrecord: charge-code\nfields: { external_id: Id, code: Code, description: Text, charge_type: Type, tax_code: Tax, is_active: { constant: true } }\n",
    });
    const terminal = convert(dir, "codes.csv");
    const prompt = await terminal.waitFor("File, or Enter: ");
    expect(prompt).toContain("The records contain tax codes. To check them, name the file");
    expect(prompt).toContain("If you have no such file, press Enter to copy the tax codes without a check.");
    terminal.type("\n");
    await terminal.waitFor("Enter for codes.converted.csv): ");
    terminal.type("\n");
    expect(await terminal.end()).toMatch(/exit 0\n$/);
    expect(await dir.read("codes.converted.csv")).toContain("1,");
  });

  test("reads a file in the recommended format without questions", async () => {
    const dir = await workdir({
      "list.csv":
        "external_id,updated_at,name,email_address,is_active\n1,2026-03-01T08:15:00Z,Ann Lee,ann@example.com,true\n",
      "staff.csv": staff,
    });
    const plain = await convert(dir, "list.csv").end();
    expect(plain).toContain("1,2026-03-01T08:15:00.000Z,Ann Lee,ann@example.com,true");
    expect(plain).toMatch(/exit 0\n$/);
    const stopped = convert(dir, "staff.csv");
    await stopped.waitFor(/Europe\/Berlin: $/);
    stopped.type("\u0004");
    const output = await stopped.end();
    expect(output).toContain("Stopped. No file was converted.");
    expect(output).toMatch(/exit 3\n$/);
    expect(await dir.files()).toEqual(["list.csv", "staff.csv"]);
  });
});
