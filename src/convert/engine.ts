import { acceptedRows, inFileOrder, refusedEvaluation } from "./accepted-rows.js";
import { Buffers, chunksOf, isCuttable, NoPlaceToCut, type Chunk } from "./chunks.js";
import { gatherInMemory, type Gather } from "./gather.js";
import type { DeletedRow, Evaluation, EvaluationInMemory, RejectedRow, RowCounts } from "./evaluation.js";
import { countUp, isError, IssueLog, SharedIssues, sum } from "./issue-log.js";
import { mergeRuns, type Merged } from "./merge.js";
import { chunkEvaluator, partsOf, type ChunkOrder, type ChunkResult, type EvaluateChunk } from "./part.js";
import {
  continued,
  endOfTable,
  isRowByRow,
  readingOf,
  rejectedRow,
  withSeverity,
  type BoundRows,
  type DraftRow,
  type EvaluatedWithin,
  type Part,
  type RowsJob,
} from "./rows.js";
import type { StoredRun } from "./runs.js";
import { memorySpill, type Spill } from "./spill.js";
import { failure } from "../errors.js";
import { addTally, bodyIssues, type BodyTally } from "../formats/text/body.js";
import type { ByteSource, EncodingProof, FormatName, Table } from "../formats/format.js";
import { fileOfRow } from "../formats/file-of-row.js";
import { defaultLimits } from "../formats/limits.js";
import type { Row } from "../formats/row.js";
import { hasMember } from "../formats/archive/archive.js";
import { openTable } from "../formats/index.js";
import { isUnread, ofFileNamed } from "../formats/archive/members.js";
import { issue, type Issue, type IssueCode } from "../model/issues.js";
import type { BoundMapping } from "../mapping/mapping.js";
import type { Draft } from "../model/draft.js";
import { balancesOf, less, sumOf, unbalanced } from "../model/within.js";
import { columnsOf } from "../model/record-type.js";
import type { Candidate } from "../model/rules/duplicates.js";

/**
 * START HERE: converts one file to records and issues.
 *
 *     bytes -> read (formats/) -> rows -> map (mapping/) -> drafts -> validate (model/rules/) -> records
 *       -> encode (formats/output/) -> parts: sorted lines of JSON, rejected rows and issues -> merge -> one list
 *
 * Small files and files whose rows depend on each other are read from top to bottom. Large text files are cut into
 * chunks that several threads evaluate with the same code. `system/readers/` decides in which process and thread this
 * code runs.
 */

export type {
  AcceptedRow,
  DeletedRow,
  Evaluation,
  EvaluationInMemory,
  RejectedRow,
  RowCounts,
} from "./evaluation.js";

export interface Job extends RowsJob {
  readonly source: ByteSource;
  readonly onProgress?: (rows: number) => void;
  /**
   * Returns the table if it was already opened with the mapping's own read options. Returns undefined if the file
   * must be read again.
   */
  readonly table?: () => Table | undefined;
  /** Stores the records until they are merged. Default: in memory. */
  readonly spill?: Spill;
  /** Groups the rows of each record if the mapping specifies that these rows are not adjacent. Default: in memory. */
  readonly gather?: Gather;
  /** If omitted, rows are evaluated in this thread. */
  readonly pool?: ChunkPool;
}

export interface ChunkPool {
  /** Approximate number of bytes per chunk. */
  readonly chunkSize: number;
  /**
   * Returns the results of the chunks in file order. `order` contains the data shared by all chunks. `here` evaluates a
   * chunk in this thread.
   */
  evaluate(order: ChunkOrder, here: EvaluateChunk, chunks: AsyncIterable<Chunk>): AsyncGenerator<ChunkResult>;
}

/** Evaluates one file. Unless the whole file is refused, every row is accepted, rejected, skipped or merged. */
export async function evaluate(job: Job): Promise<Evaluation> {
  const { pool } = job;
  if (pool === undefined || !isRowByRow(job)) return evaluateTable(job, await tableOf(job));
  // The text is assumed to be UTF-8, which most text files use. Decoding the chunks either confirms this assumption
  // or fails.
  let table = await tableOf(job, "while decoding");
  const presumed = table.detected.encoding;
  let done = await evaluateChunks(job, table, pool);
  if (done === undefined && table.detected.format === "delimited") {
    table = await tableOf(job, "before");
    if (table.detected.encoding !== presumed) done = await evaluateChunks(job, table, pool);
  }
  return done ?? evaluateTable(job, table);
}

