import { holdsGivenName } from "./given-names.js";
import type { Meaning } from "./meanings.js";
import { holdsAccountKinds, listsAccounts } from "./own-account.js";
import { contradictionOf } from "./other-things.js";
import { enoughMatch } from "./profile.js";
import { clear, head, headIs, owned, someTexts, type GuessColumn } from "./column.js";
import { mentions, recordsNamed } from "./text-words.js";
import { taxTypeOf } from "./value-words.js";
import { confident, part, sign } from "./weights.js";

type KnownKind = "staff" | "charge-code" | "tax-code";

export interface RecordKind {
  readonly type: KnownKind | undefined;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
  readonly scores: Readonly<Record<KnownKind, number>>;
}

const staffSigns: Readonly<Partial<Record<Meaning, number>>> = {
  given_name: sign.own,
  family_name: sign.own,
  full_name: sign.own,
  reading: sign.strong,
  salutation: sign.some,
  email: sign.strong,
  login: sign.clear,
  birth_date: sign.strong,
  hire_date: sign.own,
  end_date: sign.clear,
  gender: sign.clear,
  marital_status: sign.clear,
  national_id: sign.some,
  salary: sign.some,
  employment_type: sign.clear,
  job_title: sign.some,
  department: sign.some,
  manager: sign.some,
  phone: sign.some,
  password: sign.some,
  last_login: sign.some,
  education: sign.slight,
  age: sign.slight,
};

const chargeSigns: Readonly<Partial<Record<Meaning, number>>> = {
  amount: sign.some,
  unit: sign.some,
  currency: sign.slight,
  ledger: sign.some,
  cost_centre: sign.slight,
  project: sign.slight,
  taxable: sign.slight,
  group: sign.slight,
  category: sign.slight,
  code: sign.slight,
  description: sign.slight,
};

const taxSigns: Readonly<Partial<Record<Meaning, number>>> = {
  rate: sign.strong,
  direction: sign.some,
  country: sign.slight,
  region: sign.slight,
  valid_from: sign.slight,
  valid_to: sign.slight,
};

/** The type is undefined if the evidence is unclear. */
export function recordKindOf(columns: readonly GuessColumn[], name: string, rows: number): RecordKind {
  const scores = { staff: 0, "charge-code": 0, "tax-code": 0 };
  const seen = new Set<Meaning>();
  const sorted = columns.some(holdsAccountKinds);
  const keys = columns.filter((column) => clear(column) && headIs(column, "code", "id", "number"));
  // A tax code next to another key is a reference from a charge. If the table has a rate and no other key, its
  // records are tax codes.
  const isOfTaxes =
    columns.some((column) => head(column) === "rate" && clear(column)) &&
    keys.every((column) => owned(column, "tax"));
  for (const column of columns) {
    if (!clear(column)) continue;
    const meaning = head(column);
    // An "Account Type" column with assets and liabilities does not contain employment types.
    if (sorted && meaning === "employment_type") continue;
    if (owned(column, "staff")) scores.staff += sign.clear;
    if (owned(column, "charge"))
      scores["charge-code"] +=
        meaning === "code" || meaning === "description" || meaning === "name" ? sign.own : sign.some;
    if (owned(column, "tax")) {
      const key =
        meaning === "code" ||
        meaning === "id" ||
        meaning === "description" ||
        meaning === "name" ||
        meaning === "rate";
      scores["tax-code"] += key ? sign.strong : sign.slight;
      if (!isOfTaxes && (meaning === undefined || meaning === "code")) scores["charge-code"] += sign.slight;
    }
    if (meaning === undefined || seen.has(meaning)) continue;
    // An email address that many rows share belongs to a contact.
    if (meaning === "email" && column.profile.uniqueness < part.most && column.profile.filled > 1) continue;
    seen.add(meaning);
    scores.staff += staffSigns[meaning] ?? 0;
    scores["charge-code"] += isOfTaxes && owned(column, "tax") ? 0 : (chargeSigns[meaning] ?? 0);
    scores["tax-code"] += taxSigns[meaning] ?? 0;
  }
  if (listsAccounts(columns)) scores["charge-code"] += sign.strong;
  else if (sorted) scores["charge-code"] += sign.clear;
  addPairs(columns, scores);
  addValues(columns, scores);
  addName(name, scores);
  const ranked = (Object.entries(scores) as [KnownKind, number][]).sort((a, b) => b[1] - a[1]);
  const [best, second] = ranked;
  const open = (reason: string) => ({ type: undefined, confidence: 0, reason, scores });
  if (best === undefined || second === undefined || best[1] < sign.least) {
    return open("the headings and values do not show what the file lists");
  }
  const margin = best[1] - second[1];
  if (margin < sign.margin || (margin < sign.own && second[1] > best[1] / 2)) {
    return open(`the file could list ${things[best[0]]} or ${things[second[0]]}`);
  }
  if (rows > 0 && !isShown(best[0], columns)) {
    const speaking = columns.every(({ heading }) => heading === "") ? "the values" : "the headings";
    return open(`${speaking} are about ${things[best[0]]}, but no column contains ${evidence[best[0]]}`);
  }
  const against = contradictionOf(best[0], columns);
  if (against !== undefined) return open(`the file looks like ${things[best[0]]}, but ${against}`);
  const named = recordsNamed(name);
  const [other] = named;
  if (other !== undefined && !named.includes(best[0])) {
    return open(
      `the file looks like ${things[best[0]]}, but its name suggests a list of ${things[other as keyof typeof things]}`,
    );
  }
  const confidence = confident(Math.min(1, margin / sign.sure));
  return { type: best[0], confidence: Math.round(confidence * 100) / 100, reason: reasons[best[0]], scores };
}

