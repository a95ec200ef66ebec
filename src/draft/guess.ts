import { singleFields } from "../model/fields.js";
import { recordType, typeOfColumns, type RecordTypeName } from "../model/record-types/index.js";
import { cleanCell } from "../mapping/cells.js";
import { ownersOf, reasonOf } from "./fields/external-id.js";
import { contactLines, orgOwners, orgsListed } from "./fields/org.js";
import { evidence } from "./evidence.js";
import { decide } from "./scorer.js";
import { ownPresets, type Preset } from "./data.js";
import {
  documentNamed,
  documentsIn,
  mayListDocuments,
  type DocumentType,
  type Documents,
} from "./documents.js";
import { guessFromHeadings } from "./headings-only.js";
import { orgLexicon, standardLexicon, type Lexicon } from "./lexicon.js";
import { holdsAccountKinds, withOwnAccounts } from "./own-account.js";
import type { Meaning } from "./meanings.js";
import { presetFor, presetReadings } from "./presets.js";
import { isBlank, profileOf } from "./profile.js";
import { blankReading, languageShares, readHeadings, type HeadingReading } from "./reading.js";
import {
  recordKindOf,
  refusedSample,
  refusalOf,
  type RecordKind,
  type Refusal,
  type RefusalCode,
} from "./record-kind.js";
import { refusedColumns } from "./refused.js";
import { sortRows, type SortedRows } from "./rows.js";
import { segment } from "./segments.js";
import { valuesBeside, type GuessColumn } from "./column.js";
import { abstain, take, type FieldCandidate, type FieldGuess } from "./field-guess.js";
import type { GuessSample, GuessTable } from "./table.js";
import { phraseKey, wordsOf } from "./words.js";
import { confidence, part } from "./weights.js";

/**
 * Guessing a mapping from headings and rows. Pure: the same table gives the same answer.
 *
 *     table -> readings (what headings say) and profiles (what values say) -> record type -> one guess per field
 *
 * A guess that is not sure enough abstains: a wrong mapping costs far more than a question.
 */

export interface GuessOptions {
  /** Found from headings and values when omitted. */
  readonly record?: RecordTypeName | undefined;
  readonly lexicon?: Lexicon;
}

/** `draft`: fields were guessed. `other_record`: not one of the record types. `no_list`: not a list of records. */
type GuessVerdict = "draft" | Refusal["verdict"];

/** Rows that share an id, by their place among the rows of the table, from 0. */
interface DuplicateKey {
  readonly rows: readonly number[];
  readonly same: boolean;
}

export interface Guess {
  readonly verdict: GuessVerdict;
  /** Why there is no draft. */
  readonly refusal: RefusalCode | undefined;
  /** Why the verdict, in one sentence part. */
  readonly reason: string;
  readonly record: RecordTypeName | undefined;
  readonly kind: RecordKind;
  /** The system whose export this is, when its headings are known. */
  readonly system: string | undefined;
  /** One guess per field of the record type, in column order. */
  readonly fields: Readonly<Record<string, FieldGuess>>;
  /** Look-alikes that must not be mapped, and why. */
  readonly refused: readonly FieldCandidate[];
  readonly rows: SortedRows;
  readonly duplicates: readonly DuplicateKey[];
  readonly columns: readonly GuessColumn[];
  /** Of jobs and invoices: the columns proposed for records and elements, and which of them repeat. */
  readonly documents?: Documents | undefined;
  /** The record types that it may be, if not all of them. */
  readonly offers?: readonly RecordTypeName[];
  /** Further lists of a record, each in a line. */
  readonly lists?: readonly string[];
}

