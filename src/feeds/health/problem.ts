import type { NextStep } from "../../sentence.js";

/**
 * A problem that Lading reports. The wording is the same in `lading status`, in alerts, in the console, and at the end
 * of `lading run`.
 */
export interface Problem extends NextStep {
  /** The kind of problem: one of `problemCodes`, or the code of the error that caused a fault. */
  readonly code: string;
  readonly severity: Severity;
  /** The item with the problem, such as a feed, a host or an output. */
  readonly subject: string;
  readonly feeds: readonly string[];
  /** Beginning of the delivery's SHA-256 hash. */
  readonly delivery: string | null;
  /** Names of the affected files. Shown only to signed-in users (see `withoutPrivateParts`). */
  readonly files: readonly string[];
  /** ISO 8601 UTC. */
  readonly since: string | null;
  readonly sentence: string;
  /**
   * The full reason, or "" if there is none. Shown only to signed-in users, because the reason may quote a file name or
   * a person's name.
   */
  readonly detail: string;
  /** A sentence about what still works, such as the list that is still served. Otherwise, "". */
  readonly meanwhile: string;
  /** The sentence for each feed, or for each quoted file name, if several problems have the same cause. */
  readonly each: readonly { readonly name: string; readonly sentence: string }[];
}

/**
 * An error stops lists or invoices, or needs a person's decision. A warning also needs attention. A note needs no
 * action.
 */
export type Severity = "error" | "warning" | "note";

/**
 * Ordered by urgency. A fault has the code of its error and ranks like `fault`, or like `store_away` if the error
 * concerns the store.
 */
export const problemCodes = {
  store_away: "error",
  workspace_not_taken: "error",
  bytes_missing: "error",
  fault: "error",
  alerts_failing: "error",
  first_file: "error",
  held: "error",
  unusable: "error",
  quarantined: "error",
  rejected: "error",
  undecided: "error",
  waiting: "warning",
  paused: "warning",
  late: "warning",
  no_list: "warning",
  rejected_by_person: "warning",
  partial: "warning",
  not_put_back: "warning",
  host_failing: "warning",
  expiring: "warning",
  elements_left_out: "note",
  received: "note",
  arriving: "note",
  unclaimed: "note",
  ignored: "note",
  similar_invoices: "note",
  accrual_shared: "note",
  weak_algorithms: "note",
  stray_bytes: "note",
  unused_feed: "note",
  unknown_name: "note",
} as const satisfies Readonly<Record<string, Severity>>;

export type ProblemCode = keyof typeof problemCodes;

/** Labels in the terminal, for codes that would not be clear as plain words. */
const labels: Readonly<Partial<Record<ProblemCode, string>>> = {
  store_away: "not available",
  workspace_not_taken: "change not applied",
  bytes_missing: "stored file missing",
  alerts_failing: "failing",
  first_file: "first delivery held",
  undecided: "not processed",
  no_list: "no list yet",
  rejected_by_person: "rejected by a person",
  partial: "some rows rejected",
  not_put_back: "file not restored",
  host_failing: "failing",
  elements_left_out: "some elements omitted",
  stray_bytes: "file without a delivery",
  unknown_name: "unused file",
};

/** Returns the label of a problem code, or undefined for the code of an error. */
export function problemLabel(code: string): string | undefined {
  if (!Object.hasOwn(problemCodes, code)) return undefined;
  return labels[code as ProblemCode] ?? code.replaceAll("_", " ");
}

type ProblemDetails = Pick<Problem, "subject" | "sentence"> & Partial<Problem>;

export function problem(code: ProblemCode, given: ProblemDetails): Problem {
  return { ...nothingElse, severity: problemCodes[code], code, ...given };
}

const nothingElse = {
  feeds: [],
  delivery: null,
  files: [],
  since: null,
  detail: "",
  meanwhile: "",
  each: [],
  next: "",
  commands: [],
} as const;

const ranks = new Map<string, number>(Object.keys(problemCodes).map((code, rank) => [code, rank]));

/** Sorts by urgency, then by the number of feeds, then by subject. Keeps the order within a subject. */
export function worstFirst(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || b.feeds.length - a.feeds.length || a.subject.localeCompare(b.subject),
  );
}

/** The codes of errors have the rank of the problem that they cause. */
function rankOf({ code, severity }: Problem): number {
  const cause = { error: "fault", warning: "host_failing", note: "arriving" }[severity];
  return ranks.get(code) ?? ranks.get(code.startsWith("store_") ? "store_away" : cause) ?? 0;
}

export function needsAttention({ severity }: Pick<Problem, "severity">): boolean {
  return severity !== "note";
}

export function problemText({ sentence, detail, meanwhile }: Problem): string {
  // For an invalid mapping, the sentence quotes lines that show the position of the error.
  const between = sentence.includes("\n") ? "\n" : " ";
  return [sentence, detail, meanwhile].filter((part) => part !== "").join(between);
}

/** Removes the detail and file names, which may contain people's names, for users who are not signed in. */
export function withoutPrivateParts(one: Problem): Problem {
  const hide = (text: string): string =>
    one.files.reduce(
      (shown, name) =>
        [JSON.stringify(name), name].reduce(
          (hidden, written) => hidden.replaceAll(`file ${written}`, "file").replaceAll(written, "a file"),
          shown,
        ),
      text,
    );
  return {
    ...one,
    files: [],
    detail: "",
    subject: hide(one.subject),
    sentence: hide(one.sentence),
    next: hide(one.next),
    commands: one.commands.map(hide),
    each: one.each.map(({ name, sentence }) => ({ name: hide(name), sentence: hide(sentence) })),
  };
}
