import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workbookLibrary, type CellObject } from "../../../src/formats/spreadsheet/library.js";
import { csvLine, flatRecord } from "../../../src/formats/output/csv.js";
import { outputFormats, outputFormat } from "../../../src/formats/output/index.js";
import { JsonLineBytes } from "../../../src/formats/output/json-line-bytes.js";
import { jsonLine } from "../../../src/formats/output/json-line.js";
import { servedJson, type ServeSettings } from "../../../src/formats/output/served.js";
import { listOfRecords, recordBytes } from "../../../src/feeds/lists/list.js";
import { chargeCode, staff, taxCode } from "../../../src/model/record-types/index.js";
import type { AnyRecord, RecordType } from "../../../src/model/record-type.js";
import { encodedText } from "../../support/encoded-text.js";

/** More runs: `npm run proof:formats`. */
const isLong = process.env["LADING_PROOF"] === "long";

const time = "2026-03-01T08:15:00.000Z";
const charge: AnyRecord = {
  external_id: "-10",
  updated_at: time,
  code: "=1+1",
  description: 'Air, "express"\nfreight',
  charge_type: "freight",
  tax_code: { external_id: "00" },
  is_active: true,
};

const text = (name: string, records: readonly AnyRecord[], type: RecordType = chargeCode) =>
  encodedText(outputFormat(name)!, type, type.columns, records);

describe("output formats", () => {
  it("write byte-exact CSV as in RFC 4180, with references by id", async () => {
    expect(await text("csv", [charge, { ...charge, external_id: "b", tax_code: null }])).toBe(
      "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n" +
        `-10,${time},=1+1,"Air, ""express""\nfreight",freight,00,true\r\n` +
        `b,${time},=1+1,"Air, ""express""\nfreight",freight,,true\r\n`,
    );
  });

  it("write JSON with one record per line", async () => {
    const both = await text("json", [charge, charge]);
    expect(JSON.parse(both)).toEqual([charge, charge]);
    expect(both.split("\n")).toHaveLength(5);
    expect(await text("json", [])).toBe("[]\n");
  });

  it("write flags, dates and numbers of a workbook with their types, and everything else as text", async () => {
    const { read } = await workbookLibrary();
    const bytes: Uint8Array[] = [];
    const columns = ["external_id", "code", "rate", "is_active", "valid_from"];
    const records = [
      { external_id: "007", code: "=1+1", rate: "0.19", is_active: true, valid_from: "2026-03-01" },
      { external_id: "8", code: "S2", rate: "0.1234567890123456789", is_active: false, valid_from: null },
    ].map((record) => Buffer.from(`${JSON.stringify(record)}\n`));
    const lines = Readable.from(records) as AsyncIterable<Uint8Array>;
    for await (const piece of outputFormat("xlsx")!.encode({ type: taxCode, columns, lines }))
      bytes.push(piece as Uint8Array);
    const sheet = read(Buffer.concat(bytes), { cellNF: true }).Sheets["tax-codes"]!;
    const cells = ["A2", "B2", "C2", "D2", "E2", "C3", "D3"].map((at) => sheet[at] as CellObject);
    expect(cells.map(({ t, v }) => [t, v])).toEqual([
      ["s", "007"],
      ["s", "=1+1"],
      ["n", 0.19],
      ["b", true],
      ["n", 46082],
      ["s", "0.1234567890123456789"],
      ["b", false],
    ]);
    expect(cells[4]?.z).toBe("yyyy-mm-dd");
  });

  it("write NDJSON", async () => {
    const lines = (await text("ndjson", [charge, charge])).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([charge, charge]);
  });

  it("write an empty list as headings only or as nothing", async () => {
    expect(await text("csv", [])).toBe(
      "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n",
    );
    expect(await text("ndjson", [])).toBe("");
  });

  it("keep every text in JSON and NDJSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (name) => {
        const record = {
          external_id: "1",
          updated_at: time,
          name,
          email_address: "a@example.com",
          is_active: true,
        };
        expect(JSON.parse(await text("json", [record], staff))).toEqual([record]);
      }),
    );
  });

  it("give the same result for plain and other lines, in pieces of any size", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom("a,b", 'say "x"', "true", ",", "=1+1", "\r\n", null, true, false),
      fc.record({ external_id: fc.string({ maxLength: 3 }) }),
    );
    const columns = ["external_id", "updated_at", "code", "description", "tax_code"];
    const record = fc.record({ external_id: fc.string(), code: value, description: value, tax_code: value });
    await fc.assert(
      fc.asyncProperty(fc.array(record), fc.integer({ min: 1, max: 3 }), async (given, size) => {
        const texts = given.map((each) => JSON.stringify({ ...each, updated_at: time }, columns));
        async function* pieces() {
          for (let at = 0; at < texts.length; at += size) {
            yield Buffer.from(
              texts
                .slice(at, at + size)
                .map((line) => `${line}\n`)
                .join(""),
            );
          }
        }
        const rows = texts.map((line) => flatRecord(JSON.parse(line) as AnyRecord, columns));
        const expected = {
          csv: [columns, ...rows].map(csvLine).join(""),
          json: texts.length === 0 ? "[]\n" : `[\n${texts.join(",\n")}\n]\n`,
          ndjson: texts.map((line) => `${line}\n`).join(""),
        };
        for (const [name, whole] of Object.entries(expected)) {
          let all = "";
          for await (const chunk of outputFormat(name)!.encode({
            type: chargeCode,
            columns,
            lines: pieces(),
          }))
            all += Buffer.from(chunk).toString();
          expect(all).toBe(whole);
        }
      }),
    );
  });

  it("have different names", () => {
    expect(new Set(outputFormats.map(({ name }) => name)).size).toBe(outputFormats.length);
  });
});

