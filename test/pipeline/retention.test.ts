import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { staff, world } from "../support/world.js";

test("staff: publications and archives older than 30 days go, whatever their number; the current ones stay", async () => {
  const w = await world();
  const pub = (number: number) => join(w.folder, "data/accounts/acme/staff/pub", String(number));
  for (const [index, day] of ["2026-03-01", "2026-03-20", "2026-04-05"].entries()) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
    await utimes(pub(index + 1), new Date(day), new Date(day));
  }
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["2", "3"]);
  expect(await w.names("data/accounts/acme/staff/archive")).toHaveLength(2);
  w.clock.set("2026-07-01T08:00:00.000Z");
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["3"]);
  expect(await w.names("data/accounts/acme/staff/archive")).toHaveLength(1);
  expect(await w.list()).toMatchObject([{ name: "Name of 2026-04-05" }]);
});