export function guessMapping(sample: GuessSample, options: GuessOptions = {}): Guess {
  const { record: given, lexicon = standardLexicon() } = options;
  const hasHeadings = sample.headings !== null;
  const width = Math.max(
    sample.headings?.length ?? 0,
    ...sample.rows.slice(0, 1000).map((row) => row.length),
  );
  const headings = Array.from({ length: width }, (_, index) => sample.headings?.[index] ?? "");
  const preset = hasHeadings ? presetFor(headings, given, ownPresets()) : undefined;
  const readings = hasHeadings ? readHeadings(headings, lexicon, undefined, sample.isGrouped) : [];
  const known = withPreset(headings, readings, preset);
  const found = sortRows(sample.rows, width, known, sample);
  const read = columnsOf(headings, known, found);
  const kind = recordKindOf(read, sample.name, found.rows.length);
  const asOrgs =
    given === undefined || given === "org"
      ? hasHeadings
        ? columnsOf(
            headings,
            withPreset(headings, readOrgPaths(headings, orgLexicon(lexicon), orgOwners), preset, orgOwners),
            found,
          )
        : read
      : undefined;
  const orgs = asOrgs !== undefined && hasHeadings ? orgsListed(asOrgs, sample.name) : undefined;
  const isOfLines = given !== undefined && ofLines.has(given);
  // A row without a key is no continuation there: it may be an element of the record above.
  const lines = found.continuations === 0 ? found.rows : sortRows(sample.rows, width, [], sample).rows;
  const asDocuments = { headings, rows: lines, rowName: sample.rowName };
  const isNew = given === undefined && hasHeadings;
  const documents =
    isOfLines && hasHeadings ? documentsIn(asDocuments, lexicon, given as DocumentType) : undefined;
  const record = given ?? (orgs === undefined ? kind.type : orgs.isSure ? "org" : undefined);
  const columns = record === "org" && asOrgs !== undefined ? asOrgs : withOwnAccounts(read, record);
  const drafted = {
    verdict: "draft",
    refusal: undefined,
    record,
    kind,
    system: preset?.system,
    refused: [],
    rows: found,
    duplicates: [],
    columns,
  } as const;
  const refuse = ({ code, verdict, reason }: Refusal): Guess => ({
    ...drafted,
    verdict,
    refusal: code,
    reason,
    fields: abstainAll(record, reason),
  });
  const isGiven = "the record type was given";
  if (documents !== undefined) {
    return {
      ...drafted,
      reason: isGiven,
      kind: { ...kind, type: undefined, confidence: 0, reason: isGiven },
      fields: documents.fields,
      refused: documents.refused,
      rows: { ...found, rows: lines, continuations: 0, continuationColumn: undefined },
      documents,
    };
  }
  if (isNew && mayListDocuments(asDocuments, lexicon)) {
    const reason = "it could list jobs with their costs or invoices with their lines";
    const refused = refuse({ code: "type_open", verdict: "other_record", reason });
    return { ...refused, record: undefined, offers: ["job", "payables-invoice"] };
  }
  const isOfCodes = record === "charge-code" || record === "tax-code";
  const document =
    isNew && isOfCodes && !read.some(holdsAccountKinds) ? documentNamed(asDocuments, lexicon) : undefined;
  if (document !== undefined) {
    const reason = `each row names an invoice, an order, a notice or a job (${document}), so it lists no codes`;
    return { ...refuse({ code: "transactions", verdict: "no_list", reason }), record: undefined };
  }
  const isLooked = isOfLines || (record === "org" && found.rows.length > 0);
  const refused = isLooked ? undefined : refusalOf(sample.headings, read, found.rows.length);
  if (refused !== undefined) return refuse(refused);
  if (record === undefined) {
    return refuse({ code: "type_open", verdict: "other_record", reason: orgs?.reason ?? kind.reason });
  }
  const table: GuessTable = {
    record,
    columns,
    owners: ownersOf[record] ?? [],
    known: part.clearly,
    // The values of people are not shown.
    beside: record === "staff" ? reasonOf : valuesBeside,
    rows: found.rows.length,
    hasHeadings,
    found: {},
    languages: languageShares(headings.map((heading) => segment(wordsOf(heading), lexicon))),
  };
  const fields = Object.fromEntries(
    Object.entries(guessFields(table)).map(([field, guess]) => [
      field,
      recommendedColumn(field, table) ?? onlyIfSure(guess),
    ]),
  );
  if (given === undefined && record !== "org" && found.rows.length > 0 && !listsThings(fields, columns)) {
    return refuse(refusedSample("nothing_listed"));
  }
  return {
    ...drafted,
    reason: given === undefined ? (orgs ?? kind).reason : isGiven,
    fields,
    refused: refusedColumns(table, fields),
    duplicates: duplicatesOf(fields["external_id"], columns, found.rows),
    lists: record === "org" ? contactLines(columns) : [],
  };
}

/** Where the headings are those of the recommended format, a text is what its heading says, whatever it looks like. */
function recommendedColumn(name: string, { columns, record }: GuessTable): FieldGuess | undefined {
  const column = columns.find(({ heading }) => heading === name);
  const type = typeOfColumns(columns.map(({ heading }) => heading));
  if (column === undefined || type?.name !== record || type.fields[name]?.kind !== "text") return undefined;
  return take(column, confidence.certain, "the heading is that of the recommended format");
}

/** Rows of these are lines of records: that codes come again and again, and days with them, says nothing against them. */
const ofLines: ReadonlySet<RecordTypeName> = new Set(["job", "payables-invoice"]);

/** Whether anything says what a row is: an id, a code, a name or address, or a text that is not the same in most rows. */
function listsThings(fields: Readonly<Record<string, FieldGuess>>, columns: readonly GuessColumn[]): boolean {
  const isChosen = (field: string) => fields[field]?.decision === "chosen";
  if (["external_id", "code", "name", "email_address"].some(isChosen)) return true;
  const text = fields["description"];
  if (text?.decision !== "chosen") return false;
  const column = columns.find(({ name }) => name === text.columns[0]);
  return column !== undefined && column.profile.uniqueness > part.half;
}

