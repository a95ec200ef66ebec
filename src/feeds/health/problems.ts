import { readHostState, type HostState } from "../../connectors/sftp/host-state.js";
import type { SftpDirectory } from "../../connectors/sftp/settings.js";
import { isLeftAside } from "../../connectors/temporary-names.js";
import type { LadingError } from "../../errors.js";
import { firstOf, nextStep, type NextStep } from "../../sentence.js";
import type { Engine } from "../../store/schema.js";
import type { Queries } from "../../store/store.js";
import type { Ending } from "../../workspace/expiry.js";
import type { WhyNotTaken } from "../../workspace/follow.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import { alertsFailing, isFailing, type AlertHealth } from "../alerts/alert-health.js";
import type { Fault } from "../deliveries/faults.js";
import {
  neverProcessed,
  neverTakenStep,
  neverTakenText,
  notRestored,
  type NeverTaken,
} from "../deliveries/never-taken.js";
import type { UnknownName } from "../deliveries/unknown-files.js";
import { mostUnprocessed } from "../deliveries/unprocessed-files.js";
import { checkFirst } from "../next-step.js";
import { problem, worstFirst, type Problem } from "./problem.js";
import type { OutboxStatus } from "./status.js";

/** Problems that do not belong to a single feed, and the grouping of problems with the same cause. */

export function faultProblem({
  code,
  where,
  sentence,
  next,
  commands,
  since,
  feeds,
  isOfFeed,
  files = [],
}: Fault): Problem {
  return problem("fault", {
    code: code ?? "fault",
    subject: where,
    feeds,
    since,
    files,
    sentence,
    meanwhile: isBlocking({ code, isOfFeed }) ? "Lists that were already published are still served." : "",
    next,
    commands: commandsFor(code, commands),
  });
}

/** An incomplete batch is a note until it is time to ask the partner for the missing files. */
export function batchNote(batch: Fault): Problem {
  return { ...faultProblem(batch), severity: "note", next: "Wait for the missing files.", commands: [] };
}

/** Returns the commands of an error. If an SFTP error has none, returns the command that checks the server. */
function commandsFor(code: string | undefined, named: readonly string[]): readonly string[] {
  return named.length === 0 && code?.startsWith("sftp_") === true ? ["lading doctor"] : named;
}

/** True if the fault prevents the affected lists from being updated. */
function isBlocking({ code, isOfFeed }: Pick<Fault, "code" | "isOfFeed">): boolean {
  return isOfFeed && code?.startsWith("store_") !== true;
}

/** Names all feeds, because nothing is known about the feeds if the store cannot be read. */
export function storeAway(workspace: Workspace, { code, message, hint, commands }: LadingError): Problem {
  return problem("store_away", {
    code,
    subject: "database",
    feeds: workspace.feeds.map(({ name }) => name),
    sentence: message,
    next: hint,
    commands,
  });
}

export function sourceProblem(
  source: string,
  { code, message, hint, commands }: Pick<LadingError, "code" | "message" | "hint" | "commands">,
): Problem {
  return problem("fault", {
    code,
    subject: `source ${source}`,
    sentence: message,
    next: hint,
    commands,
  });
}

export function notTakenProblem({ sentence, next, commands }: WhyNotTaken): Problem {
  return problem("workspace_not_taken", {
    subject: "lading.yaml",
    sentence: `The changed workspace cannot be used. ${sentence}`,
    meanwhile: "The previous workspace remains active.",
    next,
    commands,
  });
}

export function endingProblem({ name, sentence, next, commands }: Ending): Problem {
  return problem("expiring", { subject: name, sentence, next, commands });
}

export function alertProblems(channels: readonly AlertHealth[]): readonly Problem[] {
  return channels.filter(isFailing).map((channel) => {
    return problem("alerts_failing", {
      subject: `alert channel ${channel.channel}`,
      since: channel.failed_at,
      ...alertsFailing(channel),
    });
  });
}

type NeverTakenEntry = Omit<NeverTaken, "since"> & { readonly since?: string };

