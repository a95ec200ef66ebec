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
import { countUp, isError, IssueLog, SharedIssues, type Found } from "./issue-log.js";

/** Rows one after the other: mapped, validated, and put where they belong. */

/** What the rows of a file are evaluated with. */
export interface RowsJob {
  /** Compiled for the account; for a file in the recommended format, the mapping of mapping/recommended.ts. */
  readonly mapping: CompiledMapping;
  /** How to read the file, when it is not the export itself but its rejects file come back; else as the mapping says. */
  readonly read?: ReadOptions | undefined;
  /** The current lists that references are checked against. */
  readonly lookups: Lookups;
  readonly account: Account;
  /** `strict`: repairs that the mapping does not accept are errors, and so is an encoding that is only suggested. */
  readonly mode: "strict" | "lenient";
  /** Time of records that the file gives none, when they are compared with no earlier list; else reconciling decides it. */
  readonly stamp?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** What rows came to besides records. */
export interface EvaluatedRows {
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly read: number;
  readonly merged: number;
  /** Undefined where records hold neither elements nor money. */
  readonly within: EvaluatedWithin | undefined;
  readonly found: Found;
}

/** What stood within the rows, and what became of it. Duplicates are not known yet: they count as accepted. */
export type EvaluatedWithin = Readonly<Record<"read" | Exclude<Fate, "stale">, Sums>>;

/** What rows are evaluated with, once it is known what is in the file. */
export interface BoundRows {
  readonly bound: BoundMapping;
  readonly columns: readonly string[];
  /** File name and sheet, labels for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  readonly placeOf?: Table["placeOf"];
}

/** Evaluates rows, given in file order. */
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
  /** A record that the next rows may continue is evaluated when it is complete. */
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
        this.#issues.add(row.issues ?? []);
        if (this.#open !== undefined && outcome.draft !== undefined)
          this.#open = continued(this.#open, row, outcome.draft, outcome.issues);
        continue;
      }
      // A row that is left out does not end the record of the rows around it.
      if (outcome.kind !== "skipped") this.end();
      if (outcome.kind === "skipped") {
        countUp(this.#skipped, outcome.rule);
        if (outcome.company !== undefined) countUp(this.#otherCompanies, outcome.company);
        // Once a rule has left a row out, it does not matter that the row looks like a total.
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

  /** No more rows: the last record is complete. */
  end(): void {
    if (this.#open !== undefined) this.#settle(this.#open);
    this.#open = undefined;
  }

  /** The records since this was asked last. */
  records(): readonly Candidate[] {
    const records = this.#candidates;
    this.#candidates = [];
    return records;
  }

  /** What else the rows came to since this was asked last. */
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

/** What became of what stands within records. What they were made of, the mapping counts where it reads it. */
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

/** Whether what a row comes to depends on that row alone. */
export function isRowByRow(job: Pick<RowsJob, "mapping" | "read">): boolean {
  return !job.mapping.looksBack && readingOf(job).stop_at === undefined;
}

/** What becomes of the rows below the end of the table. */
export const pastEnd: RowOutcome = { kind: "skipped", rule: "stop_at" };

/** Whether an issue says that a row may be no record at all. */
function isAboutKind({ code }: Issue): boolean {
  return code === "footer_row" || code === "repeated_header" || code === "comment_row";
}

/** Whether a row stands at or below the first one that begins with the text: totals, notes, footers. */
export function endOfTable(text: string | undefined): (row: Row) => boolean {
  let isPast = false;
  return (row) => {
    if (text === undefined) return false;
    isPast ||= (row.cells.find((cell) => cell.trim() !== "") ?? "").trimStart().startsWith(text);
    return isPast;
  };
}

/** A row and what the mapping made of it. */
export interface DraftRow {
  readonly row: Row;
  readonly outcome: Extract<RowOutcome, { kind: "draft" }>;
  /** The rows that continue it. */
  readonly more?: Row[];
}

/** The record of a row with what the row after it adds. */
export function continued(
  { row, outcome, more = [] }: DraftRow,
  next: Row,
  draft: Draft,
  issues: readonly Issue[] = [],
): DraftRow {
  // A record may have thousands of rows: none is copied.
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

/** Repairs that the mapping does not accept are errors in a feed; some of them are by hand, too. */
export function withSeverity(job: RowsJob, found: Issue): Issue {
  if (!isRepair(found.code)) return found;
  // What the mapping has already is not offered again.
  if (readingOf(job).accept?.includes(found.code) === true)
    return { ...found, hint: withoutAccept(found.hint) };
  const isLenient = job.mode === "lenient" && !isAcceptedByName(found.code);
  return isLenient ? found : { ...found, severity: "error" };
}

/** Compiles the evaluation of one draft: escalate repairs that a feed does not accept, apply the rules. */
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
  // Scattered rows are brought together first, so that their order is never the cause.
  const orphan =
    bound.keyOf === undefined
      ? { where: "above it", order: ", above its other rows" }
      : { where: "in the file", order: "" };
  const asDrafted = recordAsDrafted(mapping.recordType, columns, bound.fills);
  const read = new Set(bound.reads.map(({ heading, index }) => heading || `#${index + 1}`));

  const ofColumnsRead = (issues: readonly Issue[]): readonly Issue[] =>
    issues
      .filter((found) => found.column === undefined || read.has(found.column))
      .map((found) => withSeverity(job, found));

  return function evaluateDraft(draft: DraftRow): RowResult {
    const { row, outcome } = draft;
    const { values } = outcome.draft;
    tallies?.singles.addValues(values);
    if (asDrafted !== undefined && isUneventful(draft)) {
      // Most rows: nothing was found in them, and what the mapping made of them is the record.
      const record = asDrafted(values);
      if (record !== undefined) return accepted(row.line, record, outcome.newest);
    }
    const locate = (field: string, number?: number): Position => ({
      line: row.line,
      column: bound.columnOf(field, number),
      field,
    });
    // Issues in columns that the mapping does not read are dropped.
    const repairs = row.issues === undefined ? none : ofColumnsRead(row.issues);

    if ((outcome.operation ?? outcome.draft.operation) === "delete") {
      // A row that deletes a record needs only its id.
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
      // A damaged key matches no header row.
      const damaged = outcome.issues.filter((found) => found.code === "damaged_key");
      const found =
        damaged.length > 0 ? damaged : [issue("orphan_row", { file: row.of, line: row.line }, orphan)];
      return rejected(draft, log.add([...repairs, ...found]));
    }

    const { record, issues: checked, leftOut = [] } = rules(outcome.draft, locate);
    let issues = outcome.issues;
    let ofCells: readonly Issue[] = none;
    if (repairs.length > 0) {
      // One cell has one error. What the mapping says of a cell in doubt names its field; what a spreadsheet says of a cell explains it.
      ofCells = repairs.filter(
        (found) => found.code !== "value_in_doubt" || !isCellIn(outcome.issues, found),
      );
      issues = [...ofCells, ...issues.filter((found) => !isError(found) || !isCellIn(ofCells, found))];
    }
    if (checked.length > 0) {
      const reported = new Set(issues.map((found) => found.field));
      const ofReader = [...ofCells, ...issues.filter(({ code }) => code === "cell_too_long")];
      const isCellSaid = (found: Issue): boolean =>
        found.code === "missing_value" && isCellIn(ofReader, found);
      // The key of a group may be a field of the record, too.
      const isKeyOfField = (found: Issue): boolean =>
        found.code === "damaged_key" && found.field === undefined && isCellIn(checked, found);
      issues = [
        ...issues.filter((found) => !isKeyOfField(found)),
        ...checked.filter((found) => !isAlreadyReported(found, reported) && !isCellSaid(found)),
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

/** Whether one of the issues is an error of the same cell. */
function isCellIn(issues: readonly Issue[], { line, column }: Issue): boolean {
  return (
    column !== undefined &&
    issues.some((found) => found.column === column && found.line === line && isError(found))
  );
}

function isUneventful({ row, outcome }: DraftRow): boolean {
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

/** @param draft what the mapping made of the row: its carried cells and the rows that continue it are wanted back, too */
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

/** Rows of further tables have other columns than those of a rejects file. */
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
