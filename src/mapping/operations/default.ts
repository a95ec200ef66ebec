import { word } from "../text.js";
import { defineOperation } from "./operation.js";

export const defaultOperation = defineOperation({
  name: "default",
  summary: "The value to use for a blank cell.",
  options: word,
  kinds: ["id", "timestamp", "text", "email", "choice", "reference", "decimal", "date", "country", "region"],
  examples: [
    { write: { default: "other" }, input: " ", result: "other" },
    { write: { default: "other" }, input: "freight", result: "freight" },
  ],
  apply: (options) => (cell) => cell ?? options,
});
