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
import { lookOf } from "./look.js";
import { checkPort } from "./port.js";
import { visible } from "../sentence.js";

const options = (yargs: Argv) =>
  yargs
    .positional("part", {
      choices: ["platform", "ffs"] as const,
      demandOption: true,
      describe: "What to play: the platform, or a freight forwarding system of files",
    })
    .positional("folder", textOption("Folder of the ffs; it is made"))
    .option("port", { type: "number", default: 8490, describe: "Port on this machine; 0 takes a free one" })
    .option(
      "token",
      textOption("Reference to the token that it lets in; a new one when none of the three ways is named"),
    )
    .option("api-key", textOption("Reference to the key that it lets in"))
    .option("client", textOption("Id of the OAuth 2.0 client that it gives access tokens"))
    .option("client-secret", textOption("Reference to the secret of that client"))
    .option("partner", textOption("Address where it fetches and posts"))
    .option("partner-token", textOption("Reference to the bearer token that it shows there"))
    .option("partner-token-url", textOption("Where it gets access tokens instead"))
    .option("partner-client", textOption("Id of its client there"))
    .option("partner-client-secret", textOption("Reference to that client's secret"))
    .option(
      "poll",
      spanOption("poll", "Poll for changes this often, such as 10s, instead of receiving events"),
    )
    .option(
      "once",
      flagOption("With --poll: one round, then end; 1 when something was not as the interface says"),
    )
    .option("invoices", {
      type: "number",
      default: 0,
      describe: "Post so many invoices at most, for accruals of the jobs that it fetched",
    })
    .option("without-accruals", shareOption("0%", "So many of them name no accruals"))
    .option("repeat", shareOption("0%", "Post so many of them once more"))
    .option("slow", spanOption("slow", "Answer so late, such as 2s"))
    .option("fail", shareOption("0%", "Answer 500 so often, such as 20%"))
    .option("busy", shareOption("0%", "Answer 429 so often, with Retry-After"))
    .option(
      "drop",
      shareOption(
        "0%",
        "Take a notification and lose the answer so often; of invoices, do not wait for the answer",
      ),
    )
    .option("clock", {
      type: "string",
      default: "0s",
      coerce: clockOf,
      describe: "How far its clock is ahead, such as 5min, or behind, --clock=-5min",
    })
    .option("seed", { type: "number", default: 1, describe: "Another number lets other things happen" })
    .option("every", {
      type: "string",
      default: "5s",
      coerce: (text: string) => spanOf("every", text),
      describe: "ffs: how long a night takes",
    })
    .option("steps", { type: "number", describe: "ffs: end after so many nights" })
    .option("jobs", { type: "number", default: 10, describe: "ffs: how many jobs it begins with" })
    .option("deltas", flagOption("ffs: later exports of jobs and invoices hold what changed alone"))
    .option("reference", {
      type: "boolean",
      default: true,
      describe: "ffs: exports say under which reference an invoice was imported; --no-reference",
    })
    .option("late", shareOption("0%", "ffs: import so many later"))
    .option("never", shareOption("0%", "ffs: or never"))
    .option("answer", shareOption("100%", "ffs: say in words what became of so many files"))
    .option("post", shareOption("50%", "ffs: post so many of the open invoices in a night"))
    .option("cancel", shareOption("0%", "ffs: or cancel them"))
    .option(
      "crash",
      shareOption("0%", "ffs: crash so often between two things that belong together, and start again"),
    );

type Options = OptionsOf<typeof options>;

/** @param usual the share when nothing is said, in percent */
function shareOption(usual: string, describe: string) {
  return { type: "string", default: usual, coerce: shareOf, describe } as const;
}

function spanOption(name: string, describe: string) {
  const coerce = (text?: string) => (text === undefined ? undefined : spanOf(name, text));
  return { type: "string", coerce, describe } as const;
}

