import { open, type FileHandle } from "node:fs/promises";
import { relative } from "node:path";
import { evaluateFile } from "../../system/readers/evaluate-file.js";
import { startEvaluating } from "../../system/readers/evaluate-in-child.js";
import type { StartedChild } from "../../system/readers/run-in-child.js";
import type { Job } from "../../convert/engine.js";
import type { Evaluation } from "../../convert/evaluation.js";
import type { Spill } from "../../convert/spill.js";
import type { WrittenMapping } from "../../convert/task.js";
import { failure } from "../../errors.js";
import { realClock } from "../../system/clock.js";
import { realDisk } from "../../system/disk.js";
import type { Store } from "../../store/store.js";
import type { Log } from "../../log.js";
import type { CompiledMapping, MappingContext } from "../../mapping/mapping.js";
import { recommendedMapping } from "../../mapping/recommended.js";
import { openSources } from "../../connectors/sources/open.js";
import { concurrencyLimit } from "../../connectors/sources/concurrency-limit.js";
import { loadMapping } from "../../workspace/mapping-file.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { CompileContext, Setup } from "./setup.js";
import { workerName } from "./workers.js";

/** The setup that commands use: this machine's disk and clock, the workspace's sources and mappings, the real engine. */
export interface RealSetup extends Setup {
  close(): Promise<void>;
}

export function realSetup(
  workspace: Workspace,
  around: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly log: Log;
    readonly engine: string;
    readonly store: Store;
    readonly documents: Setup["documents"];
  },
): RealSetup {
  const { env, log, engine, store, documents } = around;
  const sources = openSources(workspace.sources, { root: workspace.root, db: store.db, env, log });
  const origins = new WeakMap<CompiledMapping, Origin>();
  /**
   * Readers without work: prepared for a file that is likely to be decided next, or kept because other feeds claim
   * their file too.
   */
  const waiting = new Set<Reader>();
  async function readerSlot(): Promise<() => void> {
    const free = readers.enterNow();
    if (free !== undefined) return free;
    // Ends a reader that was prepared and is not used yet. The caller may itself have prepared it, and would wait for
    // itself.
    const [first] = waiting;
    if (first !== undefined) await dismiss(first);
    return readers.enter();
  }
  async function dismiss(reader: Reader): Promise<void> {
    if (waiting.delete(reader)) await reader.end();
  }
  /**
   * The reader that was prepared for the file. One that died while idle says nothing about the file, so it is not
   * used.
   */
  async function waitingFor(path: string): Promise<Reader | undefined> {
    const reader = [...waiting].find((each) => each.path === path);
    if (reader === undefined) return undefined;
    waiting.delete(reader);
    if (isAlive(reader)) return reader;
    await reader.end();
    return undefined;
  }
  async function evaluate(job: Job, path: string, spill: Spill, signal?: AbortSignal): Promise<Evaluation> {
    const origin = origins.get(job.mapping);
    if (origin === undefined) throw new TypeError("a mapping that this set-up did not compile");
    const reader = (await waitingFor(path)) ?? (await startReader(path, await readerSlot()));
    const isFirst = !reader.hasRead;
    reader.hasRead = true;
    let isKept = false;
    try {
      const evaluation = await evaluateFile(job.source, {
        reader,
        spill,
        signal,
        mapping: origin.written,
        compiled: job.mapping,
        account: job.account,
        today: origin.context.today,
        tables: origin.tables,
        lists: origin.context.lists,
        care: job.care,
        read: job.read,
      });
      // A reader that kept rows of other files may have been stopped for their memory: a fresh one tries again.
      if (!isFirst && evaluation.refused?.code === "reader_stopped")
        return await evaluate(job, path, spill, signal);
      isKept = origin.isShared && isAlive(reader);
      if (isKept) {
        waiting.add(reader);
        setTimeout(() => void dismiss(reader), longestWait).unref();
      }
      return evaluation;
    } finally {
      if (!isKept) await reader.end();
    }
  }
  return {
    workspace,
    clock: realClock,
    disk: realDisk,
    store,
    engine,
    worker: workerName(env),
    documents,
    async source(name) {
      const source = sources.get(name);
      if (source === undefined) {
        throw failure("source_unavailable", { source: name, reason: "the workspace has no such source" });
      }
      return source;
    },
    async compile(feed, context) {
      if (feed.mapping === undefined) {
        const mapping = recommendedMapping(feed.type);
        const written = { recommended: feed.type.name };
        origins.set(mapping, { written, tables: new Map(), context, isShared: feed.isShared });
        return mapping;
      }
      const fileName = relative(workspace.root, feed.mapping);
      const loaded = await loadMapping(feed.mapping, fileName, [feed.account]);
      if (loaded.type.name !== feed.type.name) {
        throw failure("mapping_misfit", { mapping: fileName, makes: loaded.type.name, feed: feed.name });
      }
      const mapping = loaded.compile({ account: feed.account, ...context });
      const { written, tables } = loaded;
      origins.set(mapping, { written, tables, context, isShared: feed.isShared });
      return mapping;
    },
    async expect(path) {
      const isReady = [...waiting].some((each) => each.path === path);
      const leave = isReady ? undefined : readers.enterNow();
      // Whoever decides is told of a failure.
      const reader = leave && (await startReader(path, leave).catch(() => undefined));
      if (reader === undefined) return async () => {};
      waiting.add(reader);
      return async () => {
        if (!reader.hasRead) await dismiss(reader);
      };
    },
    evaluate,
    async close() {
      await Promise.all([...waiting].map(dismiss));
      await Promise.all([...sources.values()].map((source) => source.close()));
      await store.close();
    },
  };
}

/** The source of a compiled mapping, so that the reader process can compile it again. */
interface Origin {
  readonly written: WrittenMapping;
  readonly tables: MappingContext["tables"];
  readonly context: CompileContext;
  /** Whether other feeds may claim the same file. */
  readonly isShared: boolean;
}

/** How long a reader waits for the next feed of its file, in milliseconds. */
const longestWait = 10_000;

/** How many deliveries are read at once, each in a process of its own. */
const readersAtOnce = 4;
const readers = concurrencyLimit(readersAtOnce);

/** A process of its own for one file, in its place among those that read at once. */
interface Reader {
  readonly path: string;
  readonly input: number;
  readonly started: StartedChild;
  /** Whether it had an order. */
  hasRead: boolean;
  /** Kills the process, if it still lives. */
  end(): Promise<void>;
}

function isAlive({ started }: Reader): boolean {
  const { pid, exitCode, signalCode } = started.process;
  return pid !== undefined && exitCode === null && signalCode === null;
}

async function startReader(path: string, leave: () => void): Promise<Reader> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const { fd } = file;
    const started = startEvaluating(fd);
    const end = async (): Promise<void> => {
      await started.end();
      leave();
      await file?.close();
    };
    return { path, input: fd, started, hasRead: false, end };
  } catch (error) {
    leave();
    await file?.close();
    throw error;
  }
}
