import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formatDiagnostics, type Diagnostic } from "../../src/mapping/diagnostics.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { account, type Account } from "../../src/model/account.js";
import { parseYaml } from "../../src/mapping/read-yaml.js";

const staff = (fields: string, rest = ""): string =>
  `lading: 1\nrecord: staff\nfields:\n  external_id: ID\n  name: Name\n  email_address: Mail\n${fields}\n${rest}`;

function diagnosticsOf(text: string): readonly Diagnostic[] {
  const result = parseMapping(text, "staff.yaml");
  return "diagnostics" in result ? result.diagnostics : [];
}

const shown = (text: string): string => formatDiagnostics(diagnosticsOf(text));

describe("a diagnostic of a mistake", () => {
  it("names file, line and column, and shows the line with a caret, the expected value and the nearest word", () => {
    expect(shown(staff("  is_active: { colunm: Status }"))).toBe(
      [
        'staff.yaml:7:16: the key "colunm" is unknown',
        "   |",
        " 7 |   is_active: { colunm: Status }",
        "   |                ^^^^^^",
        "   = expected: one of `column`, `first`, `join`, `separator`, `sum`, `product`, `divide`, `round`, `header`, `constant`, `where`, `negative`, `case`, `replace`, `pattern`, `split`, `substring`, `pad_left`, `values`, `blank`, `default`, `invert`, `active_until`, `date`, `decimal`, `lookup`, `otherwise`, `zone`, `language`",
        "   = did you mean `column`?",
      ].join("\n"),
    );
  });

  it("treats a misspelled keyword of `otherwise` as a mistake, not as a constant", () => {
    const text = (otherwise: string) =>
      staff("  is_active: S").replace("Name\n", `{ column: N, values: { A: B }, otherwise: ${otherwise} }\n`);
    expect(shown(text("rejct"))).toBe(
      [
        'staff.yaml:5:51: found "rejct"',
        "   |",
        " 5 |   name: { column: N, values: { A: B }, otherwise: rejct }",
        "   |                                                   ^^^^^",
        "   = expected: `reject`, `pass`, or a value; for this text, write `{ constant: rejct }`",
        "   = did you mean `reject`?",
      ].join("\n"),
    );
    expect(diagnosticsOf(text("Pass")).map((each) => each.nearest)).toEqual(["pass"]);
    for (const fine of ["reject", "pass", "other", "{ constant: rejct }"]) {
      expect(diagnosticsOf(text(fine))).toEqual([]);
    }
    const choice =
      "lading: 1\nrecord: staff\nfields:\n  external_id: A\n  name: B\n  email_address: C\n  is_active: { column: S, values: { A: true }, otherwise: pas }";
    expect(diagnosticsOf(choice).map((each) => each.nearest)).toEqual(["pass"]);
  });

  it("refuses an empty constant for a field that every record needs", () => {
    const text = (source: string) =>
      staff("  is_active: S").replace("email_address: Mail", `email_address: ${source}`);
    const [diagnostic] = diagnosticsOf(text('{ constant: "" }'));
    expect(diagnostic?.message).toBe("email_address must not be empty, because no record would be accepted");
    expect(diagnostic?.line).toBe(6);
    // The spaces would be published.
    expect(diagnosticsOf(text("Mail").replace("Name", '{ constant: "  " }'))).toHaveLength(1);
    expect(diagnosticsOf(text("{ first: [Mail, Login] }"))).toEqual([]);
    // The pipeline sets the time itself.
    expect(diagnosticsOf(staff('  is_active: S\n  updated_at: { constant: "" }'))).toEqual([]);
  });

  it("explains that # begins a comment", () => {
    expect(shown(staff("  is_active: #3"))).toBe(
      [
        "staff.yaml:7:14: the value is missing",
        "   |",
        " 7 |   is_active: #3",
        "   |              ^",
        '   = expected: some text; # begins a comment unless it is quoted: "#3"',
      ].join("\n"),
    );
  });

  it("reports all mistakes at once, in file order, without duplicates", () => {
    const text = `lading: 2
record: charge-code
record: charge-code
reed: { sheet: X }
only: [{ column: Company, equal: A }]
fields:
  external_id: #3
  code: { column: Code, case: uper, first: [A] }
  description: [Description, { column: X, split: { by: "-" } }]
  charge_type: { column: Group, values: { FRT: frieght, "frt ": other } }
  is_activ: TODO
  tax_code: { column: Tax, lookup: tax-code.cod }
missing: deactivat
`;
    expect(diagnosticsOf(text).map((each) => `${each.line}:${each.column} ${each.message}`)).toEqual([
      '1:9 found "2"',
      "3:1 this key occurs twice in the same map",
      '4:1 the key "reed" is unknown',
      '5:27 the key "equal" is unknown',
      "7:16 the value is missing",
      '8:31 found "uper"',
      "8:37 `first` cannot be combined with `column`",
      '9:43 the key "take" is missing',
      '10:48 charge_type cannot be "frieght"',
      '10:57 "frt " is listed twice with different meanings; case and extra spaces are ignored',
      '11:3 the key "is_activ" is unknown',
      "11:13 `TODO` is an open question in the draft",
      '12:36 found "tax-code.cod"',
      '13:10 found "deactivat"',
    ]);
    expect(diagnosticsOf(text).map((each) => each.nearest).filter((each) => each !== undefined)).toEqual([
      "read", "equals", "upper", "freight", "is_active", "tax-code.code", "deactivate",
    ]); // oxfmt-ignore
  });

  it("checks the parts below a misspelled key, and reports nothing as missing", () => {
    const text = `lading: 1
record: charge-cod
zone: Europe/Berln
only: [{ column: Company, equals: "\${acount.company}" }]
fields:
  external_id: { column: PK, substring: { form: 1, lenght: 3 } }
  desciption: { colum: D, replac: { a: b }, case: lowr }
  code: Code
  charge_type: { column: G, valus: { A: frieght } }
  is_active: { column: E, date: DD.MM.YYYY }
duplicates: prefer activ
`;
    expect(diagnosticsOf(text).map((each) => [`${each.line}:${each.column} ${each.message}`, each.nearest])).toEqual([
      ['2:9 there is no record type "charge-cod"', "charge-code"],
      ['3:7 found "Europe/Berln"', "Europe/Berlin"],
      ["4:35 there is no parameter `${acount.company}` for this account", "${account.company}"],
      ['6:43 the key "form" is unknown', "from"],
      ['6:52 the key "lenght" is unknown', "length"],
      ['7:3 the key "desciption" is unknown', "description"],
      ['7:17 the key "colum" is unknown', "column"],
      ['7:27 the key "replac" is unknown', "replace"],
      ['7:51 found "lowr"', "lower"],
      ['9:29 the key "valus" is unknown', "values"],
      ['9:41 charge_type cannot be "frieght"', "freight"],
      ['10:33 found "DD.MM.YYYY"', "dd.MM.yyyy"],
      ['11:13 found "prefer activ"', "prefer active"],
    ]); // oxfmt-ignore
  });

  it("accepts a whole number as a constant of a number field", () => {
    const withDays = (days: string): string =>
      `lading: 1\nrecord: org\nfields: { external_id: A, code: B, name: C, is_active: { constant: true }, is_creditor: { constant: true }, is_debtor: { constant: false }, country: { constant: GB }, days_to_pay: { constant: ${days} } }\n`;
    expect(diagnosticsOf(withDays("30"))).toEqual([]);
    expect(diagnosticsOf(withDays("30.5")).map(({ message }) => message)).toEqual([
      'days_to_pay cannot be "30.5"',
    ]);
  });

  it("suggests the ISO code of a country", () => {
    const text =
      "lading: 1\nrecord: tax-code\nfields: { external_id: A, code: B, description: C, is_active: { constant: true }, country: { constant: UK } }\n";
    expect(diagnosticsOf(text).map(({ message, nearest }) => [message, nearest])).toEqual([
      ['country cannot be "UK"', "GB"],
    ]);
  });

  it("infers a missing record type from the fields, so they are checked", () => {
    const text = "lading: 1\nfields:\n  external_id: A\n  charge_type: { colunm: B }\n  email: C\n";
    expect(diagnosticsOf(text).map((each) => `${each.line}:${each.column}`)).toEqual([
      "1:1",
      "2:1",
      "4:18",
      "5:3",
    ]);
  });

  it("reports parameters that the accounts lack together with all other mistakes", () => {
    const text = staff(
      "  is_active: { column: S, case: lowr }",
      'id_prefix: "${account.compny}"\ncompany: one',
    );
    const of = (...accounts: Account[]) => {
      const result = parseMapping(text, "staff.yaml", accounts);
      return "diagnostics" in result ? result.diagnostics.map((each) => [each.line, each.nearest]) : [];
    };
    expect(of()).toEqual([[7, "lower"]]);
    expect(of(account("a", { company: "DE01" }))).toEqual([
      [7, "lower"],
      [8, "${account.company}"],
    ]);
  });

  it("asks for the company of the rows if the account has one", () => {
    const only = (condition: string) => `only: [{ column: Co, ${condition} }]`;
    const of = (more: string, company?: string) => {
      const given = account("a", company === undefined ? {} : { company });
      const result = parseMapping(staff("  is_active: S", more), "staff.yaml", [given]);
      return "diagnostics" in result ? result.diagnostics.map(({ line, message }) => `${line} ${message}`) : [];
    };
    const expected = [`1 the account's company is "DE01", but the mapping does not select its rows`];
    expect(of("", "DE01")).toEqual(expected);
    expect(of(only("equals: DE01"), "DE01")).toEqual(expected);
    expect(of("skip: [{ column: Co, equals: '${account.company}' }]", "DE01")).toEqual(expected);
    expect(of("id_prefix: '${account.company}-'", "DE01")).toEqual(expected);
    for (const setting of ["company: one", "company: shared", only("equals: '${ account.company }'"), only("in: ['${account.company}']")])
      expect(of(setting, "DE01"), setting).toEqual([]);
    expect(of("")).toEqual([]);
    expect(of(`company: one\n${only("equals: '${account.company}'")}`, "DE01")).toEqual([
      "8 `company` cannot be combined with an `only` condition on `${account.company}`, which already selects the company",
    ]);
  }); // oxfmt-ignore

  const table: [string, string, string][] = [
    ["an unknown record type", "lading: 1\nrecord: staf\nfields: { a: b }", '2:9 there is no record type "staf"'],
    ["no record type", "lading: 1\nfields: {}", '1:1 the key "record" is missing'],
    ["a record type that names an object's own key", "lading: 1\nrecord: constructor", '2:9 there is no record type "constructor"'],
    ["a file that is not a mapping", "just text", "1:1 this is not a mapping"],
    ["an empty file", "# nothing\n", "1:1 the file is empty"],
    ["several missing fields", "lading: 1\nrecord: staff\nfields: { external_id: A }", '3:1 the fields "name", "email_address", "is_active" are missing'],
    ["a missing required field", "lading: 1\nrecord: staff\nfields: { external_id: A, name: B, email_address: C }", '3:1 the field "is_active" is missing'],
    ["an unanswered question in a draft", staff("  is_active: TODO"), "7:14 `TODO` is an open question in the draft"],
    ["an open value map of a draft", staff("  is_active: { column: S, values: { A: TODO } }"), "7:40 `TODO` is an open question in the draft"],
    ["a flag from a string that is not a flag", staff("  is_active: { column: S, values: { A: yes } }"), '7:40 is_active cannot be "yes"'],
    ["an operation that does not apply to the field", staff("  is_active: { column: S, default: true }"), "7:27 `default` does not apply to is_active; for flags write `blank: true` or `blank: false`"],
    ["a flag inverted before it is a flag", staff("  is_active: { column: S, invert: true, values: { X: true } }"), "7:27 `invert` must be below `values`, because operations are applied from top to bottom"],
    ["a companion key without its operation", staff("  is_active: { column: S, otherwise: true }"), "7:27 `otherwise` has no operation that uses it"],
    ["a constant that the field cannot hold", staff("  is_active: { constant: maybe }"), '7:26 is_active cannot be "maybe"'],
    ["a pattern that cannot be read", staff("  is_active: { column: S, pattern: '(' }"), '7:36 found "("'],
    ["a pattern that only backtracking engines support", staff("  is_active: { column: S, pattern: '(?=a)b' }"), '7:36 found "(?=a)b"'],
    ["a date form that cannot be read", staff("  is_active: { column: S, active_until: DD.MM.YYYY }"), '7:41 found "DD.MM.YYYY"'],
    ["an unknown zone", staff("  is_active: S", "zone: Berlin"), '8:7 found "Berlin"'],
    ["an offset as a zone", staff("  is_active: S", "zone: '+02:00'"), '8:7 found "+02:00"'],
    ["keys that relate different files of a delivery", staff("  is_active: S", 'read: { members: "m/*" }\ncarry_down: [ID]'), "9:1 `carry_down` cannot be combined with `members`, because each member is read separately"],
    ["two tests in a condition", staff("  is_active: S", "skip: [{ column: A, equals: X, blank: true }]"), "8:32 `blank` cannot be combined with `equals`; write a separate condition"],
    ["an example without an outcome", staff("  is_active: S", "examples: [{ row: { ID: 1 } }]"), "8:14 the example has no expected result"],
    ["two prefixes for a namespace", staff("  is_active: S", 'read: { namespaces: { a: "urn:x", b: "urn:x" } }'), "8:35 the prefix a is already defined for this namespace"],
    ["an issue code that does not exist", staff("  is_active: S", "examples: [{ row: { ID: 1 }, rejected: [unmaped_value] }]"), '8:41 there is no issue code "unmaped_value"'],
    ["a repair that does not exist", staff("  is_active: S", "read: { accept: [row_to_short] }"), '8:18 there is no repair "row_to_short"'],
    ["a table outside of the mapping's folder", staff("  is_active: { column: S, lookup: { file: ../x.csv, key: A, value: B } }"), '7:43 found "../x.csv"'],
    ["a field that cannot be appended to", staff("  is_active: S", "continuation: { blank: ID, append: [is_active] }"), "8:37 is_active cannot be appended to: it is not a text field"],
  ]; // oxfmt-ignore
  it.each(table)("explains %s", (_what, text, expected) => {
    expect(diagnosticsOf(text).map((each) => `${each.line}:${each.column} ${each.message}`)).toContain(
      expected,
    );
  });
});

