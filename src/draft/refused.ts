import { meanings, type Meaning } from "./meanings.js";
import { clear, head, is } from "./column.js";
import type { FieldCandidate, FieldGuess } from "./field-guess.js";
import type { GuessTable } from "./table.js";

/** Meanings that resemble a field in a record type. A draft explains why it omits columns with these meanings. */
const lookAlikes: ReadonlySet<Meaning> = new Set<Meaning>([
  "created_at",
  "valid_from",
  "valid_to",
  "date",
  "permission",
  "taxable",
  "amount",
  "kind",
  "group",
  "category",
  "version",
]);

const lookAlikesOfStaff: ReadonlySet<Meaning> = new Set<Meaning>([
  ...lookAlikes,
  "birth_date",
  "hire_date",
  "end_date",
  "last_login",
  "manager",
  "relative",
  "password",
  "phone",
  "national_id",
  "employment_type",
  "marital_status",
  "row_number",
  "reading",
  "nickname",
  "login",
]);

/**
 * Returns the columns that a draft omits although they resemble a field, each with a reason such as "`GEBDAT` is a
 * birth date".
 */
export function refusedColumns(
  table: GuessTable,
  fields: Readonly<Record<string, FieldGuess>>,
): readonly FieldCandidate[] {
  const used = new Set(
    Object.values(fields).flatMap((guess) => (guess.decision === "chosen" ? guess.columns : [])),
  );
  return table.columns.flatMap((column) => {
    const meaning = head(column);
    if (meaning === undefined || used.has(column.name) || !clear(column)) return [];
    if (meaning === "email") return [{ column: column.name, reason: emailReason(column) }];
    const known = table.record === "staff" ? lookAlikesOfStaff : lookAlikes;
    return known.has(meaning) ? [{ column: column.name, reason: `is ${meanings[meaning].says}` }] : [];
  });
}

function emailReason(column: Parameters<typeof is>[0]): string {
  if (is(column, "private")) return "is a private or recovery email address";
  if (is(column, "secondary") || is(column, "new")) return "is a second email address";
  return "is an additional email address";
}
