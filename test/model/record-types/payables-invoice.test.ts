import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { account, type Account } from "../../../src/model/account.js";
import { payablesInvoice } from "../../../src/model/record-types/index.js";
import type { Draft } from "../../../src/model/draft.js";
import type { Lookups } from "../../../src/model/lookups.js";
import { parseMapping } from "../../../src/mapping/parse.js";
import { asServed, jsonSchemaOf } from "../../../src/model/fields.js";
import { servedColumns } from "../../../src/model/record-type.js";
import { recordRules } from "../../../src/model/rules/record.js";

/** The rules between an invoice's fields and those of its lines. */

const lookups: Lookups = { find: () => undefined };
const german = account("de", { country: "DE", tax_codes: "none" });
const american = account("us", { country: "US" });

type Values = Record<string, string | null>;

const amounts = (pre: string, tax: string | null, total: string, currency = "EUR"): Values =>
  Object.fromEntries(
    ["local_amount", "overseas_amount"].flatMap((name) =>
      Object.entries({ currency, pre_tax: pre, tax, total }).map(([part, value]) => [
        `${name}.${part}`,
        value,
      ]),
    ),
  );

const header: Values = {
  external_id: "7001",
  updated_at: "2026-03-01T08:15:00.000Z",
  status: "posted",
  creditor: "HARB",
  invoice_number: "0042",
  ...amounts("100.0", "19.0", "119.0"),
};
const line: Values = {
  external_id: "1",
  job: "S1",
  charge_code: "FRT",
  tax_code: "S1",
  ...amounts("100.0", "19.0", "119.0"),
};

/** The issue codes, and whether the invoice is accepted. */
function judged(values: Values, lines: readonly Values[], of: Account = german) {
  const filled = payablesInvoice.columns;
  const check = recordRules(payablesInvoice, filled, of, lookups);
  const draft: Draft = {
    values,
    lists: {
      charge_lines: lines.map((each, i) => ({ line: i + 2, number: i + 1, values: each, issues: [] })),
    },
  };
  const { record, issues } = check(draft, (field) => ({ line: 2, field }));
  const reported = issues.map(({ code, field }) => `${code} ${field}`);
  return { record, reported };
}

const taken = (reported: readonly string[] = []) => ({ record: expect.anything() as unknown, reported });
const refused = (...reported: readonly string[]) => ({ record: undefined, reported });

it("accepts an invoice in column order, with or without the accrual", () => {
  const { record, reported } = judged(header, [line]);
  expect(reported).toEqual([]);
  expect(Object.keys(record ?? {})).toEqual(payablesInvoice.columns);
  const amount = { currency: "EUR", pre_tax: "100.0", tax: "19.0", total: "119.0" };
  expect(record).toMatchObject({
    creditor: { external_id: "HARB" },
    due_date: null,
    local_amount: amount,
    charge_lines: [{ job: { external_id: "S1" }, accrual: null, tax_code: { external_id: "S1" } }],
  });
  const [settled] = judged(header, [{ ...line, accrual: "S1-1" }]).record!["charge_lines"] as object[];
  expect(settled).toMatchObject({ accrual: { external_id: "S1-1" }, overseas_amount: amount });
});

