import { isDamagedKey } from "../model/damaged-key.js";
import type { Field, FieldKind } from "../model/fields.js";
import { companionOwner } from "./check.js";
import { cleanCell, type Cell } from "./cells.js";
import { readIso } from "./dates/format.js";
import { toDay, toTimestamp } from "./dates/dates.js";
import { planRule, type Test } from "./conditions.js";
import type { Cursor } from "./cursor.js";
import { moneyText, productOfDecimals, quotientOfDecimals, sumOfDecimals } from "./decimals.js";
import { negated } from "../model/exact-decimals.js";
import { CannotCompile, ValueIssue, valueIssue } from "./value-issue.js";
import { readFlag } from "./flags.js";
import {
  anyMark,
  inputWords,
  partsOf,
  plainDivisor,
  type Condition,
  type WrittenSource,
  type SourceMap,
} from "./grammar.js";
import { columnWith, type ColumnFinder } from "./column-finder.js";
import { operation } from "./operations/index.js";
import type { OperationContext, Companions, Step } from "./operations/operation.js";
import type { Path, ReportDiagnostic } from "./yaml-document.js";

/** Sources of fields. Sources are compiled once per mapping, bound once per file, and evaluated once per row. */

/** Returns the value of a source in the current row. */
export type Getter = (cursor: Cursor) => Cell | ValueIssue;

/** A compiled source that has not been bound to columns yet. */
export interface Plan {
  /** Headings and positions that the source reads, as written in the mapping. */
  readonly headings: readonly string[];
  /** Path of the amount in list elements that is added up. If the path is defined, the source itself has no value. */
  readonly sumOf?: string | undefined;
  readonly isKey?: boolean;
  bind(columns: ColumnFinder, blanks: ReadonlySet<string> | undefined): Getter;
}

/** True if the field identifies a record, as IDs, references and codes do. */
export function isKeyField({ name, field }: { readonly name: string; readonly field: Field }): boolean {
  return field.kind === "id" || field.kind === "reference" || name === "code";
}

/** Compiles the source of a field, including the conversion to the field's kind. */
export function planField(
  source: WrittenSource,
  name: string,
  field: Field,
  context: Omit<OperationContext, "field">,
  idPrefix: string,
  report: ReportDiagnostic,
  path: Path = ["fields", name],
): Plan {
  const fieldContext: OperationContext = { ...context, field: { name, kind: field.kind } };
  const plan = planSource(source, path, fieldContext, report);
  const prefixed = field.kind === "id" || (field.kind === "reference" && !looksUp(source));
  const finish = finisher(field.kind, prefixed ? idPrefix : "", context.zone);
  return {
    headings: plan.headings,
    sumOf: plan.sumOf,
    isKey: isKeyField({ name, field }),
    bind: (columns, blanks) => {
      const get = plan.bind(columns, blanks);
      return (cursor) => {
        const cell = get(cursor);
        if (cell === null || cell instanceof ValueIssue) return cell;
        // Damaged numbers must be detected before the prefix is added, because they cannot be recognized afterwards.
        if (prefixed && idPrefix !== "" && isDamagedKey(String(cell))) return damaged;
        const value = finish(cell);
        if (prefixed && idPrefix !== "") note(cursor, "id_prefix", value);
        return value;
      };
    },
  };
}

const damaged = valueIssue("damaged_key", {});

