import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dice } from "../../src/conformance/simulate/dice.js";
import { openFfs, type Ffs } from "../../src/conformance/simulate/ffs.js";
import { simulatePlatform, type SimulatedPlatform } from "../../src/conformance/simulate/platform.js";
import { pullFrom, type Puller } from "../../src/conformance/simulate/pulling.js";

/**
 * The circle of the demonstration: an FFS of files on one side, the platform on the other, both played here, and Lading between
 * them. An export is dropped, the platform is told and fetches, an invoice is approved and posted, its file imported, and what the
 * FFS says of it is exported and served again.
 */

/** The account between the two. */
export const circleAccount = "simulated-gb";

export interface Circle {
  state(): CircleState;
  /** Somebody at the platform approves an invoice for what the next night of the FFS brings. */
  approve(): void;
  /** From now on the platform fetches and posts there. */
  serveFrom(url: string, token: string): void;
  close(): Promise<void>;
}

export interface CircleState {
  readonly exports: number;
  /** Invoices that the FFS had when this circle was opened. */
  readonly earlier: number;
  readonly notifications: number;
  readonly fetched: number;
  readonly invoices: readonly CircleInvoice[];
}

export interface CircleInvoice {
  readonly number: string;
  /** What Lading called it when it was posted. */
  readonly id: string;
  /** What the FFS made of it; blank as long as it has not. */
  readonly key: string;
  readonly atFfs: string;
  /** Its status as the platform last fetched it. */
  readonly served: string;
}

/** Undefined where the workspace is older than the circle. */
export async function openCircle(demo: string, told: (what: string) => void): Promise<Circle | undefined> {
  const settings = join(demo, "lading.yaml");
  const text = readFileSync(settings, "utf8");
  if (!text.includes(`${circleAccount}:`)) return undefined;
  const secret = join(demo, "secrets", "platform");
  const token = readFileSync(secret, "utf8").trim();
  const platform = await platformAt(Number(/url: http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? 0), token);
  // Another port than last time, where that one is taken.
  writeFileSync(settings, text.replace(/url: http:\/\/127\.0\.0\.1:\d+/, `url: ${platform.url}`));
  const folder = join(demo, "ffs");
  const ffs = openFfs({ ...usual, folder });
  const earlier = ffs.state().invoices.length;
  // The first invoice is for what a night brings, and the platform knows only of what it is told from now on.
  if (earlier === 0) ffs.step();

  const closing = new AbortController();
  let puller: Puller | undefined;
  let heard = 0;
  const done = new Set<string>();
  const timer = setInterval(() => {
    try {
      night();
    } catch (error) {
      clearInterval(timer);
      told(`The FFS that is played here cannot go on: ${(error as Error).message}`);
    }
  }, 1000);
  function night(): void {
    for (const { entity_type, external_id, updated_at } of platform.taken.slice(heard)) {
      if (puller === undefined) break;
      heard += 1;
      puller.pull(entity_type, external_id, updated_at);
    }
    // A night of the FFS, whenever there is something to do.
    const hasFiles = readdirSync(join(folder, "imports")).some((name) => name.endsWith(".csv"));
    if (hasFiles || ffs.state().invoices.some(({ status }) => status === "Open")) ffs.step();
    for (const { number, key, served } of stateOf(platform, puller, ffs).invoices) {
      if (served !== "posted" || done.has(number)) continue;
      done.add(number);
      told(`${number} came round: posted by the platform, imported as ${key}, posted there, and served so`);
    }
  }

  return {
    state: () => ({ ...stateOf(platform, puller, ffs), earlier }),
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

/** What a new workspace needs before anything of it is read. */
export function prepareCircle(demo: string, token: string): void {
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

function stateOf(
  platform: SimulatedPlatform,
  puller: Puller | undefined,
  ffs: Ffs,
): Omit<CircleState, "earlier"> {
  const { exported, invoices } = ffs.state();
  const entities = [...(puller?.entities ?? [])];
  return {
    exports: exported,
    notifications: platform.taken.length,
    fetched: entities.length,
    invoices: (puller?.posted ?? []).map(({ invoice_number: number, external_id: id = "" }) => {
      const known = invoices.find(({ rows: [row] }) => row?.["Invoice No"] === number);
      const served = entities.findLast(([, entity]) => entity["invoice_number"] === number)?.[1]["status"];
      return {
        number,
        id,
        key: known?.key ?? "",
        atFfs: known?.status ?? "",
        served: typeof served === "string" ? served : "",
      };
    }),
  };
}
