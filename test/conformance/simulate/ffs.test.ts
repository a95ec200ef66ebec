import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseLayout } from "../../../src/mapping/layouts/parse.js";
import { renderInvoice } from "../../../src/mapping/layouts/render.js";
import type { AnyRecord } from "../../../src/model/record-type.js";
import { parseExact, writeExact } from "../../../src/conformance/simulate/exact-json.js";
import { invoicesOf, type Entity } from "../../../src/conformance/simulate/invoices.js";
import { readOutboundInvoice } from "../../../src/formats/json/outbound-invoice.js";
import { CrashError, openFfs, type Ffs, type FfsOptions } from "../../../src/conformance/simulate/ffs.js";
import { csvText, importColumns, readInvoiceFile } from "../../../src/conformance/simulate/ffs-files.js";
import { projectRoot } from "../../support/build.js";
import { workdir } from "../../support/workdir.js";

/** The simulated FFS: Lading's mappings read its exports, and it imports the files of Lading's layout. */

const usual: Omit<FfsOptions, "folder"> = {
  seed: 1,
  jobs: 3,
  deltas: false,
  reference: true,
  late: 0,
  never: 0,
  answer: 1,
  post: 0,
  cancel: 0,
  crash: 0,
  now: () => new Date("2026-03-01T08:15:00.123Z"),
};

async function scene(options: Partial<FfsOptions> = {}) {
  const dir = await workdir();
  const log: string[] = [];
  const open = () => openFfs({ ...usual, folder: dir.at("ffs"), say: (line) => log.push(line), ...options });
  const list = (name: string) => readdirSync(dir.at(`ffs/${name}`)).sort();
  const submit = (
    ffs: Ffs,
    name: string,
    changes: Partial<Record<(typeof importColumns)[number], string>> = {},
  ) => {
    const row: Record<string, string> = {
      ...Object.fromEntries(importColumns.map((column) => [column, ""])),
      ...{ Reference: "R1", Vendor: "HARBRIS", "Invoice No": 'N"1,', Currency: "GBP", Gross: "12.00" },
      ...{ Line: "1", "Job No": ffs.state().jobs[0]?.number ?? "", Charge: "OFRT", "Line Gross": "12.00" },
      ...changes,
    };
    writeFileSync(
      dir.at(`ffs/imports/${name}`),
      csvText([importColumns, importColumns.map((column) => row[column] ?? "")]),
    );
  };
  return { dir, log, open, list, submit };
}

const workspace = `
lading: 1
accounts: { acme-gb: { country: GB, zone: UTC, sync: polling } }
sources: { exports: { folder: ffs/exports } }
defaults: { source: exports, settle: final_name, first: publish }
feeds:
  acme-gb/staff: { files: "staff-*.csv" }
  acme-gb/tax-code: { files: "tax-codes-*.csv" }
  acme-gb/charge-code: { files: "charge-codes-*.csv" }
  acme-gb/org: { files: "orgs-*.csv" }
  acme-gb/job: { files: "jobs-*.csv", mapping: mappings/job.yaml }
  acme-gb/payables-invoice: { files: "invoices-*.csv", mapping: mappings/payables-invoice.yaml }
`;

