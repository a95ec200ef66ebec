import { z } from "zod";
import { foldValue, type Cell } from "../cells.js";
import { unmappedValue } from "../value-issue.js";
import { defineOperation, otherwiseStep, remembered } from "./operation.js";

export const valuesOperation = defineOperation({
  name: "values",
  summary:
    "Defines the result for each listed value. Case and extra spaces are ignored. A value that is not listed is reported as an issue unless `otherwise` specifies something else.",
  options: z.record(z.string().min(1, "a value; for blank cells write `blank:` or `default:`"), z.string()),
  takes: ["otherwise"],
  examples: [
    { write: { values: { Active: "true", Inactive: "false" } }, input: " ACTIVE", result: "true" },
    { write: { values: { FRT: "freight" } }, input: "INS", issue: "unmapped_value" },
    {
      write: { values: { FRT: "freight" }, otherwise: { constant: "other" } },
      input: "INS",
      result: "other",
    },
    { write: { values: { S1: "VAT19" }, otherwise: "pass" }, input: "S7", result: "S7" },
  ],
  apply: (options, _context, { otherwise }) => {
    const targets = new Map<string, Cell>();
    for (const [value, target] of Object.entries(options)) {
      targets.set(foldValue(value), target === "" ? null : target);
    }
    const none = otherwiseStep(otherwise, unmappedValue(Object.keys(options)));
    return remembered((text) => {
      const target = targets.get(foldValue(text));
      return target === undefined ? none(text) : target;
    });
  },
});
