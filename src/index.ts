/** The public API, which consists of the engine and its parts, for programs that read exports themselves. */

export {
  evaluateInMemory,
  type AcceptedRow,
  type EvaluationInMemory,
  type DeletedRow,
  type Job,
  type RejectedRow,
} from "./convert/engine.js";
export { unpacked, type PackedCells } from "./convert/evaluation.js";
export { linesOfRecords } from "./formats/output/chunks.js";
export { outputFormat, outputFormats } from "./formats/output/index.js";
export type { OutputFormat, OutputFormatName, ListToEncode } from "./formats/output/output-format.js";
export { errorKinds, LadingError, type ErrorCode, type Recovery } from "./errors.js";
export { type ByteSource, type Detected, type Table } from "./formats/format.js";
export { defaultLimits, type Limits } from "./formats/limits.js";
export { type Row } from "./formats/row.js";
export { isContainer, openTable } from "./formats/index.js";
export type { ReadOptions } from "./formats/read-options.js";
export { openTableInReader } from "./system/readers/open-in-reader.js";
export { issueKinds, type Issue, type IssueCode, type Position, type Severity } from "./model/issues.js";
export { compileMapping } from "./mapping/compile.js";
export { lookupsIn } from "./mapping/list-index.js";
export type { CompiledMapping, MappingContext } from "./mapping/mapping.js";
export type { Lookups } from "./model/lookups.js";
export { formatDiagnostics, type Diagnostic } from "./mapping/diagnostics.js";
export { parseMapping, type ParsedMapping } from "./mapping/parse.js";
export { recommendedMapping } from "./mapping/recommended.js";
export { account, todayIn, type Account, type AccountSettings } from "./model/account.js";
export {
  chargeCode,
  recordType,
  recordTypes,
  staff,
  taxCode,
  type RecordTypeName,
} from "./model/record-types/index.js";
export type { ChargeCode } from "./model/record-types/charge-code.js";
export type { AnyRecord, RecordType, Reference } from "./model/record-type.js";
export type { Staff } from "./model/record-types/staff.js";
export type { TaxCode } from "./model/record-types/tax-code.js";
export { diskFile, type DiskFile } from "./system/read-file.js";