test("writes exports that mappings can read, and imports and exports the file of its layout", async () => {
  const { dir, open, log } = await scene({ post: 1 });
  await dir.copy("mappings/simulated", "mappings");
  await dir.write({ "lading.yaml": workspace });
  const ffs = open();
  ffs.step();
  const listed = async (type: string) => {
    const { stdout } = await dir.lading(["list", `acme-gb/${type}`, "--to", "json"]);
    return parseExact(stdout) as Entity[];
  };
  const first = await dir.lading(["run"]);
  expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining("rejected")]);
  const types = ["org", "charge-code", "tax-code", "job"];
  const records = new Map<string, AnyRecord[]>();
  for (const type of types) records.set(type, (await listed(type)) as AnyRecord[]);
  expect(records.get("job")).toHaveLength(3);

  // An invoice that the platform posts for a fetched job, as the layout writes it.
  const choices = { number: () => "INV-7", today: new Date("2026-03-02T00:00:00Z"), withAccruals: true };
  const posted = (records.get("job") ?? []).flatMap((job) =>
    invoicesOf(job as unknown as Entity, choices),
  )[0];
  const read = readOutboundInvoice(Buffer.from(writeExact(posted)));
  const text = readFileSync(join(projectRoot, "layouts/simulated/payables-invoice.yaml"), "utf8");
  const parsed = parseLayout(text, "payables-invoice.yaml");
  if (!("layout" in parsed) || "issues" in read) throw new Error(JSON.stringify([parsed, read]));
  const rendered = await renderInvoice(parsed.layout, read.invoice, {
    externalId: "R-1",
    attempt: 1,
    today: "2026-03-02",
    counters: new Map(),
    find: (type, id) => Promise.resolve(records.get(type)?.find(({ external_id }) => external_id === id)),
  });
  if ("issues" in rendered) throw new Error(JSON.stringify(rendered.issues));
  const [file] = rendered.files;
  expect(file?.fileName).toBe("AP-R-1.csv");
  writeFileSync(dir.at("ffs/imports/AP-R-1.csv"), file?.bytes ?? "");

  ffs.step();
  ffs.step();
  expect(log).toEqual(expect.arrayContaining(["AP-R-1.csv imported as AP000001", "AP000001 posted"]));
  const second = await dir.lading(["run", "acme-gb/payables-invoice"]);
  expect([second.code, second.stderr]).toEqual([0, expect.not.stringContaining("rejected")]);
  expect(await listed("payables-invoice")).toMatchObject([
    {
      external_id: "AP000001",
      status: "posted",
      invoice_number: "INV-7",
      creditor: posted?.creditor,
      overseas_amount: { currency: (posted?.["overseas_amount"] as Entity | undefined)?.["currency"] },
      charge_lines: posted?.charge_lines.map(({ job, accrual, charge_code }) => ({
        job,
        accrual,
        charge_code,
      })),
    },
  ]);
});

test("imports at once, later or never, and refuses duplicates and invalid files", async () => {
  const { dir, log, open, submit, list } = await scene();
  const ffs = open();
  submit(ffs, "a.csv");
  submit(ffs, "b.csv", { Reference: "R2" });
  submit(ffs, "c.csv", { "Invoice No": "2", Vendor: "NOBODY" });
  submit(ffs, "d.csv", { "Invoice No": "3", "Line Gross": "11.99" });
  submit(ffs, "e.csv", { "Invoice No": "4", Gross: "1e2" });
  submit(ffs, "f.csv", { Gross: "-12.00", "Line Gross": "-12.00" });
  writeFileSync(dir.at("ffs/imports/g.csv"), "half a fi");
  mkdirSync(dir.at("ffs/imports/.lading"));
  ffs.step();
  expect(log.slice(0, 7)).toEqual([
    "a.csv imported as AP000001",
    'b.csv refused: N"1, of HARBRIS already exists: AP000001',
    "c.csv refused: there is no vendor NOBODY",
    "d.csv refused: the total of the lines is 11.99, but the invoice has 12.00 GBP",
    "e.csv refused: an amount does not have two decimals",
    // A credit note with the same number is a different document.
    "f.csv imported as AP000002",
    "g.csv refused: the column Reference is missing",
  ]);
  expect(list("taken")).toHaveLength(7);
  expect(list("imports")).toEqual([".lading", "answers"]);
  expect(list("imports/answers")).toEqual([
    ...["a.csv.imported", "b.csv.refused", "c.csv.refused", "d.csv.refused", "e.csv.refused"],
    ...["f.csv.imported", "g.csv.refused"],
  ]);
  expect(await dir.read("ffs/imports/answers/a.csv.imported")).toBe("AP000001\n");
  expect(await dir.read("ffs/imports/answers/b.csv.refused")).toBe(
    'N"1, of HARBRIS already exists: AP000001\n',
  );
  const exported = await dir.read("ffs/exports/invoices-0001.csv");
  expect(exported).toContain('AP000001,Open,2026-03-01 08:15:00,R1,HARBRIS,"N""1,"');

  const never = await scene({ never: 1 });
  never.submit(never.open(), "a.csv");
  const late = await scene({ late: 1, answer: 0 });
  const [one, two] = [never.open(), late.open()];
  late.submit(two, "a.csv");
  for (let step = 0; step < 5; step++) [one, two].forEach((each) => each.step());
  expect([never.list("imports"), one.state().invoices]).toEqual([["a.csv", "answers"], []]);
  expect([late.list("imports"), two.state().invoices.length, late.list("imports/answers")]).toEqual([
    ["answers"],
    1,
    [],
  ]);
  expect(late.list("exports")).not.toContain("invoices-0001.csv");
});

