import type { Duplicates } from "../mapping/mapping.js";
import type { AnyRecord } from "../records/record-type.js";

/**
 * Rows that share an `external_id` (`docs/semantics.md` section 3.3): equal contents are one record; different contents are all
 * refused, unless the mapping says which one counts.
 */

/** An accepted row, with the value of the mapping's `prefer newest` column when it has one. */
export interface Candidate {
  readonly line: number;
  readonly record: AnyRecord;
  readonly newest?: string;
}

export interface Resolved<C extends Candidate> {
  readonly kept: readonly C[];
  /** Rows with the same contents as a kept row, or that a `prefer` rule left behind. */
  readonly folded: readonly C[];
  /** Rows of one id that contradict each other. */
  readonly contradicting: readonly (readonly C[])[];
}

export function resolveDuplicates<C extends Candidate>(
  candidates: readonly C[],
  rule: Duplicates,
): Resolved<C> {
  const repeated = repeatedIds(candidates);
  if (repeated.size === 0) return { kept: candidates, folded: [], contradicting: [] };

  const kept: C[] = [];
  const groups = new Map<string, C[]>();
  for (const candidate of candidates) {
    const id = candidate.record.external_id;
    if (!repeated.has(id)) {
      kept.push(candidate);
      continue;
    }
    const group = groups.get(id);
    if (group) group.push(candidate);
    else groups.set(id, [candidate]);
  }

  const folded: C[] = [];
  const contradicting: C[][] = [];
  for (const group of groups.values()) {
    const preferred = prefer(group, rule);
    const winner = preferred[0];
    if (winner !== undefined && preferred.every((row) => sameContents(row, winner))) {
      kept.push(winner);
      folded.push(...group.filter((row) => row !== winner));
    } else {
      contradicting.push(group);
    }
  }
  kept.sort((a, b) => a.line - b.line);
  return { kept, folded, contradicting };
}

function repeatedIds(candidates: readonly Candidate[]): ReadonlySet<string> {
  if (isAscending(candidates)) return none;
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { record } of candidates) {
    if (seen.has(record.external_id)) repeated.add(record.external_id);
    else seen.add(record.external_id);
  }
  return repeated;
}

const none: ReadonlySet<string> = new Set();

/** Whether each id is greater than the one before it, as in most exports: then none is repeated. */
function isAscending(candidates: readonly Candidate[]): boolean {
  for (let i = 1; i < candidates.length; i++) {
    if (candidates[i]!.record.external_id <= candidates[i - 1]!.record.external_id) return false;
  }
  return true;
}

/** The rows of a group that the rule prefers: all of them where it does not tell them apart. */
function prefer<C extends Candidate>(group: readonly C[], rule: Duplicates): readonly C[] {
  switch (rule.keep) {
    case "none":
      return group;
    case "active": {
      const active = group.filter((row) => row.record["is_active"] === true);
      return active.length > 0 ? active : group;
    }
    case "newest": {
      const newest = group.reduce(
        (latest, row) => ((row.newest ?? "") > latest ? (row.newest ?? "") : latest),
        "",
      );
      return group.filter((row) => (row.newest ?? "") === newest);
    }
  }
}

function sameContents(a: Candidate, b: Candidate): boolean {
  return JSON.stringify(a.record) === JSON.stringify(b.record);
}