/** What a preset says of a heading holds, whatever its words say. */
function withPreset(
  headings: readonly string[],
  readings: readonly HeadingReading[],
  preset: Preset | undefined,
  owners?: ReadonlySet<Meaning>,
): readonly HeadingReading[] {
  const known = presetReadings(preset, owners);
  return readings.map((reading, index) => known.get(phraseKey(headings[index] ?? "")) ?? reading);
}

/**
 * Of parts of an org, such as `Addresses.Address.City`, the end says what they are, or of `Country.Code` both words. Their ids and
 * states are not the org's.
 */
function readOrgPaths(
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

function columnsOf(
  headings: readonly string[],
  readings: readonly HeadingReading[],
  found: SortedRows,
): readonly GuessColumn[] {
  return withOneDateOrder(
    headings.map((heading, index) => {
      const repeated = headings.filter((other) => other.trim() === heading.trim()).length > 1;
      const cells = found.rows.map((row) => cleanCell(row[index], undefined) ?? "");
      return {
        index,
        heading,
        name: heading.trim() === "" || repeated ? `#${index + 1}` : heading,
        reading: readings[index] ?? blankReading,
        profile: profileOf(cells),
        cells,
      };
    }),
  );
}

/** One export writes all its dates in one order: what one column decides holds for those that could be read both ways. */
function withOneDateOrder(columns: readonly GuessColumn[]): readonly GuessColumn[] {
  const decided = columns.flatMap(({ profile }) => {
    const dates = profile.dates;
    if (dates === undefined || dates.ambiguous !== undefined || !/^[dM]{1,2}[/-]/.test(dates.format))
      return [];
    return [dates.format.startsWith("d") ? 0 : 1];
  });
  const [order] = decided;
  if (order === undefined || decided.some((other) => other !== order)) return columns;
  return columns.map((column) => {
    const dates = column.profile.dates;
    if (dates?.ambiguous === undefined) return column;
    const { ambiguous, ...rest } = dates;
    return {
      ...column,
      profile: { ...column.profile, dates: { ...rest, format: ambiguous[order] ?? rest.format } },
    };
  });
}

function guessFields(table: GuessTable): Record<string, FieldGuess> {
  if (table.rows === 0) {
    const fields = recordType(table.record)?.columns ?? [];
    return Object.fromEntries(fields.map((field) => [field, guessFromHeadings(table, field)]));
  }
  const found: Record<string, FieldGuess> = {};
  for (const [field, rule] of Object.entries(evidence[table.record] ?? {})) {
    const now = { ...table, found };
    found[field] =
      typeof rule === "function" ? rule(now) : decide(now, rule.what, rule.ways, () => rule.open?.(now));
  }
  return found;
}

function onlyIfSure(guess: FieldGuess): FieldGuess {
  if (guess.decision === "abstained" || guess.confidence >= confidence.least) return guess;
  return abstain(`not sure enough: ${guess.reason}`, [
    ...guess.columns.map((column) => ({ column, reason: guess.reason })),
    ...guess.runnersUp,
  ]);
}

function abstainAll(record: RecordTypeName | undefined, reason: string): Record<string, FieldGuess> {
  const fields = Object.keys(singleFields((record && recordType(record)?.fields) ?? {}));
  return Object.fromEntries(fields.map((field) => [field, abstain(reason)]));
}

/** Every id that stands in more than one row, and whether those rows are otherwise the same. */
function duplicatesOf(
  id: FieldGuess | undefined,
  columns: readonly GuessColumn[],
  rows: readonly (readonly string[])[],
): readonly DuplicateKey[] {
  if (id?.decision !== "chosen") return [];
  const chosen = id.columns.map((name) => columns.find((column) => column.name === name));
  const only = chosen.length === 1 ? chosen[0] : undefined;
  if (only?.profile.uniqueness === 1) return [];
  const key = chosen.map((column) => column?.index ?? -1);
  const places = new Map<string, number[]>();
  for (const [place, row] of rows.entries()) {
    const cells = key.map((index) => row[index] ?? "");
    if (cells.every(isBlank)) continue;
    const list = places.get(cells.join("|"));
    if (list === undefined) places.set(cells.join("|"), [place]);
    else list.push(place);
  }
  const lists = [...places.values()].filter((list) => list.length > 1);
  return lists.map((list) => ({
    rows: list,
    same: list.every((place) => rows[place]?.join("\u0001") === rows[list[0] ?? 0]?.join("\u0001")),
  }));
}
