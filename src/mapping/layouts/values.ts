import { ValueIssue } from "../value-issue.js";
import { operation } from "../operations/index.js";
import type { OperationContext, Companions } from "../operations/operation.js";
import { decimalsOf } from "../../model/currencies.js";
import { ExactNumber, isExactObject } from "../../model/exact-json.js";
import type { OutboundInvoice } from "../../model/outbound-invoice.js";
import type { AnyRecord } from "../../model/record-type.js";
import { exactSum, negated } from "../../model/exact-decimals.js";
import { isDecimal, signOf, writeDecimal } from "./decimals.js";
import { writeDay } from "./dates.js";
import { lineMoney, others, privateName } from "./fields.js";
import { sharedOperations, type LayoutCondition, type DecimalForm, type LayoutSource } from "./grammar.js";
import type { LayoutContext } from "./layout.js";

/** This module evaluates a source for an invoice or one of its charge lines. */

export interface Scope extends Omit<LayoutContext, "find"> {
  readonly invoice: OutboundInvoice;
  /** Index of the charge line. For a group of charge lines, the index of the first line. */
  readonly line: number | undefined;
  /** Indexes of the lines in a group. If undefined, sums and counts include all lines. */
  readonly group: readonly number[] | undefined;
  /** 1-based positions, both within the current `for` and within the file. */
  readonly position: { readonly block: number; readonly file: number };
  find(type: string, id: string): AnyRecord | undefined;
  /** Adds a reason why the invoice cannot be written. */
  report(field: string | null, message: string): void;
}

export interface LayoutValue {
  /** Null if blank. */
  readonly text: string | null;
  /** Path of the value in the invoice. Null if the value is not from the invoice. */
  readonly field: string | null;
  /**
   * True for unformatted values from the invoice or a record, which the FFS could misinterpret as formulas. False for
   * all other values.
   */
  readonly isFree: boolean;
}

interface Value extends LayoutValue {
  /** Set if a problem with the value has already been reported. */
  readonly isRefused?: true;
  readonly currency?: string | undefined;
}

const nothing: Value = { text: null, field: null, isFree: false };

/** `name` is the name of the column or element, for messages. */
export function valueOf(source: LayoutSource, scope: Scope, name: string): LayoutValue {
  if (source.only !== undefined && !holds(source.only, scope)) return nothing;
  let value = inputOf(source, scope, name);
  for (const [word, options] of Object.entries(source) as [string, unknown][]) {
    if (options === undefined) continue;
    value = stepOf(word, options, source, value, scope, name);
  }
  if (value.text === null && source.blank === "refuse" && value.isRefused !== true)
    scope.report(value.field, `${name} must not be blank`);
  return value;
}

function inputOf(source: LayoutSource, scope: Scope, name: string): Value {
  const { separator = " " } = source;
  if (source.field !== undefined) return fieldOf(source.field, scope);
  if (source.line !== undefined) return lineFieldOf(source.line, scope);
  if (source.constant !== undefined)
    return { ...nothing, text: source.constant === "" ? null : source.constant };
  if (source.first !== undefined) {
    const found = source.first.map((each) => valueOf(each, scope, name));
    return found.find(({ text }) => text !== null) ?? found[0] ?? nothing;
  }
  if (source.join !== undefined) {
    const found = source.join.map((each) => valueOf(each, scope, name)).filter(({ text }) => text !== null);
    const text = found.map((each) => each.text).join(separator);
    return {
      text: text === "" ? null : text,
      field: found[0]?.field ?? null,
      isFree: found.some(({ isFree }) => isFree),
    };
  }
  if (source.sum !== undefined) return summed(source.sum, scope);
  if (source.count !== undefined) return { ...nothing, text: String(summedLines(scope).length) };
  if (source.position !== undefined) return { ...nothing, text: String(scope.position[source.position]) };
  if (source.counter !== undefined) return { ...nothing, text: counterOf(source.counter, scope) };
  if (source.today !== undefined) return { ...nothing, text: scope.today };
  return nothing;
}