describe("the sum of the lines", () => {
  const third = amounts("33.33", "6.33", "39.66");
  const thirds = [1, 2, 3].map((n) => ({ ...line, external_id: String(n), ...third }));

  it("may differ by the smallest unit per line, which is noted", () => {
    expect(judged(header, thirds)).toEqual(
      taken(
        ["local_amount", "overseas_amount"].flatMap((name) =>
          // 99.99, 18.99 and 118.98 instead of 100, 19 and 119.
          ["pre_tax", "tax", "total"].map((part) => `lines_rounded ${name}.${part}`),
        ),
      ),
    );
  });

  it.each([
    ["a missing line", thirds.slice(1)],
    ["no lines", []],
    ["a lost sign", [{ ...line, ...amounts("-100.0", "-19.0", "-119.0") }]],
    ["two units per line", [{ ...line, ...amounts("99.98", "19.0", "118.98") }]],
  ])("rejects the invoice if it differs further: %s", (_, lines) => {
    const { record, reported } = judged(header, lines);
    expect(record).toBeUndefined();
    expect(reported).toContain("lines_contradict local_amount.total");
  });

  it("is calculated in units of the currency with all digits", () => {
    const yen = { ...header, ...amounts("1000.0", "100.0", "1100.0", "JPY") };
    const lineOf = (pre: string, total: string) => ({
      ...line,
      ...amounts(pre, "100.0", total, "JPY"),
    });
    expect(judged(yen, [lineOf("999.0", "1099.0")]).record).toBeDefined();
    expect(judged(yen, [lineOf("998.0", "1098.0")]).record).toBeUndefined();
    const [large, off] = ["90071992547409931.01", "90071992547409931.03"];
    const whole = { ...header, ...amounts(large, "0.0", large) };
    expect(judged(whole, [{ ...line, ...amounts(large, "0.0", large) }])).toEqual(taken());
    expect(judged(whole, [{ ...line, ...amounts(off, "0.0", off) }]).record).toBeUndefined();
  });

  it("is in one local currency, and a charge in a different currency than its invoice is not compared", () => {
    const dollars = { "overseas_amount.currency": "USD", "overseas_amount.total": "19.0" };
    const charge = { ...line, ...dollars, "overseas_amount.pre_tax": "19.0", "overseas_amount.tax": "0.0" };
    expect(judged(header, [charge])).toEqual(taken(["lines_of_other_currency overseas_amount.currency"]));
    expect(judged(header, [{ ...line, "local_amount.currency": "USD" }])).toEqual(
      refused("lines_contradict local_amount.currency"),
    );
  });
});

it("the parts of an amount are added exactly, with any number of digits", () => {
  /** Ten thousandths, as the record writes them. */
  const written = (units: bigint): string => {
    const digits = String(units < 0n ? -units : units).padStart(5, "0");
    const after = digits.slice(-4).replace(/0+$/, "");
    return `${units < 0n ? "-" : ""}${digits.slice(0, -4)}.${after === "" ? "0" : after}`;
  };
  const digits = fc.oneof(fc.constant(0n), fc.bigInt(1n, 99_999n), fc.bigInt(1n, 10n ** 20n));
  const sum = fc.record({
    currency: fc.constantFrom(
      { code: "JPY", unit: 10_000n },
      { code: "EUR", unit: 100n },
      { code: "KWD", unit: 10n },
    ),
    net: digits,
    tax: digits,
    off: fc.constantFrom(0n, 0n, 1n, -1n, 2n, -2n, 1_000n),
    finer: fc.constantFrom(0n, 0n, 0n, 1n),
    isCredit: fc.boolean(),
  });
  fc.assert(
    fc.property(sum, ({ currency: { code, unit }, net, tax, off, finer, isCredit }) => {
      const sign = isCredit ? -1n : 1n;
      const parts = [net * unit + finer, tax * unit, (net + tax + off) * unit + finer].map(
        (part) => part * sign,
      );
      const [pre, of, total] = parts.map(written) as [string, string, string];
      const values = amounts(pre, of, total, code);
      const isFiner = parts.some((part) => part % unit !== 0n);
      const size = off < 0n ? -off : off;
      const issues = judged({ ...header, ...values }, [{ ...line, ...values }]).reported.filter((issue) =>
        / local_amount/.test(issue),
      );
      if (isFiner) expect(issues).toContain("too_many_decimals local_amount.total");
      else if (size === 1n) expect(issues).toEqual(["amount_rounded local_amount.total"]);
      else expect(issues).toEqual(size === 0n ? [] : ["amount_contradicts local_amount.total"]);
    }),
    { numRuns: 500 },
  );
});

it("a credit note is negative in both currencies, as a whole and in each line", () => {
  const credit = amounts("-100.0", "-19.0", "-119.0");
  const halfTurned = Object.fromEntries(
    Object.entries(credit).map(([name, value]) => [
      name,
      name.startsWith("local") ? value : (value ?? "").replace("-", ""),
    ]),
  );
  expect(judged({ ...header, ...credit }, [{ ...line, ...credit }])).toEqual(taken());
  expect(judged({ ...header, ...halfTurned }, [{ ...line, ...credit }]).reported).toEqual([
    "signs_disagree local_amount.total",
  ]);
  expect(judged({ ...header, ...credit }, [{ ...line, ...halfTurned }]).reported).toEqual([
    "signs_disagree charge_lines.local_amount.total",
  ]);
  const nothing = amounts("0.0", "0.0", "0.0");
  expect(judged({ ...header, ...nothing }, [{ ...line, ...nothing }])).toEqual(taken());
});