describe("harmful YAML", () => {
  const table: [string, string, string][] = [
    ["aliases", "lading: &a 1\nrecord: *a", "2:9 aliases (`*name`) are not allowed"],
    ["tags", "lading: !!js/function 1\nrecord: staff", "1:9 tags (`!name`) are not allowed"],
    ["keys that are not text", "? [a]\n: 1", "1:3 a key must be text"],
    ["__proto__ as a key", staff("  is_active: { column: S, values: { __proto__: true } }"), '7:37 "__proto__" cannot be a key'],
    ["two documents", "a: 1\n---\nb: 2", "2:1 the file contains more than one document (`---`)"],
    ["endless brackets", "[".repeat(50_000), "1:101 brackets are nested too deeply"],
    ["endless nested lists", `a: ${"[".repeat(60)}${"]".repeat(60)}`, "1:44 the value is nested too deeply"],
    ["a tab as indentation", "a:\n\tb: 1", "2:1 tabs cannot indent; use spaces"],
    ["too many characters", `a: ${"x".repeat(1_000_001)}`, "1:1 the file has 1000004 characters; the maximum is 1000000"],
  ]; // oxfmt-ignore
  it.each(table)("is refused: %s", (_what, text, expected) => {
    expect(diagnosticsOf(text).map((each) => `${each.line}:${each.column} ${each.message}`)).toContain(
      expected,
    );
  });

  it("is reported once per line if the parser fails there", () => {
    const diagnostics = diagnosticsOf('feeds:\n  */staff: { source: inbox, files: "s*" }\n');
    expect(diagnostics).toMatchObject([
      { line: 2, column: 3, message: "text that begins with `*` must be quoted", expected: '"*/staff":' },
    ]);
  });

  it("does not crash the parser with a hundred thousand dashes", () => {
    expect(diagnosticsOf(`${"- ".repeat(100_000)}x`).length).toBeGreaterThan(0);
  });
});