const reasons: Readonly<Record<KnownKind, string>> = {
  staff: "the headings and values are about people",
  "charge-code": "the headings and values are about charges",
  "tax-code": "the headings and values are about taxes",
};

const things: Readonly<Record<KnownKind | "org", string>> = {
  staff: "people",
  "charge-code": "charges",
  "tax-code": "taxes",
  org: "vendors",
};

const evidence: Readonly<Record<KnownKind, string>> = {
  staff: "names, logins or addresses of people",
  "charge-code": "codes or names of charges",
  "tax-code": "rates, or codes or names of taxes",
};

/** True if at least one filled column is typical of the record type. Headings of empty columns are not enough. */
function isShown(type: KnownKind, columns: readonly GuessColumn[]): boolean {
  const known = columns.filter((column) => column.profile.filled > 0);
  if (type === "staff") return known.some((column) => holdsNames(column) || namesPerson(column));
  if (type === "tax-code") return known.some(namesTax) || shareOf(known, mentionsTax) >= part.few;
  return known.some(
    (column) =>
      headIs(column, "code", "id", "number", "name", "description") ||
      owned(column, "charge") ||
      holdsAccountKinds(column) ||
      head(column) === "ledger",
  );
}

function namesPerson(column: GuessColumn): boolean {
  const { profile } = column;
  switch (head(column)) {
    case "given_name":
    case "family_name":
    case "full_name":
    case "name":
      return profile.word >= part.most && profile.uniqueness >= part.few;
    case "login":
      return profile.uniqueness >= part.nearlyAll;
    case "email":
      return profile.email >= part.most && profile.uniqueness >= part.most;
    case "id":
    case "number":
      return owned(column, "staff") && profile.uniqueness >= part.nearlyAll;
    default:
      return profile.email >= part.most && profile.uniqueness >= part.most;
  }
}

function namesTax(column: GuessColumn): boolean {
  const { profile } = column;
  const rates = profile.numbers?.values ?? [];
  if (head(column) === "rate" || (owned(column, "tax") && head(column) === undefined)) {
    if (profile.code >= part.half || (rates.length > 0 && rates.every((value) => Math.abs(value) <= 100)))
      return true;
  }
  return owned(column, "tax") && headIs(column, "code", "id", "name", "description");
}

function mentionsTax(text: string): boolean {
  return mentions("tax", text) || /\d\s*%/.test(text);
}

/** Returns the largest share of matching values found in any column. */
function shareOf(columns: readonly GuessColumn[], test: (text: string) => boolean): number {
  const shares = columns.map((column) => {
    const texts = someTexts(column);
    return texts.filter(test).length / texts.length;
  });
  return Math.max(0, ...shares);
}