/** Files that Lading renamed while archiving them are a separate problem, because these files need attention. */
export function neverTakenProblems(source: string, entries: readonly NeverTakenEntry[]): readonly Problem[] {
  const of = (code: "not_put_back" | "ignored", some: readonly NeverTakenEntry[]): readonly Problem[] =>
    some.length === 0
      ? []
      : [
          problem(code, {
            subject: `source ${source}`,
            files: some.map(({ name }) => name),
            since: some.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null,
            sentence:
              some.length === 1
                ? neverTakenText(some)
                : `${some.length} files ${code === "ignored" ? neverProcessed : notRestored}.`,
            each:
              some.length === 1
                ? []
                : some.map(({ name, reason }) => ({ name: JSON.stringify(name), sentence: reason })),
            next: neverTakenStep(some),
            commands: code === "not_put_back" ? ["lading run"] : [],
          }),
        ];
  return [
    ...of(
      "not_put_back",
      entries.filter(({ name }) => isLeftAside(name)),
    ),
    ...of(
      "ignored",
      entries.filter(({ name }) => !isLeftAside(name)),
    ),
  ];
}

export function arrivingNote(source: string, count: number): Problem {
  const many = count === 1 ? "1 file is at the source but has" : `${count} files are at the source but have`;
  return problem("arriving", {
    subject: `source ${source}`,
    sentence: `${many} not been received yet.`,
  });
}

export function unclaimedNote(source: string, names: readonly string[]): Problem {
  const first = names.slice(0, 3).map((name) => JSON.stringify(name));
  return problem("unclaimed", {
    subject: `source ${source}`,
    files: names,
    sentence:
      names.length <= first.length
        ? `No feed claims ${first.join(", ")}.`
        : `No feed claims ${names.length}${names.length === mostUnprocessed ? " or more" : ""} files, such as ${first.join(", ")}.`,
    next:
      names.length === 1
        ? "Move the file to another folder, or add its name to the `files` of a feed."
        : "Move the files to another folder, or add their names to the `files` of a feed.",
  });
}

export function missingBytesProblem([first = "", ...others]: readonly string[]): Problem {
  const what = others.length === 0 ? "file" : "files";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return problem("bytes_missing", {
    subject: "database",
    delivery: first.slice(0, 12),
    sentence: `The stored ${what} of delivery ${first.slice(0, 12)}${more} ${others.length === 0 ? "is" : "are"} missing.`,
    ...nextStep(
      `Restore the ${what} from a backup (docs/operations.md), and check the disk. {command1} shows details.`,
      "lading doctor",
    ),
  });
}

export function unknownText({ kind, name }: UnknownName): string {
  return kind === "feed" ? `the feed ${name} in the store` : `${JSON.stringify(name)} in the data folder`;
}

export function unknownNote(unknown: UnknownName): Problem {
  const isFeed = unknown.kind === "feed";
  return problem(isFeed ? "unused_feed" : "unknown_name", {
    subject: "workspace",
    sentence: `This workspace does not use ${unknownText(unknown)}, so Lading leaves it unchanged.`,
    next: isFeed
      ? "If the feed was renamed or removed by mistake, restore its name in lading.yaml. Otherwise, no action is needed."
      : "Check whether `data` in lading.yaml refers to the correct folder.",
  });
}

/** `name` is a path in the data folder with SQLite, and a SHA-256 hash with PostgreSQL. */
export function strayNote(name: string, engine: Engine): Problem {
  const isFile = engine === "sqlite";
  return problem("stray_bytes", {
    subject: "database",
    sentence: `${isFile ? "The data folder contains" : "The database contains the blob"} ${name}, a file without a delivery. It is deleted a week after it arrived.`,
    next: isFile
      ? "If no other copy of this file exists, move the file back to its source."
      : "If a file is missing, deliver it again.",
  });
}

/** Returns the last known states of the SFTP hosts that the feeds' sources, outputs and outboxes use. */
export async function hostsOf(
  workspace: Workspace,
  feeds: readonly Feed[],
  db: Queries,
): Promise<readonly HostState[]> {
  const wanted = new Map<string, SftpDirectory>();
  for (const name of feeds.flatMap((feed) => feed.sources)) {
    const source = workspace.sources.get(name);
    if (source !== undefined && "sftp" in source) wanted.set(keyOf(source.sftp), source.sftp);
  }
  for (const { location, feeds: sent } of workspace.outputs) {
    if ("host" in location && feeds.some(({ name }) => sent.includes(name)))
      wanted.set(keyOf(location), location);
  }
  for (const { outbox } of feeds.flatMap(({ account }) => workspace.accounts.get(account.name ?? "") ?? [])) {
    if (outbox !== undefined && "host" in outbox.location)
      wanted.set(keyOf(outbox.location), outbox.location);
  }
  return Promise.all([...wanted.values()].map((location) => readHostState(db, location)));
}

