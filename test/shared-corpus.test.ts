import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { decide } from "../src/engine.js";
import { compileMapping } from "../src/mapping/compile.js";
import { lookupsIn } from "../src/mapping/lookups.js";
import { formatMistakes } from "../src/mapping/mistakes.js";
import { parseMapping } from "../src/mapping/parse.js";
import { account, type AccountSettings } from "../src/records/account.js";
import { diskFile } from "../src/sources/disk.js";

/**
 * Real files of other people's systems, which lie beside the project and are not part of it. The mappings are written from
 * docs/mapping.md alone. What is expected is computed from the cells as an independent parser reads them.
 */

const corpus = "../shared/corpus";
const today = "2026-11-21";

interface Case {
  readonly file: string;
  readonly mapping: string;
  readonly account?: AccountSettings;
  /** What the record of a row has to hold, or undefined when a rule leaves the row out. */
  expected(row: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> | undefined;
}

const cases: readonly Case[] = [
  {
    file: "staff/colirx+jieax-quick-data-backend__员工信息表.csv",
    mapping: `lading: 1
record: staff
fields:
  external_id: 员工ID
  name: 员工姓名
  email_address: 员工邮箱
  is_active: { column: 员工状态, values: { 在职: true, 离职: false } }
`,
    expected: (row) => ({
      external_id: row["员工ID"],
      name: row["员工姓名"],
      email_address: row["员工邮箱"],
      is_active: row["员工状态"] === "在职",
    }),
  },
  {
    file: "staff/BellaVega56+IAM-Portfolio__employees.csv",
    mapping: `lading: 1
record: staff
fields:
  external_id: employee_id
  name: { join: [first_name, last_name], separator: " " }
  email_address: email
  is_active: { constant: true }
`,
    expected: (row) => ({
      external_id: row["employee_id"],
      name: `${row["first_name"]} ${row["last_name"]}`,
      email_address: row["email"],
      is_active: true,
    }),
  },
  {
    file: "staff/BellaVega56+IAM-Portfolio__okta-users-import.csv",
    mapping: `lading: 1
record: staff
fields:
  external_id: login
  name: { join: [firstName, lastName], separator: " " }
  email_address: email
  is_active: { constant: true }
`,
    expected: (row) => ({
      external_id: row["login"],
      name: `${row["firstName"]} ${row["lastName"]}`,
      email_address: row["email"],
      is_active: true,
    }),
  },
  {
    file: "charge_code/hmcts+ccfr-fees-register-admin-web__feeimport.csv",
    mapping: `lading: 1
record: charge-code
read: { accept: [row_too_short] }
fields:
  external_id: feeCode
  code: feeCode
  description: feeDescription
  charge_type: { constant: other }
  is_active: { column: feeStatus, values: { approved: true } }
`,
    account: { tax_mode: "non_tax" },
    expected: (row) => ({
      external_id: row["feeCode"],
      code: row["feeCode"],
      description: row["feeDescription"],
      charge_type: "other",
      tax_code: null,
      is_active: true,
    }),
  },
  {
    file: "tax_code/kdeldycke+vat-rates__vat_rates.csv",
    mapping: `lading: 1
record: tax-code
only:
  - { column: start_date, started: yyyy-MM-dd }
  - { column: stop_date, not_ended: yyyy-MM-dd }
fields:
  external_id: { join: [territory_codes, start_date, rate_type], separator: "|" }
  code: { join: [territory_codes, rate_type], separator: "-" }
  description: [description, rate_type]
  is_active: { constant: true }
  rate: { column: rate, decimal: { sign: ".", scale: fraction } }
`,
    expected: (row) =>
      row["stop_date"] !== "" && String(row["stop_date"]) < today
        ? undefined
        : {
            external_id: `${row["territory_codes"]}|${row["start_date"]}|${row["rate_type"]}`,
            code: `${row["territory_codes"]}-${row["rate_type"]}`,
            description: row["description"] || row["rate_type"],
            is_active: true,
            rate: String(Number((Number(row["rate"]) * 100).toFixed(6))),
          },
  },
  {
    file: "tax_code/litecart+i18n__tax_rates.csv",
    mapping: `lading: 1
record: tax-code
fields:
  external_id: { join: [tax_class, country_code], separator: "|" }
  code: { join: [tax_class, country_code], separator: "|" }
  description: description
  is_active: { constant: true }
  rate: { column: rate, decimal: { sign: ".", scale: percent } }
  country: country_code
`,
    expected: (row) => ({
      external_id: `${row["tax_class"]}|${row["country_code"]}`,
      code: `${row["tax_class"]}|${row["country_code"]}`,
      description: row["description"],
      is_active: true,
      rate: String(Number(row["rate"])),
      country: row["country_code"],
    }),
  },
];

async function decideFile(file: string, mapping: string, settings: AccountSettings = {}) {
  const parsed = parseMapping(mapping, "mapping.yaml");
  if ("mistakes" in parsed) throw new Error(formatMistakes(parsed.mistakes));
  const target = account(undefined, settings);
  const lookups = lookupsIn(new Map());
  const result = compileMapping(parsed.parsed, { account: target, lookups, today, tables: new Map() });
  if ("mistakes" in result) throw new Error(formatMistakes(result.mistakes));
  const source = await diskFile(`${corpus}/${file}`);
  return decide({ source, mapping: result.compiled, account: target, lookups, care: "feed" });
}

describe.skipIf(!existsSync(corpus))("real files, with mappings written from the documentation", () => {
  it.each(cases.map((each) => [basename(each.file), each] as const))("%s", async (_, each) => {
    const decided = await decideFile(each.file, each.mapping, each.account);
    const rows = parse(readFileSync(`${corpus}/${each.file}`), {
      columns: true,
      bom: true,
      relax_column_count: true,
    }) as unknown as Record<string, string>[];
    const expected = rows.map((row) => each.expected(row)).filter((record) => record !== undefined);
    expect(decided.refused).toBeUndefined();
    expect(decided.counts).toMatchObject({
      read: rows.length,
      accepted: expected.length,
      rejected: 0,
      folded: 0,
    });
    const records = decided.accepted.map(({ record: { updated_at: _time, ...rest } }) => rest);
    expect(records).toEqual(expected);
  });

  it("a list without addresses is refused, and nothing is invented", async () => {
    const file = "staff/kambara-lab+hr-synthetic-pipeline__employee_master.csv";
    const fields =
      "{ external_id: employee_id, name: name, email_address: email, is_active: { constant: true } }";
    const decided = await decideFile(file, `lading: 1\nrecord: staff\nfields: ${fields}\n`);
    expect(decided.refused).toMatchObject({ code: "missing_column", column: "email" });
    expect(decided.accepted).toEqual([]);
  });
});
