import { z } from "zod";
import { count, duration, option } from "../model/scalars.js";
import { day } from "../model/time-spans.js";

/** How long old versions of lists, archived deliveries or run reports are kept. The current version is always kept. */
const keepSchema = z.strictObject({
  at_least: option(count(), "Minimum number of items to keep, regardless of age.", "30"),
  for: option(duration(), "Maximum age. The newest items (`at_least`) are kept regardless of age.", "90 d"),
});

export const retentionSchema = z.strictObject({
  publications: option(
    keepSchema,
    "How long old versions of lists are kept. Default: at least 30 versions of each list, and all from the last 90 days.",
    {
      at_least: "30",
      for: "90 d",
    },
  ),
  archive: option(
    keepSchema,
    "How long archived deliveries are kept. Default: at least 30 deliveries, and all from the last 90 days.",
    {
      at_least: "30",
      for: "90 d",
    },
  ),
  history: option(
    z.strictObject({
      for: duration().meta({ description: "Maximum age. Older entries are removed.", examples: ["400 d"] }),
    }),
    "How far back `lading history` shows Lading's decisions and changes to records. Default: 90 days. People's decisions are kept forever.",
    { for: "400 d" },
  ),
  runs: option(
    keepSchema,
    "How long run reports are kept. Default: at least 30 reports, and all from the last 90 days.",
    {
      at_least: "30",
      for: "90 d",
    },
  ),
  staff: option(
    z.strictObject({
      for: duration().meta({
        description: "Maximum age, regardless of the number.",
        examples: ["30 d"],
      }),
    }),
    "How long archived deliveries and old versions of staff lists are kept. Default: 30 days. There is no minimum number.",
    { for: "30 d" },
  ),
});

export interface Keep {
  readonly atLeast: number;
  /** Milliseconds. */
  readonly for: number;
}

export interface Retention {
  readonly publications: Keep;
  readonly archive: Keep;
  /** Milliseconds. */
  readonly history: number;
}

/** For staff data, there is a maximum age but no minimum number. */
export function retentionOf(
  settings: z.infer<typeof retentionSchema> | undefined,
  isPersonal: boolean,
): Retention {
  const history = settings?.history?.for ?? 90 * day;
  if (isPersonal) {
    const keep = { atLeast: 0, for: settings?.staff?.for ?? 30 * day };
    return { publications: keep, archive: keep, history };
  }
  return {
    publications: withDefaults(settings?.publications),
    archive: withDefaults(settings?.archive),
    history,
  };
}

/** Reports that show staff values are kept no longer than other staff data. */
export function runsRetention(
  settings: z.infer<typeof retentionSchema> | undefined,
  showStaff: boolean,
): Keep {
  const keep = withDefaults(settings?.runs);
  if (!showStaff) return keep;
  return { atLeast: 0, for: Math.min(keep.for, settings?.staff?.for ?? 30 * day) };
}

function withDefaults(stated: z.infer<typeof keepSchema> | undefined): Keep {
  return { atLeast: stated?.at_least ?? 30, for: stated?.for ?? 90 * day };
}