export async function evaluateInMemory(job: Job): Promise<EvaluationInMemory> {
  return inFileOrder(await evaluate(job));
}

async function evaluateTable(job: Job, table: Tables): Promise<Evaluation> {
  const log = new IssueLog(job.source.name, table.detected.sheet, table.placeOf);
  const unread = refusedUnread(job, table, log);
  if (unread !== undefined) return unread;
  const batches = table.rows[Symbol.asyncIterator]();
  const first = await batches.next();
  const opened = bindTable(job, table, first.done ? undefined : first.value[0], log);
  if ("refused" in opened) {
    await batches.return?.();
    return opened;
  }
  return evaluateParts(job, opened, (bound) =>
    partsOf(job, bound, gathered(job, bound.bound, restOf(first, batches))),
  );
}

/** Returns the rows of a table, grouped so that each record's rows are adjacent. */
function gathered(
  job: Job,
  { keyOf }: BoundMapping,
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  if (keyOf === undefined) return batches;
  const isPastEnd = endOfTable(readingOf(job).stop_at);
  let file: number | undefined;
  return (job.gather ?? gatherInMemory)(batches, (row) => {
    if (isUnread(row) || (row.of === undefined && isPastEnd(row))) return null;
    const key = keyOf(row);
    if (row.file === file) return key === undefined || file === undefined ? key : `${file} ${key}`;
    file = row.file;
    return `${file} ${key ?? ""}`;
  });
}

/**
 * Returns undefined if evaluation in chunks is not possible. The caller then tries the detected character set, reads
 * the file from top to bottom, or refuses it.
 */
async function evaluateChunks(job: Job, table: Table, pool: ChunkPool): Promise<Evaluation | undefined> {
  const { pieces } = table;
  if (pieces === undefined || !isCuttable(pieces.body)) return undefined;
  const log = new IssueLog(job.source.name, table.detected.sheet);
  if (refusedUnread(job, table, log) !== undefined) return undefined;
  const issues = [...table.issues];
  const opened = bindTable(job, { ...table, issues }, undefined, log);
  if ("refused" in opened) return undefined;

  const { source, body } = pieces;
  const buffers = new Buffers();
  async function* parts({ name, sheet }: Pick<ChunkOrder, "name" | "sheet">): AsyncGenerator<Part> {
    const order = { name, file: fileOfRow(name, table)(1), sheet, body };
    const chunks = chunksOf(source, body, pool.chunkSize, buffers);
    let tally: BodyTally | undefined;
    for await (const result of pool.evaluate(order, chunkEvaluator(job, order), chunks)) {
      if (result === undefined) throw new NotInChunks();
      tally = tally === undefined ? result.tally : addTally(tally, result.tally);
      if (tally.rows > body.limits.rows) throw new NotInChunks();
      yield result.part;
      if (result.part.run !== undefined) buffers.give(result.part.run.bytes);
    }
    if (tally !== undefined) issues.push(...bodyIssues(tally, body.headings));
  }
  try {
    return await evaluateParts(job, opened, parts);
  } catch (error) {
    if (error instanceof NotInChunks || error instanceof NoPlaceToCut) return undefined;
    throw error;
  }
}

/** Thrown if a chunk cannot be read separately, or if the file has too many rows. */
class NotInChunks extends Error {}

async function evaluateParts(
  job: Job,
  opened: BoundTable,
  parts: (bound: BoundTable) => AsyncIterable<Part>,
): Promise<Evaluation> {
  const { log } = opened;
  const spill = job.spill ?? memorySpill();
  const rows = new AllRows(log, spill);
  for await (const part of parts(opened)) {
    await rows.take(part);
    job.onProgress?.(rows.read);
  }
  const damaged = refusedRead(job, opened, rows.read) ?? refusedTotals(job, opened, rows);
  if (damaged !== undefined) return damaged;
  return conclude(job, opened, rows, await mergeRuns(rows.runs, job.mapping.duplicates, spill));
}

/** A table that has all columns required by the mapping. */
interface BoundTable extends BoundRows {
  readonly table: Table;
  readonly log: IssueLog;
}

/** Refuses a file that cannot be read or that has an uncertain character set, before its rows are evaluated. */
function refusedUnread(job: Job, table: Table, log: IssueLog): Evaluation | undefined {
  const early = ofFile(job, table);
  const unreadable = early.find(isError) ?? encodingRefusal(job, table);
  if (unreadable === undefined) return undefined;
  log.add(early.includes(unreadable) ? early : [unreadable, ...early]);
  return refusedFile(unreadable, table, log);
}

