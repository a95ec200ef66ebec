import { readFlag } from "../flags.js";
import { yes } from "../text.js";
import { defineOperation } from "./operation.js";

export const invertOperation = defineOperation({
  name: "invert",
  summary: "Inverts a flag, for columns such as Blocked or Archived. Write `invert` below `values`.",
  options: yes,
  kinds: ["flag"],
  examples: [
    { write: { invert: "true" }, input: "TRUE", result: false, kind: "flag" },
    {
      write: { values: { X: "true" }, blank: "false", invert: "true" },
      input: "",
      result: true,
      kind: "flag",
    },
    { write: { invert: "true" }, input: "yes", issue: "not_a_flag", kind: "flag" },
  ],
  apply: () => (cell) => {
    const flag = readFlag(cell);
    return typeof flag === "boolean" ? !flag : flag;
  },
});
