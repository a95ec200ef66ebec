import type { Argv } from "yargs";
import { readCredentials, shownName, stateOf, type Credential } from "../store/credentials/credentials.js";
import { createCredential, revokeCredential } from "../store/credentials/store.js";
import { wrongUse } from "../errors.js";
import { nearest } from "../nearest.js";
import { duration } from "../model/scalars.js";
import type { Store } from "../store/store.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import type { Workspace } from "../workspace/workspace.js";
import {
  defineCommand,
  type Command,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
} from "./command.js";
import { textTable } from "./feeds/table.js";
import { lookFor } from "./look.js";
import { day } from "../model/time-spans.js";
import type { CredentialKind } from "../store/states.js";

/** Actions shared by the commands `token`, `client` and `operator`: create, list and revoke. */

const actions = ["create", "list", "revoke"] as const;

const titles: Readonly<Record<CredentialKind, string>> = {
  token: "token",
  client: "client secret",
  operator: "access key",
};

interface Args {
  readonly action: (typeof actions)[number];
  readonly id: string | undefined;
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly expires: string | undefined;
  readonly json: boolean;
}

interface CredentialCommand {
  readonly kind: CredentialKind;
  readonly examples: readonly (readonly [string, string])[];
  /** Key of the secret in the JSON output. */
  readonly secretKey: string;
  /** Message on standard output after a credential is created. */
  readonly secretLines: (credential: Credential, secret: string) => string;
}

export function credentialCommand({ kind, examples, secretKey, secretLines }: CredentialCommand): Command {
  return defineCommand<Args>({
    usage: `${kind} <action> [id]`,
    examples,
    options: (yargs) =>
      (kind === "operator"
        ? yargs.option("name", textOption("Name of the person, as shown in the history"))
        : yargs
            .option("account", textOption("Account that the credential gives access to"))
            .option(
              "name",
              textOption(
                `Name of the client. Default: \`default\`. For rotation, two ${kind === "token" ? "tokens" : "secrets"} may be active per account and name`,
              ),
            )
      )
        .positional("action", { choices: actions, demandOption: true, describe: "What to do" })
        .positional("id", textOption("ID to revoke, as shown by `list`"))
        .option(
          "expires",
          textOption("Expiry: a duration such as 365d, or the last valid day such as 2027-03-31 (UTC)"),
        )
        .option("json", flagOption("Print JSON")) as Argv<Args>,
    async run(args, terminal) {
      refuseUnused(kind, args);
      const workspace = await loadWorkspace(terminal.cwd);
      return withStore(workspace, terminal.env, "write", (store) => act(store, args, workspace, terminal));
    },
  });

  async function act(store: Store, args: Args, workspace: Workspace, terminal: Terminal): Promise<ExitCode> {
    const now = new Date();
    switch (args.action) {
      case "create": {
        const account = kind === "operator" ? "" : accountOf(args.account, workspace);
        if (kind === "operator" && args.name === undefined) {
          throw wrongUse("Use --name to add the person's name, which is shown in the history.");
        }
        const expiresAt = args.expires === undefined ? undefined : endOf(args.expires, now);
        const wanted = { kind, account, name: args.name ?? "default", expiresAt };
        const { credential, secret } = await createCredential(store, wanted, now);
        terminal.stdout.write(
          args.json
            ? `${JSON.stringify({ ...shown(credential, now), [secretKey]: secret })}\n`
            : secretLines(credential, secret),
        );
        terminal.stderr.write(
          `The ${titles[kind]} ${credential.id} ${opens(credential)}${
            credential.expires_at === undefined ? "" : ` until ${endText(credential.expires_at)}`
          }. Save it now, because Lading stores only its hash.\n`,
        );
        return 0;
      }
      case "list": {
        const all = (await readCredentials(store.db)).filter((credential) => credential.kind === kind);
        write(all, args.json, terminal, now);
        return 0;
      }
      case "revoke": {
        if (args.id === undefined) {
          throw wrongUse(
            `Add the ID of the ${titles[kind]} to revoke: \`lading ${kind} revoke ID\`. \`lading ${kind} list\` shows the IDs.`,
          );
        }
        const credential = await revokeCredential(store, kind, args.id, now);
        if (args.json) terminal.stdout.write(`${JSON.stringify(shown(credential, now))}\n`);
        else terminal.stderr.write(`Revoked ${titles[kind]} ${credential.id}.\n`);
        return 0;
      }
    }
  }
}

