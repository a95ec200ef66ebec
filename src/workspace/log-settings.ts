import { z } from "zod";
import { logFormats, logLevels, type LogSettings } from "../log.js";
import { oneOrMore, option } from "../model/scalars.js";

/** The `log:` block in `lading.yaml`. */
export const logSchema = z.strictObject({
  level: option(z.enum(logLevels), "Minimum level to log. Default: `info`.", "warn"),
  format: option(
    z.enum(logFormats),
    "`json`: one object per line. `pretty`: for people. `auto` (default): pretty on a terminal, otherwise JSON.",
    "json",
  ),
  redact: option(
    oneOrMore(z.string().regex(/^[a-z_]+$/, "the name of a log field, such as address")),
    "Log fields to mask, such as `address` for client addresses. The values of these fields are replaced with `[redacted]`.",
    ["address"],
  ),
});

export function logSettings(stated: z.infer<typeof logSchema> | undefined): LogSettings {
  return {
    level: stated?.level ?? "info",
    format: stated?.format ?? "auto",
    redact: new Set(stated?.redact ?? []),
  };
}
