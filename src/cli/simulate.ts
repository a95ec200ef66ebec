import type { Argv } from "yargs";
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readSecret } from "../store/credentials/references.js";
import { wrongUse } from "../errors.js";
import { duration, secretReference, share } from "../model/scalars.js";
import { dice } from "../conformance/simulate/dice.js";
import { CrashError, openFfs } from "../conformance/simulate/ffs.js";
import type { PartnerSignIn } from "../conformance/simulate/partner.js";
import { simulatePlatform, type Disturbance } from "../conformance/simulate/platform.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
} from "./command.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";
import { checkPort } from "./port.js";
import { counted, visible } from "../sentence.js";

const options = (yargs: Argv) =>
  yargs
    .positional("part", {
      choices: ["platform", "ffs"] as const,
      demandOption: true,
      describe: "What to simulate: the platform, or a freight forwarding system that exchanges files",
    })
    .positional("folder", textOption("ffs: folder to create"))
    .option("port", {
      type: "number",
      default: 8490,
      describe: "Port on this machine. 0 means any free port",
    })
    .option(
      "token",
      textOption(
        "Reference to the accepted token. If no token, key or client is specified, a new token is created",
      ),
    )
    .option("api-key", textOption("Reference to the accepted API key"))
    .option("client", textOption("ID of the OAuth 2.0 client that gets access tokens"))
    .option("client-secret", textOption("Reference to the client's secret"))
    .option("partner", textOption("Address of the partner's interface, to fetch from and post to"))
    .option("partner-token", textOption("Reference to the bearer token for --partner"))
    .option("partner-token-url", textOption("Token URL for --partner, instead of a bearer token"))
    .option("partner-client", textOption("Client ID for --partner-token-url"))
    .option("partner-client-secret", textOption("Reference to the secret of --partner-client"))
    .option(
      "poll",
      spanOption("poll", "Interval at which to poll for changes instead of receiving events, such as 10s"),
    )
    .option(
      "once",
      flagOption("With --poll: end after one round. Exits with 1 if anything violated the interface"),
    )
    .option("invoices", {
      type: "number",
      default: 0,
      describe: "Maximum number of invoices to post for accruals of the fetched jobs",
    })
    .option("without-accruals", shareOption("0%", "Share of invoices without accruals"))
    .option("repeat", shareOption("0%", "Share of invoices posted twice"))
    .option("slow", spanOption("slow", "Delay of each response, such as 2s"))
    .option("fail", shareOption("0%", "Share of responses with status 500, such as 20%"))
    .option("busy", shareOption("0%", "Share of responses with status 429 and Retry-After"))
    .option(
      "drop",
      shareOption(
        "0%",
        "Share of notifications that are accepted without a response and of invoices that are posted without waiting for the response",
      ),
    )
    .option("clock", {
      type: "string",
      default: "0s",
      coerce: clockOf,
      describe: "Clock offset, such as 5min (ahead) or --clock=-5min (behind)",
    })
    .option("seed", { type: "number", default: 1, describe: "Seed for random choices" })
    .option("every", {
      type: "string",
      default: "5s",
      coerce: (text: string) => spanOf("every", text),
      describe: "ffs: duration of a simulated night",
    })
    .option("steps", { type: "number", describe: "ffs: number of nights" })
    .option("jobs", { type: "number", default: 10, describe: "ffs: number of jobs at the start" })
    .option("deltas", flagOption("ffs: later exports of jobs and invoices contain only changes"))
    .option("reference", {
      type: "boolean",
      default: true,
      describe: "ffs: exports contain the reference of imported invoices. --no-reference omits it",
    })
    .option("late", shareOption("0%", "ffs: share of invoices that are imported later"))
    .option("never", shareOption("0%", "ffs: share of invoices that are never imported"))
    .option("answer", shareOption("100%", "ffs: share of imported files for which the FFS writes a message"))
    .option("post", shareOption("50%", "ffs: share of open invoices that are posted each night"))
    .option("cancel", shareOption("0%", "ffs: share of open invoices that are canceled each night"))
    .option(
      "crash",
      shareOption("0%", "ffs: share of steps that crash between two related writes and start again"),
    );

type Options = OptionsOf<typeof options>;

function shareOption(defaultShare: string, describe: string) {
  return { type: "string", default: defaultShare, coerce: shareOf, describe } as const;
}

