import type { Severity } from "../../model/issues.js";
import type { RecordTypeName } from "../../model/record-types/index.js";
import type { MissingAnswer } from "../../mapping/diagnostics.js";
import type { Plain } from "../../mapping/yaml-document.js";
import type { FormCommand } from "./requests.js";

/** What the server tells the page. */

/** Said once when the page opens. */
export interface Start {
  /** Folder of the workspace, or undefined outside of one. */
  readonly workspace: string | undefined;
  /** Why the workspace cannot be used, when it has diagnostics. */
  readonly workspaceError: string | undefined;
  readonly accounts: readonly string[];
  readonly inbox: readonly InboxFile[];
  /** Mapping files, the newest first. */
  readonly mappings: readonly MappingFile[];
  /** Largest sample in bytes. */
  readonly largest: number;
  /** Samples that are open already, here or in another window. */
  readonly open: readonly OpenSample[];
  readonly operators: OperatorsPage;
}

/** Where people decide about deliveries. */
export interface OperatorsPage {
  /** Its address: as it answers now, else as `lading.yaml` has it. */
  readonly url: string;
  /** Address of the lists; undefined while no server of this workspace answers. */
  readonly lists: string | undefined;
}

export interface MappingFile {
  /** Relative to the workspace; `NAME.draft.yaml` is a draft, which no feed uses. */
  readonly path: string;
  /** Feeds that use it. */
  readonly feeds: readonly string[];
}

export interface InboxFile {
  readonly source: string;
  readonly name: string;
  readonly size: number;
}

/** Whether a view is still the newest. */
export type Latest = Pick<View, "revision" | "changedOutside">;

/** A sample with the mapping that is made for it. */
export interface View {
  readonly id: string;
  readonly file: string;
  /** Counts every change; an edit names the one that it was made on. */
  readonly revision: number;
  readonly table: TableView;
  readonly record: RecordTypeName | undefined;
  /** What the guess says of the file as a whole. */
  readonly verdict: { readonly isList: boolean; readonly reason: string };
  readonly account: string;
  /** The account that it was until a mapping was opened, whose feed has another one. */
  readonly accountBefore: string | undefined;
  /** Mappings that fit the file already, or would with renamed headings bound again; the best first. */
  readonly fits: readonly FitView[];
  readonly text: string;
  /** What can be written where in the text. */
  readonly words: TextWords;
  readonly diagnostics: readonly DiagnosticView[];
  /** Undefined while the text is no YAML that could be read. */
  readonly form: FormView | undefined;
  /** File of the mapping, relative to the workspace, when it was saved or opened. */
  readonly path: string | undefined;
  readonly isSaved: boolean;
  /** The file was changed by another program since it was saved or opened here. */
  readonly changedOutside: boolean;
  readonly canUndo: boolean;
  /** Set once the mapping is promoted. */
  readonly offer: FeedOffer | undefined;
  /** Lists that this kind of record refers to. */
  readonly references: readonly ReferenceView[];
  /** Samples that are checked against this one. */
  readonly usedBy: readonly OpenSample[];
}

/** Words of the mapping language. */
export interface TextWords {
  /** At the margin. */
  readonly top: readonly string[];
  readonly fields: readonly string[];
  /** Of a field: where it comes from, and how it is read. */
  readonly sources: readonly string[];
  /** Of a rule. */
  readonly rules: readonly string[];
}

interface OpenSample {
  readonly id: string;
  readonly name: string;
}

/** Where the list is that records refer to. */
export interface ReferenceView {
  readonly target: RecordTypeName;
  /** The second file, when one was given. */
  readonly sample: OpenSample | undefined;
  /** Records of the list; undefined: there is none, and references are not checked. */
  readonly records: number | undefined;
  /** The account says that it has no list, so a second file is not looked at either. */
  readonly isUnchecked: boolean;
  /** The list that a feed of the account would wait for. */
  readonly waitsFor: string | undefined;
  /** Why the second file gives no list yet. */
  readonly blocked: string | undefined;
  /** Other samples that are open and list such records. */
  readonly choices: readonly OpenSample[];
}

