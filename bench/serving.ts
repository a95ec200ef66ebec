import { execFileSync, spawn, type ChildProcess } from "node:child_process";
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
import { request } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * Compares Lading's server with three servers that send the same bytes: nginx with static files, Fastify
 * alone, and Fastify with a hand-written token lookup in SQLite and an access log. Each has one worker on one
 * core, with the load generator on the other.
 */

const help = `npm run bench:serving [-- --quick]

Writes the section "The server" in bench/RESULTS.md. Takes about four minutes.

  --quick     Use a tenth of the load. Prints the figures and does not write them to the file.

Requires nginx, wrk and taskset: apt-get install nginx-light wrk util-linux`;

const quick = wordsOfCommand().quick === true;
const seconds = quick ? 1 : 5;
const rounds = quick ? 3 : 5;
const connections = 16;
const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "bench/RESULTS.md");
const folder = mkdtempSync(join(tmpdir(), "lading-bench-serving-"));
const running: ChildProcess[] = [];
/** Requests that Lading answered. */
let asked = 0;

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Target {
  readonly name: string;
  /** The process that responds. */
  readonly pid: number;
  readonly url: string;
  readonly headers: readonly string[];
  readonly etag: string;
}

interface Load {
  readonly perSecond: number;
  readonly bytesPerSecond: number;
  /** Processor time of the server per request in microseconds: the figure that depends least on other load. */
  readonly cpu: number;
}

process.exit(await main());

async function main(): Promise<number> {
  writeExport("small", 1000);
  writeExport("large", 82_000);
  const lading = await startLading();
  for (const list of ["small", "large"]) await writeStatic(lading, list);
  const before = residentMb(lading.pid);
  const rows = [
    await compare(lading, "a list of 1,000 records (gzip)", "small", "gzip", false, "perSecond", 2),
    await compare(lading, "304 response for that list", "small", "gzip", true, "perSecond", 2.5),
    await compare(lading, "a list of 10 MB, not compressed", "large", "identity", false, "bytesPerSecond"),
  ];
  const requests = (Math.round(asked / 1000) * 1000).toLocaleString("en");
  const memory = `${before} MB at the start and ${residentMb(lading.pid)} MB after ${requests} requests`;
  console.log([...rows, memory].join("\n"));
  if (!quick) writePage(rows, memory);
  return 0;
}