describe("scalars", () => {
  const anything = z.record(z.string(), z.unknown());

  it("are kept unchanged as text, including zeros, exponents, dates and words", () => {
    const text =
      "a: 0123\nb: 1E10\nc: 2026-03-01\nd: yes\ne: null\nf: ~\ng: 0x1F\nh: 1_000\ni: 'quoted'\nj: ''\nk: .5";
    const result = parseYaml(text, "x.yaml", anything);
    expect("document" in result ? { ...(result.document.value as object) } : result).toEqual({
      a: "0123", b: "1E10", c: "2026-03-01", d: "yes", e: "null", f: "~", g: "0x1F", h: "1_000", i: "quoted", j: "", k: ".5",
    }); // oxfmt-ignore
  });

  it("keep their position for a later diagnostic", () => {
    const result = parseYaml("\ufeffa:\r\n  - b: 1\r\n  - c: { d: two }\r\n", "x.yaml", anything);
    if ("diagnostics" in result) throw new Error("refused");
    const place = (path: (string | number)[], at: "key" | "value" = "value") => {
      const { line, column, length } = result.document.diagnostic(path, "", { at });
      return [line, column, length];
    };
    expect(place(["a", 0, "b"])).toEqual([2, 8, 1]);
    expect(place(["a", 1, "c", "d"])).toEqual([3, 13, 3]);
    expect(place(["a", 1, "c", "d"], "key")).toEqual([3, 10, 1]);
    expect(place(["a", 1, "c"])).toEqual([3, 5, 1]);
    expect(place(["a", 1, "nothing"])).toEqual([3, 5, 1]);
    expect(place([])).toEqual([1, 1, 1]);
  });
});