function spanOption(name: string, describe: string) {
  const coerce = (text?: string) => (text === undefined ? undefined : spanOf(name, text));
  return { type: "string", coerce, describe } as const;
}

/** Simulates the platform or an FFS, for trials before the real system is available. */
export const simulate = defineCommand({
  usage: "simulate <part> [folder]",
  examples: [
    ["lading simulate platform", "receive change notifications at http://127.0.0.1:8490/events"],
    [
      "lading simulate platform --partner http://127.0.0.1:8480 \\\n    --partner-token env:TOKEN --invoices 5",
      "fetch each entity that an event names, and post five invoices for accruals of the fetched jobs",
    ],
    [
      "lading simulate platform --partner http://127.0.0.1:8480 \\\n    --partner-token env:TOKEN --poll 10s",
      "poll for changes every ten seconds",
    ],
    ["lading simulate platform --fail 20% --slow 2s", "a platform with failures and delays"],
    ["lading simulate ffs ffs", "write exports to ffs/exports, and import invoices from ffs/imports"],
    ["lading simulate ffs ffs --steps 1 --post 0%", "one night in which nothing is posted"],
  ],
  options,

  run: (options, terminal) =>
    options.part === "platform" ? platform(options, terminal) : ffs(options, terminal),
});

async function platform(options: Options, terminal: Terminal): Promise<ExitCode> {
  checkPort("port", options.port);
  if (!Number.isSafeInteger(options.invoices) || options.invoices < 0)
    throw wrongUse("--invoices takes a whole number, such as 5.");
  if (options.fail + options.busy + options.drop > 1)
    throw wrongUse("--fail, --busy and --drop add up to more than 100%.");
  if (options.once && options.poll === undefined)
    throw wrongUse("--once requires --poll, for example --poll 1s.");
  if (options.partner === undefined && (options.poll !== undefined || options.invoices > 0))
    throw wrongUse("--poll and --invoices require --partner.");
  const secret = secretsOf(terminal);
  const [token, apiKey, clientSecret] = [
    secret("token", options.token),
    secret("api-key", options["api-key"]),
    secret("client-secret", options["client-secret"]),
  ];
  const id = options.client;
  if ((id === undefined) !== (clientSecret === undefined))
    throw wrongUse("--client and --client-secret must be used together.");
  const isOpen = token === undefined && apiKey === undefined && clientSecret === undefined;
  const newToken = isOpen ? randomBytes(12).toString("base64url") : undefined;
  const signIn = partnerSignIn(options, secret);
  const { partner: url } = options;
  const random = dice(options.seed);
  const simulation = await simulatePlatform({
    port: options.port,
    credentials: {
      token: token ?? newToken,
      apiKey,
      client: id === undefined || clientSecret === undefined ? undefined : { id, secret: clientSecret },
    },
    partner:
      url === undefined || signIn === undefined
        ? undefined
        : {
            url,
            signIn,
            poll: options.poll,
            invoices: options.invoices,
            withoutAccruals: options["without-accruals"],
            repeat: options.repeat,
            lose: options.drop,
            clock: options.clock,
          },
    seed: options.seed,
    disturb: () => disturbanceOf(options, random()),
    say: (line) => terminal.stdout.write(`${wrappedText(line, lookFor(terminal))}\n`),
  }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw wrongUse(`Port ${options.port} is in use. Choose another with --port.`);
  });
  terminal.stderr.write(
    `The platform receives notifications at ${simulation.url}/events${newToken === undefined ? "" : `, with the token ${newToken}`}. Press Ctrl-C to stop.\n`,
  );
  if (id !== undefined)
    terminal.stderr.write(`The platform issues access tokens at ${simulation.tokenUrl}.\n`);
  const stopped = new Promise<void>((done) => {
    if (terminal.signal.aborted) done();
    terminal.signal.addEventListener("abort", () => done(), { once: true });
  });
  await (options.once ? Promise.race([stopped, simulation.settled()]) : stopped);
  await simulation.close();
  const { taken, entities, posted, oddities } = simulation;
  terminal.stderr.write(
    `The platform received ${taken.length} notifications, fetched ${entities.size} entities and posted ${counted(posted.length, "invoice")}.\n`,
  );
  if (oddities.length > 0)
    terminal.stderr.write(`Violations of the interface (lines with !): ${oddities.length}.\n`);
  return options.once && oddities.length > 0 ? 1 : 0;
}

