/** @module-tag long */

import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { runPass } from "../../src/feeds/pipeline.js";
import { builtCli } from "../support/build.js";
import { deliver, emptyScene, leftBehind, listOf, people } from "../support/scene.js";
import { Workdir } from "../support/workdir.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/** A machine without space, inodes, file descriptors or watches, and an inbox with too many files. */

const isLong = process.env["LADING_PROOF"] === "long";
const signal = new AbortController().signal;

/** A separate file system in memory. Undefined if this user cannot mount one. */
async function mounted(options: string): Promise<{ folder: string; unmount(): Promise<void> } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "lading-tmpfs-"));
  const done = spawnSync("mount", ["-t", "tmpfs", "-o", options, "lading", folder], { stdio: "ignore" });
  if (done.status !== 0) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    async unmount() {
      spawnSync("umount", ["-l", folder]);
      await rm(folder, { recursive: true });
    },
  };
}

const canMount = spawnSync("sh", ["-c", "unshare -m true"], { stdio: "ignore" }).status === 0;

test.skipIf(!canMount).each([
  ["space", "size=4m,nr_inodes=2000", isLong ? 1 : 6],
  ["inodes", "size=16m,nr_inodes=200", 1],
] as const)(
  "a disk out of %s at any point leaves the old or the new list complete, and work continues once space is free",
  async (what, options, stride) => {
    const disk = await mounted(options);
    if (disk === undefined) return;
    let [points, failed] = [0, 0];
    const w = await world(staffFeed, disk.folder);
    try {
      let round = 0;
      // From no space at all to enough for the publication.
      for (let free = 0; ; free += stride) {
        round += 1;
        const name = `Round ${round}`;
        await w.drop(
          "staff.csv",
          staff(`001:${name}`, ...ids(2, 9)),
          new Date(Date.UTC(2026, 2, 1) + round * 1000).toISOString(),
        );
        const before = await w.list();
        // An existing log has its own space.
        await w.store.wipe();
        await fill(w, what, free);
        const outcomes = await w.passFeeds().catch((error: unknown) => [{ error, deliveries: [] }]);
        const after = await w.list();
        const isNew = after.some((record) => record["name"] === name);
        expect(isNew || JSON.stringify(after) === JSON.stringify(before), `with room for ${free}`).toBe(true);
        await rm(join(w.folder, "filler"), { recursive: true });
        points += 1;
        const isWell = outcomes.every(({ error }) => error === undefined);
        if (!isWell) failed += 1;
        await w.pass();
        await w.pass();
        expect((await w.list()).some((record) => record["name"] === name)).toBe(true);
        expect(leftBehind(w.folder)).toEqual([]);
        if (isWell && isNew) break;
      }
    } finally {
      await w.store.close();
      await disk.unmount();
    }
    console.log(`out of ${what}: ${points} points, ${failed} runs failed, 0 lost, 0 torn`);
    expect(failed).toBeGreaterThan(1);
  },
  600_000,
);

test.skipIf(!canMount)("opening a store on a full disk reports that the disk is full", async () => {
  const disk = await mounted("size=4m");
  if (disk === undefined) return;
  const w = await world(staffFeed, disk.folder);
  try {
    await w.store.close();
    for (const suffix of ["-wal", "-shm"])
      await rm(join(w.folder, "data", `lading.db${suffix}`), { force: true });
    await fill(w, "space", 0);
    // Runs in a separate process, because here SQLite keeps the files of the closed store open until it collects
    // its statements.
    const script = `
      import { openStore } from ${JSON.stringify(new URL("../../src/store/store.ts", import.meta.url).href)};
      const opened = openStore({ data: ${JSON.stringify(join(w.folder, "data"))} });
      console.log(await opened.then(() => "opened", ({ code, about }) => code + ": " + about.reason));
      process.exit();
    `;
    const words = ["--import", "tsx", "--input-type=module", "--eval", script];
    const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect(stdout).toBe("storage_failed: the disk is full\n");
  } finally {
    await disk.unmount();
  }
});

/** Uses all space except this number of pages of 4 KiB, or of inodes. */
async function fill(w: World, what: "space" | "inodes", free: number): Promise<void> {
  const script =
    what === "space"
      ? `mkdir filler; dd if=/dev/zero of=filler/0 bs=4096 2>/dev/null; truncate -s -${free * 4096} filler/0`
      : `mkdir filler; i=0; while : > filler/$i; do i=$((i+1)); done 2>/dev/null; n=0; while [ $n -lt ${free} ]; do n=$((n+1)); rm -f filler/$((i-n)); done`;
  spawnSync("bash", ["-c", script], { cwd: w.folder, stdio: "ignore" });
}

