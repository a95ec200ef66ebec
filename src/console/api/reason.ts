import { z } from "zod";

/** In characters. */
const longestReason = 500;

export const reason = z
  .string()
  .transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Enter a reason.")
      .max(longestReason, `A reason can have at most ${longestReason} characters.`),
  );
