import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { fstatSync } from "node:fs";
import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { failure } from "../../errors.js";
import type { ChildFrame, ChildOrder } from "./child-job.js";
import { BrokenFrames, encodeFrame, FrameReader } from "./frames.js";
import { residentBytes } from "./memory.js";
import { onLeaving } from "../leaving.js";
import { entryFlags, entryModule, isSource } from "../package-paths.js";

/**
 * Runs a job on a file from a stranger in a child process that can be killed (`docs/semantics.md` section 7). What a worker
 * thread or a heap limit let through (buffers, hangs within one call) ends here by SIGKILL, and the parent lives on.
 */
export interface ChildLimits {
  /** Resident bytes of the child and all that it starts. */
  readonly memory: number;
  /** Milliseconds from its order to its end, for a small file. */
  readonly time: number;
  /** Milliseconds more for each megabyte of the file: a child could feign progress, but not bytes. */
  readonly timePerMegabyte: number;
  /** Bytes of its answer. */
  readonly output: number;
}

export const defaultChildLimits: ChildLimits = {
  memory: 1536 * 1024 * 1024,
  time: 120_000,
  timePerMegabyte: 2_000,
  output: 2 * 1024 * 1024 * 1024,
};

export interface ChildTask extends ChildOrder {
  /** URL of the module whose `run` is the job. */
  readonly module: string;
  /** Descriptor of the file, opened for reading; it stays open. */
  readonly input: number;
  readonly limits: ChildLimits;
  /** A child that was started for this before, with this module, input and memory. Once it has answered whole it waits for another order. */
  readonly started?: StartedChild | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * One item of the answer, in order; the child waits while it is pending. What it throws ends the child;
   * `BrokenFrames` counts as a crash of the child.
   */
  readonly onItem: (kind: string, item: unknown) => void | Promise<void>;
  /** Bytes in the answer, and what the child says of them; the same holds. */
  readonly onBytes?: (kind: string, about: unknown, bytes: Uint8Array) => void | Promise<void>;
}

/** How it ended. Only after `done` is what `onItem` got the whole answer. */
export type ChildEnd =
  | { readonly state: "done" }
  /** The job failed for a reason that has a name (`errors.ts`). */
  | { readonly state: "failed"; readonly code: string; readonly message: string; readonly hint: string }
  /** Over a limit. Kill reasons are the file's fault as far as anybody can tell: try again once, then quarantine. */
  | { readonly state: "killed"; readonly reason: "memory" | "time" | "output"; readonly limit: number }
  /** Ended without the closing frame: a signal from outside, a crash of the runtime, a fault of ours. */
  | { readonly state: "crashed"; readonly detail: string };

/** By these a process is told to end, before it could say that it heeds none of them. They say nothing of the file. */
const endsOfOthers: ReadonlySet<string> = new Set(["SIGINT", "SIGTERM", "SIGHUP"]);
/** Milliseconds. */
const moment = 100;
const watchEvery = 25;
const megabyte = 1024 * 1024;

/** A child that loads its job and waits for orders. Whoever started it and has no order any more kills it. */
export interface StartedChild {
  readonly process: ChildProcess;
  /** Resolves with how it ended, in words. */
  readonly exited: Promise<string>;
  /** Kills it, if it still lives; how it ended. */
  end(): Promise<string>;
}

/**
 * @param module URL of the module whose `run` is the job
 * @param input descriptor of the file, opened for reading
 * @param memory bytes that it will be allowed
 */
export function startChild(module: string, input: number, memory: number): StartedChild {
  const heap = Math.ceil(memory / megabyte);
  const entry = entryModule("system/readers/child");
  // The loader of the sources does not bear what protects the program.
  const guard = isSource ? [] : ["--disable-proto=delete"];
  const flags = [`--max-old-space-size=${heap}`, ...guard, ...entryFlags()];
  const child = spawn(process.execPath, [...flags, fileURLToPath(entry), module], {
    // Windows starts no process without this one variable; elsewhere one says where temporary files go.
    env: process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] } : { TMPDIR: tmpdir() },
    stdio: [input, "ignore", "ignore", "pipe"],
    windowsHide: true,
  });
  const forget = onLeaving(() => child.kill("SIGKILL"));
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("exit", forget);
  });
  if (child.pid !== undefined) child.stdio[3]?.on("error", ignore);
  const end = (): Promise<string> => {
    child.kill("SIGKILL");
    // Bytes that nobody reads from the pipe would keep `close` from being emitted.
    child.stdio[3]?.destroy();
    return exited;
  };
  return { process: child, exited, end };
}

