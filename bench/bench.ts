import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { linesOfRecords } from "../src/formats/output/chunks.js";
import { outputFormat } from "../src/formats/output/index.js";
import { staff } from "../src/model/record-types/index.js";
import type { AnyRecord } from "../src/model/record-type.js";
import { DatabaseSync } from "../src/system/sqlite-library.js";
import { staffHeader, staffRow, writeStaff } from "./generate.js";
import { inTurns, measure, median, type Measured } from "./measure.js";

/**
 * Compares Lading with alternatives in one run on one machine. All do the same job, and their results are
 * compared. Measures whole processes, including their start, and reports medians.
 */

const help = `npm run bench [-- OPTIONS]

Writes the figures to bench/RESULTS.md. Takes about ten minutes.

  --quick       Use a tenth of the rows. Prints the figures and does not write them to the file.
  --rounds N    Number of rounds. Default: 3.
  --only PART   Run one part: conversion, small or feeds. Keeps the other figures in the file.

Includes Miller (mlr), Python 3 and DuckDB for Python if they are installed. If DuckDB is in a separate folder
(pip install --target FOLDER duckdb), set LADING_BENCH_DUCKDB=FOLDER.

Exit code 1: Lading needs too much processor time compared with the hand-written script (csv-parse and zod).`;

