import { expect, test } from "vitest";
import { likelyPartner } from "../../src/console/app/likely-partner.js";

const simulated = { path: "mappings/simulated/job.yaml", feeds: ["simulated-gb/job"] };
const harbourline = { path: "mappings/harbourline/staff.yaml", feeds: ["harbourline-gb/staff"] };
const draft = { path: "mappings/acme/staff.draft.yaml", feeds: [] };

test("a new mapping is for the partner of its account, or of the newest mapping without a feed", () => {
  const demonstration = [simulated, harbourline];
  expect(likelyPartner(demonstration, "harbourline-gb")).toBe("harbourline");
  expect(likelyPartner([draft, ...demonstration], "harbourline-gb")).toBe("harbourline");
  expect(likelyPartner([draft, ...demonstration], "with tax")).toBe("acme");
  // The newest mapping of another account says nothing about a new account.
  expect(likelyPartner(demonstration, "with tax")).toBeUndefined();
  expect(likelyPartner([...demonstration, draft], "harbourline")).toBeUndefined();
  expect(likelyPartner([], "with tax")).toBeUndefined();
});
