import { issue, type Issue } from "../model/issues.js";
import { money, text } from "../model/fields.js";
import { one, shownUnits, sumUnits, type Sums } from "../model/within.js";
import type { Cell } from "./cells.js";
import type { ColumnFinder } from "./column-finder.js";
import type { Rule, Test } from "./conditions.js";
import type { Cursor } from "./cursor.js";
import { ValueIssue } from "./value-issue.js";
import type { WrittenSource, WrittenTotals } from "./grammar.js";
import type { OperationContext } from "./operations/operation.js";
import { planField, type Getter, type Plan } from "./sources.js";
import type { ReportDiagnostic } from "./yaml-document.js";

/** Totals (counts and sums) in a file, which are compared with the rows. */

interface StatedTotal {
  /** `rows`, `records`, a list, or an amount. */
  readonly what: string;
  readonly kind: "rows" | "records" | "elements" | "sums";
  readonly plan: Plan;
}

export interface TotalsPlan {
  /**
   * Selects the row with the totals. If undefined, the totals are values outside the rows of a document, which every
   * row contains.
   */
  readonly rule: Rule | undefined;
  readonly stated: readonly StatedTotal[];
}

export function planTotals(
  written: WrittenTotals,
  rule: Rule | undefined,
  context: Omit<OperationContext, "field">,
  report: ReportDiagnostic,
): TotalsPlan {
  const plan = (
    kind: StatedTotal["kind"],
    what: string,
    source: WrittenSource,
    path: readonly string[],
  ): StatedTotal => {
    const field = kind === "sums" ? money("", "") : text("", "");
    return { what, kind, plan: planField(source, what, field, context, "", report, ["totals", ...path]) };
  };
  return {
    rule,
    stated: [
      ...(written.rows === undefined ? [] : [plan("rows", "rows", written.rows, ["rows"])]),
      ...(written.records === undefined ? [] : [plan("records", "records", written.records, ["records"])]),
      ...Object.entries(written.elements ?? {}).map(([list, source]) =>
        plan("elements", list, source, ["elements", list]),
      ),
      ...Object.entries(written.sums ?? {}).map(([amount, source]) =>
        plan("sums", amount, source, ["sums", amount]),
      ),
    ],
  };
}

export interface Totals {
  /** Stores any totals found in the current row. Returns true if the row is the totals row. */
  take(cursor: Cursor, line: number): boolean;
  /** Returns issues for totals that differ from the rows, and for a missing totals row. */
  compare(counted: { readonly rows: number; readonly records: number }, within: Sums): readonly Issue[];
}

export function bindTotals(
  { rule, stated: totals }: TotalsPlan,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
): Totals {
  const test: Test | undefined = rule?.bind(columns.index(rule.heading), blanks);
  const getters: readonly (StatedTotal & { readonly get: Getter })[] = totals.map((each) => ({
    ...each,
    get: each.plan.bind(columns, blanks),
  }));
  const stated: { readonly of: StatedTotal; readonly line: number; readonly cell: Cell | ValueIssue }[] = [];
  let isThere = false;
  return {
    take(cursor, line) {
      if (test !== undefined && test(cursor) !== true) return false;
      for (const { get, ...of } of getters) {
        const cell = get(cursor);
        // All rows of a document should have the same totals. A second value is stored too, because at least one of
        // the two values differs from the rows and must be reported.
        const known = test === undefined ? stated.filter((each) => each.of.what === of.what) : [];
        if (known.length < 2 && !known.some((each) => isSame(each.cell, cell)))
          stated.push({ of, line, cell });
      }
      isThere = true;
      cursor.notes = [];
      return test !== undefined;
    },
    compare(counted, within) {
      if (!isThere) return test === undefined ? [] : [issue("totals_missing", {}, {})];
      return stated.flatMap(({ of: { what, kind }, line, cell }) => {
        const held =
          kind === "rows" || kind === "records"
            ? BigInt(counted[kind]) * one
            : sumOver(within, kind === "elements" ? [what] : ofAmount(within, what));
        const amount =
          typeof cell === "string" && /^-?\d+(?:\.\d{1,30})?$/u.test(cell) ? sumUnits(cell) : undefined;
        if (amount === held) return [];
        const position = { line, field: what };
        const filling = {
          what,
          stated: amount === undefined ? "an unreadable value" : shownUnits(amount),
          found: shownUnits(held),
        };
        return [issue("totals_differ", position, filling)];
      });
    },
  };
}

function isSame(some: Cell | ValueIssue, other: Cell | ValueIssue): boolean {
  return some === other || (some instanceof ValueIssue && other instanceof ValueIssue);
}

function sumOver(within: Sums, names: readonly string[]): bigint {
  return names.reduce((so, name) => so + (within.get(name) ?? 0n), 0n);
}

/** Returns the keys of an amount's sums in all currencies. A sum in the file is the total across all currencies. */
function ofAmount(within: Sums, amount: string): readonly string[] {
  return [...within.keys()].filter((name) => name.startsWith(`${amount} `));
}
