import { expect, test } from "vitest";
import { faultOverAlert } from "../../../src/feeds/alerts/alert.js";

test.each([
  ["acme/org", ["acme/org"], "acme/org can be processed again."],
  ["source inbox", ["acme/org", "acme/staff"], "source inbox is working again for 2 feeds."],
  ["workspace", ["acme/org"], "An error in the workspace that affected acme/org was resolved."],
  ["workspace", [], "An error in the workspace was resolved."],
])("describes the end of a fault: %s, %j", (where, feeds, summary) => {
  const alert = faultOverAlert("1", { where, feeds }, new Date("2026-03-01T00:00:00Z"));
  expect(alert.summary).toBe(summary);
  expect(alert.reasons).toEqual(feeds.length === 0 ? [] : [`${where}: ${feeds.join(", ")}.`]);
});