/** Unknown arguments are rejected before anything starts. */
function wordsOfCommand() {
  try {
    const { values } = parseArgs({
      options: { quick: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help !== true) return values;
    console.log(help);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

/**
 * One row of the table: all servers in turns, medians, and processor time per request relative to Fastify
 * alone.
 *
 * @param aim target ratio to Fastify alone, if any
 */
async function compare(
  lading: Server,
  title: string,
  list: string,
  encoding: string,
  conditional: boolean,
  measure: "perSecond" | "bytesPerSecond",
  aim?: number,
): Promise<string> {
  const nginx = await startNginx();
  const bare = await startFastify(list, encoding);
  const own = await lading.target(list, encoding);
  const token = own.headers.join().replace("Authorization: Bearer ", "");
  const byHand = await startFastify(list, encoding, token);
  const targets = [
    own,
    await nginx.target(list, encoding),
    await bare.target(list, encoding),
    await byHand.target(list, encoding),
  ];
  const loads = targets.map(() => [] as Load[]);
  for (const target of targets) wrk(target, encoding, conditional);
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that other load affects all equally.
    for (const index of round % 2 === 0 ? [0, 1, 2, 3] : [3, 2, 1, 0]) {
      loads[index]?.push(wrk(targets[index] as Target, encoding, conditional));
    }
  }
  nginx.stop();
  bare.stop();
  byHand.stop();
  const [ours = [], ofNginx = [], alone = [], written = []] = loads;
  const unit = (all: readonly Load[]) => {
    const value = median(all.map((load) => load[measure]));
    return measure === "perSecond" ? `${Math.round(value)} requests/s` : `${Math.round(value / 1e6)} MB/s`;
  };
  const cpu = (all: readonly Load[]) => `${median(all.map((load) => load.cpu)).toFixed(0)} µs`;
  const ratio = median(ours.map((load, round) => load.cpu / (alone[round]?.cpu ?? Number.NaN)));
  const against = aim === undefined ? "" : ` (aim ${aim}, ${ratio <= aim ? "met" : "**missed**"})`;
  const cells = [ours, ofNginx, alone, written].map((all) => `${unit(all)}, ${cpu(all)}`);
  return `| ${[title, ...cells, `${ratio.toFixed(1)}${against}`].join(" | ")} |`;
}

// -- servers --

function writeExport(name: string, count: number): void {
  const rows = Array.from({ length: count }, (_, i) => {
    const id = `E${String(i).padStart(6, "0")}`;
    const person = (i * 7919) % 100_003;
    return `${id},2026-03-01T08:15:00.000Z,Person ${person},person.${person}@example.com,${i % 9 !== 0}\r\n`;
  });
  const head = "external_id,updated_at,name,email_address,is_active\r\n";
  mkdirSync(join(folder, "inbox"), { recursive: true });
  writeFileSync(join(folder, "inbox", `${name}.csv`), head + rows.join(""));
}

/** The bytes that Lading serves, as files for nginx. */
async function writeStatic(lading: Server, list: string): Promise<void> {
  const files = join(folder, "static", list);
  mkdirSync(files, { recursive: true });
  for (const [encoding, ending] of [
    ["identity", ""],
    ["gzip", ".gz"],
  ] as const) {
    const { url, headers } = await lading.target(list, encoding);
    const { body } = await ask(url, { ...asObject(headers), "accept-encoding": encoding });
    writeFileSync(join(files, `staff${ending}`), body);
  }
}

interface Server {
  target(list: string, encoding: string): Promise<Target>;
}

async function startLading(): Promise<Server & { readonly pid: number }> {
  writeFileSync(
    join(folder, "lading.yaml"),
    `lading: 1
accounts: { small: { country: US }, large: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  small/staff: { source: inbox, files: "small*.csv", settle: final_name, first: publish }
  large/staff: { source: inbox, files: "large*.csv", settle: final_name, first: publish }
server: { port: 0, operators: { port: 0 } }
`,
  );
  const cli = join(root, "dist", "cli.js");
  const ran = (...words: string[]) =>
    execFileSync(process.execPath, [cli, ...words], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  ran("run");
  const tokenOf = (account: string) => ran("token", "create", "--account", account);
  const tokens = new Map(["small", "large"].map((account) => [account, tokenOf(account)]));
  const log = join(folder, "lading.log");
  const child = background("taskset", ["-c", "0", process.execPath, cli, "serve"], log);
  const url = await waitFor(() => /"lists":"([^"]+)"/.exec(readFileSync(log, "utf8"))?.[1]);
  const [server = 0] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
    .split(" ")
    .map(Number);
  return {
    pid: server,
    target: (list, encoding) =>
      target("Lading", server, `${url}/staff`, [`Authorization: Bearer ${tokens.get(list)}`], encoding),
  };
}

async function startNginx(): Promise<Server & { stop(): void }> {
  // Below the ephemeral ports.
  const port = 15_000 + Math.floor(Math.random() * 15_000);
  const conf = join(folder, "nginx.conf");
  // A killed nginx leaves this file, which here signals that nginx is listening.
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

/**
 * @param token required in every request; undefined: no sign-in
 */
async function startFastify(
  list: string,
  encoding: string,
  token?: string,
): Promise<Server & { stop(): void }> {
  const log = join(folder, `fastify-${list}-${encoding}${token === undefined ? "" : "-token"}.log`);
  rmSync(log, { force: true });
  const program = join(root, "bench", "peers", "fastify.mjs");
  const look = token === undefined ? [] : [token, join(folder, "tokens.db")];
  const headers = token === undefined ? [] : [`Authorization: Bearer ${token}`];
  const file = join(folder, "static", list, encoding === "gzip" ? "staff.gz" : "staff");
  const child = background("taskset", ["-c", "0", process.execPath, program, file, encoding, ...look], log);
  const url = await waitFor(() => /http:[^\s"]+/.exec(readFileSync(log, "utf8"))?.[0]);
  return {
    stop: () => void child.kill("SIGKILL"),
    target: () => target("Fastify", child.pid ?? 0, `${url}/staff`, headers, encoding),
  };
}

/** Sends one request to learn the ETag and to check the response. */
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
    throw new Error(`${name} returned ${got.status} at ${url}`);
  if ((got.headers["content-encoding"] ?? "identity") !== encoding)
    throw new Error(`${name} did not send ${encoding}`);
  return { name, pid, url, headers, etag };
}

// -- measuring --

function wrk({ name, pid, url, headers, etag }: Target, encoding: string, conditional: boolean): Load {
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
      `-d${seconds}s`,
      ...all.flatMap((one) => ["-H", one]),
      url,
    ],
    { encoding: "utf8" },
  );
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`some requests failed under load:\n${text}`);
  const [, perSecond = "0"] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? [];
  const [, amount = "0", unit = "B"] = /Transfer\/sec:\s+([\d.]+)(\w+)/.exec(text) ?? [];
  const powers: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };
  const [, requests = "0"] = /(\d+) requests in/.exec(text) ?? [];
  if (name === "Lading") asked += Number(requests);
  return {
    perSecond: Number(perSecond),
    bytesPerSecond: Number(amount) * (powers[unit] ?? 1),
    cpu: (processorMicroseconds(pid) - before) / Number(requests),
  };
}

/** User and system time of a process in microseconds. The kernel counts in hundredths of a second. */
function processorMicroseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function residentMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kb) / 1024);
}

