import { z } from "zod";
import type { EvaluationInMemory } from "../../convert/engine.js";

/**
 * Expected report for a sample with errors: exit code, the code of the error if the file is refused, counts, and issues
 * as `[line, field or column, code]`.
 */

const triple = z.tuple([z.int().nullable(), z.string().nullable(), z.string()]);

const reportSchema = z.strictObject({
  exit: z.int(),
  refused: z.string().nullable(),
  counts: z.record(z.string(), z.int()),
  issues: z.array(triple),
});

type Report = z.output<typeof reportSchema>;
type Triple = z.output<typeof triple>;

/** Returns the exit code that `lading convert` would return for the file. */
function exitCodeFor(evaluated: EvaluationInMemory): 0 | 1 | 3 {
  if (evaluated.refused !== undefined || evaluated.counts.accepted === 0) return 3;
  return evaluated.counts.rejected > 0 ? 1 : 0;
}

function reportOf(evaluated: EvaluationInMemory): Report {
  // Counts of list elements are omitted because the list next to the report already shows the elements.
  const { within: _, ...counts } = evaluated.counts;
  const issues = evaluated.issues.map(({ line, field, column, code }): Triple => [
    line ?? null,
    field ?? column ?? null,
    code,
  ]);
  issues.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || compare(a[1] ?? "", b[1] ?? "") || compare(a[2], b[2]));
  return {
    exit: exitCodeFor(evaluated),
    refused: evaluated.refused?.code ?? null,
    counts,
    issues,
  };
}

/** Returns the report as JSON, with one issue per line. */
export function issueReport(evaluated: EvaluationInMemory): string {
  const { issues, ...rest } = reportOf(evaluated);
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, "");
  const lines = issues.map((each) => `    ${JSON.stringify(each).replaceAll(",", ", ")}`);
  return `${head},\n  "issues": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

export function compareReports(expected: string | undefined, found: string): string[] {
  if (expected === undefined) return ["the expected report does not exist yet"];
  const before = parse(expected);
  if (before === undefined)
    return ["the expected report must have the form { exit, refused, counts, issues }"];
  const after = reportSchema.parse(JSON.parse(found));
  const lines: string[] = [];
  const scalar = (name: string, a: unknown, b: unknown) => {
    if (a !== b) lines.push(`${name}: expected ${JSON.stringify(a)}, found ${JSON.stringify(b)}`);
  };
  scalar("exit", before.exit, after.exit);
  scalar("refused", before.refused, after.refused);
  for (const name of new Set([...Object.keys(before.counts), ...Object.keys(after.counts)])) {
    scalar(`counts.${name}`, before.counts[name], after.counts[name]);
  }
  for (const each of without(before.issues, after.issues))
    lines.push(`expected, but not found: ${JSON.stringify(each)}`);
  for (const each of without(after.issues, before.issues))
    lines.push(`found, but not expected: ${JSON.stringify(each)}`);
  return lines;
}

function parse(text: string): Report | undefined {
  try {
    return reportSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Returns the items in `a` that are missing from `b`. Duplicates count: an item that occurs twice in `a` and once in
 * `b` is returned once.
 */
function without(a: readonly Triple[], b: readonly Triple[]): Triple[] {
  const left = b.map((each) => JSON.stringify(each));
  return a.filter((each) => {
    const at = left.indexOf(JSON.stringify(each));
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
