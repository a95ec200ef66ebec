import { failure } from "./errors.js";
import {
  defaultLimits,
  type ByteSource,
  type Detected,
  type Limits,
  type Row,
  type Table,
} from "./formats/format.js";
import { openTable } from "./formats/index.js";
import type { ReadOptions } from "./formats/read-options.js";
import { isRepair, issue, type Issue, type IssueCode, type Position } from "./issues.js";
import type { BoundMapping, CompiledMapping, Draft, Lookups, Outcome } from "./mapping/mapping.js";
import type { Account } from "./records/account.js";
import { columnsOf, type AnyRecord } from "./records/record-type.js";
import { resolveDuplicates, type Candidate } from "./validate/duplicates.js";
import { recordRules } from "./validate/record.js";
import { referenceRules } from "./validate/references.js";

/**
 * START HERE: one file to records and issues.
 *
 *     bytes -> read (formats/) -> rows -> map (mapping/) -> drafts -> validate (validate/) -> records and issues
 */

export interface Job {
  readonly source: ByteSource;
  /** Compiled for the account; for a file in the recommended format, the mapping of mapping/recommended.ts. */
  readonly mapping: CompiledMapping;
  /** How to read the file, when it is not the export itself but its rejects file come back; else as the mapping says. */
  readonly read?: ReadOptions;
  /** The current lists that references are checked against. */
  readonly lookups: Lookups;
  readonly account: Account;
  /** `feed`: repairs that the mapping does not accept are errors, and so is an encoding that is only suggested. */
  readonly care: "feed" | "by hand";
  readonly limits?: Partial<Limits>;
  readonly onProgress?: (rows: number) => void;
  /** Opens the table of `source` when it was read already with the mapping's own options; else it is read here. */
  readonly table?: () => Table;
}

export interface AcceptedRow {
  readonly line: number;
  /** `updated_at` is the supplied time; empty when the export has none, and reconciling fills it. */
  readonly record: AnyRecord;
}

/** A row of an export of changes that says that a record is gone. */
export interface DeletedRow {
  readonly line: number;
  readonly id: string;
}

export interface RejectedRow {
  readonly line: number;
  /** Undefined when the row has no readable id. */
  readonly id: string | undefined;
  /** What the row says of `is_active`, when that could be read. */
  readonly isActive: boolean | undefined;
  /** The cells that the mapping reads, by heading, as they stood. */
  readonly cells: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
}

/** Every row that was read is in exactly one of these counts (`semantics.md` section 3, Conservation). */
export interface RowCounts {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly folded: number;
}

/** What the file came to. */
export interface Decided {
  readonly detected: Detected;
  /** Columns of the list in order. */
  readonly columns: readonly string[];
  /** All headings of the file as they stood; empty when the table has none. */
  readonly headings: readonly string[];
  /** Headings of the columns that the mapping reads, in file order. */
  readonly reads: readonly string[];
  readonly accepted: readonly AcceptedRow[];
  /** Records that an export of changes says are gone; counted as accepted. */
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  /** How many rows each rule of the mapping left out, by rule. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Rows left out because they belong to another company, by company. */
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly counts: RowCounts;
  /** Set when the file as a whole is refused; then nothing is accepted. */
  readonly refused: Issue | undefined;
  /** Issues of the file, of its rejected rows, and warnings and notes of accepted rows: the first of each code. */
  readonly issues: readonly Issue[];
  /** How often each code was raised, the issues that are not kept included. */
  readonly issueCounts: ReadonlyMap<IssueCode, number>;
}

function readingOf({ mapping, read }: Job): ReadOptions {
  return read ?? mapping.read;
}

/** How many issues of one code are kept; the others are counted. A file of a million bad rows makes a readable report. */
const issuesKept = 1_000;

