import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { cpus, constants, setPriority, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompressSync, constants as zlib, gzipSync } from "node:zlib";
import { servedJson } from "../src/encode/served.js";
import { listOfRecords } from "../src/lists/list.js";
import { realDisk } from "../src/storage/disk.js";
import { appear, stage } from "../src/lists/publish.js";
import { staff } from "../src/records/index.js";

/**
 * Lading's server against nginx serving the same bytes as static files, in one run: one worker each on one core, the load
 * generator on the other, the same encoding, keep-alive, an access log each, turns alternating. Then memory over many
 * requests, and the waiting time of other clients while an import and a slowloris run.
 */

const help = `npm run bench:serving [-- OPTIONS PARTS]

Writes docs/performance-serving.md, in about ten minutes, longer where the host of a virtual machine is busy; a part that is not measured stays there as it is.

  parts       small, unchanged, large, memory, waiting, connections, publications; all when none is named
  --quick     a tenth of it, written nowhere
  --million   the part memory over a million requests, not 200,000
  --profile   where the server's time goes, into the temporary folder; written nowhere

Needs nginx, wrk, taskset and chrt: apt-get install nginx-light wrk util-linux`;

const { values: flags, positionals: parts } = wordsOfCommand();
const quick = flags.quick === true;
const profile = flags.profile === true;
const seconds = quick ? 1 : 5;
const rounds = quick ? 3 : 5;
const connections = 16;
/** Of the waiting clients: what troubles them needs a moment to begin and to end. */
const turns = quick ? 1 : 5;
const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs", "performance-serving.md");
const folder = mkdtempSync(join(tmpdir(), "lading-bench-serving-"));
/** Of each account, made once: two live at a time at most. */
const tokens = new Map<string, string>();
const running: ChildProcess[] = [];

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Target {
  readonly name: string;
  /** The process that answers. */
  readonly pid: number;
  readonly url: string;
  readonly headers: readonly string[];
  readonly etag: string;
}

interface Load {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Microseconds of processor time of the server per request: what other work on the machine changes least. */
  readonly cpu: number;
}

/** What is measured, by name: each is a section of the page, and can be measured by itself. */
const sections: Readonly<Record<string, (lading: Lading) => Promise<string>>> = {
  small: (lading) => compare(lading, "1,000 records, gzip", "small", "gzip", false, "perSecond", 0.6),
  unchanged: (lading) =>
    compare(lading, "304 for 1,000 records, gzip", "small", "gzip", true, "perSecond", 0.6),
  large: (lading) =>
    compare(lading, "10 MB, uncompressed", "large", "identity", false, "bytesPerSecond", 0.9),
  memory: memoryOverManyRequests,
  waiting: waitingOfOthers,
  connections: manyConnections,
  publications: publicationsDuringLoad,
};

process.exit(await main());

/** The code to exit with: 1 when a section could not be measured. */
async function main(): Promise<number> {
  const unknown = parts.filter((part) => !(part in sections));
  if (flags.help === true || unknown.length > 0) {
    console.log(help);
    return unknown.length > 0 ? 2 : 0;
  }
  let code = 0;
  await publishList("small", 1000);
  await publishList("large", 82_000);
  const lading = await startLading();
  for (const [name, measure] of Object.entries(sections)) {
    if (parts.length > 0 && !parts.includes(name)) continue;
    const start = performance.now();
    try {
      const text = await measure(lading);
      console.log(text);
      if (!quick && !profile) writeSection(name, text);
    } catch (error) {
      console.error(error);
      code = 1;
    }
    console.error(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  if (profile) await lading.stop();
  return code;
}

/** A word that is not known starts nothing. */
function wordsOfCommand() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: "boolean" },
        million: { type: "boolean" },
        profile: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

/** One line: both servers in turns, medians, and the range of the ratio over the rounds. */
async function compare(
  lading: Lading,
  title: string,
  list: string,
  encoding: string,
  conditional: boolean,
  measure: "perSecond" | "bytesPerSecond",
  goal: number,
): Promise<string> {
  const nginx = await startNginx();
  const targets = [await lading.target(list, encoding), await nginx.target(list, encoding)];
  const loads = targets.map(() => [] as Load[]);
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, so that what the machine does meanwhile hits both alike.
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      loads[index]?.push(wrk(targets[index] as Target, encoding, conditional));
    }
  }
  nginx.stop();
  const [ours = [], theirs = []] = loads;
  const ratios = ours.map((load, round) => load[measure] / (theirs[round]?.[measure] ?? Number.NaN));
  const unit = (all: readonly Load[]) => {
    const value = median(all.map((load) => load[measure]));
    return measure === "perSecond" ? `${Math.round(value)} requests/s` : `${Math.round(value / 1e6)} MB/s`;
  };
  const cpu = (all: readonly Load[]) => median(all.map((load) => load.cpu)).toFixed(0);
  return `| ${title} | ${unit(ours)} | ${unit(theirs)} | ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}) | ${goal} | ${cpu(ours)} / ${cpu(theirs)} µs |`;
}

