import type { Table } from "../formats/format.js";
import { placedIssue, type Issue, type IssueCode } from "../model/issues.js";

/**
 * Maximum number of issues that are kept for each code. Further issues are only counted, so that a report on a
 * million bad rows remains readable.
 */
const issuesKept = 1_000;

/** Collects issues. All issues are counted, but only the first issues with each code are kept. */
export class IssueLog {
  readonly #file: string;
  readonly #sheet: string | undefined;
  readonly #placeOf: Table["placeOf"];
  #kept: Issue[] = [];
  #counts = new Map<IssueCode, number>();

  constructor(file: string, sheet: string | undefined, placeOf?: Table["placeOf"]) {
    this.#file = file;
    this.#sheet = sheet;
    this.#placeOf = placeOf;
  }

  /** Returns the same issues with their file and sheet added. */
  add(issues: readonly Issue[]): readonly Issue[] {
    if (issues.length === 0) return issues;
    const [file, sheet] = [this.#file, this.#sheet];
    const placed = issues.map((found) => {
      const { column, field, value } = found;
      const there =
        found.line === undefined || found.file !== undefined ? undefined : this.#placeOf?.(found.line);
      const { line } = there ?? found;
      return placedIssue(found, {
        file: there?.file ?? found.file ?? file,
        sheet,
        line,
        column,
        field,
        value,
      });
    });
    for (const found of placed) {
      countUp(this.#counts, found.code);
      if ((this.#counts.get(found.code) ?? 0) <= issuesKept) this.#kept.push(found);
    }
    return placed;
  }

  /** Adds issues that were found in later rows of the same file. */
  merge({ issues, issueCounts }: CountedIssues): void {
    const place = new Map<IssueCode, number>();
    for (const found of issues) {
      countUp(place, found.code);
      const before = this.#counts.get(found.code) ?? 0;
      if (before + (place.get(found.code) ?? 0) <= issuesKept) this.#kept.push(found);
    }
    for (const [code, more] of issueCounts) countUp(this.#counts, code, more);
  }

  result(): CountedIssues {
    return { issues: this.#kept, issueCounts: this.#counts };
  }

  /** Returns the issues collected so far and clears the log. */
  take(): CountedIssues {
    const found = this.result();
    this.#kept = [];
    this.#counts = new Map();
    return found;
  }
}

/** Maximum number of distinct combinations of issues that are cached. */
const reasonsKnown = 10_000;

/**
 * Lets rejected rows with the same issues share one array. Without sharing, a file full of bad rows would require many
 * times its size in memory. The shared issues omit the line number and the values, which each row already contains.
 */
export class SharedIssues {
  readonly #known = new Map<string, readonly Issue[]>();

  of(issues: readonly Issue[]): readonly Issue[] {
    const key = issues
      .map(
        ({ code, severity, column, field, message }) => `${code} ${severity} ${column} ${field} ${message}`,
      )
      .join("\n");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= reasonsKnown) this.#known.clear();
    const shared = issues.map(({ code, severity, file, sheet, column, field, message, hint, clerk }) =>
      placedIssue({ code, severity, message, hint, clerk }, { file, sheet, column, field }),
    );
    this.#known.set(key, shared);
    return shared;
  }
}

/** Only the first issues with each code are kept. */
export interface CountedIssues {
  readonly issues: readonly Issue[];
  readonly issueCounts: ReadonlyMap<IssueCode, number>;
}

/** Adds issues that were found after the evaluation, such as differences from the previous list. */
export function withIssues<E extends CountedIssues>(evaluation: E, more: readonly Issue[], file: string): E {
  if (more.length === 0) return evaluation;
  const issueCounts = new Map(evaluation.issueCounts);
  const kept = [...evaluation.issues];
  for (const found of more) {
    countUp(issueCounts, found.code);
    if ((issueCounts.get(found.code) ?? 0) <= issuesKept) kept.push({ ...found, file });
  }
  return { ...evaluation, issues: kept, issueCounts };
}

export function countUp<K>(counts: Map<K, number>, key: K, by = 1): void {
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
