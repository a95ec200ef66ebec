import { yesOrNo } from "../text.js";
import { defineOperation } from "./operation.js";

export const blankOperation = defineOperation({
  name: "blank",
  summary: "Defines the meaning of a blank cell for a flag.",
  options: yesOrNo,
  kinds: ["flag"],
  examples: [
    { write: { blank: "true" }, input: "", result: true, kind: "flag" },
    { write: { blank: "true" }, input: "false", result: "false", kind: "flag" },
  ],
  apply: (options) => {
    const flag = options === "true";
    return (cell) => (cell === null ? flag : cell);
  },
});
