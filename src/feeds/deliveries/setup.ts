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

/** The inputs of a compiled mapping, besides its account. */
export interface CompileContext {
  readonly lookups: Lookups;
  /** Today in the account's zone, `yyyy-MM-dd`. */
  readonly today: string;
}

/** What the pipeline works with. Commands fill it with the real things; tests and proofs with others. */
export interface Setup {
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly store: Store;
  /** How long to wait for a feed that another process works on, in milliseconds; not at all when omitted. */
  readonly patience?: number;
  /** Version of the engine; a decision is made again when it changes. */
  readonly engine: string;
  /** Name of this machine among those that share the workspace. */
  readonly worker: string;
  /** The SFTP servers. Sources, outputs and outboxes share their connections. */
  readonly hosts: Hosts;
  /** A source of the workspace, opened on first use. */
  source(name: string): Promise<Source>;
  /**
   * The feed's mapping for its account.
   *
   * @throws wrong_mapping, file_not_found
   */
  compile(feed: Feed, context: CompileContext): Promise<CompiledMapping>;
  /** The indexes of published lists, in which other feeds look values up. */
  readonly indexes: ListIndexes;
  /** Starts a reader process if none is idle, since a file is likely to be evaluated next. */
  expect?(): void;
  /** Reads, maps and validates the file at `path`, maybe in a process of its own. Its records may wait in `spill`. */
  evaluate(job: Job, path: string, spill: Spill, signal?: AbortSignal): Promise<Evaluation>;
  /** What is kept with a delivery, by name: its report and its rejected rows. */
  documents(
    feed: Feed,
    delivery: DeliveryState,
    evaluation: DeliveryEvaluation,
  ): ReadonlyMap<string, Iterable<string>>;
}
