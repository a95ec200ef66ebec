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
import { clearHostKeyFaults } from "../feeds/deliveries/faults.js";
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
    .positional("host", requiredText("Host name or address, as in lading.yaml"))
    .option("port", { type: "number", describe: "Port. Default: the port in lading.yaml, otherwise 22" })
    .option("fingerprint", textOption("Fingerprint that you received from the partner"))
    .option("replace", flagOption("Remove this host's earlier keys from known_hosts"));

type TrustArgs = OptionsOf<typeof options>;

export const trust = defineCommand({
  usage: "trust <host>",
  examples: [
    [
      "lading trust sftp.acme.example",
      "show the key, ask for confirmation, and write it to the workspace's known_hosts",
    ],
    [
      "lading trust sftp.acme.example --port 2222 --fingerprint SHA256:...",
      "pin this key without confirmation",
    ],
    ["lading trust sftp.acme.example --replace", "replace the pinned keys"],
  ],
  options,
  run: runTrust,
});

async function runTrust(args: TrustArgs, terminal: Terminal): Promise<ExitCode> {
  // A host name or IPv4 address may include its port.
  const { host = args.host, port: written } =
    /^(?<host>[^:]+):(?<port>\d{1,5})$/.exec(args.host)?.groups ?? {};
  const requestedPort = args.port ?? (written === undefined ? undefined : Number(written));
  const workspace = await loadWorkspace(terminal.cwd);
  const known = settingsOf(workspace, host, requestedPort);
  const port = requestedPort ?? known?.port ?? 22;
  const print = (line: string): void => void terminal.stderr.write(`${line}\n`);

  const wanted = args.fingerprint === undefined ? undefined : parsePin(args.fingerprint);
  if (args.fingerprint !== undefined && wanted === undefined) {
    throw wrongUse("--fingerprint takes SHA256: and 43 characters, as printed by ssh-keygen -l.");
  }
  const target = {
    host,
    port,
    user: "",
    legacyAlgorithms: known?.legacyAlgorithms ?? false,
    deadlines: known?.deadlines ?? standardDeadlines,
  };
  const keys = await fetchHostKeys(target, terminal.signal);
  print(`${host} port ${port} presents:`);
  for (const key of keys) print(`  ${describe(key)}`);

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
      print("Nothing was changed.");
      return 1;
    }
    const seen = keys.map(describe).join(", ");
    throw failure("sftp_not_that_key", { host, wanted: wanted.fingerprint, seen });
  }

  const kept = args.replace ? withoutHost(text, host, port) : text;
  const isTrusted = hostKeyState(trustOf(host, port, [], parseKnownHosts(kept)), chosen) === "trusted";
  if (isTrusted && kept === text) {
    print(`This key is already trusted. ${knownHostsFile} is unchanged.`);
  } else {
    const start = kept === "" || kept.endsWith("\n") ? kept : `${kept}\n`;
    await writeFileWhole(path, [isTrusted ? start : `${start}${knownHostsLine(host, port, chosen)}\n`]);
    print(`Added to ${path}:`);
    print(`  ${describe(chosen)}`);
  }
  await withStore(workspace, terminal.env, "write", async ({ db }) => {
    await clearHost(db, host, port);
    await clearHostKeyFaults(db, host, port);
  });
  return 0;
}

/**
 * Returns the key to pin: the first key shown if the user typed yes, or the key with the fingerprint that the user
 * typed.
 */
async function ask(keys: readonly Buffer[], host: string, terminal: Terminal): Promise<Buffer | undefined> {
  if (terminal.stdin.isTTY !== true) throw failure("sftp_no_answer_possible", { host });
  const question =
    "Get the fingerprint from the partner through another channel, such as by phone, and compare it with the fingerprint shown.\n" +
    "Type the fingerprint that you received, or type yes if it is the first fingerprint shown: ";
  const word = await answerTo(question, terminal);
  if (word.toLowerCase() === "yes") return keys[0];
  const pin = parsePin(word);
  return pin === undefined ? undefined : keys.find((key) => fingerprint(key) === pin.fingerprint);
}

function describe(key: Buffer): string {
  return `${keyType(key)} ${fingerprint(key)}`;
}

/** If several sources and outputs use the host, the first settings are returned. */
function settingsOf(workspace: Workspace, host: string, port: number | undefined): SftpDirectory | undefined {
  const sources = [...workspace.sources.values()].flatMap((source) =>
    "sftp" in source ? [source.sftp] : [],
  );
  const outputs = workspace.outputs.flatMap(({ location }) => ("host" in location ? [location] : []));
  const outboxes = [...workspace.accounts.values()].flatMap(({ outbox }) =>
    outbox !== undefined && "host" in outbox.location ? [outbox.location] : [],
  );
  return [...sources, ...outputs, ...outboxes].find((location) => {
    const same = location.host.toLowerCase() === host.toLowerCase();
    return same && (port === undefined || location.port === port);
  });
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