// -- the two servers --

async function publishList(name: string, count: number, number = 1): Promise<void> {
  const records = Array.from({ length: count }, (_, i) => ({
    external_id: `E${String(i).padStart(6, "0")}`,
    updated_at: "2026-03-01T08:15:00.000Z",
    name: `Person ${(i * 7919 + number) % 100_003}`,
    email_address: `person.${(i * 7919) % 100_003}@example.com`,
    is_active: i % 9 !== 0,
  }));
  const pieces: Uint8Array[] = [];
  const { columns } = staff;
  const list = await listOfRecords(records);
  for await (const piece of servedJson(staff, columns, list.records(), {})) pieces.push(Buffer.from(piece));
  const served = Buffer.concat(pieces);
  const nothing = "0".repeat(64);
  const feedFolder = join(folder, "data", "accounts", name, "staff");
  const staged = join(folder, `staged-${name}`);
  mkdirSync(dirname(feedFolder), { recursive: true });
  const gzip = gzipSync(served, { level: 9 });
  await stage(realDisk, staged, {
    number,
    manifest: {
      lading: 1,
      feed: `${name}/staff`,
      record: "staff",
      published_at: "2026-03-01T08:15:00.000Z",
      columns: Object.keys(records[0] ?? {}),
      counts: {
        records: count,
        active: count,
        added: count,
        changed: 0,
        revived: 0,
        deactivated: 0,
        removed: 0,
        carried: 0,
      },
      source: { sha256: nothing, name: "staff.csv" },
      mapping_sha256: nothing,
      engine: "bench",
    },
    files: new Map<string, Iterable<string | Uint8Array>>([
      ["served.json", [served]],
      ["served.json.gz", [gzip]],
      ["served.json.br", [brotliCompressSync(served, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } })]],
    ]),
  });
  await appear(realDisk, staged, feedFolder, number);
  const files = join(folder, "static", name);
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, "staff"), served);
  writeFileSync(join(files, "staff.gz"), gzip);
}

interface Lading {
  readonly pid: number;
  target(list: string, encoding: string): Promise<Target>;
  stop(): Promise<void>;
}

/** On the first core and with the usual limit of connections, unless told otherwise. */
async function startLading(
  words: readonly string[] = ["serve"],
  { mostConnections, isBound = true }: { mostConnections?: number; isBound?: boolean } = {},
): Promise<Lading> {
  mkdirSync(join(folder, "inbox"), { recursive: true });
  const limits = mostConnections === undefined ? "" : `, limits: { connections: ${mostConnections} }`;
  const feed = (name: string) => `  ${name}/staff: { source: inbox, files: "${name}*.csv" }\n`;
  writeFileSync(
    join(folder, "lading.yaml"),
    `lading: 1\naccounts: { small: { country: US }, large: { country: US }, busy: { country: US } }\nsources: { inbox: { folder: inbox } }\nfeeds:\n${feed("small")}${feed("large")}  busy/staff: { source: inbox, files: "busy*.csv", settle: final_name, first: publish }\nserver: { port: 0, operators: { port: 0 }${limits} }\n`,
  );
  const cli = join(root, "dist", "cli.js");
  if (tokens.size === 0) {
    for (const account of ["small", "large"]) {
      const made = execFileSync(process.execPath, [cli, "token", "create", "--account", account], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      tokens.set(account, made.trim());
    }
  }
  const log = join(folder, `lading-${words.join("")}${mostConnections ?? "usual"}${isBound}.log`);
  const flags = profile ? ["--cpu-prof", `--cpu-prof-dir=${tmpdir()}`] : [];
  const bound = isBound ? ["-c", "0"] : ["-c", `0-${cpus().length - 1}`];
  const child = background("taskset", [...bound, process.execPath, ...flags, cli, ...words], log);
  const url = await waitFor(() => /"lists":"([^"]+)"/.exec(readFileSync(log, "utf8"))?.[1]);
  const [server = 0] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
    .split(" ")
    .map(Number);
  return {
    pid: server,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
    target: (list, encoding) =>
      target("Lading", server, `${url}/staff`, [`Authorization: Bearer ${tokens.get(list)}`], encoding),
  };
}

