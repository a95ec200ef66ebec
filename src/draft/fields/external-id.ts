import { isUuid } from "../profile.js";
import {
  head,
  headIs,
  is,
  means,
  owned,
  ranked,
  haveSameCells,
  valuesBeside,
  type GuessColumn,
} from "../column.js";
import { abstain, candidates, choose, percentText, take, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import type { Meaning } from "../meanings.js";
import { mentions } from "../text-words.js";
import { phraseKey } from "../words.js";
import { confidence, confident, doubt, part, preference, says } from "../weights.js";
import { flowList } from "../yaml-text.js";

/** True if the heading names what the table lists. */
export function isOwn(column: GuessColumn, record: GuessTable["record"]): boolean {
  return (ownersOf[record] ?? []).some((owner) => owned(column, owner));
}

/** Owners that a heading may name and still mean the record itself. */
export const ownersOf: Readonly<Partial<Record<GuessTable["record"], readonly Meaning[]>>> = {
  staff: ["staff"],
  "charge-code": ["charge"],
  "tax-code": ["tax"],
  org: ["vendor", "customer", "company"],
};

/** Guesses the column, or combination of columns, that identifies records permanently. */
export function guessExternalId(table: GuessTable): FieldGuess {
  const keyed = ranked(table.columns.filter(canBeKey), (column) => headingScore(column, table));
  const unique = keyed.filter(({ column }) => column.profile.uniqueness >= part.unique);
  const keys = keyed.map(({ column }) => column);
  const isWeak = (unique[0]?.score ?? 0) <= says.weak;
  const joint = isWeak
    ? composite(
        table,
        keys.filter((key) => !unique.some(({ column }) => column === key)),
      )
    : undefined;
  if (joint !== undefined && (unique.length === 0 || joint.decision === "abstained")) return joint;
  const best = pick(keyed, unique);
  if (best === undefined) return withoutKey(table);
  const { column, score } = best;
  const asked = (reason: string, others: readonly GuessColumn[]) =>
    abstain(reason, candidates([...others.filter((other) => other !== column), column], reasonOf));
  const unclear = "no heading clearly names a permanent id";
  if (score <= says.hardly) {
    const isPersonal = head(column) === "national_id";
    return asked(isPersonal ? "a national number is personal; ask for an id of the system" : unclear, []);
  }
  if (column.profile.email >= part.most) {
    const changes = "an e-mail address changes with the person's name, and";
    const personal = keys.filter((key) => head(key) === "national_id" && key.profile.uniqueness === 1);
    if (personal.length > 0)
      return asked(`${changes} a national number is personal; choose which one identifies people`, personal);
    const counted = table.columns.filter((other) => head(other) === "number" && other.profile.isRowNumber);
    if (counted.length > 0)
      return asked(`${changes} numbers from 1 may be ids of people or only row numbers`, counted);
  }
  const better = score <= says.weak ? halfRead(table) : [];
  if (better.length > 0) {
    const isLogin = means(column, "login") || means(column, "email");
    const login = "a login or an address is possible, but another column may be a permanent number";
    return asked(isLogin ? login : unclear, better);
  }
  const coded =
    table.record === "staff" && column.profile.isRowNumber && !isOwn(column, "staff")
      ? keys.filter((key) => key !== column && key.profile.isUnique && headIs(key, "code", "id", "number"))
      : [];
  if (coded.length > 0) return asked("numbers from 1 may be ids of people or only row numbers", coded);
  // `ERP Vendor ID` beside `SM Vendor ID`: the difference is not understood.
  const alike = keys.filter(
    (key) =>
      key !== column &&
      key.profile.isUnique &&
      head(key) === head(column) &&
      key.reading.unknown.length > 0 &&
      !haveSameCells(key, column),
  );
  if (column.reading.unknown.length > 0 && alike.length > 0)
    return asked("several columns may be the permanent id", alike);
  const whole = column.profile.isUnique;
  const others = keys.filter((key) => key !== column).slice(0, 3);
  return take(
    column,
    confident(score - (whole ? 0 : doubt.notWhole)),
    `heading suggests an id${whole ? " and every row has its own value" : `, ${percentText(column.profile.uniqueness)} of values are unique`}`,
    { runnersUp: candidates(others, reasonOf), warnings: warningsOf(column) },
  );
}

/** Unique codes whose heading is only partly understood as an id or number, or is unknown. */
function halfRead(table: GuessTable): readonly GuessColumn[] {
  return table.columns.filter(
    (column) =>
      (headIs(column, "id", "number", "code") || mayBeKey(column)) &&
      column.reading.unknown.length > 0 &&
      canBeKey(column) &&
      column.profile.uniqueness === 1,
  );
}

/** `RA_MAT` with 000101 and 000102. With words, it is part of a name. */
function mayBeKey(column: GuessColumn): boolean {
  const { profile } = column;
  if (head(column) !== undefined || profile.email > part.few) return false;
  return (
    mentions("key", phraseKey(column.heading)) ||
    (profile.word < part.few && profile.dates === undefined && !isMeasure(column))
  );
}

type Ranked = ReturnType<typeof ranked>;

/**
 * The best unique column. If a much better heading has only a few repeated values, those are mistakes and it
 * wins.
 */
function pick([best]: Ranked, [first]: Ranked): Ranked[number] | undefined {
  const nearly = best !== undefined && best.column.profile.uniqueness >= part.most;
  if (first === undefined) return nearly ? best : undefined;
  return nearly && best.score - first.score > preference.strong ? best : first;
}

function headingScore(column: GuessColumn, table: GuessTable): number {
  const { owners: found, strength } = column.reading;
  const mine = isOwn(column, table.record);
  if (found.size > 0 && !mine) return 0;
  if (is(column, "private") || is(column, "old") || is(column, "translation")) return 0;
  if (isReference(column)) return 0;
  const score = keyScore(head(column), column, mine, table);
  return score * strength;
}

function keyScore(
  meaning: Meaning | undefined,
  column: GuessColumn,
  mine: boolean,
  table: GuessTable,
): number {
  switch (meaning) {
    case "id":
      return table.record === "staff" && !mine
        ? column.profile.isRowNumber
          ? says.sure
          : says.whole
        : says.whole;
    case "number":
      // A plain "No." that counts the rows is a row number.
      if (isHouseNumber(column, table)) return 0;
      return mine ? says.sure : column.profile.isRowNumber ? 0 : says.fair;
    case "code":
      return mine ? says.sure : says.thing;
    case "login":
      return table.record === "staff" ? says.weak : 0;
    case "email":
      return table.record === "staff" ? says.last : 0;
    case "national_id":
      if (table.record !== "staff" || isMeasure(column)) return 0;
      // `NIK` is an employee number or, with 16 digits, a national number.
      return means(column, "id") && column.profile.meanLength < 14 ? says.sure : says.hardly;
    case undefined:
      if (isMeasure(column)) return 0;
      return mine ? (table.record === "staff" ? says.fair : says.thing) : 0;
    default:
      if (means(column, "login") && table.record === "staff") return says.last;
      return 0;
  }
}

/** Odoo writes `tax_code_id:id` and `tax_code_id/id` for the id of another record. */
export function isReference(column: GuessColumn): boolean {
  return /_id[:/]id$/i.test(column.heading.trim());
}

/**
 * In lists of orgs, a plain `number` beside `street` is a house number, even if it is unique in a few rows.
 */
export function isHouseNumber(column: GuessColumn, table: GuessTable): boolean {
  const isBeside = ({ index }: GuessColumn) => Math.abs(index - column.index) === 1;
  return (
    table.record === "org" &&
    head(column) === "number" &&
    column.reading.owners.size === 0 &&
    table.columns.some((other) => head(other) === "address" && isBeside(other))
  );
}

/** `Fee` with 0.36 and 12.50 is an amount. */
export function isMeasure(column: GuessColumn): boolean {
  const numbers = column.profile.numbers?.values ?? [];
  return numbers.length > 0 && numbers.some((value) => !Number.isInteger(value));
}

/** Rates and amounts never identify rows, even if they are all different. */
export function isQuantity(column: GuessColumn): boolean {
  return isMeasure(column) || headIs(column, "rate", "amount");
}

function canBeKey(column: GuessColumn): boolean {
  const { profile } = column;
  if (profile.filledShare < part.nearlyAll || profile.distinct < Math.min(2, profile.rows)) return false;
  return profile.code >= part.most || profile.email >= part.most || isNamedKey(column);
}

/** True for words as a key, as in Magento: only with a plain heading and unique values. */
export function isNamedKey(column: GuessColumn): boolean {
  const { profile, reading } = column;
  const named = headIs(column, "code", "id");
  return named && reading.strength === 1 && profile.isUnique && profile.meanLength <= 40;
}

/** A key of two columns, if the code repeats for several companies, countries or branches. */
function composite(table: GuessTable, keys: readonly GuessColumn[]): FieldGuess | undefined {
  const scopes = table.columns.filter((column) => {
    const meaning = head(column);
    return (
      (meaning === "company" ||
        (table.record !== "staff" &&
          table.record !== "org" &&
          (meaning === "country" || meaning === "region" || meaning === "branch"))) &&
      column.profile.filledShare >= part.nearlyAll &&
      column.profile.distinct > 1
    );
  });
  for (const key of keys) {
    for (const scope of scopes) {
      if (scope === key || jointUniqueness([scope, key], table.rows) < 1) continue;
      if (table.record === "staff") {
        const join = `{ join: ${flowList([scope.name, key.name])}, separator: "|" }`;
        return abstain(
          `${key.name} repeats, but not together with ${scope.name}: write ${join} if a person has one id for each of them`,
          candidates([key, scope], reasonOf),
        );
      }
      return choose(
        [scope, key],
        { op: "join", separator: "|" },
        confidence.likely,
        `${key.name} alone repeats (${percentText(key.profile.uniqueness)} unique), but not together with ${scope.name}`,
        {
          warnings: ["jobs refer to records by this id; make sure that they use the same parts"],
        },
      );
    }
  }
  return undefined;
}

/** Distinct combinations divided by rows. */
function jointUniqueness(columns: readonly GuessColumn[], rows: number): number {
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) {
    seen.add(columns.map((column) => column.cells[row] ?? "").join("\u0001"));
  }
  return rows === 0 ? 0 : seen.size / rows;
}

