import { expect, test } from "vitest";
import { texts } from "../src/console/app/texts.js";
import { earlierDecisionText } from "../src/feeds/lists/delivery-steps.js";
import { ended, quotedAtEnd } from "../src/sentence.js";

test("ends a sentence with a person's words exactly once", () => {
  expect(["Wrong list", "Wrong list.", "Wrong list?"].map(ended)).toEqual([
    "Wrong list.",
    "Wrong list.",
    "Wrong list?",
  ]);
  expect(["Wrong list", "Try again.", "Really?!"].map(quotedAtEnd)).toEqual([
    "“Wrong list.”",
    "“Try again.”",
    "“Really?!”",
  ]);
});

test("sentences that quote a reason with a period have no second period", () => {
  const { delivery } = texts.console;
  const sentences = [
    earlierDecisionText({ at: "2026-11-28T08:04:00.000Z", state: "REJECTED", by: "Ann", reason: "Again." }),
    delivery.delivered("Nov 28, 08:04", "Ann", "Again."),
    delivery.decided(true, "Ann", "Nov 28, 08:04", "Again."),
    delivery.reportForgotten("Nov 28, 08:04", "Ann", "Again."),
  ];
  for (const sentence of sentences) expect(sentence).toMatch(/: “Again\.”$/);
});
