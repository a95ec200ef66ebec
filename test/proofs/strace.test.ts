import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtCli } from "../support/build.js";
import { inStore, prepareScene, publications } from "../support/scene.js";

/**
 * A power cut may lose unsynced data. SQLite makes commits durable. Lading determines the order, as the
 * operating system sees it: a delivery's bytes are durable before the store records them, and the source is
 * changed only after the decision is durable.
 */

const hasStrace = spawnSync("strace", ["-V"], { stdio: "ignore" }).status === 0;

test.skipIf(!hasStrace)(
  "strace shows that blob, store and source become durable in the order of the protocol",
  async () => {
    const work = await mkdtemp(join(tmpdir(), "lading-strace-"));
    try {
      const folder = join(work, "scene");
      prepareScene(folder);
      const trace = join(work, "trace.log");
      const calls = "trace=write,pwrite64,rename,renameat,renameat2,unlink,unlinkat,fsync,fdatasync";
      const ran = spawnSync(
        "strace",
        ["-f", "-y", "-o", trace, "-e", calls, process.execPath, builtCli(), "run"],
        {
          cwd: folder,
          env: { PATH: process.env["PATH"] },
          stdio: "ignore",
        },
      );
      expect(ran.status).toBe(0);
      expect(publications(folder)).toEqual([1, 2]);
      expect(inStore(folder, (all) => all("pragma journal_mode"))).toEqual([{ journal_mode: "wal" }]);

      const changes = (await readFile(trace, "utf8")).split("\n").flatMap((line) => changesOf(line, folder));
      const at = (what: RegExp, after = 0): number => {
        const i = changes.findIndex((one, index) => index >= after && what.test(one));
        expect(i, `${what} after ${changes[after - 1]} in\n${changes.join("\n")}`).toBeGreaterThanOrEqual(0);
        return i + 1;
      };
      const draft = at(/^sync data\/tmp\/blob~/);
      const blob = at(/^rename data\/tmp\/blob~\S+ data\/blobs\//, draft);
      const durable = at(/^sync data\/blobs\/..$/, blob);
      const received = at(/^sync data\/lading\.db-wal$/, durable);
      const published = at(/^sync data\/lading\.db-wal$/, received);
      const taken = at(/^rename inbox\/staff\.csv inbox\/\.lading-aside-/, published);
      const removed = at(/^unlink inbox\/\.lading-aside-/, taken);
      at(/^sync data\/lading\.db-wal$/, at(/^sync inbox$/, removed));
      // Nothing unsynced is written to the store between its last sync and the first change of the source.
      const before = changes.slice(0, taken - 1);
      const last = before.findLast((one) => / data\/lading\.db/.test(one));
      expect(last).toBe("sync data/lading.db-wal");
      expect(before.filter((one) => / inbox\//.test(one))).toEqual([]);
      // The store records the delivery only after its blob is durable.
      const isReceipt = (one: string) => one === "write data/lading.db-wal";
      expect(changes.slice(draft - 1, durable).filter(isReceipt)).toEqual([]);
    } finally {
      await rm(work, { recursive: true });
    }
  },
);

/** A change below the workspace, such as `sync data/blobs/ab`. Paths are relative to it. */
function changesOf(line: string, folder: string): string[] {
  const [, call = "", args = ""] = /^\d+ +(\w+)\((.*)/.exec(line) ?? [];
  const named = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? "");
  const [openPath = ""] = /(?<=^\d+<)[^>]*/.exec(args) ?? [];
  const change = ((): readonly string[] => {
    if (call.startsWith("rename")) return ["rename", ...named];
    if (call.startsWith("unlink")) return ["unlink", ...named];
    if (call.startsWith("f")) return ["sync", openPath];
    return ["write", openPath];
  })();
  const [name = "", ...paths] = change;
  if (paths[0]?.startsWith(`${folder}/`) !== true) return [];
  return [[name, ...paths.map((path) => path.slice(folder.length + 1))].join(" ")];
}