it("requires the tax of the invoice and of each line in accounts with tax", () => {
  const untaxed = amounts("100.0", null, "100.0");
  const free = { ...line, tax_code: null, ...untaxed };
  expect(judged({ ...header, ...untaxed }, [free], american)).toEqual(taken());
  expect(judged({ ...header, ...amounts("100.0", "0.0", "100.0") }, [free], american)).toEqual(taken());
  expect(judged({ ...header, ...untaxed }, [free]).reported).toEqual([
    "missing_value local_amount.tax",
    "missing_value overseas_amount.tax",
    "missing_value charge_lines.tax_code",
    "missing_value charge_lines.local_amount.tax",
    "missing_value charge_lines.overseas_amount.tax",
  ]);
});

it("an invoice that is due before its date is accepted with a warning", () => {
  const dated = { ...header, invoice_date: "2026-03-02", due_date: "2026-03-01" };
  expect(judged(dated, [line])).toEqual(taken(["due_before_invoice due_date"]));
  expect(judged({ ...dated, due_date: "2026-03-02" }, [line])).toEqual(taken());
});

it.each([
  ["a status that is neither draft nor posted", { status: "cancelled" }, {}],
  ["no creditor", { creditor: null }, {}],
  ["no number", { invoice_number: "" }, {}],
  ["a line without its job", {}, { job: null }],
  ["a line without its id", {}, { external_id: null }],
  ["an invalid currency", {}, { "local_amount.currency": "EURO" }],
])("rejects an invoice with %s", (_, change, ofLine) => {
  expect(judged({ ...header, ...change }, [{ ...line, ...ofLine }]).record).toBeUndefined();
});

it("requires a mapping for lines and uses signs as the mapping states", () => {
  const fields = Object.keys(header).filter((name) => name !== "updated_at");
  const written = (lists: string) =>
    parseMapping(
      `lading: 1\nrecord: payables-invoice\nfields:\n${fields
        .map((name) =>
          name.includes("_amount.") && !name.endsWith("currency")
            ? `  ${name}: { column: X, decimal: { sign: "." } }\n`
            : `  ${name}: ${name === "local_amount.currency" ? "{ constant: EUR }" : "X"}\n`,
        )
        .join("")}${lists}`,
      "mapping.yaml",
    );
  const missing = {
    diagnostics: [expect.objectContaining({ message: 'the list "charge_lines" is missing' })],
  };
  const sourceOf = (text: string) => {
    const parsed = written(
      `lists: { charge_lines: { rows: all, fields: { local_amount.total: ${text} } } }\n`,
    );
    return "diagnostics" in parsed ? parsed.diagnostics.map(({ message }) => message) : [];
  };
  const negative = "negative: { column: K, equals: C }";
  expect(sourceOf(`{ column: X, decimal: { sign: "." }, ${negative} }`).join()).not.toContain("negative");
  expect(sourceOf(`{ constant: "1", ${negative} }`)).toContain(
    "`negative` works only with `decimal`, `sum` or `product`",
  );
  expect(sourceOf('{ column: X, decimal: { sign: "." }, negative: { column: K } }')).toContain(
    "the condition has no test",
  );
  expect(written("")).toEqual(missing);
  expect(written("lists: {}\n")).toEqual(missing);
});

it("private fields are not served, and amounts are numbers", () => {
  const kept = {
    external_id: "1",
    note: ',"echo":"x"',
    total: "0.10",
    echo: 'a"b\\',
    is_cancelled: true,
    last: 1,
  };
  expect(asServed(JSON.stringify(kept))).toBe(
    `{"external_id":"1","note":",\\"echo\\":\\"x\\"","total":0.10,"last":1}`,
  );
  expect(Object.keys(jsonSchemaOf(payablesInvoice.schema)["properties"] as object)).not.toContain("echo");
  expect(servedColumns(payablesInvoice, payablesInvoice.columns).at(-1)).toBe("charge_lines");
  const unserved = payablesInvoice.columns.filter(
    (name) => !servedColumns(payablesInvoice, [name]).includes(name),
  );
  expect(
    asServed(
      JSON.stringify({ id: 1, total: "1.0", ...Object.fromEntries(unserved.map((name) => [name, null])) }),
    ),
  ).toBe('{"id":1,"total":1.0}');
});
