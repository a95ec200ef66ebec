import { expect, it } from "vitest";
import { lookFor } from "../../src/cli/look.js";
import type { Terminal } from "../../src/cli/command.js";
import { healths } from "../../src/feeds/health/status.js";

it("colors each health state of a feed, but only on a terminal", () => {
  const terminal = (isTTY: boolean) =>
    ({ stdout: { isTTY, columns: 80 }, env: { FORCE_COLOR: "1" } }) as unknown as Terminal;
  const { paint } = lookFor(terminal(true));
  expect(healths.filter((health) => paint(health) === health)).toEqual([]);
  expect(healths.filter((health) => lookFor(terminal(false)).paint(health) !== health)).toEqual([]);
});