async function startNginx(): Promise<Pick<Lading, "target"> & { stop(): void }> {
  // Below those that the system gives to connections.
  const port = 15_000 + Math.floor(Math.random() * 15_000);
  const conf = join(folder, "nginx.conf");
  // One that was killed leaves it, and it tells here when nginx listens.
  rmSync(join(folder, "nginx.pid"), { force: true });
  writeFileSync(
    conf,
    `worker_processes 1; daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/nginx-access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  client_body_temp_path ${folder}/nginx-body; proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi; uwsgi_temp_path ${folder}/nginx-uwsgi; scgi_temp_path ${folder}/nginx-scgi;
  server { listen 127.0.0.1:${port}; root ${folder}/static; default_type application/json; gzip_static on; }
}\n`,
  );
  const child = background(
    "taskset",
    ["-c", "0", "nginx", "-c", conf, "-e", join(folder, "nginx-error.log")],
    join(folder, "nginx.log"),
  );
  await waitFor(() => (existsSync(join(folder, "nginx.pid")) ? true : undefined));
  return {
    stop: () => void child.kill("SIGKILL"),
    target: (list, encoding) =>
      target("nginx", child.pid ?? 0, `http://127.0.0.1:${port}/${list}/staff`, [], encoding),
  };
}

/** Asks once, to know the ETag and that the answer is what is to be measured. */
async function target(
  name: string,
  pid: number,
  url: string,
  headers: readonly string[],
  encoding: string,
): Promise<Target> {
  const got = await ask(url, { ...asObject(headers), "accept-encoding": encoding });
  const etag = got.headers["etag"];
  if (got.status !== 200 || typeof etag !== "string")
    throw new Error(`${name} answers ${got.status} at ${url}`);
  if ((got.headers["content-encoding"] ?? "identity") !== encoding)
    throw new Error(`${name} did not send ${encoding}`);
  return { name, pid, url, headers, etag };
}

// -- measuring --

function wrk(
  { pid, url, headers, etag }: Target,
  encoding: string,
  conditional: boolean,
  forSeconds = seconds,
): Load {
  const all = [
    ...headers,
    `Accept-Encoding: ${encoding}`,
    ...(conditional ? [`If-None-Match: ${etag}`] : []),
  ];
  const before = processorMicroseconds(pid);
  const text = execFileSync(
    "taskset",
    [
      "-c",
      "1",
      "wrk",
      "-t1",
      "--timeout",
      "30s",
      `-c${connections}`,
      `-d${forSeconds}s`,
      ...all.flatMap((one) => ["-H", one]),
      url,
    ],
    { encoding: "utf8" },
  );
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`the load was not answered cleanly:\n${text}`);
  const [, perSecond = "0"] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? [];
  const [, amount = "0", unit = "B"] = /Transfer\/sec:\s+([\d.]+)(\w+)/.exec(text) ?? [];
  const powers: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };
  const [, requests = "0"] = /(\d+) requests in/.exec(text) ?? [];
  return {
    perSecond: Number(perSecond),
    bytesPerSecond: Number(amount) * (powers[unit] ?? 1),
    cpu: (processorMicroseconds(pid) - before) / Number(requests),
  };
}

/** User and system time of a process, in microseconds; the kernel counts it in hundredths of a second. */
function processorMicroseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function memoryOverManyRequests(lading: Lading): Promise<string> {
  const small = await lading.target("small", "gzip");
  const goal = quick ? 20_000 : flags.million === true ? 1_000_000 : 200_000;
  const forSeconds = quick ? 1 : 3;
  const points: string[] = [];
  let done = 0;
  let next = 0;
  while (done < goal) {
    done += Math.round(wrk(small, "gzip", false, forSeconds).perSecond * forSeconds);
    if (done < next) continue;
    points.push(`| ${Math.round(done / 1000)} thousand | ${residentMb(lading.pid)} MB |`);
    next = done + goal / 10;
  }
  return points.join("\n");
}

function residentMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kb) / 1024);
}

