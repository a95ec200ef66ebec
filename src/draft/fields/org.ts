import type { Meaning } from "../meanings.js";
import { enoughMatch } from "../profile.js";
import { clear, head, headIs, is, owned, haveSameCells, valuesBeside, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, readCells, take, type FieldGuess } from "../field-guess.js";
import { holdsGivenName } from "../given-names.js";
import { flagOf, isFirm, partyOf } from "../value-words.js";
import { recordsNamed } from "../text-words.js";
import { confidence, part } from "../weights.js";
import { comment, scalar } from "../yaml-text.js";
import { isOwn } from "../table.js";

/** Owners in lists of orgs: "Vendor Code", "Customer Code" and "Company Code" are the record's own code. */
export const orgOwners: ReadonlySet<Meaning> = new Set<Meaning>(["vendor", "customer", "company"]);

type Side = "vendor" | "customer";

/** Decides whether a table lists orgs, and why. Undefined if nothing indicates it. */
export function orgsListed(
  columns: readonly GuessColumn[],
  fileName: string,
): { readonly isSure: boolean; readonly reason: string } | undefined {
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
  const name = orgName(columns);
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
    keys.some((column) => owned(column, side) && !owned(column, other(side))) || saysSide(columns, side);
  if (isNamed || says("vendor"))
    return { isSure: true, reason: "headings and values are about orgs, including creditors" };
  if (says("customer"))
    return { isSure: false, reason: "it probably lists customers, and no column identifies creditors" };
  return enoughMatch(texts, isFirm, part.half) && keys.length > 0
    ? { isSure: false, reason: "it could list orgs, but nothing shows that they are creditors" }
    : undefined;
}

function other(side: Side): Side {
  return side === "vendor" ? "customer" : "vendor";
}

/** True if flag columns or type columns say which rows are vendors or customers. */
function saysSide(columns: readonly GuessColumn[], side: Side): boolean {
  return columns.some((column) => isFlagOf(column, side) || (isOfKinds(column) && sidesOf(column).has(side)));
}

function isFlagOf(column: GuessColumn, side: Side): boolean {
  const { profile } = column;
  return (
    clear(column) &&
    owned(column, side) &&
    !owned(column, other(side)) &&
    headIs(column, "active", undefined) &&
    profile.filled > 0 &&
    profile.values.every((value) => flagOf(value) !== undefined)
  );
}

function isOfKinds({ profile }: GuessColumn): boolean {
  const known = profile.values.filter((value) => partyOf(value) !== undefined).length;
  return known > 0 && profile.distinct <= 15 && known >= profile.distinct * part.half;
}

function sidesOf({ profile }: GuessColumn): ReadonlySet<string> {
  const said = new Set(profile.values.map((value) => partyOf(value) ?? ""));
  return said.has("both") ? new Set([...said, "vendor", "customer"]) : said;
}

/** Guesses the full name: a column headed as a name, or as a vendor or company without further words. */
export function orgName(columns: readonly GuessColumn[]): FieldGuess {
  const named = columns.filter(
    (column) =>
      clear(column) &&
      (head(column) === "name" || (column.reading.heads.length === 0 && column.reading.owners.size > 0)) &&
      column.profile.filledShare >= part.half &&
      column.profile.uniqueness >= part.half &&
      column.profile.email === 0 &&
      column.profile.number < part.half &&
      column.profile.values.some((value) => flagOf(value) === undefined) &&
      !is(column, "short") &&
      !is(column, "secondary"),
  );
  const parts = columns.filter(
    (column) => head(column) === "name" && is(column, "secondary") && column.profile.filled > 0,
  );
  const isAnyNamed = columns.some((each) => head(each) === "name");
  const [first, ...others] = named.filter(({ reading }) => reading.heads.length > 0 || !isAnyNamed);
  if (first === undefined) return abstain("no column contains it");
  const shown = (columns: readonly GuessColumn[]) =>
    candidates(columns, ({ profile }) => `${profile.filled} filled`);
  const legal = [first, ...others].filter((column) => is(column, "long"));
  if (legal.length === 1 && parts.length === 0)
    return choose(legal, { op: "column" }, confidence.likely, "the heading names the legal name");
  if (others.some((each) => !haveSameCells(each, first)))
    return abstain("several columns may hold the full legal name", shown([first, ...others]));
  if (parts.length > 0)
    return abstain(
      `it may continue in another column: { join: [${[first, ...parts].map(({ name }) => scalar(name)).join(", ")}] }`,
      shown([first, ...parts]),
    );
  return take(first, confidence.likely, "the heading names a name");
}

/** Guesses creditors and debtors from a flag, a type column, or headings that name only vendors. */
export function orgSide(columns: readonly GuessColumn[], side: Side): FieldGuess {
  const flags = columns.filter((column) => isFlagOf(column, side));
  const kinds = columns.filter(isOfKinds);
  const [only, ...more] = flags.length > 0 ? flags : kinds;
  if (more.length > 0)
    return abstain("several columns may contain it", candidates([...more, only!], valuesBeside));
  if (only !== undefined && flags.length > 0) {
    const values = readCells(only, flagOf);
    return choose(
      [only],
      { op: "values", values },
      confidence.likely,
      "the heading matches and the values are yes or no",
    );
  }
  if (only !== undefined) {
    // Only a column with both sides shows what is not a vendor.
    const isSplit = sidesOf(only).has("vendor") && sidesOf(only).has("customer");
    const meant = (value: string) => {
      const said = partyOf(value);
      return said === "both" || said === side ? true : said !== undefined && isSplit ? false : undefined;
    };
    const values = readCells(only, meant);
    return choose([only], { op: "values", values }, confidence.likely, "its values are kinds of orgs");
  }
  const keys = columns.filter((column) => clear(column) && isOwn(column, { owners: [...orgOwners] }));
  const isOfVendors =
    keys.some((column) => owned(column, "vendor")) && !keys.some((column) => owned(column, "customer"));
  if (side === "vendor" && isOfVendors)
    return choose(
      [],
      { op: "written", text: "{ constant: true }" },
      confidence.likely,
      "headings name only vendors",
    );
  return abstain(
    isOfVendors
      ? "no column contains it; write { constant: false } if customers are exported separately with their own ids"
      : "no column contains it",
  );
}

/** Makes a list of contacts from a person and an address side by side. Otherwise explains that it is open. */
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
        `contacts: ${persons.map(({ name }) => name).join(", ")} may contain them, but no column has their addresses: ${line("COLUMN", "E-MAIL")}`,
      );
}
