import { spawn } from "node:child_process";
import { fingerprint } from "../../src/store/credentials/host-keys.js";
import { builtCli } from "./build.js";
import { listOf, publications } from "./scene.js";
import { startFaultyServer, type FaultyServer } from "./faulty-sftp-server.js";
import { password, sftpEntry } from "./sftp-settings.js";
import { Workdir } from "./workdir.js";

/**
 * Rounds of kill -9 while a delivery arrives over SFTP. In each round a new file arrives, `lading run` is
 * killed at one of the server's operations (listing, each read, each rename of the after-action) or at a
 * random time, and is then run to its end. The file must be published exactly once, and archived on the
 * server exactly once, complete.
 */

export interface KillResult {
  readonly rounds: number;
  /** Runs that were killed before their end. */
  readonly killed: number;
  /** Problems as text. Empty if there were none. */
  readonly wrong: readonly string[];
}

export async function killRounds(
  rounds: number,
  random: () => number,
  onRound: (round: number, killed: number, wrong: readonly string[]) => void = () => undefined,
): Promise<KillResult> {
  const server = await startFaultyServer({ password });
  const dir = await Workdir.make();
  const wrong: string[] = [];
  let killed = 0;
  try {
    await dir.write({ "lading.yaml": workspaceOf(server) });
    for (let round = 1; round <= rounds; round++) {
      const bytes = staffOf(round);
      server.files.set("/in/staff.csv", { content: bytes, mtime: 1_700_000_000 + round });
      // In every second round, the kill is at an operation. A run has about twenty operations, some before and
      // some after the publication.
      const isAtOperation = round % 2 === 0;
      const wasKilled = await killedRun(dir, server, isAtOperation, random);
      if (wasKilled) killed++;

      const run = await dir.lading(["run"], { env: { SFTP_PASSWORD: password } });
      if (run.code !== 0) wrong.push(`round ${round}: exit ${run.code}: ${run.stdout}${run.stderr}`);
      wrong.push(...(await check(dir, server, round)).map((what) => `round ${round}: ${what}`));
      onRound(round, killed, wrong);
    }
    return { rounds, killed, wrong };
  } finally {
    await dir.remove();
    await server.close();
  }
}

async function killedRun(
  dir: Workdir,
  server: FaultyServer,
  isAtOperation: boolean,
  random: () => number,
): Promise<boolean> {
  const running = spawn(process.execPath, [builtCli(), "run"], {
    cwd: dir.path,
    env: { ...process.env, SFTP_PASSWORD: password },
    stdio: "ignore",
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    running.on("exit", (_code, signal) => resolve(signal)),
  );
  const kill = (): void => void running.kill("SIGKILL");
  let timer: NodeJS.Timeout | undefined;
  if (isAtOperation) {
    const at = Math.floor(random() * 22);
    server.faults = {
      atOperation: (before) => {
        if (before === at) kill();
      },
    };
  } else {
    timer = setTimeout(kill, random() * 2_500);
  }
  const signal = await ended;
  clearTimeout(timer);
  server.faults = {};
  return signal === "SIGKILL";
}

async function check(dir: Workdir, server: FaultyServer, round: number): Promise<string[]> {
  const wrong: string[] = [];
  const highest = publications(dir.path).at(-1);
  if (highest !== round) wrong.push(`publication ${highest} instead of ${round}`);
  if (!listOf(dir.path).includes(`"Round ${round}"`)) wrong.push("the current list is not the delivered one");
  const archived = [...server.files].filter(([path]) => path.startsWith("/in/done/"));
  const rest = [...server.files.keys()].filter((path) => !path.startsWith("/in/done/"));
  if (rest.length > 0) wrong.push(`left at the server: ${rest.join(", ")}`);
  if (archived.length !== round) wrong.push(`${archived.length} files archived at the server`);
  if (!archived.some(([, file]) => file.content.equals(staffOf(round)))) {
    wrong.push("the archived bytes are not the delivered ones");
  }
  return wrong;
}

/**
 * 3000 people, one of whom has a different name in each round. The file takes several reads and is within all
 * guardrails.
 */
function staffOf(round: number): Buffer {
  const rows = Array.from(
    { length: 3000 },
    (_, n) => `${n},,${n === 7 ? `Round ${round}` : `Name ${n}`},n${n}@example.com,true`,
  );
  return Buffer.from(`external_id,updated_at,name,email_address,is_active\r\n${rows.join("\r\n")}\r\n`);
}

function workspaceOf(server: FaultyServer): string {
  return `lading: 1
accounts:
  acme-us: { country: US }
sources:
${sftpEntry("acme", server.port, [`host_key: ${fingerprint(server.hostKey)}`, "after_success: { move: done }"])}
feeds:
  acme-us/staff: { source: acme, files: staff.csv, settle: final_name, first: publish }
`;
}