/** Refuses the file if a required column is missing. */
function bindTable(
  job: Job,
  table: Tables,
  firstRow: Row | undefined,
  log: IssueLog,
): BoundTable | Evaluation {
  const bound = job.mapping.bind(table.headings, firstRow, table.others, fileOfRow(job.source.name, table));
  // An empty JSON or XML list has no columns, so no column is reported as missing.
  const empty = table.headings?.length === 0 ? ofFile(job, table).find(isError) : undefined;
  const unbound = bound.issues.map((found) => withOptional(found, table.detected.format));
  if (empty === undefined) log.add(unbound);
  const misfit = empty ?? unbound.find(isError);
  if (misfit !== undefined) {
    log.add(ofFile(job, table));
    return refusedFile(misfit, table, log);
  }
  const columns = columnsOf(job.mapping.recordType, bound.fills);
  const { name } = job.source;
  return { table, bound, columns, name, sheet: table.detected.sheet, placeOf: table.placeOf, log };
}

/**
 * Extends the hint about a missing column in JSON and XML, because an export may omit values that are empty in all
 * records.
 */
function withOptional(found: Issue, format: FormatName): Issue {
  if (found.code !== "missing_column" || (format !== "json" && format !== "xml")) return found;
  const optional = `If the export omits blank values, list ${found.column ?? "the column"} under \`optional\` in the mapping.`;
  return { ...found, hint: `${found.hint} ${optional}` };
}

/** Refuses a file if damage that affects the whole file was found while its rows were read. */
function refusedRead(job: Job, { table, bound, log }: BoundTable, read: number): Evaluation | undefined {
  const damagedKeys = new Set(
    log.result().issues.flatMap(({ code, column }) => (code === "damaged_key" ? [column] : [])),
  );
  // Rows with damaged keys have already been reported individually.
  const late = ofFile(job, table, bound).filter(
    ({ code, column }) => code !== "damaged_number" || !damagedKeys.has(column),
  );
  log.add(late);
  const damaged = late.find(isError);
  if (damaged !== undefined) return refusedFile(damaged, table, log);
  if (read === 0) log.add([issue("no_rows", {}, {})]);
  return undefined;
}

/**
 * Refuses a file whose totals do not match its rows, or whose records have different local currencies. The totals of a
 * returned rejects file are not checked, because a rejects file contains only some of the rows.
 */
function refusedTotals(
  job: Job,
  { table, bound, log }: BoundTable,
  { within }: AllRows,
): Evaluation | undefined {
  const misses = [
    ...((job.read === undefined ? bound.misses?.(within?.read ?? new Map()) : undefined) ?? []),
    ...severalLocalCurrencies(job.account, within).map((found) => withSeverity(job, found)),
  ];
  log.add(misses);
  const first = misses.find(isError);
  return first === undefined ? undefined : refusedFile(first, table, log);
}

/**
 * An account has only one local currency. If `lading.yaml` does not set the currency, all records in a file must have
 * the same local currency.
 */
function severalLocalCurrencies({ currency }: Job["account"], within: Part["within"]): readonly Issue[] {
  if (currency !== undefined || within === undefined) return [];
  const found = [...within.accepted.keys()].flatMap(
    (name) => /\blocal_amount ([A-Z]{3})$/.exec(name)?.[1] ?? [],
  );
  const currencies = [...new Set(found)].sort();
  return currencies.length < 2
    ? []
    : [issue("several_local_currencies", {}, { currencies: currencies.join(", ") })];
}

class AllRows implements Omit<Part, "run" | "found"> {
  readonly runs: StoredRun[] = [];
  readonly deleted: DeletedRow[] = [];
  readonly rejected: RejectedRow[] = [];
  readonly skipped = new Map<string, number>();
  readonly otherCompanies = new Map<string, number>();
  read = 0;
  merged = 0;
  within: Part["within"];
  readonly #log: IssueLog;
  readonly #spill: Spill;

  constructor(log: IssueLog, spill: Spill) {
    this.#log = log;
    this.#spill = spill;
  }

