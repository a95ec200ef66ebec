import { rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { failure } from "../../../src/errors.js";
import type { HostState } from "../../../src/connectors/sftp/host-state.js";
import type { Fault } from "../../../src/feeds/deliveries/faults.js";
import { hostProblems, problemList, unclaimedNote } from "../../../src/feeds/health/problems.js";
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