interface FitView {
  readonly path: string;
  /** Headings of the mapping that the file writes otherwise. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

export interface TableView {
  readonly format: string;
  readonly encoding: string | undefined;
  readonly encodingIsSure: boolean;
  readonly delimiter: string | undefined;
  readonly sheet: string | undefined;
  readonly sheets: readonly string[];
  /** Of JSON and XML: what a row is, as a path. */
  readonly records: string | undefined;
  readonly headerRows: readonly number[];
  readonly evidence: readonly string[];
  readonly columns: readonly ColumnView[];
  readonly rows: number;
  /** False when the file has more rows than are looked at. */
  readonly isWhole: boolean;
  readonly issues: readonly IssueView[];
}

export interface IssueView {
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

/** What a button beside a remark does about it. */
export interface Fix {
  /** Which words the button has; `what` goes into them. */
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
    | "prefer active";
  readonly what: string;
  /** How many rows of the sample it leaves out. */
  readonly rows?: number;
  /** How many of them look like records. */
  readonly records?: number;
  readonly command: FormCommand;
}

export interface ColumnView {
  /** How a mapping names it. */
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
  /** Fields of elements stand behind those of the record, where their list comes from rows. */
  readonly fields: readonly FieldView[];
  /** Of record types with lists: which rows are one record. */
  readonly group: GroupView | undefined;
  readonly lists: readonly ListView[];
  readonly only: readonly RuleView[];
  readonly skip: readonly RuleView[];
  /** Rows in which this column is blank belong to the record above; empty: none do. */
  readonly continues: string;
  readonly duplicates: string;
}

export interface GroupView {
  /** The column with the key; empty: each row is a record. */
  readonly by: string;
  /** The one row that the fields come from; undefined: every row. */
  readonly header: RuleView | undefined;
  /** Rows of one key need not follow each other. */
  readonly isScattered: boolean;
  /** False: it says more than the form can show. */
  readonly isSimple: boolean;
}

/** A list of elements, such as the accruals of a job. */
export interface ListView {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The fields that an element has to have. */
  readonly required: readonly string[];
  /** Its elements are values, and no objects. */
  readonly isPlain: boolean;
  /** Where they stand: in rows, in one cell, or as only the text can say. */
  readonly place: "absent" | "rows" | "split" | "other";
  /** With `rows`: which rows hold one; undefined: every row. */
  readonly rule: RuleView | undefined;
  /** With `split`: the column, and the sign between the values. */
  readonly column: string;
  readonly at: string;
}

export interface RuleView {
  readonly column: string;
  readonly test: string;
  readonly value: string;
  /** False: it says more than the form can show. */
  readonly isSimple: boolean;
}

export type Shape = "open" | "absent" | "column" | "first" | "join" | "turned" | "constant" | "other";

export interface FieldView {
  readonly name: string;
  readonly kind: string;
  readonly required: "always" | "tax" | "never";
  readonly description: string;
  readonly choices: readonly string[];
  /** Of a reference: how else than by its id it can be named, as `record-type.field`. */
  readonly lookups: readonly string[];
  readonly shape: Shape;
  readonly columns: readonly string[];
  readonly separator: string;
  readonly constant: string;
  /** Operations as written. */
  readonly words: Readonly<Record<string, Plain>>;
  /** Words that only the text can change. */
  readonly others: readonly string[];
  readonly values: ValuesView | undefined;
  readonly diagnostics: readonly DiagnosticView[];
  readonly guess: GuessView | undefined;
  /** A person said something about it. */
  readonly isAnswered?: boolean;
  /** The list whose elements have it. */
  readonly list?: string | undefined;
}

export interface ValuesView {
  readonly values: readonly { readonly value: string; readonly count: number; readonly answer: string }[];
  /** Distinct values beyond those that are listed. */
  readonly left: number;
  /** Rows in which the cell is blank. */
  readonly blanks: number;
}

export interface GuessView {
  readonly isSure: boolean;
  readonly percent: number | undefined;
  /** Columns that were guessed. */
  readonly columns: readonly string[];
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly candidates: readonly { readonly column: string; readonly reason: string }[];
}

/** What the mapping makes of the sample. */
export interface OutcomeView {
  readonly revision: number;
  /** Why nothing is made: open questions, diagnostics, or the file is refused. */
  readonly blocked: string | undefined;
  /** Fields whose questions are open: rows were checked without them. Empty: the mapping is whole. */
  readonly open: readonly string[];
  /** Several rows may be one record. */
  readonly isGrouped: boolean;
  readonly counts: {
    readonly read: number;
    readonly accepted: number;
    readonly rejected: number;
    /** Rows that an answer decides. */
    readonly waiting: number;
    readonly skipped: number;
    readonly merged: number;
  };
  readonly rules: readonly { readonly rule: string; readonly count: number }[];
  readonly issues: readonly IssueGroup[];
  readonly samples: Readonly<Record<string, readonly SampleView[]>>;
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
  /** It is about values that somebody is still asked about. */
  readonly isQuestion: boolean;
  /** Where to look, as positions of rows in the table, from 0. */
  readonly rowIndexes: readonly number[];
}

/** `asked`: an answer decides it. */
export type RowState = "unknown" | "accepted" | "rejected" | "asked" | "skipped" | "merged";

export interface RowView {
  readonly rowIndex: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly state: RowState;
  /** Rule that left the row out. */
  readonly rule: string | undefined;
  readonly issues: readonly Pick<IssueGroup, "severity" | "column" | "field" | "message">[];
  /** The record that the row became, alone or with others. */
  readonly record: RecordView | undefined;
  /** All rows of the record, when they are several. */
  readonly others: readonly Pick<RowView, "line" | "cells">[];
  /** How many more there are. */
  readonly left: number;
}

export interface RecordView {
  /** Field by field, the parts of amounts as `amount.part`. */
  readonly fields: Readonly<Record<string, string>>;
  /** By list: of each element the fields; of an element that is a value, the value under an empty name. */
  readonly lists: Readonly<
    Record<string, { readonly elements: readonly Readonly<Record<string, string>>[]; readonly left: number }>
  >;
}

export interface RowsView {
  readonly revision: number;
  /** How many rows there are with the filter. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly RowView[];
}

export interface StudioError {
  readonly message: string;
  readonly hint: string;
  /** `stale`: somebody else changed the mapping; the newest view comes with it. `exists`: the file is there already. */
  readonly code?: "stale" | "exists" | "gone" | undefined;
  readonly view?: View;
}

/** What `lading.yaml` will say. */
export interface FeedPlan {
  readonly feed: string;
  /** Of a new server: what it shows now, or why it could not be asked. */
  readonly server:
    | {
        readonly keys: readonly { readonly type: string; readonly fingerprint: string }[];
        readonly error: string | undefined;
      }
    | undefined;
  readonly lines: readonly { readonly line: string; readonly isNew: boolean }[];
  /** Why it cannot be written. */
  readonly error: string | undefined;
  /** sha256 of the file as it was. */
  readonly base: string;
}

/** What a new feed makes of the sample. */
export interface FeedTried {
  readonly feed: string;
  /** Absolute path of the folder that its files arrive in; undefined on a server. */
  readonly folder: string | undefined;
  /** How far the way to a server is open. */
  readonly steps: readonly {
    readonly what: string;
    readonly isDone: boolean;
    readonly detail: string;
    readonly next: string;
  }[];
  /** Where its first list waits. */
  readonly operators: OperatorsPage;
  /** Address of its list, where a server answers. */
  readonly served: string | undefined;
  readonly counts: OutcomeView["counts"];
  readonly blocked: string | undefined;
}

/** What a feed for this mapping could be. */
export interface FeedOffer {
  /** When the shipped crontab runs, such as `02:30`. */
  readonly nightly: string;
  /** The promoted mapping, relative to the workspace. */
  readonly mapping: string;
  /** Feeds that use it. */
  readonly feeds: readonly string[];
  readonly accounts: readonly string[];
  /** Those of them that charge codes could not be added to as they are: they have tax, and no feed of tax codes. */
  readonly withoutTaxCodes: readonly string[];
  readonly sources: readonly string[];
  /** By account: the source that its feeds take their files from already. */
  readonly sourceOf: Readonly<Record<string, string>>;
  readonly files: string;
}

export interface Promoted {
  readonly path: string;
  /** Where what was there before is kept. */
  readonly kept: string | undefined;
}
