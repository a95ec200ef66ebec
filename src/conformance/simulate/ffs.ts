import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dice } from "./dice.js";
import { added } from "./exact-json.js";
import { charges, madeJob, oneOf, vendors, withCost, type FfsJob } from "./ffs-data.js";
import {
  invoiceFile,
  jobFile,
  listFiles,
  readInvoiceFile,
  type FfsInvoice,
  type ImportRow,
} from "./ffs-files.js";

/**
 * This module simulates a freight forwarding system that exchanges only files. The system's folder contains `exports`,
 * `imports` for invoices (with results in `imports/answers`), `taken` for imported and refused files, and a state file.
 * The same seed produces the same steps.
 */

export interface FfsOptions {
  readonly folder: string;
  readonly seed: number;
  /** Number of jobs at the start. */
  readonly jobs: number;
  /** If true, all exports of jobs and invoices after the first one contain only changes. */
  readonly deltas: boolean;
  /** If true, exports contain the reference under which an invoice was imported. */
  readonly reference: boolean;
  /** Probabilities that a file is imported some steps later, and that it is never imported. */
  readonly late: number;
  readonly never: number;
  /**
   * Probabilities that an import gets a result, that an open invoice is posted or canceled in a step, and that a step
   * crashes between two related writes.
   */
  readonly answer: number;
  readonly post: number;
  readonly cancel: number;
  readonly crash: number;
  readonly now?: () => Date;
  readonly say?: (line: string) => void;
}

interface FfsState {
  readonly step: number;
  /** Number of the last export. */
  readonly exported: number;
  readonly jobs: readonly FfsJob[];
  readonly invoices: readonly FfsInvoice[];
  /** IDs of records that changed since the last export. */
  readonly changed: readonly string[];
  /** The step in which each file is imported. 0 means never. */
  readonly waiting: Readonly<Record<string, number>>;
}

export interface Ffs {
  state(): FfsState;
  /**
   * Simulates one night of imports, postings, cancellations and exports. Throws a `CrashError` if the step crashes.
   * The next step continues from the saved state.
   */
  step(): void;
}

export class CrashError extends Error {}

