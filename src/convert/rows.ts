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
import { holdsWithin, sumOf, Tally, type Fate, type Sums } from "../model/within.js";
import { isAlreadyReported, recordAsDrafted, recordRules } from "../model/rules/record.js";
import type { DeletedRow, PackedCells, RejectedRow } from "./evaluation.js";
import { wholeBuffer } from "./chunks.js";
import { countUp, isError, IssueLog, SharedIssues, type CountedIssues } from "./issue-log.js";
import { RunWriter, type SortedRun } from "./runs.js";

/**
 * This module evaluates rows one at a time: it maps and validates each row and classifies the row as accepted,
 * rejected, skipped or merged.
 */

export interface RowsJob {
  /** Files in the recommended format use the mapping in `mapping/recommended.ts`. */
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
   * Value of `updated_at` for records without a time in the export, if there is no previous list to compare with. If
   * there is a previous list, reconciliation sets the time.
   */
  readonly stamp?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** The results of consecutive rows of a file. A part is plain data, so it can be passed between threads. */
export interface Part {
  /** The accepted records. Undefined if no record was accepted. */
  readonly run: SortedRun | undefined;
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly read: number;
  readonly merged: number;
  /** Undefined if the record type contains neither list elements nor amounts of money. */
  readonly within: EvaluatedWithin | undefined;
  readonly found: CountedIssues;
}

/**
 * List elements and amounts of money in the rows, by outcome. Duplicates have not been detected at this stage, so
 * they are counted as accepted.
 */
export type EvaluatedWithin = Readonly<Record<"read" | Exclude<Fate, "stale">, Sums>>;

export interface BoundRows {
  readonly bound: BoundMapping;
  readonly columns: readonly string[];
  /** File name for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  readonly placeOf?: Table["placeOf"];
}

/** Approximate number of record bytes per part. */
const partSize = 1024 * 1024;

/** Evaluates rows, which must be passed in file order, and returns the results in parts. */
export class RowEvaluator {
  #deleted: DeletedRow[] = [];
  #rejected: RejectedRow[] = [];
  #skipped = new Map<string, number>();
  #otherCompanies = new Map<string, number>();
  #read = 0;
  #merged = 0;
  #run: RunWriter;
  readonly #job: RowsJob;
  readonly #bound: BoundMapping;
  readonly #columns: readonly string[];
  readonly #issues: IssueLog;
  readonly #tallies: Tallies | undefined;
  readonly #isPastEnd: (row: Row) => boolean;
  readonly #asDrafted: ReturnType<typeof recordAsDrafted>;
  readonly #rules: ReturnType<typeof recordRules>;
  readonly #shared = new SharedIssues();
  /** Headings of the columns that the mapping reads, or positions such as `#3` for columns without headings. */
  readonly #labels: ReadonlySet<string>;
  /** A record that the next rows may continue. The record is evaluated when it is complete. */
  #open: DraftRow | undefined;

  /** `buffer` is the memory for the records of the first part. A larger buffer replaces it if necessary. */
  constructor(job: RowsJob, { bound, columns, name, sheet, placeOf }: BoundRows, buffer: Uint8Array) {
    const { recordType } = job.mapping;
    this.#job = job;
    this.#bound = bound;
    this.#columns = columns;
    this.#run = new RunWriter(columns, buffer, job.stamp);
    this.#issues = new IssueLog(name, sheet, placeOf);
    this.#tallies = holdsWithin(recordType) ? newTallies() : undefined;
    this.#isPastEnd = endOfTable(readingOf(job).stop_at);
    this.#asDrafted = recordAsDrafted(recordType, columns, bound.fills);
    this.#rules = recordRules(recordType, columns, job.account, job.lookups);
    this.#labels = new Set(bound.reads.map(({ heading, index }) => heading || `#${index + 1}`));
  }