/**
 * True if the rows describe events such as shipments, bookings or incidents. Usually, each event has a date, and codes
 * repeat. In a list of codes or people, by contrast, each code or person occurs only once.
 */
function listsEvents(columns: readonly GuessColumn[]): boolean {
  const filled = columns.filter(({ profile }) => profile.filledShare >= part.most && profile.rows >= 4);
  const days = filled.filter(
    (column) => column.profile.dates !== undefined && headIs(column, "date", "created_at", "document"),
  );
  const isKey = (column: GuessColumn) => headIs(column, "id", "code", "number", "login", "email");
  const keys = filled.filter((column) => isKey(column) || owned(column, "staff"));
  const repeated = keys.filter(({ profile }) => profile.uniqueness < part.most);
  const parts = ["amount", "quantity", "document", "customer", "vendor", "project"];
  const counted = filled.some(
    (column) => parts.includes(head(column) ?? "") && column.profile.dates === undefined,
  );
  // A few repeated codes are mistakes in a list, not events. The heading of the codes may be unknown.
  const hasOwnKey = filled.some(
    (column) =>
      (keys.includes(column) || isOwnCode(column) || holdsUnnamedCodes(column)) &&
      column.profile.uniqueness >= part.nearlyAll &&
      !column.profile.isRowNumber,
  );
  if (days.length > 0) return !hasOwnKey ? keys.length > 0 || counted : repeated.length > 0 && counted;
  // Tax rates may be numbered separately within each state or template, but the rows are still rates.
  const isOfRates = columns.some((column) => head(column) === "rate");
  if (!hasOwnKey && !isOfRates && filled.some((column) => restartsNumbering(column, filled))) return true;
  // In a table such as "shipment_id, charge_type, amount", each shipment has several lines, each with an amount.
  const references = filled.filter(
    // "Job" can mean a position, but in forwarders' exports it means a shipment.
    (column) => headIs(column, "project", "document", "job_title") && column.profile.code >= part.most,
  );
  const amounts = filled.some(
    (column) => head(column) === "amount" && column.profile.number >= part.nearlyAll,
  );
  return (
    amounts &&
    !hasOwnKey &&
    references.some(({ profile }) => profile.uniqueness < part.most && profile.distinct > 1)
  );
}

/** True for a column of codes, other than plain numbers, whose heading is not understood. */
function holdsUnnamedCodes({ reading, profile }: GuessColumn): boolean {
  const isUnnamed = reading.heads.length === 0 && reading.owners.size === 0;
  return isUnnamed && profile.code >= part.most && profile.number < part.half && profile.dates === undefined;
}

/** True for line numbers that restart within each group, as in "J100 1, J100 2, J101 1". Such lines are not records. */
function restartsNumbering(line: GuessColumn, columns: readonly GuessColumn[]): boolean {
  const { cells, profile } = line;
  const step = Number(cells[0]);
  if (profile.number < 1 || !(step > 0) || profile.uniqueness > part.half) return false;
  const isFirst = cells.map((cell) => Number(cell) === step);
  const runsOn = cells.every((cell, row) => isFirst[row] || Number(cell) === Number(cells[row - 1]) + step);
  const begun = isFirst.filter(Boolean).length;
  if (!runsOn || begun < 2 || begun === cells.length) return false;
  return columns.some(
    (column) =>
      column !== line &&
      column.cells.every((cell, row) => row === 0 || (cell !== column.cells[row - 1]) === isFirst[row]),
  );
}

/**
 * Adds points for combinations of columns, such as a code, a description and a price, or a name and a department or
 * position.
 */
function addPairs(columns: readonly GuessColumn[], scores: Record<KnownKind, number>): void {
  const has = (...wanted: readonly Meaning[]) =>
    columns.some((column) => clear(column) && wanted.some((meaning) => head(column) === meaning));
  if (has("code", "number", "id") && has("description") && has("amount", "ledger"))
    scores["charge-code"] += sign.some;
  const named = columns.some(
    (column) => headIs(column, "name", "full_name") && column.profile.word > part.most,
  );
  if (named && has("department", "job_title", "cost_centre")) scores.staff += sign.some;
}

