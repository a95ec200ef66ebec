import { issue, type Issue, type Position } from "../issues.js";
import type { Draft, DraftElement } from "../draft.js";
import type { Lookups } from "../lookups.js";
import { isDamagedKey } from "../damaged-key.js";
import type { Account } from "../account.js";
import { meantCountry } from "../countries.js";
import { decimalsOf, minorUnits } from "../currencies.js";
import { elementSchema, singleFields, type Field } from "../fields.js";
import type { AnyRecord, ObjectValue, RecordType, Value } from "../record-type.js";
import type { z } from "zod";
import { quickCheck } from "./quick-check.js";
import { referenceRules, type Locate } from "./references.js";

/**
 * The rules that one record must keep by itself: its type's schema, the tax mode of its account, its references, and those
 * of its elements. Every issue at once.
 */

export type DraftValues = Draft["values"];

export interface Checked {
  /** Undefined when the issues keep the draft from being one. */
  readonly record: AnyRecord | undefined;
  readonly issues: readonly Issue[];
  /** Elements that the record goes without, by list. */
  readonly leftOut?: readonly (readonly [list: string, element: DraftElement])[];
}

/** Kinds of which a draft holds something else than the record. */
const otherInRecord: ReadonlySet<string> = new Set(["reference", "integer", "amount", "list", "private"]);

/**
 * Compiles the quick yes to drafts that are records already: every column filled by the mapping, in order, as it stands in
 * the record. A draft that is plainly valid is then the record itself.
 *
 * @param filled the fields that drafts have, in order
 * @returns undefined where drafts and records differ
 */
export function recordAsDrafted(
  type: RecordType,
  columns: readonly string[],
  filled: readonly string[],
): ((values: DraftValues) => AnyRecord | undefined) | undefined {
  const isAlike =
    type.rules === undefined &&
    columns.length === filled.length &&
    columns.every((name, i) => {
      const field = type.fields[name] as Field;
      return name === filled[i] && !otherInRecord.has(field.kind) && field.required !== "tax";
    });
  if (!isAlike) return undefined;
  const isValid = quickCheck(type.schema);
  const keys = columns.filter((name) => isKey(type.fields[name] as Field));
  return (values) =>
    isValid(values) && !keys.some((name) => isDamagedKey(String(values[name])))
      ? (values as AnyRecord)
      : undefined;
}

/**
 * Compiles the rules for one list.
 *
 * @param columns the columns of the list; the record gets exactly these keys, in this order
 * @param lookups the lists that references are checked against; omitted: they are taken as they are
 * @returns a function from a draft to a record, or to the issues that keep it from being one. A draft without a supplied
 * time yields a record whose `updated_at` is empty: reconciling stamps it.
 */
export function recordRules(
  type: RecordType,
  columns: readonly string[],
  account: Account,
  lookups?: Lookups,
) {
  const lists = columns.filter((name) => type.fields[name]?.kind === "list");
  const singles = columns.filter((name) => !lists.includes(name));
  const listsOut = Object.fromEntries(lists.map((name) => [name, true as const]));
  const stamped = type.schema.omit(listsOut as never) as z.ZodObject;
  const checkStamped = objectRules(type.fields, singles, stamped, account, lookups);
  const unstamped = stamped.omit({ updated_at: true });
  const untimed = singles.filter((name) => name !== "updated_at");
  const checkUnstamped = objectRules(type.fields, untimed, unstamped, account, lookups);
  const checkList = lists.map((name) => listRules(name, type.fields[name] as Field, account, lookups));

  return function check({ values, lists: drafted }: Draft, locate: Locate): Checked {
    const isStamped = (values["updated_at"] ?? null) !== null;
    const { object, issues } = (isStamped ? checkStamped : checkUnstamped)(values, locate);
    const leftOut: [string, DraftElement][] = [];
    const elements = checkList.map((each, i) => each(drafted?.[lists[i]!] ?? [], locate, issues, leftOut));
    if (issues.some(({ severity }) => severity === "error")) return { record: undefined, issues };
    const record: Record<string, Value> = object;
    for (const [i, name] of lists.entries()) record[name] = elements[i]!;
    const broken = type.rules?.(record as AnyRecord, locate) ?? [];
    issues.push(...broken);
    if (broken.some(({ severity }) => severity === "error")) return { record: undefined, issues };
    if (isStamped && lists.length === 0) return { record: record as AnyRecord, issues };
    return { record: inColumnOrder(record, columns), issues, leftOut };
  };
}

