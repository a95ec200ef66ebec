import { z } from "zod";
import type { TaxMode } from "../../model/account.js";
import { chargeCode } from "../../model/record-types/charge-code.js";
import { emailAddress } from "../../model/fields.js";
import type { CheckName, CheckOutcome } from "./checks.js";

/**
 * Rules for list entries. Only fields shown in the interface are required. Tax codes require only an ID. The time of
 * a tax code may be missing, but if there is a time, it must be valid. Additional fields are ignored.
 */

export type ServedEntry = Readonly<Record<string, unknown>>;

export type ListPath = "/staff" | "/charge-codes" | "/tax-codes";

/** Paths of records that the platform fetches individually. */
export type RecordPath = "/orgs" | "/jobs" | "/payables-invoices";

export interface RuleResult {
  readonly check: CheckName;
  readonly outcome: CheckOutcome;
  readonly detail?: string;
}

/** Returns a description of the fault, or undefined if the value is valid. */
type Rule = (value: unknown, entry: ServedEntry) => string | undefined;

interface FieldRule {
  readonly check: CheckName;
  readonly field: string;
  readonly rule: Rule;
  /** Outcome if the rule is violated. Default: a fault. */
  readonly outcome?: CheckOutcome;
}

const noEntries = "not checked: the list has no entries";

const text: Rule = (value) => (typeof value === "string" ? undefined : other(value, "a string"));
const flag: Rule = (value) => (typeof value === "boolean" ? undefined : other(value, "true or false"));
const blank: Rule = (value) => (typeof value === "string" && value.trim() === "" ? "is blank" : undefined);

const chargeTypes = chargeCode.fields.charge_type.choices ?? [];
const chargeType: Rule = (value, entry) =>
  text(value, entry) ??
  (chargeTypes.includes(value as string)
    ? undefined
    : `is not one of ${chargeTypes.join(", ")}, in lower case`);

const instant = z.iso.datetime({ offset: true });

const time: Rule = (value) => {
  if (typeof value !== "string") return other(value, "a time");
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return "is a date without a time";
  if (!instant.safeParse(value.toUpperCase()).success) return "is not an ISO 8601 time with Z or an offset";
  // Placeholders for an unknown time are in the years 1, 1601 or 1900, or are exactly the start of 1970.
  return Date.parse(value) > 0 ? undefined : "is in 1970 or earlier, so it cannot be the time of a change";
};

const optionalTime: Rule = (value, entry) => (value === undefined ? undefined : time(value, entry));

const email: Rule = (value, entry) =>
  text(value, entry) ?? (emailAddress.test(value as string) ? undefined : "is not an email address");

const reference: Rule = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return other(value, "an object");
  const { external_id: id } = value as ServedEntry;
  return typeof id === "string" && id !== "" ? undefined : "has no external_id, or it is not a string";
};

const id = named("external_id", (value, entry) => text(value, entry) ?? blank(value, entry));

const country: Rule = (value) =>
  text(value, {}) ?? (/^[A-Z]{2}$/.test(value as string) ? undefined : "is not two capital letters");

const days: Rule = (value) => (Number.isInteger(value) ? undefined : other(value, "a whole number"));

const oneOf =
  (words: readonly string[]): Rule =>
  (value) =>
    words.includes(value as string) ? undefined : `is not one of ${words.join(", ")}`;

const maybe =
  (rule: Rule): Rule =>
  (value, entry) =>
    value === undefined || value === null ? undefined : rule(value, entry);

const paymentRules = [
  "n_days_after_invoice_date",
  "eom_following_receipt",
  "day_n_month_after_invoice_date",
  "always_ignore",
];

const contacts: Rule = (value) => {
  if (!Array.isArray(value)) return other(value, "a list");
  const isRight = (value as readonly (ServedEntry | null)[]).every(
    (contact) =>
      typeof contact?.["name"] === "string" && email(contact["email_address"], contact) === undefined,
  );
  return isRight ? undefined : "has a contact without a name or an email address";
};

/** Rules for single records. The interface shows only a few of the fields in jobs and invoices. */
const recordRules: Readonly<Record<RecordPath, Readonly<Record<string, Rule>>>> = {
  "/orgs": {
    name: text,
    code: text,
    is_active: flag,
    is_creditor: flag,
    is_debtor: flag,
    country,
    days_to_pay: maybe(days),
    payments_scheduling_rule: maybe(oneOf(paymentRules)),
    address_line_1: maybe(text),
    city: maybe(text),
    state: maybe(text),
    postal_code: maybe(text),
    contacts: maybe(contacts),
  },
  "/jobs": {},
  "/payables-invoices": { status: oneOf(["draft", "posted"]), creditor: reference, invoice_number: text },
};

