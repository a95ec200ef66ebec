import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mutations } from "../scripts/mutations.js";

describe("the listed rules and defences (npm run mutate)", () => {
  it.each(mutations.map((mutation) => [mutation.file, mutation.rule, mutation] as const))(
    "%s: %s",
    (file, _, mutation) => {
      const occurrences = readFileSync(file, "utf8").split(mutation.find).length - 1;
      expect(occurrences, "the piece of code occurs exactly once").toBe(1);
      expect(mutation.replace).not.toBe(mutation.find);
      expect(mutation.tests.filter((path) => !existsSync(path))).toEqual([]);
    },
  );
});
