import { rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { failure } from "../../../src/errors.js";
import type { HostState } from "../../../src/connectors/sftp/host-state.js";
import type { Fault } from "../../../src/feeds/deliveries/faults.js";
import { hostProblems, problemList, unclaimedNote } from "../../../src/feeds/health/problems.js";
import { feedProblems } from "../../../src/feeds/health/feed-problems.js";
import { problem } from "../../../src/feeds/health/problem.js";
import { nothingYet } from "../../../src/feeds/lists/feed-state.js";
import { loadWorkspace } from "../../../src/workspace/load.js";
import type { Feed } from "../../../src/workspace/workspace.js";
import { workdir } from "../../support/workdir.js";
import { workspaceStatus } from "../../../src/feeds/health/workspace-status.js";
import { world } from "../../support/world.js";

/** The list of problems: nothing is missing from it, and the worst problem is first. */

test("the same sentence about two sources is two problems", () => {
  const [one, other] = ["inbox", "second"].map((source) => unclaimedNote(source, ["foo.txt"]));
  expect(problemList([one!, other!, one!]).map(({ subject }) => subject)).toEqual([
    "source inbox",
    "source second",
  ]);
});

test("a failing host is omitted only if a fault with the same code covers this host or login", () => {
  const at = "2026-03-02T08:00:00.000Z";
  const error = {
    at,
    code: "sftp_login_failed",
    message: "The login failed.",
    hint: "Check it.",
    commands: [],
  };
  const host = { user: "a", host: "sftp.example", port: 22, failures: 1, last_error: error } as HostState;
  const fault = { code: error.code, where: "a@sftp.example" } as Fault;
  const shown = (one: Partial<Fault>) => hostProblems(host, [{ ...fault, ...one }]).length;
  expect(shown({})).toBe(0);
  expect(shown({ where: "sftp.example" })).toBe(0);
  expect(shown({ where: "b@sftp.example" })).toBe(1);
  expect(shown({ code: "sftp_no_pin" })).toBe(1);
});

test("without the store, the store comes first, then the unused workspace and the missing folder", async () => {
  const { folder, setup, store } = await world();
  await rename(`${folder}/inbox`, `${folder}/away`);
  const notTaken = { sentence: "It has an error.", next: "Fix it.", commands: [] };
  const status = workspaceStatus(setup.workspace, store, undefined, notTaken);
  const away = failure("store_unreachable", { reason: "connection refused" } as never);
  expect((await status.without(away)).problems.map(({ code, subject }) => [code, subject])).toEqual([
    ["store_unreachable", "database"],
    ["workspace_not_taken", "lading.yaml"],
    ["source_unavailable", "source inbox"],
  ]);
});

test("the next step for several feeds without a list, or with unprocessed files, applies to all of them", async () => {
  const feedNames = ["a1", "a2", "a3", "a4", "a5"];
  const { path } = await workdir({
    "lading.yaml": `lading: 1
accounts: { ${feedNames.map((name) => `${name}: { country: DE }`).join(", ")} }
sources: { inbox: { folder: inbox }, other: { folder: other } }
feeds:
${feedNames.map((name, index) => `  ${name}/staff: { source: ${index < 4 ? "inbox" : "other"}, files: "${name}*.csv"${index === 0 ? ", first: publish" : ""} }\n`).join("")}`,
  });
  const { feeds } = await loadWorkspace(path);
  const now = new Date("2026-03-10T08:00:00.000Z");
  const facts = { current: undefined, state: nothingYet, refused: [] };
  const listOf = (some: readonly Feed[]) =>
    problemList(some.flatMap((feed) => feedProblems({ ...facts, feed }, now)));
  expect(listOf(feeds.slice(0, 1))).toMatchObject([
    { next: expect.stringMatching(/arrives in inbox.*The list is then published/) as string },
  ]);
  expect(listOf(feeds)).toMatchObject([
    {
      code: "no_list",
      next: expect.stringMatching(
        /^When a file arrives at a feed's source, .* If the feed has `first: publish`, .* held until/,
      ) as string,
      commands: ["lading doctor"],
    },
  ]);

  const received = (feed: Feed, isPaused: boolean) =>
    problem("received", {
      ...{ subject: feed.name, feeds: [feed.name], sentence: `The file of ${feed.name} was received.` },
      ...(isPaused && { next: "Resume the feed first.", commands: [`lading resume ${feed.name}`] }),
    });
  const names = feeds.slice(0, 4).map(({ name }) => name);
  const notes = problemList([
    ...feeds.slice(0, 4).map((feed) => received(feed, true)),
    ...feeds.slice(4).map((feed) => received(feed, false)),
  ]);
  expect(notes).toMatchObject([
    {
      sentence: "Files were received but have not been processed yet.",
      commands: [`lading resume ${names.join(" ")}`],
    },
    { subject: "a5/staff", commands: [] },
  ]);
});