/**
 * If no heading names an id: without headings, a first column of unique codes is chosen. Otherwise the field
 * stays open.
 */
function withoutKey(table: GuessTable): FieldGuess {
  const plausible = table.columns.filter(
    (column) =>
      column.profile.isUnique &&
      column.profile.code === 1 &&
      column.profile.email < part.half &&
      !isQuantity(column),
  );
  const first = plausible[0];
  // Given names are short and different too, but codes have digits.
  const isCoded = first !== undefined && first.profile.word < part.half;
  if (!table.hasHeadings && isCoded && first.index === 0 && table.rows >= 3) {
    return take(
      first,
      confidence.doubtful,
      "no headings; the first column has a different code in every row",
    );
  }
  const repeated = table.columns.filter((column) => headingScore(column, table) >= part.half);
  if (repeated.length > 0) {
    return abstain("the id column has repeated or missing values", candidates(repeated, reasonOf));
  }
  const apart = plausible.length > 0 ? plausible : table.columns.filter(identifiesRows);
  if (apart.length > 0)
    return abstain(
      "no column is named like an id",
      // Drafts do not show values of staff.
      candidates(apart.slice(0, 3), table.record === "staff" ? reasonOf : valuesBeside),
    );
  const together = uniquePair(table);
  return abstain(
    together === undefined
      ? "no column is named like an id, and none is unique"
      : `no column is named like an id, and none is unique; this combination is: { join: [${together.map(({ name }) => name).join(", ")}], separator: "|" }`,
    candidates(together ?? [], reasonOf),
  );
}

