import { z } from "zod";
import { count, duration, option } from "../model/scalars.js";
import { day } from "../model/time-spans.js";

/** How long archived deliveries and old publications are kept. What is current is always kept. */
const keepSchema = z.strictObject({
  at_least: option(count(), "This many of the newest are kept, however old.", "30"),
  for: option(duration(), "Older ones are removed.", "90 d"),
});

export const retentionSchema = z.strictObject({
  publications: option(keepSchema, "Old publications: 30 at least, and those of 90 days.", {
    at_least: "30",
    for: "90 d",
  }),
  archive: option(keepSchema, "Archived deliveries: 30 at least, and those of 90 days.", {
    at_least: "30",
    for: "90 d",
  }),
  history: option(
    z.strictObject({
      for: duration().meta({ description: "Older ones are removed.", examples: ["400 d"] }),
    }),
    "How far back `lading history` shows decisions and changes of records: 90 days. Decisions of people are kept forever.",
    { for: "400 d" },
  ),
  runs: option(keepSchema, "Reports of runs: 30 at least, and those of 90 days.", {
    at_least: "30",
    for: "90 d",
  }),
  staff: option(
    z.strictObject({
      for: duration().meta({
        description: "Older ones are removed, however many.",
        examples: ["30 d"],
      }),
    }),
    "Archives and publications of staff: 30 days, and age wins over count.",
    { for: "30 d" },
  ),
});

export interface Keep {
  readonly atLeast: number;
  /** Milliseconds. */
  readonly for: number;
}

/** How long what is kept of a feed is kept. */
export interface Retention {
  readonly publications: Keep;
  readonly archive: Keep;
  /** Milliseconds. */
  readonly history: number;
}

/** How long files of a feed are kept; of staff only so long as stated, whatever their number. */
export function retentionOf(
  settings: z.infer<typeof retentionSchema> | undefined,
  isPersonal: boolean,
): Retention {
  const history = settings?.history?.for ?? 90 * day;
  if (isPersonal) {
    const keep = { atLeast: 0, for: settings?.staff?.for ?? 30 * day };
    return { publications: keep, archive: keep, history };
  }
  return { publications: filled(settings?.publications), archive: filled(settings?.archive), history };
}

/** How long reports of runs are kept; those that show values of staff no longer than other files with such values. */
export function runsRetention(
  settings: z.infer<typeof retentionSchema> | undefined,
  showStaff: boolean,
): Keep {
  const keep = filled(settings?.runs);
  if (!showStaff) return keep;
  return { atLeast: 0, for: Math.min(keep.for, settings?.staff?.for ?? 30 * day) };
}

function filled(stated: z.infer<typeof keepSchema> | undefined): Keep {
  return { atLeast: stated?.at_least ?? 30, for: stated?.for ?? 90 * day };
}
