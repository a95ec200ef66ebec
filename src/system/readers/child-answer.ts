import { z } from "zod";
import type { EvaluationInMemory, RejectedRow, RowCounts } from "../../convert/engine.js";
import { unpacked } from "../../convert/evaluation.js";
import { escapes } from "../../formats/text/escape.js";
import { formatNames, type Detected } from "../../formats/format.js";
import type { Row } from "../../formats/row.js";
import { issueKinds, type Issue, type IssueCode } from "../../model/issues.js";
import type { Balance } from "../../model/within.js";
import { BrokenFrames } from "./frames.js";

/**
 * The child has read hostile bytes: what it says is checked for its shape before anything believes it. A property that no
 * schema names is refused, so each names all of its type.
 */
type Shape<T> = Readonly<Record<keyof T, z.ZodType>>;

const count = z.int().min(0);
const texts = z.array(z.string()).readonly();
const issueCode = z.enum(Object.keys(issueKinds) as [IssueCode, ...IssueCode[]]);

const issueSchema = z.strictObject({
  code: issueCode,
  severity: z.enum(["error", "warning", "note"]),
  message: z.string(),
  hint: z.string(),
  file: z.string().optional(),
  sheet: z.string().optional(),
  line: count.optional(),
  column: z.string().optional(),
  field: z.string().optional(),
  value: z.string().optional(),
} satisfies Shape<Issue>) satisfies z.ZodType<Issue>;
const issuesSchema = z.array(issueSchema);

const cells = z.string().refine(areCells);
const rejectedSchema = z.strictObject({
  line: count,
  id: z.string().optional(),
  isActive: z.boolean().optional(),
  cells,
  continued: z.array(z.strictObject({ line: count, cells })).optional(),
  issues: issuesSchema,
} satisfies Shape<RejectedRow>);

const detectedSchema = z.strictObject({
  format: z.enum(formatNames),
  member: z.string().exactOptional(),
  encoding: z.string().exactOptional(),
  encodingCertainty: z.enum(["certain", "suggested"]).exactOptional(),
  delimiter: z.string().exactOptional(),
  quote: z.string().exactOptional(),
  escape: z.enum(escapes).exactOptional(),
  lineEnd: z.string().exactOptional(),
  sheet: z.string().exactOptional(),
  sheets: texts.exactOptional(),
  records: z.string().exactOptional(),
  headerRows: z.array(count).readonly(),
  preambleLines: count,
  leftOut: z
    .array(z.strictObject({ kind: z.enum(["preamble", "comment"]), count, lines: z.array(count).readonly() }))
    .readonly()
    .exactOptional(),
  evidence: texts,
} satisfies Shape<Detected>) satisfies z.ZodType<Detected>;

const tableSchema = z.strictObject({ detected: detectedSchema, headings: texts.nullable() });

const digits = z.string().regex(/^-?\d{1,40}(?:\.\d{1,30})?$/);
const balanceSchema = z.strictObject({
  of: z.string(),
  currency: z.string().exactOptional(),
  read: digits,
  accepted: digits,
  rejected: digits,
  skipped: digits,
  left_out: digits,
  merged: digits,
  stale: digits,
} satisfies Shape<Balance>);

const countsSchema = z.strictObject({
  read: count,
  accepted: count,
  rejected: count,
  skipped: count,
  merged: count,
  within: z.array(balanceSchema).readonly().exactOptional(),
} satisfies Shape<RowCounts>);

const restSchema = z.strictObject({
  detected: detectedSchema,
  columns: texts,
  headings: texts,
  reads: texts,
  deleted: z.array(z.strictObject({ line: count, id: z.string() })).readonly(),
  skipped: z.array(z.tuple([z.string(), count])).readonly(),
  otherCompanies: z.array(z.tuple([z.string(), count])).readonly(),
  counts: countsSchema,
  refused: issueSchema.optional(),
  issueCounts: z.array(z.tuple([issueCode, count])).readonly(),
} satisfies Shape<Omit<EvaluationInMemory, "accepted" | "rejected" | "issues">>);

/** What is left of a decision when its rows and issues have been sent one by one. */
export type EvaluationRest = z.infer<typeof restSchema>;

function areCells(text: string): boolean {
  try {
    return texts.safeParse(unpacked(text)).success;
  } catch {
    return false;
  }
}

export function issueIn(item: unknown): Issue {
  return checked(issueSchema, item);
}

export function rejectedRowIn(item: unknown): RejectedRow {
  const row = checked(rejectedSchema, item);
  return { ...row, id: row.id, isActive: row.isActive };
}

export function restIn(item: unknown): EvaluationRest {
  return checked(restSchema, item);
}

/** What a table is, before its rows. */
export function tableIn(item: unknown): z.infer<typeof tableSchema> {
  return checked(tableSchema, item);
}

/** There are many, so they are looked at by hand. */
export function rowIn(item: unknown): Row {
  const { line, cells: values, issues } = (item ?? {}) as Partial<Row>;
  const isRow =
    Number.isSafeInteger(line) &&
    (line ?? -1) >= 0 &&
    Array.isArray(values) &&
    values.every((cell) => typeof cell === "string");
  if (!isRow) throw noAnswer();
  const row = { line: line as number, cells: values };
  return issues === undefined ? row : { ...row, issues: checked(issuesSchema, issues) };
}

/** There are as many as rows, so they are looked at by hand. */
export function lineNumbersIn(item: unknown): Uint32Array {
  if (Array.isArray(item) && item.every((line) => typeof line === "number")) {
    const lines = Uint32Array.from(item);
    // What is no whole number from 0 becomes another one there.
    if (lines.every((line, i) => line === item[i])) return lines;
  }
  throw noAnswer();
}

/** @param known what was said in this place before, where that may be said once */
export function once<T>(known: unknown, said: T): T {
  if (known !== undefined) throw noAnswer();
  return said;
}

export function noAnswer(): BrokenFrames {
  return new BrokenFrames("something that is no answer");
}

function checked<S extends z.ZodType>(schema: S, item: unknown): z.infer<S> {
  const result = schema.safeParse(item);
  if (!result.success) throw noAnswer();
  return result.data;
}
