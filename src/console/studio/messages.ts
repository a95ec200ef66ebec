import type { Severity } from "../../model/issues.js";
import type { RecordTypeName } from "../../model/record-types/index.js";
import type { MissingAnswer } from "../../mapping/diagnostics.js";
import type { Plain } from "../../mapping/yaml-document.js";
import type { FormCommand } from "./requests.js";

/** Messages from the server to the app. */

/** Data for the page for opening files. */
export interface Start {
  /** Folder of the workspace. Undefined without a workspace and on a shared console. */
  readonly workspace: string | undefined;
  readonly workspaceError: string | undefined;
  readonly accounts: readonly string[];
  readonly inbox: readonly InboxFile[];
  /** Newest first. */
  readonly mappings: readonly MappingFile[];
  /** Maximum size of a sample in bytes. */
  readonly largest: number;
  /** Samples that are open in this window or in other windows. */
  readonly open: readonly OpenedSample[];
  /** Address of the shared console. Undefined on the shared console itself. */
  readonly operators: OperatorsPage | undefined;
}

export interface OperatorsPage {
  /** The console's address if it is running, or the address specified in `lading.yaml`. */
  readonly url: string;
  /** Base URL of the served lists. Undefined if no server is running for this workspace. */
  readonly lists: string | undefined;
}

export interface MappingFile {
  /** Relative to the workspace. `NAME.draft.yaml` is a draft, which no feed uses. */
  readonly path: string;
  /** Feeds that use the mapping. */
  readonly feeds: readonly string[];
}

export interface InboxFile {
  readonly source: string;
  readonly name: string;
  readonly size: number;
}

/** The app polls this to determine whether its view is up to date. */
export type Latest = Pick<View, "revision" | "changedOutside">;

/** A sample with its mapping. */
export interface View {
  readonly id: string;
  readonly file: string;
  /** Incremented with every change. Each edit specifies the revision on which it is based. */
  readonly revision: number;
  readonly table: TableView;
  readonly record: RecordTypeName | undefined;
  /** Whether the file as a whole is a list, and the reason. */
  readonly verdict: { readonly isList: boolean; readonly reason: string };
  readonly account: string;
  /** The account that was selected before a different account's mapping was opened. */
  readonly accountBefore: string | undefined;
  /** Mappings that fit the file, directly or with renamed headings. Best first. */
  readonly fits: readonly FitView[];
  /**
   * Open samples with the same headings and unsaved answers, latest first. Empty after a person has changed a
   * field of this sample. After a person has chosen the record type, only samples of this type.
   */
  readonly answered: readonly OpenedSample[];
  readonly text: string;
  readonly diagnostics: readonly DiagnosticView[];
  /**
   * Questions known so far. After the rows have been checked, `OutcomeView` may also contain a question about their
   * time zone.
   */
  readonly questions: readonly QuestionView[];
  /** Undefined if the mapping text is not valid YAML. */
  readonly form: FormView | undefined;
  /** Path of the mapping file, relative to the workspace. Set after the mapping has been saved or opened. */
  readonly path: string | undefined;
  readonly isSaved: boolean;
  /** True if another program changed the file. */
  readonly changedOutside: boolean;
  readonly canUndo: boolean;
  /** Versions of the promoted mapping, newest first. Empty on a shared console. */
  readonly versions: readonly MappingVersion[];
  /** Set after promotion. */
  readonly offer: FeedOffer | undefined;
  readonly references: readonly ReferenceView[];
  /** Samples that refer to this sample. */
  readonly usedBy: readonly OpenSample[];
}

export interface MappingVersion {
  /** Time of the promotion. Undefined for a version that was not promoted in the console. */
  readonly at?: string;
  /** Undefined if the file was changed after the promotion. */
  readonly by?: string;
  readonly reason?: string;
  /** Name of the file that contains a replaced version. Undefined for the active version. */
  readonly file?: string;
}

interface OpenSample {
  readonly id: string;
  readonly name: string;
}

/** The time distinguishes samples with the same name. */
export interface OpenedSample extends OpenSample {
  readonly record: RecordTypeName | undefined;
  /** ISO 8601. */
  readonly openedAt: string;
}