/** Decides one file: every row becomes a record, or is rejected, skipped by a rule or folded into another, with its reason. */
export async function decide(job: Job): Promise<Decided> {
  const { mapping } = job;
  const limits = { ...defaultLimits, ...job.limits };
  const table = await tableOf(job, limits);
  const findings = new Findings(job.source.name, table.detected.sheet);
  const ofFile = (): readonly Issue[] => table.issues.map((found) => asJudged(job, found));
  const early = ofFile();
  const unreadable = early.find(isError) ?? encodingRefusal(job, table);
  if (unreadable !== undefined) {
    findings.add(early.includes(unreadable) ? early : [unreadable, ...early]);
    return refusedFile(unreadable, table, findings);
  }

  const batches = table.rows[Symbol.asyncIterator]();
  let batch = await batches.next();
  const bound = mapping.bind(table.headings, batch.done ? undefined : batch.value[0]);
  findings.add(bound.issues);
  const misfit = bound.issues.find(isError);
  if (misfit !== undefined) {
    await batches.return?.();
    findings.add(ofFile());
    return refusedFile(misfit, table, findings);
  }

  const columns = columnsOf(mapping.recordType, bound.fills);
  const judge = rowJudge(job, bound, columns, findings);
  const candidates: Candidate[] = [];
  const deleted: DeletedRow[] = [];
  const rejected: RejectedRow[] = [];
  const skipped = new Map<string, number>();
  const otherCompanies = new Map<string, number>();
  let read = 0;
  let folded = 0;
  const isPastEnd = endOfTable(readingOf(job).stop_at);
  // A record that the next rows may continue is judged when it is complete.
  let open: DraftRow | undefined;
  const settle = (row: DraftRow): void => {
    const verdict = judge(row);
    if (verdict.kind === "accepted") candidates.push(verdict.candidate);
    else if (verdict.kind === "deleted") deleted.push(verdict.row);
    else rejected.push(verdict.row);
  };
  for (; !batch.done; batch = await batches.next()) {
    for (const row of batch.value) {
      const outcome = isPastEnd(row) ? pastEnd : bound.apply(row);
      if (outcome.kind === "folded") {
        folded += 1;
        findings.add(row.issues ?? []);
        if (open !== undefined && outcome.draft !== undefined)
          open = continued(open, outcome.draft, outcome.issues);
        continue;
      }
      if (open !== undefined) settle(open);
      open = undefined;
      if (outcome.kind === "skipped") {
        count(skipped, outcome.rule);
        if (outcome.company !== undefined) count(otherCompanies, outcome.company);
        // That a total looks like one is moot once a rule has left it out.
        findings.add((row.issues ?? []).filter((found) => outcome !== pastEnd && !isAboutKind(found)));
      } else if (mapping.continues) {
        open = { row, outcome };
      } else {
        settle({ row, outcome });
      }
    }
    read += batch.value.length;
    job.onProgress?.(read);
  }
  if (open !== undefined) settle(open);

  const late = ofFile();
  findings.add(late);
  const damaged = late.find(isError);
  if (damaged !== undefined) return refusedFile(damaged, table, findings);
  if (read === 0) findings.add([issue("no_rows", {}, {})]);

  const resolved = resolveDuplicates(candidates, mapping.duplicates);
  if (resolved.contradicting.length > 0) {
    rejected.push(...(await contradictions(job, limits, bound, resolved.contradicting, findings)));
    rejected.sort((a, b) => a.line - b.line);
  }

  const counts: RowCounts = {
    read,
    accepted: resolved.kept.length + deleted.length,
    rejected: rejected.length,
    skipped: sum(skipped.values()),
    folded: folded + resolved.folded.length,
  };
  const accounted = counts.accepted + counts.rejected + counts.skipped + counts.folded;
  if (accounted !== read) throw failure("not_conserved", { read, accounted });
  return {
    detected: table.detected,
    columns,
    headings: table.headings ?? [],
    reads: bound.reads.map(({ heading }) => heading),
    accepted: resolved.kept.map(({ line, record }) => ({ line, record })),
    deleted,
    rejected,
    skipped,
    otherCompanies,
    counts,
    refused: undefined,
    ...findings.result(),
  };
}

