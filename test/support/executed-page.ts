import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { userInfo } from "node:os";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer, text as textOf } from "node:stream/consumers";
import { expect, type TestContext } from "vitest";
import { builtCli, projectRoot } from "./build.js";
import { freePort } from "./free-port.js";
import { snippetsOf, type Snippet } from "./snippets.js";
import { whyNoSshd } from "./sshd.js";
import { runHere, Workdir } from "./workdir.js";

/**
 * Executes a page as its reader would, in order. Blocks are marked after their language:
 *
 * - `sh run`: runs each line separately; a block with a here-document as one script. `exit=0,1` lists the permitted exit codes.
 * - `sh run background`: starts it, waits until it prints its address, and leaves it running.
 * - `cron run`: runs the command after the five fields, as cron does.
 * - `run file=PATH` after any language: writes the block to that file.
 * - `says` after any language: the expected standard output of the previous command.
 *
 * Such blocks in a comment of the page create what its reader already has. CHECKOUT is the project's folder. Commands run
 * without starting the program each time, except those that stay up. A page that does not create a workspace starts in one
 * from `lading init`. Fixed ports of a page are replaced by free ones. Pages are independent, so several can run at once.
 */
export async function execute(page: string, { onTestFinished }: TestContext): Promise<void> {
  const text = readFileSync(page, "utf8");
  if (text.includes("/usr/sbin/sshd ") && process.getuid?.() === 0)
    mkdirSync("/run/sshd", { recursive: true });
  const run = snippetsOf(await settled(text)).filter(({ mark }) => isExecuted(mark));
  const dir = await Workdir.make();
  onTestFinished(() => dir.remove());
  const bin = dir.at(".local/bin");
  mkdirSync(bin, { recursive: true });
  const program = await programHere(dir.at(".lading"), onTestFinished);
  writeFileSync(join(bin, "lading"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  const env = {
    ...process.env,
    NO_COLOR: "1",
    HOME: dir.path,
    CHECKOUT: projectRoot,
    PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
  };
  let cwd = dir.path;
  if (!run.some((snippet) => commandsOf(snippet).some((line) => /^lading init\b/.test(line)))) {
    expect((await dir.lading(["init", "workspace"])).code).toBe(0);
    cwd = dir.at("workspace");
    hasten(cwd, "");
  }
  onTestFinished(() => {
    const pid = join(cwd, "practice/sshd.pid");
    if (existsSync(pid)) process.kill(Number(readFileSync(pid, "utf8")));
  });
  let stdout = "";
  for (const snippet of run) {
    const { mark, line } = snippet;
    const file = /file=(?<path>\S+)/.exec(mark)?.groups?.["path"];
    if (file !== undefined) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), snippet.text);
      continue;
    }
    if (mark.startsWith("says")) {
      expect(stdout.replaceAll("\r\n", "\n"), `${page}:${line}`).toBe(snippet.text);
      continue;
    }
    if (mark.includes("background")) {
      const started = await startServer(snippet.text.trim(), cwd, env);
      onTestFinished(() => void started.kill());
      continue;
    }
    const allowed = /exit=(?<codes>[\d,]+)/.exec(mark)?.groups?.["codes"]?.split(",").map(Number) ?? [0];
    for (const command of commandsOf(snippet)) {
      const ran = await executed(command, cwd, env);
      expect(allowed, `${page}:${line}: ${command}\n${ran.stdout}${ran.stderr}`).toContain(ran.status);
      cwd = ran.third.trim() || cwd;
      stdout = ran.stdout;
      if (/^lading init\b/.test(command)) hasten(cwd, command);
    }
  }
}

/**
 * The program for a shell. This process runs its commands, because starting the program takes longer than
 * most of them.
 */
