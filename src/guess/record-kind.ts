import { holdsGivenName } from "./given-names.js";
import type { Meaning } from "./meanings.js";
import { holdsAccountKinds, listsAccounts } from "./own-account.js";
import { fill } from "./profile.js";
import { clear, head, owned, type Column } from "./table.js";
import { taxTypeOf } from "./value-words.js";
import { fold } from "./words.js";

/** The record types whose signs are known here; a further one is mapped by hand until it has its own. */
type KnownKind = "staff" | "charge-code" | "tax-code";

/** What a table is a list of, by headings, values and its name. */
export interface RecordKind {
  readonly type: KnownKind | undefined;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
  readonly scores: Readonly<Record<KnownKind, number>>;
}

const staffSigns: Readonly<Partial<Record<Meaning, number>>> = {
  given_name: 2,
  family_name: 2,
  full_name: 2,
  reading: 1.5,
  salutation: 0.7,
  email: 1.5,
  login: 1,
  birth_date: 1.5,
  hire_date: 2,
  end_date: 1,
  gender: 1,
  marital_status: 1,
  national_id: 0.7,
  salary: 0.7,
  employment_type: 1,
  job_title: 0.7,
  department: 0.7,
  manager: 0.7,
  phone: 0.7,
  password: 0.7,
  last_login: 0.7,
  education: 0.5,
  age: 0.5,
};

const chargeSigns: Readonly<Partial<Record<Meaning, number>>> = {
  amount: 0.6,
  unit: 0.6,
  currency: 0.5,
  ledger: 0.7,
  cost_centre: 0.3,
  project: 0.3,
  taxable: 0.4,
  group: 0.3,
  category: 0.3,
  code: 0.4,
  description: 0.3,
};

const taxSigns: Readonly<Partial<Record<Meaning, number>>> = {
  rate: 1.5,
  direction: 0.7,
  country: 0.5,
  region: 0.4,
  valid_from: 0.4,
  valid_to: 0.4,
};

const chargeText =
  /freight|charge|fee\b|fees\b|surcharge|handling|fracht|gebühr|zuschlag|fret|frais|flete|recargo|nolo|frete|taxa|toeslag|vracht|opłata|fracht|poplatek|přeprav|frakt|gebyr|avgift|rahti|maksu|navlun|ücret|фрахт|сбор|услуг|плата|збір|послуг|费|費|運賃|料|운임|비|phí|cước|biaya|ongkos|رسوم|شحن|thc|bunker|customs|haulage|storage|delivery|pick ?up|documentation/iu;
const taxText =
  /\bvat\b|\bgst\b|tax|mwst|ust\b|steuer|tva|iva\b|igic|imposta|aliquota|imposto|btw|belasting|podat|dph|daň|moms|skat|vero\b|alv|kdv|vergi|ндс|налог|пдв|подат|税|稅|세|thuế|gtgt|pajak|ppn|ضريبة|áfa|tribut|isent|exent|esent|ставк|stawk|sazb|aliquot|alíquot|verokanta|\d\s*%|zwolnion|osvoboz|mentes|不征|免|exempt|reverse charge|zero[- ]rated/iu;

/** Decides what the table lists; undefined when nothing speaks clearly enough. */
export function recordKindOf(columns: readonly Column[], name: string, rows: number): RecordKind {
  const scores = { staff: 0, "charge-code": 0, "tax-code": 0 };
  const seen = new Set<Meaning>();
  const sorted = columns.some(holdsAccountKinds);
  for (const column of columns) {
    if (!clear(column)) continue;
    const meaning = head(column);
    // "Account Type" beside assets and liabilities is no form of contract.
    if (sorted && meaning === "employment_type") continue;
    if (owned(column, "staff")) scores.staff += 1;
    if (owned(column, "charge"))
      scores["charge-code"] +=
        meaning === "code" || meaning === "description" || meaning === "name" ? 2 : 0.7;
    if (owned(column, "tax")) {
      const key =
        meaning === "code" ||
        meaning === "id" ||
        meaning === "description" ||
        meaning === "name" ||
        meaning === "rate";
      scores["tax-code"] += key ? 1.5 : 0.5;
      if (meaning === undefined || meaning === "code") scores["charge-code"] += 0.5;
    }
    if (meaning === undefined || seen.has(meaning)) continue;
    // One address for many rows is a contact's, not the row's own.
    if (meaning === "email" && column.profile.uniqueness < 0.7 && column.profile.filled > 1) continue;
    seen.add(meaning);
    scores.staff += staffSigns[meaning] ?? 0;
    scores["charge-code"] += chargeSigns[meaning] ?? 0;
    scores["tax-code"] += taxSigns[meaning] ?? 0;
  }
  if (listsAccounts(columns)) scores["charge-code"] += 1.5;
  else if (sorted) scores["charge-code"] += 1.2;
  addPairs(columns, scores);
  addValues(columns, scores);
  addName(name, scores);
  const ranked = (Object.entries(scores) as [KnownKind, number][]).sort((a, b) => b[1] - a[1]);
  const [best, second] = ranked;
  const open = (reason: string) => ({ type: undefined, confidence: 0, reason, scores });
  if (best === undefined || second === undefined || best[1] < 1.2) {
    return open("headings and values do not say what is listed");
  }
  const margin = best[1] - second[1];
  if (margin < 0.4 || (margin < 2 && second[1] > best[1] / 2)) {
    return open(`it could list ${things[best[0]]} or ${things[second[0]]}`);
  }
  if (rows > 0 && !isShown(best[0], columns)) {
    return open(`headings speak of ${things[best[0]]}, and no column shows ${evidence[best[0]]}`);
  }
  const confidence = Math.min(0.99, 0.5 + (best[1] - second[1]) / 8);
  return { type: best[0], confidence: Math.round(confidence * 100) / 100, reason: reasons[best[0]], scores };
}

