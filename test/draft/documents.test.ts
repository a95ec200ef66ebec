import { describe, expect, it } from "vitest";
import { draftMapping, openAnswers } from "../../src/draft/draft.js";
import { guessMapping, type Guess } from "../../src/draft/guess.js";
import type { Abstention, FieldGuess } from "../../src/draft/field-guess.js";
import type { RecordTypeName } from "../../src/model/record-types/index.js";
import { documents } from "./tables/documents.js";

interface Table {
  readonly record: string;
  readonly name: string;
  readonly isAsked: boolean;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The column of a field. Null if the field is open or not in the file. */
  readonly truth: ReadonlyMap<string, string | null>;
  readonly by: readonly string[];
}

const cells = (line: string) => line.split("|").map((cell) => cell.trim());

const tables: readonly Table[] = documents
  .split(/^## /m)
  .slice(1)
  .map((block) => {
    const [first = "", ...lines] = block.split("\n").filter((line) => line.trim() !== "");
    const [record = "", , name = "", , mark] = cells(first);
    const isNote = (line: string) => /^(?:[=?] |by: )/.test(line);
    const [headings = [], ...rows] = lines.filter((line) => !isNote(line)).map(cells);
    const notes = lines.map((line) => /^([=?]) ([\w.]+\*?):? ?(.*)$/.exec(line) ?? []);
    return {
      record,
      name,
      isAsked: mark === "asked",
      headings,
      rows: rows.map((row) => headings.map((_, index) => row[index] ?? "")),
      truth: new Map(
        notes.flatMap(([, sign, field = "", value = ""]) =>
          sign === undefined ? [] : [[field, sign === "?" || value === "(none)" ? null : value] as const],
        ),
      ),
      by: (lines.find((line) => line.startsWith("by: "))?.slice(4) ?? "").split(", "),
    };
  });
const ours = tables.filter(({ record }) => record !== "none");

/** True if the field is open, or every value of its column is. */
const isOpen = (guess: FieldGuess): guess is Abstention =>
  guess.decision === "abstained" ||
  ("values" in guess.operation && [...guess.operation.values.values()].every((each) => each === undefined));

const drafted = (guess: Guess) =>
  draftMapping(guess, { name: "export.csv", schema: "s.json" }).replaceAll(/\n\s*#\? /g, " ");
const table = (...lines: readonly string[]) => {
  const [headings = [], ...rows] = lines.map(cells);
  return { name: "export", headings, rows };
};

describe("jobs and invoices in exports that were not made for Lading", () => {
  it.each(ours.map((each) => [each.name, each] as const))(
    "propose no column wrongly and ask which rows make a record (%s)",
    (_, { headings, rows, record, truth, by }) => {
      const guess = guessMapping({ name: "export", headings, rows }, { record: record as RecordTypeName });
      const { elements = {}, list = "" } = guess.documents ?? {};
      const all = [
        ...Object.entries(guess.fields),
        ...Object.entries(elements).map(([field, each]) => [`${field}*`, each] as const),
      ];
      const wrong = all.flatMap(([field, each]) => {
        const right = truth.get(field);
        return right === undefined || isOpen(each) || each.columns.join(" + ") === right
          ? []
          : [`${field}: ${each.columns.join(" + ")}`];
      });
      expect(wrong).toEqual([]);
      const draft = drafted(guess);
      expect(draft).toMatch(/\n(?:group: \{ by: TODO \}|lists:\n {2}\w+:\n {4}columns: 1\.\.)\n/);
      expect(draft).toContain(`\n  ${list}:\n`);
      expect(draft).toContain("samples/forms/");
      for (const key of by) expect(draft).toContain(key);
    },
  );

  it.each(ours.filter(({ isAsked }) => !isAsked).map((each) => [each.name, each] as const))(
    "ask which of the two record types it is (%s)",
    (_, { headings, rows }) => {
      const guess = guessMapping({ name: "export", headings, rows });
      expect([guess.refusal, guess.reason]).toEqual([
        "type_open",
        "the file could list jobs with their costs or invoices with their lines",
      ]);
    },
  );

  it.each(
    tables
      .filter(({ record, isAsked }) => record === "none" || isAsked)
      .map((each) => [each.name, each] as const),
  )("make no draft of jobs or invoices that looks finished (%s)", (_, { headings, rows }) => {
    const guess = guessMapping({ name: "export", headings, rows });
    expect(["job", "payables-invoice"]).not.toContain(guess.record);
    if (guess.verdict === "draft") expect(openAnswers(drafted(guess))).toBeGreaterThan(0);
  });

  it.each([
    [
      "rows below their job have no number",
      "header-once",
      "Job No has 2 values in 4 rows. In rows with the same value, these columns are equal or blank: Operator.",
      "Job No|Operator|Supplier|Charge Code|Net",
      "S1|jd|OCE|FRT|1.00",
      "||TRM|DOC|2.00",
      "S2|kw|TRM|FRT|3.00",
      "||OCE|DOC|4.00",
    ],
    [
      "rows of one job do not follow each other",
      "scattered-rows",
      "These columns differ: Supplier, Charge Code, Net.",
      "Job No|Supplier|Charge Code|Net",
      "S1|OCE|FRT|1.00",
      "S2|TRM|FRT|2.00",
      "S1|TRM|DOC|3.00",
      "S2|OCE|DOC|4.00",
    ],
    [
      "a column states the type of each row",
      "typed-rows",
      "Rec may contain the type of each row: J (2 rows), C (2 rows).",
      "Rec|Job No|Operator|Supplier|Charge Code|Net",
      "J|S1|jd||| ",
      "C|S1||OCE|FRT|1.00",
      "J|S2|kw||| ",
      "C|S2||TRM|FRT|2.00",
    ],
    [
      "elements in numbered columns",
      "numbered-columns",
      "These columns are numbered, one number per element: Cost {n} Supplier, Cost {n} Charge Code, Cost {n} Net.",
      "Job No|Cost 1 Supplier|Cost 1 Charge Code|Cost 1 Net|Cost 2 Supplier|Cost 2 Charge Code|Cost 2 Net",
      "S1|OCE|FRT|1.00|TRM|DOC|2.00",
      "S2|OCE|FRT|3.00|||",
    ],
  ])("show what repeats, and the most similar example (%s)", (_, form, comment, ...lines) => {
    const draft = drafted(guessMapping(table(...lines), { record: "job" }));
    expect(draft).toContain(`samples/forms/${form}.`);
    expect(draft).toContain(comment);
  });

  it("do not use unit prices and sales amounts as line amounts, and ask about a plain amount", () => {
    const guess = guessMapping(
      table(
        "Job No|Supplier|Charge Code|Currency|Qty|Unit Price|Sell Amount|Amount",
        "S1|OCE|FRT|EUR|2|10.00|30.00|20.00",
        "S1|TRM|DOC|EUR|1|5.00|9.00|5.00",
      ),
      { record: "job" },
    );
    const amounts = Object.entries(guess.documents?.elements ?? {}).filter(([name]) =>
      /\.(?:pre_tax|total)$/.test(name),
    );
    expect(amounts).toHaveLength(4);
    for (const [, each] of amounts) expect(each.decision).toBe("abstained");
    const candidatesOf = (name: string) => {
      const each = guess.documents?.elements[name];
      return each?.decision === "abstained" ? each.candidates.map(({ column }) => column) : [];
    };
    expect(candidatesOf("overseas_amount.pre_tax")).toEqual(["Amount"]);
  });

  it("ask whether numbers are ids or codes, and which of two creditors to use", () => {
    const numbers = table("Job No|Vendor|Charge|Net", "S1|OCE|1011|1.00", "S1|TRM|1030|2.50");
    expect(drafted(guessMapping(numbers, { record: "job" }))).toContain("charge_code: TODO");
    const two = table("Job No|Supplier|Vendor|Charge Code|Net", "S1|OCE|TRM|FRT|1.00", "S1|TRM|OCE|DOC|2.00");
    expect(drafted(guessMapping(two, { record: "job" }))).toContain("creditor: TODO");
  });

  it("ask which number is the invoice's, and draft no list of codes from open items", () => {
    const headings = cells("Number|JobInvoiceNumber|Description|TransactionDate|DueDate|Currency|Total");
    const rows = ["ART123|00001000|AP INVOICE|2026-11-03|2026-12-03|AUD|971.00"].map(cells);
    const guess = guessMapping(
      { name: "export", headings, rows, rowName: "TransactionInfo" },
      { record: "payables-invoice" },
    );
    expect(drafted(guess)).toMatch(/invoice_number: TODO/);
    const unreported = guessMapping({ name: "export", headings, rows });
    expect([unreported.verdict, unreported.record]).toEqual(["no_list", undefined]);
  });

  it("use the number of an element as its own", () => {
    const [headings = [], ...rows] = [
      "@pk|@state|Supplier.@code|Number|Date|Total.@cur|Line.@id|Line.Job|Line.Charge|Line.@net|Line.2.@id|Line.2.Job|Line.2.Charge|Line.2.@net",
      "9001|POSTED|V70|INV-1|2026-11-03|EUR|1|S1|THC|10.00|2|S2|DOC|20.00",
      "9002|DRAFT|V71|0007|2026-11-04|EUR|1|S2|DOC|10.00||||",
      "9003|POSTED|V70|INV-3|2026-11-05|EUR|1|S3|THC|7.00||||",
    ].map(cells);
    const given = { record: "payables-invoice" } as const;
    const named = guessMapping({ name: "export", headings, rows, rowName: "Invoice" }, given);
    expect(drafted(named)).toContain("invoice_number: Number");
    expect(drafted(named)).toContain(
      'overseas_amount.pre_tax: { column: "Line.{n}.@net", decimal: { sign: "." } }',
    );
    expect(drafted(guessMapping({ name: "export", headings, rows }, given))).not.toContain(
      "invoice_number: Number",
    );
  });
});

describe("documents that are not lists of codes", () => {
  it.each([
    [
      "orders",
      "Order No|Item|Description|Quantity|Unit Price|Amount",
      "PO-1|FRT|Ocean freight|1|100.00|100.00",
      "PO-2|DOC|Documentation fee|2|10.00|20.00",
      "PO-3|THC|Terminal handling charge|1|50.00|50.00",
    ],
    [
      "notices of arrival",
      "Notice No|Charge|Description|Amount|Date",
      "AN-1|FRT|Ocean freight|100.00|2026-01-02",
      "AN-2|DOC|Documentation fee|20.00|2026-01-03",
      "AN-3|THC|Terminal handling charge|50.00|2026-01-04",
    ],
    [
      "lines of sales invoices",
      "Invoice Number|Charge Code|Charge Description|Tax|Amount",
      "INV-1|FRT|Ocean freight|S1|100.00",
      "INV-1|DOC|Documentation fee|S1|20.00",
      "INV-2|THC|Terminal handling charge|S1|50.00",
    ],
  ])("are not drafted as charge codes when no record type is given (%s)", (_, ...lines) => {
    const guess = guessMapping(table(...lines));
    expect([guess.verdict, guess.record]).not.toContain("charge-code");
    expect(guess.verdict).not.toBe("draft");
  });
});
