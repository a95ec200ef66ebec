import { compileAgain } from "../mapping/assemble.js";
import type { CompiledMapping, MappingOrigin } from "../mapping/mapping.js";
import type { Lookups } from "../model/lookups.js";
import type { RowsJob } from "./rows.js";

/** A job as plain data, from which other processes and threads can rebuild it. */
export interface Task extends Omit<RowsJob, "mapping" | "lookups"> {
  readonly mapping: MappingOrigin;
  /** Paths of the index files for lookups, by record type. */
  readonly lists: ReadonlyMap<string, string>;
}

export function taskOf(job: RowsJob, lists: ReadonlyMap<string, string>): Task {
  const { mapping, account, mode, read, stamp, limits } = job;
  return { mapping: mapping.origin, lists, account, mode, read, stamp, limits };
}

/**
 * Rebuilds a job from a task.
 *
 * @param compiled the mapping, if it was already compiled with the same lists
 */
export function jobOf(task: Task, lookups: Lookups, compiled?: CompiledMapping): RowsJob {
  const { mapping, lists: _, ...others } = task;
  return { ...others, lookups, mapping: compiled ?? compileAgain(mapping, lookups) };
}
