import { open, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { relative } from "node:path";
import { evaluateFile } from "../runtime/evaluate-file.js";
import { startEvaluating } from "../runtime/evaluate-in-child.js";
import type { StartedChild } from "../runtime/run-in-child.js";
import type { WrittenMapping } from "../evaluation/task.js";
import { failure } from "../errors.js";
import { realClock } from "../storage/clock.js";
import { realDisk } from "../storage/disk.js";
import type { Store } from "../store/store.js";
import type { Log } from "../log.js";
import type { CompiledMapping, MappingContext } from "../mapping/mapping.js";
import { recommendedMapping } from "../mapping/recommended.js";
import { openSources } from "../sources/open.js";
import { concurrencyLimit } from "../sources/concurrency-limit.js";
import { loadMapping } from "../workspace/mapping-file.js";
import type { Workspace } from "../workspace/workspace.js";
import type { CompileContext, Setup } from "./setup.js";

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
  const sources = openSources(workspace.sources, { root: workspace.root, data: workspace.data, env, log });
  const origins = new WeakMap<CompiledMapping, Origin>();
  /** Feeds that got the same bytes read the same file: each has a reader of its own. */
  const expected = new Set<{ readonly path: string; readonly reader: Reader }>();
  async function placeOfReader(): Promise<() => void> {
    const free = readers.enterNow();
    if (free !== undefined) return free;
    // What is only expected makes room: whoever expects it may be the one who asks here for another.
    for (const one of expected) {
      expected.delete(one);
      await one.reader.end();
      break;
    }
    return readers.enter(new AbortController().signal);
  }
  /** One that died while it had nothing to do says nothing of the file. */
  async function takeExpected(path: string): Promise<Reader | undefined> {
    const one = [...expected].find((each) => each.path === path);
    if (one === undefined) return undefined;
    expected.delete(one);
    const { reader } = one;
    const { pid, exitCode, signalCode } = reader.started.process;
    if (pid !== undefined && exitCode === null && signalCode === null) return reader;
    await reader.end();
    return undefined;
  }
  return {
    workspace,
    clock: realClock,
    disk: realDisk,
    store,
    engine,
    worker: env["LADING_WORKER"] ?? hostname(),
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
        origins.set(mapping, { written: { recommended: feed.type.name }, tables: new Map(), context });
        return mapping;
      }
      const fileName = relative(workspace.root, feed.mapping);
      const loaded = await loadMapping(feed.mapping, fileName, [feed.account]);
      if (loaded.type.name !== feed.type.name) {
        throw failure("mapping_misfit", { mapping: fileName, makes: loaded.type.name, feed: feed.name });
      }
      const mapping = loaded.compile({ account: feed.account, ...context });
      origins.set(mapping, { written: loaded.written, tables: loaded.tables, context });
      return mapping;
    },
    async expect(path) {
      const leave = readers.enterNow();
      // Whoever decides is told of a failure.
      const reader = leave && (await startReader(path, leave).catch(() => undefined));
      if (reader === undefined) return async () => {};
      const one = { path, reader };
      expected.add(one);
      return async () => {
        if (expected.delete(one)) await reader.end();
      };
    },
    async evaluate(job, path, spill) {
      const origin = origins.get(job.mapping);
      if (origin === undefined) throw new TypeError("a mapping that this set-up did not compile");
      const reader = (await takeExpected(path)) ?? (await startReader(path, await placeOfReader()));
      try {
        return await evaluateFile(job.source, {
          reader,
          spill,
          mapping: origin.written,
          compiled: job.mapping,
          account: job.account,
          today: origin.context.today,
          tables: origin.tables,
          lists: origin.context.lists,
          care: job.care,
          read: job.read,
        });
      } finally {
        await reader.end();
      }
    },
    async close() {
      await Promise.all([...sources.values()].map((source) => source.close()));
      await store.close();
    },
  };
}

/** What a mapping was compiled from, for a process that compiles it again. */
interface Origin {
  readonly written: WrittenMapping;
  readonly tables: MappingContext["tables"];
  readonly context: CompileContext;
}

/** How many deliveries are read at once, each in a process of its own. */
const readersAtOnce = 4;
const readers = concurrencyLimit(readersAtOnce);

/** A process of its own for one file, in its place among those that read at once. */
interface Reader {
  readonly input: number;
  readonly started: StartedChild;
  /** Kills the process, if it still lives. */
  end(): Promise<void>;
}

async function startReader(path: string, leave: () => void): Promise<Reader> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const { fd } = file;
    const started = startEvaluating(fd);
    const end = async (): Promise<void> => {
      started.process.kill("SIGKILL");
      await started.exited;
      leave();
      await file?.close();
    };
    return { input: fd, started, end };
  } catch (error) {
    leave();
    await file?.close();
    throw error;
  }
}