/**
 * Adds points for descriptions of charges or taxes and for people's names and email addresses. Subtracts points from
 * tax codes if few descriptions mention a tax.
 */
function addValues(columns: readonly GuessColumn[], scores: Record<KnownKind, number>): void {
  const filled = columns.filter(({ profile }) => profile.filledShare >= part.few);
  const isOfAccounts = columns.some(holdsAccountKinds);
  for (const column of filled) {
    if (column.profile.email > part.most) scores.staff += sign.slight;
    if (head(column) === "name" && column.profile.person > part.most && !isOfAccounts)
      scores.staff += sign.some;
  }
  const texts = filled.filter(
    ({ profile }) =>
      (profile.prose >= part.half || profile.uniqueness >= part.half) &&
      profile.email <= part.half &&
      profile.dates === undefined &&
      profile.number <= part.most,
  );
  const charge = shareOf(texts, (text) => mentions("charge", text));
  const tax = Math.max(
    shareOf(texts, mentionsTax),
    shareOf(texts, (text) => taxTypeOf(text) !== undefined),
  );
  // Names of people indicate staff even without headings, especially if there is also a column of email addresses.
  if (columns.some(holdsNames)) scores.staff += sign.strong;
  const named = columns.some(
    ({ profile }) => profile.person > part.nearlyAll && profile.uniqueness > part.most,
  );
  if (named && columns.some(({ profile }) => profile.email > part.nearlyAll)) scores.staff += sign.clear;
  scores["charge-code"] += charge * sign.values;
  scores["tax-code"] += tax * sign.values;
  const described = columns.some((column) => headIs(column, "description", "name"));
  const isTaxNamed = columns.some(
    (column) => owned(column, "tax") && headIs(column, "id", "name", "description"),
  );
  if (described && tax < part.few && !isTaxNamed) scores["tax-code"] -= sign.own;
}

/** True for a column of people's names with a missing or generic heading. */
function holdsNames(column: GuessColumn): boolean {
  const { profile } = column;
  const isOpen = column.reading.heads.length === 0 || headIs(column, "name", "full_name");
  if (!isOpen || column.reading.owners.size > 0 || profile.rows < 3) return false;
  if (profile.word < part.most || profile.uniqueness < part.half || profile.meanLength > 40) return false;
  const texts = someTexts(column);
  return enoughMatch(texts, holdsGivenName, part.half);
}

function addName(name: string, scores: Record<KnownKind, number>): void {
  for (const type of recordsNamed(name)) if (type in scores) scores[type as KnownKind] += sign.strong;
}

/** `isList` is true if the table lists records of an unknown type. */
const refusals = {
  no_columns: { isList: false, says: "the table has no columns" },
  no_rows: { isList: false, says: "the table has no rows" },
  one_line: {
    isList: false,
    says: "the file is one line of codes or words, not a list of records",
  },
  pivoted: {
    isList: false,
    says: "the headings are dates or periods, so the file is a pivot table rather than a list of records",
  },
  offences: {
    isList: true,
    says: "the file is about criminal charges, not freight charges",
  },
  tariff_numbers: {
    isList: true,
    says: "the key is a customs tariff number, so the file lists goods rather than tax or charge codes",
  },
  transactions: {
    isList: false,
    says: "the rows are events (they have dates, and codes repeat), not a list of records",
  },
  routes: {
    isList: true,
    says: "each row has two places and a price, so the file lists freight rates rather than charge codes",
  },
  nothing_listed: {
    isList: true,
    says: "no column contains an ID, a code, a name or a description",
  },
} as const satisfies Record<string, { readonly isList: boolean; readonly says: string }>;

export type RefusalCode = keyof typeof refusals | "type_open";

export interface Refusal {
  readonly code: RefusalCode;
  readonly verdict: "other_record" | "no_list";
  readonly reason: string;
}

export function refusedSample(code: keyof typeof refusals): Refusal {
  const { isList, says } = refusals[code];
  return { code, verdict: isList ? "other_record" : "no_list", reason: says };
}

