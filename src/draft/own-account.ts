import type { RecordTypeName } from "../model/record-types/index.js";
import type { Meaning } from "./meanings.js";
import { clear, head, headIs, owned, type GuessColumn } from "./column.js";
import { mentions } from "./text-words.js";
import { isAccountKind } from "./value-words.js";
import { part } from "./weights.js";

/**
 * Determines what "account" means in a table. An account is usually a ledger account that belongs to a charge. In a
 * chart of accounts, the account is the record itself, and in a list of staff, it is a login. The heading alone does
 * not distinguish these meanings.
 */
export function withAccountMeaning(
  columns: readonly GuessColumn[],
  record: RecordTypeName | undefined,
): readonly GuessColumn[] {
  if (record === "staff") {
    return columns.map((column) => (isLogin(column) ? withMeaning(column, "login", "staff") : column));
  }
  if (record !== "charge-code") return columns;
  if (!listsAccounts(columns)) {
    // If no other column contains names, as in "Code, Account Name, Type", the rows are accounts.
    if (hasText(columns) || columns.some((column) => owned(column, "charge"))) return columns;
    return columns.map((column) => (isAccountText(column) ? withMeaning(column, "name", "charge") : column));
  }
  return columns.map((column) => {
    if (isAccountKey(column)) return withMeaning(column, "code", "charge");
    return isAccountText(column) ? withMeaning(column, "name", "charge") : column;
  });
}

/** The letters that SQL-Ledger uses for assets, liabilities, equity, income and expenses. */
const letters: ReadonlySet<string> = new Set(["A", "L", "Q", "I", "E"]);

/** True for a column that classifies rows as assets, liabilities, income or expenses. Such rows are ledger accounts. */
export function holdsAccountKinds({ profile }: GuessColumn): boolean {
  if (profile.distinct < 2 || profile.distinct > 40 || profile.rows < 3) return false;
  if (profile.distinct >= 4 && profile.values.every((value) => letters.has(value.trim()))) return true;
  let known = 0;
  let kinds = 0;
  for (const [value, count] of profile.counts) {
    if (!isAccountKind(value)) continue;
    known += count;
    kinds++;
  }
  return kinds >= 2 && known >= profile.filled * part.half;
}

/** True if the rows are ledger accounts: each row has its own number, and no other column names a charge. */
export function listsAccounts(columns: readonly GuessColumn[]): boolean {
  if (!columns.some(isAccountKey)) return false;
  const charges = columns.some(
    (column) =>
      clear(column) &&
      column.profile.filled > 0 &&
      ((head(column) === "code" && !owned(column, "tax")) || owned(column, "charge")),
  );
  const texts = columns.some(isAccountText);
  const named = hasText(columns);
  const speaking = columns.some(
    (column) => (!isAccount(column) && mentions("account", column.heading)) || holdsAccountKinds(column),
  );
  return !charges && (texts || (named && speaking));
}

function hasText(columns: readonly GuessColumn[]): boolean {
  return columns.some(
    (column) => clear(column) && column.profile.filled > 0 && headIs(column, "name", "description"),
  );
}

function isAccountKey(column: GuessColumn): boolean {
  const { profile } = column;
  return (
    isAccount(column) &&
    profile.code >= part.nearlyAll &&
    profile.isUnique &&
    profile.rows >= 3 &&
    profile.values.some((value) => /\p{Nd}/u.test(value))
  );
}

function isAccountText(column: GuessColumn): boolean {
  return (
    isAccount(column) &&
    column.profile.word >= part.half &&
    column.profile.uniqueness >= part.most &&
    !isAccountKey(column)
  );
}

function isLogin(column: GuessColumn): boolean {
  const { profile } = column;
  return (
    isAccount(column) &&
    profile.code >= part.nearlyAll &&
    profile.uniqueness === 1 &&
    profile.number < part.few
  );
}

function isAccount(column: GuessColumn): boolean {
  return head(column) === "ledger" && clear(column);
}

function withMeaning(column: GuessColumn, meaning: Meaning, owner: Meaning): GuessColumn {
  return { ...column, reading: { ...column.reading, heads: [meaning], owners: new Set([owner]) } };
}
