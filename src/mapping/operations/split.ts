import { z } from "zod";
import { trim } from "../cells.js";
import { ordinal, word } from "../text.js";
import { defineOperation, onText } from "./operation.js";

export const splitOperation = defineOperation({
  name: "split",
  summary:
    "Splits the value at a separator and returns one part: 1 is the first part, and -1 is the last. A missing part is blank.",
  options: z.strictObject({
    by: word.meta({
      description: "The separator. A space matches any number of spaces.",
      examples: ["-", " "],
    }),
    take: ordinal.meta({
      description: "Number of the part: 1 is the first part, and -1 is the last.",
      examples: ["1", "-1"],
    }),
  }),
  examples: [
    { write: { split: { by: ",", take: "2" } }, input: "Vogel, Petra", result: "Petra" },
    { write: { split: { by: " ", take: "-1" } }, input: "Petra  Maria Vogel", result: "Vogel" },
    { write: { split: { by: "|", take: "3" } }, input: "A|B", result: null },
  ],
  apply: ({ by, take }) => {
    const sign = trim(by) === "" ? /\s+/u : by;
    const index = Number(take);
    return onText((text) => {
      const part = text.split(sign).at(index > 0 ? index - 1 : index);
      return part === undefined || trim(part) === "" ? null : trim(part);
    });
  },
});
