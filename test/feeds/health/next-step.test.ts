import { expect, test } from "vitest";
import { commands } from "../../../src/cli/index.js";
import { failure } from "../../../src/errors.js";
import { feedProblems } from "../../../src/feeds/health/feed-problems.js";
import {
  needsAttention,
  problemCodes,
  problemLabel,
  type Problem,
  type ProblemCode,
} from "../../../src/feeds/health/problem.js";
import {
  alertProblems,
  arrivingNote,
  endingProblem,
  faultProblem,
  hostProblems,
  missingBytesProblem,
  neverTakenProblems,
  notTakenProblem,
  outboxNotes,
  problemList,
  storeAway,
  strayNote,
  unclaimedNote,
  unknownNote,
} from "../../../src/feeds/health/problems.js";
import { nothingYet, type DeliveryState, type FeedState } from "../../../src/feeds/lists/feed-state.js";
import type { DecisionInputs } from "../../../src/feeds/lists/log.js";
import type { Current } from "../../../src/feeds/lists/publications.js";
import { loadWorkspace } from "../../../src/workspace/load.js";
import type { Workspace } from "../../../src/workspace/workspace.js";
import { workdir } from "../../support/workdir.js";

/** Every problem has a command or a step that deals with it. */

const now = new Date("2026-03-10T08:00:00.000Z");
const at = "2026-03-02T08:00:00.000Z";

const yaml = `lading: 1
accounts: { a1: { country: DE }, a2: { country: DE }, a3: { country: DE }, a4: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds:
${[1, 2, 3, 4].map((n) => `  a${n}/staff: { source: inbox, files: "a${n}*.csv", expect: every 24 h }`).join("\n")}
`;

const delivery: DeliveryState = {
  sha256: "a".repeat(64),
  status: "RECEIVED",
  wasTaken: false,
  unacknowledged: [],
  arrival: { source: "inbox", name: "a.csv", size: 1, modified: 1, identity: "1" },
  part: "",
  sequence: "",
  isReplay: false,
  isForgotten: false,
  receivedAt: at,
  statusAt: at,
  order: 1,
  firstOrder: 1,
  decidedOrder: 1,
  crashes: 0,
  guards: [],
  reason: "The file is empty.",
  hasNewSize: false,
  changeSet: "",
};
const counts = { read: 5, accepted: 3, rejected: 2, skipped: 0, merged: 0, stale: 0 };
const none = {
  read: "0",
  accepted: "0",
  rejected: "0",
  skipped: "0",
  left_out: "0",
  merged: "0",
  stale: "0",
};
const published = { status: "PUBLISHED", decidedAs: "PUBLISHED", counts } as const;
const inputs: DecisionInputs = { mapping: "", lists: "", settings: "", engine: "", today: "" };
const held = { status: "HELD", counts, guards: [{ guard: "rows_below", sentence: "2 rows." }] } as const;
const current = {
  confirmedAt: at,
  publication: { number: 2, published_at: at },
} as unknown as Current;

/** The problems of four feeds in the same state. */
function problemsOf(
  workspace: Workspace,
  changes: Partial<DeliveryState> | undefined,
  isPaused = false,
  list: Current | null = current,
): readonly Problem[] {
  const one = { ...delivery, ...changes };
  const state: FeedState = {
    ...nothingYet,
    ...(changes !== undefined && { deliveries: new Map([[one.sha256, one]]) }),
    ...(one.status === "PUBLISHED" && { accepted: new Map([["", { sha256: one.sha256, inputs }]]) }),
    ...(isPaused && { paused: { to: 1, reason: "wrong", order: 1 } }),
  };
  const isRefused = one.status === "REJECTED" || one.status === "QUARANTINED";
  return workspace.feeds.flatMap((feed) =>
    feedProblems({ feed, current: list ?? undefined, state, refused: isRefused ? [one] : [] }, now),
  );
}

const {
  message: sentence,
  hint: next,
  commands: ownCommands,
} = failure("sftp_refused", { host: "sftp.example", port: 22 });
const fault = {
  where: "sftp.example",
  key: "",
  sentence,
  next,
  commands: ownCommands,
  since: at,
  isOfFeed: true,
};
const alert = {
  channel: "email",
  delivered_at: null,
  failures: 30,
  failed_at: at,
  reason: "no answer",
  waiting: 1,
  unaccepted: 1,
  given_up: 0,
};

