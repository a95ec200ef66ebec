import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern, patternError } from "../../src/mapping/patterns.js";

it("returns the first group or the whole match", () => {
  expect(compilePattern("^([A-Z]+)-")("AFRT-01")).toBe("AFRT");
  expect(compilePattern("\\d+")("No. 0042 of 7")).toBe("0042");
  expect(compilePattern("^(a)?b")("b")).toBe("");
  expect(compilePattern("\\p{Han}+")("x张伟y")).toBe("张伟");
  expect(compilePattern("(?i)total")("TOTAL 7")).toBe("TOTAL");
  expect(compilePattern("x")("y")).toBeUndefined();
});

/** A backtracking engine would never finish with these patterns, so finishing at all is the proof. */
it.each([
  ["(a+)+$", undefined],
  ["(a*)*$", ""],
  ["(a|aa)+$", undefined],
  ["([a-zA-Z]+)*$", ""],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", undefined],
  ["(.*)*(.*)*(.*)*x", undefined],
])("runs in linear time for any pattern: %s", (pattern, found) => {
  expect(compilePattern(pattern)(`${"a".repeat(10_000)}!`)).toBe(found);
});

it("agrees with JavaScript on patterns that both support", () => {
  const pattern = fc.array(fc.constantFrom("a", "b", "[ab]", "a*", "b+", "(a|b)", "a?", "^", "$", "."), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(pattern, fc.stringMatching(/^[abc]{0,10}$/), (parts, text) => {
      const written = parts.join("");
      if (/[*+?^][*+?]/.test(written)) return;
      const match = new RegExp(written, "u").exec(text);
      const wanted = match === null ? undefined : match.length > 1 ? (match[1] ?? "") : match[0];
      expect(compilePattern(written)(text)).toBe(wanted);
    }),
  );
});

it("explains why a pattern is invalid", () => {
  expect(patternError("a(b")).toMatch(/missing closing \)/);
  expect(patternError("(?=a)")).toBeDefined();
  expect(patternError("(a)\\1")).toBeDefined();
  expect(patternError("a".repeat(1001))).toBe("it is longer than 1000 characters");
  expect(patternError("^a{1,5}$")).toBeUndefined();
  expect(patternError("(ab|cd){500}")).toMatch(/^its repetitions expand to \d+ steps; the maximum is 1000$/);
});
