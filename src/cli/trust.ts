import type { Argv } from "yargs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  fingerprint,
  hostKeyState,
  keyType,
  knownHostsLine,
  parseKnownHosts,
  parsePin,
  trustOf,
  withoutHost,
} from "../store/credentials/host-keys.js";
import { forgiveHostKey } from "../feeds/deliveries/faults.js";
import { failure, wrongUse } from "../errors.js";
import { writeFileWhole } from "../system/write-file.js";
import { clearHost } from "../connectors/sftp/host-state.js";
import { fetchHostKeys } from "../connectors/sftp/connection.js";
import { knownHostsFile } from "../connectors/sftp/hosts.js";
import { standardDeadlines, type SftpDirectory } from "../connectors/sftp/settings.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import type { Workspace } from "../workspace/workspace.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
  requiredText,
} from "./command.js";
import { answerTo } from "./question.js";

const options = (yargs: Argv) =>
  yargs
    .positional("host", requiredText("Name or address, as in lading.yaml"))
    .option("port", { type: "number", describe: "Port; the one in lading.yaml, else 22" })
    .option("fingerprint", textOption("The fingerprint that the partner gave you"))
    .option("replace", flagOption("Forget the keys of this host that known_hosts held before"));

type TrustArgs = OptionsOf<typeof options>;

export const trust = defineCommand({
  usage: "trust <host>",
  examples: [
    ["lading trust sftp.acme.example", "show the key, ask, and write it to known_hosts of the workspace"],
    [
      "lading trust sftp.acme.example --port 2222 --fingerprint SHA256:...",
      "pin this key, without a question",
    ],
    ["lading trust sftp.acme.example --replace", "forget the keys that were pinned before"],
  ],
  options,
  run: runTrust,
});

async function runTrust(args: TrustArgs, terminal: Terminal): Promise<ExitCode> {
  // A name or an address of IPv4 may carry its port, as people write it.
  const { host = args.host, port: written } =
    /^(?<host>[^:]+):(?<port>\d{1,5})$/.exec(args.host)?.groups ?? {};
  const asked = args.port ?? (written === undefined ? undefined : Number(written));
  const workspace = await loadWorkspace(terminal.cwd);
  const known = settingsOf(workspace, host, asked);
  const port = asked ?? known?.port ?? 22;
  const say = (line: string): void => void terminal.stderr.write(`${line}\n`);

  const wanted = args.fingerprint === undefined ? undefined : parsePin(args.fingerprint);
  if (args.fingerprint !== undefined && wanted === undefined) {
    throw wrongUse("--fingerprint is SHA256: and 43 signs, as ssh-keygen -l prints it.");
  }
  const target = {
    host,
    port,
    user: "",
    legacyAlgorithms: known?.legacyAlgorithms ?? false,
    deadlines: known?.deadlines ?? standardDeadlines,
  };
  const keys = await fetchHostKeys(target, terminal.signal);
  say(`${host} port ${port} shows:`);
  for (const key of keys) say(`  ${describe(key)}`);

  const path = join(workspace.root, knownHostsFile);
  const text = await readFile(path, "utf8").catch(absent);
  const before = trustOf(host, port, [], parseKnownHosts(text));
  const revoked = keys.find((key) => hostKeyState(before, key) === "revoked");
  if (revoked !== undefined) throw failure("sftp_revoked_host_key", { host, seen: describe(revoked) });

  const chosen =
    wanted === undefined
      ? await ask(keys, host, terminal)
      : keys.find((key) => fingerprint(key) === wanted.fingerprint);
  if (chosen === undefined) {
    if (wanted === undefined) {
      say("Nothing was written.");
      return 1;
    }
    const seen = keys.map(describe).join(", ");
    throw failure("sftp_not_that_key", { host, wanted: wanted.fingerprint, seen });
  }

  const kept = args.replace ? withoutHost(text, host, port) : text;
  const isTrusted = hostKeyState(trustOf(host, port, [], parseKnownHosts(kept)), chosen) === "trusted";
  if (isTrusted && kept === text) {
    say(`This key is trusted already; ${knownHostsFile} stays as it is.`);
  } else {
    const start = kept === "" || kept.endsWith("\n") ? kept : `${kept}\n`;
    await writeFileWhole(path, [isTrusted ? start : `${start}${knownHostsLine(host, port, chosen)}\n`]);
    say(`Written to ${path}:`);
    say(`  ${describe(chosen)}`);
  }
  await withStore(workspace, terminal.env, "write", async ({ db }) => {
    await clearHost(db, host, port);
    await forgiveHostKey(db, host, port);
  });
  return 0;
}

/** The key that is to be pinned: the strongest after a yes, or the one whose fingerprint was typed. */
async function ask(keys: readonly Buffer[], host: string, terminal: Terminal): Promise<Buffer | undefined> {
  if (terminal.stdin.isTTY !== true) throw failure("sftp_no_answer_possible", { host });
  const question =
    "Ask the partner for the fingerprint by another way (telephone, contract) and compare.\n" +
    "Type the fingerprint that they gave you, or yes if it is the first one above: ";
  const word = await answerTo(question, terminal);
  if (word.toLowerCase() === "yes") return keys[0];
  const pin = parsePin(word);
  return pin === undefined ? undefined : keys.find((key) => fingerprint(key) === pin.fingerprint);
}

function describe(key: Buffer): string {
  return `${keyType(key)} ${fingerprint(key)}`;
}

/** What lading.yaml says of the host; of several sources and outputs the first. */
function settingsOf(workspace: Workspace, host: string, port: number | undefined): SftpDirectory | undefined {
  const sources = [...workspace.sources.values()].flatMap((source) =>
    "sftp" in source ? [source.sftp] : [],
  );
  const outputs = workspace.outputs.flatMap(({ location }) => ("host" in location ? [location] : []));
  return [...sources, ...outputs].find((location) => {
    const same = location.host.toLowerCase() === host.toLowerCase();
    return same && (port === undefined || location.port === port);
  });
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
