import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { postgresPrograms, startCluster } from "../test/support/postgres.js";

/**
 * Measures delays while a large list changes: `lading watch --serve` publishes and serves it, and meanwhile
 * clients request a small list, a known list (304), and `/healthz`.
 */

const help = `npm run bench:waiting [-- --records N --lists N]

  --records N  Number of records in the large list. Default: 100000.
  --lists N    Number of times that the list is replaced. Default: 12.

If Debian's PostgreSQL package is installed, also measures PostgreSQL, with a cluster in a temporary folder.
Run it on an idle machine, because other processes delay all requests.`;

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    lists: { type: "string", default: "12" },
    help: { type: "boolean", default: false },
  },
});
const records = Number(values.records);
const lists = Number(values.lists);
const cli = join(import.meta.dirname, "../dist/cli.js");
const encodings = ["gzip", "br", "identity"] as const;
/** Longest acceptable wait in milliseconds. */
const goal = 20;
/** Milliseconds between two requests of a client. */
const pace = 5;
/** Milliseconds of requests before a change, as a baseline for the machine. */
const quietly = 5_000;

interface TimedResponse {
  readonly status: number;
  readonly etag: string;
  readonly ms: number;
}

type Client = (
  url: string,
  headers: Readonly<Record<string, string>>,
  method?: string,
) => Promise<TimedResponse>;

/** A client with one connection. */
function newClient(): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (url, headers, method = "GET") =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      request(url, { agent, headers, method }, (response) => {
        response.resume().once("end", () => {
          const { statusCode: status = 0, headers: got } = response;
          resolve({ status, etag: got.etag ?? "", ms: performance.now() - begun });
        });
      })
        .once("error", reject)
        .end();
    });
}

function writeList(folder: string, account: string, count: number, night: number): void {
  const rows = Array.from({ length: count }, (_, id) => {
    const name = id % 100 === night % 100 ? `Petra Vogel ${night}` : `Person ${(id * 7919) % 100_003}`;
    return `E${String(id).padStart(7, "0")},2026-03-01T08:15:00.000Z,${name},p${id}@x.example,true\r\n`;
  });
  const draft = join(folder, "draft");
  writeFileSync(draft, `external_id,updated_at,name,email_address,is_active\r\n${rows.join("")}`);
  renameSync(draft, join(folder, "inbox", `${account}-${night}.csv`));
}

async function measure(title: string, database?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lading-bench-waiting-"));
  mkdirSync(join(folder, "inbox"));
  writeFileSync(
    join(folder, "lading.yaml"),
    `lading: 1
${database === undefined ? "" : "database: env:BENCH_DATABASE\n"}accounts: { small: { country: US }, large: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  small/staff: { source: inbox, files: "small*.csv", settle: final_name, first: publish }
  large/staff: { source: inbox, files: "large*.csv", settle: final_name, first: publish }
server: { port: 0, operators: { port: 0 } }
`,
  );
  const env = { ...process.env, BENCH_DATABASE: database };
  writeList(folder, "small", 1_000, 0);
  writeList(folder, "large", records, 0);
  const lading = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [cli, ...args], { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
  lading("run");
  const credentials = (account: string) => ({
    authorization: `Bearer ${lading("token", "create", "--account", account).trim()}`,
  });
  const [small, large] = [credentials("small"), credentials("large")];
  const daemon = spawn(process.execPath, [cli, "watch", "--serve"], { cwd: folder, env, stdio: "pipe" });
  const stopped = new Promise((resolve) => daemon.once("exit", resolve));
  let log = "";
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on("data", (text) => (log += String(text)));
  const waitForLog = async (pattern: RegExp): Promise<string> => {
    for (let each = 0; each < 300; each++) {
      const match = pattern.exec(log)?.[1];
      if (match !== undefined) return match;
      await setTimeout(100);
    }
    throw new Error(`the server did not start:\n${log}`);
  };
  try {
    const url = `${await waitForLog(/"lists":"([^"]+)"/)}/staff`;
    const health = `${await waitForLog(/"operators":"([^"]+)"/)}/healthz`;
    const send = newClient();
    const packed = { ...small, "accept-encoding": "gzip" };
    const { etag } = await send(url, packed);
    const others: readonly Other[] = [
      { name: "a small list", url, headers: packed, quiet: [], times: [] },
      { name: "304 response", url, headers: { ...packed, "if-none-match": etag }, quiet: [], times: [] },
      { name: "/healthz", url: health, headers: {}, quiet: [], times: [] },
    ];
    await Promise.all(others.map((other) => keepSending(other, AbortSignal.timeout(quietly), other.quiet)));
    const first = new Map<string, number[]>(encodings.map((encoding) => [encoding, []]));
    for (let night = 1; night <= lists; night++) {
      const encoding = encodings[night % encodings.length] ?? "gzip";
      const headers = { ...large, "accept-encoding": encoding };
      const before = (await send(url, headers, "HEAD")).etag;
      writeList(folder, "large", records, night);
      const over = new AbortController();
      const sending = others.map((other) => keepSending(other, over.signal, other.times));
      for (;;) {
        const now = await send(url, headers, "HEAD");
        if (now.etag !== before) {
          first.get(encoding)?.push(now.ms);
          break;
        }
        await setTimeout(pace);
      }
      // Work that follows the first request for a new list.
      await setTimeout(300);
      over.abort();
      await Promise.all(sending);
    }
    print(`${title}: ms until the response`);
    for (const { name, quiet, times } of others) {
      show(`${name}, nothing new`, quiet);
      show(`${name}, while a list becomes another`, times);
    }
    for (const [encoding, times] of first) show(`first request for the new list, ${encoding}`, times);
  } finally {
    daemon.kill("SIGTERM");
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Other {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without changes. */
  readonly quiet: number[];
  /** Milliseconds while a list changes. */
  readonly times: number[];
}

async function keepSending({ url, headers }: Other, over: AbortSignal, times: number[]): Promise<void> {
  const send = newClient();
  while (!over.aborted) {
    times.push((await send(url, headers)).ms);
    await setTimeout(pace);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function show(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.ceil(sorted.length * share) - 1] ?? NaN).toFixed(1);
  const longer = times.filter((ms) => ms > goal).length;
  print(
    `  ${name}: median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}; ${longer} of ${times.length} longer than the aim of ${goal}`,
  );
}

if (values.help) print(help);
else {
  await measure("SQLite");
  const programs = postgresPrograms();
  const cluster = programs === undefined ? undefined : startCluster(programs);
  try {
    if (cluster !== undefined) await measure("PostgreSQL", cluster.database());
  } finally {
    cluster?.stop();
  }
}
