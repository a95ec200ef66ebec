import { columnPosition } from "../formats/heading.js";
import type { Issue } from "../issues.js";
import { compileMapping } from "./compile.js";
import type { Mapping } from "./grammar.js";
import type { CompiledMapping, Draft, Lookups, MappingContext, Outcome } from "./mapping.js";
import type { Mistake } from "./mistakes.js";
import type { ParsedMapping } from "./parse.js";

/** The examples of a mapping: rows that it carries with it, and what has to become of them. */

type Example = NonNullable<Mapping["examples"]>[number];

/** The rules over records, when the caller has them: every issue that keeps a draft from being a record. */
export type Judge = (draft: Draft) => readonly Issue[];

export interface ExamplesResult {
  /** How many examples were run. */
  readonly run: number;
  /** One per example that came to something else, and those of the mapping itself. */
  readonly mistakes: readonly Mistake[];
}

/**
 * Runs the examples of a mapping for an account. Without lists to look values up in, a look-up answers the value itself.
 *
 * @param lookups the lists of other feeds, when there are any
 * @param judge the rules over records
 */
export function runExamples(
  parsed: ParsedMapping,
  context: Omit<MappingContext, "lookups"> & { readonly lookups?: Lookups },
  judge: Judge = () => [],
): ExamplesResult {
  const examples = parsed.mapping.examples ?? [];
  const mistakes: Mistake[] = [];
  for (const [i, example] of examples.entries()) {
    const result = compileMapping(parsed, {
      ...context,
      lookups: context.lookups ?? echo,
      today: example.today ?? context.today,
    });
    // What is wrong with the mapping itself is wrong with each example: once is enough.
    if ("mistakes" in result) return { run: i, mistakes: result.mistakes };
    const outcome = applyTo(result.compiled, example.row);
    const complain = (path: readonly (string | number)[], message: string): void => {
      mistakes.push(parsed.document.mistake(["examples", i, ...path], message));
    };
    compare(example, outcome, judge, complain);
  }
  return { run: examples.length, mistakes };
}

const echo: Lookups = { find: (_target, _field, value) => [{ external_id: value, is_active: true }] };

/** What a mapping makes of one row that is given by heading; columns that the row leaves out are blank. */
function applyTo(compiled: CompiledMapping, cells: Readonly<Record<string, string>>): Outcome {
  const given = Object.keys(cells);
  const missing = compiled
    .bind(given, undefined)
    .issues.flatMap((each) =>
      each.code === "missing_column" && each.column !== undefined ? [each.column] : [],
    );
  const asked = [...given, ...missing];
  const positions = asked.map(columnPosition).filter((position) => position !== undefined);
  // Positions keep their place, the headings come after them.
  const width = Math.max(0, ...positions.map((position) => position + 1));
  const names = asked.filter((heading) => columnPosition(heading) === undefined);
  const headings = [...Array.from({ length: width }, () => ""), ...names];
  const row = {
    line: 1,
    cells: headings.map((heading, i) => cells[heading === "" ? `#${i + 1}` : heading] ?? ""),
  };
  return compiled.bind(headings, row).apply(row);
}

type Complain = (path: readonly (string | number)[], message: string) => void;

/** Compares what became of a row with what the example says. Values are the author's own, so they are shown. */
function compare(example: Example, outcome: Outcome, judge: Judge, complain: Complain): void {
  if (outcome.kind !== "draft") {
    if (example.skipped === undefined) {
      const rule = outcome.kind === "skipped" ? ` by the rule "${outcome.rule}"` : "";
      complain([], `the row is left out${rule}`);
    }
    return;
  }
  if (example.skipped !== undefined) return complain(["skipped"], "the row is not left out");
  const errors = outcome.issues.filter((each) => each.severity === "error");
  const reasons = [...errors, ...judge(outcome.draft).filter((each) => !isSaid(each, errors))];
  const codes = [...new Set(reasons.map((each) => each.code))].sort();
  if (example.rejected !== undefined) {
    const expected = [...new Set(example.rejected)].sort();
    if (codes.join() !== expected.join()) {
      complain(
        ["rejected"],
        codes.length === 0 ? "the row is not rejected" : `the row is rejected with ${codes.join(", ")}`,
      );
    }
    return;
  }
  for (const each of reasons)
    complain(each.field === undefined ? [] : ["record"], `the row is rejected: ${each.message}`);
  if (reasons.length > 0) return;
  for (const [field, wanted] of Object.entries(example.record ?? {})) {
    const expected = typeof wanted === "object" ? wanted.external_id : (wanted ?? "");
    const value = outcome.draft.values[field] ?? null;
    const got = value === null ? "" : String(value);
    if (got !== expected)
      complain(["record", field], `it comes to ${got === "" ? "blank" : JSON.stringify(got)}`);
  }
}

/** A field that could not be read is blank to the rules: that is said already. */
function isSaid(found: Issue, errors: readonly Issue[]): boolean {
  return found.code === "missing_value" && errors.some((each) => each.field === found.field);
}
