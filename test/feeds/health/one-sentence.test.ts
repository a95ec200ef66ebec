import { readFile, rename, rm } from "node:fs/promises";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { runLine } from "../../../src/cli/run-line.js";
import { feedsView } from "../../../src/console/api/feeds.js";
import { failure } from "../../../src/errors.js";
import type { Alert } from "../../../src/connectors/alerts/alert.js";
import { noteMissingBytes } from "../../../src/feeds/deliveries/unknown-files.js";
import { needsAttention, problemText, type Problem } from "../../../src/feeds/health/problem.js";
import type { StatusSource } from "../../../src/feeds/health/status.js";
import { workspaceStatus } from "../../../src/feeds/health/workspace-status.js";
import { withFieldLabels } from "../../../src/model/field-labels.js";
import { countRequests, metricsText } from "../../../src/http/metrics.js";
import { ids, staff, staffFeed, world, type World } from "../../support/world.js";

/**
 * One situation has the same sentence in `status`, after `run`, in the console and in the alert, and one code
 * in the metrics.
 */

const yaml = `${staffFeed.replace("first: publish", "first: publish, expect: every 24 h")}notify: { command: [sh, -c, "cat >> heard.ndjson"] }\n`;

async function type(w: World, ...args: string[]) {
  const said = { out: "", err: "" };
  const into = (name: "out" | "err") =>
    new Writable({ write: (text, _, done) => done(void (said[name] += String(text))) });
  const streams = { stdin: process.stdin, stdout: into("out"), stderr: into("err") };
  const signal = new AbortController().signal;
  await runLine(args, { ...streams, cwd: w.folder, env: {}, signal });
  return said;
}

const all = { search: "", health: "all", type: "" } as const;

async function consoleOf({ setup: { workspace }, store, clock }: World, isSignedIn: boolean) {
  const now = () => clock.now();
  return feedsView({ status: workspaceStatus(workspace, store, now), now }, all, isSignedIn);
}

const situations: Readonly<Record<string, (w: World) => Promise<void>>> = {
  async held(w) {
    await w.drop("staff-2.csv", staff(...ids(1, 5)));
  },
  async unusable(w) {
    await w.drop("staff-2.csv", "Kode,Bezeichnung\r\n1,2\r\n");
  },
  async bytes_missing(w) {
    await rm(`${w.folder}/data/blobs`, { recursive: true });
    await noteMissingBytes(w.store);
  },
  async rejected(w) {
    await w.drop("staff-2.csv", staff("2:N:perhaps"));
  },
  async partial(w) {
    await w.drop("staff-2.csv", staff(...ids(1, 29), "30:Eve:perhaps"));
  },
  async late(w) {
    w.clock.set("2026-03-05T08:00:00.000Z");
  },
  async source_unavailable(w) {
    await rename(`${w.folder}/inbox`, `${w.folder}/away`);
  },
};

test.each(Object.entries(situations))(
  "gives one sentence everywhere for a feed with the state %s",
  async (code, happens) => {
    const w = await world(yaml);
    // The commands below use this machine's clock.
    w.clock.set(new Date(Date.now() - (code === "late" ? 3 * 86_400_000 : 60_000)).toISOString());
    await w.drop("staff-1.csv", staff(...ids(1, 30)));
    await w.passFeeds();
    await happens(w);
    w.clock.set(new Date().toISOString());
    if (code !== "late") await w.passFeeds();

    const json = JSON.parse((await type(w, "status", "--json")).out) as { problems: readonly Problem[] };
    const wanted = json.problems.filter(needsAttention);
    expect(wanted.map((one) => one.code)).toEqual([code]);
    const problem = wanted[0] as Problem;
    const text = problemText(problem);
    expect(text).toMatch(/^[A-Z0-9].*\.$/);
    expect(problem.next).toMatch(/^[A-Z].*\.$/);

    const isIn = (shown: string) => shown.replaceAll(/\s+/g, " ").includes(text);
    expect(isIn((await type(w, "status")).out), "status").toBe(true);
    const status = await workspaceStatus(w.setup.workspace, w.store).read();
    const { problems, feeds } = await consoleOf(w, true);
    expect(problems.filter(needsAttention).map(problemText), "console").toEqual([withFieldLabels(text)]);
    const reason = problem.feeds.length === 0 ? undefined : withFieldLabels(problem.sentence);
    expect(feeds.map((feed) => feed.reason)).toEqual([reason]);
    expect(JSON.stringify(await consoleOf(w, false)), "console without an access key").not.toContain(
      "staff-",
    );
    expect(metricsText(status, countRequests(), 0, new Date())).toContain(
      `lading_problems{code="${code}",severity="${problem.severity}"} 1\n`,
    );

    // The run decides the last file again with this version of the program, so it is no longer late.
    if (code === "late") return;
    expect(isIn((await type(w, "run")).out), "the end of run").toBe(true);
    const ran = JSON.parse((await type(w, "run", "--json")).out) as { problems: readonly Problem[] };
    expect(ran.problems.filter(needsAttention).map(problemText)).toEqual([text]);
    const heard = (await readFile(`${w.folder}/heard.ndjson`, "utf8")).trim().split("\n");
    expect(heard.map((line) => isIn((JSON.parse(line) as Alert).summary))).toEqual([true]);
  },
);

test("reports in status that the store does not answer, and what is known without it", async () => {
  const w = await world(yaml);
  await w.store.close();
  await rename(`${w.folder}/data/lading.db`, `${w.folder}/data/lading.db.away`);
  await w.write("data/lading.db", "no database".repeat(1_000));
  const away = [{ code: "store_damaged", severity: "error", subject: "database", feeds: ["acme/staff"] }];
  expect(JSON.parse((await type(w, "status", "--json")).out)).toMatchObject({ problems: away });
  const status: StatusSource = {
    ...workspaceStatus(w.setup.workspace, w.store),
    read: async () => Promise.reject(failure("store_damaged", { path: "lading.db", reason: "no database" })),
  };
  const shown = await feedsView({ status, now: () => new Date() }, all, false);
  expect(shown).toMatchObject({ isStoreAway: true, feeds: [], problems: away });
});
