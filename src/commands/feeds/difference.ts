import type { Weighed } from "../../deliveries/weigh.js";
import type { AnyRecord } from "../../records/record-type.js";
import { flatValue } from "../../encode/csv.js";
import type { Change } from "../../lists/reconcile.js";
import type { Feed } from "../../workspace/workspace.js";

/** What a delivery would change, as text: counts, and in full with `--verbose`. Values of people only when asked for. */
export function differenceText(feed: Feed, file: string, weighed: Weighed, verbose: boolean): string {
  const head = `${feed.name} ${file}: `;
  if (weighed.verdict === "waiting") return `${head}waits for the list ${weighed.for}.\n`;
  if (weighed.verdict === "crashed") return `${head}the reader was stopped: ${weighed.reason}\n`;
  if (weighed.verdict === "rejected") return `${head}would be rejected: ${weighed.reason}\n`;
  const { changes, list, gone } = weighed.result;
  const counts = new Map<string, number>();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ") || "nothing changes";
  const missing = gone.length === 0 ? "" : ` (${gone.length} missing from the file)`;
  const { counts: rows } = weighed;
  const lines = [
    `${head}${words}${missing}; ${counted(list.entries.length, "record")}; ${counted(rows.read, "row")}: ${rows.accepted} accepted, ${rows.rejected} rejected, ${rows.skipped} skipped`,
  ];
  if (weighed.verdict === "held") {
    for (const { rail, sentence, pairs } of weighed.rails) {
      lines.push(`  held by ${rail}: ${sentence}`);
      for (const [old, id] of pairs ?? []) lines.push(`    ${old} -> ${id}`);
    }
  }
  if (verbose) lines.push(...changes.map(changeLine));
  return lines.map((line) => `${line}\n`).join("");
}

/** `1 row`, `2 rows`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function changeLine(change: Change): string {
  const fields = change.fields.map(
    (field) => `${field}: ${shown(change.before, field)} -> ${shown(change.after, field)}`,
  );
  return `  ${change.kind} ${change.id}${fields.length > 0 ? `  ${fields.join("; ")}` : ""}`;
}

function shown(record: AnyRecord | undefined, field: string): string {
  return JSON.stringify(flatValue(record?.[field]));
}

/** The same for machines. */
export function differenceJson(feed: Feed, file: string, weighed: Weighed, verbose: boolean): object {
  const about = { feed: feed.name, file, verdict: weighed.verdict };
  if (weighed.verdict === "waiting") return { ...about, waits_for: weighed.for };
  if (weighed.verdict === "crashed" || weighed.verdict === "rejected")
    return { ...about, reason: weighed.reason };
  const counts: Record<string, number> = {};
  for (const { kind } of weighed.result.changes) counts[kind] = (counts[kind] ?? 0) + 1;
  return {
    ...about,
    change_set: weighed.changeSet,
    rows: weighed.counts,
    records: weighed.result.list.entries.length,
    changes: counts,
    missing: weighed.result.gone.length,
    rails: "rails" in weighed ? weighed.rails : [],
    ...(verbose && { change_list: weighed.result.changes }),
  };
}