function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    // Opens a new connection, because the server could close a kept connection unnoticed while `wrk` runs.
    request(url, { headers, agent: false }, (response) => {
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

function background(command: string, args: readonly string[], log: string): ChildProcess {
  const descriptor = openSync(log, "a");
  const child = spawn(command, args, { cwd: folder, stdio: ["ignore", descriptor, descriptor] });
  closeSync(descriptor);
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

function asObject(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(headers.map((one) => one.split(/: /, 2) as [string, string]));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function writePage(rows: readonly string[], memory: string): void {
  const nginx = execFileSync("sh", ["-c", "nginx -v 2>&1"], { encoding: "utf8" })
    .trim()
    .replace("nginx version: ", "");
  const text = readFileSync(page, "utf8");
  const mark = "<!-- figures: written by `npm run bench:serving` -->\n";
  const from = text.indexOf(mark) + mark.length;
  const figures = `
### The server

This benchmark compares \`lading serve\` with three servers that send the same bytes. Platforms request lists
only occasionally, so the server is never the bottleneck. Each cell contains the throughput and the processor time per request.

| what | Lading | nginx | Fastify alone | Fastify with token lookup and log | Lading : Fastify alone |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

For each request, Lading checks the token, the newest publication, and whether the list is stale, and then writes an entry to the access log.
With SQLite, Lading repeats the query only if something has been committed since the last one (\`PRAGMA data_version\`). With PostgreSQL, all waiting
requests share one query. A revoked token is therefore refused immediately, and no server sends an older list after a newer one. nginx serves pre-compressed
files (\`gzip_static\`) without authentication. Fastify alone serves one file, without authentication or a log.

Memory usage of the server: ${memory}.

Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.version}, ${nginx}. Each
server had one worker on the first core. wrk (1 thread, ${connections} connections, keep-alive) ran on the other core. After a warm-up,
the servers took turns for ${rounds} rounds of ${seconds} s each. The table shows medians. The columns can be compared with each other, but not with
results from other machines.

`;
  writeFileSync(page, text.slice(0, from) + figures + text.slice(text.indexOf("<!-- figures:", from)));
}