function keyOf({ user, host, port }: { user: string; host: string; port: number }): string {
  return JSON.stringify([user, host.toLowerCase(), port]);
}

export function hostName({ user, host, port }: HostState): string {
  return port === 22 ? `${user}@${host}` : `${user}@${host}:${port}`;
}

/** Returns the problems of a host. A failure that is also reported as a fault of this host or login is omitted. */
export function hostProblems(state: HostState, faults: readonly Fault[]): readonly Problem[] {
  const { last_error: error, weak_algorithms: weak } = state;
  const subject = hostName(state);
  const isReported = faults.some(
    ({ code, where, sentence }) =>
      code === error?.code &&
      (where === subject || subject.endsWith(`@${where}`) || sentence === error?.message),
  );
  return [
    ...(error === undefined || isReported
      ? []
      : [
          problem("host_failing", {
            code: error.code,
            subject,
            since: error.at,
            sentence: error.message,
            next: error.hint,
            commands: commandsFor(error.code, error.commands),
          }),
        ]),
    ...(weak === undefined
      ? []
      : [
          problem("weak_algorithms", {
            subject,
            sentence: `The server uses algorithms that are no longer secure: ${weak.join(", ")}.`,
            next: "Ask the partner to update the server.",
          }),
        ]),
  ];
}

/** Maximum number of invoices or accruals listed in a note. */
const mostNamed = 10;

export function outboxNotes({ account, near, shared }: OutboxStatus): readonly Problem[] {
  const subject = `outbox of ${account}`;
  const similar = near
    .slice(0, mostNamed)
    .map(
      ({ id, number, others }) =>
        `Invoice ${id} has the number ${number}, which is similar to ${others.join(", ")} of the same creditor.`,
    );
  const settled = shared
    .slice(0, mostNamed)
    .map(({ accrual, invoices }) => `Several invoices settle accrual ${accrual}: ${firstOf(invoices)}.`);
  const more = (count: number) => (count > mostNamed ? [`There are ${count - mostNamed} more.`] : []);
  return [
    ...(near.length === 0
      ? []
      : [
          problem("similar_invoices", {
            subject,
            sentence: [...similar, ...more(near.length)].join(" "),
            next: "Compare the invoices before the FFS posts more than one of them.",
            commands: [`lading outbox list ${account}`],
          }),
        ]),
    ...(shared.length === 0
      ? []
      : [
          problem("accrual_shared", {
            subject,
            sentence: [...settled, ...more(shared.length)].join(" "),
            next: "Check in the FFS that each of these invoices is correct.",
            commands: [`lading outbox list ${account} --all`],
          }),
        ]),
  ];
}

/** Maximum number of feeds for which problems with the same cause are shown separately. */
const mostApart = 3;

/**
 * Returns the problems as they are shown: without repetitions, most urgent first. If more than `mostApart` feeds have
 * problems with the same cause, these problems are combined into one. `guardsOf` returns the guards that hold a
 * problem's delivery, so that deliveries held for the same reasons can be grouped.
 */
export function problemList(
  found: readonly Problem[],
  guardsOf: (held: Problem) => readonly string[] = () => [],
): readonly Problem[] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  const apart: Problem[] = [];
  const newest = new Set<string>();
  const older: Problem[] = [];
  for (const one of withoutRepeated(found)) {
    const key = causeOf(one, guardsOf);
    if (isHeld(one) && newest.has(one.subject)) older.push(one);
    else if (key === undefined) apart.push(one);
    else {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [one]);
      else group.push(one);
    }
    if (isHeld(one) || one.code === "unusable") newest.add(one.subject);
  }
  for (const group of groups.values()) {
    const feeds = [...new Set(group.flatMap((one) => one.feeds))];
    if (feeds.length > mostApart) apart.push(together(group, feeds, guardsOf));
    else apart.push(...group);
  }
  // A feed's older held deliveries are omitted if its newest held delivery is in a group, because approving the newest
  // delivery supersedes the older deliveries.
  const alone = new Set(apart.map(({ subject }) => subject));
  return worstFirst([...apart, ...older.filter(({ subject }) => alone.has(subject))]);
}

function isHeld({ code }: Problem): boolean {
  return code === "held" || code === "first_file";
}

/** Omits repetitions, such as a folder that both this process and the last run failed to list. */
function withoutRepeated(found: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ subject, sentence, delivery }: Problem) => JSON.stringify([subject, sentence, delivery]);
  const inReverse = found.toReversed().map((one) => [keyOf(one), one] as const);
  return [...new Map(inReverse).values()].toReversed();
}