export function counterOf(name: string, { counters }: Pick<Scope, "counters">): string {
  const next = counters.get(name);
  if (next === undefined) throw new Error(`the counter ${name} is missing`);
  return next;
}

/** Returns the indexes of the lines that sums and counts include. */
export function summedLines({ group, invoice }: Scope): readonly number[] {
  return group ?? invoice.charge_lines.map((_, i) => i);
}

export function fieldOf(path: string, { invoice, externalId }: Scope): Value {
  if (path === "external_id") return { text: externalId, field: null, isFree: false };
  return at(invoice, path, path);
}

function lineFieldOf(path: string, scope: Scope): Value {
  return lineAt(path, scope.line ?? 0, scope);
}

function lineAt(path: string, index: number, { invoice }: Scope): Value {
  return at(invoice.charge_lines[index], path, `charge_lines[${index}].${path}`);
}

function at(object: unknown, path: string, field: string): Value {
  const isOther = path.startsWith(others);
  const steps = (isOther ? path.slice(others.length) : path).split(".");
  let value: unknown = object;
  let within: unknown;
  for (const step of steps) {
    within = value;
    value = isExactObject(value) ? value[step] : undefined;
  }
  const id = isExactObject(value) ? value["external_id"] : undefined;
  const currency = isExactObject(within) ? within["currency"] : undefined;
  return {
    text: textOf(id ?? value),
    field: isOther ? field.replace(others, "") : field,
    isFree: true,
    currency: typeof currency === "string" ? currency : undefined,
  };
}

function textOf(value: unknown): string | null {
  if (value instanceof ExactNumber) return value.digits;
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "boolean" || typeof value === "number" ? String(value) : null;
}

function summed(path: string, scope: Scope): Value {
  const values = summedLines(scope).map((index) => lineAt(path, index, scope));
  const numbers = values.flatMap(({ text }) => (text === null || !isDecimal(text) ? [] : [text]));
  const [first] = values;
  const other = values.find(({ currency }) => currency !== first?.currency);
  if (other !== undefined)
    scope.report(other.field, "is in a different currency than the previous line, so there is no sum");
  return { text: exactSum(numbers), field: null, isFree: false, currency: first?.currency };
}

/** Returns the total whose sign determines whether an invoice is a credit note. */
function totalOf({ overseas_amount: overseas, local_amount: local }: OutboundInvoice): string {
  return (overseas ?? local)?.total.digits ?? "0";
}

export function holds(condition: LayoutCondition, scope: Scope): boolean {
  const { text } =
    condition.line === undefined ? fieldOf(condition.field ?? "", scope) : lineFieldOf(condition.line, scope);
  const says = (word: "true" | "false" | undefined, is: boolean): boolean =>
    word === undefined || (word === "true") === is;
  return (
    (condition.equals === undefined || text === condition.equals) &&
    (condition.in === undefined || (text !== null && condition.in.includes(text))) &&
    says(condition.blank, text === null) &&
    says(condition.zero, text === null || signOf(text) === 0) &&
    says(condition.negative, text !== null && signOf(text) < 0) &&
    says(condition.sum_differs, sumDiffers(condition.field, text, scope))
  );
}

/** True if an amount differs from the sum of the lines. A line without the amount counts as zero. */
function sumDiffers(field: string | undefined, text: string | null, scope: Scope): boolean {
  if (field === undefined || !lineMoney.includes(field)) return false;
  const sum = summed(field, { ...scope, group: undefined }).text ?? "0";
  return signOf(exactSum([sum, text === null || !isDecimal(text) ? "0" : negated(text)])) !== 0;
}