async function programHere(path: string, onTestFinished: TestContext["onTestFinished"]): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // The response arrives after the request has ended.
    void buffer(socket.iterator({ destroyOnReturn: false })).then(async (request) => {
      const end = request.indexOf("\n");
      const line = JSON.parse(request.subarray(0, end).toString()) as {
        readonly args: readonly string[];
        readonly cwd: string;
        readonly env: Record<string, string>;
      };
      socket.end(JSON.stringify(await runHere(line.args, { ...line, stdin: request.subarray(end + 1) })));
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
  writeFileSync(
    `${path}.cjs`,
    `const { argv, env, stdin, stdout, stderr } = process;
    const socket = require("node:net").connect(${JSON.stringify(path)});
    socket.write(JSON.stringify({ args: argv.slice(2), cwd: process.cwd(), env }) + "\\n");
    stdin.pipe(socket);
    require("node:stream/consumers").json(socket).then((ran) => {
      stdout.write(ran.stdout);
      stderr.write(ran.stderr);
      process.exitCode = ran.code;
    });`,
  );
  return `case "$1" in
    "" | -* | ${asProcess.join(" | ")}) exec "${process.execPath}" "${builtCli()}" "$@" ;;
    *) exec "${process.execPath}" "${path}.cjs" "$@" ;;
  esac`;
}

/** Commands that keep running or have another entry point. They are started as processes. */
const asProcess = ["help", "serve", "watch", "studio"];

/** Runs a command. `third` is the final working directory of the shell. Empty if the command runs without a shell. */
async function executed(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  const [program, verb = "-", ...words] = wordsOf(command) ?? [];
  if (program !== "lading" || verb.startsWith("-") || asProcess.includes(verb))
    return inShell(`trap 'pwd >&3' EXIT\n${command}`, cwd, env);
  const { code: status, stdout, stderr } = await runHere([verb, ...words], { cwd, env });
  return { status, stdout, stderr, third: "" };
}

/** Returns the words of a command line. Returns undefined if the command line requires a shell. */
function wordsOf(command: string): readonly string[] | undefined {
  const word = /(?:[\w./:=,%-]|"[^"$`\\]*")+/g;
  if (command.replaceAll(word, "").trim() !== "") return undefined;
  return command.match(word)?.map((each) => each.replaceAll('"', ""));
}

/** @returns its exit code and output; `third` is the output on descriptor 3 */
async function inShell(script: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn("sh", ["-ec", script], {
    cwd,
    env,
    timeout: 600_000,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const streams = [child.stdout, child.stderr, child.stdio[3] as Readable] as const;
  const [stdout = "", stderr = "", third = ""] = await Promise.all(
    streams.map(async (stream) => (stream === null ? "" : textOf(stream))),
  );
  await ended;
  return { status: child.exitCode, stdout, stderr, third };
}

/** Files of the example do not need to settle for ten seconds. */
function hasten(cwd: string, command: string): void {
  const folder = /^lading init (?<folder>[\w-]+)$/.exec(command)?.groups?.["folder"] ?? ".";
  const path = join(cwd, folder, "lading.yaml");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replaceAll("first: publish", "settle: final_name\n    first: publish"));
}

/** True if a block with this mark is executed, or compared with the real output. */
export function isExecuted(mark: string): boolean {
  return mark.startsWith("run") || mark.startsWith("says");
}

/** What the reader of this page needs and this machine lacks. Undefined if nothing. */
export function whyNotHere(page: string): string | undefined {
  const text = readFileSync(page, "utf8");
  if (/^\/usr\/sbin\/sshd /m.test(text)) return whyNoSshd;
  const isMissing = (program: string) =>
    new RegExp(`(?:^|\\| )${program} `, "m").test(text) &&
    spawnSync(program, ["--version"]).error !== undefined;
  return ["jq", "curl"].find(isMissing);
}

function commandsOf({ language, mark, text }: Snippet): string[] {
  if (mark.includes("background")) return [];
  if (language === "sh" && text.includes("<<")) return [text];
  const lines = text.replaceAll("\\\n", " ").split("\n");
  const commands = lines.map((line) => line.trim()).filter((line) => line !== "");
  if (language === "sh") return commands;
  return language === "cron" ? cronCommands(commands) : [];
}

/** The commands of a crontab, with the small environment that cron and its settings provide. */
function cronCommands(lines: readonly string[]): string[] {
  const settings = lines.filter((line) => /^[A-Z]+=/.test(line)).join(" ");
  const commands = lines.flatMap(
    (line) => /^(?:[\d*,/-]+\s+){5}(?<command>.+)$/.exec(line)?.groups?.["command"] ?? [],
  );
  return commands.map(
    (command) => `env -i HOME="$HOME" PATH=/usr/bin:/bin ${settings} /bin/sh -c '${command}'`,
  );
}

/** The page for this machine: with free ports, this user's name, and without waits for files and between requests. */
async function settled(page: string): Promise<string> {
  const [ssh, lists, operators, more, moreOperators] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  return page
    .replaceAll("2222", `${ssh}`)
    .replaceAll(/\b8580\b/g, `${more}`)
    .replaceAll(/\b8581\b/g, `${moreOperators}`)
    .replaceAll("127.0.0.1:8480", `127.0.0.1:${lists}`)
    .replaceAll(/^lading (serve|watch --serve)$/gm, `lading $1 --port ${lists} --operators-port ${operators}`)
    .replaceAll(/^(lading verify \S+)/gm, "$1 --pause 0")
    .replaceAll("settle: { for: 2 s }", "settle: final_name")
    .replaceAll("user: root", `user: ${userInfo().username}`);
}

async function startServer(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn("sh", ["-c", `exec ${command}`], { cwd, env });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes("http://")) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}: ${output}`)));
  });
  return child;
}