const canUnshare =
  spawnSync("unshare", ["-U", "-r", "sh", "-c", "echo 0 > /proc/sys/user/max_inotify_instances"], {
    stdio: "ignore",
  }).status === 0;

test.skipIf(!canUnshare)("a daemon without watches reports it once, and finds files by listing", async () => {
  const dir = await Workdir.make();
  try {
    emptyScene(dir.path);
    // Three listings, half a second apart, without events.
    const settling = (await dir.read("lading.yaml")).replace("settle: final_name", "settle: { for: 1 s }");
    await dir.write({ "lading.yaml": settling });
    deliver(dir.path, people(8, "2026-01-01T00:00:00.000Z"));
    const inner = `echo 0 > /proc/sys/user/max_inotify_instances; exec ${process.execPath} ${builtCli()} watch`;
    const daemon = dir.startNode(["-e", spawning("unshare", ["-U", "-r", "sh", "-c", inner])]);
    const text = await daemon.waitFor("PUBLISHED");
    await daemon.stop();
    expect(listOf(dir.path)).toContain("Name 2026-01-01");
    expect(text.match(/watching_failed/g)).toHaveLength(1);
  } finally {
    await dir.remove();
  }
});

const hasPrlimit = spawnSync("prlimit", ["--version"], { stdio: "ignore" }).status === 0;

test.skipIf(!hasPrlimit)(
  "a daemon without file descriptors reports it, stays up, and continues when some are free",
  async () => {
    const dir = await Workdir.make();
    try {
      emptyScene(dir.path);
      deliver(dir.path, people(8, "2026-01-01T00:00:00.000Z"));
      const daemon = dir.start(["watch"]);
      await daemon.waitFor("PUBLISHED");
      const open = (await readdir(`/proc/${daemon.pid}/fd`)).length;
      limitHandles(daemon.pid, open);
      deliver(dir.path, people(9, "2026-02-01T00:00:00.000Z"));
      await daemon.waitFor(/"event":"(feed|pass)_failed"/);
      expect(listOf(dir.path)).toContain("Name 2026-01-01");
      limitHandles(daemon.pid, 1_024);
      await daemon.waitFor(/"publication":2/);
      expect(listOf(dir.path)).toContain("Name 2026-02-01");
      expect((await daemon.stop()).code).toBe(0);
      expect(leftBehind(dir.path)).toEqual([]);
    } finally {
      await dir.remove();
    }
  },
);

test.skipIf(process.platform !== "linux").each([19, 30, 127])(
  "prints a sentence instead of a stack trace with %i open files",
  (limit) => {
    const line = `ulimit -n ${limit}; exec "${process.execPath}" "${builtCli()}" --version`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
    expect(status).toBe(75);
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toEqual([
      `lading: this process can open only ${limit} files at the same time, but it needs at least 128.`,
      "Next: increase the limit (ulimit -n 1024, or LimitNOFILE= of the service) and try again.",
      "",
    ]);
  },
);

function limitHandles(pid: number, count: number): void {
  spawnSync("prlimit", ["--pid", String(pid), `--nofile=${count}:${1_024}`]);
}

/** A Node script that runs a program, passes on its output, and ends it when it is ended itself. */
function spawning(program: string, args: readonly string[]): string {
  return `const child = require("node:child_process").spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: "inherit" });
    child.on("exit", (code) => process.exit(code ?? 1)); process.on("SIGTERM", () => child.kill());`;
}

test("takes 500 files of a feed per pass, newest first, and reports that there are more", async () => {
  const count = isLong ? 50_000 : 700;
  const w = await world(staffFeed);
  const script = `for i in $(seq 1 ${count}); do echo $i > inbox/staff-$i.csv; done`;
  spawnSync("bash", ["-c", script], { cwd: w.folder });
  const lister = newLister(w.setup, w.setup.workspace.feeds);
  const memory = process.memoryUsage().rss;
  const started = performance.now();
  const listings = await lister.list(signal);
  const listed = performance.now() - started;
  const [feed] = w.setup.workspace.feeds;
  expect(feed && listings.of(feed)).toHaveLength(count);
  const [outcome] = await runPass(w.setup, w.setup.workspace.feeds, listings, signal);
  expect(outcome?.error).toBeUndefined();
  expect(outcome?.hasMore).toBe(true);
  const state = await w.state();
  expect(state.deliveries.size).toBe(500);
  const grown = Math.round((process.memoryUsage().rss - memory) / 1e6);
  console.log(`${count} files: listed in ${Math.round(listed)} ms, ${grown} MB more memory after a pass`);
}, 600_000);