async function tableOf(job: Job, limits: Limits): Promise<Table> {
  return job.table?.() ?? openTable(job.source, readingOf(job), limits);
}

/** The file as a whole is refused: nothing of it is accepted. */
function refusedFile(refused: Issue, table: Table, findings: Findings): Decided {
  return {
    detected: table.detected,
    columns: [],
    headings: table.headings ?? [],
    reads: [],
    accepted: [],
    deleted: [],
    rejected: [],
    skipped: new Map(),
    otherCompanies: new Map(),
    counts: { read: 0, accepted: 0, rejected: 0, skipped: 0, folded: 0 },
    refused,
    ...findings.result(),
  };
}

function isError(found: Issue): boolean {
  return found.severity === "error";
}

/** What becomes of the rows below the end of the table. */
export const pastEnd: Outcome = { kind: "skipped", rule: "stop_at" };

/** Whether an issue says that a row may be no record at all. */
function isAboutKind({ code }: Issue): boolean {
  return code === "footer_row" || code === "repeated_header";
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

interface DraftRow {
  readonly row: Row;
  readonly outcome: Extract<Outcome, { kind: "draft" }>;
}

/** The record of a row with what the row after it adds. */
function continued({ row, outcome }: DraftRow, draft: Draft, issues: readonly Issue[] = []): DraftRow {
  return { row, outcome: { ...outcome, draft, issues: [...outcome.issues, ...issues] } };
}

const none: readonly Issue[] = [];

type RowVerdict =
  | { readonly kind: "accepted"; readonly candidate: Candidate }
  | { readonly kind: "deleted"; readonly row: DeletedRow }
  | { readonly kind: "rejected"; readonly row: RejectedRow };

/** Repairs that a feed does not accept are errors there. */
function asJudged(job: Job, found: Issue): Issue {
  const accepted = job.care === "by hand" || readingOf(job).accept?.includes(found.code) === true;
  return isRepair(found.code) && !accepted ? { ...found, severity: "error" } : found;
}

/** Compiles the judgement of one draft: escalate repairs that a feed does not accept, apply the rules. */
function rowJudge(job: Job, bound: BoundMapping, columns: readonly string[], findings: Findings) {
  const { mapping, account, lookups } = job;
  const rules = recordRules(mapping.recordType, columns, account);
  const references = referenceRules(mapping.recordType, account, lookups);
  const read = new Set(bound.reads.map(({ heading, index }) => heading || `#${index + 1}`));

  const judged = (issues: readonly Issue[]): readonly Issue[] =>
    issues
      .filter((found) => found.column === undefined || read.has(found.column))
      .map((found) => asJudged(job, found));

  return function judge({ row, outcome }: DraftRow): RowVerdict {
    const { values } = outcome.draft;
    const locate = (field: string): Position => ({ line: row.line, column: bound.columnOf(field), field });
    // What is wrong with a cell that the mapping does not read is nobody's business.
    const repairs = row.issues === undefined ? none : judged(row.issues);

    if (outcome.operation === "delete") {
      // Of a record that goes only the id counts.
      const id = idOf(values);
      const about = outcome.issues.filter((found) => found.field === "external_id");
      const missing =
        id === undefined ? [issue("missing_value", locate("external_id"), { field: "external_id" })] : [];
      const placed = findings.add([...repairs, ...(about.length > 0 ? about : missing)]);
      if (id !== undefined && !placed.some(isError)) return { kind: "deleted", row: { line: row.line, id } };
      return { kind: "rejected", row: rejectedRow(row, bound, values, placed) };
    }

    const verdict = rules(values, locate);
    let issues = outcome.issues;
    if (repairs.length > 0) issues = [...repairs, ...issues];
    if (verdict.issues.length > 0) {
      // A field that the mapping could not make is null here: its own issue says more than "is blank" would.
      const told = new Set(issues.map((found) => found.field));
      const untold = verdict.issues.filter(
        (found) => found.code !== "missing_value" || !told.has(found.field),
      );
      issues = [...issues, ...untold];
    }
    let { record } = verdict;
    if (record !== undefined && references !== undefined) {
      const checked = references(record, locate);
      record = checked.record;
      if (checked.issues.length > 0) issues = [...issues, ...checked.issues];
    }

    const placed = findings.add(issues);
    if (record !== undefined && !placed.some(isError)) {
      const candidate = { line: row.line, record };
      const { newest } = outcome;
      return { kind: "accepted", candidate: newest === undefined ? candidate : { ...candidate, newest } };
    }
    return { kind: "rejected", row: rejectedRow(row, bound, values, placed) };
  };
}

function idOf(values: Draft["values"]): string | undefined {
  const id = values["external_id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

function rejectedRow(
  row: Row,
  bound: BoundMapping,
  values: Draft["values"],
  issues: readonly Issue[],
): RejectedRow {
  const isActive = values["is_active"];
  return {
    line: row.line,
    id: idOf(values),
    isActive: typeof isActive === "boolean" ? isActive : undefined,
    cells: Object.fromEntries(bound.reads.map(({ heading, index }) => [heading, row.cells[index] ?? ""])),
    issues: issues.filter(isError),
  };
}

/** The rows that contradict each other, as rejected rows. Their cells are read again: keeping all cells would cost more. */
async function contradictions(
  job: Job,
  limits: Limits,
  bound: BoundMapping,
  groups: readonly (readonly Candidate[])[],
  findings: Findings,
): Promise<RejectedRow[]> {
  const groupOf = new Map(
    groups.flatMap((group) => group.map((candidate) => [candidate.line, group] as const)),
  );
  const rows: RejectedRow[] = [];
  const table = await tableOf(job, limits);
  for await (const batch of table.rows) {
    for (const row of batch) {
      const group = groupOf.get(row.line);
      const record = group?.find((candidate) => candidate.line === row.line)?.record;
      if (group === undefined || record === undefined) continue;
      const position = {
        line: row.line,
        column: bound.columnOf("external_id"),
        field: "external_id",
        value: record.external_id,
      };
      const lines = group.map((candidate) => candidate.line).join(", ");
      const issues = findings.add([issue("duplicate_id", position, { lines })]);
      rows.push(rejectedRow(row, bound, record as Draft["values"], issues));
    }
  }
  return rows;
}

/** In a feed nobody looks at the result, so a character set that is only likely is not good enough. */
function encodingRefusal(job: Job, table: Table): Issue | undefined {
  if (job.care === "by hand" || table.detected.encodingCertainty !== "suggested") return undefined;
  return issue("encoding_unsure", {}, { encoding: table.detected.encoding ?? "unknown" });
}

/** Collects issues: all are counted, the first of each code are kept. */
class Findings {
  readonly #file: string;
  readonly #sheet: string | undefined;
  readonly #kept: Issue[] = [];
  readonly #counts = new Map<IssueCode, number>();

  constructor(file: string, sheet: string | undefined) {
    this.#file = file;
    this.#sheet = sheet;
  }

  /** Adds issues and returns them with the file and sheet that they stand in. */
  add(issues: readonly Issue[]): readonly Issue[] {
    if (issues.length === 0) return issues;
    const place = this.#sheet === undefined ? { file: this.#file } : { file: this.#file, sheet: this.#sheet };
    const placed = issues.map((found) => ({ ...found, ...place }));
    for (const found of placed) {
      count(this.#counts, found.code);
      if ((this.#counts.get(found.code) ?? 0) <= issuesKept) this.#kept.push(found);
    }
    return placed;
  }

  result(): { readonly issues: readonly Issue[]; readonly issueCounts: ReadonlyMap<IssueCode, number> } {
    return { issues: this.#kept, issueCounts: this.#counts };
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
