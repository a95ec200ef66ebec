import type { Table } from "../formats/format.js";
import { isUnread } from "../formats/archive/members.js";
import type { Row } from "../formats/row.js";
import type { Limits } from "../formats/limits.js";
import type { ReadOptions } from "../formats/read-options.js";
import {
  isAcceptedByName,
  isRepair,
  issue,
  withoutAccept,
  type Issue,
  type Position,
} from "../model/issues.js";
import type { BoundMapping, CompiledMapping, RowOutcome, Within } from "../mapping/mapping.js";
import { repeatedHeader } from "../mapping/bind.js";
import type { Draft } from "../model/draft.js";
import type { Lookups } from "../model/lookups.js";
import type { Account } from "../model/account.js";
import type { AnyRecord } from "../model/record-type.js";
import { holdsWithin, sumOf, Tally, type Fate, type Sums } from "../model/within.js";
import type { Candidate } from "../model/rules/duplicates.js";
import { isAlreadyReported, recordAsDrafted, recordRules } from "../model/rules/record.js";
import type { DeletedRow, PackedCells, RejectedRow } from "./evaluation.js";
import { countUp, isError, IssueLog, SharedIssues, type CountedIssues } from "./issue-log.js";

/**
 * Evaluates rows one by one: maps them, validates them, and sorts them into accepted, rejected, skipped and
 * merged.
 */

/** The data required to evaluate a file's rows. */
export interface RowsJob {
  /**
   * The mapping, compiled for the account. Files in the recommended format use the mapping in
   * `mapping/recommended.ts`.
   */
  readonly mapping: CompiledMapping;
  /** Read options for a returned rejects file. If undefined, the mapping's options are used. */
  readonly read?: ReadOptions | undefined;
  /** The current lists, for checking references. */
  readonly lookups: Lookups;
  readonly account: Account;
  /**
   * Strict mode treats repairs that the mapping does not accept, and a character set that is only probable, as
   * errors.
   */
  readonly mode: "strict" | "lenient";
  /**
   * `updated_at` for records without this value, if there is no previous list to compare with. If there is a previous
   * list, the time is set during reconciliation.
   */
  readonly stamp?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** The results of rows, without their records. */
export interface EvaluatedRows {
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly read: number;
  readonly merged: number;
  /** Undefined if the record type contains neither list elements nor money. */
  readonly within: EvaluatedWithin | undefined;
  readonly found: CountedIssues;
}

/**
 * Elements and money in the rows, by outcome. Duplicates have not been detected at this stage, so they are counted as
 * accepted.
 */
export type EvaluatedWithin = Readonly<Record<"read" | Exclude<Fate, "stale">, Sums>>;

/** The columns of an open file, and the labels for its issues. */
export interface BoundRows {
  readonly bound: BoundMapping;
  readonly columns: readonly string[];
  /** File name for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  readonly placeOf?: Table["placeOf"];
}

/** Evaluates rows. The rows must be passed in file order. */
export class RowEvaluator {
  #candidates: Candidate[] = [];
  #deleted: DeletedRow[] = [];
  #rejected: RejectedRow[] = [];
  #skipped = new Map<string, number>();
  #otherCompanies = new Map<string, number>();
  #read = 0;
  #merged = 0;
  readonly #bound: BoundMapping;
  readonly #continues: boolean;
  readonly #issues: IssueLog;
  readonly #evaluate: (row: DraftRow) => RowResult;
  readonly #tallies: Tallies | undefined;
  readonly #isPastEnd: (row: Row) => boolean;
  /** A record that the next rows may continue. The record is evaluated when it is complete. */
  #open: DraftRow | undefined;

  constructor(job: RowsJob, { bound, columns, name, sheet, placeOf }: BoundRows) {
    this.#bound = bound;
    this.#continues = job.mapping.continues;
    this.#issues = new IssueLog(name, sheet, placeOf);
    this.#tallies = holdsWithin(job.mapping.recordType) ? newTallies() : undefined;
    this.#evaluate = draftEvaluator(job, bound, columns, this.#issues, this.#tallies);
    this.#isPastEnd = endOfTable(readingOf(job).stop_at);
  }

