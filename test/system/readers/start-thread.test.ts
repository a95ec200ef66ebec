import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { taskOf } from "../../../src/convert/task.js";
import { recommendedMapping } from "../../../src/mapping/recommended.js";
import { account } from "../../../src/model/account.js";
import { staff } from "../../../src/model/record-types/index.js";
import { startEarly, startThread, largeFile } from "../../../src/system/readers/start-thread.js";
import { noLookups } from "../../mapping/evaluating.js";

const folder = mkdtempSync(join(tmpdir(), "lading-early-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("starts a thread early for a large file, which is used once and works like any other", async () => {
  const large = join(folder, "large.csv");
  writeFileSync(large, "");
  truncateSync(large, largeFile);
  startEarly(["convert", large, "--mapping", join(folder, "none.yaml")]);
  const threads = [startThread(), startThread()];
  try {
    expect(threads[0]).not.toBe(threads[1]);
    const lenient = { account: account(undefined, {}), lookups: noLookups, mode: "lenient" } as const;
    const task = taskOf({ ...lenient, mapping: recommendedMapping(staff) }, new Map());
    for (const thread of threads) {
      thread.postMessage(task);
      expect(await once(thread, "message")).toEqual(["ready"]);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
});
