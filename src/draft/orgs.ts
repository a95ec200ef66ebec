import { clear, head, type GuessColumn, headIs, owned } from "./column.js";
import { isFlagOf, org, otherSide, type Side, sidesOf } from "./evidence/org.js";
import { holdsGivenName } from "./given-names.js";
import type { Lexicon } from "./lexicon.js";
import type { Meaning } from "./meanings.js";
import { enoughMatch } from "./profile.js";
import { blankReading, type HeadingReading, readHeadings } from "./reading.js";
import { decide } from "./scorer.js";
import type { GuessTable } from "./table.js";
import { recordsNamed } from "./text-words.js";
import { isFirm } from "./value-words.js";
import { part } from "./weights.js";
import { comment, scalar } from "./yaml-text.js";

/**
 * Entities whose code identifies the record in a list of orgs, as in "Vendor Code", "Customer Code" or "Company
 * Code".
 */
export const orgOwners: ReadonlySet<Meaning> = new Set<Meaning>(["vendor", "customer", "company"]);

/**
 * Returns whether a table certainly or only probably lists orgs, with the reason. Returns undefined if there is no
 * sign of orgs.
 */
export function orgsListed(
  table: GuessTable,
  fileName: string,
): { readonly isSure: boolean; readonly reason: string } | undefined {
  const { columns } = table;
  const holds = (...meanings: readonly Meaning[]) =>
    columns.some((column) => meanings.includes(head(column) ?? "note") && column.profile.filled > 0);
  const isOfOthers =
    holds(
      "given_name",
      "family_name",
      "birth_date",
      "document",
      "due_date",
      "amount",
      "net",
      "gross",
      "rate",
    ) ||
    columns.some(
      (column) => (owned(column, "staff") && head(column) !== "end_date") || owned(column, "charge"),
    );
  const name = decide(table, org["name"]!);
  const names = name.decision === "chosen" ? name.columns : name.candidates.map(({ column }) => column);
  const texts = columns
    .filter((column) => names.includes(column.name))
    .flatMap(({ profile }) => profile.values);
  if (isOfOthers || texts.length === 0 || enoughMatch(texts, holdsGivenName, part.half)) return undefined;
  const keys = columns.filter(
    (column) =>
      clear(column) &&
      headIs(column, "id", "code", "number", "name", undefined) &&
      column.profile.filledShare >= part.nearlyAll &&
      column.profile.uniqueness >= part.unique,
  );
  const isNamed = recordsNamed(fileName).includes("org") && keys.length > 0;
  const says = (side: Side) =>
    keys.some((column) => owned(column, side) && !owned(column, otherSide(side))) || saysSide(columns, side);
  if (isNamed || says("vendor"))
    return { isSure: true, reason: "the headings and values are about orgs, including creditors" };
  if (says("customer"))
    return {
      isSure: false,
      reason: "the file probably lists customers, and no column shows which of them send invoices",
    };
  return enoughMatch(texts, isFirm, part.half) && keys.length > 0
    ? { isSure: false, reason: "the file may list orgs, but no column shows which of them send invoices" }
    : undefined;
}

/** True if a column of flags or types shows which rows are vendors or, depending on `side`, customers. */
function saysSide(columns: readonly GuessColumn[], side: Side): boolean {
  return columns.some((column) => isFlagOf(column, side) || sidesOf(column).has(side));
}

/**
 * Builds a list of contacts from a column of people and a column of email addresses. Returns an empty array if no
 * column contains people, and a comment if the people cannot be matched with addresses.
 */
export function contactLines(columns: readonly GuessColumn[]): readonly string[] {
  const named = columns.filter((column) => head(column) === "contact" && column.profile.filled > 0);
  const persons = named.filter(({ profile }) => profile.email === 0 && profile.word >= part.most);
  const [person] = persons;
  if (person === undefined) return [];
  const mails = columns.filter(
    (column) =>
      column.profile.email >= part.nearlyAll &&
      (named.includes(column) || (head(column) === "email" && Math.abs(column.index - person.index) === 1)),
  );
  const line = (column: string, mail: string) =>
    `contacts: { split: ${column}, at: ";", fields: { name: "{part}", email_address: ${mail} } }`;
  const [mail] = mails;
  return mail !== undefined && persons.length === 1 && mails.length === 1
    ? [line(scalar(person.name), scalar(mail.name))]
    : comment(
        `contacts: ${persons.map(({ name }) => name).join(", ")} may contain them, but no column has their addresses: ${line("COLUMN", "EMAIL")}`,
      );
}

/**
 * Reads heading paths with at least three steps in an export of orgs. The value is described by the last step in
 * `Addresses.Address.City`, but by the last two steps in `Addresses.Country.Code`. IDs, numbers and statuses of nested
 * objects do not belong to the org.
 */
export function readOrgPaths(
  headings: readonly string[],
  lexicon: Lexicon,
  owners: ReadonlySet<Meaning>,
): readonly HeadingReading[] {
  const paths = headings.map((heading) =>
    /^(?:@?[\p{L}\p{Nd}_:-]{2,}(?:\.(?!$)|$)){3,}$/u.test(heading) ? heading.split(".") : [],
  );
  const ends = (steps: number) => paths.map((path) => path.slice(-steps).join(" "));
  const [last = [], lastTwo = []] = [1, 2].map((steps) => readHeadings(ends(steps), lexicon, owners));
  return readHeadings(headings, lexicon, owners).map((whole, index) => {
    const path = paths[index] ?? [];
    if (path.length === 0) return whole;
    const end = last[index] ?? blankReading;
    const head = end.heads[0] ?? "note";
    if (path.at(-1)?.startsWith("@") === true || ofParts.has(head)) return blankReading;
    const both = lastTwo[index] ?? blankReading;
    return head !== "code" && head !== "name" ? end : both.heads[0] === head ? blankReading : both;
  });
}

const ofParts: ReadonlySet<Meaning> = new Set<Meaning>(["id", "number", "active", "inactive", "status"]);