export interface ReferenceView {
  readonly target: RecordTypeName;
  /** The open sample against which references are checked, if a person has chosen one. */
  readonly sample: OpenSample | undefined;
  /** Number of records. Undefined if there is no list, in which case references are not checked. */
  readonly records: number | undefined;
  /**
   * True if the account's feeds do not check references of this type. In that case, references are not checked against
   * a sample either.
   */
  readonly isUnchecked: boolean;
  /** The feed that must publish a list before the account's feed can check references. */
  readonly waitsFor: string | undefined;
  /** The reason why `sample` produces no list. */
  readonly blocked: string | undefined;
  /** Other open samples with records of this type. */
  readonly choices: readonly OpenSample[];
}

interface FitView {
  readonly path: string;
  /** Headings in the mapping that have different names in the file. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

export interface TableView {
  readonly format: string;
  readonly encoding: string | undefined;
  readonly encodingIsSure: boolean;
  readonly delimiter: string | undefined;
  readonly sheet: string | undefined;
  readonly sheets: readonly string[];
  /** For JSON and XML: the path of the rows in the document. */
  readonly records: string | undefined;
  readonly headerRows: readonly number[];
  readonly evidence: readonly string[];
  /** The beginning of each skipped row above the table. */
  readonly leftOut: readonly string[];
  readonly columns: readonly ColumnView[];
  readonly rows: number;
  /** False if the file has more rows than the studio reads. */
  readonly isWhole: boolean;
  readonly issues: readonly IssueView[];
}

