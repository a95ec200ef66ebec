import { compileAgain } from "../mapping/assemble.js";
import type { CompiledMapping, MappingOrigin } from "../mapping/mapping.js";
import type { Lookups } from "../model/lookups.js";
import type { RowsJob } from "./rows.js";

/** Plain data from which other processes and threads can recreate a job. */
export interface Task extends Omit<RowsJob, "mapping" | "lookups"> {
  readonly mapping: MappingOrigin;
  /** Paths of the index files for lookups, by record type. */
  readonly lists: ReadonlyMap<string, string>;
}

export function taskOf(job: RowsJob, lists: ReadonlyMap<string, string>): Task {
  const { mapping, account, mode, read, stamp, limits } = job;
  return { mapping: mapping.origin, lists, account, mode, read, stamp, limits };
}

/** `compiled` is the compiled mapping, if it was already compiled with the same lists. */
export function jobOf(task: Task, lookups: Lookups, compiled?: CompiledMapping): RowsJob {
  const { mapping, lists: _, ...others } = task;
  return { ...others, lookups, mapping: compiled ?? compileAgain(mapping, lookups) };
}
