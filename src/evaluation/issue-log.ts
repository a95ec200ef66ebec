import type { Issue, IssueCode } from "../issues.js";

/** How many issues of one code are kept; the others are counted. A file of a million bad rows makes a readable report. */
const issuesKept = 1_000;

/** Collects issues: all are counted, the first of each code are kept. */
export class IssueLog {
  readonly #file: string;
  readonly #sheet: string | undefined;
  readonly #kept: Issue[] = [];
  readonly #counts = new Map<IssueCode, number>();

  constructor(file: string, sheet: string | undefined) {
    this.#file = file;
    this.#sheet = sheet;
  }

  /** Adds issues and returns them with the file and sheet that they stand in. */
  add(issues: readonly Issue[]): readonly Issue[] {
    if (issues.length === 0) return issues;
    const place = this.#sheet === undefined ? { file: this.#file } : { file: this.#file, sheet: this.#sheet };
    const placed = issues.map((found) => ({ ...found, ...place }));
    for (const found of placed) {
      count(this.#counts, found.code);
      if ((this.#counts.get(found.code) ?? 0) <= issuesKept) this.#kept.push(found);
    }
    return placed;
  }

  /** Adds what another reader of the same file found in the rows behind those of this one. */
  merge({ issues, issueCounts }: ReturnType<IssueLog["result"]>): void {
    const place = new Map<IssueCode, number>();
    for (const found of issues) {
      count(place, found.code);
      const before = this.#counts.get(found.code) ?? 0;
      if (before + (place.get(found.code) ?? 0) <= issuesKept) this.#kept.push(found);
    }
    for (const [code, more] of issueCounts) count(this.#counts, code, more);
  }

  result(): { readonly issues: readonly Issue[]; readonly issueCounts: ReadonlyMap<IssueCode, number> } {
    return { issues: this.#kept, issueCounts: this.#counts };
  }
}

interface Found {
  readonly issues: readonly Issue[];
  readonly issueCounts: ReadonlyMap<IssueCode, number>;
}

/** What was decided of a file, with issues that showed only later, such as against the earlier list. */
export function withIssues<D extends Found>(decided: D, more: readonly Issue[], file: string): D {
  if (more.length === 0) return decided;
  const issueCounts = new Map(decided.issueCounts);
  const kept = [...decided.issues];
  for (const found of more) {
    count(issueCounts, found.code);
    if ((issueCounts.get(found.code) ?? 0) <= issuesKept) kept.push({ ...found, file });
  }
  return { ...decided, issues: kept, issueCounts };
}

export function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

export function isError(found: Issue): boolean {
  return found.severity === "error";
}