const reasons: Readonly<Record<KnownKind, string>> = {
  staff: "headings and values are about people",
  "charge-code": "headings and values are about charges",
  "tax-code": "headings and values are about taxes",
};

const things: Readonly<Record<KnownKind, string>> = {
  staff: "people",
  "charge-code": "charges",
  "tax-code": "taxes",
};

const evidence: Readonly<Record<KnownKind, string>> = {
  staff: "names, logins or addresses of people",
  "charge-code": "codes or names of charges",
  "tax-code": "rates, or codes or names of taxes",
};

/** Headings alone draft no record type: some column has to hold what such records are made of. */
function isShown(type: KnownKind, columns: readonly Column[]): boolean {
  const known = columns.filter((column) => column.profile.filled > 0);
  if (type === "staff") return known.some((column) => holdsNames(column) || namesPerson(column));
  if (type === "tax-code") return known.some(namesTax) || shareOf(known, taxText) >= 0.3;
  return known.some(
    (column) =>
      ["code", "id", "number", "name", "description"].includes(head(column) ?? "") ||
      owned(column, "charge") ||
      holdsAccountKinds(column) ||
      head(column) === "ledger",
  );
}

function namesPerson(column: Column): boolean {
  const { profile } = column;
  switch (head(column)) {
    case "given_name":
    case "family_name":
    case "full_name":
    case "name":
      return profile.word >= 0.7 && profile.code < 1.01 && profile.uniqueness >= 0.3;
    case "login":
      return profile.uniqueness >= 0.9;
    case "email":
      return profile.email >= 0.7 && profile.uniqueness >= 0.7;
    case "id":
    case "number":
      return owned(column, "staff") && profile.uniqueness >= 0.9;
    default:
      return profile.email >= 0.7 && profile.uniqueness >= 0.7;
  }
}

function namesTax(column: Column): boolean {
  const { profile } = column;
  const rates = profile.numbers?.values ?? [];
  if (head(column) === "rate" || (owned(column, "tax") && head(column) === undefined)) {
    if (profile.code >= 0.5 || (rates.length > 0 && rates.every((value) => Math.abs(value) <= 100)))
      return true;
  }
  return owned(column, "tax") && ["code", "id", "name", "description"].includes(head(column) ?? "");
}

function shareOf(columns: readonly Column[], pattern: RegExp): number {
  const shares = columns.map(({ profile }) => {
    const texts = [...profile.counts.keys()].slice(0, 300);
    return texts.filter((text) => pattern.test(fold(text)) || pattern.test(text)).length / texts.length;
  });
  return Math.max(0, ...shares);
}

/**
 * Rows that tell what happened, such as lines of shipments, bookings or incidents: each has a day, and what they name comes
 * again and again. A list of codes or of people has each of them once.
 */