  async take({ run, ...part }: Part): Promise<void> {
    this.#log.merge(part.found);
    for (const row of part.deleted) this.deleted.push(row);
    for (const row of part.rejected) this.rejected.push(row);
    for (const [rule, rows] of part.skipped) countUp(this.skipped, rule, rows);
    for (const [company, rows] of part.otherCompanies) countUp(this.otherCompanies, company, rows);
    this.read += part.read;
    this.merged += part.merged;
    if (part.within !== undefined)
      this.within = this.within === undefined ? part.within : allWithin(this.within, part.within);
    if (run === undefined) return;
    const { bytes, ...others } = run;
    // The bytes are copied, because the next part reuses the buffer.
    this.runs.push({ ...others, stored: await this.#spill.append(new Uint8Array(bytes)) });
  }
}

/**
 * Rejects rows that contradict each other, and builds the evaluation. Throws `not_conserved` if the counts do not add
 * up.
 */
async function conclude(job: Job, opened: BoundTable, rows: AllRows, merged: Merged): Promise<Evaluation> {
  const { table, bound, columns, log } = opened;
  const { read, deleted, skipped, otherCompanies } = rows;
  const { rejected } = rows;
  if (merged.contradicting.length > 0)
    for (const row of await contradictions(job, opened, merged.contradicting)) rejected.push(row);
  if (merged.contradicting.length > 0 || job.mapping.gathers) rejected.sort((a, b) => a.line - b.line);
  const within = rows.within && balancesOf(rows.within.read, withDuplicates(rows.within, merged));
  const counts: RowCounts = {
    read,
    accepted: merged.count + deleted.length,
    rejected: rejected.length,
    skipped: sum(skipped.values()),
    merged: rows.merged + merged.merged,
    ...(within === undefined || within.length === 0 ? {} : { within }),
  };
  const accounted = counts.accepted + counts.rejected + counts.skipped + counts.merged;
  if (accounted !== read) throw failure("not_conserved", { read, accounted });
  const lost = unbalanced(within ?? []);
  if (lost !== undefined) throw failure("not_conserved", lost);
  return {
    detected: table.detected,
    columns,
    headings: table.headings ?? [],
    reads: bound.reads.map(({ heading }) => heading),
    accepted: acceptedRows(merged.runs),
    deleted,
    rejected,
    skipped,
    otherCompanies,
    counts,
    refused: undefined,
    ...log.result(),
  };
}

function withDuplicates(of: EvaluatedWithin, { within }: Merged): Omit<EvaluatedWithin, "read"> {
  return {
    ...of,
    accepted: less(less(of.accepted, within.merged), within.contradicting),
    rejected: sumOf(of.rejected, within.contradicting),
    merged: sumOf(of.merged, within.merged),
  };
}

function allWithin(some: EvaluatedWithin, more: EvaluatedWithin): EvaluatedWithin {
  return {
    read: sumOf(some.read, more.read),
    accepted: sumOf(some.accepted, more.accepted),
    rejected: sumOf(some.rejected, more.rejected),
    skipped: sumOf(some.skipped, more.skipped),
    left_out: sumOf(some.left_out, more.left_out),
    merged: sumOf(some.merged, more.merged),
  };
}

async function* restOf<T>(first: IteratorResult<T>, source: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

function ofFile(job: Job, table: Table, bound?: BoundMapping): readonly Issue[] {
  return table.issues.map((found) =>
    found.code === "damaged_date" && bound?.isKeyColumn(found.column ?? "") !== true
      ? found
      : withSeverity(job, found),
  );
}

async function tableOf(job: Job, proof?: EncodingProof): Promise<Tables> {
  const limits = { ...defaultLimits, ...job.limits };
  const first = job.table?.() ?? (await openTable(job.source, readingOf(job), limits, proof));
  // A returned rejects file is a single table.
  if (job.read !== undefined) return first;
  const { read, tables } = job.mapping;
  const isSeveral = tables.size > 0 || read.member !== undefined;
  const { member } = first.detected;
  const main = isSeveral && member !== undefined ? named(first, member) : first;
  if (tables.size === 0) return main;
  const others = new Map<string, Table>();
  for (const [name, { optional, ...reading }] of tables) {
    if (optional === "true" && !(await hasMember(job.source, reading.member ?? "*", limits))) continue;
    const table = await openTable(job.source, reading, limits, proof);
    const known = optional === "true" ? await unlessEmpty(table) : table;
    if (known !== undefined) others.set(name, named(known, known.detected.member ?? name));
  }
  return {
    ...main,
    others: new Map([...others].map(([name, { headings }]) => [name, headings])),
    get issues() {
      const ofOthers = [...others].flatMap(([name, { issues }]) =>
        issues.map((found) => ({ ...found, file: name })),
      );
      return [...main.issues, ...ofOthers];
    },
    rows: allRows(main, others),
  };
}

/** Adds the file name to the errors for a table in an archive. */
function named(table: Table, file: string): Table {
  return {
    ...table,
    get issues() {
      return table.issues.map((found) => (isError(found) ? ofFileNamed(found, file) : found));
    },
  };
}

/** Returns undefined for an optional table that is empty and has no other problem. */
async function unlessEmpty(table: Table): Promise<Table | undefined> {
  const batches = table.rows[Symbol.asyncIterator]();
  const first = await batches.next();
  const isEmpty = first.done === true && table.issues.every(({ code }) => emptyCodes.has(code));
  return isEmpty
    ? undefined
    : {
        ...table,
        get issues() {
          return table.issues;
        },
        rows: restOf(first, batches),
      };
}

const emptyCodes: ReadonlySet<IssueCode> = new Set<IssueCode>(["no_rows", "empty_file"]);

/**
 * The first table of a delivery, with the headings of the other tables. The rows of the other tables follow those of
 * the first table.
 */
interface Tables extends Table {
  readonly others?: ReadonlyMap<string, readonly string[] | null>;
}

async function* allRows(first: Table, others: ReadonlyMap<string, Table>): AsyncGenerator<readonly Row[]> {
  yield* first.rows;
  for (const [of, { rows }] of others)
    for await (const batch of rows) yield batch.map((row) => ({ ...row, of }));
}

function refusedFile(refused: Issue, { detected, headings }: Table, log: IssueLog): Evaluation {
  return refusedEvaluation(refused, { detected, headings: headings ?? [], ...log.result() });
}

/**
 * Rejects rows that have the same ID but contradict each other. The cells of these rows are read again, because
 * keeping the cells of all rows would require more memory.
 */
async function contradictions(
  job: Job,
  { bound, log }: BoundTable,
  groups: readonly (readonly Candidate[])[],
): Promise<RejectedRow[]> {
  const groupOf = new Map(
    groups.flatMap((group) => group.map((candidate) => [candidate.line, group] as const)),
  );
  const rejected: RejectedRow[] = [];
  const shared = new SharedIssues();
  for await (const draft of draftsAgain(job, await tableOf(job), (line) => groupOf.has(line))) {
    const { line } = draft.row;
    const group = groupOf.get(line) ?? [];
    const record = group.find((candidate) => candidate.line === line)?.record;
    if (record === undefined) continue;
    const position = {
      line,
      column: bound.columnOf("external_id"),
      field: "external_id",
      value: record.external_id,
    };
    const lines = group.map((candidate) => candidate.line).join(", ");
    const issues = log.add([issue("duplicate_id", position, { lines })]);
    rejected.push(rejectedRow(draft, bound, record as Draft["values"], issues, shared));
  }
  return rejected;
}

/** Reads the file again and yields the requested rows, each with its continuation rows. */
async function* draftsAgain(
  job: Job,
  table: Tables,
  isWanted: (line: number) => boolean,
): AsyncGenerator<DraftRow> {
  const batches = table.rows[Symbol.asyncIterator]();
  const first = await batches.next();
  const bound = job.mapping.bind(
    table.headings,
    first.done === true ? undefined : first.value[0],
    table.others,
    fileOfRow(job.source.name, table),
  );
  let open: DraftRow | undefined;
  const isPastEnd = endOfTable(readingOf(job).stop_at);
  for await (const batch of gathered(job, bound, restOf(first, batches))) {
    for (const row of batch) {
      // Rows that were not requested are needed only if a row's result can depend on earlier rows.
      if (!job.mapping.looksBack && !isWanted(row.line)) continue;
      if (isPastEnd(row)) break;
      if (isUnread(row)) continue;
      const outcome = bound.apply(row);
      if (outcome.kind === "merged") {
        if (open !== undefined && outcome.draft !== undefined) open = continued(open, row, outcome.draft);
        continue;
      }
      if (open !== undefined) yield open;
      open =
        outcome.kind === "draft" && row.of === undefined && isWanted(row.line) ? { row, outcome } : undefined;
    }
  }
  if (open !== undefined) yield open;
}

/**
 * In strict mode, refuses a file whose character set is only probable, because nobody watches a feed while it runs.
 * Rejects files are accepted with a warning, because a person has corrected them, and Excel may have saved them in a
 * Windows character set.
 */
function encodingRefusal(job: Job, table: Table): Issue | undefined {
  if (job.read !== undefined) return undefined;
  if (job.mode === "lenient" || table.detected.encodingCertainty !== "suggested") return undefined;
  return issue("encoding_unsure", {}, { encoding: table.detected.encoding ?? "unknown" });
}
