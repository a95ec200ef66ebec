import { expect, test } from "vitest";
import { problemsOf } from "../../src/console/api/problems.js";
import { problem } from "../../src/feeds/health/problem.js";

/**
 * The problems as the console lists them. `test/feeds/health/one-sentence.test.ts` compares them with `lading
 * status`.
 */

const held = problem("held", {
  subject: "acme-de/charge-code",
  feeds: ["acme-de/charge-code"],
  delivery: "3f2a9c0d17e4",
  files: ["charges-of-eva.csv"],
  sentence: "61 of 212 ids are gone (limit: 42). is_active is blank in 5 rows.",
  meanwhile: "Version 41 is still served.",
});
const fault = problem("fault", {
  subject: "source inbox",
  feeds: ["acme-uk/org"],
  files: ["orgs-of-eva.csv"],
  sentence: 'The file "orgs-of-eva.csv" cannot be read.',
  detail: "Eva moved it.",
  next: "Look at orgs-of-eva.csv.",
});
const status = { problems: [held, fault] };

test("shows the reason for a held file in plain words, and what is served in the meantime", () => {
  expect(problemsOf(status, true)[0]).toEqual({
    ...held,
    sentence: "61 of 212 ids are gone (limit: 42). “Active” is blank in 5 rows.",
  });
});

test("shows file names only after sign-in", () => {
  expect(JSON.stringify(problemsOf(status, true))).toMatch(/charges-of-eva[^]*orgs-of-eva/);
  const shown = problemsOf(status, false);
  expect(JSON.stringify(shown)).not.toMatch(/eva/i);
  expect(shown[1]).toMatchObject({ sentence: "The file cannot be read.", next: "Look at a file." });
});
