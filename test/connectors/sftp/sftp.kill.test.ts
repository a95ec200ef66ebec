/** @module-tag long */

import { expect, it } from "vitest";
import { killRounds } from "../../support/sftp-kill.js";

it("loses and repeats nothing after kill -9 while a delivery arrives", async () => {
  // Kills alternate between a random time and an operation of the server. They include reads and the time between
  // publication and after-action.
  const points = [0.1, 0.45, 0.5, 0.88];
  const { killed, wrong } = await killRounds(points.length, () => points.shift() ?? 0.5);
  expect(wrong).toEqual([]);
  expect(killed).toBeGreaterThanOrEqual(2);
});
