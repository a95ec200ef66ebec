import { setMaxListeners } from "node:events";
import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import { failure } from "../../errors.js";
import { BrokenFrames, frameOf, FrameReader, type AnswerFrame } from "./frames.js";
import { isStopped, residentBytes, waitedForProcessor } from "./process-state.js";
import { onLeaving } from "../leaving.js";
import { entryFlags, entryModule, isSource } from "../package-paths.js";

/**
 * A process that reads untrusted files and can be killed (`docs/semantics.md` section 7). A process can be stopped with
 * SIGKILL at any time without affecting its parent, and its total memory can be limited. The memory limits of worker
 * threads do not include buffers outside the heap.
 */

export interface ReaderLimits {
  /** Maximum resident bytes of the reader. */
  readonly memory: number;
  /** Base time limit in milliseconds. */
  readonly time: number;
  /**
   * Milliseconds that are added to the base limit per megabyte of the file. The limit depends on the file size instead
   * of the reader's progress, because a reader could fake its progress.
   */
  readonly timePerMegabyte: number;
  /** Maximum size of the response in bytes. */
  readonly output: number;
}

export const defaultReaderLimits: ReaderLimits = {
  memory: 1536 * 1024 * 1024,
  time: 120_000,
  timePerMegabyte: 2_000,
  output: 2 * 1024 * 1024 * 1024,
};

export interface Order {
  /** File name for issues. */
  readonly name: string;
  readonly path: string;
  /** Plain data for the reader's job. */
  readonly task: unknown;
}

export interface ReaderTask extends Order {
  /** Size of the file in bytes. */
  readonly size: number;
  readonly limits: ReaderLimits;
  readonly signal?: AbortSignal | undefined;
  /**
   * Receives the items of the response in order. The reader waits as long as the promise is pending. If this function
   * throws an error, the reader is killed. `BrokenFrames` errors are treated as a crash of the reader.
   */
  readonly onItem: (kind: string, item: unknown) => void | Promise<void>;
  /** Receives raw bytes from the response and their description. The rules for `onItem` apply. */
  readonly onBytes?: (kind: string, about: unknown, bytes: Buffer) => void | Promise<void>;
}

/** The response is complete only in the state `done`. */
export type ReaderEnd =
  | { readonly state: "done" }
  /** The job failed with a known error, which is defined in `errors.ts`. */
  | { readonly state: "failed"; readonly code: string; readonly message: string; readonly hint: string }
  /**
   * A limit was exceeded. The file is considered the cause, so a feed tries the delivery once more and then quarantines
   * it.
   */
  | { readonly state: "killed"; readonly reason: "memory" | "time" | "output"; readonly limit: number }
  /**
   * The reader exited without sending the closing frame, because of an external signal, a runtime crash, or a bug in
   * Lading.
   */
  | { readonly state: "crashed"; readonly detail: string };

/**
 * Signals that other processes may send. A running reader ignores these signals, so they can terminate only a reader
 * that is still starting.
 */
const signalsOfOthers: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);

/** Milliseconds within which a signal for the whole process group also reaches this process. */
const moment = 100;
/** Milliseconds between checks of the limits. */
const watchEvery = 25;
/**
 * Maximum number of milliseconds by which an interval between two checks counts toward the time limit. If an interval
 * is longer, this process or the machine must have been suspended.
 */
const longestStep = 1_000;
/**
 * Maximum number of milliseconds for which a reader may be stopped (SIGSTOP) before it is replaced. When a shell
 * resumes a job, both processes are resumed within this time.
 */
const longestStop = 1_000;
const megabyte = 1024 * 1024;

export class Reader {
  /** Number of files that this reader has read completely. */
  answered = 0;
  readonly #process: ChildProcess;
  /** Resolves with the exit code, the signal, or the error of a failed start, as text. */
  readonly #exited: Promise<string>;
  readonly #frames = new FrameReader();

