import { describe, expect, it } from "vitest";
import { outputFormat } from "../../src/formats/output/index.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { recommendedMapping } from "../../src/mapping/recommended.js";
import type { CompiledMapping } from "../../src/mapping/mapping.js";
import { account } from "../../src/model/account.js";
import { org } from "../../src/model/record-types/index.js";
import type { RecordType } from "../../src/model/record-type.js";
import { encodedText } from "../support/encoded-text.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";

/**
 * Lists within records, from the bytes of an export to the record. Tests the language and the engine
 * together.
 */

const of = account("de", { country: "DE", zone: "UTC" });

const compiled = (text: string) => compiledFor(text, of);
const evaluated = (mapping: CompiledMapping, text: string) => evaluatedBy(mapping, of, text);

const orgMapping = (lists: string): string => `
lading: 1
record: org
fields:
  external_id: Code
  name: Name
  code: Code
  is_active: { constant: true }
  is_creditor: { constant: true }
  is_debtor: { constant: false }
  country: { constant: DE }
lists:
  contacts: ${lists}
`;

async function contactsOf(lists: string, text: string, mapping = orgMapping(lists)) {
  const done = await evaluated(compiled(mapping), text);
  return {
    contacts: done.accepted.map(({ record }) => record["contacts"]),
    issues: done.issues.map(({ code, line, column, field, severity }) => [
      code,
      line,
      column,
      field,
      severity,
    ]),
    rejected: done.rejected.length,
  };
}

const ann = { name: "Ann", email_address: "ann@acme.example" };
const bob = { name: "Bob", email_address: "bob@acme.example" };
const numbered = `{ columns: 1..2, fields: { name: "Contact {n}", email_address: "Mail {n}" } }`;
const headings = "Code,Name,Contact 1,Mail 1,Contact 2,Mail 2\n";

describe("elements of numbered columns", () => {
  it("are those with a filled cell, in their order", async () => {
    const rows =
      "A,Alpha,Ann,ann@acme.example,Bob,bob@acme.example\nB,Beta,,,Bob,bob@acme.example\nC,Gamma,,,,\n";
    const found = await contactsOf(numbered, headings + rows);
    expect(found).toEqual({ contacts: [[ann, bob], [bob], []], issues: [], rejected: 0 });
  });

  it("are left out individually if they are faulty, and the record is accepted", async () => {
    const found = await contactsOf(
      numbered,
      `${headings}A,Alpha,Ann,ann@acme.example,Bob,none\nB,Beta,Ann,,,\n`,
    );
    expect(found).toEqual({
      contacts: [[ann], []],
      issues: [
        ["element_left_out", 2, "Mail 2", "contacts.email_address", "warning"],
        ["element_left_out", 3, "Mail 1", "contacts.email_address", "warning"],
      ],
      rejected: 0,
    });
  });

  it("are as many as the file has if no last number is stated", async () => {
    const open = numbered.replace("1..2", "1..");
    const text = `Code,Name,${[1, 2, 3, 4].map((n) => `Contact ${n},Mail ${n}`).join(",")}\nA,Alpha,,,,,,,Bob,bob@acme.example\n`;
    expect((await contactsOf(open, text)).contacts).toEqual([[bob]]);
  });

  it("need the columns that are stated", async () => {
    const done = await evaluated(
      compiled(orgMapping(numbered)),
      "Code,Name,Contact 1,Mail 1,Contact 2\nA,B,,,\n",
    );
    expect(done.refused?.code).toBe("missing_column");
    expect(done.refused?.column).toBe("Mail 2");
  });
});

describe("elements of nested lists", () => {
  const nested = `{ columns: 1.., fields: { name: "contact.{n}.name", email_address: "contact.{n}.mail" } }`;

  it("are read out of JSON", async () => {
    const text = JSON.stringify([
      { Code: "A", Name: "Alpha", contact: [{ name: "Ann", mail: ann.email_address }] },
      { Code: "B", Name: "Beta", contact: [] },
      {
        Code: "C",
        Name: "Gamma",
        contact: [
          { name: "Bob", mail: bob.email_address },
          { name: "Ann", mail: ann.email_address },
        ],
      },
    ]);
    expect(await contactsOf(nested, text)).toEqual({
      contacts: [[ann], [], [bob, ann]],
      issues: [],
      rejected: 0,
    });
  });

  it("are read out of XML, whose first element has no number", async () => {
    const contact = ({ name, email_address: mail }: typeof ann) =>
      `<contact><name>${name}</name><mail>${mail}</mail></contact>`;
    const text = `<orgs>
<org><Code>A</Code><Name>Alpha</Name>${contact(ann)}</org>
<org><Code>B</Code><Name>Beta</Name></org>
<org><Code>C</Code><Name>Gamma</Name>${contact(bob)}${contact(ann)}</org>
</orgs>`;
    const records = orgMapping(nested).replace("fields:", "read: { records: orgs.org }\nfields:");
    const found = await contactsOf(nested, text, records);
    expect(found.contacts).toEqual([[ann], [], [bob, ann]]);
    expect(found.issues.filter(([, , , , severity]) => severity !== "note")).toEqual([]);
  });

  it.each(["orgs.org.contact", "x:orgs.x:org.x:contact"])(
    "are read from XML at %s, but not created only from values outside the rows",
    async (path) => {
      const text = `<y:orgs xmlns:y="urn:x" mail="${ann.email_address}">
<y:org><y:Code>A</y:Code><y:Name>Alpha</y:Name><y:contact><y:name>Ann</y:name></y:contact></y:org>
<y:org><y:Code>B</y:Code><y:Name>Beta</y:Name></y:org>
</y:orgs>`;
      const mapping = orgMapping('{ rows: all, fields: { name: name, email_address: "orgs.@mail" } }')
        .replace(
          "Code\n  name: Name\n  code: Code",
          "orgs.org.Code\n  name: orgs.org.Name\n  code: orgs.org.Code",
        )
        .replace(
          "fields:",
          `read: { records: ${path}, namespaces: { x: "urn:x" } }\ngroup: { by: orgs.org.Code }\nfields:`,
        );
      const found = await contactsOf("", text, mapping);
      expect(found.contacts).toEqual([[ann], []]);
      expect(found.issues.filter(([, , , , severity]) => severity !== "note")).toEqual([]);
    },
  );
});

