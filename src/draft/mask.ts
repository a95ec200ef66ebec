import type { GuessColumn } from "./column.js";
import { secretMeanings } from "./meanings.js";

/** This module masks samples so that people can judge a guess without seeing personal data. */

/** Masks a personal value: `Petra Vogel` becomes `P**** V****`, `p.vogel@x.test` becomes `p******@x*****`. */
function masked(value: string): string {
  const at = value.indexOf("@");
  if (at > 0) return `${hide(value.slice(0, at))}@${hide(value.slice(at + 1))}`;
  return value
    .split(" ")
    .map((word) => hide(word))
    .join(" ");
}

function hide(word: string): string {
  const [first = "", ...rest] = [...word];
  return first + "*".repeat(Math.min(rest.length, 6));
}

/**
 * Returns up to three distinct values, shortened. Personal values are masked. Returns no values for columns that
 * contain secrets.
 */
export function samplesOf(column: GuessColumn, personal: boolean): readonly string[] {
  if (column.reading.heads.some((meaning) => secretMeanings.has(meaning))) return [];
  const values = column.profile.values.slice(0, 3);
  return values.map((value) => {
    const line = value.replace(/\s+/g, " ").trim();
    const short = line.length > 40 ? `${line.slice(0, 40)}...` : line;
    return personal ? masked(short) : short;
  });
}
