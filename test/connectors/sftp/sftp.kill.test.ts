/** @module-tag long */

import { expect, it } from "vitest";
import { killRounds } from "../../support/sftp-kill.js";

it("loses and repeats nothing after kill -9 while a delivery arrives", async () => {
  // Alternately at a time and at an operation of the server: during reads, and between publication and
  // after-action.
  const points = [0.1, 0.45, 0.5, 0.88];
  const { killed, wrong } = await killRounds(points.length, () => points.shift() ?? 0.5);
  expect(wrong).toEqual([]);
  expect(killed).toBeGreaterThanOrEqual(2);
}, 120_000);