function stepOf(
  word: string,
  options: unknown,
  source: LayoutSource,
  value: Value,
  scope: Scope,
  name: string,
): Value {
  const { text } = value;
  const refuse = (message: string): Value => {
    scope.report(value.field, message);
    return { ...value, text: null, isRefused: true };
  };
  if (word === "lookup") return text === null ? value : lookedUp(listed(options as string), value, scope);
  if (word === "date") {
    if (text === null) return value;
    const day = writeDay(text, options as string);
    return day === undefined ? refuse("is not a date") : { ...value, text: day, isFree: false };
  }
  if (word === "decimal") {
    if (text === null) return value;
    if (!isDecimal(text)) return refuse("is not a number");
    const form = options as DecimalForm;
    const isCredit = form.credit !== undefined && signOf(totalOf(scope.invoice)) < 0;
    const isNegated = isCredit !== (form.turned !== undefined);
    const written = writeDecimal(isNegated ? negated(text) : text, form, placesOf(form, value));
    return "reason" in written ? refuse(written.reason) : { ...value, text: written.text, isFree: false };
  }
  if (word === "sign") {
    if (text === null) return value;
    if (!isDecimal(text)) return refuse("is not a number");
    const { negative, positive, zero = positive } = options as NonNullable<LayoutSource["sign"]>;
    const label = [negative, zero, positive][signOf(text) + 1] ?? "";
    return { ...value, text: label === "" ? null : label, isFree: false };
  }
  if (word === "longest") {
    const length = text === null ? 0 : [...text].length;
    return length > Number(options)
      ? refuse(`has ${length} characters; the maximum for ${name} is ${options as string}`)
      : value;
  }
  if (!sharedOperations.some((shared) => shared === word)) return value;
  const companions: Companions = { otherwise: source.otherwise };
  const step = operation(word)?.apply(options, operationContext(name), companions);
  if (step === undefined) return value;
  const cell = step(text, []);
  if (cell instanceof ValueIssue) return refuse(`has a value that is not in \`values\` of ${name}`);
  return { ...value, text: cell === null ? null : String(cell) };
}

function placesOf({ places }: DecimalForm, { currency }: Value): number | undefined {
  if (places === undefined) return undefined;
  return places === "currency" ? decimalsOf(currency ?? "") : Number(places);
}

/** Context for the operations shared with mappings. None of these operations uses lists. */
function operationContext(name: string): OperationContext {
  return {
    field: { name, kind: "text" },
    zone: undefined,
    today: "",
    taxMode: "tax",
    hasTaxCodes: false,
    lookups: { find: () => undefined },
    tables: new Map(),
  };
}

function listed(fields: string | readonly string[]): readonly string[] {
  return typeof fields === "string" ? [fields] : fields;
}

/** Performs the lookups in order. Each lookup replaces an ID with a field of the record that has this ID. */
function lookedUp(fields: readonly string[], value: Value, scope: Scope): Value {
  let { text } = value;
  for (const field of fields) {
    if (text === null) break;
    const [type = "", ...rest] = field.split(".");
    const record = type === "accrual" ? accrualOf(text, scope) : scope.find(type, text);
    if (record === undefined) {
      scope.report(value.field, `refers to an unknown record, so its ${field} is not available`);
      return { ...value, text: null, isRefused: true };
    }
    text = partOf(record, rest.join("."));
    if (text === null) {
      scope.report(value.field, `refers to a record that has no ${field}`);
      return { ...value, text: null, isRefused: true };
    }
  }
  return { ...value, text };
}

/** Finds an accrual in the job to which the charge line refers. */
function accrualOf(id: string, scope: Scope): Readonly<Record<string, unknown>> | undefined {
  const { text: job } = lineFieldOf("job", scope);
  const found = job === null ? undefined : scope.find("job", job);
  const accruals = (found?.["accruals"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return accruals.find(({ external_id }) => external_id === id);
}

function partOf(record: Readonly<Record<string, unknown>>, path: string): string | null {
  const own = privateName(path);
  const object = own === undefined ? record : record["private"];
  return at(object, own ?? path, "").text;
}
