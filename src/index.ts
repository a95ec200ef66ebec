/**
 * The public API: the engine and what it is made of, for programs that read exports themselves. Everything is documented
 * where it stands; nothing is defined here.
 */

export {
  evaluateInMemory,
  type AcceptedRow,
  type EvaluationInMemory,
  type DeletedRow,
  type Job,
  type RejectedRow,
} from "./engine.js";
export { unpacked, type PackedCells } from "./evaluation/evaluation.js";
export { linesOfRecords } from "./encode/chunks.js";
export { encoder, encoders } from "./encode/index.js";
export type { Encoder, EncodingName, ListToEncode } from "./encode/encoder.js";
export { errorKinds, LadingError, type ErrorCode, type Recovery } from "./errors.js";
export { type ByteSource, type Detected, type Table } from "./formats/format.js";
export { defaultLimits, type Limits } from "./formats/limits.js";
export { type Row } from "./formats/row.js";
export { isContainer, openTable } from "./formats/index.js";
export type { ReadOptions } from "./formats/read-options.js";
export { openTableInChild } from "./runtime/read-in-child.js";
export { issueKinds, type Issue, type IssueCode, type Position, type Severity } from "./issues.js";
export { compileMapping } from "./mapping/compile.js";
export { lookupsIn } from "./mapping/list-index.js";
export type { CompiledMapping, Lookups, MappingContext } from "./mapping/mapping.js";
export { formatDiagnostics, type Diagnostic } from "./mapping/diagnostics.js";
export { parseMapping, type ParsedMapping } from "./mapping/parse.js";
export { recommendedMapping } from "./mapping/recommended.js";
export { account, todayIn, type Account, type AccountSettings } from "./records/account.js";
export { chargeCode, recordType, recordTypes, staff, taxCode, type RecordTypeName } from "./records/index.js";
export type { ChargeCode } from "./records/charge-code.js";
export type { AnyRecord, RecordType, Reference } from "./records/record-type.js";
export type { Staff } from "./records/staff.js";
export type { TaxCode } from "./records/tax-code.js";
export { diskFile, type DiskFile } from "./sources/disk.js";