/** The other side, to try things out with before it is there. */
export const simulate = defineCommand({
  usage: "simulate <part> [folder]",
  examples: [
    ["lading simulate platform", "take notifications of changes at http://127.0.0.1:8490/events"],
    [
      "lading simulate platform --partner http://127.0.0.1:8480 \\\n    --partner-token env:TOKEN --invoices 5",
      "fetch each entity that an event names, and post invoices for five creditors of jobs",
    ],
    [
      "lading simulate platform --partner http://127.0.0.1:8480 \\\n    --partner-token env:TOKEN --poll 10s",
      "ask every ten seconds what changed",
    ],
    ["lading simulate platform --fail 20% --slow 2s", "a platform that is in trouble"],
    ["lading simulate ffs ffs", "drop exports into ffs/exports, import invoices from ffs/imports"],
    ["lading simulate ffs ffs --steps 1 --post 0%", "one night, in which nothing is posted"],
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
    throw wrongUse("--fail, --busy and --drop come to more than 100 %.");
  if (options.once && options.poll === undefined) throw wrongUse("--once needs --poll, such as --poll 1s.");
  if (options.partner === undefined && (options.poll !== undefined || options.invoices > 0))
    throw wrongUse("--poll and --invoices need --partner.");
  const secret = secretsOf(terminal);
  const [token, apiKey, clientSecret] = [
    secret("token", options.token),
    secret("api-key", options["api-key"]),
    secret("client-secret", options["client-secret"]),
  ];
  const id = options.client;
  if ((id === undefined) !== (clientSecret === undefined))
    throw wrongUse("--client and --client-secret belong together.");
  const isOpen = token === undefined && apiKey === undefined && clientSecret === undefined;
  const made = isOpen ? randomBytes(12).toString("base64url") : undefined;
  const signIn = partnerSignIn(options, secret);
  const { partner: url } = options;
  const random = dice(options.seed);
  const played = await simulatePlatform({
    port: options.port,
    credentials: {
      token: token ?? made,
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
    say: (line) => terminal.stdout.write(`${wrappedText(line, lookOf(terminal))}\n`),
  }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw wrongUse(`The port ${options.port} is taken: name another with --port.`);
  });
  terminal.stderr.write(
    `The platform takes notifications at ${played.url}/events${made === undefined ? "" : `, with the token ${made}`}. Ctrl-C ends it.\n`,
  );
  if (id !== undefined) terminal.stderr.write(`It gives access tokens at ${played.tokenUrl}.\n`);
  const stopped = new Promise<void>((done) => {
    if (terminal.signal.aborted) done();
    terminal.signal.addEventListener("abort", () => done(), { once: true });
  });
  await (options.once ? Promise.race([stopped, played.settled()]) : stopped);
  await played.close();
  const { taken, entities, posted, oddities } = played;
  terminal.stderr.write(
    `It took ${taken.length} notifications, fetched ${entities.size} entities and posted ${posted.length} invoice${posted.length === 1 ? "" : "s"}.\n`,
  );
  if (oddities.length > 0)
    terminal.stderr.write(
      `${oddities.length} times something was not as the interface says (lines with !).\n`,
    );
  return options.once && oddities.length > 0 ? 1 : 0;
}

async function ffs(options: Options, terminal: Terminal): Promise<ExitCode> {
  const { folder, steps = Infinity, jobs } = options;
  if (folder === undefined) throw wrongUse("Name the folder of the FFS: lading simulate ffs DIR.");
  if (options.late + options.never > 1 || options.post + options.cancel > 1)
    throw wrongUse("--late and --never, or --post and --cancel, come to more than 100 %.");
  for (const [name, count] of Object.entries({ steps: options.steps ?? 1, jobs }))
    if (!Number.isSafeInteger(count) || count < 0 || count > 100_000)
      throw wrongUse(`--${name} takes a whole number up to 100000, such as 5.`);
  // Names of files and words in them must not steer a terminal.
  const look = lookOf(terminal);
  const say = (line: string) => terminal.stdout.write(`${wrappedText(visible(line), look)}\n`);
  const open = () => openFfs({ ...options, folder: resolve(terminal.cwd, folder), say });
  let played = open();
  for (let step = 1; step <= steps && !terminal.signal.aborted; step++) {
    try {
      played.step();
    } catch (error) {
      if (!(error instanceof CrashError)) throw error;
      say(`crashed ${error.message}; it starts again`);
      played = open();
    }
    if (step === steps) break;
    await wait(options.every, undefined, { signal: terminal.signal }).catch(() => undefined);
  }
  return 0;
}

/** One method, as the interface demands. */
function partnerSignIn(options: Options, secret: ReturnType<typeof secretsOf>): PartnerSignIn | undefined {
  const { partner, "partner-token-url": tokenUrl, "partner-client": id } = options;
  const token = secret("partner-token", options["partner-token"]);
  const clientSecret = secret("partner-client-secret", options["partner-client-secret"]);
  const ofClient = [tokenUrl, id, clientSecret].filter((each) => each !== undefined).length;
  for (const [name, address] of Object.entries({ partner, "partner-token-url": tokenUrl })) {
    if (address !== undefined && !/^https?:/.test(URL.canParse(address) ? address : ""))
      throw wrongUse(`--${name} is no address: ${JSON.stringify(address)}.`);
  }
  const isRight = token === undefined ? ofClient === (partner === undefined ? 0 : 3) : ofClient === 0;
  if (!isRight || (token !== undefined && partner === undefined))
    throw wrongUse(
      "--partner needs one way to sign in: --partner-token, or --partner-token-url with --partner-client and --partner-client-secret.",
    );
  if (token !== undefined) return { token };
  return tokenUrl === undefined || id === undefined || clientSecret === undefined
    ? undefined
    : { tokenUrl, id, secret: clientSecret };
}

function disturbanceOf({ slow, fail, busy, drop }: Options, thrown: number): Disturbance | undefined {
  if (thrown < fail) return { status: 500 };
  if (thrown < fail + busy) return { status: 429, retryAfter: 1 };
  if (thrown < fail + busy + drop) return { drop: true };
  return slow === undefined ? undefined : { delay: slow };
}

function secretsOf({ env, cwd }: Terminal) {
  return (option: string, reference: string | undefined): string | undefined => {
    if (reference === undefined) return undefined;
    if (secretReference().safeParse(reference).success) return readSecret(reference, { env, folder: cwd });
    throw wrongUse(`--${option} takes a reference, env:NAME or file:PATH, never the secret itself.`);
  };
}

function spanOf(option: string, text: string): number {
  const span = duration().safeParse(text);
  if (!span.success || span.data === 0)
    throw wrongUse(`--${option} is no time span, such as 2s: ${JSON.stringify(text)}.`);
  return span.data;
}

function clockOf(text: string): number {
  const span = duration().safeParse(text.replace(/^[+-]/, ""));
  if (!span.success) throw wrongUse(`--clock is no time span, such as 5min: ${JSON.stringify(text)}.`);
  return text.startsWith("-") ? -span.data : span.data;
}

function shareOf(text: string): number {
  const part = share().safeParse(text);
  if (!part.success || part.data > 1)
    throw wrongUse(`A share is written in percent up to 100, such as 20%: ${JSON.stringify(text)}.`);
  return part.data;
}
