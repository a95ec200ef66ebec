import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseLayout } from "../../src/mapping/layouts/parse.js";
import { renderInvoice } from "../../src/mapping/layouts/render.js";
import { contextOf } from "../../src/mapping/layouts/run-examples.js";
import { readOutboundInvoice } from "../../src/formats/json/outbound-invoice.js";

/**
 * `npm run proof:gnucash [INVOICES]`: layouts/gnucash turns invoices into bills, GnuCash's importer reads
 * them into a book, and the balances of the book are compared with the invoices to the cent. Requires
 * Debian's packages gnucash and python3-gnucash; without them it prints a message and exits with 0.
 */

const python = "/usr/bin/python3";
const count = Number(process.argv[2] ?? "200");
const text = readFileSync("layouts/gnucash/payables-invoice.yaml", "utf8");

/** Difficult characters. Each must arrive in GnuCash or be rejected before. */
const descriptions = [
  "Ocean freight",
  "Seefracht Köln – Łódź 上海",
  'spot rate; "express"',
  "two\nlines",
  "=1+1",
  "-5% bunker, 'all in'",
];
const codes = ["FRT", "THC", "DOC"];

interface SampleInvoice {
  readonly body: string;
  /** Cents by account according to the invoice. */
  readonly booked: ReadonlyMap<string, bigint>;
}

const money = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

function sampleInvoice(number: number): SampleInvoice {
  const booked = new Map<string, bigint>();
  const book = (account: string, cents: bigint): void =>
    void booked.set(account, (booked.get(account) ?? 0n) + cents);
  const amount = (net: bigint, tax: bigint): string =>
    `{"currency":"EUR","pre_tax":${money(net)},"tax":${money(tax)},"total":${money(net + tax)}}`;
  let [allNet, allTax] = [0n, 0n];
  const lines = Array.from({ length: 1 + (number % 5) }, (_, i) => {
    const code = codes[(number + i) % codes.length] ?? "";
    // The third line of an invoice is a discount.
    const net = BigInt(1 + ((number * 7919 + i * 104_729) % 9_999_999)) * (i === 2 ? -1n : 10n);
    const tax = i % 2 === 0 ? net / 5n : 0n;
    allNet += net;
    allTax += tax;
    book(`Expenses:${code}`, net);
    book("Assets:Input Tax", tax);
    const description = JSON.stringify(descriptions[(number + i) % descriptions.length]);
    return `{"accrual":null,"charge_code":{"external_id":"${code}"},"tax_code":{"external_id":"V"},"description":${description},"overseas_amount":${amount(net, tax)}}`;
  });
  book("Liabilities:Accounts Payable", -(allNet + allTax));
  const body = `{"creditor":{"external_id":"HARB"},"invoice_number":"R-${number}/26","invoice_date":"2026-02-27","overseas_amount":${amount(allNet, allTax)},"charge_lines":[${lines.join(",")}]}`;
  return { body, booked };
}

async function run(): Promise<number> {
  const has = spawnSync(python, ["-c", "import gnucash"]);
  if (has.status !== 0) {
    console.log("Skipped: GnuCash is not here. apt-get install gnucash python3-gnucash");
    return 0;
  }
  const parsed = parseLayout(text, "layouts/gnucash/payables-invoice.yaml");
  if ("diagnostics" in parsed) throw new Error("the layout has mistakes");
  const folder = mkdtempSync(join(tmpdir(), "lading-gnucash-"));
  try {
    const expected = new Map<string, bigint>();
    const files: string[] = [];
    let rows = 0;
    for (let number = 1; number <= count; number++) {
      const { body, booked } = sampleInvoice(number);
      const read = readOutboundInvoice(Buffer.from(body));
      if ("issues" in read) throw new Error(JSON.stringify(read.issues));
      const context = contextOf(parsed.layout, { external_id: `LI-${number}` });
      const rendered = await renderInvoice(parsed.layout, read.invoice, context);
      if ("issues" in rendered) throw new Error(JSON.stringify(rendered.issues));
      for (const { fileName, bytes, rows: cells = [] } of rendered.files) {
        files.push(join(folder, fileName));
        writeFileSync(join(folder, fileName), bytes);
        rows += cells.length;
      }
      for (const [account, cents] of booked) expected.set(account, (expected.get(account) ?? 0n) + cents);
    }
    const task = {
      currency: "EUR",
      vendors: ["HARB"],
      accounts: [...expected.keys()],
      files,
      book: join(folder, "book.gnucash"),
    };
    const start = performance.now();
    const ran = spawnSync(python, ["scripts/proofs/gnucash-import.py"], {
      input: JSON.stringify(task),
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (ran.status !== 0)
      throw new Error(
        `the importer ended with ${String(ran.status ?? ran.signal)}: ${ran.stderr.slice(-2000)}`,
      );
    return compare(JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "") as Reported, expected, rows, start);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Reported {
  readonly results: readonly {
    readonly rows: number;
    readonly skipped: number;
    readonly created: number;
    readonly posted: number;
    readonly messages: string;
  }[];
  readonly balances: Readonly<Record<string, readonly [number, number]>>;
}

function compare(
  { results, balances }: Reported,
  expected: ReadonlyMap<string, bigint>,
  rows: number,
  start: number,
): number {
  const sum = (part: "rows" | "skipped" | "created" | "posted"): number =>
    results.reduce((so, each) => so + each[part], 0);
  const wrong = [...expected].flatMap(([account, cents]) => {
    const [numerator = 0, denominator = 1] = balances[account] ?? [];
    const got = (BigInt(numerator) * 100n) / BigInt(denominator);
    console.log(`${account}: ${money(cents)} in the invoices, ${money(got)} in the book`);
    return got === cents ? [] : [account];
  });
  const isWhole =
    sum("rows") === rows && sum("skipped") === 0 && sum("created") === count && sum("posted") === count;
  if (!isWhole)
    console.log(results.find(({ skipped, posted }) => skipped > 0 || posted !== 1)?.messages ?? "");
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${count} invoices, ${rows} rows written, ${sum("rows")} read, ${sum("skipped")} skipped, ${sum("created")} bills made, ${sum("posted")} posted, ${wrong.length} balances wrong, ${seconds} s`,
  );
  return isWhole && wrong.length === 0 ? 0 : 1;
}

process.exitCode = await run();
