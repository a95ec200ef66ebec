import { foldHeading } from "../formats/fold-heading.js";
import { columnPosition } from "../formats/heading.js";
import type { Issue } from "../model/issues.js";
import { account, type Account } from "../model/account.js";
import type { AnyRecord, ObjectValue, Value } from "../model/record-type.js";
import { compileMapping } from "./compile.js";
import type { ExpectedValue, Mapping } from "./grammar.js";
import type { CompiledMapping, MappingContext, RowOutcome } from "./mapping.js";
import type { Draft } from "../model/draft.js";
import type { Lookups } from "../model/lookups.js";
import type { Diagnostic } from "./diagnostics.js";
import { fillParameters, isCompanyParameter } from "./parameters.js";
import type { ParsedMapping } from "./parse.js";
import type { ReportDiagnostic } from "./yaml-document.js";

/** Each example in a mapping consists of rows with their expected result. */

type Example = NonNullable<Mapping["examples"]>[number];

/**
 * Applies the record rules to a draft. Returns the record, or the issues that prevent the record from being created.
 */
export type Judge = (draft: Draft) => {
  readonly record: AnyRecord | undefined;
  readonly issues: readonly Issue[];
};

export interface ExamplesResult {
  readonly run: number;
  /** Diagnostics for unexpected results, or for the mapping itself. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `lookups` contains the lists from other feeds. If `lookups` is omitted, a lookup returns its input. `judge` applies
 * the record rules.
 */
export function runExamples(
  parsed: ParsedMapping,
  context: Omit<MappingContext, "lookups"> & { readonly lookups?: Lookups },
  judge: Judge = () => ({ record: undefined, issues: [] }),
): ExamplesResult {
  const filled = fillParameters(parsed.document, context.account);
  if (filled.diagnostics.length > 0) return { run: 0, diagnostics: filled.diagnostics };
  const examples = (filled.document.value as unknown as Mapping).examples ?? [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, example] of examples.entries()) {
    const result = compileMapping(parsed, {
      ...context,
      lookups: context.lookups ?? echo,
      today: example.today ?? context.today,
    });
    // An error in the mapping itself would repeat for each example, so the remaining examples are not run.
    if ("diagnostics" in result) return { run: i, diagnostics: result.diagnostics };
    const rows = (example.rows ?? [example.row ?? {}]).map((row) =>
      withCompany(row, parsed.mapping, context.account),
    );
    const outcome = applyTo(result.compiled, rows);
    const report = (path: readonly (string | number)[], message: string): void => {
      diagnostics.push(parsed.document.diagnostic(["examples", i, ...path], message));
    };
    compare(example, outcome, judge, report);
  }
  return { run: examples.length, diagnostics };
}

const echo: Lookups = { find: (_target, _field, value) => [{ external_id: value, is_active: true }] };

/** Fills in the account's company if an example omits the company column. */
function withCompany(
  cells: Readonly<Record<string, string>>,
  mapping: Mapping,
  account: Account,
): Readonly<Record<string, string>> {
  const given = new Set(Object.keys(cells).map(foldHeading));
  const left = companyColumns(mapping).filter((column) => !given.has(foldHeading(column)));
  const company = account.parameters.get("company") ?? "";
  return { ...cells, ...Object.fromEntries(left.map((column) => [column, company])) };
}

/** Columns that contain the company. Examples may omit them. */
export function companyColumns({ only = [] }: Mapping): readonly string[] {
  const byCompany = only.filter(({ equals }) => equals !== undefined && isCompanyParameter(equals));
  return byCompany.map(({ column }) => column);
}

