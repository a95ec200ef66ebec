import { userInfo } from "node:os";
import { join } from "node:path";
import { jsonLine } from "../encode/json-line.js";
import { diskFile } from "../sources/disk.js";
import { dropFromChanges, keepChanges } from "../lists/change-log.js";
import { lastArrival, type DeliveryState } from "../lists/feed-state.js";
import { bytesOf, filingFolders, feedTemporary, fileName } from "../lists/filing.js";
import type { Evaluation } from "../evaluation/evaluation.js";
import { entriesOf } from "../lists/list.js";
import { publicationNumbers } from "../lists/publish.js";
import { without } from "../lists/restamp.js";
import type { AnyRecord } from "../records/record-type.js";
import { exists, namesIn } from "../storage/durable.js";
import { linesOf } from "../storage/lines.js";
import type { Feed } from "../workspace/workspace.js";
import { discard } from "./discard.js";
import { openFeed, type OpenFeed, type Published } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import type { Setup } from "./setup.js";
import { gatherInputs } from "./evaluate-delivery.js";

/**
 * Removes a record for good (`docs/semantics.md` section 5, Privacy): from the list, by a publication without it and without a
 * note of it; from older publications and archived deliveries, which go as a whole, for neither is ever rewritten; from
 * the change log and the reports of runs. Done again after a crash, it finishes what is left.
 */
export interface Forgotten {
  /** Number of the publication without the record; undefined when the list did not hold it. */
  readonly number: number | undefined;
  /** Older publications that are gone. */
  readonly publications: readonly number[];
  /** Deliveries whose bytes are gone, by the beginning of their sha256. */
  readonly deliveries: readonly string[];
  /** Parts of the change log, and reports of runs, that were cleaned or removed. */
  readonly changes: number;
  readonly reports: number;
  /** Where it could not be removed and why, as sentences. */
  readonly left: readonly string[];
}

export async function forgetRecord(setup: Setup, feed: Feed, id: string, reason: string): Promise<Forgotten> {
  const open = await openFeed(setup, feed);
  try {
    const left: string[] = [];
    const published = await open.published();
    const record = await recordOf(published, id);
    const values = valuesOf(record, id);
    // The bytes go first: a list that is decided again from them would bring the record back.
    const deliveries = await dropDeliveries(open, id, reason, left);
    // While the list still has her: from it is known what a report might show.
    const reports = await dropReports(setup, values);
    const number =
      record !== undefined || isNoted(published, id)
        ? await publishWithout(open, published, id, reason)
        : undefined;
    const publications = await dropPublications(open, id);
    const changes = await dropFromChanges(setup.disk, feed.folder, id, temporary(open, "forgotten"));
    return { number, publications, deliveries, changes, reports, left };
  } finally {
    await open.close();
  }
}

function temporary(open: OpenFeed, what: string): string {
  return join(open.setup.workspace.data, "tmp", feedTemporary(open.feed.name, what));
}

async function recordOf({ list }: Published, id: string): Promise<AnyRecord | undefined> {
  for await (const entries of entriesOf(list)) {
    const found = entries.find(({ record }) => record.external_id === id);
    if (found !== undefined) return found.record;
  }
  return undefined;
}

/** Whether something is remembered of a record that is not in the list. */
function isNoted({ list, delivered }: Published, id: string): boolean {
  return list.removed.has(id) || Object.values(delivered).some(({ rejected }) => id in rejected);
}

/** What a report might show of the record: its id and the texts in it. */
function valuesOf(record: AnyRecord | undefined, id: string): ReadonlySet<string> {
  const texts = Object.values(record ?? {}).filter((value) => typeof value === "string" && value !== "");
  return new Set([id, ...(texts as string[])]);
}

async function publishWithout(
  open: OpenFeed,
  { current, list, delivered }: Published,
  id: string,
  reason: string,
): Promise<number | undefined> {
  if (current === undefined) return undefined;
  const { columns, source, mapping_sha256 } = current.manifest;
  const number = await publishList(open, {
    result: await without(list, id, { spill: open.scratch(), line: jsonLine(columns) }),
    columns,
    delivered: Object.fromEntries(
      Object.entries(delivered).map(([part, { rejected, ...rest }]) => {
        const { [id]: _, ...others } = rejected;
        return [part, { ...rest, rejected: others }];
      }),
    ),
    source,
    mappingHash: mapping_sha256,
    onStaged: async () => {},
  });
  await open.note({ state: "FORGOTTEN", deliveries: [], number, reason, by: userInfo().username }, "durable");
  return number;
}

