import { clerkSentence, issue, type Issue, type Position } from "../issues.js";
import type { Draft, DraftElement } from "../draft.js";
import type { Lookups } from "../lookups.js";
import { isDamagedKey } from "../damaged-key.js";
import type { Account } from "../account.js";
import { countryOfRegion, isRegionOf, meaningBesideCountries, meantCountry } from "../countries.js";
import { decimalsOf, minorUnits } from "../currencies.js";
import { elementSchema, singleFields, type Field, type FieldKind, type Required } from "../fields.js";
import type { AnyRecord, ObjectValue, RecordType, Value } from "../record-type.js";
import type { z } from "zod";
import { quickCheck } from "./quick-check.js";
import { referenceRules, type Locate } from "./references.js";

/**
 * This module checks a single record against the schema of its type, the account's tax mode, and the rules for
 * references and list elements.
 */

export type DraftValues = Draft["values"];

export interface Checked {
  /** The record, or undefined if the issues reject the draft. */
  readonly record: AnyRecord | undefined;
  readonly issues: readonly Issue[];
  /** Elements that were omitted from the record, with the list to which they belong. */
  readonly leftOut?: readonly (readonly [list: string, element: DraftElement])[];
}

/** Field kinds whose form in records differs from their form in drafts. */
const otherInRecord: ReadonlySet<string> = new Set(["reference", "integer", "amount", "list", "private"]);

/**
 * Compiles a fast path for drafts that already have the form of a record, because the mapping fills every column, in
 * order, with the final value. If such a draft is valid, it can be used as the record. `filled` contains the fields
 * in the drafts, in order. Returns undefined if drafts and records differ in form.
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
  const inOtherCountry = otherCountry(type.fields, columns);
  return (values) =>
    isValid(values) && !isDamagedKey(String(values["external_id"])) && inOtherCountry?.(values) === undefined
      ? (values as AnyRecord)
      : undefined;
}

/**
 * Compiles the rules for one list. `columns` contains the columns of the list. The record has exactly these keys, in
 * this order. `lookups` is used to check references. If `lookups` is omitted, references are not checked. Returns a
 * function that converts a draft into a record, or into the issues that reject it. If the file has no `updated_at`,
 * the field is empty in the record and is set during reconciliation.
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
      // An element that the mapping could not build is empty. A separate issue explains the reason.
      const isNone = field.plain !== true && found.some((each) => each.field === name);
      const { object, issues: broken } = isNone ? { object: {}, issues: [] } : check(values, at);
      const reported = new Set(found.map((each) => each.field));
      const all = [...found, ...broken.filter((each) => !isAlreadyReported(each, reported))];
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

/** Creates the issue for an element that is omitted while its record is accepted. */
function elementLeftOut(list: string, found: Issue): Issue {
  const { message, hint, file, line, column, field, value } = found;
  const position = { file, line, column, field, value };
  const leftOut = issue("element_left_out", position, { list, reason: message });
  return { ...leftOut, hint, clerk: `A part of the record was omitted: ${clerkSentence(found)}` };
}

/**
 * True for a `missing_value` issue if the field already has an issue, because the issue from the mapping is more
 * specific.
 */
export function isAlreadyReported(
  { code, field }: Issue,
  reported: ReadonlySet<string | undefined>,
): boolean {
  return code === "missing_value" && reported.has(field);
}