function listsEvents(columns: readonly Column[]): boolean {
  const filled = columns.filter(({ profile }) => fill(profile) >= 0.8 && profile.rows >= 4);
  const days = filled.filter(
    (column) =>
      column.profile.dates !== undefined && ["date", "created_at", "document"].includes(head(column) ?? ""),
  );
  const isKey = (column: Column) => ["id", "code", "number", "login", "email"].includes(head(column) ?? "");
  const keys = filled.filter((column) => isKey(column) || owned(column, "staff"));
  const repeated = keys.filter(({ profile }) => profile.uniqueness < 0.8);
  const parts = ["amount", "quantity", "document", "customer", "vendor", "project"];
  const counted = filled.some(
    (column) => parts.includes(head(column) ?? "") && column.profile.dates === undefined,
  );
  const hasOwnKey = keys.some(({ profile }) => profile.uniqueness >= 0.98 && !profile.isRowNumber);
  if (days.length > 0) return !hasOwnKey ? keys.length > 0 || counted : repeated.length > 0 && counted;
  // "shipment_id, charge_type, amount": several lines of each shipment, and an amount on each.
  const references = filled.filter(
    (column) => ["project", "document"].includes(head(column) ?? "") && column.profile.code >= 0.8,
  );
  const amounts = filled.some((column) => head(column) === "amount" && column.profile.number >= 0.9);
  return (
    amounts &&
    !hasOwnKey &&
    references.some(({ profile }) => profile.uniqueness < 0.8 && profile.distinct > 1)
  );
}

/** What columns say together: a code, a text and a price; a name beside a department or a position. */
function addPairs(columns: readonly Column[], scores: Record<KnownKind, number>): void {
  const has = (...wanted: readonly Meaning[]) =>
    columns.some((column) => clear(column) && wanted.some((meaning) => head(column) === meaning));
  if (has("code", "number", "id") && has("description") && has("amount", "ledger"))
    scores["charge-code"] += 0.7;
  const named = columns.some(
    (column) => (head(column) === "name" || head(column) === "full_name") && column.profile.word > 0.8,
  );
  if (named && has("department", "job_title", "cost_centre")) scores.staff += 0.7;
}

/** Texts about charges or taxes, and addresses of people. */
function addValues(columns: readonly Column[], scores: Record<KnownKind, number>): void {
  let charge = 0;
  let tax = 0;
  for (const column of columns) {
    const texts = [...column.profile.counts.keys()].slice(0, 300);
    if (texts.length === 0) continue;
    if (column.profile.email > 0.8) scores.staff += 0.5;
    if (head(column) === "name" && column.profile.person > 0.8 && !columns.some(holdsAccountKinds)) {
      scores.staff += 0.7;
    }
    const share = (pattern: RegExp) =>
      texts.filter((text) => pattern.test(fold(text)) || pattern.test(text)).length / texts.length;
    if (column.profile.prose < 0.4 && column.profile.uniqueness < 0.5) continue;
    if (column.profile.email > 0.5 || column.profile.dates !== undefined || column.profile.number > 0.8)
      continue;
    charge = Math.max(charge, share(chargeText));
    tax = Math.max(
      tax,
      share(taxText),
      texts.filter((text) => taxTypeOf(text) !== undefined).length / texts.length,
    );
  }
  // Names and addresses side by side are people, also where no heading says so.
  if (columns.some(holdsNames)) scores.staff += 1.5;
  const named = columns.some(({ profile }) => profile.person > 0.9 && profile.uniqueness > 0.8);
  if (named && columns.some(({ profile }) => profile.email > 0.9)) scores.staff += 1;
  scores["charge-code"] += charge * 2.5;
  scores["tax-code"] += tax * 2.5;
  const described = columns.some((column) => head(column) === "description" || head(column) === "name");
  const isTaxNamed = columns.some(
    (column) => owned(column, "tax") && ["id", "name", "description"].includes(head(column) ?? ""),
  );
  if (described && tax < 0.2 && !isTaxNamed) scores["tax-code"] -= 2;
}

/** Names of people under no heading, or one that says no more than a name. */
function holdsNames(column: Column): boolean {
  const { profile } = column;
  const isOpen = column.reading.heads.length === 0 || head(column) === "name" || head(column) === "full_name";
  if (!isOpen || column.reading.owners.size > 0 || profile.rows < 3) return false;
  if (profile.word < 0.8 || profile.uniqueness < 0.5 || profile.meanLength > 40) return false;
  const texts = [...profile.counts.keys()].slice(0, 300);
  return texts.filter(holdsGivenName).length >= texts.length * 0.5;
}