/** Returns a key that is equal for problems with the same cause and next step. Undefined for an individual problem. */
function causeOf(one: Problem, guardsOf: (held: Problem) => readonly string[]): string | undefined {
  const { code, sentence, detail, next } = one;
  switch (code) {
    case "held":
    case "first_file":
      // A delivery of a paused feed cannot be released.
      return one.commands.some((command) => command.startsWith("lading release"))
        ? JSON.stringify([code, guardsOf(one)])
        : undefined;
    case "rejected":
    case "undecided":
    case "quarantined":
      return JSON.stringify([code, sentence, detail, next]);
    case "waiting":
    case "paused":
    case "late":
    case "no_list":
    case "partial":
      return code;
    case "received":
    case "empty_export":
    case "incomplete_batch":
      return JSON.stringify([code, one.severity, next]);
    default:
      return undefined;
  }
}

function together(
  group: readonly [Problem, ...Problem[]],
  feeds: readonly string[],
  guardsOf: (held: Problem) => readonly string[],
): Problem {
  const [first] = group;
  const isSame = !isHeld(first) && group.every(({ sentence }) => sentence === first.sentence);
  return {
    ...first,
    subject: `${feeds.length} feeds`,
    feeds,
    delivery: null,
    files: group.flatMap((one) => one.files),
    since: group.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null,
    sentence: isSame ? first.sentence : inCommon(first, guardsOf),
    detail: group.every(({ detail }) => detail === first.detail) ? first.detail : "",
    meanwhile: group.every(({ meanwhile }) => meanwhile === first.meanwhile) ? first.meanwhile : "",
    each: group.flatMap(({ feeds: [name = ""], sentence, files: [file] }) =>
      isSame ? (file === undefined ? [] : [{ name, sentence: file }]) : [{ name, sentence }],
    ),
    ...nextInCommon(group, feeds, guardsOf),
  };
}

function inCommon(first: Problem, guardsOf: (held: Problem) => readonly string[]): string {
  switch (first.code) {
    case "held":
    case "first_file":
      return `The latest deliveries are held. Guards: ${guardsOf(first).join(", ")}.`;
    case "waiting":
      return "The latest deliveries are waiting for other lists from the same accounts.";
    case "paused":
      return "The feeds are paused after a rollback. Files are received but not published.";
    case "late":
      return "These feeds are late: no delivery was accepted in time, or their lists did not change in time.";
    case "partial":
      return "Some rows of the last accepted files could not be used. If a list already had records for these rows, the list keeps these records.";
    case "received":
      return "Files were received but have not been processed yet.";
    case "empty_export":
      return "The most recent files are empty.";
    case "incomplete_batch":
      return "Some files of a batch are missing.";
    default:
      return first.sentence;
  }
}

const noListsStep = nextStep(
  "When a file arrives at a feed's source, a running daemon or the next run processes the file. If the feed has `first: publish`, the list is then published. Otherwise, the file is held until a person approves it. {command1} checks the sources.",
  "lading doctor",
);

function nextInCommon(
  group: readonly [Problem, ...Problem[]],
  feeds: readonly string[],
  guardsOf: (held: Problem) => readonly string[],
): NextStep {
  const [first] = group;
  switch (first.code) {
    case "held":
    case "first_file": {
      // The feeds are named, because the guards may also hold files of feeds that are not in this group.
      const which = `${feeds.join(" ")} --held-by ${guardsOf(first).join(",")}`;
      return {
        next: checkFirst,
        commands: [
          `lading plan ${feeds[0]}`,
          `lading release ${which} --reason TEXT`,
          `lading reject ${which} --reason TEXT`,
        ],
      };
    }
    case "paused":
    case "received":
      return {
        next: first.next,
        commands: first.commands.length === 0 ? [] : [`lading resume ${feeds.join(" ")}`],
      };
    case "no_list":
      return group.every(({ next }) => next === first.next)
        ? { next: first.next, commands: first.commands }
        : noListsStep;
    case "rejected":
    case "quarantined":
    case "partial": {
      const ofFirst = group.slice(0, mostApart).flatMap(({ commands }) => commands);
      const text = `${first.next} The commands shown are for the first ${mostApart} feeds. For another feed, run a command such as {command${ofFirst.length + 1}}.`;
      return nextStep(text, ...ofFirst, `lading status ${feeds[mostApart]}`);
    }
    default:
      return { next: first.next, commands: first.commands };
  }
}
