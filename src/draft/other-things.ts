import { enoughMatch } from "./profile.js";
import { clear, head, headIs, owned, someTexts, type GuessColumn } from "./column.js";
import type { Meaning } from "./meanings.js";
import { isFirm } from "./value-words.js";
import { part } from "./weights.js";

/**
 * Returns evidence against a record type that the headings and values otherwise suggest, or undefined if there is
 * none. Customers, contacts, payments and bank accounts also have names, addresses and codes. If there is such
 * evidence, a person has to choose the record type.
 */
export function contradictionOf(type: string, columns: readonly GuessColumn[]): string | undefined {
  // Columns with a missing or unknown heading are judged by their values alone.
  const filled = columns.filter(
    (column) => (clear(column) || column.reading.strength === 0) && column.profile.filledShare >= part.half,
  );
  const key = filled.find((column) => foreignKeys.has(head(column) ?? "") && isKey(column));
  if (key !== undefined && !columns.some((column) => isOwnKey(column, type))) {
    return `each row has its own ${key.heading.trim()}, so the file does not list people, charges or taxes`;
  }
  if (type === "staff") return againstStaff(filled);
  const documents = filled.find((column) => head(column) === "document" && isKey(column));
  if (type === "charge-code" && documents !== undefined) {
    return `each row has its own ${documents.heading.trim()}, so the file probably lists documents`;
  }
  const accounts = filled.find((column) => head(column) === "bank" && isKey(column));
  return (
    accounts &&
    `each row has its own ${accounts.heading.trim()}, so the file lists bank accounts, people or companies`
  );
}

const foreignKeys: ReadonlySet<string> = new Set<Meaning>(["customer", "vendor", "cost_centre", "project"]);

/** Minimum number of rows at which a different company in each row is not considered a coincidence. */
const manyRows = 10;

function againstStaff(columns: readonly GuessColumn[]): string | undefined {
  const firms = columns.find(holdsFirms);
  if (firms !== undefined) {
    return `${firms.name} contains company names, so the file may list customers or suppliers`;
  }
  const party = columns.find(
    (column) =>
      headIs(column, "customer", "vendor") ||
      (head(column) === "company" &&
        column.profile.rows >= manyRows &&
        column.profile.uniqueness >= part.most),
  );
  if (party !== undefined) {
    return `${party.name} names a company for each row, so the file probably lists contacts of customers or suppliers`;
  }
  const amount = columns.find(
    (column) => head(column) === "amount" && column.profile.number >= part.nearlyAll,
  );
  return amount && `${amount.name} has an amount in each row, so the file probably lists payments or orders`;
}

/** True for a column of company names, such as `Nordwind GmbH`. */
function holdsFirms(column: GuessColumn): boolean {
  const named = headIs(column, "name", "full_name", "company", undefined);
  if (!named || column.profile.uniqueness < part.most) return false;
  const texts = someTexts(column);
  return texts.filter(isFirm).length >= 2 && enoughMatch(texts, isFirm, part.few);
}

function isKey({ profile }: GuessColumn): boolean {
  return profile.rows >= 3 && profile.uniqueness >= part.unique && profile.filledShare >= part.nearlyAll;
}

function isOwnKey(column: GuessColumn, type: string): boolean {
  if (!isKey(column) || column.profile.isRowNumber) return false;
  const owner = ({ staff: "staff", "charge-code": "charge", "tax-code": "tax" } as const)[type];
  if (owner !== undefined && owned(column, owner)) return true;
  return headIs(column, "id", "code", "number", "login", "email", "national_id");
}