/** Compiles a function that builds an object from draft values and reports problems with the object. */
function objectRules(
  fields: Readonly<Record<string, Field>>,
  names: readonly string[],
  schema: z.ZodObject,
  account: Account,
  lookups: Lookups | undefined,
) {
  const isValid = quickCheck(schema);
  const single = singleFields(fields);
  const planned = names.map((name) => plannedField(name, fields[name] as Field, account));
  const amounts = names.filter((name) => fields[name]?.kind === "amount");
  const inOtherCountry = otherCountry(fields, names);
  const refer = lookups === undefined ? undefined : referenceRules(fields, names, account, lookups);

  return function check(
    values: DraftValues,
    locate: Locate,
  ): { readonly object: Record<string, Value>; readonly issues: Issue[] } {
    const object: Record<string, Value> = {};
    const issues: Issue[] = [];
    for (const { name, kind, isRequired, isKey, amount } of planned) {
      if (kind === "private") {
        const own = privateOf(values);
        if (own !== undefined) object[name] = own;
        continue;
      }
      const value = amount === undefined ? (values[name] ?? null) : amountOf(amount, values);
      object[name] = typeof value === "string" ? inRecord(kind, value) : value;
      if (isRequired && isBlank(value)) issues.push(missing(locate(name), name));
      if (isKey && typeof value === "string" && isDamagedKey(value)) {
        const at = { ...locate(name), value };
        issues.push(issue("damaged_key", at, { field: at.field ?? name }));
      }
      if (amount === undefined || value === null) continue;
      for (const part of amount)
        if (part.isRequired && isBlank(values[part.path] ?? null))
          issues.push(missing(locate(part.path), part.path));
    }
    // The schema is slow, so it is applied only to invalid objects.
    const result = isValid(object) ? valid : schema.safeParse(object);
    if (!result.success) {
      const reported = new Set<string>();
      for (const found of result.error.issues) {
        const name =
          single[found.path.join(".")] === undefined ? String(found.path[0]) : found.path.join(".");
        const value = values[name];
        // A value may violate several rules of its field, but one issue per field is enough.
        if (value === null || value === undefined || value === "" || reported.has(name)) continue;
        reported.add(name);
        const at = { ...locate(name), value: String(value) };
        const currency = values[name.replace(/[^.]*$/, "currency")];
        const decimals = decimalsOf(String(currency));
        const after = /^-?\d{1,26}\.(\d+)$/.exec(at.value)?.[1]?.length ?? 0;
        if (single[name]?.kind === "money" && after > decimals) {
          issues.push(tooManyDecimals(at, at.field ?? name, after, String(currency), decimals));
        } else if (single[name]?.kind === "country") {
          issues.push(unknownCountry(at, at.field ?? name));
        } else {
          const reason =
            found.code === "too_big" && found.origin === "string"
              ? `it has ${String(value).length} characters, but at most ${found.maximum} are allowed`
              : plainReason(single[name], value);
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
    const elsewhere = inOtherCountry?.(object);
    if (elsewhere !== undefined) {
      const { region: field, ...codes } = elsewhere;
      issues.push(issue("region_of_other_country", locate(field), { field, ...codes }));
    }
    issues.push(...signIssues(amounts, object, locate));
    return { object: refer?.(object, locate, issues) ?? object, issues };
  };
}

const valid = { success: true } as const;

function missing(at: Position, name: string): Issue {
  return issue("missing_value", at, { field: at.field ?? name });
}

interface AmountPart {
  readonly part: string;
  readonly path: string;
  readonly isRequired: boolean;
  readonly isOptional: boolean;
}

interface PlannedField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly isKey: boolean;
  readonly amount: readonly AmountPart[] | undefined;
}

function plannedField(
  name: string,
  { kind, required, fields = {} }: Field,
  { taxMode }: Account,
): PlannedField {
  const isRequired = (of: Required): boolean => of === "always" || (of === "tax" && taxMode === "tax");
  const parts = Object.entries(fields).map(([part, of]) => ({
    part,
    path: `${name}.${part}`,
    isRequired: isRequired(of.required),
    isOptional: of.required === "never",
  }));
  return {
    name,
    kind,
    isRequired: isRequired(required),
    isKey: kind === "id" || kind === "reference",
    amount: kind === "amount" ? parts : undefined,
  };
}

/** Returns an amount built from its parts, or null if all parts are missing. */
function amountOf(parts: readonly AmountPart[], values: DraftValues): Record<string, Value> | null {
  const amount: Record<string, Value> = {};
  let isThere = false;
  for (const { part, path, isOptional } of parts) {
    const value = values[path];
    if (value === undefined && isOptional) continue;
    amount[part] = value ?? null;
    isThere ||= amount[part] !== null;
  }
  return isThere ? amount : null;
}

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
 * Fast check for amounts of ordinary size. Returns true if the parts add up, and false if a full check is required.
 */
function isPlainSum({ currency, pre_tax, tax, total }: Amount): boolean {
  const decimals = decimalsOf(currency ?? "");
  const [net, gross] = [plainUnits(pre_tax, decimals), plainUnits(total, decimals)];
  if (tax === null || tax === undefined) return !Number.isNaN(net) && !Number.isNaN(gross);
  return net + plainUnits(tax, decimals) === gross;
}

/**
 * Converts money to the smallest unit of its currency. Returns NaN if the number is missing or has too many decimals,
 * or too many digits for a float.
 */
function plainUnits(digits: string | null | undefined, decimals: number): number {
  if (digits === null || digits === undefined || digits.length > 13) return Number.NaN;
  const point = digits.indexOf(".");
  const after = digits.length - point - 1;
  if (after > decimals)
    return after === 1 && digits.endsWith("0") ? Number(digits.slice(0, point)) : Number.NaN;
  return Number(digits.slice(0, point) + digits.slice(point + 1)) * 10 ** (decimals - after);
}

/** Reports amounts with too many decimals for the currency, and parts that do not add up to the total. */
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

/**
 * Returns a check that reports a region that does not belong to the object's country, or undefined if the object
 * does not have both fields.
 */
function otherCountry(fields: Readonly<Record<string, Field>>, names: readonly string[]) {
  const country = names.find((name) => fields[name]?.kind === "country");
  const region = names.find((name) => fields[name]?.kind === "region");
  if (country === undefined || region === undefined) return undefined;
  return (values: Readonly<Record<string, unknown>>) => {
    const [of, part] = [values[country], values[region]];
    return typeof of !== "string" || typeof part !== "string" || isRegionOf(part, of)
      ? undefined
      : { region, regionCountry: countryOfRegion(part), country: of };
  };
}

/** A country name or a short code is not private, so it may be included in the message. */
function unknownCountry(at: Position, field: string): Issue {
  const written = (at.value ?? "").trim();
  const meant = meantCountry(written);
  const isShown = meant !== undefined || /^[\p{L}\d]{1,3}$/u.test(written);
  const key = /^[\p{L}][\p{L} ]*$/u.test(written) ? written : JSON.stringify(written);
  const example =
    meant === undefined ? " (`values`)" : `: \`values: { ${key}: ${meant} }\` with \`otherwise: pass\``;
  const other = meaningBesideCountries(written);
  return issue("unknown_country", at, {
    field,
    written: isShown ? `\`${written}\`` : "free text",
    meaning: other === undefined ? "" : ` ${written.toUpperCase()} is ${other}.`,
    example,
  });
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

/**
 * Reports an issue if the totals in the two currencies have different signs. In a credit note, both totals are
 * negative.
 */
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

/**
 * Converts a value in a draft to the value in the record. An invalid whole number remains a string, so that the
 * schema reports it.
 */
function inRecord(kind: FieldKind, value: string): Value {
  if (kind === "reference") return { external_id: value };
  return kind === "integer" && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

function isBlank(value: Value): boolean {
  return value === null || value === "";
}

/** If the draft does not contain `updated_at`, the field is empty in the record. */
function inColumnOrder(record: Readonly<Record<string, Value>>, columns: readonly string[]): AnyRecord {
  const ordered: Record<string, Value> = {};
  for (const name of columns) ordered[name] = record[name] ?? (name === "updated_at" ? "" : null);
  return ordered as AnyRecord;
}

/** Explains to a partner's clerk why a value is not valid. */
function plainReason(field: Field | undefined, value: string | boolean): string {
  switch (field?.kind) {
    case "email":
      return "it is not an email address";
    case "flag":
      return "it is neither true nor false";
    case "choice":
      return `it must be one of ${(field.choices ?? []).join(", ")}`;
    case "timestamp":
      return "it is not a time in UTC such as 2026-03-01T08:15:00.000Z";
    case "date":
      return "it is not a date such as 2026-03-01";
    case "decimal":
      return /^-?(?:0|[1-9]\d*)\.\d*0$/.test(String(value))
        ? "it must not have trailing zeros. Write it like 19 or 7.5"
        : "it is not a decimal number such as 19 or 7.5";
    case "integer":
      return "it is not a whole number such as 30";
    case "region":
      return countryOfRegion(String(value)) === "UK"
        ? "it starts with UK, but the country code is GB"
        : "it is not an ISO 3166-2 region code such as US-CA";
    case "currency":
      return "it is not an ISO 4217 currency such as EUR";
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
      return "it is not text";
  }
}
