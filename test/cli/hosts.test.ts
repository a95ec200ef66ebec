import { afterEach, beforeEach, expect, it } from "vitest";
import { hostsTable } from "../../src/cli/feeds/overview.js";
import { problemsText } from "../../src/cli/feeds/problems-text.js";
import { hostProblems } from "../../src/feeds/health/problems.js";
import { sftpSource } from "../../src/connectors/sources/sftp.js";
import { readHostStates } from "../../src/connectors/sftp/host-state.js";
import type { SftpSettings } from "../../src/connectors/sftp/settings.js";
import { startFaultyServer, type Faults, type FaultyServer } from "../support/faulty-sftp-server.js";
import { password, settingsFor, testHosts } from "../support/sftp-settings.js";

/** What `lading status` shows for a host that failed. */

const signal = new AbortController().signal;
const otherKey = { fingerprint: `SHA256:${"A".repeat(43)}` };
let server: FaultyServer;
beforeEach(async () => {
  server = await startFaultyServer({ password });
});
afterEach(() => server.close());

const cases: readonly (readonly [string, Faults, Partial<SftpSettings>, RegExp, "waits" | "next pass"])[] = [
  ["a wrong key", {}, { hostKeys: [otherKey] }, /does not match the pinned key/, "waits"],
  ["no pinned key", {}, { hostKeys: [] }, /is not pinned, so nothing was sent/, "next pass"],
  [
    "a wrong password",
    { refuseLogin: true },
    {},
    /rejected the login of lading: wrong user, password/,
    "waits",
  ],
  [
    "an unknown host",
    {},
    { host: "nobody.invalid" },
    /The host name nobody\.invalid cannot be resolved/,
    "waits",
  ],
  ["a refused connection", {}, { port: 1 }, /refused the connection on port 1/, "waits"],
  ["silence", { silent: true }, {}, /timed out: no response within 2 s while greeting/, "waits"],
  ["no such directory", {}, { directory: "/out" }, /The directory \/out does not exist on /, "next pass"],
  ["no permission", { deny: ["OPENDIR"] }, {}, /denied permission while listing \/in/, "next pass"],
];

it.each(cases)("reports %s in plain words, with the fix and the next attempt", async (_name, ...rest) => {
  const [faults, changes, words, then] = rest;
  server.faults = faults;
  const hosts = await testHosts();
  await expect(sftpSource("x", settingsFor(server, changes), hosts).list(signal)).rejects.toThrow();
  const now = new Date();
  const states = await readHostStates(hosts.db);
  const text =
    hostsTable(states, now) +
    problemsText(
      states.flatMap((state) => hostProblems(state, [])),
      now,
    );
  expect(text).toMatch(words);
  expect(text).toMatch(/ First seen \d s ago\.\n {2}Next: \S/);
  expect(text.includes("next pass")).toBe(then === "next pass");
  expect(/ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m.test(text)).toBe(then === "waits");
  await hosts.remove();
});