test("posts and cancels, exports only changes if configured, and gives the same result with the same seed", async () => {
  const run = async () => {
    const { dir, open, submit, list } = await scene({
      deltas: true,
      post: 0.5,
      cancel: 0.3,
      reference: false,
    });
    const ffs = open();
    for (let n = 1; n <= 8; n++) submit(ffs, `${n}.csv`, { "Invoice No": String(n) });
    for (let step = 0; step < 6; step++) ffs.step();
    return { state: ffs.state(), files: list("exports"), last: await dir.read("ffs/exports/jobs-0006.csv") };
  };
  const [first, second] = [await run(), await run()];
  expect(second).toEqual(first);
  const statuses = new Set(first.state.invoices.map(({ status }) => status));
  expect([...statuses].sort()).toEqual(["Cancelled", "Posted"]);
  // One job changed in the last night.
  expect(first.last.match(/^JOB/gm)).toHaveLength(1);
  expect(first.files.filter((name) => name.startsWith("staff"))).toEqual(["staff-0001.csv"]);
});

test("continues from its saved state after a crash without losing an export or skipping a number", async () => {
  const { open, submit, list, log } = await scene({ crash: 0.5, post: 0.5 });
  let ffs = open();
  let crashes = 0;
  for (let n = 1; n <= 20; n++) {
    submit(ffs, `${n}.csv`, { "Invoice No": String(n), Reference: `R${n}` });
    try {
      ffs.step();
    } catch (error) {
      if (!(error instanceof CrashError)) throw error;
      crashes += 1;
      ffs = open();
    }
  }
  expect(crashes).toBeGreaterThan(5);
  const numbers = list("exports").flatMap((name) => /^jobs-(\d+)\.csv$/.exec(name)?.[1] ?? []);
  expect(numbers.slice(0, -1)).toEqual(
    Array.from({ length: numbers.length - 1 }, (_, n) => String(n + 1).padStart(4, "0")),
  );
  // An invoice that was imported before the crash is refused as a duplicate, and exists once.
  expect(log.some((line) => /refused: \d+ of HARBRIS already exists/.test(line))).toBe(true);
  const references = ffs.state().invoices.map(({ rows }) => rows[0]?.Reference);
  expect(new Set(references).size).toBe(references.length);
});

test("reads cells with quotes, delimiters and line ends correctly", () => {
  const cells = importColumns.map((_, i) => ['a"b', "c,d", "e\r\nf", ""][i % 4] ?? "");
  const [row] = readInvoiceFile(csvText([importColumns, cells])) as readonly Record<string, string>[];
  expect(Object.values(row ?? {})).toEqual(cells);
});

test("ends after its steps and reports wrong use", async () => {
  const dir = await workdir();
  const ran = await dir.lading(["simulate", "ffs", "ffs", "--steps", "2", "--every", "1s", "--jobs", "1"]);
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("exported jobs-0002.csv")]);
  expect(existsSync(dir.at("ffs/state.json"))).toBe(true);
  for (const [args, message] of [
    [["simulate", "ffs"], "Add the FFS folder"],
    [["simulate", "ffs", "x", "--post", "60%", "--cancel", "60%"], "more than 100%"],
    [["simulate", "ffs", "x", "--steps", "1.5"], "--steps takes a whole number"],
  ] as const) {
    const wrong = await dir.lading(args);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});