async function ffs(options: Options, terminal: Terminal): Promise<ExitCode> {
  const { folder, steps = Infinity, jobs } = options;
  if (folder === undefined) throw wrongUse("Add the FFS folder: lading simulate ffs DIR.");
  if (options.late + options.never > 1 || options.post + options.cancel > 1)
    throw wrongUse("--late and --never, or --post and --cancel, add up to more than 100%.");
  for (const [name, count] of Object.entries({ steps: options.steps ?? 1, jobs }))
    if (!Number.isSafeInteger(count) || count < 0 || count > 100_000)
      throw wrongUse(`--${name} takes a whole number up to 100000.`);
  // File names and contents may include control characters, which must not affect the terminal.
  const look = lookFor(terminal);
  const print = (line: string) => terminal.stdout.write(`${wrappedText(visible(line), look)}\n`);
  const open = () => openFfs({ ...options, folder: resolve(terminal.cwd, folder), say: print });
  let simulation = open();
  for (let step = 1; step <= steps && !terminal.signal.aborted; step++) {
    try {
      simulation.step();
    } catch (error) {
      if (!(error instanceof CrashError)) throw error;
      print(`crashed ${error.message}; restarting`);
      simulation = open();
    }
    if (step === steps) break;
    await wait(options.every, undefined, { signal: terminal.signal }).catch(() => undefined);
  }
  return 0;
}

/**
 * Returns the sign-in method for `--partner`, or undefined if neither `--partner` nor an option for signing in is used.
 * Throws `wrong_use` if an address is invalid, if `--partner` has no sign-in method or more than one, or if there is a
 * sign-in method without `--partner`.
 */
function partnerSignIn(options: Options, secret: ReturnType<typeof secretsOf>): PartnerSignIn | undefined {
  const { partner, "partner-token-url": tokenUrl, "partner-client": id } = options;
  const token = secret("partner-token", options["partner-token"]);
  const clientSecret = secret("partner-client-secret", options["partner-client-secret"]);
  const ofClient = [tokenUrl, id, clientSecret].filter((each) => each !== undefined).length;
  for (const [name, address] of Object.entries({ partner, "partner-token-url": tokenUrl })) {
    if (address !== undefined && !/^https?:/.test(URL.canParse(address) ? address : ""))
      throw wrongUse(
        `--${name} takes an address that starts with https:// or http://, not ${JSON.stringify(address)}.`,
      );
  }
  const isRight = token === undefined ? ofClient === (partner === undefined ? 0 : 3) : ofClient === 0;
  if (!isRight || (token !== undefined && partner === undefined))
    throw wrongUse(
      "--partner requires one sign-in method: --partner-token, or --partner-token-url with --partner-client and --partner-client-secret.",
    );
  if (token !== undefined) return { token };
  return tokenUrl === undefined || id === undefined || clientSecret === undefined
    ? undefined
    : { tokenUrl, id, secret: clientSecret };
}

function disturbanceOf({ slow, fail, busy, drop }: Options, random: number): Disturbance | undefined {
  if (random < fail) return { status: 500 };
  if (random < fail + busy) return { status: 429, retryAfter: 1 };
  if (random < fail + busy + drop) return { drop: true };
  return slow === undefined ? undefined : { delay: slow };
}

function secretsOf({ env, cwd }: Terminal) {
  return (option: string, reference: string | undefined): string | undefined => {
    if (reference === undefined) return undefined;
    if (secretReference().safeParse(reference).success) return readSecret(reference, { env, folder: cwd });
    throw wrongUse(`--${option} takes a reference (env:NAME or file:PATH), never the secret itself.`);
  };
}

function spanOf(option: string, text: string): number {
  const span = duration().safeParse(text);
  if (!span.success || span.data === 0)
    throw wrongUse(`--${option} takes a duration such as 2s, not ${JSON.stringify(text)}.`);
  return span.data;
}

function clockOf(text: string): number {
  const span = duration().safeParse(text.replace(/^[+-]/, ""));
  if (!span.success) throw wrongUse(`--clock takes a duration such as 5min, not ${JSON.stringify(text)}.`);
  return text.startsWith("-") ? -span.data : span.data;
}

function shareOf(text: string): number {
  const part = share().safeParse(text);
  if (!part.success || part.data > 1)
    throw wrongUse(`Enter a percentage of at most 100%, such as 20%, instead of ${JSON.stringify(text)}.`);
  return part.data;
}
