import { evidence } from "./evidence.js";
import { isMeaning, type Meaning } from "./meanings.js";
import { clear, head, is, owned, type GuessColumn } from "./column.js";
import { abstain, candidates, choose, type FieldGuess } from "./field-guess.js";
import { isOwn, type GuessTable } from "./table.js";
import { confidence } from "./weights.js";

/**
 * This module drafts a mapping from headings without rows. Only fields whose values are copied unchanged from cells are
 * guessed. Fields that depend on values, such as flags, statuses, scales and date formats, stay open.
 */

const plain: Readonly<Record<string, readonly Meaning[]>> = {
  external_id: ["id", "number", "code"],
  name: ["full_name", "name"],
  email_address: ["email"],
  code: ["code", "number"],
  description: ["description", "name"],
  country: ["country"],
};

const asked: Readonly<Record<string, readonly Meaning[]>> = {
  is_active: ["active", "inactive", "status", "end_date", "valid_to"],
  charge_type: ["group", "kind", "category"],
  rate: ["rate", "value"],
};

function meaningsOf(record: GuessTable["record"], field: string): readonly Meaning[] {
  const rule = evidence[record]?.[field];
  if (rule === undefined) return [];
  return rule.ways.flatMap(({ headings }) => Object.keys(headings).filter(isMeaning));
}

export function guessFromHeadings(table: GuessTable, field: string): FieldGuess {
  const usable = table.columns.filter(
    (column) =>
      clear(column) &&
      !is(column, "private") &&
      !is(column, "old") &&
      !is(column, "translation") &&
      (column.reading.owners.size === 0 || isOwn(column, table)),
  );
  const meaning = (wanted: readonly Meaning[]) => {
    const found = wanted.map((each) => usable.filter((column) => head(column) === each));
    return found.find((columns) => columns.length > 0) ?? [];
  };
  const taken = (columns: readonly GuessColumn[]): FieldGuess =>
    choose(
      columns,
      columns.length > 1 ? { op: "join", separator: " " } : { op: "column" },
      confidence.doubtful,
      "the heading matches",
      {
        warnings: ["the sample has no rows; check the values in a complete export"],
      },
    );
  if (field === "name") {
    const [given, family] = [meaning(["given_name"]), meaning(["family_name"])];
    if (given.length === 1 && family.length === 1) return taken([...given, ...family]);
  }
  if (field === "tax_code") {
    const codes = table.columns.filter((column) => owned(column, "tax") && clear(column));
    return abstain(
      "the sample has no rows, and only values can show whether this is a code or a rate",
      named(codes),
    );
  }
  const found = meaning(plain[field] ?? asked[field] ?? meaningsOf(table.record, field));
  if (field in plain && found.length === 1) return taken(found);
  return found.length === 0
    ? abstain("no heading matches, and the sample has no rows")
    : abstain("the sample has no rows, and the field depends on values", named(found));
}

function named(columns: readonly GuessColumn[]) {
  return candidates(columns, "the heading matches");
}
