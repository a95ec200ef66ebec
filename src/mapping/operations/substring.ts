import { z } from "zod";
import { trim } from "../cells.js";
import { ordinal, wholeNumber } from "../text.js";
import { defineOperation, onText } from "./operation.js";
import { option } from "../../model/scalars.js";

export const substringOperation = defineOperation({
  name: "substring",
  summary:
    "Extracts the characters from a position to the end of the value, or a specified number of characters.",
  options: z.strictObject({
    from: ordinal.meta({
      description:
        "Position of the first character: 1 is the first character of the value, and -3 is the third from the end.",
      examples: ["1"],
    }),
    length: option(wholeNumber, "Number of characters. Default: all remaining characters.", "4"),
  }),
  examples: [
    { write: { substring: { from: "1", length: "2" } }, input: "DE-BER-0042", result: "DE" },
    { write: { substring: { from: "-4" } }, input: "DE-BER-0042", result: "0042" },
    { write: { substring: { from: "9" } }, input: "DE-BER", result: null },
  ],
  apply: ({ from, length }) => {
    const first = Number(from);
    return onText((text) => {
      const characters = [...text];
      const start = first > 0 ? first - 1 : Math.max(0, characters.length + first);
      const end = length === undefined ? characters.length : start + Number(length);
      const taken = trim(characters.slice(start, end).join(""));
      return taken === "" ? null : taken;
    });
  },
});