  take(rows: readonly Row[]): void {
    for (const row of rows) {
      if (isUnread(row)) {
        this.#complete();
        const issues = this.#issues.add(row.issues ?? []);
        this.#rejected.push({ line: row.line, id: undefined, isActive: undefined, cells: "[]", issues });
        continue;
      }
      const outcome = this.#isPastEnd(row) ? pastEnd : this.#bound.apply(row);
      if (outcome.kind === "merged") {
        this.#merged += 1;
        // If the continuation row contributes to the record, the row's repairs are checked together with that record.
        if (this.#open !== undefined && outcome.draft !== undefined)
          this.#open = continued(this.#open, row, outcome.draft, outcome.issues);
        else this.#issues.add(row.issues ?? []);
      } else if (outcome.kind === "skipped") {
        // A record may continue after a skipped row, so the open record is not completed yet.
        countUp(this.#skipped, outcome.rule);
        if (outcome.company !== undefined) countUp(this.#otherCompanies, outcome.company);
        // If a rule skips the row, issues about whether the row is a record are omitted.
        const isByRule = outcome.rule !== repeatedHeader;
        const found = row.issues ?? [];
        this.#issues.add(found.filter((each) => outcome !== pastEnd && !(isByRule && isAboutKind(each))));
      } else if (this.#job.mapping.continues) {
        this.#complete();
        this.#open = { row, outcome };
      } else {
        this.#evaluate({ row, outcome });
      }
    }
    this.#read += rows.length;
  }

  get isFull(): boolean {
    return this.#run.size >= partSize;
  }

  /** Returns the results since the last call. The next part overwrites the buffer that contains these records. */
  part(): Part {
    const run = this.#run.end();
    if (run !== undefined) this.#run = new RunWriter(this.#columns, wholeBuffer(run.bytes), this.#job.stamp);
    const part = {
      run,
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
    return part;
  }

  /** Completes the last record and returns the remaining results. */
  end(): Part {
    this.#complete();
    return this.part();
  }

  #complete(): void {
    if (this.#open !== undefined) this.#evaluate(this.#open);
    this.#open = undefined;
  }

  #evaluate(drafted: DraftRow): void {
    const { complete } = this.#bound;
    const draft = complete === undefined ? drafted : completed(drafted, complete);
    const { row, outcome } = draft;
    this.#tallies?.singles.addValues(outcome.draft.values);
    // Fast path for most rows: they have no issues, and the draft can be used as the record.
    const record = hasNoIssues(draft) ? this.#asDrafted?.(outcome.draft.values) : undefined;
    if (record === undefined) this.#check(draft);
    else this.#run.add({ line: row.line, record, newest: outcome.newest });
  }

  #check(draft: DraftRow): void {
    const { row, outcome } = draft;
    const { values } = outcome.draft;
    const bound = this.#bound;
    const locate = (field: string, number?: number): Position => ({
      line: row.line,
      column: bound.columnOf(field, number),
      field,
    });
    const repairs = [row, ...(draft.more ?? [])].flatMap((each) => this.#repairsIn(each));

    if ((outcome.operation ?? outcome.draft.operation) === "delete") {
      // A row that deletes a record needs only an ID.
      const id = idOf(values);
      const about = outcome.issues.filter((found) => found.field === "external_id");
      const missing =
        id === undefined ? [issue("missing_value", locate("external_id"), { field: "external_id" })] : [];
      const placed = this.#issues.add([...repairs, ...(about.length > 0 ? about : missing)]);
      if (id === undefined || placed.some(isError)) return this.#reject(draft, placed);
      this.#tallies?.skipped.addDraft(outcome.draft);
      this.#deleted.push({ line: row.line, id });
      return;
    }

    if (repairs.some((found) => found.code === "comment_row" && isError(found)))
      return this.#reject(draft, this.#issues.add(repairs));

    if (outcome.draft.isHeadless === true) {
      // If a damaged key explains why no header row matches, only the damage is reported.
      const damaged = outcome.issues.filter((found) => found.code === "damaged_key");
      // If a record's rows are not adjacent, they are grouped first, so a missing header row is never caused by the
      // order of the rows.
      const orphan =
        bound.keyOf === undefined
          ? { where: "above it", order: ", above its other rows" }
          : { where: "in the file", order: "" };
      const found =
        damaged.length > 0 ? damaged : [issue("orphan_row", { file: row.of, line: row.line }, orphan)];
      return this.#reject(draft, this.#issues.add([...repairs, ...found]));
    }

    const { record, issues: checked, leftOut = [] } = this.#rules(outcome.draft, locate);
    const placed = this.#issues.add(withoutRepeats(repairs, outcome.issues, checked));
    if (record === undefined || placed.some(isError)) return this.#reject(draft, placed);
    this.#tallies?.accepted.addRecord(record);
    for (const [list, element] of leftOut) this.#tallies?.left_out.addElement(list, element);
    this.#run.add({ line: row.line, record, newest: outcome.newest });
  }

  #reject(draft: DraftRow, issues: readonly Issue[]): void {
    const { draft: mapped } = draft.outcome;
    this.#tallies?.rejected.addDraft(mapped);
    this.#rejected.push(rejectedRow(draft, this.#bound, mapped.values, issues, this.#shared));
  }

  /**
   * Returns the issues in a row. For rows of the first table, omits issues in columns that the mapping does not read.
   */
  #repairsIn({ of, issues = [] }: Row): readonly Issue[] {
    // For rows from other tables, the columns that the mapping reads are not known at this point, so issues in their
    // cells remain warnings.
    if (of !== undefined)
      return issues.map((found) => (found.column === undefined ? withSeverity(this.#job, found) : found));
    return issues
      .filter((found) => found.column === undefined || this.#labels.has(found.column))
      .map((found) => withSeverity(this.#job, found));
  }
}

/** Adds the values that are sums of a record's elements. */
function completed(drafted: DraftRow, complete: NonNullable<BoundMapping["complete"]>): DraftRow {
  const { draft, issues } = complete(drafted.outcome.draft, drafted.row.line);
  const outcome = { ...drafted.outcome, draft, issues: [...drafted.outcome.issues, ...issues] };
  return { ...drafted, outcome };
}

/**
 * Combines the issues of the reader, the mapping and the rules. Keeps one error per cell, and omits the issue about a
 * missing value if the cell already has an error.
 */
function withoutRepeats(
  repairs: readonly Issue[],
  mapped: readonly Issue[],
  checked: readonly Issue[],
): readonly Issue[] {
  let issues = mapped;
  let ofCells: readonly Issue[] = [];
  if (repairs.length > 0) {
    // For a doubtful value, the mapping's issue is kept because it includes the field's name. For other problems, the
    // reader's issue is kept because it explains what is wrong with the cell.
    ofCells = repairs.filter((found) => found.code !== "value_in_doubt" || !isCellIn(mapped, found));
    issues = [...ofCells, ...issues.filter((found) => !isError(found) || !isCellIn(ofCells, found))];
  }
  if (checked.length === 0) return issues;
  const reported = new Set(issues.map((found) => found.field));
  const ofReader = [...ofCells, ...issues.filter(({ code }) => code === "cell_too_long")];
  const isCellReported = (found: Issue): boolean =>
    found.code === "missing_value" && isCellIn(ofReader, found);
  // If the cell with a group's damaged key also causes an error in a field, only the field's error is kept.
  const isKeyOfField = (found: Issue): boolean =>
    found.code === "damaged_key" && found.field === undefined && isCellIn(checked, found);
  return [
    ...issues.filter((found) => !isKeyOfField(found)),
    ...checked.filter((found) => !isAlreadyReported(found, reported) && !isCellReported(found)),
  ];
}

/**
 * List elements and amounts of money in records, by outcome. The mapping counts the elements and amounts that are
 * read.
 */
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

/** True if each row's result depends only on that row. */
export function isRowByRow(job: Pick<RowsJob, "mapping" | "read">): boolean {
  return !job.mapping.looksBack && readingOf(job).stop_at === undefined;
}

export const pastEnd: RowOutcome = { kind: "skipped", rule: "stop_at" };

/** True if the issue indicates that the row may not be a record. */
function isAboutKind({ code }: Issue): boolean {
  return code === "footer_row" || code === "repeated_header" || code === "comment_row";
}

/**
 * Returns a predicate that is true for the first row in which the first non-blank cell starts with `text`, such as
 * `Total`, and for all later rows. The predicate is always false if `text` is undefined.
 */
export function endOfTable(text: string | undefined): (row: Row) => boolean {
  let isPast = false;
  return (row) => {
    if (text === undefined) return false;
    isPast ||= (row.cells.find((cell) => cell.trim() !== "") ?? "").trimStart().startsWith(text);
    return isPast;
  };
}

export interface DraftRow {
  readonly row: Row;
  readonly outcome: Extract<RowOutcome, { kind: "draft" }>;
  /** The row's continuation rows. */
  readonly more?: Row[];
}

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

/**
 * In strict mode, turns repairs into errors unless the mapping accepts them. Some repairs are errors in both modes
 * unless the mapping accepts them by name.
 */
export function withSeverity(job: RowsJob, found: Issue): Issue {
  if (!isRepair(found.code)) return found;
  if (readingOf(job).accept?.includes(found.code) === true)
    return { ...found, hint: withoutAccept(found.hint) };
  const isLenient = job.mode === "lenient" && !isAcceptedByName(found.code);
  return isLenient ? found : { ...found, severity: "error" };
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

function idOf(values: Draft["values"]): string | undefined {
  const id = values["external_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The draft must include the filled-down cells and the continuation rows. */
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

/** The rejects file contains only columns of the first table. */
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
