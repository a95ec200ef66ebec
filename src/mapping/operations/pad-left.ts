import { z } from "zod";
import { wholeNumber } from "../text.js";
import { defineOperation, onText } from "./operation.js";
import { option } from "../../model/scalars.js";

export const padLeftOperation = defineOperation({
  name: "pad_left",
  summary:
    "Pads the value on the left to a minimum length. For example, restores leading zeros that a spreadsheet removed from codes.",
  options: z.strictObject({
    width: wholeNumber
      .refine((text) => Number(text) <= 255, "a number up to 255")
      .meta({ description: "Minimum number of characters.", examples: ["5"] }),
    with: option(z.string().length(1, "one character"), "Fill character. Default: `0`.", "0"),
  }),
  examples: [
    { write: { pad_left: { width: "5", with: "0" } }, input: "123", result: "00123" },
    { write: { pad_left: { width: "2" } }, input: "123", result: "123" },
  ],
  apply: (options) => {
    const width = Number(options.width);
    const sign = options.with ?? "0";
    return onText((text) => text.padStart(width, sign));
  },
});
