import { z } from "zod";
import { logFormats, logLevels, type LogSettings } from "../log.js";
import { oneOrMore } from "../scalars.js";

/** What is logged, and how. */
export const logSchema = z.strictObject({
  level: z
    .enum(logLevels)
    .optional()
    .meta({ description: "The least that is logged; `info` when omitted.", examples: ["warn"] }),
  format: z
    .enum(logFormats)
    .optional()
    .meta({
      description:
        "`json`: one object per line. `pretty`: for people. `auto` (the default): pretty on a terminal, else JSON.",
      examples: ["json"],
    }),
  redact: oneOrMore(z.string().regex(/^[a-z_]+$/, "the name of a fact, such as address"))
    .optional()
    .meta({
      description: "Facts whose values are left out, such as the address of clients.",
      examples: [["address"]],
    }),
});

export function logSettings(stated: z.infer<typeof logSchema> | undefined): LogSettings {
  return {
    level: stated?.level ?? "info",
    format: stated?.format ?? "auto",
    redact: new Set(stated?.redact ?? []),
  };
}
