import type { DeliveryEvaluation } from "../deliveries/delivery-evaluation.js";
import { flatValue } from "../../formats/output/csv.js";
import { valueDifferences } from "../lists/value-difference.js";
import type { EvaluationInMemory } from "../../convert/engine.js";
import type { Figure } from "../lists/guard.js";
import type { DeliveryCounts } from "../lists/log.js";
import { occurring, type Change, type Changes } from "../lists/changes.js";
import { deliveryCounts, listCounts, type Reconciled } from "../lists/reconcile.js";
import { clerkSentence } from "../../model/issues.js";
import type { RecordType } from "../../model/record-type.js";
import { groupedIssues, type GroupedIssues } from "../../convert/grouped-issues.js";

/** The result of one file. Contains personal values only if the workspace allows them. */
export interface FileReport {
  readonly file: string;
  readonly record: string;
  /** Undefined if the file could not be read. */
  readonly counts?: DeliveryCounts;
  /** Number of rows skipped by each mapping rule. */
  readonly skipped?: Readonly<Record<string, number>>;
  readonly findings: readonly GroupedIssues[];
  readonly refused?: string;
  /** The number of records in the resulting list, in total and by reason. */
  readonly list?: { readonly records: number; readonly by: Readonly<Record<string, number>> };
  readonly changes?: ChangesReport;
  readonly guards: readonly { readonly guard: string; readonly sentence: string }[];
  readonly figures: readonly Figure[];
  /** The first rejected rows with reasons. All rejected rows are in the rejects file. */
  readonly rejectedRows?: readonly RejectedLine[];
  /** Absent if no rows were rejected, or if the rejected rows are no longer stored. */
  readonly rejects?: RejectsReport;
  /** Describes how the file was read, with one sentence for each detected or configured property. */
  readonly reading: readonly string[];
}

export interface RejectedLine {
  readonly line: number;
  /** Absent if the ID is private or unreadable. */
  readonly id?: string;
  readonly why: string;
}

/** Where the rejected rows are available: a file next to the page, or a command. */
export interface RejectsReport {
  readonly name: string;
  /** URL of the file, relative to the page. */
  readonly href?: string;
  readonly command?: string;
}

export interface ChangesReport {
  readonly kinds: Readonly<Record<string, number>>;
  /** Number of records in which each field changes. */
  readonly fields: Readonly<Record<string, number>>;
  /** The first changes in full. Absent if IDs and values are private. */
  readonly listed?: readonly ListedChange[];
}

interface ListedChange {
  readonly kind: string;
  readonly id: string;
  readonly line: number | null;
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

const changesShown = 200;
const rejectedShown = 20;

export function evaluatedReport(
  file: string,
  type: RecordType,
  evaluation: DeliveryEvaluation | undefined,
  showStaff: boolean,
): FileReport {
  if (evaluation === undefined || !("evaluated" in evaluation)) return unread(file, type);
  const withValues = !type.personal || showStaff;
  const { counts } = evaluation;
  const part = evaluatedPart(file, type, evaluation.evaluated, withValues);
  const { changedIds } = evaluation.mapping;
  const reading = changedIds === undefined ? part.reading : [...part.reading, changedIds];
  const report = { ...part, reading, counts };
  if (evaluation.verdict === "rejected") return report;
  return {
    ...report,
    ...listPart(evaluation.result, withValues),
    guards:
      "guards" in evaluation ? evaluation.guards.map(({ guard, sentence }) => ({ guard, sentence })) : [],
    figures: evaluation.figures,
  };
}

/** The report from a stored document (`delivery-documents.ts`). Undefined for a delivery that was not read. */
export function storedReport(text: string): FileReport | undefined {
  const stored = JSON.parse(text) as Partial<StoredReport>;
  const { file, record, counts, findings } = stored;
  if (file === undefined || record === undefined || counts === undefined || findings === undefined)
    return undefined;
  const { records, ...by } = stored.list ?? { records: 0 };
  return {
    ...{ file, record, counts, findings },
    ...(stored.skipped !== undefined && { skipped: stored.skipped }),
    ...(stored.refused && { refused: stored.refused.message }),
    ...(stored.list !== undefined && { list: { records, by } }),
    ...(stored.changes !== undefined && { changes: { kinds: occurring(stored.changes), fields: {} } }),
    guards: stored.guards ?? [],
    figures: stored.figures ?? [],
    reading: stored.detected?.evidence ?? [],
  };
}

type StoredReport = Pick<FileReport, "file" | "record" | "findings" | "guards" | "figures" | "skipped"> & {
  readonly counts: DeliveryCounts;
  readonly refused: { readonly message: string } | null;
  readonly list: { readonly records: number } & Readonly<Record<string, number>>;
  readonly changes: Readonly<Record<string, number>>;
  readonly detected: { readonly evidence: readonly string[] };
};

export function convertedReport(
  file: string,
  type: RecordType,
  evaluated: Omit<EvaluationInMemory, "accepted">,
  result: Pick<Reconciled, "accepted" | "carried" | "keptInactive" | "stale" | "staleWithin">,
  records: number,
): FileReport {
  const counts = deliveryCounts(evaluated.counts, result);
  const report = { ...evaluatedPart(file, type, evaluated, !type.personal), counts };
  return evaluated.refused === undefined ? { ...report, list: { records, by: listCounts(result) } } : report;
}

function unread(file: string, type: RecordType): FileReport {
  return { file, record: type.name, findings: [], guards: [], figures: [], reading: [] };
}

function evaluatedPart(
  file: string,
  type: RecordType,
  evaluated: Omit<EvaluationInMemory, "accepted">,
  withValues: boolean,
): FileReport {
  return {
    ...unread(file, type),
    skipped: Object.fromEntries(evaluated.skipped),
    findings: groupedIssues(evaluated, withValues),
    rejectedRows: evaluated.rejected.slice(0, rejectedShown).map(({ line, id, issues }) => ({
      line,
      ...(withValues && id !== undefined && { id }),
      why: issues.flatMap((found) => (found.severity === "error" ? [clerkSentence(found)] : [])).join(" "),
    })),
    ...(evaluated.refused !== undefined && { refused: evaluated.refused.message }),
    reading: evaluated.detected.evidence,
  };
}

function listPart(result: Reconciled, withValues: boolean): Pick<FileReport, "list" | "changes"> {
  return {
    list: { records: result.list.count, by: listCounts(result) },
    changes: changesPart(result.changes, withValues),
  };
}

function changesPart({ kinds, fields, first }: Changes, withValues: boolean): ChangesReport {
  const listed = first.slice(0, changesShown).map(listedChange);
  return { kinds: occurring(kinds), fields, ...(withValues && { listed }) };
}

/** New records are shown in full, because a person who releases the first list must be able to check its content. */
function listedChange({ kind, id, line, fields, before, after }: Change): ListedChange {
  const isNew = before === undefined && after !== undefined;
  const whole = Object.keys(after ?? {}).filter((field) => field !== "external_id" && field !== "updated_at");
  const shown = isNew
    ? whole
        .map((field) => ({ field, before: "", after: flatValue(after[field]) }))
        .filter((each) => each.after !== "")
    : fields.flatMap((field) =>
        valueDifferences(field, before?.[field], after?.[field]).map(({ element: _, ...each }) => each),
      );
  return { kind, id, line: line ?? null, fields: shown };
}