/** Explains why a table is not a list of records of a known type. */
export function refusalOf(
  headings: readonly string[] | null,
  columns: readonly GuessColumn[],
  rows: number,
): Refusal | undefined {
  if (columns.length === 0) return refusedSample("no_columns");
  if (rows === 0 && headings === null) return refusedSample("no_rows");
  if (rows + Number(headings !== null) === 1 && isOneLine(headings, columns))
    return refusedSample("one_line");
  const dates = columns.filter((column) => isPeriod(column.heading)).length;
  if (dates >= 3 && dates >= columns.length * part.half) {
    return refusedSample("pivoted");
  }
  if (columns.some((column) => head(column) === "crime") || columns.some(listsCrimes)) {
    return refusedSample("offences");
  }
  if (listsEvents(columns)) return refusedSample("transactions");
  if (listsRoutes(columns)) return refusedSample("routes");
  const tariff = columns.find((column) => head(column) === "tariff");
  const named = columns.some((column) => {
    const key = headIs(column, "code", "id") || isOwnCode(column);
    return column !== tariff && key && clear(column);
  });
  if (
    tariff !== undefined &&
    tariff.profile.number >= part.most &&
    tariff.profile.uniqueness > part.half &&
    !named
  ) {
    return refusedSample("tariff_numbers");
  }
  if (columns.some(holdsTariffNumbers) && !columns.some(holdsAccountKinds))
    return refusedSample("tariff_numbers");
  return undefined;
}

/**
 * True for a single line of codes, such as `FRT;DOC;THC`, which may be read as headings or as a row. In a template,
 * by contrast, each heading has a different meaning.
 */
function isOneLine(headings: readonly string[] | null, columns: readonly GuessColumn[]): boolean {
  if (headings === null) return columns.length > 1 && columns.every(({ profile }) => profile.code === 1);
  return new Set(columns.flatMap((column) => (clear(column) ? (head(column) ?? []) : []))).size < 2;
}

/** True for customs tariff numbers in groups of digits: `0102`, `0102 21`, `0102 21 10`. */
function holdsTariffNumbers({ profile }: GuessColumn): boolean {
  const texts = profile.values;
  if (texts.length < 5 || profile.uniqueness < part.most) return false;
  return (
    enoughMatch(texts, (text) => /^\d{4}([ .])\d{2}\1\d{2}/.test(text), part.few) &&
    enoughMatch(texts, (text) => /^\d{4}(?:[ .]\d{2}){0,3}$/.test(text), part.nearlyAll)
  );
}

/** True if the rows are freight rates, with two places and a price but no key. */
function listsRoutes(columns: readonly GuessColumn[]): boolean {
  const places = columns.filter((column) => head(column) === "city" && column.profile.filled > 0);
  const priced = columns.some((column) => column.profile.numbers !== undefined);
  const keyed = columns.some(
    (column) =>
      headIs(column, "id", "code", "number", "login", "email", "name") &&
      column.profile.uniqueness >= part.unique,
  );
  return places.length >= 2 && priced && !keyed;
}

/** True if the column contains the record's own codes, such as a `tax_code` column in a file that also has a column of tariff numbers. */
function isOwnCode(column: GuessColumn): boolean {
  const isOwn = owned(column, "tax") || owned(column, "charge");
  return (
    isOwn &&
    head(column) === undefined &&
    column.profile.code >= part.most &&
    column.profile.number < part.half
  );
}

function listsCrimes(column: GuessColumn): boolean {
  const texts = someTexts(column);
  return texts.length >= 2 && enoughMatch(texts, (text) => mentions("offence", text), part.few);
}

function isPeriod(heading: string): boolean {
  const text = heading.trim();
  return (
    /^(?:19|20)\d{2}(?:[-/.](?:\d{1,2}|q[1-4])(?:[-/.]\d{1,2})?)?$/i.test(text) ||
    /^\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?$/.test(text) ||
    isMonth(text) ||
    /^\d{1,2}$/.test(text)
  );
}

/** True for a month, such as `Jan`, `March 2026` or `Sep-26`. */
function isMonth(text: string): boolean {
  const word = /^([a-z]+)\.?(?:[-\s']*\d{2,4})?$/i.exec(text)?.[1];
  return word !== undefined && mentions("month", word);
}
