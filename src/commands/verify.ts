import { isSecretReference, readSecret } from "../credentials/references.js";
import { failure } from "../errors.js";
import { reportText } from "../verify/report.js";
import { verify, type VerifyOptions } from "../verify/verify.js";
import { defineCommand, type Terminal } from "./command.js";

interface Args {
  url: string;
  token?: string | undefined;
  "token-url"?: string | undefined;
  "client-id"?: string | undefined;
  "client-secret"?: string | undefined;
  "tax-mode": string;
  timeout: number;
  pause: number;
  json: boolean;
}

export const verifyUrl = defineCommand<Args>({
  usage: "verify <url>",
  summary: "Play the platform against any implementation of the endpoints",
  examples: [
    ["lading verify https://ffs.example.com/api --token env:TOKEN", "Sign in with a static bearer token"],
    [
      "lading verify https://ffs.example.com/api --token-url https://ffs.example.com/oauth/token --client-id platform --client-secret file:secret",
      "Sign in by OAuth 2.0 client credentials",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("url", {
        type: "string",
        demandOption: true,
        describe: "Base address; /staff, /charge-codes and /tax-codes are added to it",
      })
      .option("token", { type: "string", describe: "The static bearer token: env:NAME or file:PATH" })
      .option("token-url", { type: "string", describe: "Token URL of OAuth 2.0 client credentials" })
      .option("client-id", { type: "string", describe: "The client's id at the token URL" })
      .option("client-secret", { type: "string", describe: "The client's secret: env:NAME or file:PATH" })
      .option("tax-mode", {
        choices: ["tax", "non_tax"],
        default: "tax",
        describe: "Whether the account has tax: then every charge code needs a tax code",
      })
      .option("timeout", { type: "number", default: 30, describe: "Seconds that one answer may take" })
      .option("pause", { type: "number", default: 1.1, describe: "Seconds between the two calls of a list" })
      .option("json", { type: "boolean", default: false, describe: "The findings as JSON" }),
  async run(args, terminal) {
    const findings = await verify(optionsOf(args, terminal));
    const faults = findings.filter((finding) => finding.outcome === "fault");
    const text = args.json
      ? `${JSON.stringify({ url: args.url, findings }, null, 2)}\n`
      : reportText(findings);
    terminal.stdout.write(text);
    if (faults.some((finding) => finding.check === "reachable")) return 75;
    return faults.length > 0 ? 1 : 0;
  },
});

function optionsOf(args: Args, terminal: Terminal): VerifyOptions {
  if (!/^https?:\/\//.test(args.url) || !URL.canParse(args.url)) {
    throw failure("wrong_use", { reason: "The address must begin with https:// or http://." });
  }
  const { "token-url": tokenUrl, "client-id": clientId, "client-secret": clientSecret } = args;
  const given = [tokenUrl, clientId, clientSecret].filter((value) => value !== undefined).length;
  if (given !== 0 && given !== 3) {
    throw failure("wrong_use", {
      reason: "OAuth 2.0 needs --token-url, --client-id and --client-secret together.",
    });
  }
  if (given === 0 && args.token === undefined) {
    throw failure("wrong_use", {
      reason: "Nothing to sign in with: give --token, or --token-url with a client.",
    });
  }
  return {
    url: args.url,
    bearer: args.token === undefined ? undefined : secret(args.token, terminal),
    oauth:
      tokenUrl === undefined || clientId === undefined || clientSecret === undefined
        ? undefined
        : { tokenUrl, clientId, clientSecret: secret(clientSecret, terminal) },
    taxMode: args["tax-mode"] === "non_tax" ? "non_tax" : "tax",
    seconds: args.timeout,
    pause: args.pause * 1000,
  };
}

/** A secret on the command line would stand in the process list and in the shell's history. */
function secret(reference: string, { cwd, env }: Terminal): string {
  if (!isSecretReference(reference)) {
    throw failure("wrong_use", {
      reason: "Write secrets as env:NAME or file:PATH, never the secret itself.",
    });
  }
  return readSecret(reference, { env, folder: cwd });
}