/** Thousands of clients that stay connected, each asking every few seconds. */
async function manyConnections(): Promise<string> {
  const count = quick ? 1000 : 10_000;
  const lading = await startLading(["serve"], { mostConnections: count + 100 });
  const small = await lading.target("small", "gzip");
  // An agent for each: clients that share one would take over each other's connections, and few would be open.
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const headers = { ...asObject(small.headers), "accept-encoding": "gzip" };
  const waits: number[] = [];
  let failed = 0;
  const asks = quick ? 2 : 3;
  const client = async (agent: Agent, index: number) => {
    await pause((index / count) * 5000);
    for (let i = 0; i < asks; i++) {
      const start = performance.now();
      const got = await ask(small.url, headers, agent).catch(() => undefined);
      if (got?.status === 200) waits.push(performance.now() - start);
      else failed += 1;
      await pause(5000);
    }
  };
  const clients = Promise.all(agents.map(client));
  await pause(9000);
  const open = agents.flatMap(({ freeSockets, sockets }) =>
    [...Object.values(freeSockets), ...Object.values(sockets)].flat(),
  ).length;
  const memory = residentMb(lading.pid);
  await clients;
  for (const agent of agents) agent.destroy();
  await lading.stop();
  const [middle = "", late = ""] = percentiles(waits).split(" | ");
  return `| ${open} | ${waits.length} | ${failed} | ${middle} | ${late} | ${memory} MB |`;
}