describe("elements of one cell", () => {
  const split = `
    split: People
    at: ";"
    fields:
      name: { column: "{part}", pattern: "^(.*?) *<" }
      email_address: { column: "{part}", pattern: "<(.*)>" }`;

  it("are the parts of the cell", async () => {
    const text = `Code,Name,People\nA,Alpha,Ann <ann@acme.example>;; Bob <bob@acme.example>\nB,Beta,\n`;
    expect(await contactsOf(split, text)).toEqual({ contacts: [[ann, bob], []], issues: [], rejected: 0 });
  });

  it("are reported with the cell that they are split from", async () => {
    const found = await contactsOf(split, "Code,Name,People\nA,Alpha,Ann <ann@acme.example>;Bob\n");
    expect(found.contacts).toEqual([[ann]]);
    expect(found.issues).toEqual([["element_left_out", 2, "People", "contacts.name", "warning"]]);
  });
});

it("combines elements of several sources, and includes those of the row if one of their own cells is filled", async () => {
  const several = `
    - { rows: all, fields: { name: Clerk, email_address: { join: [Code, Host], separator: "@" } } }
    - { rows: { column: Kind, equals: X }, fields: { name: Clerk, email_address: { constant: bob@acme.example } } }`;
  const text = "Code,Name,Kind,Clerk,Host\nann,Alpha,X,Ann,acme.example\nb,Beta,X,,\n";
  expect((await contactsOf(several, text)).contacts).toEqual([[ann, { ...bob, name: "Ann" }], []]);
});

describe("mistakes in lists", () => {
  const diagnosticsOf = (lists: string): string[] => {
    const parsed = parseMapping(orgMapping(lists), "mapping.yaml");
    return "diagnostics" in parsed ? parsed.diagnostics.map(({ message }) => message) : [];
  };
  const fields = `fields: { name: "A {n}", email_address: "B {n}" }`;

  it.each([
    [`{ ${fields} }`, "the source of the elements of contacts is missing"],
    [`{ columns: 1..2, rows: all, ${fields} }`, "`rows` cannot be combined with `columns`"],
    [`{ columns: 1..2, at: ";", ${fields} }`, "`at` works only with `split`"],
    [
      `{ split: People, ${fields.replaceAll("{n}", "{part}")} }`,
      "`split` requires the text at which to split the cell",
    ],
    [
      `{ columns: 1..2, fields: { name: A, email_address: B } }`,
      "no heading of `fields` or `value` contains `{n}`",
    ],
    [`{ rows: all, ${fields} }`, "`{n}` works only with `columns`"],
    [`{ columns: 1..2, fields: { name: "A {n}" } }`, 'the field "contacts.email_address" is missing'],
    [`{ columns: 1..2, fields: { nam: "A {n}", email_address: "B {n}" } }`, 'the key "nam" is unknown'],
    [`{ columns: one, ${fields} }`, 'found "one"'],
    [`{ rows: { column: X }, fields: { name: A, email_address: B } }`, "the condition has no test"],
  ])("are reported for %s", (lists, message) => {
    expect(diagnosticsOf(lists)).toContain(message);
  });
});

describe("the recommended format", () => {
  async function again(type: RecordType, text: string, name: "csv" | "json" | "ndjson"): Promise<string> {
    const done = await evaluated(recommendedMapping(type), text);
    expect(done.issues.filter(({ severity }) => severity !== "note")).toEqual([]);
    const records = done.accepted.map(({ record }) => record);
    return encodedText(outputFormat(name)!, type, done.columns, records);
  }

  it.each(["csv", "json", "ndjson"] as const)("reads its lists back from %s, byte for byte", async (name) => {
    const rows =
      'A,"Alpha, Ltd",Ann,ann@acme.example,Bob,bob@acme.example\nB,Beta,,,,\nC,Gamma,"A ""B""",r&d@acme.example,,\n';
    const done = await evaluated(
      compiled(
        orgMapping(numbered).replace("code:", "updated_at: { constant: 2026-03-01T08:15:00Z }\n  code:"),
      ),
      headings + rows,
    );
    const records = done.accepted.map(({ record }) => record);
    expect(records.length).toBe(3);
    const first = await encodedText(outputFormat(name)!, org, done.columns, records);
    expect(first).toContain("ann@acme.example");
    expect(await again(org, first, name)).toBe(first);
  });

  it("reports which cell is not JSON", async () => {
    const header = [...org.requiredColumns, "contacts"].join(",");
    const text = `${header}\n1,2026-03-01T08:15:00.000Z,A,A,true,true,false,DE,"[{""name"""\n`;
    const done = await evaluated(recommendedMapping(org), text);
    expect(done.rejected.map(({ issues }) => issues.map(({ message }) => message))).toEqual([
      ["The field contacts is not valid: it is not JSON."],
    ]);
  });
});
