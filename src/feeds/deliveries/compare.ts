import { readFact, writeFact } from "../../store/facts.js";
import type { OpenFeed } from "./open-feed.js";
import type { Batch } from "./receive.js";

/**
 * Detects new content in files whose name, size and time did not change. SFTP servers report times in whole seconds,
 * so files that stay on the server may change unnoticed. `compare_every` sets how often such files are fetched again.
 */
export interface Comparisons {
  /** Sources whose files are compared in this pass. */
  readonly due: ReadonlySet<string>;
  /** Time of the next comparison, in milliseconds since 1970, or infinity if none is scheduled. */
  readonly until: number;
  /** Records that the files of all sources in `due` were compared. */
  done(): Promise<void>;
}

export async function readComparisons(
  { setup, feed }: OpenFeed,
  batches: readonly Batch[],
): Promise<Comparisons> {
  const { db } = setup.store;
  const now = setup.clock.now();
  const factName = (source: string) => `compared ${feed.name} ${source}`;
  const note = (source: string) => writeFact(db, factName(source), now.toISOString());
  const due = new Set<string>();
  let until = Infinity;
  for (const source of new Set(batches.map(([{ source }]) => source))) {
    const settings = setup.workspace.sources.get(source);
    const every = settings !== undefined && "sftp" in settings ? settings.sftp.compareEvery : undefined;
    if (every === undefined) continue;
    const last = Date.parse(String(await readFact(db, factName(source))));
    // The first period starts now. The period also restarts if the clock was set back.
    const isFirst = !(last <= now.getTime());
    const isDue = !isFirst && now.getTime() - last >= every;
    if (isFirst) await note(source);
    if (isDue) due.add(source);
    until = Math.min(until, (isFirst || isDue ? now.getTime() : last) + every);
  }
  return {
    due,
    until,
    async done() {
      for (const source of due) await note(source);
    },
  };
}
