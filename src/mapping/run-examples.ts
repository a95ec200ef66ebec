import { columnPosition, foldHeading } from "../formats/heading.js";
import type { Issue } from "../issues.js";
import { account, type Account } from "../records/account.js";
import { compileMapping } from "./compile.js";
import type { Mapping } from "./grammar.js";
import type { CompiledMapping, Draft, Lookups, MappingContext, Outcome } from "./mapping.js";
import type { Mistake } from "./mistakes.js";
import { fillParameters, isCompanyParameter } from "./parameters.js";
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
  const filled = fillParameters(parsed.document, context.account);
  if (filled.mistakes.length > 0) return { run: 0, mistakes: filled.mistakes };
  const examples = (filled.document.value as unknown as Mapping).examples ?? [];
  const mistakes: Mistake[] = [];
  for (const [i, example] of examples.entries()) {
    const result = compileMapping(parsed, {
      ...context,
      lookups: context.lookups ?? echo,
      today: example.today ?? context.today,
    });
    // What is wrong with the mapping itself is wrong with each example: once is enough.
    if ("mistakes" in result) return { run: i, mistakes: result.mistakes };
    const outcome = applyTo(result.compiled, withCompany(example.row, parsed.mapping, context.account));
    const complain = (path: readonly (string | number)[], message: string): void => {
      mistakes.push(parsed.document.mistake(["examples", i, ...path], message));
    };
    compare(example, outcome, judge, complain);
  }
  return { run: examples.length, mistakes };
}

const echo: Lookups = { find: (_target, _field, value) => [{ external_id: value, is_active: true }] };

/** An example that leaves out the column by which rows of other companies are told is of the account's own. */
function withCompany(
  cells: Readonly<Record<string, string>>,
  mapping: Mapping,
  account: Account,
): Readonly<Record<string, string>> {
  const given = new Set(Object.keys(cells).map(foldHeading));
  const left = (mapping.only ?? []).filter(
    (each) =>
      each.equals !== undefined && isCompanyParameter(each.equals) && !given.has(foldHeading(each.column)),
  );
  const company = account.parameters.get("company") ?? "";
  return { ...cells, ...Object.fromEntries(left.map((each) => [each.column, company])) };
}

/** What a mapping makes of one row that is given by heading; columns that the row leaves out are blank. */
function applyTo(compiled: CompiledMapping, cells: Readonly<Record<string, string>>): Outcome {
  // Bound to no headings at all, it lacks every heading that it names, and reads every position.
  const asked = compiled.bind(null, undefined);
  const lacking = asked.issues.flatMap((each) => (each.column === undefined ? [] : [each.column]));
  const given = Object.keys(cells);
  const positions = given.map(columnPosition).filter((position) => position !== undefined);
  const width = Math.max(-1, ...positions, ...asked.reads.map((each) => each.index)) + 1;
  // Positions keep their place; the headings come after them, each once however it is written.
  const names = new Map<string, string>();
  for (const heading of [...given, ...lacking]) {
    const folded = foldHeading(heading);
    if (columnPosition(heading) === undefined && !names.has(folded)) names.set(folded, heading);
  }
  const headings = [...Array.from({ length: width }, () => ""), ...names.values()];
  const row = {
    line: 1,
    cells: headings.map((heading, i) => cells[heading === "" ? `#${i + 1}` : heading] ?? ""),
  };
  return compiled.bind(headings, row).apply(row);
}

/**
 * An account for a mapping that no feed uses yet: it has every parameter that the mapping names, each standing for its
 * own name, and UTC as its zone.
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
