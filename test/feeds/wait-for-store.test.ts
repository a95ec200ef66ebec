import { expect, test } from "vitest";
import { failure, storeFailure } from "../../src/errors.js";
import { waitForStore } from "../../src/feeds/loops/wait-for-store.js";
import { silentLog, type Log } from "../../src/log.js";
import { quickClock } from "../support/quick-clock.js";

/** A daemon that starts while its database is unreachable or its disk is full waits and continues. */

test.each([
  ["an unreachable database", storeFailure("x"), "store_unreachable", /This process then continues$/],
  [
    "a full disk",
    failure("storage_failed", { path: "/data/lading.db", reason: "the disk is full" }),
    "storage_failed",
    /^Check the disk and free some space\. This process then continues$/,
  ],
  [
    "a full disk without a folder for the database",
    Object.assign(new Error("full"), { code: "ENOSPC", syscall: "mkdir", path: "/data" }),
    "storage_failed",
    /free some space/,
  ],
])("waits for %s and reports it once", async (_, error, code, next) => {
  quickClock();
  const logged: [string, object][] = [];
  const log: Log = { ...silentLog, error: (event, facts) => void logged.push([event, facts ?? {}]) };
  let attempts = 0;
  const begin = async (): Promise<string> => {
    attempts += 1;
    if (attempts < 3) throw error;
    return "opened";
  };
  expect(await waitForStore(begin, log, new AbortController().signal)).toBe("opened");
  expect(logged).toEqual([
    [code, { reason: expect.any(String) as string, next: expect.stringMatching(next) as string }],
  ]);
});

test("does not wait for a failure that a person must fix", async () => {
  const begin = () => Promise.reject(failure("no_permission", { path: "/data" }));
  await expect(waitForStore(begin, silentLog, new AbortController().signal)).rejects.toMatchObject({
    code: "no_permission",
  });
});
