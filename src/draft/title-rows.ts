import type { Guess } from "./guess.js";
import type { GuessColumn } from "./column.js";
import { mentions } from "./text-words.js";
import { isRowTitle } from "./value-words.js";
import { part } from "./weights.js";
import { wordsOf } from "./words.js";

/**
 * Returns the columns that distinguish title rows from entries. Charts of accounts and grouped lists of charges have
 * rows that only introduce the rows below them. A person has to decide whether title rows are records.
 */
export function titleColumns({ record, columns, fields }: Guess): readonly GuessColumn[] {
  if (record !== "charge-code") return [];
  const used = Object.values(fields).flatMap((field) => (field.decision === "chosen" ? field.columns : []));
  return columns.filter((column) => {
    const { distinct, uniqueness, values } = column.profile;
    if (used.includes(column.name) || distinct < 2 || uniqueness >= part.most) return false;
    // In a column that also contains `A`, `P` or `D`, the value `H` marks titles. A single letter is a marker only if
    // all values in the column are single letters. If the only other value is `E`, `H` means "no" in Turkish.
    const areLetters =
      values.every((value) => value.trim().length === 1) && !(distinct === 2 && values.includes("E"));
    const isNamed = mentions("titleRow", wordsOf(column.heading).join(" ")) && distinct === 2;
    return isNamed || values.some((value) => isRowTitle(value) && (value.trim().length > 1 || areLetters));
  });
}