/** Compiles the rules for the elements of a list. */
function listRules(name: string, field: Field, account: Account, lookups: Lookups | undefined) {
  const fields = field.fields ?? {};
  const names = Object.keys(fields);
  const check = objectRules(fields, names, elementSchema(fields), account, lookups);
  const fieldName = (part: string): string => (field.plain === true ? name : `${name}.${part}`);

  return function checkElements(
    drafted: readonly DraftElement[],
    locate: Locate,
    issues: Issue[],
    leftOut: [string, DraftElement][],
  ): readonly Value[] {
    const taken: Value[] = [];
    const ids = new Set<Value>();
    for (const element of drafted) {
      const { line, of, number, values, issues: found } = element;
      const at = (part: string): Position => ({ ...locate(fieldName(part), number), line, file: of });
      // What could not be made at all lacks everything: its own issue says why.
      const isNone = field.plain !== true && found.some((each) => each.field === name);
      const { object, issues: broken } = isNone ? { object: {}, issues: [] } : check(values, at);
      const reported = new Set(found.map((each) => each.field));
      const all = [...found, ...broken.filter((each) => !isSaid(each, reported))];
      const id = object["external_id"];
      if (id !== undefined && ids.has(id))
        all.push(issue("duplicate_element", at("external_id"), { list: name }));
      else if (id !== undefined) ids.add(id);
      const error = all.find(({ severity }) => severity === "error");
      if (error === undefined || field.whole === true) issues.push(...all);
      else {
        issues.push(elementLeftOut(name, error));
        leftOut.push([name, element]);
      }
      if (error === undefined) taken.push(field.plain === true ? (object["value"] ?? null) : object);
    }
    return taken;
  };
}

/** An element that cannot be taken, where its record can. */
function elementLeftOut(list: string, { message, hint, file, line, column, field, value }: Issue): Issue {
  const position = { file, line, column, field, value };
  return { ...issue("element_left_out", position as Position, { list, reason: message }), hint };
}

/** A field that the mapping could not make is null here: its own issue says more than "is blank" would. */
export function isSaid({ code, field }: Issue, reported: ReadonlySet<string | undefined>): boolean {
  return code === "missing_value" && reported.has(field);
}

/** Compiles what makes an object of the values that were drafted, and says what is wrong with it. */
function objectRules(
  fields: Readonly<Record<string, Field>>,
  names: readonly string[],
  schema: z.ZodObject,
  account: Account,
  lookups: Lookups | undefined,
) {
  const isValid = quickCheck(schema);
  const single = singleFields(fields);
  const planned = names.map((name) => plannedField(name, fields[name] as Field));
  const amounts = names.filter((name) => fields[name]?.kind === "amount");
  const refer = lookups === undefined ? undefined : referenceRules(fields, names, account, lookups);

  return function check(
    values: DraftValues,
    locate: Locate,
  ): { readonly object: Record<string, Value>; readonly issues: Issue[] } {
    const object: Record<string, Value> = {};
    const issues: Issue[] = [];
    for (const { name, field, amount } of planned) {
      if (field.kind === "private") {
        const own = privateOf(values);
        if (own !== undefined) object[name] = own;
        continue;
      }
      const value = amount === undefined ? (values[name] ?? null) : amountOf(amount, values);
      object[name] = typeof value === "string" ? inRecord(field, value) : value;
      if (isMissing(field, value, account)) issues.push(missing(locate(name), name));
      if (isKey(field) && typeof value === "string" && isDamagedKey(value)) {
        const at = { ...locate(name), value };
        issues.push(issue("damaged_key", at, { field: at.field ?? name }));
      }
      if (amount === undefined || value === null) continue;
      for (const { path, of } of amount)
        if (isMissing(of, values[path] ?? null, account)) issues.push(missing(locate(path), path));
    }
    // The schema is asked for its reasons only where there are some.
    const result = isValid(object) ? valid : schema.safeParse(object);
    if (!result.success) {
      const told = new Set<string>();
      for (const found of result.error.issues) {
        const name =
          single[found.path.join(".")] === undefined ? String(found.path[0]) : found.path.join(".");
        const value = values[name];
        // A value may break several rules of its field; one issue is enough.
        if (value === null || value === undefined || value === "" || told.has(name)) continue;
        told.add(name);
        const at = { ...locate(name), value: String(value) };
        const currency = values[name.replace(/[^.]*$/, "currency")];
        const decimals = decimalsOf(String(currency));
        const after = /^-?\d{1,26}\.(\d+)$/.exec(at.value)?.[1]?.length ?? 0;
        if (single[name]?.kind === "money" && after > decimals) {
          issues.push(tooManyDecimals(at, at.field ?? name, after, String(currency), decimals));
        } else if (single[name]?.kind === "country") {
          issues.push(unknownCountry(at, at.field ?? name));
        } else {
          const reason = plainReason(single[name], found.code, value);
          issues.push(issue("invalid_value", at, { field: at.field ?? name, reason }));
        }
      }
    }
    if (issues.length > 0) return { object, issues };
    for (const name of amounts) {
      const amount = object[name] as Amount | null;
      if (amount === null) continue;
      if (!isPlainSum(amount)) issues.push(...amountIssues(name, amount, locate));
      if (name === "local_amount" && account.currency !== undefined && amount.currency !== account.currency) {
        const at = { ...locate(`${name}.currency`), value: amount.currency ?? "" };
        issues.push(
          issue("other_local_currency", at, { field: at.field ?? name, currency: account.currency }),
        );
      }
    }
    issues.push(...signIssues(amounts, object, locate));
    return { object: refer?.(object, locate, issues) ?? object, issues };
  };
}

