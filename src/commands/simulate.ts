import { randomBytes } from "node:crypto";
import { readSecret } from "../credentials/references.js";
import { failure } from "../errors.js";
import { duration, secretReference, share } from "../scalars.js";
import { simulatePlatform, type Trouble } from "../simulate/platform.js";
import { defineCommand, type Terminal } from "./command.js";
import { checkPort } from "./port.js";

interface Options {
  readonly part: "platform";
  readonly port: number;
  readonly token: string | undefined;
  readonly "api-key": string | undefined;
  readonly client: string | undefined;
  readonly "client-secret": string | undefined;
  readonly partner: string | undefined;
  readonly "partner-token": string | undefined;
  /** Milliseconds. */
  readonly slow: number | undefined;
  /** Shares of 1. */
  readonly fail: number;
  readonly drop: number;
}

/** The other side, to try things out with before it is there. */
export const simulate = defineCommand<Options>({
  usage: "simulate <part>",
  summary: "Play the platform on this machine, to try out what it is told and fetches",
  examples: [
    ["lading simulate platform", "take notices of changes at http://127.0.0.1:8490/events"],
    [
      "lading simulate platform --partner http://127.0.0.1:8480 --partner-token env:TOKEN",
      "and fetch each entity that it is told of",
    ],
    ["lading simulate platform --fail 20% --slow 2s", "a platform that is in trouble"],
  ],
  options: (yargs) =>
    yargs
      .positional("part", { choices: ["platform"] as const, demandOption: true, describe: "What to play" })
      .option("port", { type: "number", default: 8490, describe: "Port on this machine; 0 takes a free one" })
      .option("token", {
        type: "string",
        describe: "Reference to the token that it lets in; a new one when none of the three ways is named",
      })
      .option("api-key", { type: "string", describe: "Reference to the key that it lets in" })
      .option("client", {
        type: "string",
        describe: "Id of the OAuth 2.0 client that it gives access tokens",
      })
      .option("client-secret", { type: "string", describe: "Reference to the secret of that client" })
      .option("partner", { type: "string", describe: "Address where it fetches what it is told of" })
      .option("partner-token", {
        type: "string",
        describe: "Reference to the bearer token that it shows there",
      })
      .option("slow", { type: "string", coerce: spanOf, describe: "Answer so late, such as 2s" })
      .option("fail", {
        type: "string",
        default: "0%",
        coerce: shareOf,
        describe: "Answer 500 so often, such as 20%",
      })
      .option("drop", {
        type: "string",
        default: "0%",
        coerce: shareOf,
        describe: "Take a notice and lose the answer so often",
      }),

  async run(options, terminal) {
    checkPort("port", options.port);
    const { partner } = options;
    if (partner !== undefined && !URL.canParse(partner))
      throw failure("wrong_use", { reason: `--partner is no address: ${JSON.stringify(partner)}.` });
    const secret = secretsOf(terminal);
    const [token, apiKey, clientSecret, partnerToken] = [
      secret("token", options.token),
      secret("api-key", options["api-key"]),
      secret("client-secret", options["client-secret"]),
      secret("partner-token", options["partner-token"]),
    ];
    if ((options.client === undefined) !== (clientSecret === undefined))
      throw failure("wrong_use", { reason: "--client and --client-secret belong together." });
    if ((partner === undefined) !== (partnerToken === undefined))
      throw failure("wrong_use", { reason: "--partner and --partner-token belong together." });
    const isOpen = token === undefined && apiKey === undefined && clientSecret === undefined;
    const made = isOpen ? randomBytes(12).toString("base64url") : undefined;
    const { id, secret: ofClient } = { id: options.client, secret: clientSecret };
    const platform = await simulatePlatform({
      port: options.port,
      credentials: {
        token: token ?? made,
        apiKey,
        client: id === undefined || ofClient === undefined ? undefined : { id, secret: ofClient },
      },
      partner:
        partner === undefined || partnerToken === undefined
          ? undefined
          : { url: partner, token: partnerToken },
      trouble: () => troubleOf(options),
      say: (line) => terminal.stdout.write(`${line}\n`),
    }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      throw failure("wrong_use", { reason: `The port ${options.port} is taken: name another with --port.` });
    });
    terminal.stderr.write(
      `The platform takes notices at ${platform.url}/events${made === undefined ? "" : `, with the token ${made}`}. Ctrl+C ends it.\n`,
    );
    if (options.client !== undefined)
      terminal.stderr.write(`It gives access tokens at ${platform.tokenUrl}.\n`);
    await new Promise<void>((done) => {
      if (terminal.signal.aborted) done();
      terminal.signal.addEventListener("abort", () => done(), { once: true });
    });
    await platform.close();
    terminal.stderr.write(
      `It took ${platform.taken.length} notices and fetched ${platform.entities.size} entities.\n`,
    );
    return 0;
  },
});

function troubleOf({ slow, fail, drop }: Options): Trouble | undefined {
  const dice = Math.random();
  if (dice < fail) return { status: 500 };
  if (dice < fail + drop) return { drop: true };
  return slow === undefined ? undefined : { delay: slow };
}

function secretsOf({ env, cwd }: Terminal) {
  return (option: string, reference: string | undefined): string | undefined => {
    if (reference === undefined) return undefined;
    if (secretReference().safeParse(reference).success) return readSecret(reference, { env, folder: cwd });
    throw failure("wrong_use", {
      reason: `--${option} takes a reference, env:NAME or file:PATH, never the secret itself.`,
    });
  };
}

function spanOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const span = duration().safeParse(text);
  if (!span.success)
    throw failure("wrong_use", { reason: `--slow is no time span, such as 2s: ${JSON.stringify(text)}.` });
  return span.data;
}

function shareOf(text: string): number {
  const part = share().safeParse(text);
  if (!part.success)
    throw failure("wrong_use", {
      reason: `A share is written in percent, such as 20%: ${JSON.stringify(text)}.`,
    });
  return part.data;
}