const nameSigns: readonly (readonly [KnownKind, RegExp])[] = [
  [
    "staff",
    /staff|employee|user|personnel|personal|mitarbeiter|benutzer|people|worker|员工|人员|用户|社員|職員|従業員|직원|사원|nhan.?vien|karyawan|pegawai|empleado|dipendent|funcion|colaborador|salari|employe|medewerker|pracown|zamestn|anstall|medarbej|henkil|tyontek|calisan|сотрудник|співробіт|موظف|hr\b|dolgoz/iu,
  ],
  [
    "charge-code",
    /charge|fee|billing|item|service|tarif|gebuhr|leistung|frais|cargo|conceptos|spese|addebit|kosten|oplat|poplat|avgift|gebyr|maksu|masraf|услуг|费|費|料金|요금|비용|phi\b|biaya|رسوم|accessorial|chart.?of.?accounts|coa\b|kontenplan|plan.?(?:comptable|de.?cuentas)|plano.?(?:de.?)?contas|piano.?dei.?conti|rozrah|osnova|科目/iu,
  ],
  [
    "tax-code",
    /tax|vat|gst|steuer|mwst|tva|iva\b|impuest|impost|imposta|aliquot|btw|podat|dph|moms|vero|alv|kdv|vergi|ндс|налог|пдв|税|稅|세|thue|pajak|ppn|ضريب|ado\b|afa\b/iu,
  ],
];

function addName(name: string, scores: Record<KnownKind, number>): void {
  const folded = fold(name).replace(/[_-]+/g, " ");
  for (const [type, sign] of nameSigns) if (sign.test(folded)) scores[type] += 1.5;
}

/** Why there is no draft. `isList`: it lists something, though not what a record type holds. */
const refusals = {
  no_columns: { isList: false, says: "the table has no columns" },
  no_rows: { isList: false, says: "the table has no rows" },
  pivoted: {
    isList: false,
    says: "the headings are dates or periods: a pivoted table, not a list of records",
  },
  offences: {
    isList: true,
    says: "the headings are about offences: charges before a court, not charge codes",
  },
  tariff_numbers: {
    isList: true,
    says: "the key is a customs tariff number: goods, not tax or charge codes",
  },
  transactions: {
    isList: false,
    says: "the rows tell what happened (a day in each, and codes that come again and again): not a list of records",
  },
  nothing_listed: {
    isList: true,
    says: "no column holds an id, a code, a name or a description of what would be listed",
  },
} as const satisfies Record<string, { readonly isList: boolean; readonly says: string }>;

export type RefusalCode = keyof typeof refusals | "type_open";

export interface Refusal {
  readonly code: RefusalCode;
  readonly verdict: "other_record" | "no_list";
  readonly reason: string;
}

export function refusal(code: keyof typeof refusals): Refusal {
  const { isList, says } = refusals[code];
  return { code, verdict: isList ? "other_record" : "no_list", reason: says };
}

/** Why a table is no list of records at all, or one of another world; undefined when nothing speaks against it. */
export function refusalOf(
  headings: readonly string[] | null,
  columns: readonly Column[],
  rows: number,
): Refusal | undefined {
  if (columns.length === 0) return refusal("no_columns");
  if (rows === 0 && headings === null) return refusal("no_rows");
  const dates = columns.filter((column) => isPeriod(column.heading)).length;
  if (dates >= 3 && dates >= columns.length * 0.4) {
    return refusal("pivoted");
  }
  if (columns.some((column) => head(column) === "crime") || columns.some(listsCrimes)) {
    return refusal("offences");
  }
  if (listsEvents(columns)) return refusal("transactions");
  const tariff = columns.find((column) => head(column) === "tariff");
  const named = columns.some((column) => {
    const key = head(column) === "code" || head(column) === "id" || isOwnCode(column);
    return column !== tariff && key && clear(column);
  });
  if (tariff !== undefined && tariff.profile.number >= 0.8 && tariff.profile.uniqueness > 0.5 && !named) {
    return refusal("tariff_numbers");
  }
  return undefined;
}

/** `tax_code` beside a tariff number: named like the thing itself, and different codes. */
function isOwnCode(column: Column): boolean {
  const isOwn = owned(column, "tax") || owned(column, "charge");
  return isOwn && head(column) === undefined && column.profile.code >= 0.75 && column.profile.number < 0.5;
}

const crimes =
  /\b(?:murder|manslaughter|assault|battery|burglary|robbery|larceny|homicide|felony|misdemeanou?r|arson|kidnapping|dui|dwi|trespass|perjury|possession of|unlawful)\b/i;

function listsCrimes(column: Column): boolean {
  const texts = [...column.profile.counts.keys()].slice(0, 300);
  return texts.length >= 2 && texts.filter((text) => crimes.test(text)).length >= texts.length * 0.25;
}

function isPeriod(heading: string): boolean {
  const text = heading.trim();
  return (
    /^(?:19|20)\d{2}(?:[-/.](?:\d{1,2}|q[1-4])(?:[-/.]\d{1,2})?)?$/i.test(text) ||
    /^\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?$/.test(text) ||
    /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[-\s']*\d{2,4})?$/i.test(text) ||
    /^\d{1,2}$/.test(text)
  );
}
