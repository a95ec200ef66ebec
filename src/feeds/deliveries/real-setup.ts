import { join, relative } from "node:path";
import { evaluateFile } from "../../system/readers/evaluate-file.js";
import { readerPool } from "../../system/readers/reader-pool.js";
import { failure } from "../../errors.js";
import { realClock } from "../../system/clock.js";
import { realDisk } from "../../system/disk.js";
import type { Store } from "../../store/store.js";
import type { Log } from "../../log.js";
import { recommendedMapping } from "../../mapping/recommended.js";
import { openSources } from "../../connectors/sources/open.js";
import { loadMapping } from "../../workspace/mapping-file.js";
import type { Workspace } from "../../workspace/workspace.js";
import { listIndexes } from "./list-indexes.js";
import type { Setup } from "./setup.js";
import { workerName } from "./workers.js";

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
  const readers = readerPool();
  const indexes = listIndexes(store, join(workspace.data, "tmp"));
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
        throw failure("source_unavailable", {
          source: name,
          reason: "the workspace does not contain this source",
        });
      }
      return source;
    },
    async compile(feed, context) {
      if (feed.mapping === undefined) return recommendedMapping(feed.type);
      const fileName = relative(workspace.root, feed.mapping);
      const loaded = await loadMapping(feed.mapping, fileName, [feed.account]);
      if (loaded.type.name !== feed.type.name) {
        throw failure("mapping_misfit", { mapping: fileName, makes: loaded.type.name, feed: feed.name });
      }
      return loaded.compile({ account: feed.account, ...context });
    },
    indexes,
    expect: () => readers.prepare(),
    evaluate: (job, path, spill, signal) =>
      indexes.holding(job.lookups, () =>
        evaluateFile({ ...job, source: { ...job.source, path }, spill }, signal, readers),
      ),
    async close() {
      await readers.end();
      await indexes.close();
      await Promise.all([...sources.values()].map((source) => source.close()));
      await hosts.close();
      await store.close();
    },
  };
}