/** @throws the reason of `signal` when it is aborted; reader_ended; what `onItem` threw; an error when there was no process to be had */
export async function runInChild(run: ChildTask): Promise<ChildEnd> {
  run.signal?.throwIfAborted();
  const { module, input, limits, name, task } = run;
  const order = encodeFrame({ name, task } satisfies ChildOrder);
  const started = run.started ?? startChild(module, input, limits.memory);
  const { process: child, exited } = started;
  if (child.pid === undefined) throw new Error(`The reading process could not be started: ${await exited}.`);
  const channel = child.stdio[3] as Duplex;

  let end: ChildEnd | undefined;
  let thrown: { readonly error: unknown } | undefined;
  const kill = (why: ChildEnd | undefined): void => {
    end ??= why;
    child.kill("SIGKILL");
  };
  const watch = setInterval(() => {
    const used = child.pid === undefined ? undefined : residentBytes(child.pid);
    if (used !== undefined && used > limits.memory) {
      kill({ state: "killed", reason: "memory", limit: limits.memory });
    }
  }, watchEvery);
  const time = limits.time + Math.round((fstatSync(input).size / megabyte) * limits.timePerMegabyte);
  const clock = globalThis.setTimeout(() => kill({ state: "killed", reason: "time", limit: time }), time);
  const abort = (): void => kill(undefined);
  run.signal?.addEventListener("abort", abort, { once: true });

  channel.write(order);
  const receiver = new Receiver(run);
  try {
    for await (const bytes of channel.iterator({ destroyOnReturn: false })) {
      const found = await receiver.take(bytes as Buffer).catch((error: unknown) => {
        if (!(error instanceof BrokenFrames)) thrown = { error };
        else return { state: "crashed" as const, detail: `the answer holds ${error.message}` };
      });
      end ??= found ?? undefined;
      if (end !== undefined || thrown !== undefined) break;
    }
  } catch {
    // A child that was killed breaks the channel; how it ended says more.
  }
  const how = run.started !== undefined && end?.state === "done" ? "" : await started.end();
  clearInterval(watch);
  clearTimeout(clock);
  // Whoever ended both has told the parent, too, a moment sooner or later.
  const isEndedByOthers = end === undefined && thrown === undefined && endsOfOthers.has(how);
  if (isEndedByOthers) await setTimeout(moment);
  run.signal?.removeEventListener("abort", abort);
  run.signal?.throwIfAborted();
  if (thrown !== undefined) throw thrown.error;
  if (isEndedByOthers) throw failure("reader_ended", { file: name, signal: how });
  return end ?? { state: "crashed", detail: `the reading process ended early (${how})` };
}

function ignore(): void {}

/** Checks the frames of the answer and counts its items. */
class Receiver {
  readonly #run: ChildTask;
  readonly #frames = new FrameReader();
  readonly #counts = new Map<string, number>();
  #bytes = 0;

  constructor(run: ChildTask) {
    this.#run = run;
  }

  /** How the child ended, once it says so or breaks a rule. */
  async take(bytes: Buffer): Promise<ChildEnd | undefined> {
    this.#bytes += bytes.length;
    const { output } = this.#run.limits;
    if (this.#bytes > output) return { state: "killed", reason: "output", limit: output };
    for (const frame of this.#frames.push(bytes)) {
      const end = await this.#takeFrame(checkedFrame(frame));
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #takeFrame(frame: ChildFrame): Promise<ChildEnd | undefined> {
    switch (frame[0]) {
      case "items":
        this.#counts.set(frame[1], (this.#counts.get(frame[1]) ?? 0) + frame[2].length);
        for (const item of frame[2]) {
          const pending = this.#run.onItem(frame[1], item);
          if (pending !== undefined) await pending;
        }
        return undefined;
      case "bytes":
        this.#counts.set(frame[1], (this.#counts.get(frame[1]) ?? 0) + 1);
        await this.#run.onBytes?.(frame[1], frame[2], frame[3]);
        return undefined;
      case "end":
        return this.#isWhole(frame[1])
          ? { state: "done" }
          : { state: "crashed", detail: "the answer is not whole: its counts do not agree" };
      case "error":
        return { ...frame[1], state: "failed" };
      case "crash":
        return { state: "crashed", detail: frame[1] };
    }
  }

  #isWhole(stated: Readonly<Record<string, number>>): boolean {
    const kinds = new Set([...Object.keys(stated), ...this.#counts.keys()]);
    return [...kinds].every((kind) => stated[kind] === this.#counts.get(kind));
  }
}

/** The child has read hostile bytes: nothing that it says is believed to be a frame. */
function checkedFrame(frame: unknown): ChildFrame {
  const [kind, about, items, bytes] = Array.isArray(frame) ? (frame as readonly unknown[]) : [];
  const isFrame =
    (kind === "items" && typeof about === "string" && Array.isArray(items)) ||
    (kind === "bytes" && typeof about === "string" && bytes instanceof Uint8Array) ||
    (kind === "end" && isObject(about)) ||
    (kind === "error" &&
      isObject(about) &&
      [about["code"], about["message"], about["hint"]].every((text) => typeof text === "string")) ||
    (kind === "crash" && typeof about === "string");
  if (!isFrame) throw new BrokenFrames("something that is no frame");
  return frame as ChildFrame;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