/** Returns the last step for a field, which converts the cell to the form that the kind of field requires. */
function finisher(
  kind: FieldKind,
  prefix: string,
  zone: string | undefined,
): (cell: string | boolean) => Cell | ValueIssue {
  switch (kind) {
    case "flag":
      return readFlag;
    case "timestamp":
      return (cell) => {
        const text = String(cell);
        if (canonicalTime.test(text)) return text;
        const moment = readIso(text);
        return moment === undefined
          ? valueIssue("invalid_date", { format: "2026-03-01T08:15:00Z" })
          : toTimestamp(moment, zone);
      };
    case "date":
      return (cell) => {
        const text = String(cell);
        const moment = readIso(text);
        return moment === undefined
          ? valueIssue("invalid_date", { format: "2026-03-01" })
          : toDay(moment, undefined);
      };
    case "id":
    case "reference":
      return prefix === "" ? String : (cell) => prefix + String(cell);
    case "money":
      return (cell) => moneyText(String(cell));
    case "text":
    case "email":
    case "choice":
    case "decimal":
    case "country":
    case "region":
    case "integer":
    case "currency":
    case "amount":
    case "list":
    case "private":
      return String;
  }
}

const canonicalTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function looksUp(source: WrittenSource): boolean {
  if (typeof source === "string") return false;
  if (isList(source)) return source.some(looksUp);
  if (typeof source["lookup"] === "string") return true;
  return partsOf(source).some(looksUp);
}

function isList(source: WrittenSource): source is readonly WrittenSource[] {
  return Array.isArray(source);
}

function planSource(
  source: WrittenSource,
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
): Plan {
  if (typeof source === "string") return planColumn(source, []);
  if (isList(source)) return planFirst(source, path, context, report, []);
  const plan = planMap(source, path, context, report);
  if (source.negative === "always") return planNegated(plan);
  return source.negative === undefined ? plan : planNegative(plan, source.negative, context);
}

/** Compiles an amount whose sign is always inverted. */
function planNegated(plan: Plan): Plan {
  return {
    headings: plan.headings,
    bind: (columns, blanks) => {
      const get = plan.bind(columns, blanks);
      return (cursor) => {
        const cell = get(cursor);
        const value = typeof cell === "string" ? negated(cell) : cell;
        note(cursor, "negative", value);
        return value;
      };
    },
  };
}

/** Compiles an amount whose sign is inverted if a condition is met. */
function planNegative(plan: Plan, condition: Condition, context: OperationContext): Plan {
  const rule = planRule("only", condition, undefined, context.today, context.zone);
  return {
    headings: [...plan.headings, rule.heading],
    bind: (columns, blanks) => {
      const get = plan.bind(columns, blanks);
      const test = rule.bind(columns.index(rule.heading), blanks);
      return (cursor) => {
        const holds = test(cursor);
        // The amount is read last, so that issues refer to its column.
        const cell = get(cursor);
        if (holds instanceof ValueIssue) return holds;
        const value = holds && typeof cell === "string" ? negated(cell) : cell;
        if (holds) note(cursor, "negative", value);
        return value;
      };
    },
  };
}

function planMap(source: SourceMap, path: Path, context: OperationContext, report: ReportDiagnostic): Plan {
  if (source.divide !== undefined) return planQuotient(source, source.divide, path, context, report);
  if (typeof source.sum === "string") return { headings: [], sumOf: source.sum, bind: () => () => null };
  if (source.sum !== undefined) return planArithmetic(source, "sum", source.sum, path, context, report);
  if (source.product !== undefined)
    return planArithmetic(source, "product", source.product, path, context, report);
  const steps = planSteps(source, path, context, report);
  if (source.where !== undefined) return planWhere(source.column ?? "", source.where, context, steps);
  if (source.header !== undefined) return planHeader(source.header, steps);
  if (source.first !== undefined) return planFirst(source.first, [...path, "first"], context, report, steps);
  if (source.join !== undefined) return planJoin(source, [...path, "join"], context, report, steps);
  if (source.column !== undefined) return planColumn(source.column, steps);
  const constant = source.constant ?? "";
  const cell = constant === "" ? null : constant;
  return {
    headings: [],
    bind: () => (cursor) => {
      note(cursor, "constant", cell);
      return run(steps, cell, cursor);
    },
  };
}

