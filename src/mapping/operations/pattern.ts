import { trim } from "../cells.js";
import { compilePattern } from "../patterns.js";
import { pattern } from "../text.js";
import { valueIssue } from "../value-issue.js";
import { defineOperation, onText, otherwiseStep } from "./operation.js";

export const patternOperation = defineOperation({
  name: "pattern",
  summary:
    "Extracts the text that matches a pattern: the first group, or the whole match if the pattern has no group. A cell without a match is reported as an issue unless `otherwise` specifies something else.",
  options: pattern,
  takes: ["otherwise"],
  examples: [
    { write: { pattern: "^([A-Z]+)-" }, input: "AFRT-01", result: "AFRT" },
    { write: { pattern: "[0-9]+" }, input: "No. 0042", result: "0042" },
    { write: { pattern: "^[0-9]+$" }, input: "n/a", issue: "no_match" },
    { write: { pattern: "\\((.*)\\)", otherwise: "pass" }, input: "Petra Vogel", result: "Petra Vogel" },
  ],
  apply: (options, _context, { otherwise }) => {
    const find = compilePattern(options);
    const none = otherwiseStep(otherwise, valueIssue("no_match", {}));
    return onText((text) => {
      const found = find(text);
      if (found === undefined) return none(text);
      const trimmed = trim(found);
      return trimmed === "" ? null : trimmed;
    });
  },
});