  /**
   * Starts a reader, which loads its job and waits for tasks. `module` is the URL of the module whose `run` is the
   * job.
   */
  constructor(module = entryModule("system/readers/job").href, memory = defaultReaderLimits.memory) {
    const heap = Math.ceil(memory / megabyte);
    const entry = entryModule("system/readers/process");
    // The TypeScript loader does not work with `--disable-proto`.
    const guard = isSource ? [] : ["--disable-proto=delete"];
    const flags = [`--max-old-space-size=${heap}`, ...guard, ...entryFlags()];
    const child = spawn(process.execPath, [...flags, fileURLToPath(entry), module], {
      // Windows cannot start a process without SystemRoot. On other systems, TMPDIR specifies the folder for
      // temporary files.
      env: process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] } : { TMPDIR: tmpdir() },
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      windowsHide: true,
    });
    const forget = onLeaving(() => child.kill("SIGKILL"));
    this.#process = child;
    this.#exited = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
      child.once("exit", forget);
    });
    if (child.pid !== undefined) child.stdio[3]?.on("error", ignore);
  }

  get isAlive(): boolean {
    const { pid, exitCode, signalCode } = this.#process;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Resident bytes of the reader. Undefined if the system does not report the memory. */
  get memory(): number | undefined {
    return this.#process.pid === undefined ? undefined : residentBytes(this.#process.pid);
  }

  /** Kills the reader if it is alive and returns how it ended. */
  end(): Promise<string> {
    this.#process.kill("SIGKILL");
    // Unread bytes in the pipe would prevent the `close` event.
    this.#process.stdio[3]?.destroy();
    return this.#exited;
  }

  /**
   * The reader can read another file only if the result is `done`. Throws `reader_ended`, errors from `onItem` or
   * `onBytes`, the abort reason if `signal` is aborted, or an error if the process could not be started.
   */
  async read(task: ReaderTask): Promise<ReaderEnd> {
    task.signal?.throwIfAborted();
    const { limits, name, path, signal } = task;
    const order = frameOf(serialize({ name, path, task: task.task } satisfies Order));
    const child = this.#process;
    if (child.pid === undefined)
      throw new Error(`The reading process could not be started: ${await this.#exited}.`);
    const channel = child.stdio[3] as Duplex;

    let end: ReaderEnd | undefined;
    let thrown: { readonly error: unknown } | undefined;
    let isLeftStopped = false;
    const kill = (why: ReaderEnd | undefined): void => {
      end ??= why;
      child.kill("SIGKILL");
    };
    const time = limits.time + Math.round((task.size / megabyte) * limits.timePerMegabyte);
    let spent = 0;
    let stopped = 0;
    let last = performance.now();
    const waitedBefore = waitedForProcessor(child.pid);
    const watch = setInterval(() => {
      const now = performance.now();
      const step = Math.min(now - last, longestStep);
      last = now;
      spent += step;
      // Time that the reader spends waiting for a processor on a busy machine does not count toward the limit.
      const waited = waitedForProcessor(child.pid as number) - waitedBefore;
      if (spent - waited > time) kill({ state: "killed", reason: "time", limit: time });
      const used = this.memory;
      if (used !== undefined && used > limits.memory)
        kill({ state: "killed", reason: "memory", limit: limits.memory });
      stopped = isStopped(child.pid as number) ? stopped + step : 0;
      if (stopped > longestStop) {
        isLeftStopped = true;
        kill(undefined);
      }
    }, watchEvery);
    const abort = (): void => kill(undefined);
    // A single signal stops all readers of a run, so the signal may have many listeners.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener("abort", abort, { once: true });

    channel.write(order);
    const receiver = new Receiver(task, this.#frames);
    try {
      for await (const bytes of channel.iterator({ destroyOnReturn: false })) {
        const found = await receiver.take(bytes as Buffer).catch((error: unknown) => {
          if (!(error instanceof BrokenFrames)) thrown = { error };
          else return { state: "crashed" as const, detail: `the reader sent ${error.message}` };
        });
        end ??= found ?? undefined;
        if (end !== undefined || thrown !== undefined) break;
      }
    } catch {
      // Killing a reader breaks the channel, but the exit status is more informative than the resulting error.
    }
    const isDone = end?.state === "done";
    if (isDone) this.answered += 1;
    const how = isDone ? "" : await this.end();
    clearInterval(watch);
    // A signal for the whole process group also reaches this process, possibly a moment later.
    const isEndedByOthers = end === undefined && thrown === undefined && signalsOfOthers.has(how);
    if (isEndedByOthers) await setTimeout(moment);
    signal?.removeEventListener("abort", abort);
    if (signal?.aborted === true) await this.end();
    signal?.throwIfAborted();
    if (thrown !== undefined) throw thrown.error;
    if (isEndedByOthers) throw failure("reader_ended", { file: name, signal: how });
    if (end === undefined && isLeftStopped) throw failure("reader_ended", { file: name, signal: "SIGSTOP" });
    return end ?? { state: "crashed", detail: `the reading process ended early (${how})` };
  }
}

function ignore(): void {}

/** A frame may contain arbitrary data, because the reader has processed untrusted bytes. */
class Receiver {
  readonly #task: ReaderTask;
  readonly #frames: FrameReader;
  #bytes = 0;

  constructor(task: ReaderTask, frames: FrameReader) {
    this.#task = task;
    this.#frames = frames;
  }

  /** Returns how the task ended, once the reader reports the end or violates the protocol. */
  async take(bytes: Buffer): Promise<ReaderEnd | undefined> {
    this.#bytes += bytes.length;
    const { output } = this.#task.limits;
    if (this.#bytes > output) return { state: "killed", reason: "output", limit: output };
    const frames = this.#frames.push(bytes);
    for (const [index, frame] of frames.entries()) {
      const end = await this.#takeFrame(frame as AnswerFrame);
      if (end === undefined) continue;
      // Any further bytes would be mistaken for the response to the next task.
      if (index < frames.length - 1 || !this.#frames.isEmpty)
        throw new BrokenFrames("more than one response");
      return end;
    }
    return undefined;
  }

  async #takeFrame(frame: AnswerFrame): Promise<ReaderEnd | undefined> {
    if (!Array.isArray(frame)) throw new BrokenFrames("an invalid frame");
    switch (frame[0]) {
      case "items":
        if (!Array.isArray(frame[2])) break;
        for (const item of frame[2]) {
          const pending = this.#task.onItem(frame[1], item);
          if (pending !== undefined) await pending;
        }
        return undefined;
      case "bytes":
        if (!Buffer.isBuffer(frame[3])) break;
        await this.#task.onBytes?.(frame[1], frame[2], frame[3]);
        return undefined;
      case "end":
        return { state: "done" };
      case "error": {
        const { code, message, hint } = frame[1];
        return { state: "failed", code: String(code), message: String(message), hint: String(hint) };
      }
      case "crash":
        return { state: "crashed", detail: String(frame[1]) };
    }
    throw new BrokenFrames("an invalid frame");
  }
}
