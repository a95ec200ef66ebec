import { z } from "zod";

/** Longer reasons are letters. */
export const longestReason = 500;

/** Why a person decides something. */
export const reason = z
  .string()
  .transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Enter a reason.")
      .max(longestReason, `A reason has ${longestReason} characters at most.`),
  );
