import { z } from "zod";
import { trim } from "../cells.js";
import { defineOperation, onText } from "./operation.js";

export const replaceOperation = defineOperation({
  name: "replace",
  summary:
    "Replaces every occurrence of the listed strings in the value. The strings are matched literally and replaced in a single pass.",
  options: z.record(z.string().min(1), z.string()),
  examples: [
    { write: { replace: { "/": "-" } }, input: "AIR/FRT", result: "AIR-FRT" },
    { write: { replace: { ä: "ae", ß: "ss" } }, input: "Gefäß", result: "Gefaess" },
    { write: { replace: { "[a]": "" } }, input: "[a]", result: null },
  ],
  apply: (options) => {
    const table = new Map(Object.entries(options));
    // Longer strings are replaced first, so that the order in the mapping does not matter.
    const texts = [...table.keys()].sort((a, b) => b.length - a.length);
    const expression = new RegExp(
      texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"),
      "gu",
    );
    return onText((text) => {
      const replaced = trim(text.replace(expression, (found) => table.get(found) ?? found));
      return replaced === "" ? null : replaced;
    });
  },
});
