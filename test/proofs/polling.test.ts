import { mkdir, rename, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { PollingClient } from "../support/polling-client.js";
import { workdir, type Running } from "../support/workdir.js";

/**
 * From outside: two platforms poll a real server, one with a clock that is ahead and one with a clock that is behind, while exports
 * come, runs are killed and stand still, and the server is killed. Both end with the newest version of everything.
 */

const isLong = process.env["LADING_PROOF"] === "long";
const rounds = Number(process.env["LADING_ROUNDS"] ?? (isLong ? 500 : 3));

const yaml = `lading: 1
accounts: { acme: { country: DE, sync: polling } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/org: { source: inbox, files: "org-*.csv", settle: final_name, first: publish, guard: { no_rows: off, rows_below: off, rows_above: off, ids_gone: off, rejected: off, field_changes: off, changes: off, newly_empty: off, headings: off, rekeyed: off } }
  acme/job: { source: inbox, files: "job-*.csv", settle: final_name }
  acme/payables-invoice: { source: inbox, files: "invoice-*.csv", settle: final_name }
server: { port: 0, operators: { port: 0 } }
`;

test("two platforms whose windows touch end with the newest version of everything", async () => {
  const dir = await workdir({ "lading.yaml": yaml });
  await mkdir(dir.at("inbox"));
  const made = await dir.process(["token", "create", "--account", "acme", "--json"]);
  const { secret } = JSON.parse(made.stdout) as { secret: string };
  const clients = [new PollingClient(secret, 4 * 60_000), new PollingClient(secret, -4 * 60_000)];
  let server = await serve();
  let isDone = false;
  const polling = clients.map(async (client) => {
    while (!isDone) {
      await client.poll(server.url);
      await wait(50 + Math.random() * 300);
    }
  });

  const names = new Map(Array.from({ length: 20 }, (_, i) => [`ORG/${i} ö`, "0"]));
  const sum = { kills: 0, stalls: 0, servers: 0 };
  for (let round = 1; round <= rounds; round++) {
    for (const id of names.keys()) if (Math.random() < 0.3) names.set(id, `${round}`);
    names.set(`ORG-new-${round}`, `${round}`);
    await drop(round);
    const run = dir.start(["run"]);
    const chance = Math.random();
    await wait(200 + Math.random() * 1_500);
    if (chance < 0.4) {
      sum.kills += 1;
      await run.stop("SIGKILL");
    } else if (chance < 0.7 && isAlive(run)) {
      sum.stalls += 1;
      await wait(500 + Math.random() * 1_000);
      process.kill(run.pid, "SIGCONT");
    }
    if (chance >= 0.4) await run.stop("SIGCONT");
    if (Math.random() < 0.2) {
      sum.servers += 1;
      await server.running.stop("SIGKILL");
      server = await serve();
    }
  }
  expect(await dir.process(["run"])).toMatchObject({ code: 0 });
  isDone = true;
  await Promise.all(polling);
  for (const client of clients) {
    expect(await client.poll(server.url, true)).toBe(true);
    const held = Array.from(client.held.values(), ({ external_id: id, name }) => [id, name]);
    expect(held.sort()).toEqual([...names].map(([id, name]) => [id, `Name ${name}`]).sort());
  }
  const answers = clients.map((client) => client.answers);
  console.log(`polling: ${rounds} exports, ${JSON.stringify(sum)}, ${answers.join(" and ")} windows`);
  await server.running.stop("SIGTERM");

  async function serve(): Promise<{ readonly url: string; readonly running: Running }> {
    const running = dir.start(["serve"]);
    const line = await running.waitFor(/"event":"serving"/);
    return { url: /"lists":"([^"]+)"/.exec(line)?.[1] ?? "", running };
  }

  /** Under its name when it is whole. */
  async function drop(round: number): Promise<void> {
    const time = new Date(Date.UTC(2026, 0, 1) + round * 1_000).toISOString();
    const rows = Array.from(
      names,
      ([id, name]) => `${id},${time},Name ${name},C,true,true,false,GB,30,n_days_after_invoice_date\r\n`,
    );
    const head =
      "external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country,days_to_pay,payments_scheduling_rule\r\n";
    const file = dir.at(`inbox/org-${String(round).padStart(6, "0")}.csv`);
    await writeFile(`${file}.part`, head + rows.join(""));
    await rename(`${file}.part`, file);
  }
}, 36_000_000);

/** Stops it, unless it has ended. */
function isAlive({ pid }: Running): boolean {
  try {
    return process.kill(pid, "SIGSTOP");
  } catch {
    return false;
  }
}