/** 100 publications under load: every answer is whole, and a new list is there soon. */
async function publicationsDuringLoad(lading: Lading): Promise<string> {
  const small = await lading.target("small", "gzip");
  const headers = { ...asObject(small.headers), "accept-encoding": "gzip" };
  const count = quick ? 10 : 100;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let answers = 0;
  let wrong = 0;
  let going = true;
  const client = async () => {
    while (going) {
      const got = await ask(small.url, headers, agent).catch(() => undefined);
      answers += 1;
      const whole = got?.status === 200 && `"${sha256(got.body).slice(0, 32)}"` === got.headers["etag"];
      if (!whole) wrong += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const delays: number[] = [];
  for (let number = 2; number < count + 2; number++) {
    await publishList("small", 1000, number);
    const start = performance.now();
    const isServed = async () =>
      Number((await ask(small.url, headers, agent)).headers["lading-publication"]) >= number;
    while (!(await isServed())) await pause(5);
    delays.push(performance.now() - start);
  }
  going = false;
  await clients;
  agent.destroy();
  return `| ${count} | ${answers} | ${wrong} | ${median(delays).toFixed(0)} ms, ${Math.max(...delays).toFixed(0)} ms |`;
}

/**
 * The time that steady clients wait, in milliseconds: by themselves, and while others trouble the machine, in turns. No
 * process is bound to a core here but by Lading itself, as none is where it works.
 */
async function waitingOfOthers(): Promise<string> {
  if (!goesFirst()) throw new Error("steady clients must go first, which only root may do (chrt --fifo)");
  const rows: string[] = [];
  for (const [words, how] of [
    [["serve"], "run"],
    [["watch", "--serve"], "drop"],
  ] as const) {
    const lading = await startLading(words, { isBound: false });
    rows.push(...(await waitingRows(lading, how, how === "run" ? "" : ", by `watch --serve`")));
    await lading.stop();
  }
  return rows.join("\n");
}

/** What requests of a turn took, in milliseconds. */
type Waits = readonly number[];

async function waitingRows(lading: Lading, how: "run" | "drop", place: string): Promise<string[]> {
  const small = await lading.target("small", "gzip");
  const imports = () => importLoop(how);
  const loris = () => slowloris(small.url, 1000);
  const troubles = [
    { name: "nothing else", begin: [], waits: [] as Waits[] },
    { name: "slowloris with 1,000 connections", begin: [loris], waits: [] as Waits[] },
    { name: "imports of 100,000 rows, one after another", begin: [imports], waits: [] as Waits[] },
    { name: "both at once", begin: [imports, loris], waits: [] as Waits[] },
  ];
  await steadyClients(small);
  for (let round = 0; round < turns; round++) {
    for (const { begin, waits } of troubles) {
      const begun = await Promise.all(begin.map((one) => one()));
      let calm: Waits | undefined;
      for (let tries = 0; tries < 3 && calm === undefined; tries++) calm = await steadyClients(small);
      if (calm !== undefined) waits.push(calm);
      for (const one of begun) await one.stop();
      // A thousand connections that end are a trouble, too.
      await pause(2000);
    }
  }
  if (troubles.some(({ waits }) => waits.length < turns / 2))
    throw new Error("the host of this machine took the processor in most turns: measure at another time");
  const latest = (waits: readonly Waits[]) => waits.map((turn) => percentile(turn, 0.99));
  // Of each turn for itself: one that something else disturbs would else be the slowest hundredth of all.
  const usual = median(latest(troubles[0]?.waits ?? []));
  return troubles.map(({ name, waits }) => {
    const late = latest(waits);
    const middle = median(waits.map(median)).toFixed(2);
    const range = `${Math.min(...late).toFixed(1)} to ${Math.max(...late).toFixed(1)}`;
    const times = (median(late) / usual).toFixed(1);
    return `| ${name}${place} | ${middle} ms | ${median(late).toFixed(2)} ms (${range}) | ${waits.flat().length} | ${times} |`;
  });
}

/**
 * Four clients that ask up to a hundred times a second each. They go before everything else on this machine, for on machines of
 * their own, as a platform is, they would wait for the server and never for its imports. Requests while the host of a virtual
 * machine took the processor are left out.
 *
 * @returns undefined when that was most of them
 */
async function steadyClients({ url, headers }: Target): Promise<Waits | undefined> {
  const script = join(root, "bench", "peers", "steady.lua");
  const stated = [...headers, "Accept-Encoding: gzip"].flatMap((header) => ["-H", header]);
  const words = ["-t4", "-c4", `-d${seconds}`, "-s", script, ...stated, url];
  const host = watchHost();
  // Not waited for in one go: what the troubles begin has to be heard meanwhile.
  const { stdout } = await promisify(execFile)("chrt", ["--fifo", "1", "wrk", ...words], { cwd: folder });
  const taken = await host.stop();
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`steady clients were not answered:\n${stdout}`);
  const asked = [...stdout.matchAll(/^asked (\S+) (\S+)$/gm)].map(([, begun, took]) => ({
    begun: Number(begun),
    took: Number(took),
  }));
  if (asked.length === 0) throw new Error(`steady clients told of no answer:\n${stdout}`);
  const calm = asked.filter(({ begun, took }) =>
    taken.every(({ from, to }) => begun + took < from || begun > to),
  );
  const lost = 1 - calm.length / asked.length;
  if (lost > 0.1)
    console.error(`the host took the processor around ${(lost * 100).toFixed(0)} % of the requests`);
  return lost > 0.5 ? undefined : calm.map(({ took }) => took);
}

/** Notes the tenths of a second in which the host took the processor. */
function watchHost(): { stop(): Promise<readonly Span[]> } {
  const taken: Span[] = [];
  let going = true;
  const watch = async (): Promise<void> => {
    let from = Date.now();
    let before = secondsTakenByHost();
    while (going) {
      await pause(100);
      const to = Date.now();
      const after = secondsTakenByHost();
      // What the host took may be counted a tick late.
      if (after > before) taken.push({ from: from - 10, to });
      [from, before] = [to, after];
    }
  };
  const watched = watch();
  return {
    async stop() {
      going = false;
      await watched;
      return taken;
    },
  };
}

/** In milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of all cores together; the kernel counts them in hundredths. */
function secondsTakenByHost(): number {
  const [, , , , , , , , stolen = "0"] = readFileSync("/proc/stat", "utf8").split(/\s+/, 9);
  return Number(stolen) / 100;
}

function goesFirst(): boolean {
  return spawnSync("chrt", ["--fifo", "1", "true"]).status === 0;
}

interface Trouble {
  stop(): Promise<void>;
}

/** In a process of its own that goes last: what it costs to be many falls on other machines, not on the server's. */
async function slowloris(url: string, count: number): Promise<Trouble> {
  const script = join(root, "bench", "peers", "slowloris.mjs");
  const words = [script, new URL(url).port, String(count)];
  const log = join(folder, "slowloris.log");
  const child = background(process.execPath, words, log, constants.priority.PRIORITY_LOW);
  await pause(1500);
  return { stop: async () => void child.kill("SIGKILL") };
}

/** A delivery of 100,000 rows after another, 1 % changed: taken by `lading run`, or dropped for a server that watches. */
async function importLoop(how: "run" | "drop"): Promise<Trouble> {
  const deliveries = join(folder, "deliveries");
  if (!existsSync(deliveries)) prepareDeliveries(deliveries);
  const words = [join(root, "bench", "peers", "imports.mjs"), how, join(root, "dist", "cli.js"), deliveries];
  const child = background(process.execPath, [...words, join(folder, "inbox")], join(folder, "import.log"));
  await pause(500);
  return {
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      if (child.exitCode !== 0) throw new Error(`imports failed: exit code ${child.exitCode}`);
    },
  };
}