/** Applies a mapping to rows whose cells are given by heading. Omitted columns are blank. */
function applyTo(compiled: CompiledMapping, rows: readonly Readonly<Record<string, string>>[]): RowOutcome {
  // Binding without headings reports all headings that the mapping requires as missing.
  const asked = compiled.bind(null, undefined);
  const lacking = asked.issues.flatMap((each) => (each.column === undefined ? [] : [each.column]));
  const given = rows.flatMap((cells) => Object.keys(cells));
  const positions = given.map(columnPosition).filter((position) => position !== undefined);
  const width = Math.max(-1, ...positions, ...asked.reads.map((each) => each.index)) + 1;
  // Columns with a position come first, followed by one column for each heading. Headings with the same folded form
  // share a column.
  const names = new Map<string, string>();
  for (const heading of [...given, ...lacking]) {
    const folded = foldHeading(heading);
    if (columnPosition(heading) === undefined && !names.has(folded)) names.set(folded, heading);
  }
  const headings = [...Array.from({ length: width }, () => ""), ...names.values()];
  const bound = compiled.bind(headings, undefined);
  let outcome: RowOutcome | undefined;
  for (const [i, cells] of rows.entries()) {
    const written = new Map(Object.entries(cells).map(([name, cell]) => [keyOf(name), cell]));
    const row = {
      line: i + 1,
      cells: headings.map((heading, at) => written.get(keyOf(heading || `#${at + 1}`)) ?? ""),
    };
    outcome = withRow(outcome, bound.apply(row));
  }
  if (outcome?.kind === "draft" && bound.complete !== undefined) {
    const { draft, issues } = bound.complete(outcome.draft, 1);
    return { ...outcome, draft, issues: [...outcome.issues, ...issues] };
  }
  return outcome ?? { kind: "skipped", rule: "no rows" };
}

function keyOf(heading: string): string {
  return columnPosition(heading) === undefined ? foldHeading(heading) : heading.trim();
}

/** Returns the outcome for the record after an additional row. */
function withRow(before: RowOutcome | undefined, next: RowOutcome): RowOutcome {
  if (before?.kind !== "draft" || next.kind !== "merged") return before?.kind === "draft" ? before : next;
  const issues = [...before.issues, ...(next.issues ?? [])];
  return { ...before, draft: next.draft ?? before.draft, issues };
}

/**
 * Returns an account for a mapping that no feed uses yet. The value of each parameter is the parameter's name, except
 * that the country is DE and the tax mode is `tax`. The zone is the mapping's zone or UTC.
 */
export function standInAccount(parsed: ParsedMapping): Account {
  const written = JSON.stringify(parsed.document.value);
  const names = [...written.matchAll(/\$\{account\.([a-z][a-z0-9_]*)\}/g)].map((match) => match[1] ?? "");
  const { country, zone, company, ...others } = Object.fromEntries(names.map((name) => [name, name]));
  return account(undefined, {
    ...(country === undefined ? {} : { country: "DE" }),
    ...(company === undefined ? {} : { company }),
    zone: zone === undefined ? (parsed.mapping.zone ?? "UTC") : "UTC",
    parameters: others,
  });
}

/** Messages may show values from the examples, because the mapping's author wrote these values. */
function compare(example: Example, outcome: RowOutcome, judge: Judge, report: ReportDiagnostic): void {
  if (outcome.kind !== "draft") {
    if (example.skipped === undefined) {
      const rule = outcome.kind === "skipped" ? ` by the rule "${outcome.rule}"` : "";
      report([], `the row is skipped${rule}`);
    }
    return;
  }
  if (example.skipped !== undefined) return report(["skipped"], "the row is not skipped");
  const errors = outcome.issues.filter((each) => each.severity === "error");
  const judged = judge(outcome.draft);
  const reasons = [
    ...errors,
    ...judged.issues.filter((each) => each.severity === "error" && !isAlreadyReported(each, errors)),
  ];
  const codes = [...new Set(reasons.map((each) => each.code))].sort();
  if (example.rejected !== undefined) {
    const expected = [...new Set(example.rejected)].sort();
    if (codes.join() !== expected.join()) {
      report(
        ["rejected"],
        codes.length === 0 ? "the row is not rejected" : `the row is rejected with ${codes.join(", ")}`,
      );
    }
    return;
  }
  for (const each of reasons)
    report(each.field === undefined ? [] : ["record"], `the row is rejected: ${each.message}`);
  if (reasons.length > 0) return;
  for (const [field, wanted] of Object.entries(example.record ?? {})) {
    if (wanted === undefined) continue;
    if (isElements(wanted)) {
      const elements = elementsOf(field, judged.record, outcome.draft);
      if (elements.length !== wanted.length)
        report(["record", field], `the list has ${elements.length} elements, not ${wanted.length}`);
      for (const [i, each] of wanted.slice(0, elements.length).entries())
        compareElement(each, elements[i] ?? null, (path, message) =>
          report(["record", field, i, ...path], message),
        );
      continue;
    }
    if (field === "private" && typeof wanted === "object") {
      comparePrivate(wanted, outcome.draft.values, (name, got) =>
        report(["record", field, name], resultMessage(got)),
      );
      continue;
    }
    const value = outcome.draft.values[field] ?? null;
    const got = value === null ? "" : String(value);
    if (got !== textOf(wanted)) report(["record", field], resultMessage(got));
  }
}

