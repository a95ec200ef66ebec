import type { Listing, SeenFile } from "./source.js";

/**
 * Which files of a source are whole (`docs/semantics.md` section 2, Stable). Own observations, on the monotonic clock: a file
 * counts as whole after three equal observations that span the settle time, or when its done file is there, or at once
 * where it appears under its final name. Observations live in memory only, so never longer than one boot.
 */

export type WholeWhen =
  | { readonly mode: "settle"; /** Milliseconds. */ readonly for: number }
  | { readonly mode: "done_file"; readonly doneFile: string }
  | { readonly mode: "final_name" }
  /** It only says that others are: whole when it is there, mostly empty. */
  | { readonly mode: "marker" };

export interface Observer {
  /**
   * Takes note of a listing.
   *
   * @param at milliseconds of the monotonic clock
   * @param whenWhole what makes a file whole; undefined when no feed claims it
   */
  observe(listing: Listing, at: number, whenWhole: (file: SeenFile) => WholeWhen | undefined): Observed;
}

export interface Observed {
  /** Whole files, each with its done file where the feed has one. */
  readonly whole: readonly { readonly file: SeenFile; readonly doneFile: SeenFile | undefined }[];
  /** Files that are still arriving, or empty, or whose done file is missing. */
  readonly arriving: readonly SeenFile[];
  /** Files that no feed claims. */
  readonly unclaimed: readonly SeenFile[];
  /** Milliseconds until the next look is worth it; undefined when nothing is on its way. */
  readonly pollAgainIn: number | undefined;
}

interface Seen {
  readonly file: SeenFile;
  readonly since: number;
  readonly times: number;
}

export function newObserver(): Observer {
  let seen = new Map<string, Seen>();
  return {
    observe(listing, at, whenWhole) {
      const before = seen;
      seen = new Map();
      const byName = new Map(listing.files.map((file) => [file.name, file]));
      const claims = new Map(listing.files.map((file) => [file.name, whenWhole(file)]));
      const doneFiles = doneFilesOf(claims);
      const whole: Observed["whole"][number][] = [];
      const arriving: SeenFile[] = [];
      const unclaimed: SeenFile[] = [];
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
        const now: Seen = same ? { ...last, times: last.times + 1 } : { file, since: at, times: 1 };
        seen.set(file.name, now);
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

function isWhole(seen: Seen, at: number, when: WholeWhen, doneFile: SeenFile | undefined): boolean {
  if (when.mode === "done_file") return doneFile !== undefined;
  if (when.mode === "marker") return true;
  if (seen.file.size === 0) return false;
  return when.mode === "final_name" || (seen.times >= 3 && at - seen.since >= when.for);
}

function doneFilesOf(claims: ReadonlyMap<string, WholeWhen | undefined>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, when] of claims) {
    if (when?.mode === "done_file") names.add(doneNameOf(when.doneFile, name));
  }
  return names;
}

/** `{name}` stands for the file's name, `{stem}` for it without its last ending. */
function doneNameOf(pattern: string, name: string): string {
  return pattern.replaceAll("{name}", name).replaceAll("{stem}", name.replace(/\.[^.]*$/, ""));
}

function sameFile(a: SeenFile, b: SeenFile): boolean {
  return a.size === b.size && a.modified === b.modified && a.identity === b.identity;
}
