import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { workdir, type Workdir } from "../support/workdir.js";
import { endpoints } from "./interface-schemas.js";
import { get, type Got } from "./serving.js";

/**
 * An independent check: Ajv compares the answers of a real server, with records of real exports, with schemas
 * that were transcribed from the interface's text alone. Answers of `POST /payables-invoices` are checked in
 * `invoices.test.ts`.
 */

const ajv = addFormats.default(new Ajv.default({ allErrors: true, strict: true, allowUnionTypes: true }));

const feed = (name: string, file: string, mapping?: string) =>
  `  ${name}: { source: inbox, files: "${file}", settle: final_name, first: publish${mapping === undefined ? "" : `, mapping: mappings/harbourline/${mapping}.yaml`} }\n`;

const workspace = `lading: 1
accounts:
  harbourline-gb: { country: GB, zone: Europe/London, sync: polling }
  bluewater-us: { country: US, tax_codes: none, sync: polling, serve: { envelope: { key: data } } }
sources: { inbox: { folder: inbox } }
server: { port: 0, operators: { port: 0 } }
feeds:
${feed("harbourline-gb/tax-code", "vat-codes.csv", "tax-code")}\
${feed("harbourline-gb/charge-code", "charge-codes.xlsx", "charge-code")}\
${feed("harbourline-gb/staff", "staff.csv", "staff")}\
${feed("harbourline-gb/org", "organisations.csv", "org")}\
${feed("harbourline-gb/job", "jobs.csv", "job")}\
${feed("harbourline-gb/payables-invoice", "ap-invoices.csv", "payables-invoice")}\
${feed("bluewater-us/charge-code", "us-charge-codes.json")}\
${feed("bluewater-us/staff", "us-staff.json")}\
${feed("bluewater-us/org", "us-orgs.json")}\
${feed("bluewater-us/job", "us-jobs.json")}\
${feed("bluewater-us/payables-invoice", "us-invoices.json")}`;

const updated_at = "2026-03-01T08:15:00.000Z";
const amount = { currency: "USD", pre_tax: 10.5, total: 10.5 };
const amounts = { local_amount: amount, overseas_amount: amount };
const named = (name: string) => ({ external_id: name });
const american = {
  "us-charge-codes.json": { code: "FRT", description: "Freight", charge_type: "freight", is_active: true },
  "us-staff.json": { name: "Ann Lee", email_address: "ann.lee@bluewater.example", is_active: true },
  "us-orgs.json": {
    name: "Ocean Line",
    code: "OCE",
    is_active: true,
    is_creditor: true,
    is_debtor: false,
    country: "US",
  },
  "us-jobs.json": {
    // In accounts without tax, an existing tax code is also served as the interface specifies.
    accruals: [
      { external_id: "1-1", creditor: named("1"), charge_code: named("1"), ...amounts },
      {
        external_id: "1-2",
        creditor: named("1"),
        charge_code: named("1"),
        tax_code: named("EX"),
        ...amounts,
      },
    ],
  },
  "us-invoices.json": {
    status: "draft",
    creditor: named("1"),
    invoice_number: "0042",
    ...amounts,
    charge_lines: [{ external_id: "1", job: named("1"), accrual: null, charge_code: named("1"), ...amounts }],
  },
};

const british = [
  "vat-codes.csv",
  "charge-codes.xlsx",
  "staff.csv",
  "organisations.csv",
  "jobs.csv",
  "ap-invoices.csv",
];

const singles = ["/orgs", "/jobs", "/payables-invoices"];

async function served(): Promise<{ dir: Workdir; url: string }> {
  const dir = await workdir({
    "lading.yaml": workspace,
    ...Object.fromEntries(
      Object.entries(american).map(([file, record]) => [
        `inbox/${file}`,
        JSON.stringify([1, 2].map((id) => ({ external_id: `${id}`, updated_at, ...record }))),
      ]),
    ),
  });
  await dir.copy("mappings/harbourline");
  for (const file of british) await dir.copy(`samples/harbourline/${file}`, `inbox/${file}`);
  expect(await dir.lading(["run"])).toMatchObject({ code: 0 });
  const line = await dir.start(["serve"]).waitFor(/"event":"serving"/);
  return { dir, url: /"lists":"([^"]+)"/.exec(line)?.[1] ?? "" };
}