function planColumn(heading: string, steps: readonly NamedStep[]): Plan {
  return {
    headings: [heading],
    bind: (columns, blanks) => {
      const index = columns.index(heading);
      return (cursor) => {
        cursor.column = index;
        const cell = cleanCell(cursor.cells[index], blanks);
        note(cursor, "column", cell, heading);
        return steps.length === 0 ? cell : run(steps, cell, cursor);
      };
    },
  };
}

/**
 * Compiles a source that selects one of several numbered columns based on a condition on the column with the same
 * number.
 */
function planWhere(
  heading: string,
  condition: Condition,
  context: OperationContext,
  steps: readonly NamedStep[],
): Plan {
  const rule = planRule("only", condition, undefined, context.today, context.zone);
  const severalMatch = valueIssue("several_match", { column: heading });
  return {
    headings: [heading, rule.heading],
    bind: (columns, blanks) => {
      const candidates: { readonly index: number; readonly test: Test }[] = [];
      const both = [heading, rule.heading];
      for (let n = 0; n <= 1 || both.some((each) => columnWith(each, anyMark, n, columns) >= 0); n++) {
        const [index, of] = both.map((each) => columnWith(each, anyMark, n, columns));
        if (index !== undefined && index >= 0) candidates.push({ index, test: rule.bind(of ?? -1, blanks) });
      }
      // If no numbered column exists, the column with number 1 is reported as missing.
      if (candidates.length === 0) columns.index(heading.replaceAll(anyMark, "1"));
      return (cursor) => {
        let found: string | null = null;
        let column = candidates[0]?.index ?? -1;
        for (const { index, test } of candidates) {
          const cell = cleanCell(cursor.cells[index], blanks);
          const holds = cell !== null && test(cursor);
          cursor.column = index;
          if (holds instanceof ValueIssue) return holds;
          if (!holds || cell === found) continue;
          if (found !== null) return severalMatch;
          found = cell;
          column = index;
        }
        cursor.column = column;
        note(cursor, "where", found, heading);
        return run(steps, found, cursor);
      };
    },
  };
}

/** Compiles a source that reads a cell in the header row of the record to which an element belongs. */
function planHeader(heading: string, steps: readonly NamedStep[]): Plan {
  const isBelow = valueIssue("header_below", { column: heading });
  return {
    headings: [],
    bind: (columns, blanks) => {
      const index = columns.ofHeader(heading);
      return (cursor) => {
        cursor.column = -1;
        if (cursor.header === undefined) return isBelow;
        const cell = cleanCell(cursor.header[index], blanks);
        note(cursor, "header", cell, heading);
        return run(steps, cell, cursor, cursor.headerNumbers?.includes(index));
      };
    },
  };
}

function planArithmetic(
  source: SourceMap,
  word: "sum" | "product",
  parts: readonly WrittenSource[],
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
): Plan {
  const { sum: _sum, product: _product, round, negative: _negative, ...operations } = source;
  const plans = parts.map((part, i) =>
    planSource(
      typeof part === "string" ? { ...operations, column: part } : part,
      [...path, word, i],
      context,
      report,
    ),
  );
  const notANumber = valueIssue("invalid_number", { sign: "." });
  const blankFactor = valueIssue("blank_factor", {});
  return {
    headings: plans.flatMap((plan) => plan.headings),
    bind: (columns, blanks) => {
      const getters = plans.map((plan) => plan.bind(columns, blanks));
      return (cursor) => {
        const numbers: string[] = [];
        for (const get of getters) {
          const cell = get(cursor);
          if (cell instanceof ValueIssue) return cell;
          if (cell === null) continue;
          if (!isPlainDecimal(cell)) return notANumber;
          numbers.push(cell);
        }
        if (numbers.length === 0) return null;
        if (word === "product" && numbers.length < getters.length) return blankFactor;
        const value =
          word === "sum"
            ? sumOfDecimals(numbers)
            : productOfDecimals(numbers, round === undefined ? undefined : Number(round));
        note(cursor, word, value);
        return value;
      };
    },
  };
}