/** Removes the filed bytes and papers of every decided delivery that names the record. */
async function dropDeliveries(
  open: OpenFeed,
  id: string,
  reason: string,
  left: string[],
): Promise<readonly string[]> {
  const { disk, workspace } = open.setup;
  const named: DeliveryState[] = [];
  for (const delivery of open.state().deliveries.values()) {
    const path = await bytesOf(disk, workspace.data, open.feed, delivery);
    if (path === undefined) continue;
    const verdict = await names(open, delivery, path, id);
    const label = `${open.feed.name}: delivery ${delivery.sha256.slice(0, 12)} (received ${delivery.receivedAt})`;
    if (verdict === "unknown")
      left.push(`${label} cannot be read, so whether it names the record is not known.`);
    if (verdict !== "yes") continue;
    if (["RECEIVED", "WAITING", "HELD"].includes(delivery.status) || delivery.unacknowledged.length > 0) {
      left.push(
        `${label} names it and is not finished: once it is released, rejected or superseded, do this again.`,
      );
    } else {
      named.push(delivery);
    }
  }
  if (named.length === 0) return [];
  const shas = named.map(({ sha256 }) => sha256);
  await open.note({ state: "FORGOTTEN", deliveries: shas, reason, by: userInfo().username }, "durable");
  for (const delivery of named) {
    for (const filingFolder of filingFolders)
      await discard(open, join(open.feed.folder, filingFolder, fileName(delivery)));
  }
  return shas.map((sha256) => sha256.slice(0, 12));
}

/** Whether a delivery names the record, as the present mapping reads it. */
async function names(
  open: OpenFeed,
  delivery: DeliveryState,
  path: string,
  id: string,
): Promise<"yes" | "no" | "unknown"> {
  const { mapping, lookups } = await gatherInputs(open.setup, open.feed);
  const source = { ...(await diskFile(path)), name: lastArrival(delivery).name };
  let decided: Evaluation;
  try {
    const job = { source, mapping, lookups, account: open.feed.account, care: "lenient" as const };
    decided = await open.setup.evaluate(job, path, open.scratch());
  } catch {
    return "unknown";
  }
  if (decided.refused !== undefined) {
    // Nothing of it was mapped. Text shows what it holds; what is packed does not.
    const isText = decided.detected.format !== "spreadsheet";
    const bytes = await open.setup.disk.readFile(path);
    if (bytes.includes(id) || bytes.includes(Buffer.from(id, "utf16le"))) return "yes";
    return isText ? "no" : "unknown";
  }
  const isNamed =
    (await isAccepted(decided, id)) ||
    decided.deleted.some((row) => row.id === id) ||
    decided.rejected.some((row) => row.id === id || Object.values(row.cells).includes(id));
  return isNamed ? "yes" : "no";
}

async function isAccepted({ accepted }: Evaluation, id: string): Promise<boolean> {
  for await (const batch of accepted.batches()) {
    if (batch.some(({ record }) => record.external_id === id)) return true;
  }
  return false;
}

/** Removes every publication but the current that names the record anywhere. */
async function dropPublications(open: OpenFeed, id: string): Promise<readonly number[]> {
  const { setup, feed } = open;
  const [, ...older] = await publicationNumbers(setup.disk, feed.folder);
  const dropped: number[] = [];
  for (const number of older) {
    const folder = join(feed.folder, "pub", String(number));
    if (!(await mentions(setup, folder, id))) continue;
    await keepChanges(setup.disk, feed.folder, number, !feed.type.personal, temporary(open, "changes"));
    await discard(open, folder);
    dropped.push(number);
  }
  return dropped;
}

async function mentions({ disk }: Setup, folder: string, id: string): Promise<boolean> {
  const sought = JSON.stringify(id);
  for (const name of ["list.ndjson", "notes.ndjson", "changes.ndjson", "delivered.json"]) {
    const path = join(folder, name);
    if (!(await exists(disk, path))) continue;
    for await (const line of linesOf(path)) if (line.includes(sought)) return true;
  }
  return false;
}

/** Reports of runs show values of people only where the workspace says so; those that show this one's go. */
async function dropReports({ disk, workspace }: Setup, values: ReadonlySet<string>): Promise<number> {
  const folder = join(workspace.data, "runs");
  let dropped = 0;
  for (const name of await namesIn(disk, folder)) {
    if (!workspace.showStaff || !name.endsWith(".json")) continue;
    const text = (await disk.readFile(join(folder, name))).toString("utf8");
    if (![...values].some((value) => text.includes(JSON.stringify(value)))) continue;
    // The page first: once the JSON beside it is gone, nothing leads to it.
    await disk.remove(join(folder, name.replace(/json$/, "html")));
    await disk.remove(join(folder, name));
    dropped += 1;
  }
  return dropped;
}
