import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dice } from "../../src/conformance/simulate/dice.js";
import { openFfs } from "../../src/conformance/simulate/ffs.js";
import { simulatePlatform, type SimulatedPlatform } from "../../src/conformance/simulate/platform.js";
import { pullFrom, type Puller } from "../../src/conformance/simulate/pulling.js";

/**
 * The complete cycle of the demonstration: a simulated FFS that works with files, a simulated platform, and
 * Lading between them. An export arrives, the platform is notified and fetches, an invoice is approved and
 * posted, its file is imported, and the FFS exports the result, which is served again.
 */

/** The account that connects both. */
export const cycleAccount = "simulated-gb";

export interface Cycle {
  /** True if no invoice was completed before this start. */
  readonly isFirst: boolean;
  /** Approves an invoice at the platform. Its results follow in the next night. */
  approve(): void;
  /** Sends the platform the address from which it fetches and to which it posts. */
  serveFrom(url: string, token: string): void;
  close(): Promise<void>;
}

/** Undefined if the workspace is older than the cycle. */
export async function openCycle(demo: string, announce: (what: string) => void): Promise<Cycle | undefined> {
  const settings = join(demo, "lading.yaml");
  const text = readFileSync(settings, "utf8");
  if (!text.includes(`${cycleAccount}:`)) return undefined;
  const secret = join(demo, "secrets", "platform");
  const token = readFileSync(secret, "utf8").trim();
  const platform = await platformAt(Number(/url: http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? 0), token);
  // A different port than last time if that port is in use.
  writeFileSync(settings, text.replace(/url: http:\/\/127\.0\.0\.1:\d+/, `url: ${platform.url}`));
  const folder = join(demo, "ffs");
  const ffs = openFfs({ ...usual, folder });
  const earlier = ffs.state().invoices.length;
  // A night must pass before the first invoice, because the platform only knows the jobs that it is notified of
  // from now on.
  if (earlier === 0) ffs.step();

  const closing = new AbortController();
  let puller: Puller | undefined;
  let reported = 0;
  const done = new Set<string>();
  const timer = setInterval(() => {
    try {
      night();
    } catch (error) {
      clearInterval(timer);
      announce(`The simulated FFS cannot continue: ${(error as Error).message}`);
    }
  }, 1000);
  function night(): void {
    for (const { entity_type, external_id, updated_at } of platform.taken.slice(reported)) {
      if (puller === undefined) break;
      reported += 1;
      puller.pull(entity_type, external_id, updated_at);
    }
    // Runs a night of the FFS whenever there is work.
    const hasFiles = readdirSync(join(folder, "imports")).some((name) => name.endsWith(".csv"));
    if (hasFiles || ffs.state().invoices.some(({ status }) => status === "Open")) ffs.step();
    const fetched = [...(puller?.entities ?? [])];
    for (const { invoice_number: number } of puller?.posted ?? []) {
      const served = fetched.findLast(([, entity]) => entity["invoice_number"] === number)?.[1]["status"];
      if (served !== "posted" || done.has(number)) continue;
      done.add(number);
      const key = ffs.state().invoices.find(({ rows: [row] }) => row?.["Invoice No"] === number)?.key ?? "";
      announce(
        `${number} is complete: posted by the platform, imported into the FFS as ${key}, posted there, and served as posted`,
      );
    }
  }

  return {
    isFirst: earlier === 0,
    approve() {
      puller?.allow(1);
      ffs.step();
    },
    serveFrom(url, bearer) {
      puller = pullFrom(
        { url, signIn: { token: bearer }, invoices: earlier === 0 ? 1 : 0 },
        dice(1),
        () => {},
        closing.signal,
      );
    },
    close() {
      clearInterval(timer);
      closing.abort();
      return platform.close();
    },
  };
}

/** Files of a new workspace that must exist before it is loaded. */
export function prepareCycle(demo: string, token: string): void {
  mkdirSync(join(demo, "secrets"), { recursive: true });
  if (!existsSync(join(demo, "secrets", "platform")))
    writeFileSync(join(demo, "secrets", "platform"), `${token}\n`, { mode: 0o600 });
  for (const name of ["exports", "imports"]) mkdirSync(join(demo, "ffs", name), { recursive: true });
}

const usual = {
  ...{ seed: 1, jobs: 2, deltas: false, reference: true },
  ...{ late: 0, never: 0, answer: 1, post: 1, cancel: 0, crash: 0 },
};

async function platformAt(port: number, token: string): Promise<SimulatedPlatform> {
  try {
    return await simulatePlatform({ port, credentials: { token } });
  } catch {
    return simulatePlatform({ port: 0, credentials: { token } });
  }
}
