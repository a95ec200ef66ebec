import { singleFields } from "../model/fields.js";
import { recordType, typeOfColumns, type RecordTypeName } from "../model/record-types/index.js";
import { cleanCell } from "../mapping/cells.js";
import { uniquenessOf } from "./evidence/keys.js";
import { contactLines, orgOwners, orgsListed, readOrgPaths } from "./orgs.js";
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
import { holdsAccountKinds, withAccountMeaning } from "./own-account.js";
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
 * This module guesses a mapping from headings and rows. `guessMapping` is a pure function, so the same table always
 * gives the same result.
 *
 *     table -> readings (of headings) and profiles (of values) -> record type -> one guess per field
 *
 * A field stays open if its guess is not certain enough, because a wrong mapping is far more costly than a question.
 */

export interface GuessOptions {
  /** The record type. Default: detected from headings and values. */
  readonly record?: RecordTypeName | undefined;
  readonly lexicon?: Lexicon;
}

/**
 * `draft`: fields were guessed. `other_record`: the records are of an unknown type. `no_list`: the table is not a
 * list of records.
 */
type GuessVerdict = "draft" | Refusal["verdict"];

/** Indexes of the rows that have the same ID. */
interface DuplicateKey {
  readonly rows: readonly number[];
  readonly same: boolean;
}

export interface Guess {
  readonly verdict: GuessVerdict;
  /** Undefined if the verdict is `draft`. */
  readonly refusal: RefusalCode | undefined;
  /** Reason for the verdict, phrased as part of a sentence. */
  readonly reason: string;
  readonly record: RecordTypeName | undefined;
  readonly kind: RecordKind;
  /** The system that created the export, if a preset matches the headings. */
  readonly system: string | undefined;
  /** One guess for each field, in the order of the record type's columns. */
  readonly fields: Readonly<Record<string, FieldGuess>>;
  /** Columns that resemble a field but must not be mapped, each with a reason. */
  readonly refused: readonly FieldCandidate[];
  readonly rows: SortedRows;
  readonly duplicates: readonly DuplicateKey[];
  readonly columns: readonly GuessColumn[];
  /** For jobs and invoices: the proposed columns for records and elements, and the repeating columns. */
  readonly documents?: Documents | undefined;
  /** The possible record types. Default: all types. */
  readonly offers?: readonly RecordTypeName[];
  /** YAML lines for lists in the record, such as the contacts of an org. */
  readonly lists?: readonly string[];
}

