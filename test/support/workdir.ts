import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { builtCli, projectRoot } from "./build.js";

/** A temporary folder in which the real command line runs as a child process. */

/** Output of a finished process. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that stays up. */
export interface Running {
  readonly pid: number;
  /**
   * Waits until the output (both streams) contains the text or matches the pattern. Fails if the process ends
   * first.
   */
  waitFor(what: string | RegExp, within?: number): Promise<string>;
  /** All output so far, both streams in order of arrival. */
  output(): string;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals, within?: number): Promise<Ran>;
}

interface LineOptions extends RunOptions {
  /** As on a terminal of this width. Default: a pipe. */
  readonly columns?: number;
  /** Stops the command, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
  /** Deviation of the process's clock, in milliseconds. */
  readonly clock?: number;
  /** Milliseconds after which the process is killed and the test fails. Default: 60 s. */
  readonly within?: number;
  /** Folder to run in, relative to the work folder. */
  readonly cwd?: string;
}

/** A work folder that is removed when the test ends. Call it inside a test. */
export async function workdir(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Workdir> {
  const dir = await Workdir.make();
  onTestFinished(() => dir.remove());
  await dir.write(files);
  return dir;
}

export class Workdir {
  readonly path: string;
  readonly #running = new Set<ChildProcessWithoutNullStreams>();

  private constructor(path: string) {
    this.path = path;
  }

  /** For `beforeAll`: the caller removes it. */
  static async make(): Promise<Workdir> {
    return new Workdir(await mkdtemp(join(tmpdir(), "lading-test-")));
  }

  /** The absolute path of a file in the folder. */
  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes files and their folders. */
  async write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [name, contents] of Object.entries(files)) {
      await mkdir(dirname(this.at(name)), { recursive: true });
      await writeFile(this.at(name), contents);
    }
  }

  /**
   * Copies a file or folder of the project, such as `samples/nordlicht`, to the same or another place in the
   * folder.
   */
  async copy(from: string, to = from): Promise<void> {
    await cp(join(projectRoot, from), this.at(to), { recursive: true });
  }

  async read(name: string): Promise<string> {
    return readFile(this.at(name), "utf8");
  }

  async bytes(name: string): Promise<Buffer> {
    return readFile(this.at(name));
  }

  async json(name: string): Promise<unknown> {
    return JSON.parse(await this.read(name)) as unknown;
  }

  has(name: string): boolean {
    return existsSync(this.at(name));
  }

  /** All files below a folder, with `/`, sorted. */
  async files(folder = "."): Promise<string[]> {
    const entries = await readdir(this.at(folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(this.path, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort();
  }

  /**
   * Runs a command line in this process, with the setup of `src/cli/program.ts` except what needs a process.
   */
  async lading(args: readonly string[], options: LineOptions = {}): Promise<Ran> {
    return runHere(args, {
      ...options,
      cwd: options.cwd === undefined ? this.path : this.at(options.cwd),
      env: { ...cleanEnvironment(), ...options.env },
    });
  }

  /** Runs the built `lading ...` as a separate process, and waits for its end. */
  async process(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const child = this.#spawn([builtCli(), ...args], options);
    const ran = await ended(child, options.within ?? 60_000, `lading ${args.join(" ")}`);
    this.#running.delete(child.process);
    return ran;
  }

  /** Starts `lading ...` and lets it run. The process is killed when the folder is deleted, if not before. */
  start(args: readonly string[], options: RunOptions = {}): Running {
    return this.startNode([builtCli(), ...args], options);
  }

  /** Starts any Node script and lets it run. */
  startNode(args: readonly string[], options: RunOptions = {}): Running {
    const child = this.#spawn(args, options);
    return {
      pid: child.process.pid ?? 0,
      output: () => child.both.join(""),
      waitFor: (what, within = 30_000) => waitFor(child, what, within),
      stop: async (signal = "SIGTERM", within = 30_000) => {
        child.process.kill(signal);
        return ended(child, within, args.join(" "));
      },
    };
  }

  async remove(): Promise<void> {
    for (const process of this.#running) process.kill("SIGKILL");
    await rm(this.path, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(args: readonly string[], options: RunOptions): Child {
    const clock = options.clock === undefined ? [] : ["--import", wrongClock(options.clock)];
    const process_ = spawn(process.execPath, [...clock, ...args], {
      cwd: options.cwd === undefined ? this.path : this.at(options.cwd),
      env: { ...cleanEnvironment(), ...options.env },
    });
    this.#running.add(process_);
    const child: Child = { process: process_, stdout: [], stderr: [], both: [], exit: exitOf(process_) };
    process_.stdout.setEncoding("utf8").on("data", (text: string) => {
      child.stdout.push(text);
      child.both.push(text);
    });
    process_.stderr.setEncoding("utf8").on("data", (text: string) => {
      child.stderr.push(text);
      child.both.push(text);
    });
    process_.stdin.on("error", () => undefined);
    process_.stdin.end(options.stdin ?? "");
    return child;
  }
}

/** Runs a command line in this process, with only this environment, in an absolute `cwd`. */
export async function runHere(
  args: readonly string[],
  { cwd, env, stdin, columns, signal, within = 60_000 }: LineOptions & { readonly cwd: string },
): Promise<Ran> {
  const { runLine } = await import("../../src/cli/run-line.js");
  const [stdout, stderr] = [new Gathered(columns), new Gathered(columns)];
  const timeout = AbortSignal.timeout(within * patience);
  const code = await runLine(args, {
    stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]),
    stdout,
    stderr,
    cwd,
    env: env ?? {},
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** A stream that keeps what is written to it. */
class Gathered extends Writable {
  declare readonly isTTY?: boolean;
  declare readonly columns?: number;
  readonly #pieces: Buffer[] = [];

  constructor(columns?: number) {
    super();
    if (columns !== undefined) Object.assign(this, { isTTY: true, columns });
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pieces.push(Buffer.from(piece));
    done();
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString("utf8");
  }
}

interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly stdout: string[];
  readonly stderr: string[];
  readonly both: string[];
  readonly exit: Promise<number | null>;
}

/** Start options for a process with its threads and children that shift their time of day. */
function wrongClock(off: number): string {
  const text = `const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...of) { super(...(of.length === 0 ? [Date.now()] : of)); }
      static now() { return Real.now() + ${off}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** The environment without variables of the test runner and of colors. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...rest } = process.env;
  return { ...rest, NO_COLOR: "1" };
}

/** Exit codes as in a shell: 130 after Ctrl-C, 143 after SIGTERM. */
function exitOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(signal === null ? code : 128 + constants.signals[signal]));
  });
}

async function ended(child: Child, within: number, what: string): Promise<Ran> {
  const code = await orTimeout(child.exit, within, () => {
    child.process.kill("SIGKILL");
    return `${what} did not end:\n${child.both.join("")}`;
  });
  return { code, stdout: child.stdout.join(""), stderr: child.stderr.join("") };
}

async function waitFor(child: Child, what: string | RegExp, within: number): Promise<string> {
  const found = () => {
    const text = child.both.join("");
    return (typeof what === "string" ? text.includes(what) : what.test(text)) ? text : undefined;
  };
  const seen = new Promise<string>((resolve, reject) => {
    const look = () => {
      const text = found();
      if (text !== undefined) resolve(text);
    };
    child.process.stdout.on("data", look);
    child.process.stderr.on("data", look);
    look();
    void child.exit.then((code) => {
      const text = found();
      if (text !== undefined) resolve(text);
      else reject(new Error(`ended with ${code} before ${String(what)}:\n${child.both.join("")}`));
    });
  });
  return orTimeout(seen, within, () => `no ${String(what)} within ${within} ms:\n${child.both.join("")}`);
}

/** The timeout only ends hanging processes. A busy machine, or `nice -n 19`, takes much longer. */
const patience = 5;

async function orTimeout<T>(promise: Promise<T>, within: number, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), within * patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