/** True for a text or code that is unique and is neither a time nor an amount. */
function identifiesRows({ profile }: GuessColumn): boolean {
  return (
    profile.rows >= 2 &&
    profile.isUnique &&
    profile.email < part.half &&
    profile.dates === undefined &&
    profile.numbers === undefined &&
    profile.meanLength <= 60
  );
}

/** Maximum number of columns that are combined. */
const mostTogether = 8;

/** Two columns whose combination is unique in every row. */
function uniquePair(table: GuessTable): readonly [GuessColumn, GuessColumn] | undefined {
  const usable = table.columns
    .filter(({ profile }) => profile.distinct > 1 && profile.dates === undefined && !profile.isRowNumber)
    .filter(
      (column) => !isMeasure(column) && column.profile.email < part.half && column.profile.meanLength <= 60,
    )
    .sort((a, b) => b.profile.uniqueness - a.profile.uniqueness)
    .slice(0, mostTogether)
    .sort((a, b) => a.index - b.index);
  for (const [place, one] of usable.entries()) {
    for (const other of usable.slice(place + 1))
      if (jointUniqueness([one, other], table.rows) === 1) return [one, other];
  }
  return undefined;
}

export function reasonOf(column: GuessColumn): string {
  return `${percentText(column.profile.uniqueness)} unique, ${percentText(column.profile.filledShare)} filled`;
}

function warningsOf(column: GuessColumn): readonly (string | false)[] {
  const { email, values } = column.profile;
  const lengths = new Set(values.filter((text) => /^\d+$/.test(text)).map((text) => text.length));
  const isPadded = values.some((text) => /^0\d+$/.test(text)) && !values.some(isUuid);
  return [
    email >= part.most && "an e-mail address changes with the person's name; ask for a permanent number",
    means(column, "national_id") && "a national number is personal; ask for an id of the system",
    means(column, "login") && email < part.most && "a login can be given to another person later",
    values.some((text) => /^\d(?:\.\d+)?E\+\d+$/i.test(text)) &&
      "some values look damaged by a spreadsheet (such as 1.2E+05); ask for the export as text",
    isPadded &&
      lengths.size > 1 &&
      "some values have leading zeros and others are shorter; a spreadsheet may have removed zeros",
  ];
}