function planQuotient(
  source: SourceMap,
  written: WrittenSource,
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
): Plan {
  const { divide: _divide, round, ...dividend } = source;
  const plan = planMap(dividend, path, context, report);
  const constant = plainDivisor(written);
  const by =
    constant === undefined
      ? planDivisor(source, written, [...path, "divide"], context, report)
      : { headings: [], bind: () => () => constant };
  const notANumber = valueIssue("invalid_number", { sign: "." });
  const blank = valueIssue("blank_factor", {});
  const zero = valueIssue("division_by_zero", {});
  return {
    headings: [...plan.headings, ...by.headings],
    bind: (columns, blanks) => {
      const get = plan.bind(columns, blanks);
      const getDivisor: Getter = by.bind(columns, blanks);
      return (cursor) => {
        const cell = get(cursor);
        if (cell === null || cell instanceof ValueIssue) return cell;
        const { column } = cursor;
        const divisor = getDivisor(cursor);
        if (divisor instanceof ValueIssue) return divisor;
        if (divisor === null) return blank;
        if (!isPlainDecimal(divisor)) return notANumber;
        if (/^-?[0.]+$/u.test(divisor)) return zero;
        cursor.column = column;
        if (!isPlainDecimal(cell)) return notANumber;
        const value = quotientOfDecimals(cell, divisor, round === undefined ? undefined : Number(round));
        note(cursor, "divide", value);
        return value;
      };
    },
  };
}

/** The divisor is a plain number even if the dividend is a rate. */
function planDivisor(
  source: SourceMap,
  written: WrittenSource,
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
): Plan {
  const ofNumber: OperationContext = { ...context, field: { name: context.field.name, kind: "money" } };
  if (typeof written !== "string") return planSource(written, path, ofNumber, report);
  const own = new Set<string>([...inputWords, "separator", "divide", "round", "where", "negative"]);
  const operations: Record<string, unknown> = Object.fromEntries(
    Object.entries(source).filter(([word]) => !own.has(word)),
  );
  if (operations["decimal"] !== undefined) {
    const { scale: _scale, ...decimal } = operations["decimal"] as Readonly<Record<string, unknown>>;
    operations["decimal"] = decimal;
  }
  return planSource({ ...operations, column: written }, path, ofNumber, report);
}

function isPlainDecimal(cell: string | boolean): cell is string {
  return /^-?\d+(?:\.\d+)?$/u.test(String(cell));
}

function planFirst(
  items: readonly WrittenSource[],
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
  steps: readonly NamedStep[],
): Plan {
  const plans = items.map((item, i) => planSource(item, [...path, i], context, report));
  return {
    headings: plans.flatMap((plan) => plan.headings),
    bind: (columns, blanks) => {
      const getters = plans.map((plan) => plan.bind(columns, blanks));
      return (cursor) => {
        let cell: Cell | ValueIssue = null;
        for (const get of getters) {
          cell = get(cursor);
          if (cell !== null) break;
        }
        return cell instanceof ValueIssue ? cell : run(steps, cell, cursor);
      };
    },
  };
}

function planJoin(
  source: SourceMap,
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
  steps: readonly NamedStep[],
): Plan {
  const partContext: OperationContext = { ...context, field: { name: context.field.name, kind: "text" } };
  const plans = (source.join ?? []).map((item, i) => planSource(item, [...path, i], partContext, report));
  const separator = source.separator ?? " ";
  // Without one of its parts, an ID could be equal to a different ID, so no part may be blank.
  const whole = context.field.kind === "id";
  const isKey = whole || context.field.kind === "reference";
  return {
    headings: plans.flatMap((plan) => plan.headings),
    bind: (columns, blanks) => {
      const getters = plans.map((plan) => plan.bind(columns, blanks));
      const blankPart = plans.map(({ headings }, i) =>
        valueIssue("blank_id_part", { column: headings.join(", ") || headerOf(source.join?.[i]) }),
      );
      return (cursor) => {
        let joined: string | null = null;
        let blank: ValueIssue | undefined;
        let blankColumn = -1;
        for (let i = 0; i < getters.length; i++) {
          const cell = getters[i]?.(cursor) ?? null;
          if (cell instanceof ValueIssue) return cell;
          if (cell === null) {
            if (blank === undefined) blankColumn = cursor.column;
            blank ??= blankPart[i];
          } else if (isKey && isDamagedKey(String(cell))) return damaged;
          else joined = joined === null ? String(cell) : joined + separator + String(cell);
        }
        // If all parts are blank, the ID is missing, which is reported as a different issue.
        if (whole && blank !== undefined && joined !== null) {
          cursor.column = blankColumn;
          return blank;
        }
        note(cursor, "join", joined);
        return run(steps, joined, cursor);
      };
    },
  };
}

