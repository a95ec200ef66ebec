import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtCli, projectRoot } from "../support/build.js";
import { openTerminal } from "../support/terminal.js";
import { Workdir } from "../support/workdir.js";
import { shellWord } from "../../src/sentence.js";

const kill = 'process.kill(process.pid, "SIGTERM");';

/**
 * Ctrl-C, SIGTERM and a closed terminal while a long file is processed: existing files stay, and the command
 * leaves no temporary files.
 */

let dir: Workdir;
let before: readonly string[];

const mapping = ["--mapping", "mappings/nordlicht/staff.yaml", "--company", "10"];
const old = "the list of yesterday\n";

beforeAll(async () => {
  dir = await Workdir.make();
  await dir.copy("mappings/nordlicht");
  // Enough rows that no machine finishes them before the signal.
  const line = (number: number) =>
    `10;${String(number).padStart(7, "0")};Vogel;Petra;petra.vogel@nordlicht.test;Seefracht;;03.02.2026 09:15\n`;
  const rows = Array.from({ length: 600_000 }, (_, i) => line(i)).join("");
  const heading = "Mandant;Personalnr.;Nachname;Vorname;E-Mail;Abteilung;Gesperrt;Geändert am\n";
  const file = Buffer.from(heading + rows, "latin1");
  await dir.write({ "a.csv": file, "b.csv": file, "out.csv": old, "lists/a.csv": old, "temporary/kept": "" });
  before = await dir.files();
});

afterAll(() => dir.remove());

/** Waits until the program has opened the file. */
async function reading(file: string): Promise<void> {
  const opens = (pid: string): boolean => {
    const folder = `/proc/${pid}/fd`;
    try {
      return readdirSync(folder).some((descriptor) => readlinkSync(join(folder, descriptor)) === file);
    } catch {
      return false; // The process has ended in the meantime.
    }
  };
  while (!readdirSync("/proc").some((pid) => /^\d+$/.test(pid) && opens(pid))) await pause();
}

/** Waits until the folder has an unfinished file. */
async function writing(folder: string): Promise<void> {
  while (!(await dir.files(folder)).some((name) => name.endsWith(".part"))) await pause();
}

function commandLine(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}

/** A zombie process exists only by its number. */
function isRunning(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function pause(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, 25));
}

describe.runIf(process.platform === "linux")("a signal to the program", () => {
  type Case = [name: string, args: readonly string[], folder?: string];
  const writingCases: readonly [Case, Case] = [
    ["convert", ["convert", "a.csv", ...mapping, "--out", "out.csv"], "."],
    ["read", ["read", "a.csv", "--out-dir", "lists"], "lists"],
  ];
  const otherCases: readonly Case[] = [
    ["convert to standard output", ["convert", "a.csv", ...mapping]],
    ["guess", ["guess", "a.csv"]],
    ["preview", ["preview", "a.csv", ...mapping]],
    ["diff", ["diff", "a.csv", "b.csv", ...mapping]],
  ];
  const env = () => ({ TMPDIR: dir.at("temporary") });
  const nothingHappened = async () => {
    expect(await dir.files()).toEqual(before);
    expect([await dir.read("out.csv"), await dir.read("lists/a.csv")]).toEqual([old, old]);
  };

  // One listener handles all signals. Ctrl-C is tested for each command below (some with the long tests).
  const stopsConvert = async (signal: NodeJS.Signals, code: number) => {
    const [[, args]] = writingCases;
    const running = dir.start(args, { env: env() });
    await reading(dir.at("a.csv"));
    await writing(".");
    expect((await running.stop(signal)).code).toBe(code);
    await nothingHappened();
  };
  test("stops convert immediately on SIGTERM", () => stopsConvert("SIGTERM", 143));
  test("stops convert immediately on SIGHUP", { tags: ["long"] }, () => stopsConvert("SIGHUP", 129));

  const endsLoop = async (...[, args, folder]: Case) => {
    const line = [process.execPath, builtCli(), ...args].map(shellWord).join(" ");
    // The second `:` keeps bash from replacing itself with the last command.
    const loop = `for each in 1 2 3; do ${line} > /dev/null; echo went on after $?; done; :`;
    const terminal = openTerminal(["bash", "-c", loop], { columns: 80, cwd: dir.path, env: env() });
    await reading(dir.at("a.csv"));
    if (folder !== undefined) await writing(folder);
    terminal.type("\u0003");
    const output = await terminal.end();
    expect(output).not.toContain("went on");
    expect(output).toMatch(/exit 130\n$/);
    await nothingHappened();
  };
  const title = "ends %s and the surrounding shell loop after Ctrl-C in a terminal";
  test.each(writingCases)(title, endsLoop);
  test.each(otherCases)(title, { tags: ["long"] }, endsLoop);

  test("removes the copy and the reading process of a workbook from a pipe", async () => {
    const env = { TMPDIR: dir.at("temporary") };
    const all = await dir.bytes("a.csv");
    await dir.write({ "some.csv": all.subarray(0, all.indexOf("10;0005000;")) });
    await dir.lading(["convert", "some.csv", ...mapping, "--out", "temporary/book.xlsx"]);
    const book = await dir.bytes("temporary/book.xlsx");
    const running = dir.start(["read", "-"], { env, stdin: book });
    let reader: string | undefined;
    while (reader === undefined) {
      await pause();
      const begun = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, "utf8")
        .trim()
        .split(" ");
      // Until its exec, it is a copy of the program.
      reader = begun.find((pid) => pid !== "" && commandLine(pid).includes("system/readers/process"));
    }
    // It stays until it is killed, even on a slow machine.
    process.kill(Number(reader), "SIGSTOP");
    expect((await running.stop("SIGTERM")).code).toBe(143);
    expect((await dir.files("temporary")).filter((name) => !name.includes("book"))).toEqual([
      "temporary/kept",
    ]);
    // A running process keeps the test from ending.
    while (isRunning(reader)) await pause();
  });

  test.each([
    ["another undo step is added", `${kill} onLeaving(() => {});`],
    ["the last undo step is removed", `${kill} forget();`],
    [
      "nothing listens any more after long work",
      `setImmediate(() => setImmediate(() => { const end = Date.now() + 50; while (Date.now() < end); ${kill} })); forget();`,
    ],
  ])("is not lost during the step in which %s", (_, step) => {
    const script = `
      import { endAtSignals, onLeaving } from ${JSON.stringify(pathToFileURL(join(projectRoot, "src/system/leaving.ts")))};
      endAtSignals();
      const forget = onLeaving(() => {});
      ${step}
      setInterval(() => process.exit(), 1000);`;
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const { signal, stderr } = spawnSync(process.execPath, [
      "--import",
      tsx,
      "--input-type=module",
      "-e",
      script,
    ]);
    expect([signal, stderr.toString()]).toEqual(["SIGTERM", ""]);
  });
});
