import type { Weighed } from "../../deliveries/weighed.js";
import type { AnyRecord } from "../../records/record-type.js";
import { flatValue } from "../../encode/csv.js";
import { occurring, type Change } from "../../lists/changes.js";
import type { Feed } from "../../workspace/workspace.js";

/** What a delivery would change, as text: counts, and in full with `--verbose`. Values of people only when asked for. */
export async function differenceText(
  feed: Feed,
  file: string,
  weighed: Weighed,
  verbose: boolean,
): Promise<string> {
  const head = `${feed.name} ${file}: `;
  if (weighed.verdict === "waiting") return `${head}waits for the list ${weighed.for}.\n`;
  if (weighed.verdict === "crashed") return `${head}the reader was stopped: ${weighed.reason}\n`;
  if (weighed.verdict === "rejected") return `${head}would be rejected: ${weighed.reason}\n`;
  const { changes, list, gone } = weighed.result;
  const counts = Object.entries(occurring(changes.kinds));
  const words = counts.map(([kind, count]) => `${count} ${kind}`).join(", ") || noChange(weighed);
  const missing = gone.count === 0 ? "" : ` (${gone.count} missing from the file)`;
  const { counts: rows } = weighed;
  const lines = [
    `${head}${words}${missing}; ${counted(list.count, "record")}; ${counted(rows.read, "row")}: ${rows.accepted} accepted, ${rows.rejected} rejected, ${rows.skipped} skipped`,
  ];
  if (weighed.verdict === "held") {
    for (const { rail, sentence, pairs } of weighed.rails) {
      lines.push(`  held by ${rail}: ${sentence}`);
      for (const [old, id] of pairs ?? []) lines.push(`    ${old} -> ${id}`);
    }
  }
  if (verbose) {
    for await (const batch of changes.batches()) for (const change of batch) lines.push(changeLine(change));
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** A list may be published again with the records that it has: it was lost, or is served otherwise. */
function noChange({ verdict }: Weighed): string {
  return verdict === "publish" ? "no record changes, and the list is published anew" : "nothing changes";
}

/** `1 row`, `2 rows`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A record that is new is shown whole: the first list is to be looked at, too. */
function changeLine(change: Change): string {
  const { before, after } = change;
  const fields =
    before === undefined && after !== undefined
      ? Object.keys(after)
          .filter((field) => field !== "external_id" && field !== "updated_at")
          .map((field) => `${field}: ${shown(after, field)}`)
      : change.fields.map((field) => `${field}: ${shown(before, field)} -> ${shown(after, field)}`);
  return `  ${change.kind} ${change.id}${fields.length > 0 ? `  ${fields.join("; ")}` : ""}`;
}

function shown(record: AnyRecord | undefined, field: string): string {
  return JSON.stringify(flatValue(record?.[field]));
}

/** The same for machines. */
export async function differenceJson(
  feed: Feed,
  file: string,
  weighed: Weighed,
  verbose: boolean,
): Promise<object> {
  const about = { feed: feed.name, file, verdict: weighed.verdict };
  if (weighed.verdict === "waiting") return { ...about, waits_for: weighed.for };
  if (weighed.verdict === "crashed" || weighed.verdict === "rejected")
    return { ...about, reason: weighed.reason };
  const { changes, list, gone } = weighed.result;
  const listed: Change[] = [];
  if (verbose) for await (const batch of changes.batches()) listed.push(...batch);
  return {
    ...about,
    change_set: weighed.changeSet,
    rows: weighed.counts,
    records: list.count,
    changes: occurring(changes.kinds),
    missing: gone.count,
    rails: "rails" in weighed ? weighed.rails : [],
    ...(verbose && { change_list: listed }),
  };
}