function resultMessage(got: string): string {
  return `the result is ${got === "" ? "blank" : JSON.stringify(got)}`;
}

function comparePrivate(
  wanted: Readonly<Record<string, string>>,
  values: Draft["values"],
  differ: (name: string, got: string) => void,
): void {
  for (const [name, text] of Object.entries(wanted)) {
    const got = String(values[`private.${name}`] ?? "");
    if (got !== text) differ(name, got);
  }
}

function isElements(wanted: ExpectedValue): wanted is Extract<ExpectedValue, readonly unknown[]> {
  return Array.isArray(wanted);
}

function textOf(wanted: Exclude<ExpectedValue, readonly unknown[]>): string {
  return typeof wanted === "string" ? wanted : (wanted["external_id"] ?? "");
}

/** Returns the elements of a list from the record, or from the draft if there are no record rules. */
function elementsOf(list: string, record: AnyRecord | undefined, draft: Draft): readonly Value[] {
  if (record !== undefined) return (record[list] ?? []) as readonly Value[];
  const drafted = draft.lists?.[list] ?? [];
  const whole = drafted.filter(({ issues }) => issues.every(({ severity }) => severity !== "error"));
  return whole.map(({ values }) => values["value"] ?? values);
}

function compareElement(
  wanted: Extract<ExpectedValue, readonly unknown[]>[number],
  element: Value,
  report: ReportDiagnostic,
): void {
  const pairs = typeof wanted === "string" ? [["", wanted] as const] : Object.entries(wanted);
  for (const [path, value] of pairs) {
    if (value === undefined || isElements(value)) continue;
    if (path === "private" && typeof value === "object") {
      const texts = Object.keys(value).map((name) => `private.${name}`);
      const own = Object.fromEntries(texts.map((each) => [each, textAt(element, each)]));
      comparePrivate(value, own, (name, got) => report([path, name], resultMessage(got)));
      continue;
    }
    const got = textAt(element, path);
    if (got !== textOf(value)) report(path === "" ? [] : [path], resultMessage(got));
  }
}

/**
 * Returns a field of an element as a string. The path has the form `amount.part` for a part of an amount. For a
 * reference, the ID is returned.
 */
function textAt(element: Value, path: string): string {
  let value: Value | undefined = element;
  const steps = isObject(element) && path in element ? [path] : path.split(".");
  for (const step of path === "" ? [] : steps) value = isObject(value) ? value[step] : undefined;
  const text = isObject(value) ? value["external_id"] : value;
  return text === null || text === undefined || typeof text === "object" ? "" : String(text);
}

function isObject(value: Value | undefined): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * True if an issue is only a consequence of an unreadable field. The record rules treat an unreadable field as blank,
 * and the actual issue has already been reported.
 */
function isAlreadyReported(found: Issue, errors: readonly Issue[]): boolean {
  return found.code === "missing_value" && errors.some((each) => each.field === found.field);
}