const flags = wordsOfCommand();
const { quick } = flags;
const rounds = Number(flags.rounds);
const rows = quick ? 80_000 : 800_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const lading = join(root, "dist/cli.js");
const peers = join(root, "bench/peers");
const folder = mkdtempSync(join(tmpdir(), "lading-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/**
 * Highest processor time relative to the hand-written baseline. With a tenth of the rows, the start of the
 * threads dominates.
 */
const guard = quick ? 2.5 : 0.9;

const mapping = `lading: 1
record: staff
fields:
  external_id: Employee
  updated_at: { column: Changed, date: "dd.MM.yyyy HH:mm", zone: Europe/Berlin }
  name: { join: [First, Last] }
  email_address: { column: Email, case: lower }
  is_active: { column: Status, values: { Active: "true", Inactive: "false", On leave: "true" } }
`;

/** True if the machine is idle. Otherwise wall times are omitted. */
const isQuiet = (loadavg()[0] ?? 0) < cpus().length;

/** Seconds that the hand-written csv-parse and zod took for 800,000 rows on the machine where the targets were set. */
const baselineSeconds = 8.0;

const tinyMapping = `lading: 1
record: staff
fields: { external_id: Id, name: Name, email_address: { column: Mail, case: lower }, is_active: { constant: true } }
`;
const tinyRow = (i: number): string => `E${i},Petra Vogel,P${i}@Example.com\n`;

const parts = ["conversion", "small", "feeds"] as const;
let page: string[] = [];
let failed = false;

writeFileSync(at("staff.yaml"), mapping);
for (const part of parts) {
  if (flags.only !== undefined && flags.only !== part) continue;
  page = [];
  paragraph(
    `Measured on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)} at the start, ${rounds} rounds, medians.${isQuiet ? "" : " Other work ran on the machine, so wall times are left out."}`,
  );
  if (part === "conversion") {
    const mainJob = await conversion();
    await growth(mainJob);
    await orders();
    await workbook();
  } else if (part === "small") {
    await small();
    await smallDeliveries();
  } else {
    await feeds();
    await served();
  }
  if (quick) process.stdout.write(`${page.join("\n")}\n`);
  else writePage(part);
}
if (failed) process.exitCode = 1;

/** The main job and its alternatives. */
async function conversion(): Promise<Measured> {
  await writeStaff(rows, at("staff.csv"));
  const found = await inTurns(commandsFor("staff.csv"), rounds);
  for (const name of found.keys()) await compare(at(`${name}.ndjson`), at("Lading.ndjson"), name);
  const own = found.get("Lading") as Measured;
  heading(`An export of ${rows.toLocaleString("en")} rows`);
  paragraph(
    "The task is to read the file, map five fields (with a join, a conversion to lowercase, a date and a value map), check email addresses and uniqueness, and write NDJSON. All programs produce the same records, which are compared one by one. Lading also sorts the list, writes a report and a rejects file, and syncs to disk.",
  );
  table(
    ["", "wall s", "processor s", "peak MB", "wall relative to Lading", "processor relative to Lading"],
    [...found].map(([name, each]) => [
      name,
      wallOf(each),
      each.cpu.toFixed(2),
      megabytes(each),
      isQuiet ? times(each.wall / own.wall) : "-",
      times(each.cpu / own.cpu),
    ]),
  );
  for (const peer of ["Miller", "Python csv"]) {
    const other = found.get(peer);
    if (other !== undefined)
      wallGoal(`three times as fast as ${peer} (wall)`, other.wall / own.wall, ">=", 3, times);
  }
  const duck = found.get("DuckDB");
  if (duck !== undefined)
    wallGoal("at most twice the time of DuckDB (wall)", own.wall / duck.wall, "<=", 2, times);
  goal("peak memory of the process tree in MB", own.memory / 2 ** 20, "<=", 400, (value) => value.toFixed(0));
  const byHand = found.get("csv-parse and zod by hand") as Measured;
  const ratio = own.cpu / byHand.cpu;
  paragraph(
    `Limit: Lading needs ${times(ratio)} the processor time of the hand-written script (allowed: ${times(guard)}).`,
  );
  if (ratio > guard) {
    failed = true;
    process.stderr.write(
      `bench: ${times(ratio)} the processor time of the hand-written baseline, allowed is ${times(guard)}\n`,
    );
  }
  return own;
}

function commandsFor(input: string): ReadonlyMap<string, () => Promise<Measured>> {
  const commands = new Map<string, () => Promise<Measured>>();
  const add = (
    name: string,
    command: (out: string) => readonly string[],
    env: Record<string, string> = {},
  ): void => {
    commands.set(name, () => measure(command(at(`${name}.ndjson`)), { env }));
  };
  add("Lading", (out) => convert(input, out));
  add("csv-parse and zod by hand", (out) => ["node", join(peers, "by-hand.mjs"), at(input), out]);
  if (has("python3", "--version"))
    add("Python csv", (out) => ["python3", join(peers, "with_csv.py"), at(input), out]);
  if (has("mlr", "--version")) {
    const script = join(peers, "with_miller.mlr");
    add("Miller", (out) => [
      "sh",
      "-c",
      'mlr --icsv --ojsonl put -f "$1" "$2" >"$3"',
      "sh",
      script,
      at(input),
      out,
    ]);
  }
  const duck = { PYTHONPATH: process.env["LADING_BENCH_DUCKDB"] ?? "" };
  if (has("python3", "-c", "import duckdb")) {
    add("DuckDB", (out) => ["python3", join(peers, "with_duckdb.py"), at(input), out], duck);
  }
  return commands;
}

function convert(input: string, out: string, mapping_ = "staff.yaml"): readonly string[] {
  return ["node", lading, "convert", at(input), "--mapping", at(mapping_), "--out", out];
}

/** Doubles the rows. */
async function growth(once: Measured): Promise<void> {
  await writeStaff(rows * 2, at("double.csv"));
  const runs = await inTurns(
    new Map([["double", () => measure(convert("double.csv", at("double.ndjson")))]]),
    rounds,
  );
  const twice = runs.get("double") as Measured;
  heading("Twice the rows");
  table(
    ["rows", "wall s", "processor s", "peak MB"],
    [
      [rows.toLocaleString("en"), wallOf(once), once.cpu.toFixed(2), megabytes(once)],
      [(rows * 2).toLocaleString("en"), wallOf(twice), twice.cpu.toFixed(2), megabytes(twice)],
    ],
  );
  goal("processor time of twice the rows", twice.cpu / once.cpu, "<=", 2.1, times);
  rmSync(at("double.csv"));
  rmSync(at("double.ndjson"));
}

/** Paths of a file through Lading, compared with DuckDB where it does the same. */
async function orders(): Promise<void> {
  const lines = readFileSync(at("staff.csv"), "utf8").trimEnd().split("\n");
  const [head = "", ...body] = lines;
  const write = (name: string, rows_: readonly string[], encoding: BufferEncoding = "utf8"): void =>
    writeFileSync(at(name), `${[head, ...rows_].join("\n")}\n`, encoding);
  write(
    "mixed.csv",
    body.map((_, i) => body[(i * 7_919) % body.length] as string),
  );
  write(
    "rejected.csv",
    body.map((row, i) => (i % 50 === 0 ? row.replace("@", " at ") : row)),
  );
  write(
    "latin.csv",
    body.map((row) => row.replace("Łukasz", "Lukas")),
    "latin1",
  );
  writeFileSync(at("untimed.yaml"), mapping.replace(/ +updated_at:.*\n/, ""));
  writeFileSync(at("filter.yaml"), `${mapping}skip: [{ column: Cost Centre, equals: CC-1 }]\n`);
  const own = (input: string, out: string, mapping_ = "staff.yaml", allowed = [0]) =>
    measure(convert(input, at(out), mapping_), { allowed });
  const commands = new Map([
    ["ids in order", () => own("staff.csv", "ordered.ndjson")],
    ["ids in no order", () => own("mixed.csv", "mixed.ndjson")],
    [
      "in order, without `updated_at` in the mapping",
      () => own("staff.csv", "untimed.ndjson", "untimed.yaml"),
    ],
    ["in no order, without `updated_at`", () => own("mixed.csv", "mixed-untimed.ndjson", "untimed.yaml")],
    ["2% of the rows rejected", () => own("rejected.csv", "rejected.ndjson", "staff.yaml", [1])],
    ["windows-1252", () => own("latin.csv", "latin.ndjson")],
    ["with a filter (`skip`)", () => own("staff.csv", "filter.ndjson", "filter.yaml")],
    ["to CSV", () => own("staff.csv", "staff.out.csv")],
    ["to JSON", () => own("staff.csv", "staff.json")],
  ]);
  if (has("python3", "-c", "import duckdb")) {
    const env = { PYTHONPATH: process.env["LADING_BENCH_DUCKDB"] ?? "" };
    const duck = ["python3", join(peers, "with_duckdb.py"), at("mixed.csv"), at("duck.ndjson"), "--ordered"];
    commands.set("DuckDB, ids in no order, with ORDER BY", () => measure(duck, { env }));
  }
  const runs = await inTurns(commands, rounds);
  await compare(at("mixed.ndjson"), at("Lading.ndjson"), "ids in no order");
  if (existsSync(at("duck.ndjson"))) await compare(at("duck.ndjson"), at("Lading.ndjson"), "DuckDB, ordered");
  const ordered = runs.get("ids in order") as Measured;
  heading("Other orders, encodings and mappings");
  table(
    ["", "wall s", "processor s", "peak MB", "processor against ids in order"],
    [...runs].map(([name, each]) => [
      name,
      wallOf(each),
      each.cpu.toFixed(2),
      megabytes(each),
      times(each.cpu / ordered.cpu),
    ]),
  );
  const cpu = (name: string): number => runs.get(name)?.cpu ?? NaN;
  goal(
    "ids in no order against ids in order (processor)",
    cpu("ids in no order") / ordered.cpu,
    "<=",
    1.3,
    times,
  );
  const untimed = cpu("in order, without `updated_at` in the mapping");
  goal("without `updated_at` against with it (processor)", untimed / ordered.cpu, "<=", 1.2, times);
}

/** Steps that a person waits for. */
async function small(): Promise<void> {
  writeFileSync(at("small.csv"), staffHeader + Array.from({ length: 5_000 }, (_, i) => staffRow(i)).join(""));
  writeFileSync(at("ten.csv"), staffHeader + Array.from({ length: 10 }, (_, i) => staffRow(i)).join(""));
  const runs = await inTurns(
    new Map([
      ["Lading, 5,000 rows", () => measure(convert("small.csv", at("small.ndjson")))],
      [
        "by hand, 5,000 rows",
        () => measure(["node", join(peers, "by-hand.mjs"), at("small.csv"), at("hand.ndjson")]),
      ],
      ["Lading, 10 rows", () => measure(convert("ten.csv", at("ten.ndjson")))],
      ["bare Node", () => measure(["node", "-e", "0"])],
      ["lading --version", () => measure(["node", lading, "--version"])],
      ["lading --help", () => measure(["node", lading, "--help"])],
    ]),
    rounds * 4 + 1,
  );
  const cpu = (name: string): number => runs.get(name)?.cpu ?? NaN;
  heading("Start included");
  table(
    ["", "wall ms", "processor ms"],
    [...runs].map(([name, each]) => [
      name,
      isQuiet ? (each.wall * 1000).toFixed(0) : "-",
      (each.cpu * 1000).toFixed(0),
    ]),
  );
  goal(
    "5,000 rows against the same by hand (processor)",
    cpu("Lading, 5,000 rows") / cpu("by hand, 5,000 rows"),
    "<=",
    2,
    times,
  );
  goal(
    "--version against bare Node (processor)",
    cpu("lading --version") / cpu("bare Node"),
    "<=",
    1.5,
    times,
  );
  goal("--help against bare Node (processor)", cpu("lading --help") / cpu("bare Node"), "<=", 1.5, times);
}

/** Writes a workspace of feeds with one folder each, and a file in each folder. */
function tinyHome(name: string, feeds_: number, more = ""): string {
  const home = at(name);
  const names = Array.from({ length: feeds_ }, (_, i) => `a${i}`);
  for (const each of names) mkdirSync(join(home, "inbox", each), { recursive: true });
  writeFileSync(join(home, "staff.yaml"), tinyMapping);
  const each = (line: (name: string) => string): string =>
    names.map((one) => `  ${one}${line(one)}\n`).join("");
  writeFileSync(
    join(home, "lading.yaml"),
    `lading: 1
accounts:
${each(() => ": { country: DE }")}sources:
${each((one) => `: { folder: inbox/${one} }`)}feeds:
${each((one) => `/staff: { source: ${one}, files: "*.csv", mapping: staff.yaml, settle: final_name, first: publish${more} }`)}`,
  );
  return home;
}

/** Many small deliveries, dominated by everything except reading rows. */
async function smallDeliveries(): Promise<void> {
  const deliver = (home: string): void => {
    const from = join(home, "inbox");
    const rows_ = `Id,Name,Mail\n${tinyRow(1)}${tinyRow(2)}`;
    for (let i = 0; i < 60; i++) writeFileSync(join(from, `a${i}`, "staff.csv"), rows_);
  };
  const byHand = (home: string) =>
    measure(["node", join(peers, "by-hand-folder.mjs"), join(home, "inbox"), join(home, "by-hand")]);
  const first: Measured[] = [];
  const hand: Measured[] = [];
  const watching: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const home = tinyHome(`sixty-${round}`, 60);
    deliver(home);
    hand.push(await byHand(home));
    first.push(await measure(["node", lading, "run"], { cwd: home }));
    watching.push(await publishedByWatch(tinyHome(`watched-${round}`, 60), deliver));
  }
  const files = quick ? 100 : 1_000;
  const batches = tinyHome("batches", 1, ", delivery: delta");
  for (let i = 0; i < files; i++)
    writeFileSync(
      join(batches, "inbox/a0", `staff-${String(i).padStart(4, "0")}.csv`),
      `Id,Name,Mail\n${tinyRow(i)}`,
    );
  const handBatches = await byHand(batches);
  const batched = await measure(["node", lading, "run"], { cwd: batches });
  const median_ = (runs: readonly Measured[]): Measured => ({
    wall: median(runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    memory: median(runs.map(({ memory }) => memory)),
  });
  const row = (name: string, each: Measured) => [name, wallOf(each), each.cpu.toFixed(2), megabytes(each)];
  heading("Small deliveries, fsync included");
  table(
    ["", "wall s", "processor s", "peak MB"],
    [
      row("60 feeds, a file of two rows each, first `lading run`", median_(first)),
      row("the same files by hand (csv-parse and zod, no database)", median_(hand)),
      [
        "60 feeds, `lading watch` running, until the last is published",
        isQuiet ? median(watching).toFixed(2) : "-",
        "",
        "",
      ],
      row(`${files.toLocaleString("en")} files of one record, one feed, one \`lading run\``, batched),
      row("the same files by hand", handBatches),
    ],
  );
  wallGoal("60 feeds, first run, in s", median_(first).wall, "<=", 4, (value) => value.toFixed(2));
  wallGoal("60 feeds while watching, in s", median(watching), "<=", 3, (value) => value.toFixed(2));
  wallGoal(`${files} files of one record, in s`, batched.wall, "<=", 10, (value) => value.toFixed(2));
}

/** Seconds from the first file until `watch` has published all feeds. */
async function publishedByWatch(home: string, deliver: (home: string) => void): Promise<number> {
  const daemon = spawn("node", [lading, "watch"], { cwd: home, stdio: ["ignore", "ignore", "pipe"] });
  try {
    // It logs a line when it starts to watch, and another after the first round.
    await new Promise<void>((resolve) =>
      daemon.stderr.on("data", (text: Buffer) => text.includes("next_poll") && resolve()),
    );
    const from = performance.now();
    deliver(home);
    const store = new DatabaseSync(join(home, "data/lading.db"), { readOnly: true });
    const published = store.prepare("select count(*) as publications from publications");
    await until(async () => {
      const { publications } = published.get() as { readonly publications: number };
      return publications === 60 ? true : undefined;
    });
    store.close();
    return (performance.now() - from) / 1000;
  } finally {
    daemon.kill("SIGTERM");
    await once(daemon, "exit");
  }
}

async function workbook(): Promise<void> {
  const count = quick ? 10_000 : 100_000;
  const records = readFileSync(at("Lading.ndjson"), "utf8")
    .split("\n", count)
    .map((line) => JSON.parse(line) as AnyRecord);
  const lines = linesOfRecords(records);
  const pieces: Uint8Array[] = [];
  for await (const piece of outputFormat("xlsx")?.encode({ type: staff, columns: staff.columns, lines }) ??
    [])
    pieces.push(Buffer.from(piece));
  writeFileSync(at("staff.xlsx"), Buffer.concat(pieces));
  const command = [
    "node",
    lading,
    "convert",
    at("staff.xlsx"),
    "--record",
    "staff",
    "--out",
    at("from-xlsx.ndjson"),
  ];
  const runs = await inTurns(new Map([["xlsx", () => measure(command)]]), rounds);
  const found = runs.get("xlsx") as Measured;
  heading(`A workbook of ${count.toLocaleString("en")} rows`);
  table(["wall s", "processor s", "peak MB"], [[wallOf(found), found.cpu.toFixed(2), megabytes(found)]]);
  paragraph(
    "The workbook is read in a separate process. `npm run bench:spreadsheet` compares the processor time that Lading and the library alone need just to read a workbook of this size.",
  );
}

/**
 * Measures feeds with a new version compared with the previous one, an unchanged delivery, and many feeds without
 * new files.
 */
async function feeds(): Promise<void> {
  const count = quick ? 10_000 : 100_000;
  const times_ = quick ? 4 : 12;
  const home = feedHome("feeds");
  const deliver = (version: number): number => writeDelivery(home, count, version);
  const run = (): Promise<Measured> => measure(["node", lading, "run"], { cwd: home });
  deliver(0);
  await run();
  await writeStaff(rows, at("speed.csv"));
  const speed = ["node", join(peers, "by-hand.mjs"), at("speed.csv"), at("speed.ndjson")];
  const published: Measured[] = [];
  const byHand: number[] = [];
  for (let version = 1; version <= times_; version++) {
    deliver(version);
    published.push(await run());
    if (version % 4 === 0) byHand.push((await measure(speed)).wall);
  }
  const unchanged: Measured[] = [];
  for (let again = 0; again < rounds * 2 + 1; again++) {
    deliver(times_);
    unchanged.push(await run());
  }
  const whole = quick ? 100_000 : 1_000_000;
  const large = feedHome("large");
  const largeRuns: Measured[] = [];
  for (const version of [0, 1]) {
    writeDelivery(large, whole, version);
    largeRuns.push(await measure(["node", lading, "run"], { cwd: large }));
  }
  const many = at("many");
  const names = Array.from({ length: quick ? 100 : 1_000 }, (_, i) => `a${i}`);
  mkdirSync(many);
  for (const name of names) mkdirSync(join(many, "inbox", name), { recursive: true });
  writeFileSync(join(many, "staff.yaml"), mapping);
  writeFileSync(
    join(many, "lading.yaml"),
    `lading: 1
accounts:
${names.map((name) => `  ${name}: { country: DE, zone: Europe/Berlin }`).join("\n")}
sources:
${names.map((name) => `  ${name}: { folder: inbox/${name} }`).join("\n")}
feeds:
${names.map((name) => `  ${name}/staff: { source: ${name}, files: "*.csv", mapping: staff.yaml, settle: final_name, first: publish }`).join("\n")}
`,
  );
  const idle: Measured[] = [];
  for (let again = 0; again < rounds; again++)
    idle.push(await measure(["node", lading, "run"], { cwd: many }));

  const walls = published.map((each) => each.wall);
  heading("Feeds, as whole `lading run` processes, fsync included");
  const row = (name: string, runs: readonly Measured[]): string[] => [
    name,
    median(runs.map((each) => each.wall)).toFixed(2),
    Math.max(...runs.map((each) => each.wall)).toFixed(2),
    median(runs.map((each) => each.cpu)).toFixed(2),
    (Math.max(...runs.map((each) => each.memory)) / 2 ** 20).toFixed(0),
  ];
  table(
    ["", "wall s", "slowest s", "processor s", "peak MB"],
    [
      row(`${count.toLocaleString("en")} rows, 1% changed, published against the list before`, published),
      row(`${whole.toLocaleString("en")} rows, the first time`, largeRuns.slice(0, 1)),
      row(`${whole.toLocaleString("en")} rows, 1% changed, against the list before`, largeRuns.slice(1)),
      row("the same bytes again: unchanged, nothing parsed", unchanged),
      row(`${names.length.toLocaleString("en")} feeds with nothing new`, idle),
    ],
  );
  wallGoal(
    `slowest of ${times_} publications, for the 99th percentile, in s`,
    Math.max(...walls),
    "<=",
    3,
    (value) => value.toFixed(2),
  );
  if (quick) return;
  const here = median(byHand);
  wallGoal(
    `the same in s, converted to the machine on which the aims were set (csv-parse and zod took ${baselineSeconds.toFixed(1)} s there, and ${here.toFixed(1)} s here between these publications)`,
    (Math.max(...walls) * baselineSeconds) / here,
    "<=",
    3,
    (value) => value.toFixed(2),
  );
}

/** Time from the arrival of a complete file until a client receives the list over HTTP. */
async function served(): Promise<void> {
  heading("From a stable file to the list that is served");
  const times_ = quick ? 3 : 10;
  const body: string[][] = [];
  for (const count of quick ? [1_000] : [1_000, 100_000]) {
    const home = feedHome(`served-${count}`, "server: { port: 0, operators: { port: 0 } }\n");
    const token = execFileSync("node", [lading, "token", "create", "--account", "acme"], {
      cwd: home,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    const daemon = spawn("node", [lading, "watch", "--serve"], {
      cwd: home,
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      let log = "";
      daemon.stderr.on("data", (text: Buffer) => (log += text.toString()));
      const url = await until(async () => /"lists":"([^"]+)"/.exec(log)?.[1]);
      const tag = async (): Promise<string | undefined> => {
        const response = await fetch(`${url}/staff`, {
          method: "HEAD",
          headers: { authorization: `Bearer ${token}` },
        });
        return response.ok ? (response.headers.get("etag") ?? undefined) : undefined;
      };
      const seconds: number[] = [];
      let before: string | undefined;
      for (let version = 0; version <= times_; version++) {
        const from = writeDelivery(home, count, version);
        before = await until(async () => {
          const now = await tag();
          return now === before ? undefined : now;
        });
        // The first request starts everything.
        if (version > 0) seconds.push((performance.now() - from) / 1000);
      }
      const slowest = Math.max(...seconds).toFixed(2);
      body.push([count.toLocaleString("en"), median(seconds).toFixed(2), slowest]);
    } finally {
      daemon.kill("SIGTERM");
      await once(daemon, "exit");
    }
  }
  table(["rows", "s", "slowest s"], body);
  paragraph(
    `The measurement starts when a file in the inbox is renamed to its final name (\`settle: final_name\`), and ends when \`HEAD /staff\` returns a different ETag. \`lading watch --serve\` processed ${times_} deliveries in which 1% of the records had changed. A feed that uses \`settle\` also waits for its settle time.`,
  );
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(10);
  }
}

/** A workspace with one staff feed. */
function feedHome(name: string, more = ""): string {
  const home = at(name);
  mkdirSync(join(home, "inbox"), { recursive: true });
  writeFileSync(join(home, "staff.yaml"), mapping);
  writeFileSync(
    join(home, "lading.yaml"),
    `lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", mapping: staff.yaml, settle: final_name, first: publish }
${more}`,
  );
  return home;
}

/**
 * @returns when the file got its final name, in terms of `performance.now()`
 */
function writeDelivery(home: string, count: number, version: number): number {
  const draft = join(home, "draft");
  writeFileSync(draft, staffHeader);
  for (let from = 0; from < count; from += 10_000) {
    const rows_ = Array.from({ length: Math.min(10_000, count - from) }, (_, k) => {
      const i = from + k;
      const row = staffRow(i);
      return i % 100 === version ? row.replace("Hamburg", "Kiel").replace(",P", `,P${version}.`) : row;
    });
    appendFileSync(draft, rows_.join(""));
  }
  renameSync(draft, join(home, "inbox", `staff-${version}.csv`));
  return performance.now();
}

/** Throws if two results differ in records or order. */
async function compare(path: string, expected: string, name: string): Promise<void> {
  if (path === expected) return;
  const other = createInterface({ input: createReadStream(expected) })[Symbol.asyncIterator]();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    line += 1;
    const next = await other.next();
    const wanted = next.done === true ? "" : next.value;
    if (text !== wanted && (wanted === "" || canonical(text) !== canonical(wanted)))
      throw new Error(`${name}: another result in line ${line}`);
  }
  if (!(await other.next()).done) throw new Error(`${name}: fewer records, ${line}`);
}

function canonical(text: string): string {
  return JSON.stringify(JSON.parse(text));
}

function has(...command: [string, ...string[]]): boolean {
  const [name, ...args] = command;
  try {
    const env = { ...process.env, PYTHONPATH: process.env["LADING_BENCH_DUCKDB"] ?? "" };
    execFileSync(name, args, { stdio: "ignore", env });
    return true;
  } catch {
    return false;
  }
}

function at(name: string): string {
  return join(folder, name);
}

function heading(text: string): void {
  page.push("", `### ${text}`, "");
}

function paragraph(text: string): void {
  page.push(text, "");
}

function table(head: readonly string[], body: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  page.push(line(head), line(head.map(() => "---")), ...body.map(line), "");
}

function goal(
  what: string,
  value: number,
  sign: "<=" | ">=",
  aim: number,
  show: (value: number) => string,
): void {
  const isMet = sign === "<=" ? value <= aim : value >= aim;
  page.push(
    `- ${isMet ? "met" : "**missed**"}: ${what}: ${show(value)} (aim: ${sign === "<=" ? "at most" : "at least"} ${show(aim)})`,
  );
}

/** Wall time in seconds. Meaningless on a busy machine. */
function wallOf({ wall }: Measured): string {
  return isQuiet ? wall.toFixed(2) : "-";
}

/** A target for wall times. It is checked only on an idle machine. */
function wallGoal(...about: Parameters<typeof goal>): void {
  if (isQuiet) goal(...about);
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} x`;
}

function megabytes({ memory }: Measured): string {
  return (memory / 2 ** 20).toFixed(0);
}

/** Unknown arguments are rejected before anything starts. */
function wordsOfCommand() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: "boolean", default: false },
        rounds: { type: "string", default: "3" },
        only: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help === true) {
      console.log(help);
      process.exit(0);
    }
    if (!/^[1-9]\d?$/.test(values.rounds)) throw new Error("--rounds takes a number from 1 to 99.");
    if (values.only !== undefined && !["conversion", "small", "feeds"].includes(values.only))
      throw new Error("--only takes conversion, small or feeds.");
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

/** Figures of a part are between its mark and the next one. Text above the marks is handwritten. */
function writePage(part: (typeof parts)[number]): void {
  const path = join(root, "bench/RESULTS.md");
  const mark = (of: string): string => `<!-- figures: written by \`npm run bench -- --only ${of}\` -->`;
  const text = readFileSync(path, "utf8");
  const from = text.indexOf(mark(part)) + mark(part).length;
  const next = parts.map((other) => text.indexOf(mark(other))).filter((at_) => at_ > from);
  const figures = page
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const rest = text.slice(Math.min(...next, text.length));
  writeFileSync(path, `${text.slice(0, from)}\n\n${figures}\n${rest === "" ? "" : `\n${rest}`}`);
}