/** Returns the faults in a record's fields and in all amounts that the record contains. */
export function recordFaults(path: RecordPath, record: ServedEntry, taxMode: TaxMode): readonly string[] {
  const rules = { external_id: id.rule, updated_at: time, ...recordRules[path] };
  const faults = Object.entries(rules).flatMap(([field, rule]) => {
    const wrong = rule(record[field], record);
    return wrong === undefined ? [] : [`${field} ${wrong}`];
  });
  const needsTax = path === "/payables-invoices" && taxMode === "tax";
  return [...faults, ...new Set(amountsIn(record).flatMap((amount) => amountFaults(amount, needsTax)))];
}

/**
 * Finds amounts by their parts (`docs/interface.md` section 2.1), because the interface does not list the names of all
 * amounts.
 */
function amountsIn(value: unknown): readonly ServedEntry[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.values(value).flatMap(amountsIn);
  return "pre_tax" in value ? [value, ...parts] : parts;
}

function amountFaults(amount: ServedEntry, needsTax: boolean): readonly string[] {
  const isNumber = (name: string) => typeof amount[name] === "number";
  const hasCurrency = typeof amount["currency"] === "string" && /^[A-Z]{3}$/.test(amount["currency"]);
  return [
    ...(hasCurrency ? [] : ["the currency of an amount is missing or is not three capital letters"]),
    ...(isNumber("pre_tax") && isNumber("total") ? [] : ["pre_tax or total of an amount is not a number"]),
    ...(needsTax && !isNumber("tax") ? ["an amount has no tax, or its tax is not a number"] : []),
  ];
}

function rulesFor(path: ListPath, taxMode: TaxMode, now: Date): readonly FieldRule[] {
  const future: FieldRule = {
    check: "not_in_future",
    field: "updated_at",
    rule: (value) =>
      typeof value === "string" && Date.parse(value) > now.getTime() + 5 * 60_000
        ? "is in the future"
        : undefined,
    outcome: "advice",
  };
  const notBlank = (field: string): FieldRule => ({
    check: "not_blank",
    field,
    rule: blank,
    outcome: "advice",
  });
  switch (path) {
    case "/staff":
      return [
        id,
        named("updated_at", time),
        future,
        named("name", text),
        notBlank("name"),
        named("email_address", email),
        named("is_active", flag),
      ];
    case "/charge-codes":
      return [
        id,
        named("updated_at", time),
        future,
        named("code", text),
        notBlank("code"),
        named("description", text),
        notBlank("description"),
        named("charge_type", chargeType),
        named("tax_code", reference),
        ...(taxMode === "tax" ? [taxCodeRequired] : []),
        named("is_active", flag),
      ];
    case "/tax-codes":
      return [id, named("updated_at", optionalTime), future];
  }
}

function named(field: CheckName, rule: Rule): FieldRule {
  return { check: field, field, rule };
}

const taxCodeRequired: FieldRule = {
  check: "tax_code_required",
  field: "tax_code",
  rule: (value) => (value === undefined || value === null ? "is missing" : undefined),
};

export function checkEntries(
  path: ListPath,
  entries: readonly ServedEntry[],
  taxMode: TaxMode,
  now: Date,
): readonly RuleResult[] {
  const found = new Map<CheckName, { outcome: CheckOutcome; positions: Map<string, number[]> }>();
  for (const { check, field, rule, outcome = "fault" } of rulesFor(path, taxMode, now)) {
    const group = found.get(check) ?? { outcome, positions: new Map<string, number[]>() };
    found.set(check, group);
    entries.forEach((entry, index) => {
      const wrong = rule(entry[field], entry);
      if (wrong === undefined) return;
      const sentence = `${field} ${wrong}`;
      const at = group.positions.get(sentence);
      if (at === undefined) group.positions.set(sentence, [index + 1]);
      else at.push(index + 1);
    });
  }
  if (entries.length === 0) {
    const empty = "the list is empty; check that this is the right account";
    return [
      result("has_entries", "advice", empty),
      ...[...found.keys(), "unique_id" as const].map((check) => result(check, "skipped", noEntries)),
    ];
  }
  const verdicts = Array.from(found, ([check, { outcome, positions }]) => {
    if (positions.size === 0) return result(check, "conforms");
    const details = Array.from(positions, ([sentence, at]) => `${sentence} (${places(at)})`);
    return result(check, outcome, details.join("; "));
  });
  return [result("has_entries", "conforms"), ...verdicts, uniqueIds(entries)];
}

