import { expect, test } from "vitest";
import { problemsOf } from "../../src/console/api/problems.js";
import type { FeedStatus, Status } from "../../src/feeds/health/status.js";

/** What needs a person, as the Feeds screen lists it. */

const publication = {
  number: 41,
  records: 1234,
  publishedAt: "2026-03-01T04:00:00.000Z",
  confirmedAt: "2026-03-02T04:00:00.000Z",
};

const held: FeedStatus = {
  feed: "acme-de/charge-code",
  account: "acme-de",
  record: "charge-code",
  health: "held",
  reason: "A delivery waits for a person; the list before it is served.",
  publication,
  held: [
    {
      delivery: "3f2a9c0d17e4",
      file: "charges-of-eva.csv",
      receivedAt: "2026-03-02T03:58:00.000Z",
      guards: ["ids_gone"],
      reasons: ["61 of 212 ids are gone (limit: 42).", "is_active is blank in 5 rows."],
      differences: { added: 3, changed: 12, deactivated: 61, removed: 0 },
      release: "lading release acme-de/charge-code --delivery 3f2a9c0d17e4 --reason TEXT",
    },
  ],
};

const good: FeedStatus = { ...held, feed: "acme-de/staff", record: "staff", health: "good", held: [] };

const partial: FeedStatus = {
  ...good,
  feed: "acme-de/org",
  health: "partial",
  reason: "2 of 6 rows of orgs-of-eva.csv could not be used; for them the list keeps what it had.",
};

const failing: FeedStatus = {
  ...good,
  feed: "acme-uk/staff",
  health: "failing",
  reason: "Down.",
  reasonOf: "fault",
};

const status: Status = {
  feeds: [partial, good, failing, held],
  faults: [
    {
      where: "host sftp.acme.example",
      sentence: "It does not answer.",
      next: "Call the partner.",
      since: "2026-03-02T03:00:00.000Z",
      feeds: ["acme-uk/staff", "acme-uk/org"],
    },
  ],
  endings: [
    {
      what: "token",
      name: "abcdefghij12 of acme-de (default)",
      ends_at: "2026-03-08T09:00:00.000Z",
      days_left: 6,
      key: "",
      sentence: "The token abcdefghij12 ends in 6 days.",
      next: "`lading token create --account acme-de`",
    },
  ],
  alerts: [
    {
      channel: "command",
      failures: 2,
      delivered_at: null,
      failed_at: "2026-03-02T04:01:00.000Z",
      reason: "it ended with 7",
      waiting: 1,
      untaken: 0,
      given_up: 0,
    },
  ],
  outboxes: [{ account: "acme-de", waiting: 1, doubtful: 2, refused: 1, imported: 7, near: [], shared: [] }],
  runs: [],
};

test("the most urgent comes first, a fault of several feeds is listed once, a good feed not at all", () => {
  expect(problemsOf(status, true).map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
    "invoices: acme-de",
    "fault: host sftp.acme.example",
    "held: acme-de/charge-code",
    "partial: acme-de/org",
    "alerts: command",
    "expiry: token abcdefghij12 of acme-de (default)",
  ]);
  expect(problemsOf({ feeds: [good], runs: [] }, true)).toEqual([]);
});

test("a held file says why, in the words of people, and what is served meanwhile", () => {
  const [only] = problemsOf({ feeds: [held], runs: [] }, true);
  expect(only).toMatchObject({
    delivery: "3f2a9c0d17e4",
    sentence: "61 of 212 ids are gone (limit: 42). “Active” is blank in 5 rows.",
    meanwhile: "charges-of-eva.csv is held. Version 41 is still served.",
  });
  const { publication: _, ...first } = held;
  expect(problemsOf({ feeds: [first], runs: [] }, true)[0]?.meanwhile).toContain("No list is served yet.");
});

test("names of files are for people who are signed in", () => {
  expect(JSON.stringify(problemsOf(status, true))).toMatch(/charges-of-eva[^]*orgs-of-eva/);
  expect(JSON.stringify(problemsOf(status, false))).not.toContain("eva");
});
