import type { Listing, SourceFile } from "./source.js";

/**
 * This module decides which files in a source are complete (`docs/semantics.md` section 2, Stable). A file is complete
 * after three equal observations that span the settle time, as soon as its done file exists, or immediately if it
 * appears under its final name. Observations use the monotonic clock and are kept only in memory, because that clock
 * restarts with the machine.
 */

export type WholeWhen =
  | { readonly mode: "settle"; /** Milliseconds. */ readonly for: number }
  | { readonly mode: "done_file"; readonly doneFile: string }
  | { readonly mode: "final_name" }
  /**
   * The file is a marker that signals that other files are complete. Markers are complete as soon as they exist, and
   * are usually empty.
   */
  | { readonly mode: "marker" };

export interface Observer {
  /**
   * Records a listing and returns the state of each file. `at` is the time of the listing in milliseconds, according
   * to the monotonic clock. `whenWhole` returns the condition under which a file is complete, or undefined if no feed
   * claims the file.
   */
  observe(listing: Listing, at: number, whenWhole: (file: SourceFile) => WholeWhen | undefined): Observed;
}

export interface Observed {
  /** Complete files, each with its done file if there is one. */
  readonly whole: readonly { readonly file: SourceFile; readonly doneFile: SourceFile | undefined }[];
  /** Files that are still arriving, are empty, or have no done file yet. */
  readonly arriving: readonly SourceFile[];
  readonly unclaimed: readonly SourceFile[];
  /** Milliseconds to wait before the next listing. Undefined if no file is waiting for the settle time to end. */
  readonly pollAgainIn: number | undefined;
}

interface Observation {
  readonly file: SourceFile;
  readonly since: number;
  readonly times: number;
}

export function newObserver(): Observer {
  let observations = new Map<string, Observation>();
  return {
    observe(listing, at, whenWhole) {
      const before = observations;
      observations = new Map();
      const byName = new Map(listing.files.map((file) => [file.name, file]));
      const claims = new Map(listing.files.map((file) => [file.name, whenWhole(file)]));
      const doneFiles = doneFilesOf(claims);
      const whole: Observed["whole"][number][] = [];
      const arriving: SourceFile[] = [];
      const unclaimed: SourceFile[] = [];
      const waits: number[] = [];
      for (const file of listing.files) {
        if (doneFiles.has(file.name)) continue;
        const when = claims.get(file.name);
        if (when === undefined) {
          unclaimed.push(file);
          continue;
        }
        const last = before.get(file.name);
        const same = last !== undefined && sameFile(last.file, file);
        const now: Observation = same ? { ...last, times: last.times + 1 } : { file, since: at, times: 1 };
        observations.set(file.name, now);
        const doneFile =
          when.mode === "done_file" ? byName.get(doneNameOf(when.doneFile, file.name)) : undefined;
        if (isWhole(now, at, when, doneFile)) {
          whole.push({ file, doneFile });
          continue;
        }
        arriving.push(file);
        if (when.mode === "settle" && file.size > 0) {
          const left = when.for - (at - now.since);
          waits.push(Math.max(now.times < 2 ? Math.min(left, when.for / 2) : left, when.for / 20));
        }
      }
      return {
        whole,
        arriving,
        unclaimed,
        pollAgainIn: waits.length > 0 ? Math.min(...waits) : undefined,
      };
    },
  };
}

function isWhole(
  observations: Observation,
  at: number,
  when: WholeWhen,
  doneFile: SourceFile | undefined,
): boolean {
  if (when.mode === "done_file") return doneFile !== undefined;
  if (when.mode === "marker") return true;
  if (observations.file.size === 0) return false;
  return when.mode === "final_name" || (observations.times >= 3 && at - observations.since >= when.for);
}

function doneFilesOf(claims: ReadonlyMap<string, WholeWhen | undefined>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, when] of claims) {
    if (when?.mode === "done_file") names.add(doneNameOf(when.doneFile, name));
  }
  return names;
}

/**
 * Returns the name of the done file that belongs to a file. In the pattern, `{name}` is the file's name and `{stem}`
 * is the name without its last extension.
 */
function doneNameOf(pattern: string, name: string): string {
  return pattern.replaceAll("{name}", name).replaceAll("{stem}", name.replace(/\.[^.]*$/, ""));
}

function sameFile(a: SourceFile, b: SourceFile): boolean {
  return a.size === b.size && a.modified === b.modified && a.identity === b.identity;
}
