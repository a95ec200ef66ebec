import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { realDisk, type Disk } from "../../src/storage/disk.js";
import { dropAbandoned, takeLock, thisProcess } from "../../src/storage/lock.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lading-lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

const take = () => takeLock(realDisk, folder, "acme/staff");
const leave = (owner: object) => writeFile(join(folder, "lock"), JSON.stringify(owner));
const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

test("one holds it, the other is told who", async () => {
  const lock = await take();
  await expect(take()).rejects.toMatchObject({ code: "locked", recovery: "retry" });
  await expect(take()).rejects.toThrow(String(process.pid));
  await lock.release();
  await (await take()).release();
  expect(await readdir(folder)).toEqual([]);
});

test("of many at once exactly one gets a lock whose owner is gone", async () => {
  for (let round = 0; round < 20; round++) {
    await leave({ id, ...thisProcess(), pid: 99_999_999 });
    const taken = await Promise.allSettled(Array.from({ length: 8 }, take));
    const winners = taken.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(winners).toHaveLength(1);
    await winners[0]?.release();
    await dropAbandoned(realDisk, folder);
    expect(await readdir(folder)).toEqual([]);
  }
});

test("a draft that the holder took for torn, and removed, is written again", async () => {
  const tidied = (times: number): Disk => ({
    ...realDisk,
    async link(from, to) {
      if (times-- > 0) await realDisk.remove(from);
      return realDisk.link(from, to);
    },
  });
  await (await takeLock(tidied(3), folder, "acme/staff")).release();
  const holder = await take();
  await expect(takeLock(tidied(1), folder, "acme/staff")).rejects.toMatchObject({ code: "locked" });
  await holder.release();
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["another boot", { boot: "another" }],
  ["another process under its number", { started: "1" }],
])("it is taken over from %s", async (_, other) => {
  await leave({ id, ...thisProcess(), ...other });
  await (await take()).release();
});

test.each([
  ["a live process", {}],
  ["another host", { host: "elsewhere", boot: "another" }],
])("it is never taken from %s", async (_, other) => {
  await leave({ id, ...thisProcess(), ...other });
  await expect(take()).rejects.toMatchObject({ code: "locked" });
});

test("a holder whose lock was removed and taken by another knows that it is fenced off", async () => {
  const stopped = await take();
  await rm(join(folder, "lock"));
  const next = await take();
  expect(await stopped.isHeld()).toBe(false);
  await stopped.release();
  expect(await next.isHeld()).toBe(true);
});
