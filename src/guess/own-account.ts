import type { RecordTypeName } from "../records/index.js";
import type { Meaning } from "./meanings.js";
import { fill } from "./profile.js";
import { clear, head, owned, type Column } from "./table.js";
import { valueKey } from "./words.js";
import { part } from "./weights.js";

/**
 * "Account" is mostly another thing, a ledger account beside a charge. In a chart of accounts it is the thing that is
 * listed, and for people it is their login: headings alone do not tell, the table does.
 */
export function withOwnAccounts(
  columns: readonly Column[],
  record: RecordTypeName | undefined,
): readonly Column[] {
  if (record === "staff") {
    return columns.map((column) => (isLogin(column) ? reread(column, "login", "staff") : column));
  }
  if (record !== "charge-code") return columns;
  if (!listsAccounts(columns)) {
    // "Code, Account Name, Type": the account is what is listed when nothing else has a name.
    if (hasText(columns) || columns.some((column) => owned(column, "charge"))) return columns;
    return columns.map((column) => (isAccountText(column) ? reread(column, "name", "charge") : column));
  }
  return columns.map((column) => {
    if (isAccountKey(column)) return reread(column, "code", "charge");
    return isAccountText(column) ? reread(column, "name", "charge") : column;
  });
}

const accountWords = /account|konto|konten|cuenta|compte|conta\b|conto\b|科目|계정|счет|рахун/i;

/** The classes of a ledger, in the languages that charts come in. */
const accountKinds =
  /^(?:(?:current|fixed|non current|other|long term|contra|operating|other current|accounts) )*(?:assets?|liability|liabilities|equity|revenues?|income|expenses?|cost of goods sold|cost of sales|direct costs?|overheads?|bank|receivable|payable|activos?|pasivos?|patrimonio(?: neto)?|ingresos?|gastos?|egresos?|ativos?|passivos?|patrimonio liquido|receitas?|despesas?|custos?|actifs?|passifs?|produits?|charges?|capitaux propres|bilan|gestion|aktiva?|passiva?|aufwand|ertrag|eigenkapital|attivita|attivo|passivo|passivita|ricav[io]|cost[io]|costes?|activa|kosten|opbrengsten|aktywa|pasywa|bilansowe|wynikowe|przychody|koszty|pasiva|naklady|vynosy|nakladovy|vynosovy|tillgangar|skulder|intakter|kostnader|active|passive|активн\p{L}*|пассивн\p{L}*|актив(?:ы|и)?|пассив(?:ы)?|пасив(?:и)?|доход(?:ы|и)?|расход(?:ы)?|витрати|资产|负债|权益|所有者权益|收入|费用|成本|损益|資産|負債|純資産|収益|費用|자산|부채|자본|수익|비용|varlik|gelir|gider|ozkaynak|aset|kewajiban|modal|pendapatan|beban|biaya)$/u;

/** A column that sorts its rows into assets, liabilities, income and expenses: what stands beside it are ledger accounts. */
export function holdsAccountKinds({ profile }: Column): boolean {
  if (profile.distinct < 2 || profile.distinct > 40 || profile.rows < 3) return false;
  let known = 0;
  let kinds = 0;
  for (const [value, count] of profile.counts) {
    if (!accountKinds.test(valueKey(value))) continue;
    known += count;
    kinds++;
  }
  return kinds >= 2 && known >= profile.filled * part.half;
}

/** Whether the rows are ledger accounts: each has its own number, and no other column names a charge. */
export function listsAccounts(columns: readonly Column[]): boolean {
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
    (column) => (!isAccount(column) && accountWords.test(column.heading)) || holdsAccountKinds(column),
  );
  return !charges && (texts || (named && speaking));
}

function hasText(columns: readonly Column[]): boolean {
  return columns.some(
    (column) =>
      clear(column) && column.profile.filled > 0 && ["name", "description"].includes(head(column) ?? ""),
  );
}

function isAccountKey(column: Column): boolean {
  const { profile } = column;
  return (
    isAccount(column) &&
    profile.code >= part.nearlyAll &&
    profile.uniqueness === 1 &&
    fill(profile) === 1 &&
    profile.rows >= 3 &&
    [...profile.counts.keys()].some((value) => /\p{Nd}/u.test(value))
  );
}

function isAccountText(column: Column): boolean {
  return (
    isAccount(column) &&
    column.profile.word >= part.half &&
    column.profile.uniqueness >= part.most &&
    !isAccountKey(column)
  );
}

function isLogin(column: Column): boolean {
  const { profile } = column;
  return (
    isAccount(column) &&
    profile.code >= part.nearlyAll &&
    profile.uniqueness === 1 &&
    profile.number < part.few
  );
}

function isAccount(column: Column): boolean {
  return head(column) === "ledger" && clear(column);
}

function reread(column: Column, meaning: Meaning, owner: Meaning): Column {
  return { ...column, reading: { ...column.reading, heads: [meaning], owners: new Set([owner]) } };
}