export interface IssueView {
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

export interface Fix {
  /** Determines the button's label, in which `what` is inserted. */
  readonly kind:
    | "read as"
    | "as read"
    | "sheet"
    | "heading"
    | "headings"
    | "no headings"
    | "end"
    | "leave out"
    | "leave out blank"
    | "accept"
    | "blank means"
    | "means"
    | "means empty"
    | "prefer active";
  readonly what: string;
  /** Number of rows in the sample that the fix skips. */
  readonly rows?: number;
  /** Number of skipped rows that look like records. */
  readonly records?: number;
  readonly command: FormCommand;
}

export interface ColumnView {
  /** The name by which a mapping refers to the column. */
  readonly name: string;
  readonly samples: readonly string[];
}

export interface DiagnosticView {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly expected: string | undefined;
  readonly nearest: string | undefined;
  readonly asks: MissingAnswer | undefined;
}

export interface FormView {
  readonly zone: string;
  readonly read: Readonly<Record<string, Plain>>;
  /** The fields of the record, followed by the element fields of lists whose elements come from rows. */
  readonly fields: readonly FieldView[];
  /** For record types with lists: the rows that form one record. */
  readonly group: GroupView | undefined;
  readonly lists: readonly ListView[];
  readonly only: readonly RuleView[];
  readonly skip: readonly RuleView[];
  /**
   * Rows with a blank cell in this column belong to the record above. Empty if the mapping specifies no such column.
   */
  readonly continues: string;
  readonly duplicates: string;
}

export interface GroupView {
  /** The key column. Empty if each row is a record. */
  readonly by: string;
  /** The rule that identifies the row with the record's fields. Undefined if every row contains these fields. */
  readonly header: RuleView | undefined;
  /** True if rows with the same key need not be adjacent. */
  readonly isScattered: boolean;
  /** False if the form cannot show the whole definition. */
  readonly isSimple: boolean;
}

/** A list of elements, such as the accruals of a job. */
export interface ListView {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly required: readonly string[];
  /** True if the elements are plain values instead of objects. */
  readonly isPlain: boolean;
  /** Where the elements come from. `other`: the source can be changed only in the mapping text. */
  readonly place: "absent" | "rows" | "split" | "other";
  /** For `rows`: the rows that contain an element. Undefined: every row. */
  readonly rule: RuleView | undefined;
  /** For `split`: the column that contains the values. `at` is the separator between values. */
  readonly column: string;
  readonly at: string;
}

export interface RuleView {
  readonly column: string;
  readonly test: string;
  readonly value: string;
  /** False if the form cannot show the whole rule. */
  readonly isSimple: boolean;
}

export type Shape = "open" | "absent" | "column" | "first" | "join" | "turned" | "constant" | "other";

export interface FieldView {
  readonly name: string;
  readonly kind: string;
  readonly required: "always" | "tax" | "never";
  readonly description: string;
  readonly choices: readonly string[];
  /** Fields that a reference may use in addition to the ID, as `record-type.field`. */
  readonly lookups: readonly string[];
  readonly shape: Shape;
  readonly columns: readonly string[];
  readonly separator: string;
  readonly constant: string;
  /** Operations as written in the mapping text. */
  readonly words: Readonly<Record<string, Plain>>;
  /** For whole numbers: the `pattern` that extracts the number from a cell with text. */
  readonly numberPattern: string | undefined;
  /** Operations that can be changed only in the mapping text. */
  readonly others: readonly string[];
  readonly values: ValuesView | undefined;
  readonly diagnostics: readonly DiagnosticView[];
  readonly guess: GuessView | undefined;
  /** True if a person changed or confirmed the field. */
  readonly isAnswered?: boolean;
  /**
   * True if the field contains tax codes and there is no list against which to check them. `lading convert` then
   * stops.
   */
  readonly isUnchecked?: boolean;
  /** The list that contains the field. */
  readonly list?: string | undefined;
}

/** The answer for a value that means the same as an empty cell. */
export const meansEmpty = "\u0001empty";

export interface ValuesView {
  /** `answer` is empty for an open question, null if rows with the value are rejected, or `meansEmpty`. */
  readonly values: readonly {
    readonly value: string;
    readonly count: number;
    readonly answer: string | null;
  }[];
  /** Number of distinct values that are not listed. */
  readonly left: number;
  /** Number of rows with a blank cell. */
  readonly blanks: number;
}

export interface GuessView {
  readonly isSure: boolean;
  readonly percent: number | undefined;
  readonly columns: readonly string[];
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly candidates: readonly { readonly column: string; readonly reason: string }[];
}

export interface QuestionView {
  readonly about: "field" | "list" | "zone" | "company" | "text";
  /** The field or list. For `text`: the line number in the mapping. */
  readonly name: string;
  /** Fields that depend on the answer. */
  readonly fields: readonly string[];
}

/** Result of the mapping for the sample. */
export interface OutcomeView {
  readonly revision: number;
  /** The reason why there is no result: open questions, errors, or an unreadable file. */
  readonly blocked: string | undefined;
  /** Fields that were ignored when the rows were checked. Empty if the mapping is complete. */
  readonly open: readonly string[];
  readonly questions: readonly QuestionView[];
  /** True if at least one record was formed from several rows. */
  readonly isGrouped: boolean;
  /** Columns with values that the mapping does not read. */
  readonly unread: readonly string[];
  readonly counts: {
    readonly read: number;
    readonly accepted: number;
    readonly rejected: number;
    /** Number of rows that depend on an open question. */
    readonly waiting: number;
    readonly skipped: number;
    readonly merged: number;
  };
  /** What only feeds reject, because the mapping does not accept a repair or a doubtful value. */
  readonly inFeed: {
    /** Number of OK rows that a feed rejects. */
    readonly rejected: number;
    /** The reason why a feed refuses the whole file, and what to do. */
    readonly refused: string | undefined;
  };
  readonly rules: readonly { readonly rule: string; readonly count: number }[];
  readonly issues: readonly IssueGroup[];
  /** Number of rows that each field causes to be rejected. Fields of elements are named LIST.FIELD. */
  readonly rejectedBy: Readonly<Record<string, number>>;
  readonly samples: Readonly<Record<string, readonly SampleView[]>>;
  /** Lists that are empty in some accepted records, not counting records with invalid elements, which have an issue. */
  readonly emptyLists: readonly EmptyList[];
}

export interface EmptyList {
  readonly list: string;
  /** Number of records. */
  readonly count: number;
  /** The columns that only the elements use. An element is omitted if all of these cells are empty. */
  readonly columns: readonly string[];
}

export interface SampleView {
  readonly from: string;
  readonly to: string;
  readonly isWrong: boolean;
}

export interface IssueGroup extends IssueView {
  readonly code: string;
  readonly field: string | undefined;
  readonly column: string | undefined;
  readonly count: number;
  /** True if the issue concerns values with an open question. */
  readonly isQuestion: boolean;
  /** True if a feed rejects the rows or the file because of the issue. */
  readonly isRejectedInFeed: boolean;
  /** Distinct cells to which a question refers, or references that were not found. Empty for other issues. */
  readonly values: readonly string[];
  /** 0-based positions of the first 200 affected rows in the table. */
  readonly rowIndexes: readonly number[];
}

/** `asked`: the row's state depends on an open question. */
export type RowState = "unknown" | "accepted" | "rejected" | "asked" | "skipped" | "merged";

export interface RowView {
  readonly rowIndex: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly state: RowState;
  /** True for an OK row that a feed rejects. */
  readonly isRejectedInFeed: boolean;
  readonly rule: string | undefined;
  readonly issues: readonly Pick<IssueGroup, "severity" | "column" | "field" | "message">[];
  readonly record: RecordView | undefined;
  /** For a duplicate: the row that produces the record, and the columns in which the two rows differ. */
  readonly duplicateOf: { readonly line: number; readonly columns: readonly string[] } | undefined;
  /** All rows of the record, if it has more than one. */
  readonly others: readonly Pick<RowView, "line" | "cells">[];
  /** Number of rows that are not listed. */
  readonly left: number;
}

export interface RecordView {
  /** By field. Parts of amounts are named `amount.part`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Elements of each list with their fields, by list name. Plain values have an empty field name. */
  readonly lists: Readonly<
    Record<string, { readonly elements: readonly Readonly<Record<string, string>>[]; readonly left: number }>
  >;
}

export interface RowsView {
  readonly revision: number;
  /** Number of rows that match the filter. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly RowView[];
}

export interface StudioError {
  readonly message: string;
  readonly hint: string;
  /**
   * `stale`: someone else changed the mapping. The newest view is included. `exists`: the file already exists.
   * `unreadable`: no mapping can read the file.
   */
  readonly code?: "stale" | "exists" | "gone" | "unreadable" | undefined;
  readonly view?: View;
}

/** The planned change to `lading.yaml`. */
export interface FeedPlan {
  readonly feed: string;
  /** For a new server, its host keys or the reason why the connection failed. */
  readonly server:
    | {
        readonly keys: readonly { readonly type: string; readonly fingerprint: string }[];
        readonly error: string | undefined;
      }
    | undefined;
  readonly lines: readonly { readonly line: string; readonly isNew: boolean }[];
  /** The reason why the plan cannot be written. */
  readonly error: string | undefined;
  /** sha256 of the original file. */
  readonly base: string;
}

/** Result of testing a new feed with the sample. */
export interface FeedTried {
  readonly feed: string;
  /** Absolute path of the inbox folder. Undefined for a server. */
  readonly folder: string | undefined;
  /** Connection checks for a server. */
  readonly steps: readonly {
    readonly what: string;
    readonly isDone: boolean;
    readonly detail: string;
    readonly next: string;
  }[];
  /** Address of the console in which the feed's first list waits for approval. */
  readonly operators: OperatorsPage;
  /** Address of the feed's list. Undefined if no server is running. */
  readonly served: string | undefined;
  readonly counts: OutcomeView["counts"];
  readonly inFeed: OutcomeView["inFeed"];
  readonly blocked: string | undefined;
}

/** Choices for a new feed with this mapping. */
export interface FeedOffer {
  /** Time of the nightly run in the included crontab, such as `02:30`. */
  readonly nightly: string;
  /** The promoted mapping, relative to the workspace. */
  readonly mapping: string;
  /** Feeds that use the mapping. */
  readonly feeds: readonly string[];
  readonly accounts: readonly string[];
  /** Accounts that use tax and check tax codes, but have no feed for tax codes. */
  readonly withoutTaxCodes: readonly string[];
  readonly sources: readonly string[];
  /** The source that an existing feed of each account uses, by account. */
  readonly sourceOf: Readonly<Record<string, string>>;
  readonly files: string;
}

export interface Promoted {
  readonly path: string;
  /** Path of the replaced mapping. */
  readonly kept: string | undefined;
}