function result(check: CheckName, outcome: CheckOutcome, detail?: string): RuleResult {
  return { check, outcome, ...(detail !== undefined && { detail }) };
}

function uniqueIds(entries: readonly ServedEntry[]): RuleResult {
  const seen = new Set<unknown>();
  const again: number[] = [];
  entries.forEach(({ external_id: value }, index) => {
    // A separate rule reports missing IDs.
    if (value === undefined || value === null || blank(value, {}) !== undefined) return;
    if (seen.has(value)) again.push(index + 1);
    seen.add(value);
  });
  if (seen.size === 0) return result("unique_id", "skipped", "not checked: no entry has an external_id");
  if (again.length === 0) return result("unique_id", "conforms");
  return result("unique_id", "fault", `external_id is not unique (${places(again)})`);
}

/** Checks that every `tax_code` in the charge codes exists in the list of tax codes. */
export function checkReferences(
  chargeCodes: readonly ServedEntry[],
  taxCodes: readonly ServedEntry[],
): RuleResult {
  if (chargeCodes.length === 0) return result("reference", "skipped", noEntries);
  const ids = new Set(taxCodes.map((entry) => entry["external_id"]));
  const referring = chargeCodes.map(
    (entry) => (entry["tax_code"] as ServedEntry | null | undefined)?.["external_id"],
  );
  if (referring.every((target) => target === undefined)) {
    return result("reference", "skipped", "not checked: no entry has a tax_code");
  }
  if (ids.size === 0)
    return result("reference", "advice", "/tax-codes is empty, so no reference could be checked");
  const dangling = referring.flatMap((target, index) =>
    target === undefined || ids.has(target) ? [] : [index + 1],
  );
  if (dangling.length === 0) return result("reference", "conforms");
  const where = `tax_code refers to an entry that is not in /tax-codes (${places(dangling)})`;
  return result("reference", "fault", where);
}

/** Compares two copies of a list that were fetched in quick succession. */
export function checkPulls(
  first: readonly ServedEntry[],
  second: readonly ServedEntry[],
): readonly RuleResult[] {
  const before = new Map(first.map((entry) => [entry["external_id"], entry]));
  const after = new Map(second.map((entry) => [entry["external_id"], entry]));
  const gone = [...before.keys()].filter((key) => !after.has(key)).length;
  const fresh = [...after.keys()].filter((key) => !before.has(key)).length;
  const back: number[] = [];
  const idle: number[] = [];
  second.forEach((entry, index) => {
    const earlier = before.get(entry["external_id"]);
    if (earlier === undefined) return;
    const moved = Date.parse(String(entry["updated_at"])) - Date.parse(String(earlier["updated_at"]));
    if (moved < 0) back.push(index + 1);
    else if (moved > 0 && contents(entry) === contents(earlier)) idle.push(index + 1);
  });
  const marker = [
    ...(back.length > 0 ? [`updated_at went back between two requests (${places(back)})`] : []),
    ...(idle.length > 0
      ? [`updated_at changed between two requests, but no other field did (${places(idle)})`]
      : []),
  ];
  const others = `the second list lacks ${gone} ${gone === 1 ? "entry" : "entries"} of the first list and has ${fresh} new ${fresh === 1 ? "entry" : "entries"}`;
  return [
    gone + fresh === 0 ? result("stable", "conforms") : result("stable", "fault", others),
    first.length === 0
      ? result("version_marker", "skipped", noEntries)
      : marker.length === 0
        ? result("version_marker", "conforms")
        : result("version_marker", "fault", marker.join("; ")),
  ];
}

function contents(entry: ServedEntry): string {
  const fields = Object.entries(entry).filter(([name]) => name !== "updated_at");
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function other(value: unknown, expected: string): string {
  return value === undefined ? "is missing" : `is ${kindOf(value)}, not ${expected}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return (
    { string: "a string", number: "a number", boolean: "true or false" }[typeof value as string] ??
    "an object"
  );
}

/** Returns `entry 3`, `entries 3, 7 and 12`, or `entries 3, 7, 9 and 41 more`. */
function places(positions: readonly number[]): string {
  if (positions.length === 1) return `entry ${positions[0]}`;
  const shown = positions.slice(0, positions.length > 4 ? 3 : -1);
  const rest = positions.length > 4 ? `${positions.length - 3} more` : positions.at(-1);
  return `entries ${shown.join(", ")} and ${rest}`;
}
