import type { Job } from "../../convert/engine.js";
import type { Clock } from "../../system/clock.js";
import type { Disk } from "../../system/disk.js";
import type { Store } from "../../store/store.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { Evaluation } from "../../convert/evaluation.js";
import type { Spill } from "../../convert/spill.js";
import type { CompiledMapping } from "../../mapping/mapping.js";
import type { Lookups } from "../../model/lookups.js";
import type { Hosts } from "../../connectors/sftp/hosts.js";
import type { Source } from "../../connectors/sources/source.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import type { DeliveryEvaluation } from "./delivery-evaluation.js";
import type { ListIndexes } from "./list-indexes.js";

export interface CompileContext {
  readonly lookups: Lookups;
  /** The current date in the account's zone, `yyyy-MM-dd`. */
  readonly today: string;
}

/** Dependencies of the pipeline. Commands use the real implementations, and tests may replace them. */
export interface Setup {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly store: Store;
  /** Milliseconds to wait for a feed that another process is using. Default: 0. */
  readonly patience?: number;
  /** Version of the engine. Decisions are made again when this version changes. */
  readonly engine: string;
  /** Name of this machine among those that share the workspace. */
  readonly worker: string;
  /** Connections to SFTP servers, which sources, outputs and outboxes share. */
  readonly hosts: Hosts;
  /** Returns a source from the workspace, opened on first use. */
  source(name: string): Promise<Source>;
  /** Compiles the feed's mapping for its account. Throws `wrong_mapping`, `mapping_misfit` or `file_not_found`. */
  compile(feed: Feed, context: CompileContext): Promise<CompiledMapping>;
  readonly indexes: ListIndexes;
  /** Starts a reader process if none is idle. Called when an evaluation is likely. */
  expect?(): void;
  /** Reads, maps and validates the file at `path`, possibly in another process. Records may be stored in `spill`. */
  evaluate(job: Job, path: string, spill: Spill, signal?: AbortSignal): Promise<Evaluation>;
  /** Documents stored with a delivery, by name: its report and its rejected rows. */
  documents(
    feed: Feed,
    delivery: DeliveryState,
    evaluation: DeliveryEvaluation,
  ): ReadonlyMap<string, Iterable<string>>;
}
