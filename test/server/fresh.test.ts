import { expect, test } from "vitest";
import { failure, storeFailure } from "../../src/errors.js";
import { fresh } from "../../src/server/fresh.js";

/** What is read again, and when. */

test("what is damaged is read once until something changes; a store that is away is asked again", async () => {
  let stamp = "1";
  let reads = 0;
  let error: Error | undefined;
  const told: string[] = [];
  const list = fresh(
    async () => stamp,
    async () => {
      reads += 1;
      if (error !== undefined) throw error;
      return `list ${stamp}`;
    },
    1_000_000,
    (reason) => told.push(reason),
  );
  expect(await list.get()).toBe("list 1");
  stamp = "2";
  error = failure("store_damaged", { path: "acme/staff", reason: "another hash" });
  for (let i = 0; i < 3; i++) expect(await list.get()).toBe("list 1");
  expect(reads).toBe(2);
  expect(told).toHaveLength(1);
  expect(list.lostSince()).toBeDefined();
  stamp = "3";
  error = storeFailure("away");
  for (let i = 0; i < 3; i++) expect(await list.get()).toBe("list 1");
  expect(reads).toBe(5);
  error = undefined;
  expect(await list.get()).toBe("list 3");
  expect(list.lostSince()).toBeUndefined();
});
