import type { NextStep } from "../next-step.js";

/**
 * The one form in which Lading says that something is wrong. `lading status`, the end of `lading run`, the operators' page, alerts
 * and metrics show these and phrase nothing themselves.
 */
export interface Problem extends NextStep {
  /** Names the kind: one of `problemCodes`, or the code of the error that a fault came from. */
  readonly code: string;
  readonly severity: Severity;
  /** What has the problem, such as a feed, a host or an output. */
  readonly subject: string;
  /** Names of the feeds that suffer from it. */
  readonly feeds: readonly string[];
  /** Beginning of the sha256 of the delivery. */
  readonly delivery: string | null;
  /** Names of files that it is about, for people who are signed in: see `withoutPrivateParts`. */
  readonly files: readonly string[];
  /** ISO 8601 UTC. */
  readonly since: string | null;
  readonly sentence: string;
  /** The reason in full, for people who are signed in: it may quote a file or a person. Empty if there is none. */
  readonly detail: string;
  /** What is served meanwhile, as a sentence; empty if nothing is to be said. */
  readonly meanwhile: string;
  /** If several feeds, or files, share the cause: what it is for each. */
  readonly each: readonly { readonly feed: string; readonly sentence: string }[];
}

/** An error stops lists or invoices, or waits for a person. A note needs nobody. */
export type Severity = "error" | "warning" | "note";

/** From the most urgent on. Codes of faults are errors and rank at `fault`. */
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
  left_aside: "warning",
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
  unknown_name: "note",
} as const satisfies Readonly<Record<string, Severity>>;

export type ProblemCode = keyof typeof problemCodes;

type Given = Pick<Problem, "subject" | "sentence"> & Partial<Problem>;

export function problem(code: ProblemCode, given: Given): Problem {
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

/** The most urgent first; of equal ones that of the most feeds, then by subject. Keeps the order of one subject. */
export function worstFirst(problems: readonly Problem[]): readonly Problem[] {
  const rank = ({ code }: Problem): number => ranks.get(code) ?? ranks.get("fault") ?? 0;
  return problems.toSorted(
    (a, b) => rank(a) - rank(b) || b.feeds.length - a.feeds.length || a.subject.localeCompare(b.subject),
  );
}

export function needsPerson({ severity }: Pick<Problem, "severity">): boolean {
  return severity !== "note";
}

/** The whole of it as sentences, for one line of text. */
export function problemText({ sentence, detail, meanwhile }: Problem): string {
  return [sentence, detail, meanwhile].filter((part) => part !== "").join(" ");
}

/** For people who are not signed in: a file name may say who somebody is. */
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
    each: one.each.map(({ feed, sentence }) => ({ feed: hide(feed), sentence: hide(sentence) })),
  };
}