/** Some to take turns: each differs from the one before in 1 % of its rows. */
function prepareDeliveries(to: string): void {
  mkdirSync(to);
  for (let number = 0; number < 6; number++) {
    const rows = Array.from({ length: 100_000 }, (_, i) => {
      const day = (i + number) % 100 === 0 ? 2 + number : 1;
      return `E${i},2026-03-${String(day).padStart(2, "0")}T08:15:00.000Z,Person ${i},p${i}@example.com,true`;
    });
    const text = `external_id,updated_at,name,email_address,is_active\r\n${rows.join("\r\n")}\r\n`;
    writeFileSync(join(to, `${number}.csv`), text);
  }
}

function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent?: Agent,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    // A connection of its own unless one is given: while `wrk` runs nothing here notices that a kept one was closed.
    request(url, { headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .once("error", reject)
      .end();
  });
}

// -- small things --

function background(
  command: string,
  args: readonly string[],
  log: string,
  priority: number = constants.priority.PRIORITY_NORMAL,
): ChildProcess {
  const descriptor = openSync(log, "a");
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", descriptor, descriptor] });
  closeSync(descriptor);
  // What it starts has its priority.
  if (child.pid !== undefined) setPriority(child.pid, priority);
  running.push(child);
  return child;
}

async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (let i = 0; i < 200; i++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("a server did not start within 20 s");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function asObject(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(headers.map((one) => one.split(/: /, 2) as [string, string]));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function percentiles(waits: readonly number[]): string {
  return `${percentile(waits, 0.5).toFixed(1)} ms | ${percentile(waits, 0.99).toFixed(1)} ms | ${waits.length}`;
}

function percentile(waits: readonly number[], share: number): number {
  const sorted = [...waits].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** Puts a measured section into the page, which keeps the others: their texts stand in a comment at its end. */
function writeSection(name: string, text: string): void {
  const old = existsSync(page) ? readFileSync(page, "utf8") : "";
  const known = JSON.parse(/<!-- measured (.*) -->/.exec(old)?.[1] ?? "{}") as Record<string, string>;
  const measured = { ...known, [name]: text };
  const nginx = execFileSync("sh", ["-c", "nginx -v 2>&1"], { encoding: "utf8" })
    .trim()
    .replace("nginx version: ", "");
  const of = (section: string) => measured[section] ?? "| not measured |";
  writeFileSync(
    page,
    `<!-- Written by \`npm run bench:serving\`. Do not edit. -->

# Performance: serving

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.version}, ${nginx}.
Single-machine figures: compare the columns with each other, not with other machines.

Each server had one worker on the first core; wrk (1 thread, ${connections} connections, keep-alive) ran on the other. Lading checked the
bearer token and read the publication's headers for each request; nginx served the same bytes as static files with
\`gzip_static\`, to anybody. Both wrote an access log. ${rounds} rounds of ${seconds} s, taking turns; medians, and the ratio's range over the rounds.

| what | Lading | nginx | ratio | goal | processor time per request |
| --- | --- | --- | --- | --- | --- |
${[of("small"), of("unchanged"), of("large")].join("\n")}

Memory of the server (resident) while it answers the list of 1,000 records:

| after requests | memory |
| --- | --- |
${of("memory")}

What four steady clients wait for the list of 1,000 records, ${turns} times ${seconds} s each in turns: the median of the turns, and in
brackets the range of their p99. Requests in a tenth of a second in which the host of the machine took the processor are left
out; a turn in which they were most is measured again, twice at most, and left out then. The clients (wrk, with 10 ms between an
answer and the next request) go before all else and the slow clients after all else: on machines of their own they would be in
nobody's way. Nothing but Lading binds a process to a core. Imports are by \`lading run\` beside \`lading serve\`, or within
\`watch --serve\` (goal: below twice the p99 with nothing else):

| meanwhile | median | p99 | requests | p99 against nothing else |
| --- | --- | --- | --- | --- |
${of("waiting")}

Many open connections, each with a request of its own every few seconds, at a server that allows so many:

| connections | answered 200 | failed | median | p99 | memory of the server |
| --- | --- | --- | --- | --- | --- |
${of("connections")}

New publications of the 1,000 records while wrk asks for the list:

| publications | answers | not 200 or torn | time until a new one was served, median and longest |
| --- | --- | --- | --- |
${of("publications")}

<!-- measured ${JSON.stringify(measured)} -->
`,
  );
}
