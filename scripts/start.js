// The demonstration behind `npm start`: makes a workspace from the samples, imports their exports, serves the lists and
// watches the inboxes until it is stopped. Every step is a command that a user could type; this script only types them.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const project = fileURLToPath(new URL("..", import.meta.url));
const cli = join(project, "dist", "cli.js");
const partners = ["nordlicht", "harbourline", "transalpes", "bluewater"];
const defaultPort = 8480;

const { values: options } = parseArgs({
  options: {
    folder: { type: "string", default: join(project, "demo") },
    port: { type: "string", default: String(defaultPort) },
    fresh: { type: "boolean", default: false },
  },
});
const demo = resolve(options.folder);
const shown = relative(process.cwd(), demo) || ".";

makeDemo();
importExports();
const tokens = new Map(
  ["nordlicht-de", "harbourline-gb", "bluewater-us"].map((name) => [name, newToken(name)]),
);
await serve();

/** The workspace: accounts and feeds from templates/demo, mappings and exports from the samples. */
function makeDemo() {
  if (options.fresh && existsSync(join(demo, "lading.yaml"))) rmSync(demo, { recursive: true });
  if (existsSync(join(demo, "lading.yaml"))) {
    say(`Using the workspace in ${shown} as it is (\`npm start -- --fresh\` makes a new one).`);
    return;
  }
  say(`Making the demonstration workspace in ${shown} ...`);
  mkdirSync(demo, { recursive: true });
  cpSync(join(project, "templates", "demo"), demo, { recursive: true });
  for (const partner of partners) {
    cpSync(join(project, "mappings", partner), join(demo, "mappings", partner), { recursive: true });
    const inbox = join(demo, "inbox", partner);
    mkdirSync(inbox, { recursive: true });
    const samples = join(project, "samples", partner);
    for (const name of readdirSync(samples)) {
      if (!name.endsWith(".expected.csv")) cpSync(join(samples, name), join(inbox, name));
    }
  }
}

function importExports() {
  say("\n$ lading run\n");
  const ran = spawnSync(process.execPath, [cli, "run"], {
    cwd: demo,
    stdio: ["ignore", "inherit", "inherit"],
  });
  // 1 and 3 say that something was rejected or held, which the table shows. Anything else is a failure.
  if (![0, 1, 3].includes(ran.status ?? 75)) process.exit(ran.status ?? 75);
}

async function serve() {
  const port = (await isFree(Number(options.port))) ? options.port : "0";
  if (port === "0" && options.port !== "0") say(`\nPort ${options.port} is taken, so a free one is used.`);
  const args = [cli, "watch", "--serve", "--port", port, "--operators-port", "0"];
  const daemon = spawn(process.execPath, args, { cwd: demo, stdio: ["ignore", "inherit", "pipe"] });
  // Ctrl-C reaches the daemon as well; it ends what it is doing, and then this script ends with it.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => daemon.kill("SIGTERM"));
  daemon.on("close", (code) => {
    say(code === 0 ? "\nStopped." : `\nThe daemon ended with ${code}.`);
    process.exit(code ?? 75);
  });
  for await (const line of createInterface({ input: daemon.stderr })) tell(line);
}

/** One line of the daemon's log, for people. */
function tell(line) {
  const entry = parsed(line);
  if (entry === undefined) return say(line);
  switch (entry.event) {
    case "serving":
      return entry.lists === undefined ? undefined : sayHowToAsk(entry.lists);
    case "delivery":
      return say(`${new Date().toTimeString().slice(0, 8)}  ${deliveryText(entry)}`);
    case "watching":
    case "stopped":
      return undefined;
    default:
      if (entry.level >= 40) say(line);
  }
}

function parsed(line) {
  try {
    const entry = JSON.parse(line);
    return typeof entry === "object" && entry !== null ? entry : undefined;
  } catch {
    return undefined;
  }
}

function deliveryText({ feed, state, rows, rejected, publication, reason }) {
  const counts = rows === undefined ? "" : `, ${rows} rows read, ${rejected ?? 0} rejected`;
  const number = publication === undefined ? "" : `, publication ${publication} is current`;
  return `${feed} ${state}${counts}${number}${reason ? `\n          ${reason}` : ""}`;
}

function sayHowToAsk(url) {
  say(`\nServing on ${url}. Tokens are bound to one account each; ask:\n`);
  for (const [account, token] of tokens) {
    say(`  # ${account}`);
    for (const list of ["staff", "charge-codes", "tax-codes"]) {
      say(`  curl -H 'Authorization: Bearer ${token}' ${url}/${list}`);
    }
  }
  const inbox = join(shown, "inbox", "nordlicht");
  say(`
Watching the inboxes. Change an export, drop it in, and ask again a few seconds later:

  LC_ALL=C sed 's/Petra/Petra-Maria/' ${relative(process.cwd(), join(project, "samples/nordlicht/mitarbeiter.csv"))} > ${inbox}/mitarbeiter-2.csv

A broken one is held or its rows are rejected, and the last good list stays:

  cp ${relative(process.cwd(), join(project, "samples/broken/leistungsarten.csv"))} ${inbox}/leistungsarten-2.csv

What is current, what is held and why: \`cd ${shown}\`, then \`node ${relative(demo, cli)} status\`.
Ctrl-C stops.
`);
}

function newToken(account) {
  const made = spawnSync(process.execPath, [cli, "token", "create", "--account", account], {
    cwd: demo,
    encoding: "utf8",
  });
  if (made.status !== 0) {
    say(made.stderr);
    process.exit(made.status ?? 75);
  }
  return made.stdout.trim();
}

function isFree(port) {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once("error", () => answer(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => answer(true)));
  });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