async function eachProblem(): Promise<Readonly<Record<ProblemCode, readonly Problem[]>>> {
  const { path } = await workdir({ "lading.yaml": yaml });
  const workspace = await loadWorkspace(path);
  const ofFeeds = (changes?: Partial<DeliveryState>, isPaused?: boolean, list?: Current | null) =>
    problemsOf(workspace, changes, isPaused, list);
  return {
    store_away: [
      storeAway(
        workspace,
        failure("store_unreachable", { fault: "cannot be reached", reason: "no answer", next: "Start it" }),
      ),
    ],
    workspace_not_taken: [
      notTakenProblem({ sentence: "Line 3 is wrong.", next: "Correct lading.yaml.", commands: [] }),
    ],
    bytes_missing: [missingBytesProblem(["a".repeat(64)])],
    fault: [faultProblem({ ...fault, code: "sftp_refused", feeds: workspace.feeds.map(({ name }) => name) })],
    alerts_failing: alertProblems([alert as never]),
    first_file: [...ofFeeds(held, false, null), ...ofFeeds(held, true, null)],
    held: [...ofFeeds(held), ...ofFeeds(held, true)],
    unusable: ofFeeds({
      status: "HELD",
      counts: { ...counts, read: 0 },
      guards: [{ guard: "headings", sentence: "Expected headings have changed." }],
    }),
    quarantined: [...ofFeeds({ status: "QUARANTINED" }), ...ofFeeds({ status: "QUARANTINED" }, true)],
    rejected: [
      ...ofFeeds({ status: "REJECTED" }),
      ...ofFeeds({ status: "REJECTED" }, true),
      ...ofFeeds({ status: "REJECTED", isUnread: true }),
    ],
    undecided: ofFeeds({ retrying: { since: at, reason: "The disk is full.", order: 1 } }),
    waiting: ofFeeds({ status: "WAITING" }),
    paused: ofFeeds(published, true),
    late: ofFeeds(published),
    no_list: ofFeeds(undefined, false, null),
    rejected_by_person: [
      ...ofFeeds({ status: "REJECTED", rejectedBy: "Ada" }),
      ...ofFeeds({ status: "REJECTED", rejectedBy: "Ada" }, true),
    ],
    partial: ofFeeds(published),
    not_put_back: neverTakenProblems("inbox", [{ name: `.lading-aside-${"0".repeat(24)}`, reason: "x" }]),
    host_failing: hostProblems(
      {
        host: "sftp.example",
        port: 22,
        user: "u",
        last_error: { at, code: "sftp_refused", message: sentence, hint: next, commands: ownCommands },
      } as never,
      [],
    ),
    expiring: [
      endingProblem({ name: "token", sentence: "It expires.", next: "Create one.", commands: [] } as never),
    ],
    elements_left_out: ofFeeds({
      ...published,
      counts: { ...counts, within: [{ of: "contacts", ...none, read: "2", accepted: "1", left_out: "1" }] },
    }),
    received: [...ofFeeds({}), ...ofFeeds({}, true)],
    arriving: [arrivingNote("inbox", 1)],
    unclaimed: [unclaimedNote("inbox", ["x.csv"])],
    ignored: neverTakenProblems("inbox", [{ name: "x.csv", reason: "it is a link" }]),
    similar_invoices: outboxNotes({
      account: "a1",
      near: [{ id: "i", number: "1", others: ["2"] }],
      shared: [],
    } as never),
    accrual_shared: outboxNotes({
      account: "a1",
      near: [],
      shared: [{ accrual: "1", invoices: ["a", "b"] }],
    } as never),
    weak_algorithms: hostProblems(
      {
        host: "sftp.example",
        port: 22,
        user: "u",
        weak_algorithms: ["ssh-rsa"],
      } as never,
      [],
    ),
    stray_bytes: [strayNote("blobs/aa/aa", "sqlite"), strayNote("aaaa", "postgres")],
    unused_feed: [unknownNote({ kind: "feed", name: "a9/staff" })],
    unknown_name: [unknownNote({ kind: "file", name: "the feed x" })],
  };
}

/** Lading deals with these by itself. */
const withoutStep: ReadonlySet<string> = new Set<ProblemCode>(["received", "arriving"]);

test("every problem has a step, and its commands exist", async () => {
  const verbs = new Set(commands.map(({ verb }) => verb));
  for (const [code, found] of Object.entries(await eachProblem())) {
    const apart = found.filter(({ severity }) => severity === problemCodes[code as ProblemCode]);
    expect(apart.length, code).toBeGreaterThan(0);
    for (const one of [...apart, ...problemList(apart, () => ["rows_below"])]) {
      if (!withoutStep.has(one.code)) expect(one.next, code).toMatch(/^[A-Z`].*\.$/);
      // The text mentions no other commands than those that the problem has as data.
      for (const [, quoted = ""] of one.next.matchAll(/`(lading [^`]+)`/g))
        expect(one.commands, code).toContain(quoted);
      for (const command of one.commands) {
        expect(verbs).toContain(command.split(" ")[1]);
        // A problem in `lading status` must not refer to `lading status`.
        expect(command).not.toBe("lading status");
      }
    }
  }
});

test("unused feeds and files have different labels", () => {
  const notes = (["feed", "file"] as const).map((kind) => unknownNote({ kind, name: "the feed x" }));
  expect(notes.map(({ code }) => problemLabel(code))).toEqual(["unused feed", "unused file"]);
});

test("these problems have a command", async () => {
  const found = await eachProblem();
  for (const code of ["waiting", "undecided", "no_list", "not_put_back", "fault", "host_failing"] as const)
    for (const one of problemList(found[code].filter(needsAttention)))
      expect(one.commands.length, one.code).toBeGreaterThan(0);
  // A paused feed must be resumed first.
  const paused = Object.values(found).flatMap((some) =>
    some.filter(({ next }) => next.startsWith("Resume the feed first")),
  );
  expect(new Set(paused.map(({ code }) => code))).toEqual(
    new Set(["held", "first_file", "rejected", "quarantined", "rejected_by_person", "received"]),
  );
  for (const one of paused) expect(one.commands).toEqual([`lading resume ${one.subject}`]);
});

test("feeds with the same problem have the commands for the first of them", async () => {
  const found = await eachProblem();
  for (const code of ["rejected", "quarantined", "partial"] as const) {
    const same = found[code].filter((one) => one.code === code).slice(0, 4);
    const [one, ...others] = problemList(same);
    expect([one?.subject, others]).toEqual(["4 feeds", []]);
    expect(one?.commands).toEqual([
      ...same.slice(0, 3).flatMap((each) => each.commands),
      "lading status a4/staff",
    ]);
    expect(one?.next).toContain("`lading status a4/staff`");
  }
});