/** Entities that each record type describes. A heading that mentions such an entity refers to the record itself. */
const ownersOf: Readonly<Partial<Record<RecordTypeName, readonly Meaning[]>>> = {
  staff: ["staff"],
  "charge-code": ["charge"],
  "tax-code": ["tax"],
  org: ["vendor", "customer", "company"],
};

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
  const tableOf = (record: RecordTypeName, columns: readonly GuessColumn[]): GuessTable => ({
    record,
    columns,
    owners: ownersOf[record] ?? [],
    known: part.clearly,
    // Questions never show values from staff lists.
    beside: record === "staff" ? uniquenessOf : valuesBeside,
    rows: found.rows.length,
    hasHeadings,
    found: {},
    languages: languageShares(headings.map((heading) => segment(wordsOf(heading), lexicon))),
  });
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
  const orgs =
    asOrgs !== undefined && hasHeadings ? orgsListed(tableOf("org", asOrgs), sample.name) : undefined;
  const isOfLines = given !== undefined && ofLines.has(given);
  // In jobs and invoices, a row without a key may be an element of the record above it, so continuation rows are
  // kept in `lines`.
  const lines = found.continuations === 0 ? found.rows : sortRows(sample.rows, width, [], sample).rows;
  const asDocuments = { headings, rows: lines, rowName: sample.rowName };
  const isNew = given === undefined && hasHeadings;
  const documents =
    isOfLines && hasHeadings ? documentsIn(asDocuments, lexicon, given as DocumentType) : undefined;
  const record = given ?? (orgs === undefined ? kind.type : orgs.isSure ? "org" : undefined);
  const columns = record === "org" && asOrgs !== undefined ? asOrgs : withAccountMeaning(read, record);
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
  const isGiven = "the record type was specified";
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
    const reason = "the file could list jobs with their costs or invoices with their lines";
    const refused = refuse({ code: "type_open", verdict: "other_record", reason });
    return { ...refused, record: undefined, offers: ["job", "payables-invoice"] };
  }
  const isOfCodes = record === "charge-code" || record === "tax-code";
  const document =
    isNew && isOfCodes && !read.some(holdsAccountKinds) ? documentNamed(asDocuments, lexicon) : undefined;
  if (document !== undefined) {
    const reason = `each row has an invoice, order, notice or job number (${document}), so the file is not a list of codes`;
    return { ...refuse({ code: "transactions", verdict: "no_list", reason }), record: undefined };
  }
  const isLooked = isOfLines || (record === "org" && found.rows.length > 0);
  const refused = isLooked ? undefined : refusalOf(sample.headings, read, found.rows.length);
  // If a person chose the record type, columns are proposed even if the rows look like events.
  const overruled = given !== undefined && refused?.code === "transactions" ? refused : undefined;
  if (refused !== undefined && overruled === undefined) return refuse(refused);
  if (record === undefined) {
    return refuse({ code: "type_open", verdict: "other_record", reason: orgs?.reason ?? kind.reason });
  }
  const table = tableOf(record, columns);
  const fields = Object.fromEntries(
    Object.entries(guessFields(table)).map(([field, guess]) => [
      field,
      recommendedColumn(field, table) ?? guess,
    ]),
  );
  if (overruled !== undefined) return { ...refuse(overruled), fields };
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

/**
 * Returns the column for a text field if the table has the headings of the recommended format, regardless of the
 * column's values.
 */
function recommendedColumn(name: string, { columns, record }: GuessTable): FieldGuess | undefined {
  const column = columns.find(({ heading }) => heading === name);
  const type = typeOfColumns(columns.map(({ heading }) => heading));
  if (column === undefined || type?.name !== record || type.fields[name]?.kind !== "text") return undefined;
  return take(column, confidence.certain, "the heading matches the recommended format");
}

/** Record types for which each row is one line of a record, so repeated codes and dates are expected. */
const ofLines: ReadonlySet<RecordTypeName> = new Set(["job", "payables-invoice"]);

/** True if something identifies the rows: an ID, a code, a name, an email address, or a mostly distinct description. */
function listsThings(fields: Readonly<Record<string, FieldGuess>>, columns: readonly GuessColumn[]): boolean {
  const isChosen = (field: string) => fields[field]?.decision === "chosen";
  if (["external_id", "code", "name", "email_address"].some(isChosen)) return true;
  const text = fields["description"];
  if (text?.decision !== "chosen") return false;
  const column = columns.find(({ name }) => name === text.columns[0]);
  return column !== undefined && column.profile.uniqueness > part.half;
}

/** Replaces meanings guessed from words with meanings from a preset. */
function withPreset(
  headings: readonly string[],
  readings: readonly HeadingReading[],
  preset: Preset | undefined,
  owners?: ReadonlySet<Meaning>,
): readonly HeadingReading[] {
  const known = presetReadings(preset, owners);
  return readings.map((reading, index) => known.get(phraseKey(headings[index] ?? "")) ?? reading);
}

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

/**
 * If all columns with unambiguous dates have the same date order, applies this order to columns with ambiguous dates,
 * because an export usually uses the same order for all dates.
 */
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
    found[field] = decide(now, rule);
  }
  return found;
}

function abstainAll(record: RecordTypeName | undefined, reason: string): Record<string, FieldGuess> {
  const fields = Object.keys(singleFields((record && recordType(record)?.fields) ?? {}));
  return Object.fromEntries(fields.map((field) => [field, abstain(reason)]));
}

/** Returns the rows of each ID that occurs in several rows, and whether these rows are identical. */
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