export function openFfs(options: FfsOptions): Ffs {
  const { folder, seed, now = () => new Date(), say = () => undefined } = options;
  const at = (...names: string[]) => join(folder, ...names);
  for (const name of ["exports", "imports", "imports/answers", "taken"])
    mkdirSync(at(name), { recursive: true });
  const time = () => `${now().toISOString().slice(0, 19)}Z`;
  let state = existsSync(at("state.json"))
    ? (JSON.parse(readFileSync(at("state.json"), "utf8")) as FfsState)
    : begun();

  function begun(): FfsState {
    const random = dice(seed);
    const jobs = Array.from({ length: options.jobs }, (_, n) => madeJob(n + 1, time(), random));
    return {
      step: 0,
      exported: 0,
      jobs,
      invoices: [],
      changed: jobs.map(({ number }) => number),
      waiting: {},
    };
  }

  function keep(change: Partial<FfsState>): void {
    state = { ...state, ...change };
    put(at("state.json"), JSON.stringify(state));
  }

  /** Writes a file atomically. */
  function put(path: string, text: string): void {
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  }

  function mayCrash(random: () => number, where: string): void {
    if (random() < options.crash) throw new CrashError(where);
  }

  function work(random: () => number): void {
    const fresh = random() < 0.5 || state.jobs.length === 0;
    const job = fresh
      ? madeJob(state.jobs.length + 1, time(), random)
      : withCost(oneOf(state.jobs, random), time(), random);
    keep({
      jobs: [...state.jobs.filter(({ number }) => number !== job.number), job],
      changed: [...state.changed, job.number],
    });
  }

  function importFiles(random: () => number): void {
    for (const name of readdirSync(at("imports")).sort()) {
      // Files whose names begin with a dot are temporary.
      if (name.startsWith(".") || !name.toLowerCase().endsWith(".csv")) continue;
      const due = state.waiting[name] ?? dueIn(random);
      if (due !== state.step) {
        if (!(name in state.waiting)) keep({ waiting: { ...state.waiting, [name]: due } });
        if (due === 0 || due > state.step) continue;
      }
      importFile(name, random);
    }
  }

  function dueIn(random: () => number): number {
    const thrown = random();
    if (thrown < options.never) return 0;
    return thrown < options.never + options.late ? state.step + 1 + Math.floor(random() * 3) : state.step;
  }

  function importFile(name: string, random: () => number): void {
    const rows = readInvoiceFile(readFileSync(at("imports", name), "utf8"));
    const refused = typeof rows === "string" ? rows : whyRefused(rows);
    const key = `AP${String(state.invoices.length + 1).padStart(6, "0")}`;
    if (refused === undefined) {
      const invoice = { key, status: "Open" as const, modified: time(), rows: rows as readonly ImportRow[] };
      keep({ invoices: [...state.invoices, invoice], changed: [...state.changed, key] });
      mayCrash(random, `after the import of ${name}, while the file was still in the folder`);
    }
    say(`${name} ${refused === undefined ? `imported as ${key}` : `refused: ${refused}`}`);
    renameSync(at("imports", name), at("taken", name));
    if (random() >= options.answer) return;
    // Results are written next to the imports, where the sender can see them.
    const path = at("imports", "answers", name);
    if (refused === undefined) put(`${path}.imported`, `${key}\n`);
    else put(`${path}.refused`, `${refused}\n`);
  }

  function whyRefused(rows: readonly ImportRow[]): string | undefined {
    const [first] = rows;
    if (first === undefined) return "there are no lines";
    const { Vendor, Currency, Gross } = first;
    const number = first["Invoice No"];
    const header = (row: ImportRow) =>
      JSON.stringify([row.Reference, row.Vendor, row["Invoice No"], row.Gross]);
    if (rows.some((row) => header(row) !== header(first))) return "the lines belong to different invoices";
    if (!vendors.some(({ code }) => code === Vendor)) return `there is no vendor ${Vendor}`;
    for (const row of rows) {
      if (!state.jobs.some((job) => job.number === row["Job No"])) return `there is no job ${row["Job No"]}`;
      if (!charges.some(({ code }) => code === row.Charge)) return `there is no charge ${row.Charge}`;
    }
    if (![Gross, ...rows.map((row) => row["Line Gross"])].every((each) => /^-?\d+\.\d\d$/.test(each)))
      return "an amount does not have two decimals";
    const sum = rows.map((row) => row["Line Gross"]).reduce((a, b) => added(a, b));
    if (sum !== Gross) return `the total of the lines is ${sum}, but the invoice has ${Gross} ${Currency}`;
    const isCredit = Gross.startsWith("-");
    const known = state.invoices.find(
      ({ status, rows: [one] }) =>
        status !== "Cancelled" &&
        one?.Vendor === Vendor &&
        one["Invoice No"] === number &&
        one.Gross.startsWith("-") === isCredit,
    );
    return known && `${number} of ${Vendor} already exists: ${known.key}`;
  }

  /** Posts and cancels invoices, as staff would. The status of a posted or canceled invoice does not change again. */
  function decide(random: () => number): void {
    for (const invoice of state.invoices.filter(({ status }) => status === "Open")) {
      const thrown = random();
      if (thrown >= options.cancel + options.post) continue;
      const status = thrown < options.cancel ? ("Cancelled" as const) : ("Posted" as const);
      say(`${invoice.key} ${status.toLowerCase()}`);
      keep({
        invoices: state.invoices.map((each) =>
          each.key === invoice.key ? { ...each, status, modified: time() } : each,
        ),
        changed: [...state.changed, invoice.key],
      });
    }
  }

  function exportAll(random: () => number): void {
    const n = state.exported + 1;
    const only = new Set(state.changed);
    const isDelta = options.deltas && n > 1;
    const jobs = state.jobs.filter(({ number }) => !isDelta || only.has(number));
    const invoices = state.invoices.filter(({ key }) => !isDelta || only.has(key));
    const files = {
      // The lists never change, so only the first export contains them.
      ...(n === 1 ? listFiles(time()) : {}),
      ...(jobs.length === 0 ? {} : { jobs: jobFile(jobs) }),
      ...(invoices.length === 0 ? {} : { invoices: invoiceFile(invoices, options.reference) }),
    };
    const names = Object.keys(files).map((what) => `${what}-${String(n).padStart(4, "0")}.csv`);
    // Files are written, recorded and then renamed, so that no file is lost if a crash occurs between two of these
    // steps.
    Object.values(files).forEach((text, i) => writeFileSync(at("exports", `.${names[i]}.part`), text));
    keep({ exported: n, changed: [] });
    mayCrash(random, "before its exports were renamed");
    nameExports();
    if (names.length > 0) say(`exported ${names.join(", ")}`);
  }

  function nameExports(): void {
    for (const name of readdirSync(at("exports"))) {
      const final = /^\.(.*)\.part$/.exec(name)?.[1];
      if (final !== undefined) renameSync(at("exports", name), at("exports", final));
    }
  }

  return {
    state: () => state,
    step() {
      nameExports();
      keep({ step: state.step + 1 });
      const random = dice(seed + state.step * 7919);
      if (state.step > 1) work(random);
      importFiles(random);
      decide(random);
      exportAll(random);
    },
  };
}
