import { z } from "zod";
import { logFormats, logLevels, type LogSettings } from "../log.js";
import { oneOrMore, option } from "../model/scalars.js";

/** Settings of the log: its level and format. */
export const logSchema = z.strictObject({
  level: option(z.enum(logLevels), "Lowest level that is logged. Default: `info`.", "warn"),
  format: option(
    z.enum(logFormats),
    "`json`: one object per line. `pretty`: for people. `auto` (default): pretty on a terminal, otherwise JSON.",
    "json",
  ),
  redact: option(
    oneOrMore(z.string().regex(/^[a-z_]+$/, "the name of a fact, such as address")),
    "Facts whose values are left out of the log, such as the addresses of clients.",
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