async function signedIn(dir: Workdir, account: string): Promise<Record<string, string>> {
  const made = await dir.lading(["token", "create", "--account", account, "--json"]);
  return { authorization: `Bearer ${(JSON.parse(made.stdout) as { secret: string }).secret}` };
}

test("responses of the nine read endpoints conform to the interface, with tax and without", async () => {
  const { dir, url } = await served();
  for (const [account, withTax] of [
    ["harbourline-gb", true],
    ["bluewater-us", false],
  ] as const) {
    const stated = endpoints(withTax);
    const judges = new Map<string, ValidateFunction>();
    const seen = new Set<string>();
    /** The status must be one of the endpoint's, and the body must be that of the status. */
    const judge = (endpoint: string, status: number, got: Got): unknown => {
      expect([endpoint, got.status]).toEqual([endpoint, status]);
      expect(got.headers["content-type"]).toMatch(/^application\/json(; charset=utf-8)?$/);
      const key = `${endpoint} ${status}`;
      const schema = stated[endpoint]?.[status];
      if (schema === undefined) throw new Error(`${key} is not in the interface`);
      const validate = judges.get(key) ?? ajv.compile(schema);
      judges.set(key, validate);
      const body = got.json();
      expect(validate(body) || validate.errors, key).toBe(true);
      seen.add(key);
      return body;
    };
    const headers = await signedIn(dir, account);
    const ask = (path: string, by = headers) => get(url + path, by);
    for (const path of ["/staff", "/charge-codes", "/tax-codes", ...singles]) {
      const body = judge(`GET ${path}`, 200, await ask(path)) as Record<string, unknown>;
      const items = (Array.isArray(body) ? body : body["data"]) as readonly { external_id: string }[];
      expect(items.length === 0).toBe(path === "/tax-codes" && !withTax);
      judge(`GET ${path}`, 401, await ask(path, {}));
      if (!singles.includes(path)) continue;
      for (const query of [
        "?updated_after=2026-03-01",
        "?updated_after=yesterday",
        "?updated_before=2026-03-01T00:00:00Z",
        "?updated_after=2026-03-01T00:00:00Z&updated_before=2026-03-02",
      ])
        judge(`GET ${path}`, 400, await ask(path + query));
      const one = `GET ${path}/{external_id}`;
      for (const { external_id: id } of items) {
        const record = judge(one, 200, await ask(`${path}/${encodeURIComponent(id)}`));
        expect(record).toMatchObject({ external_id: id });
      }
      judge(one, 404, await ask(`${path}/nobody`));
      judge(one, 401, await ask(`${path}/nobody`, { authorization: "Bearer wrong" }));
    }
    const all = Object.entries(stated).flatMap(([endpoint, statuses]) =>
      Object.keys(statuses).map((status) => `${endpoint} ${status}`),
    );
    expect([...seen].sort()).toEqual(all.filter((each) => !each.startsWith("POST")).sort());
  }
});

test("the schemas detect errors", async () => {
  const invoice = ajv.compile(endpoints(true)["GET /payables-invoices/{external_id}"]?.[200] ?? {});
  const taxed = { currency: "EUR", pre_tax: 100, tax: 0, total: 100 };
  const both = { local_amount: taxed, overseas_amount: taxed };
  const right = {
    external_id: "1",
    updated_at,
    status: "posted",
    creditor: named("1"),
    invoice_number: "1",
    ...both,
    charge_lines: [
      { job: named("1"), accrual: null, charge_code: named("1"), tax_code: named("1"), ...both },
    ],
  };
  expect(invoice(right)).toBe(true);
  for (const wrong of [
    { ...right, status: "cancelled" },
    { ...right, creditor: "1" },
    { ...right, local_amount: { ...taxed, tax: null } },
    { ...right, overseas_amount: { ...taxed, total: "100.0" } },
    { ...right, updated_at: "2026-03-01" },
    { ...right, charge_lines: [{ ...right.charge_lines[0], job: null }] },
  ])
    expect(invoice(wrong)).toBe(false);
  const list = ajv.compile(endpoints(true)["GET /jobs"]?.[200] ?? {});
  expect([list([named("1")]), list({ data: [named("1")] }), list([{ ...named("1"), updated_at }])]).toEqual([
    true,
    true,
    false,
  ]);
});