function opens({ kind, account, name }: Credential): string {
  if (kind !== "operator") return `gives access to the account ${account}`;
  return `lets ${shownName(name)} sign in to the console`;
}

/** Rejects arguments that the action does not use, because they are probably a mistake. */
function refuseUnused(kind: CredentialKind, { action, id, account, name, expires }: Args): void {
  const given = { ID: id, "--account": account, "--name": name, "--expires": expires };
  const used: Record<Args["action"], readonly string[]> = {
    create: ["--account", "--name", "--expires"],
    list: [],
    revoke: ["ID"],
  };
  const unused = Object.entries(given).find(
    ([what, value]) => value !== undefined && !used[action].includes(what),
  );
  if (unused === undefined) return;
  const [what, value] = unused;
  throw wrongUse(
    `\`lading ${kind} ${action}\` does not take ${what === "ID" ? JSON.stringify(value) : what}.`,
  );
}

function accountOf(name: string | undefined, { accounts }: Workspace): string {
  if (name !== undefined && accounts.has(name)) return name;
  const names = [...accounts.keys()];
  const near = name === undefined ? undefined : nearest(name, names);
  const reason =
    name === undefined
      ? `Specify the account with --account: ${names.join(", ")}.`
      : `There is no account ${JSON.stringify(name)}. ${near === undefined ? `The workspace has ${names.join(", ")}.` : `Did you mean ${near}?`}`;
  throw wrongUse(reason);
}

/**
 * Parses the value of `--expires`: a duration from now, a date (including that day), or an exact time.
 */
function endOf(text: string, now: Date): Date {
  const length = duration().safeParse(text);
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(T.*(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const end = length.success
    ? new Date(now.getTime() + length.data)
    : new Date(time === undefined ? Date.parse(text) + day : text);
  if (Number.isNaN(end.getTime()) || (!length.success && !isDay(date ?? ""))) {
    throw wrongUse("--expires takes a duration such as 365d, or a valid date such as 2027-03-31.");
  }
  if (end <= now) throw wrongUse("--expires is in the past.");
  return end;
}

/** JavaScript parses 2027-02-30 as March 2, so such dates are rejected. */
function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

/** Returns the last valid day, which is the previous day if the expiry is midnight. */
function lastDay(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10);
}

function endText(expiresAt: string): string {
  return expiresAt.endsWith("T00:00:00.000Z") ? `the end of ${lastDay(expiresAt)} (UTC)` : expiresAt;
}

/** Returns the fields of a credential that may be printed: all except its digest. */
function shown(credential: Credential, now: Date) {
  const { id, account, name, client_id, created_at, expires_at, revoked_at } = credential;
  return {
    id,
    state: stateOf(credential, now),
    account,
    name,
    client_id,
    created_at,
    expires_at,
    revoked_at,
  };
}

function write(all: readonly Credential[], asJson: boolean, terminal: Terminal, now: Date): void {
  const { stdout, stderr } = terminal;
  const rows = all.map((credential) => shown(credential, now));
  if (asJson) {
    stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (rows.length === 0) {
    stderr.write("None.\n");
    return;
  }
  const lines = rows.map((row) => [
    row.id,
    row.state,
    row.account === "" ? "all" : row.account,
    shownName(row.name),
    row.client_id ?? "",
    row.created_at.slice(0, 10),
    row.expires_at === undefined ? "never" : lastDay(row.expires_at),
  ]);
  const headings = ["id", "state", "account", "name", "client_id", "created", "last day"];
  stdout.write(textTable(headings, lines, lookFor(terminal)));
}
