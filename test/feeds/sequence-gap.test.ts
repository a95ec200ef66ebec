import { expect, test } from "vitest";
import { world, staff } from "../support/world.js";

/** Numbered deltas. No later delta contains the changes of a missing one. */

const feeds = (guard = "") => `
lading: 1
accounts: { acme: { country: DE, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff-{sequence}.csv", delivery: delta, settle: final_name, first: publish${guard} }
`;

const names = async (here: Awaited<ReturnType<typeof world>>) =>
  (await here.list()).map(({ name }) => name as string);

test("a missing number holds the following deltas, which continue automatically once it arrives", async () => {
  const here = await world(feeds());
  await here.drop("staff-0007.csv", staff("1:A", "2:B"));
  expect((await here.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  await here.drop("staff-0010.csv", staff("1:C"));
  await here.drop("staff-0011.csv", staff("2:D"));
  const [held] = await here.pass();
  expect(held).toMatchObject({
    status: "HELD",
    reason: expect.stringContaining("Numbers 8 to 9 never arrived") as string,
  });
  expect(await names(here)).toEqual(["A", "B"]);
  await here.drop("staff-0009.csv", staff("1:X"));
  expect((await here.pass())[0]).toMatchObject({
    status: "HELD",
    reason: expect.stringContaining("Number 8 never arrived") as string,
  });
  await here.drop("staff-0008.csv", staff("2:Y"));
  expect((await here.pass()).map(({ status }) => status)).toEqual(Array(4).fill("PUBLISHED"));
  expect(await names(here)).toEqual(["C", "D"]);
  expect((await here.pass()).map(({ status }) => status)).toEqual([]);
});

test.each([
  ["the guard switched off", ", guard: { sequence_gap: off }", "0007", "0010"],
  ["times in seconds", "", "1767225600", "1767229200"],
  ["days", "", "20260131", "20260203"],
])("counts no number as missing with %s", async (_what, guard, first, second) => {
  const here = await world(feeds(guard));
  await here.drop(`staff-${first}.csv`, staff("1:A"));
  await here.pass();
  await here.drop(`staff-${second}.csv`, staff("1:B"));
  expect((await here.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
});
