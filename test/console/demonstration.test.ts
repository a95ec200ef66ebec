import { expect, test } from "vitest";
import { texts } from "../../src/console/app/texts.js";

test("the demonstration's page names every file that a button sends, and what happens to held files", () => {
  const { lead, actions } = texts.console.demonstration;
  expect(lead).toContain("held files of that feed are rejected");
  expect(actions.broken.result).toContain("a complete file is sent first");
  for (const { result } of Object.values(actions)) expect(result).toMatch(/^Sends /);
});
