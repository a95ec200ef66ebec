import { describe, expect, it } from "vitest";
import { draftMapping, openAnswers } from "../../src/draft/draft.js";
import { guessMapping } from "../../src/draft/guess.js";
import type { RecordTypeName } from "../../src/model/record-types/index.js";
import { recordsOf } from "./draft-records.js";
import { entities } from "./tables/entities.js";

interface Table {
  readonly record: string;
  readonly name: string;
  readonly isAsked: boolean;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The column of a field; null: asked, or not in the file. */
  readonly truth: ReadonlyMap<string, string | null>;
  readonly answers: ReadonlyMap<string, string>;
  readonly by: string | undefined;
  readonly makes: readonly number[] | undefined;
}

const cells = (line: string) => line.split("|").map((cell) => cell.trim());

const tables: readonly Table[] = entities
  .split(/^## /m)
  .slice(1)
  .map((block) => {
    const [first = "", ...lines] = block.split("\n").filter((line) => line.trim() !== "");
    const [record = "", , name = "", , asked] = cells(first);
    const isNote = (line: string) => /^(?:[=?!] |(?:by|header|makes): )/.test(line);
    const [headings = [], ...rows] = lines.filter((line) => !isNote(line)).map(cells);
    const notes = lines.filter(isNote).map((line) => /^([=?!]|\w+:) ([\w.]+\*?)?:? ?(.*)$/.exec(line) ?? []);
    const said = (sign: string) => lines.find((line) => line.startsWith(`${sign}: `))?.slice(sign.length + 2);
    return {
      record,
      name,
      isAsked: asked === "asked",
      headings,
      rows: rows.map((row) => headings.map((_, index) => row[index] ?? "")),
      truth: new Map(
        notes.flatMap(([, sign, field = "", value = ""]) =>
          sign === "=" || sign === "?"
            ? [[field, sign === "?" || value === "(none)" ? null : value] as const]
            : [],
        ),
      ),
      answers: new Map(
        notes.flatMap(([, sign, field = "", value = ""]) => (sign === "!" ? [[field, value] as const] : [])),
      ),
      by: said("by"),
      makes: said("makes")?.split(",").map(Number),
    };
  });
const ours = tables.filter(({ record }) => record !== "none");

const guessed = ({ headings, rows, isAsked, record }: Table) =>
  guessMapping({ name: "export", headings, rows }, isAsked ? { record: record as RecordTypeName } : {});
const drafted = (guess: ReturnType<typeof guessMapping>) =>
  draftMapping(guess, { name: "export.csv", schema: "s.json" });

/** What a person answers: what the table says, in the other currency the same, and what takes no thought. */
function answered(draft: string, answers: ReadonlyMap<string, string>): string {
  let inList = false;
  const known = new Map<string, string>(answers);
  const lines = draft.split("\n");
  for (const pass of ["known", "copied"]) {
    inList = false;
    for (const [place, line] of lines.entries()) {
      if (line === "lists:") inList = true;
      const [, indent = "", name = "", value = ""] = /^( +)([a-z_]+(?:\.[a-z_]+)?): (.*)$/.exec(line) ?? [];
      if (line.trimStart().startsWith("#") || name === "") continue;
      const field = `${name}${inList ? "*" : ""}`;
      const easy = {
        tax_code: "{ constant: S1 }",
        status: "{ constant: draft }",
        "overseas_amount.tax": '{ constant: "0" }',
      }[name];
      const other = pass === "copied" ? known.get(field.replace(/^local/, "overseas")) : undefined;
      const answer = value.includes("TODO") ? (known.get(field) ?? other ?? easy) : value;
      if (answer === undefined) continue;
      known.set(field, answer);
      lines[place] = `${indent}${name}: ${answer}`;
    }
  }
  return lines.join("\n");
}

describe("jobs and invoices out of exports that nobody made for Lading", () => {
  it.each(ours.map((table) => [table.name, table] as const))("%s", (_, table) => {
    const guess = guessed(table);
    expect([guess.verdict, guess.record]).toEqual(["draft", table.record]);
    const group = guess.entities?.group.join(" ") ?? "";
    if (table.by !== undefined) for (const key of table.by.split(", ")) expect(group).toContain(key);
    const all = [
      ...Object.entries(guess.fields),
      ...Object.entries(guess.entities?.elements ?? {}).map(([field, each]) => [`${field}*`, each] as const),
    ];
    const wrong = all.flatMap(([field, each]) => {
      const truth = table.truth.get(field);
      const isOpen = each.decision !== "chosen" || asksValues(each);
      return truth === undefined || isOpen || each.columns.join(" + ") === truth
        ? []
        : [`${field}: ${each.columns.join(" + ")}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(ours.filter(({ makes }) => makes !== undefined).map((table) => [table.name, table] as const))(
    "makes what is in it once the draft is answered: %s",
    async (_, table) => {
      const draft = answered(drafted(guessed(table)), table.answers);
      expect(openAnswers(draft)).toBe(0);
      const records = await recordsOf(draft, table);
      const list = guessed(table).entities?.list ?? "";
      const elements = records.flatMap((record) => record[list] as { overseas_amount: { total: string } }[]);
      const cents = elements.reduce(
        (sum, each) => sum + Math.round(Number(each.overseas_amount.total) * 100),
        0,
      );
      expect([records.length, elements.length, cents / 100]).toEqual(table.makes);
    },
  );

  it.each([
    [
      "consols beside shipments",
      "by: TODO",
      "Consol No|Shipment No|Supplier|Charge Code|Net|Line ID",
      "C1|S1|OCE|FRT|1.00|1",
      "C1|S2|OCE|DOC|2.00|2",
      "C2|S3|TRM|FRT|3.00|3",
      "C2|S3|TRM|DOC|4.00|4",
    ],
    [
      "lines of sales among those of costs",
      "rows: { column: Line Type, in: TODO }",
      "Job No|Line Type|Creditor|Charge Code|Net",
      "S1|COST|OCE|FRT|1.00",
      "S1|REV|CUS|FRT|2.00",
      "S2|COST|TRM|FRT|3.00",
      "S2|REV|CUS|DOC|4.00",
    ],
    [
      "costs of no job below those of one",
      "carry_down: TODO",
      "Job No|Supplier|Charge Code|Net",
      "S1|OCE|FRT|1.00",
      "S1|TRM|DOC|2.00",
      "|RENT|OFF|900.00",
      "S2|TRM|FRT|3.00",
    ],
    [
      "which rows of a job follow each other",
      "group: { by: Job No, scattered: true }",
      "Job No|Supplier|Charge Code|Net",
      "S1|OCE|FRT|1.00",
      "S2|TRM|FRT|2.00",
      "S1|TRM|DOC|3.00",
      "S2|OCE|DOC|4.00",
    ],
    [
      "amounts that show no decimals",
      "implied: TODO",
      "Job No|Vendor|Charge Code|Currency|Net",
      "S1|OCE|FRT|EUR|1000",
      "S1|TRM|DOC|EUR|2000",
      "S2|TRM|FRT|EUR|3000",
    ],
    [
      "credit notes without a sign",
      "negative: TODO",
      "Job No|Type|Vendor|Charge Code|Net",
      "S1|INV|OCE|FRT|1.00",
      "S1|CRN|TRM|DOC|2.00",
      "S2|INV|TRM|FRT|3.00",
    ],
    [
      "what is owed below zero",
      "negative: TODO",
      "Job No|Vendor|Charge Code|Net",
      "S1|OCE|FRT|-1.00",
      "S1|TRM|DOC|-1.50",
      "S2|TRM|FRT|3.00",
    ],
    [
      "two columns of creditors",
      "creditor: TODO",
      "Job No|Supplier|Vendor|Charge Code|Net",
      "S1|OCE|TRM|FRT|1.00",
      "S1|TRM|OCE|DOC|2.00",
      "S2|TRM|TRM|FRT|3.00",
    ],
    [
      "numbers that may be ids or codes",
      "charge_code: TODO",
      "Job No|Vendor|Charge|Net",
      "S1|OCE|1011|1.00",
      "S1|TRM|1030|2.50",
      "S2|TRM|1011|3.00",
    ],
  ])("asks or says what values do not show: %s", (_, asked, ...lines) => {
    const [headings = [], ...rows] = lines.map(cells);
    const guess = guessMapping({ name: "export", headings, rows });
    expect(guess.record).toBe("job");
    expect(drafted(guess)).toContain(asked);
  });

  it("asks which number is the invoice's, and drafts no list of codes from what is due", () => {
    const headings = cells("Number|JobInvoiceNumber|Description|TransactionDate|DueDate|Currency|Total");
    const rows = ["ART123|00001000|AP INVOICE|2026-11-03|2026-12-03|AUD|971.00"].map(cells);
    const told = guessMapping(
      { name: "export", headings, rows, rowName: "TransactionInfo" },
      { record: "payables-invoice" },
    );
    expect(drafted(told)).toMatch(/invoice_number: TODO/);
    const unreported = guessMapping({ name: "export", headings, rows });
    expect([unreported.verdict, unreported.record]).toEqual(["no_list", undefined]);
    expect(unreported.reason).toContain("DueDate");
  });

  it("takes the number of an element for its own, and totals beside numbered lines for the record's", () => {
    const [headings = [], ...rows] = [
      "@pk|@state|Supplier.@code|Number|Date|Total.@cur|Total.@net|Total.@vat|Total.@gross|Line.@id|Line.Job|Line.Charge|Line.@net|Line.2.@id|Line.2.Job|Line.2.Charge|Line.2.@net",
      "9001|POSTED|V70|INV-1|2026-11-03|EUR|30.00|5.70|35.70|1|S1|THC|10.00|2|S2|DOC|20.00",
      "9002|DRAFT|V71|0007|2026-11-04|EUR|10.00|1.90|11.90|1|S2|DOC|10.00||||",
      "9003|POSTED|V70|INV-3|2026-11-05|EUR|7.00|0.00|7.00|1|S3|THC|7.00||||",
    ].map(cells);
    const guess = guessMapping({ name: "export", headings, rows, rowName: "Invoice" });
    expect(guess.record).toBe("payables-invoice");
    const draft = drafted(guess);
    expect(draft).toContain("invoice_number: Number");
    for (const [part, column] of Object.entries({ pre_tax: "net", tax: "vat", total: "gross" }))
      expect(draft).toContain(
        `overseas_amount.${part}: { column: "Total.@${column}", decimal: { sign: "." } }`,
      );
    expect(drafted(guessMapping({ name: "export", headings, rows }))).not.toContain("invoice_number: Number");
    const [ofJobs = [], ...jobs] = [
      "shipmentId|reference|costs.1.id|costs.1.vendor|costs.1.charge|costs.1.net|costs.2.id|costs.2.vendor|costs.2.charge|costs.2.net",
      "6f1|SI-1001|c1|V1|THC|10.00|c2|V2|DOC|20.00",
      "6f2|SI-1002|c3|V1|THC|30.00||||",
    ].map(cells);
    const job = guessMapping({ name: "export", headings: ofJobs, rows: jobs, rowName: "shipments" });
    expect(drafted(job)).toContain("number: reference");
    // Where no job of a file has costs, JSON has no place for them.
    const detected = { format: "json", headerRows: [], preambleLines: 0, evidence: [] } as const;
    expect(draftMapping(job, { name: "export.json", schema: "s.json", detected })).toContain(
      "\noptional: [costs]\n",
    );
    expect(drafted(job)).not.toContain("optional");
  });

  it.each(
    tables
      .filter(({ record, isAsked }) => record === "none" || isAsked)
      .map((table) => [table.name, table] as const),
  )("makes no draft of jobs or invoices, and none that looks finished: %s", (_, { headings, rows }) => {
    const guess = guessMapping({ name: "export", headings, rows });
    expect(["job", "payables-invoice"]).not.toContain(guess.record);
    if (guess.verdict === "draft") expect(openAnswers(drafted(guess))).toBeGreaterThan(0);
  });
});

/** Every value of a map waits for its answer. */
function asksValues(guess: {
  readonly operation: { readonly op: string; readonly values?: ReadonlyMap<string, unknown> };
}): boolean {
  return [...(guess.operation.values?.values() ?? [])].includes(undefined);
}
