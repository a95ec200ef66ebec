import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { residentBytesOfTree } from "./measure.js";
import { simulatePlatform } from "../src/conformance/simulate/platform.js";
import { postgresPrograms, startCluster } from "../test/support/postgres.js";

/**
 * Measures the initial load of a platform with events: the notifications per second that `lading watch` sends at
 * a high rate limit, and the growth of its memory.
 */

const help = `npm run bench:events [-- --events N --rate N]

  --events N  Number of orgs. Default: 100000.
  --rate N    Maximum notifications per second, as in \`platform.rate\`. Default: 200.

If Debian's PostgreSQL package is installed, also measures PostgreSQL, with a cluster in a temporary folder.`;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "100000" },
    rate: { type: "string", default: "200" },
    help: { type: "boolean", default: false },
  },
});

const program = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const marks = [0.1, 0.5, 1];

async function firstLoad(title: string, count: number, rate: number, database?: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lading-bench-events-"));
  const platform = await simulatePlatform({ port: 0, credentials: { token: "t" } });
  await writeFile(
    join(folder, "lading.yaml"),
    `lading: 1
${database === undefined ? "" : "database: env:DATABASE\n"}accounts:
  acme: { country: DE, sync: events, platform: { url: ${platform.url}, token: env:TOKEN, rate: ${rate} } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/org: { source: inbox, files: orgs.csv, settle: final_name, first: publish }
`,
  );
  const orgs = Array.from({ length: count }, (_, i) => `ORG${i},,Name ${i},C${i},true,true,false,DE`);
  const headings = "external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country";
  await mkdir(join(folder, "inbox"));
  await writeFile(join(folder, "draft"), `${[headings, ...orgs].join("\n")}\n`);
  await rename(join(folder, "draft"), join(folder, "inbox", "orgs.csv"));
  const daemon = spawn(process.execPath, [program, "watch"], {
    cwd: folder,
    env: { ...process.env, TOKEN: "t", DATABASE: database ?? "" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => daemon.once("close", done));
  try {
    let begun = 0;
    const sizes: string[] = [];
    while (sizes.length < marks.length && daemon.exitCode === null) {
      await wait(100);
      const received = platform.taken.length;
      if (received > 0 && begun === 0) begun = performance.now();
      if (received < (marks[sizes.length] ?? 1) * count) continue;
      const megabytes = residentBytesOfTree(daemon.pid ?? 0) / 1e6;
      sizes.push(`${(marks[sizes.length] ?? 1) * 100}%: ${megabytes.toFixed(0)} MB`);
    }
    const seconds = (performance.now() - begun) / 1000;
    const different = new Set(platform.taken.map(({ external_id }) => external_id)).size;
    if (different !== count) throw new Error(`${title}: ${different} of ${count} were reported`);
    console.log(
      `${title}: ${(platform.taken.length / seconds).toFixed(0)} notifications in a second; ${sizes.join(", ")}`,
    );
  } finally {
    daemon.kill("SIGINT");
    await ended;
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (values.help) console.log(help);
else {
  const [events, rate] = [Number(values.events), Number(values.rate)];
  await firstLoad("SQLite", events, rate);
  const programs = postgresPrograms();
  if (programs !== undefined) {
    const cluster = startCluster(programs);
    try {
      await firstLoad("PostgreSQL", events, rate, cluster.database());
    } finally {
      cluster.stop();
    }
  }
}
