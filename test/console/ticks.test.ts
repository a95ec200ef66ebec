import { expect, test } from "vitest";
import { ticksTo } from "../../src/console/app/ticks.js";

test("labels a scale with whole numbers at equal distances", () => {
  expect([0, 1, 3, 5, 12, 172, 1000].map((value) => ticksTo(value).join(" "))).toEqual([
    "0 1",
    "0 1",
    "0 1 2 3",
    "0 2 4 6",
    "0 5 10 15",
    "0 50 100 150 200",
    "0 500 1000",
  ]);
});
