import { z } from "zod";
import { defineOperation, onText } from "./operation.js";

export const caseOperation = defineOperation({
  name: "case",
  summary: "Converts the value to uppercase or lowercase.",
  options: z.enum(["lower", "upper"]),
  examples: [
    { write: { case: "lower" }, input: "P.VOGEL@EXAMPLE.COM", result: "p.vogel@example.com" },
    { write: { case: "upper" }, input: "afrt", result: "AFRT" },
  ],
  apply: (options) =>
    options === "lower" ? onText((text) => text.toLowerCase()) : onText((text) => text.toUpperCase()),
});
