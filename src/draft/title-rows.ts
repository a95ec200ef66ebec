import type { Guess } from "./guess.js";
import type { GuessColumn } from "./column.js";
import { mentions } from "./text-words.js";
import { isRowTitle } from "./value-words.js";
import { part } from "./weights.js";
import { wordsOf } from "./words.js";

/**
 * Columns that distinguish title rows from entries. Charts of accounts and grouped lists of charges have rows that only
 * introduce the rows below. A person decides whether these rows are records.
 */
export function titleColumns({ record, columns, fields }: Guess): readonly GuessColumn[] {
  if (record !== "charge-code") return [];
  const used = Object.values(fields).flatMap((field) => (field.decision === "chosen" ? field.columns : []));
  return columns.filter((column) => {
    const { distinct, uniqueness, values } = column.profile;
    if (used.includes(column.name) || distinct < 2 || uniqueness >= part.most) return false;
    // `H` next to `A`, `P` or `D`. A single letter is used only if all values are letters. With only `E`, it means "no"
    // in Turkish.
    const areLetters =
      values.every((value) => value.trim().length === 1) && !(distinct === 2 && values.includes("E"));
    const isNamed = mentions("titleRow", wordsOf(column.heading).join(" ")) && distinct === 2;
    return isNamed || values.some((value) => isRowTitle(value) && (value.trim().length > 1 || areLetters));
  });
}