function isKey({ kind }: Field): boolean {
  return kind === "id" || kind === "reference";
}

const valid = { success: true } as const;

function missing(at: Position, name: string): Issue {
  return issue("missing_value", at, { field: at.field ?? name });
}

/** A part of an amount, and what drafts call it. */
interface AmountPart {
  readonly part: string;
  readonly path: string;
  readonly of: Field;
}

interface PlannedField {
  readonly name: string;
  readonly field: Field;
  readonly amount: readonly AmountPart[] | undefined;
}

function plannedField(name: string, field: Field): PlannedField {
  const parts = Object.entries(field.fields ?? {}).map(([part, of]) => ({
    part,
    path: `${name}.${part}`,
    of,
  }));
  return { name, field, amount: field.kind === "amount" ? parts : undefined };
}

/** The object that the parts of an amount make; null when none of them is there. */
function amountOf(parts: readonly AmountPart[], values: DraftValues): Record<string, Value> | null {
  const amount: Record<string, Value> = {};
  let isThere = false;
  for (const { part, path, of } of parts) {
    const value = values[path];
    if (value === undefined && of.required === "never") continue;
    amount[part] = value ?? null;
    isThere ||= amount[part] !== null;
  }
  return isThere ? amount : null;
}

/** What the mapping keeps for layouts; undefined when nothing of it is filled. */
function privateOf(values: DraftValues): Record<string, string> | undefined {
  let own: Record<string, string> | undefined;
  for (const path in values) {
    if (!path.startsWith("private.")) continue;
    const value = values[path] ?? null;
    if (value !== null) (own ??= {})[path.slice("private.".length)] = String(value);
  }
  return own;
}

type Amount = Readonly<Record<string, string | null | undefined>>;

/**
 * Whether an amount of a usual size is right, by whole numbers of its smallest unit: most amounts are. Of others it says
 * nothing.
 */
function isPlainSum({ currency, pre_tax, tax, total }: Amount): boolean {
  const decimals = decimalsOf(currency ?? "");
  const [net, gross] = [plainUnits(pre_tax, decimals), plainUnits(total, decimals)];
  if (tax === null || tax === undefined) return !Number.isNaN(net) && !Number.isNaN(gross);
  return net + plainUnits(tax, decimals) === gross;
}

/** Money in the smallest unit of its currency; not a number where it has more decimals, or more digits than are exact. */
function plainUnits(digits: string | null | undefined, decimals: number): number {
  if (digits === null || digits === undefined || digits.length > 13) return Number.NaN;
  const point = digits.indexOf(".");
  const after = digits.length - point - 1;
  if (after > decimals)
    return after === 1 && digits.endsWith("0") ? Number(digits.slice(0, point)) : Number.NaN;
  return Number(digits.slice(0, point) + digits.slice(point + 1)) * 10 ** (decimals - after);
}

