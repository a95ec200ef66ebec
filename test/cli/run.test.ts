import { DatabaseSync } from "@photostructure/sqlite";
import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { exitCodeOf, type FailOn } from "../../src/cli/feeds/pass.js";
import { listUntilStable } from "../../src/feeds/loops/run-loop.js";
import { fingerprint } from "../../src/store/credentials/host-keys.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { failure, type LadingError } from "../../src/errors.js";
import type { DeliveryOutcome, FeedOutcome } from "../../src/feeds/pipeline.js";
import { realClock } from "../../src/system/clock.js";
import { freePort } from "../support/free-port.js";
import { quickClock } from "../support/quick-clock.js";
import { inStore } from "../support/scene.js";
import { startSshd, whyNoSshd } from "../support/sshd.js";
import { workdir } from "../support/workdir.js";
import { staff, staffFeed, world } from "../support/world.js";

function outcome(statuses: readonly DeliveryOutcome["status"][], error?: LadingError): FeedOutcome {
  return {
    feed: {} as FeedOutcome["feed"],
    deliveries: statuses.map((status) => ({ feed: "", delivery: "", file: "", status, reason: "" })),
    isLeft: false,
    hasMore: false,
    error,
  };
}

const environment = failure("source_unavailable", { source: "inbox", reason: "gone" });
const configuration = failure("wrong_mapping", { diagnostics: "", file: "" });

test.each<[string, FeedOutcome[], boolean, Record<FailOn, number>]>([
  ["nothing arrived", [outcome([])], false, { new: 0, held: 0, any: 0 }],
  ["nothing arrived and an earlier delivery is held", [outcome([])], true, { new: 0, held: 1, any: 1 }],
  [
    "all deliveries are published",
    [outcome(["PUBLISHED", "SUPERSEDED"])],
    false,
    { new: 0, held: 0, any: 0 },
  ],
  ["a delivery is held", [outcome(["HELD"])], true, { new: 1, held: 1, any: 1 }],
  ["a delivery is waiting", [outcome(["WAITING"])], false, { new: 1, held: 0, any: 1 }],
  [
    "one of two deliveries is rejected",
    [outcome(["REJECTED"]), outcome(["PUBLISHED"])],
    false,
    { new: 1, held: 0, any: 1 },
  ],
  [
    "all decided deliveries are rejected",
    [outcome(["REJECTED"]), outcome(["QUARANTINED", "SUPERSEDED"])],
    false,
    { new: 3, held: 3, any: 3 },
  ],
  [
    "a mapping is wrong",
    [outcome([], configuration), outcome(["REJECTED"])],
    false,
    { new: 2, held: 2, any: 2 },
  ],
  [
    "the environment failed for one feed",
    [outcome([], environment), outcome([], configuration), outcome(["REJECTED"])],
    true,
    { new: 75, held: 75, any: 75 },
  ],
])("sets the exit code when %s", (_, outcomes, isHeld, expected) => {
  for (const [failOn, code] of Object.entries(expected)) {
    expect(exitCodeOf(outcomes, failOn as FailOn, isHeld), failOn).toBe(code);
  }
});

test("waits until it has seen a file unchanged three times over its settle time", async () => {
  const w = await world(staffFeed.replace("settle: final_name, ", ""));
  await w.drop("staff.csv", staff("1"));
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  let looks = 0;
  const lister = newLister(w.setup, [feed]);
  const counted = { list: (signal: AbortSignal) => ((looks += 1), lister.list(signal)) };
  const { signal } = new AbortController();
  const begun = w.clock.monotonic();
  const listings = await listUntilStable(w.setup, counted, signal);
  expect(listings.of(feed).map(({ file }) => file.name)).toEqual(["staff.csv"]);
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(w.clock.monotonic() - begun).toBeGreaterThanOrEqual(10_000);
});

test("reports that it was stopped while waiting, and takes no incomplete file", async () => {
  const dir = await workdir({
    "lading.yaml": staffFeed.replace("settle: final_name", "settle: { for: 60 s }"),
    "inbox/staff.csv": staff("1"),
  });
  const stop = new AbortController();
  const sleep = vi.spyOn(realClock, "sleep").mockImplementation(async () => stop.abort());
  onTestFinished(() => sleep.mockRestore());
  const { stderr } = await dir.lading(["run"], { signal: stop.signal });
  expect(stderr).toContain("Stopped. The next run continues.");
  expect(stderr).not.toContain("arriving");
});

