import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { userInfo } from "node:os";
import { expect, onTestFinished } from "vitest";
import { builtCli } from "./build.js";
import { snippetsOf, type Snippet } from "./snippets.js";
import { workdir } from "./workdir.js";

/**
 * Does what a page says, as its reader would, in the page's order. Blocks are marked behind their language:
 *
 * - `sh run`: run, each line by itself; a block with a here-document as one script. `exit=0,1` says which codes are right.
 * - `sh run background`: started and left running, once it says where it serves.
 * - `run file=PATH` behind any language: the reader writes the block into that file.
 *
 * A page that does not make its own workspace begins in one that `lading init` made. Fixed ports of a page become free ones.
 */
export async function execute(page: string): Promise<void> {
  const text = readFileSync(page, "utf8");
  const run = snippetsOf(await settled(text)).filter(({ mark }) => mark.startsWith("run"));
  const dir = await workdir();
  const cwd = dir.at("workspace");
  const bin = dir.at("bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "lading"), `#!/bin/sh\nexec "${process.execPath}" "${builtCli()}" "$@"\n`, {
    mode: 0o755,
  });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` };
  if (run.some((snippet) => commandsOf(snippet).includes("lading init"))) mkdirSync(cwd);
  else expect((await dir.lading(["init", "workspace"])).code).toBe(0);
  onTestFinished(() => {
    const pid = join(cwd, "practice/sshd.pid");
    if (existsSync(pid)) process.kill(Number(readFileSync(pid, "utf8")));
  });
  for (const snippet of run) {
    const { mark, line } = snippet;
    const file = /file=(?<path>\S+)/.exec(mark)?.groups?.["path"];
    if (file !== undefined) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), snippet.text);
      continue;
    }
    if (mark.includes("background")) {
      await begun(snippet.text.trim(), cwd, env);
      continue;
    }
    const allowed = /exit=(?<codes>[\d,]+)/.exec(mark)?.groups?.["codes"]?.split(",").map(Number) ?? [0];
    for (const command of commandsOf(snippet)) {
      const ran = spawnSync("sh", ["-ec", command], { cwd, env, encoding: "utf8", timeout: 60_000 });
      expect(allowed, `${page}:${line}: ${command}\n${ran.stdout}${ran.stderr}`).toContain(ran.status);
    }
  }
}

/** Whether a reader of this page needs an SSH server of his own. */
export function needsSshd(page: string): boolean {
  return /^\/usr\/sbin\/sshd /m.test(readFileSync(page, "utf8"));
}

function commandsOf({ language, mark, text }: Snippet): string[] {
  if (language !== "sh" || mark.includes("background")) return [];
  if (text.includes("<<")) return [text];
  const lines = text.replaceAll("\\\n", " ").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The page for this machine: free ports in place of those that it names, and who is logged in here. */
async function settled(page: string): Promise<string> {
  const [ssh, lists, operators] = await Promise.all([freePort(), freePort(), freePort()]);
  if (!page.includes("port: 2222")) return page;
  return page
    .replaceAll("2222", `${ssh}`)
    .replaceAll("127.0.0.1:8480", `127.0.0.1:${lists}`)
    .replaceAll(/^lading serve$/gm, `lading serve --port ${lists} --operators-port ${operators}`)
    .replaceAll("user: root", `user: ${userInfo().username}`);
}

async function begun(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn("sh", ["-c", `exec ${command}`], { cwd, env });
  onTestFinished(() => void child.kill());
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("http://")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code}: ${said}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
