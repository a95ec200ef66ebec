import type { Argv } from "yargs";
import { isSecretReference, readSecret } from "../store/credentials/references.js";
import { wrongUse } from "../errors.js";
import { verifyReportText, verdictOn } from "../conformance/verify/report.js";
import type { VerifyOptions } from "../conformance/verify/session.js";
import { fitsHeader } from "../conformance/verify/sign-in.js";
import { verify } from "../conformance/verify/verify.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
  requiredText,
} from "./command.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";

const exitCodes: Record<ReturnType<typeof verdictOn>, ExitCode> = {
  conforms: 0,
  faulty: 1,
  unreachable: 75,
  undecided: 75,
};

const options = (yargs: Argv) =>
  yargs
    .positional("url", requiredText("Base address. Paths such as /staff and /orgs are appended to it"))
    .option("token", textOption("Static bearer token: env:NAME or file:PATH"))
    .option("token-url", textOption("Token URL for OAuth 2.0 client credentials"))
    .option("client-id", textOption("Client ID for the token URL"))
    .option("client-secret", textOption("Secret of the client: env:NAME or file:PATH"))
    .option("tax-mode", {
      choices: ["tax", "non_tax"],
      default: "tax",
      describe: "tax: every charge code requires a tax code",
    })
    .option("org", textOption("external_id of an org to fetch if no list is available"))
    .option("job", textOption("external_id of the job to fetch and to use for the posted invoice"))
    .option("invoice", textOption("external_id of an invoice to fetch"))
    .option("post", flagOption("Post an invoice for accruals of a job. The invoice is not removed afterward"))
    .option("timeout", { type: "number", default: 30, describe: "Timeout for each response, in seconds" })
    .option("pause", {
      type: "number",
      default: 1.1,
      describe: "Seconds between the two requests for a list",
    })
    .option("json", flagOption("Print the results as JSON"));

type Args = OptionsOf<typeof options>;

export const verifyUrl = defineCommand({
  usage: "verify <url>",
  examples: [
    ["lading verify https://ffs.example.com/api --token env:TOKEN", "sign in with a static bearer token"],
    [
      "lading verify https://ffs.example.com/api --client-id platform \\\n    --token-url https://ffs.example.com/token --client-secret file:secret",
      "sign in with OAuth 2.0 client credentials",
    ],
    [
      "lading verify https://ffs.example.com/api --token env:TOKEN --job S123 --post",
      "for a server without lists: check a job and post an invoice for it",
    ],
  ],
  options,
  async run(args, terminal) {
    const options = optionsOf(args, terminal);
    try {
      const results = await verify(options);
      const text = args.json
        ? `${JSON.stringify({ url: args.url, results }, null, 2)}\n`
        : wrappedText(verifyReportText(results), lookFor(terminal));
      terminal.stdout.write(text);
      return exitCodes[verdictOn(results)];
    } catch (error) {
      if (terminal.signal.aborted) return 75;
      throw error;
    }
  },
});

function optionsOf(args: Args, terminal: Terminal): VerifyOptions {
  const { "token-url": tokenUrl, "client-id": clientId, "client-secret": clientSecret } = args;
  if (addressOf(args.url, "The address").search !== "") {
    throw wrongUse(
      "The address must not contain a `?`, because Lading appends paths such as /staff to the address.",
    );
  }
  const given = [tokenUrl, clientId, clientSecret].filter((value) => value !== undefined).length;
  if (given !== 0 && given !== 3)
    throw wrongUse("OAuth 2.0 requires --token-url, --client-id and --client-secret together.");
  if (given === 0 && args.token === undefined)
    throw wrongUse(
      "No sign-in method was given. Add --token, or --token-url with --client-id and --client-secret.",
    );
  if (tokenUrl !== undefined) addressOf(tokenUrl, "--token-url");
  if (!(args.timeout > 0 && args.timeout <= longest))
    throw wrongUse(`--timeout takes more than 0 and at most ${longest} seconds, for example --timeout 30.`);
  if (!(args.pause >= 0 && args.pause <= longest))
    throw wrongUse(`--pause takes 0 to ${longest} seconds, for example --pause 1.1.`);
  const { stderr, signal } = terminal;
  return {
    url: args.url,
    bearer: args.token === undefined ? undefined : tokenIn(args.token, terminal),
    oauth:
      tokenUrl === undefined || clientId === undefined || clientSecret === undefined
        ? undefined
        : { tokenUrl, clientId, clientSecret: oneLine(clientSecret, "--client-secret", terminal) },
    taxMode: args["tax-mode"] === "non_tax" ? "non_tax" : "tax",
    ids: {
      ...(args.org !== undefined && { "/orgs": args.org }),
      ...(args.job !== undefined && { "/jobs": args.job }),
      ...(args.invoice !== undefined && { "/payables-invoices": args.invoice }),
    },
    post: args.post,
    seconds: args.timeout,
    pause: args.pause * 1000,
    signal,
    onWait(seconds) {
      if (stderr.isTTY === true) stderr.write(`The server limits requests (429): waiting ${seconds} s.\n`);
    },
  };
}

/** Maximum value of a time option, in seconds. */
const longest = 3600;

/** Error messages never quote the unchecked address, because it may contain a password. */
function addressOf(text: string, what: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw wrongUse(`${what} must start with https:// or http://, for example https://ffs.example.com/api.`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw wrongUse(
      `${what} contains a user or password (before the @). Remove them, and sign in with --token, or with --token-url, --client-id and --client-secret.`,
    );
  }
  if (text.includes("#")) throw wrongUse(`${what} must not contain a \`#\`.`);
  return url;
}

function tokenIn(reference: string, terminal: Terminal): string {
  const token = oneLine(reference, "--token", terminal);
  if (!fitsHeader(token)) {
    throw wrongUse(
      `The token specified with --token (${reference}) may contain only printable ASCII characters without spaces, because the token is sent in a header.`,
    );
  }
  return token;
}

/**
 * Reads a secret that is a single line. A secret on the command line would be visible in the process list and the
 * shell history.
 */
function oneLine(reference: string, option: string, { cwd, env }: Terminal): string {
  if (!isSecretReference(reference))
    throw wrongUse("Specify secrets as env:NAME or file:PATH. Never enter the secret itself.");
  const secret = readSecret(reference, { env, folder: cwd });
  const lines = secret.split(/\r\n|[\r\n]/).length;
  if (lines > 1) {
    throw wrongUse(
      `The secret for ${option} (${reference}) must be a single line, but it has ${lines} lines.`,
    );
  }
  if (secret === "") throw wrongUse(`The secret for ${option} (${reference}) is empty.`);
  return secret;
}