  take(rows: readonly Row[]): void {
    for (const row of rows) {
      if (isUnread(row)) {
        this.end();
        const issues = this.#issues.add(row.issues ?? []);
        this.#rejected.push({ line: row.line, id: undefined, isActive: undefined, cells: "[]", issues });
        continue;
      }
      const outcome = this.#isPastEnd(row) ? pastEnd : this.#bound.apply(row);
      if (outcome.kind === "merged") {
        this.#merged += 1;
        // Repairs in a continuation row belong to its record. These repairs are relevant only if the row contributes
        // to the record.
        if (this.#open !== undefined && outcome.draft !== undefined)
          this.#open = continued(this.#open, row, outcome.draft, outcome.issues);
        else this.#issues.add(row.issues ?? []);
        continue;
      }
      // A skipped row does not end the record whose rows surround it.
      if (outcome.kind !== "skipped") this.end();
      if (outcome.kind === "skipped") {
        countUp(this.#skipped, outcome.rule);
        if (outcome.company !== undefined) countUp(this.#otherCompanies, outcome.company);
        // If a rule skips the row, it does not matter whether the row looks like a total.
        const isByRule = outcome.rule !== repeatedHeader;
        const found = row.issues ?? [];
        this.#issues.add(found.filter((each) => outcome !== pastEnd && !(isByRule && isAboutKind(each))));
      } else if (this.#continues) {
        this.#open = { row, outcome };
      } else {
        this.#settle({ row, outcome });
      }
    }
    this.#read += rows.length;
  }

  /** Completes the last record. */
  end(): void {
    if (this.#open !== undefined) this.#settle(this.#open);
    this.#open = undefined;
  }

  /** Returns the records that were accepted since the last call. */
  records(): readonly Candidate[] {
    const records = this.#candidates;
    this.#candidates = [];
    return records;
  }

  /** Returns all results since the last call, except accepted records. */
  others(): EvaluatedRows {
    const others = {
      deleted: this.#deleted,
      rejected: this.#rejected,
      skipped: this.#skipped,
      otherCompanies: this.#otherCompanies,
      read: this.#read,
      merged: this.#merged,
      within: this.#tallies && takeAll(this.#tallies, this.#bound.within()),
      found: this.#issues.take(),
    };
    this.#deleted = [];
    this.#rejected = [];
    this.#skipped = new Map();
    this.#otherCompanies = new Map();
    this.#read = 0;
    this.#merged = 0;
    return others;
  }

  #settle(row: DraftRow): void {
    const result = this.#evaluate(row);
    if (result.kind === "accepted") this.#candidates.push(result.candidate);
    else if (result.kind === "deleted") this.#deleted.push(result.row);
    else this.#rejected.push(result.row);
  }
}

/** Elements and money in records, by outcome. The mapping counts the elements and money that are read. */
type Tallies = Readonly<Record<"singles" | "accepted" | "rejected" | "skipped" | "left_out", Tally>>;

function newTallies(): Tallies {
  return {
    singles: new Tally(),
    accepted: new Tally(),
    rejected: new Tally(),
    skipped: new Tally(),
    left_out: new Tally(),
  };
}

function takeAll({ singles, accepted, rejected, skipped, left_out }: Tallies, of: Within): EvaluatedWithin {
  return {
    read: sumOf(of.read, singles.take()),
    accepted: accepted.take(),
    rejected: rejected.take(),
    skipped: sumOf(of.skipped, skipped.take()),
    left_out: left_out.take(),
    merged: of.merged,
  };
}

export function readingOf({ mapping, read }: Pick<RowsJob, "mapping" | "read">): ReadOptions {
  return read ?? mapping.read;
}

/** True if a row's result depends on that row alone. */
export function isRowByRow(job: Pick<RowsJob, "mapping" | "read">): boolean {
  return !job.mapping.looksBack && readingOf(job).stop_at === undefined;
}

/** The outcome of a row after the end of the table. */
export const pastEnd: RowOutcome = { kind: "skipped", rule: "stop_at" };

/** True if the issue indicates that the row may not be a record at all. */
function isAboutKind({ code }: Issue): boolean {
  return code === "footer_row" || code === "repeated_header" || code === "comment_row";
}

/**
 * Returns a predicate for rows. The result is true for the first row that starts with the text, such as `Total`, and
 * for all rows after it.
 */
export function endOfTable(text: string | undefined): (row: Row) => boolean {
  let isPast = false;
  return (row) => {
    if (text === undefined) return false;
    isPast ||= (row.cells.find((cell) => cell.trim() !== "") ?? "").trimStart().startsWith(text);
    return isPast;
  };
}

/** A mapped row. */
export interface DraftRow {
  readonly row: Row;
  readonly outcome: Extract<RowOutcome, { kind: "draft" }>;
  /** The row's continuation rows. */
  readonly more?: Row[];
}

/** Adds a continuation row to a record. */
export function continued(
  { row, outcome, more = [] }: DraftRow,
  next: Row,
  draft: Draft,
  issues: readonly Issue[] = [],
): DraftRow {
  // A record may have thousands of rows, so the array is not copied.
  more.push(next);
  return {
    row,
    outcome: {
      ...outcome,
      draft,
      issues: issues.length === 0 ? outcome.issues : [...outcome.issues, ...issues],
    },
    more,
  };
}

const none: readonly Issue[] = [];

type RowResult =
  | { readonly kind: "accepted"; readonly candidate: Candidate }
  | { readonly kind: "deleted"; readonly row: DeletedRow }
  | { readonly kind: "rejected"; readonly row: RejectedRow };

/**
 * Turns repairs into errors in a feed, unless the mapping accepts them. Some repairs must be accepted in the mapping
 * by name, even in manual conversions.
 */
export function withSeverity(job: RowsJob, found: Issue): Issue {
  if (!isRepair(found.code)) return found;
  // Removes the hint to accept a repair if the mapping already accepts it.
  if (readingOf(job).accept?.includes(found.code) === true)
    return { ...found, hint: withoutAccept(found.hint) };
  const isLenient = job.mode === "lenient" && !isAcceptedByName(found.code);
  return isLenient ? found : { ...found, severity: "error" };
}

/**
 * Returns a function that evaluates one draft. The function turns repairs into errors where necessary, and applies
 * the rules.
 */
function draftEvaluator(
  job: RowsJob,
  bound: BoundMapping,
  columns: readonly string[],
  log: IssueLog,
  tallies: Tallies | undefined,
) {
  const { mapping, account, lookups } = job;
  const rules = recordRules(mapping.recordType, columns, account, lookups);
  const shared = new SharedIssues();
  // If a record's rows are not adjacent, they are grouped first, so a missing header row is never caused by the order
  // of the rows.
  const orphan =
    bound.keyOf === undefined
      ? { where: "above it", order: ", above its other rows" }
      : { where: "in the file", order: "" };
  const asDrafted = recordAsDrafted(mapping.recordType, columns, bound.fills);
  const read = new Set(bound.reads.map(({ heading, index }) => heading || `#${index + 1}`));

  /** Returns the issues in a row, except those in columns that the mapping does not read. */
  const ofColumnsRead = ({ of, issues }: Row): readonly Issue[] => {
    if (issues === undefined) return none;
    // For rows from other tables, the columns that the mapping reads are not known at this point, so issues in their
    // cells remain warnings.
    if (of !== undefined)
      return issues.map((found) => (found.column === undefined ? withSeverity(job, found) : found));
    return issues
      .filter((found) => found.column === undefined || read.has(found.column))
      .map((found) => withSeverity(job, found));
  };

  const completed = (drafted: DraftRow): DraftRow => {
    if (bound.complete === undefined) return drafted;
    const { draft, issues } = bound.complete(drafted.outcome.draft, drafted.row.line);
    const outcome = { ...drafted.outcome, draft, issues: [...drafted.outcome.issues, ...issues] };
    return { ...drafted, outcome };
  };

  return function evaluateDraft(drafted: DraftRow): RowResult {
    const draft = completed(drafted);
    const { row, outcome } = draft;
    const { values } = outcome.draft;
    tallies?.singles.addValues(values);
    if (asDrafted !== undefined && hasNoIssues(draft)) {
      // Fast path for most rows: they have no issues, and the draft can be used as the record.
      const record = asDrafted(values);
      if (record !== undefined) return accepted(row.line, record, outcome.newest);
    }
    const locate = (field: string, number?: number): Position => ({
      line: row.line,
      column: bound.columnOf(field, number),
      field,
    });
    const repairs = [row, ...(draft.more ?? [])].flatMap(ofColumnsRead);

    if ((outcome.operation ?? outcome.draft.operation) === "delete") {
      // A row that deletes a record needs only an ID.
      const id = idOf(values);
      const about = outcome.issues.filter((found) => found.field === "external_id");
      const missing =
        id === undefined ? [issue("missing_value", locate("external_id"), { field: "external_id" })] : [];
      const placed = log.add([...repairs, ...(about.length > 0 ? about : missing)]);
      if (id !== undefined && !placed.some(isError)) {
        tallies?.skipped.addDraft(outcome.draft);
        return { kind: "deleted", row: { line: row.line, id } };
      }
      return rejected(draft, placed);
    }

    if (repairs.some((found) => found.code === "comment_row" && isError(found))) {
      return rejected(draft, log.add(repairs));
    }

    if (outcome.draft.isHeadless === true) {
      // The row does not match any header row because its key is damaged.
      const damaged = outcome.issues.filter((found) => found.code === "damaged_key");
      const found =
        damaged.length > 0 ? damaged : [issue("orphan_row", { file: row.of, line: row.line }, orphan)];
      return rejected(draft, log.add([...repairs, ...found]));
    }

    const { record, issues: checked, leftOut = [] } = rules(outcome.draft, locate);
    let issues = outcome.issues;
    let ofCells: readonly Issue[] = none;
    if (repairs.length > 0) {
      // Reports one error per cell. For a doubtful value, the mapping's issue is kept because it includes the field's
      // name. For other problems, the reader's issue is kept because it explains what is wrong with the cell.
      ofCells = repairs.filter(
        (found) => found.code !== "value_in_doubt" || !isCellIn(outcome.issues, found),
      );
      issues = [...ofCells, ...issues.filter((found) => !isError(found) || !isCellIn(ofCells, found))];
    }
    if (checked.length > 0) {
      const reported = new Set(issues.map((found) => found.field));
      const ofReader = [...ofCells, ...issues.filter(({ code }) => code === "cell_too_long")];
      const isCellReported = (found: Issue): boolean =>
        found.code === "missing_value" && isCellIn(ofReader, found);
      // A group's key may also be one of the record's fields.
      const isKeyOfField = (found: Issue): boolean =>
        found.code === "damaged_key" && found.field === undefined && isCellIn(checked, found);
      issues = [
        ...issues.filter((found) => !isKeyOfField(found)),
        ...checked.filter((found) => !isAlreadyReported(found, reported) && !isCellReported(found)),
      ];
    }

    const placed = log.add(issues);
    if (record === undefined || placed.some(isError)) return rejected(draft, placed);
    tallies?.accepted.addRecord(record);
    for (const [list, element] of leftOut) tallies?.left_out.addElement(list, element);
    return accepted(row.line, record, outcome.newest);
  };

  function rejected(draft: DraftRow, issues: readonly Issue[]): RowResult {
    tallies?.rejected.addDraft(draft.outcome.draft);
    return { kind: "rejected", row: rejectedRow(draft, bound, draft.outcome.draft.values, issues, shared) };
  }
}

/** True if one of the issues is an error in the same cell. */
function isCellIn(issues: readonly Issue[], { line, column }: Issue): boolean {
  return (
    column !== undefined &&
    issues.some((found) => found.column === column && found.line === line && isError(found))
  );
}

function hasNoIssues({ row, outcome, more = [] }: DraftRow): boolean {
  if (more.some(({ issues }) => issues !== undefined)) return false;
  return row.issues === undefined && outcome.issues.length === 0 && outcome.operation === undefined;
}

function accepted(line: number, record: AnyRecord, newest: string | undefined): RowResult {
  return {
    kind: "accepted",
    candidate: newest === undefined ? { line, record } : { line, record, newest },
  };
}

function idOf(values: Draft["values"]): string | undefined {
  const id = values["external_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The draft must include its filled-down cells and continuation rows, because the rejects file needs them. */
export function rejectedRow(
  { row, outcome, more }: DraftRow,
  bound: BoundMapping,
  values: Draft["values"],
  issues: readonly Issue[],
  shared: SharedIssues,
): RejectedRow {
  const isActive = values["is_active"];
  return {
    line: row.line,
    id: idOf(values),
    isActive: typeof isActive === "boolean" ? isActive : undefined,
    cells: isOfFirst(row) ? cellsRead(bound, outcome.cells ?? row.cells, issues) : "[]",
    ...(more === undefined
      ? {}
      : {
          continued: more
            .filter(isOfFirst)
            .map(({ line, cells }) => ({ line, cells: cellsRead(bound, cells, []) })),
        }),
    issues: shared.of(issues.filter(isError)),
  };
}

/** True if the row is from the first table. The columns of other tables are not in the rejects file. */
function isOfFirst({ of }: Row): boolean {
  return of === undefined;
}

function cellsRead({ reads }: BoundMapping, cells: readonly string[], issues: readonly Issue[]): PackedCells {
  const beyond = issues.find(({ code }) => code === "row_too_long")?.value;
  return JSON.stringify([
    ...reads.map(({ index }) => cells[index] ?? ""),
    ...(beyond === undefined ? [] : [beyond]),
  ]);
}