describe("served lists", () => {
  const tax: AnyRecord = {
    external_id: "1",
    updated_at: time,
    code: "S1",
    description: "VAT",
    is_active: true,
    rate: "19",
    country: null,
  };
  async function answer(settings: ServeSettings, records: AnyRecord[] = [tax]): Promise<unknown> {
    const list = listOfRecords(records);
    let text = "";
    for await (const piece of servedJson(taxCode, Object.keys(tax), recordBytes(list), settings))
      text += Buffer.from(piece).toString();
    return JSON.parse(text);
  }

  it("are a bare array in the recommended format", async () => {
    expect(await answer({})).toEqual([tax]);
    expect(await answer({}, [])).toEqual([]);
  });

  it("can be wrapped in an envelope", async () => {
    expect(await answer({ envelope: { key: "data" } })).toEqual({ data: [tax] });
  });

  it("include the optional fields that the account chooses, and omit blank ones if configured", async () => {
    const required = { external_id: "1", updated_at: time, code: "S1", description: "VAT", is_active: true };
    expect(await answer({ optional_fields: [] })).toEqual([required]);
    expect(await answer({ optional_fields: ["country"] })).toEqual([{ ...required, country: null }]);
    expect(await answer({ blank: "absent" })).toEqual([{ ...required, rate: "19" }]);
    expect(await answer({ rename: { rate: "percent" }, blank: "absent" })).toEqual([
      { ...required, percent: "19" },
    ]);
  });
});

describe("the fast JSON line", () => {
  it("equals the output of JSON.stringify for all values", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom("a", '"', "\\", "\n", "\u2028", "\u007f", "\ud800", "é", "\ufeff", "\u{1f600}"),
      }),
      fc.boolean(),
      fc.constant(null),
      fc.record({ external_id: fc.string({ unit: "binary", maxLength: 5 }) }),
    );
    const record = fc.array(value, { minLength: 1, maxLength: 6 }).map((values) => ({
      external_id: "1",
      updated_at: "",
      ...Object.fromEntries(values.map((each, i) => [`f${i}"`, each])),
    }));
    fc.assert(
      fc.property(record, (given) => {
        expect(jsonLine(Object.keys(given))(given)).toBe(`${JSON.stringify(given)}\n`);
      }),
      { numRuns: isLong ? 2_000 : 500 },
    );
  });

  it("is the same when written as bytes, for any expected size", () => {
    const character = fc.constantFrom(
      ...["a", "~", '"', "\\", "\n", "\u007f", "\u0080", "é", "\u07ff", "\u0800", "\u2028"],
      ...["\ud7ff", "\ud800", "\udfff", "\ue000", "\ufeff", "\uffff", "\u{1f600}"],
    );
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: character, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.constantFrom(true, false, null, { external_id: 'a"é' }) },
    );
    const columns = ["external_id", "updated_at", 'f"', "é"];
    const record = fc
      .tuple(fc.string({ unit: character, maxLength: 4 }), value, value)
      .map(([id, a, b]): AnyRecord => ({ external_id: id, updated_at: time, 'f"': a, é: b }));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 4 }), fc.integer({ min: 0, max: 600 }), (given, expected) => {
        const lines = new JsonLineBytes(columns, new Uint8Array(expected));
        for (const each of given) lines.add(each);
        const whole = given.map((each) => `${JSON.stringify(each)}\n`).join("");
        expect(Buffer.from(lines.end()).toString()).toBe(whole);
      }),
      { numRuns: isLong ? 2_000 : 500 },
    );
  });
});