/** Returns the column of the header row that a source reads, or an empty string. */
function headerOf(source: WrittenSource | undefined): string {
  if (source === undefined || typeof source === "string" || isList(source)) return "";
  return source.header ?? "";
}

/** Compiles the operations of a source in the order in which they are written. */
function planSteps(
  source: SourceMap,
  path: Path,
  context: OperationContext,
  report: ReportDiagnostic,
): readonly NamedStep[] {
  const words = Object.keys(source);
  const steps: NamedStep[] = [];
  for (const word of words) {
    const found = operation(word);
    if (found === undefined) continue;
    const companions: { -readonly [name in keyof Companions]: unknown } = {};
    for (const name of found.takes ?? []) {
      if (source[name] !== undefined && companionOwner(words, name) === word) companions[name] = source[name];
    }
    try {
      const sign = word === "decimal" ? (source[word] as { readonly sign?: string }).sign : undefined;
      steps.push({ word, sign, step: found.apply(source[word], context, companions as Companions) });
    } catch (error) {
      if (!(error instanceof CannotCompile)) throw error;
      report([...path, word], error.message, error.asks);
    }
  }
  return steps;
}

/** `isNumber` is true if the file stores the cell as a number with a decimal point or exponent. */
function run(
  steps: readonly NamedStep[],
  cell: Cell,
  cursor: Cursor,
  isNumber = cursor.numbers?.includes(cursor.column) === true,
): Cell | ValueIssue {
  let value: Cell = cell;
  for (const { word, sign, step } of steps) {
    if (isNumber && sign !== undefined && typeof value === "string") value = withSign(value, sign);
    const result: Cell | ValueIssue = step(value, cursor.notes);
    note(cursor, word, result);
    if (result instanceof ValueIssue) return result;
    value = result;
  }
  return value;
}

/**
 * Rewrites a numeric cell with the decimal separator that the step expects. Used only for cells that the file stores as
 * numbers. For example, `19.625` becomes `19,625`, and `1.5E3` becomes `1500`. Returns other strings unchanged.
 */
function withSign(number: string, sign: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d{1,2}))?(%?)$/.exec(number);
  if (match === null) return number;
  const [, minus = "", whole = "", fraction = "", exponent = "0", percent = ""] = match;
  const places = Number(exponent);
  const digits = "0".repeat(Math.max(0, -places)) + whole + fraction + "0".repeat(Math.max(0, places));
  const point = whole.length + Math.max(0, places);
  const decimals = digits.slice(point).replace(/0+$/, "");
  return minus + digits.slice(0, point) + (decimals === "" ? "" : sign + decimals) + percent;
}

interface NamedStep {
  readonly word: string;
  /** Decimal separator in the numbers that the step reads. */
  readonly sign?: string | undefined;
  readonly step: Step;
}

function note(cursor: Cursor, word: string, value: Cell | ValueIssue, column?: string): void {
  if (cursor.trace === undefined) return;
  const result = value instanceof ValueIssue ? { value: null, issue: value.code } : { value };
  cursor.trace.push(column === undefined ? { word, ...result } : { word, column, ...result });
}
