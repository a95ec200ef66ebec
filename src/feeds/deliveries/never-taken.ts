import type { IgnoredEntry } from "../../connectors/sources/source.js";
import { isLeftAside, whyTemporary } from "../../connectors/temporary-names.js";
import { counted } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import type { SourceListings } from "./listings.js";
import type { Setup } from "./setup.js";
import { noteUnprocessed, readUnprocessed, type UnprocessedFile } from "./unprocessed-files.js";

/** Entries at a source that no feed can accept, such as links and names that are not UTF-8. */

export type NeverTaken = UnprocessedFile;

export const neverProcessed = "will never be processed";
/** Describes files with a temporary name from archiving. */
export const notRestored = "could not be archived or restored";

/**
 * Milliseconds until files with a temporary name from archiving are reported, because another process may still be
 * archiving the files.
 */
const archivingTakes = 10 * 60_000;

/** Records the current entries and drops those that no longer exist. Returns the new entries, by source. */
export async function noteNeverTaken(
  setup: Pick<Setup, "store" | "clock" | "source">,
  { sources }: Pick<SourceListings, "sources">,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly NeverTaken[]>> {
  const fresh = new Map<string, readonly NeverTaken[]>();
  for (const [source, { ignored, failed, isRemembered }] of sources) {
    if (failed !== undefined || isRemembered === true) continue;
    const current = await stillIgnored(setup, source, ignored, signal);
    const files = current.filter(({ isUsual }) => isUsual !== true);
    const added = await noteUnprocessed(setup, source, "ignored", files);
    if (added.length > 0) fresh.set(source, added);
  }
  return fresh;
}

/** Omits files that this run archived, or whose names it restored, after it listed the source. */
async function stillIgnored(
  { source }: Pick<Setup, "source">,
  name: string,
  ignored: readonly IgnoredEntry[],
  signal: AbortSignal,
): Promise<readonly IgnoredEntry[]> {
  if (!ignored.some((each) => isLeftAside(each.name))) return ignored;
  try {
    const again = await (await source(name)).list(signal);
    const names = new Set(again.ignored.map((each) => each.name));
    return ignored.filter((each) => !isLeftAside(each.name) || names.has(each.name));
  } catch {
    // The next run reports that the source cannot be listed.
    return ignored;
  }
}

export async function readNeverTaken(db: Queries, source: string): Promise<readonly NeverTaken[]> {
  return readUnprocessed(db, source, "ignored");
}

/** Files with a temporary name from archiving are reported only after a delay. */
export function isReportable({ name, since }: NeverTaken, now: Date): boolean {
  return !isLeftAside(name) || now.getTime() - Date.parse(since) >= archivingTakes;
}

/**
 * Returns text such as `2 files will never be processed: "a.csv" (it is a link ...), "b\\c.csv" (...).` Files with a
 * temporary name from archiving have their own sentence, because Lading restores their names.
 */
export function neverTakenText(entries: readonly Pick<NeverTaken, "name" | "reason">[]): string {
  const leftAside = entries.filter(({ name }) => isLeftAside(name));
  const others = entries.filter(({ name }) => !isLeftAside(name));
  const sentences = [sentenceAbout(others, neverProcessed), sentenceAbout(leftAside, notRestored)];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function sentenceAbout(entries: readonly Pick<NeverTaken, "name" | "reason">[], state: string): string {
  if (entries.length === 0) return "";
  const shown = entries.slice(0, 3).map(({ name, reason }) => `${JSON.stringify(name)} (${reason})`);
  const more = entries.length - shown.length;
  const files = counted(entries.length, "file");
  return `${files} ${state}: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

export function neverTakenStep(entries: readonly Pick<NeverTaken, "name" | "reason">[]): string {
  const steps: string[] = [];
  const isTemporary = ({ name }: { name: string }) => !isLeftAside(name) && whyTemporary(name) !== undefined;
  if (entries.some(isTemporary))
    steps.push(
      "A file with a temporary name is processed once it is renamed. If the upload has ended, ask the partner to rename the file.",
    );
  if (entries.some((entry) => !isLeftAside(entry.name) && !isTemporary(entry)))
    steps.push(
      "Ask the partner to rename the file or send a regular file. Alternatively, move the file to another folder.",
    );
  if (entries.some(({ reason }) => reason.includes("`follow_links: true`")))
    steps.push("To accept links, set `follow_links: true` for the source.");
  if (entries.some(({ name }) => isLeftAside(name)))
    steps.push(
      "The next run archives the file or restores its original name. If the file still has its temporary name afterward, rename it at the source.",
    );
  return steps.join(" ");
}