/** What an amount says that cannot be: decimals that its currency has not, parts that do not come to the total. */
function amountIssues(name: string, { currency, pre_tax, tax, total }: Amount, locate: Locate): Issue[] {
  const decimals = decimalsOf(currency ?? "");
  const issues: Issue[] = [];
  for (const [part, digits] of Object.entries({ pre_tax, tax, total })) {
    const after = digits?.split(".")[1] ?? "0";
    if (after === "0" || after.length <= decimals) continue;
    const at = { ...locate(`${name}.${part}`), value: digits ?? "" };
    issues.push(tooManyDecimals(at, at.field ?? name, after.length, currency, decimals));
  }
  if (issues.length > 0 || tax === null || tax === undefined) return issues;
  const minor = (digits: string | null | undefined): bigint => minorUnits(digits ?? "0.0", decimals);
  const off = minor(pre_tax) + minor(tax) - minor(total);
  if (off === 0n) return issues;
  const isRounded = off === 1n || off === -1n;
  const code = isRounded ? "amount_rounded" : "amount_contradicts";
  const at = locate(`${name}.total`);
  return [issue(code, at, { field: at.field ?? name })];
}

/** A name or another code of a country is no private value, so the hint may show it. */
function unknownCountry(at: Position, field: string): Issue {
  const written = (at.value ?? "").trim();
  const meant = meantCountry(written);
  const key = /^[\p{L}][\p{L} ]*$/u.test(written) ? written : JSON.stringify(written);
  const example = meant === undefined ? "" : `: \`values: { ${key}: ${meant} }\` with \`otherwise: pass\``;
  return issue("unknown_country", at, { field, example: example === "" ? " (`values`)" : example });
}

function tooManyDecimals(
  at: Position,
  field: string,
  found: number,
  currency: string | null | undefined,
  decimals: number,
): Issue {
  const allowed = `${currency ?? "its currency"} has ${decimals === 0 ? "none" : decimals}`;
  return issue("too_many_decimals", at, { field, found, allowed, places: decimals });
}

/** The same money in two currencies: a credit note is negative in both. */
function signIssues(amounts: readonly string[], object: Record<string, Value>, locate: Locate): Issue[] {
  const totals = amounts.map((name) => ({
    name,
    total: ((object[name] as ObjectValue | null)?.["total"] as string | undefined) ?? "0.0",
  }));
  const negative = totals.find(({ total }) => total.startsWith("-"));
  const positive = totals.find(({ total }) => /^(?!-).*[1-9]/.test(total));
  if (negative === undefined || positive === undefined) return [];
  const at = locate(`${negative.name}.total`);
  return [issue("signs_disagree", at, { field: at.field ?? negative.name, other: positive.name })];
}

/** What stands in the record for a text of a draft. One that is no whole number stays a text, and the schema says so. */
function inRecord({ kind }: Field, value: string): Value {
  if (kind === "reference") return { external_id: value };
  return kind === "integer" && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

function isMissing(field: Field, value: Value, account: Account): boolean {
  if (value !== null && value !== "") return false;
  if (field.required === "tax") return account.taxMode === "tax";
  return field.required === "always";
}

/** The record in column order; the time is empty where none was supplied. */
function inColumnOrder(record: Readonly<Record<string, Value>>, columns: readonly string[]): AnyRecord {
  const ordered: Record<string, Value> = {};
  for (const name of columns) ordered[name] = record[name] ?? (name === "updated_at" ? "" : null);
  return ordered as AnyRecord;
}

/** What is wrong with a value, in words that a partner's clerk understands. */
function plainReason(field: Field | undefined, code: string, value: string | boolean): string {
  if (code === "too_big") return "it is too long";
  switch (field?.kind) {
    case "email":
      return "it is not an e-mail address";
    case "flag":
      return "it is neither true nor false";
    case "choice":
      return `allowed are ${(field.choices ?? []).join(", ")}`;
    case "timestamp":
      return "it is not a time in UTC such as 2026-03-01T08:15:00.000Z";
    case "date":
      return "it is not a date such as 2026-03-01";
    case "decimal":
      return /^-?(?:0|[1-9]\d*)\.\d*0$/.test(String(value))
        ? "write it without zeros at the end, such as 19 or 7.5"
        : "it is not a decimal number such as 19 or 7.5";
    case "integer":
      return "it is not a whole number such as 30";
    case "region":
      return "it is not a region code such as US-CA";
    case "currency":
      return "it is not a currency of ISO 4217 such as EUR";
    case "money":
      return "it is not an amount such as 119.00";
    case "id":
    case "text":
    case "country":
    case "reference":
    case "amount":
    case "list":
    case "private":
    case undefined:
      return "it is not a text";
  }
}
