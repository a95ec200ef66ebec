import { relative } from "node:path";
import { evaluateFile } from "../../system/readers/evaluate-file.js";
import { evaluationReaders } from "../../system/readers/evaluate-in-child.js";
import type { WrittenMapping } from "../../convert/task.js";
import { failure } from "../../errors.js";
import { realClock } from "../../system/clock.js";
import { realDisk } from "../../system/disk.js";
import type { Store } from "../../store/store.js";
import type { Log } from "../../log.js";
import type { CompiledMapping, MappingContext } from "../../mapping/mapping.js";
import { recommendedMapping } from "../../mapping/recommended.js";
import { openSources } from "../../connectors/sources/open.js";
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
  const { sources, hosts } = openSources(workspace.sources, { root: workspace.root, db: store.db, env, log });
  const origins = new WeakMap<CompiledMapping, Origin>();
  const readers = evaluationReaders();
  return {
    workspace,
    clock: realClock,
    disk: realDisk,
    store,
    engine,
    worker: workerName(env),
    documents,
    hosts,
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
        origins.set(mapping, { written, tables: new Map(), context });
        return mapping;
      }
      const fileName = relative(workspace.root, feed.mapping);
      const loaded = await loadMapping(feed.mapping, fileName, [feed.account]);
      if (loaded.type.name !== feed.type.name) {
        throw failure("mapping_misfit", { mapping: fileName, makes: loaded.type.name, feed: feed.name });
      }
      const mapping = loaded.compile({ account: feed.account, ...context });
      const { written, tables } = loaded;
      origins.set(mapping, { written, tables, context });
      return mapping;
    },
    expect: () => readers.prepare(),
    async evaluate(job, path, spill, signal) {
      const origin = origins.get(job.mapping);
      if (origin === undefined) throw new TypeError("a mapping that this set-up did not compile");
      return evaluateFile(
        { ...job.source, path },
        {
          readers,
          spill,
          signal,
          mapping: origin.written,
          compiled: job.mapping,
          account: job.account,
          today: origin.context.today,
          tables: origin.tables,
          lists: origin.context.lists,
          mode: job.mode,
          read: job.read,
        },
      );
    },
    async close() {
      await readers.end();
      await Promise.all([...sources.values()].map((source) => source.close()));
      await hosts.close();
      await store.close();
    },
  };
}

/** The source of a compiled mapping, so that the reader process can compile it again. */
interface Origin {
  readonly written: WrittenMapping;
  readonly tables: MappingContext["tables"];
  readonly context: CompileContext;
}