test("recovers from a short failure of a source if it may wait, and prints nothing with --quiet after a clean run", async () => {
  quickClock();
  const dir = await workdir({ "lading.yaml": staffFeed });
  const faults = () =>
    existsSync(dir.at("data/lading.db"))
      ? inStore(dir.path, (all) => all("select cause from faults").length)
      : 0;
  const hasty = await dir.lading(["run"]);
  expect(hasty.code).toBe(75);
  inStoreWritable(dir.path, "delete from faults");
  const patient = dir.lading(["run", "--retry-for", "1h"]);
  await expect.poll(faults).toBe(1);
  await dir.write({ "inbox/staff.csv": staff("1", "2") });
  expect(await patient).toMatchObject({ code: 0, stdout: expect.stringContaining("PUBLISHED") as string });
  expect(faults()).toBe(0);
  const quiet = ["run", "--quiet", "--metrics", "lading.prom"];
  expect(await dir.lading(quiet)).toMatchObject({ code: 0, stdout: "", stderr: "" });
  await dir.write({ "inbox/staff-1.csv": staff("1", "2", "3") });
  expect(await dir.lading(quiet)).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(await dir.read("lading.prom")).toContain("\nlading_run_exit_code 0\n");
  await dir.write({ "inbox/staff-2.csv": "external_id,updated_at\r\n1,\r\n" });
  const loud = await dir.lading(quiet);
  expect(loud.code).not.toBe(0);
  expect(loud.stdout).toContain("staff-2.csv");
  const metrics = await dir.read("lading.prom");
  expect(metrics).toContain(`\nlading_run_exit_code ${loud.code}\n`);
  expect(metrics).toMatch(/^lading_run_ended_timestamp_seconds 1[\d.]{9,}$/m);
  expect(metrics).toMatch(/^lading_feed_health\{feed="acme\/staff",health="good"\} 0$/m);
  const rights = async () => ((await stat(dir.at("lading.prom"))).mode & 0o777).toString(8);
  const umask = process.umask(0o077);
  try {
    await dir.lading(quiet);
    expect(await rights()).toBe("600");
    await dir.lading([...quiet, "--metrics-mode", "0644"]);
    expect(await rights()).toBe("644");
  } finally {
    process.umask(umask);
  }
  const unknown = await dir.lading([...quiet, "--metrics-mode", "rw"]);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("--metrics-mode takes file permissions such as 0644");
  const nowhere = await dir.lading(["run", "--metrics", "none/lading.prom"]);
  expect(nowhere).toMatchObject({ code: 2, stdout: "" });
  expect((await dir.files()).filter((name) => /\.prom|\.part$/.test(name))).toEqual(["lading.prom"]);
  const wrong = await dir.lading(["run", "--retry-for", "long"]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("--retry-for takes a duration");
});

test.skipIf(whyNoSshd !== undefined)(
  "waits for a server that refuses connections for a while, despite the pause after failures",
  async () => {
    quickClock(true);
    const sshd = await startSshd();
    const port = await freePort();
    const login = { host: "127.0.0.1", port, user: sshd.user, key: `file:${sshd.clientKey}` };
    const sftp = { ...login, host_key: fingerprint(sshd.hostKey), directory: "." };
    const dir = await workdir({
      "lading.yaml": staffFeed.replace("{ folder: inbox }", JSON.stringify({ sftp })),
    });
    await writeFile(join(sshd.home, "staff.csv"), staff("1", "2"));
    const patient = dir.lading(["run", "--retry-for", "1h"]);
    const faults = () =>
      existsSync(dir.at("data/lading.db"))
        ? inStore(dir.path, (all) => all("select cause from faults").length)
        : 0;
    await expect.poll(faults).toBe(1);
    const open = createServer((socket) => {
      const there = connect(sshd.port, "127.0.0.1");
      for (const end of [socket, there]) end.on("error", () => {});
      socket.pipe(there).pipe(socket);
    }).listen(port, "127.0.0.1");
    onTestFinished(async () => {
      open.close();
      await sshd.stop();
    });
    expect(await patient).toMatchObject({ code: 0, stdout: expect.stringContaining("PUBLISHED") as string });
    expect(faults()).toBe(0);
  },
);

function inStoreWritable(folder: string, statement: string): void {
  const database = new DatabaseSync(join(folder, "data/lading.db"));
  database.exec(statement);
  database.close();
}
