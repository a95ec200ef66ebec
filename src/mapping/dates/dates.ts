import { CannotCompile, valueIssue, type ValueIssue } from "../value-issue.js";
import {
  compileDateForm,
  readEpoch,
  readIso,
  readSerial,
  type DateForm,
  type DateReader,
  type Moment,
} from "./format.js";
import { dayIn, instantOf } from "../../model/zone.js";

/** This module converts dates to ISO 8601, using the formats in a mapping. */

const namedForms = ["iso", "excel_serial", "excel_serial_1904", "epoch_seconds", "epoch_millis"] as const;

const forms: Readonly<Record<(typeof namedForms)[number], DateForm>> = {
  iso: { read: readIso, hasTime: true, hasOffset: true },
  excel_serial: { read: (text) => readSerial(text, 1900), hasTime: true, hasOffset: false },
  excel_serial_1904: { read: (text) => readSerial(text, 1904), hasTime: true, hasOffset: false },
  epoch_seconds: { read: (text) => readEpoch(text, "seconds"), hasTime: true, hasOffset: true },
  epoch_millis: { read: (text) => readEpoch(text, "milliseconds"), hasTime: true, hasOffset: true },
};

/** Throws `SyntaxError` if the pattern is invalid. */
function dateForm(form: string, language?: string): DateForm {
  return Object.hasOwn(forms, form)
    ? forms[form as (typeof namedForms)[number]]
    : compileDateForm(form, language);
}

export function dateFormError(form: string): string | undefined {
  try {
    dateForm(form);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

/**
 * Returns a reader that tries several formats. A value that produces different results in two formats is an issue.
 * The order of the formats has no effect.
 */
export function dateReader(
  written: readonly string[],
  language?: string,
): (text: string) => Moment | ValueIssue {
  const readers: readonly DateReader[] = written.map((form) => dateForm(form, language).read);
  const format = written.join(" or ");
  return (text) => {
    let found: Moment | undefined;
    for (const read of readers) {
      const moment = read(text);
      if (moment === undefined) continue;
      if (moment === "unclear") return valueIssue("ambiguous_date", {});
      if (found !== undefined && (found.wall !== moment.wall || found.offset !== moment.offset)) {
        return valueIssue("ambiguous_date", {});
      }
      found = moment;
    }
    return found ?? valueIssue("invalid_date", { format });
  };
}

/** True if a format produces local times, so that timestamps require a zone. */
function needsZone(written: readonly string[]): boolean {
  return written.some((form) => !dateForm(form).hasOffset);
}

/** Formats a timestamp as ISO 8601 in UTC with milliseconds. */
export function toTimestamp(moment: Moment, zone: string | undefined): string | ValueIssue {
  let instant: number | undefined;
  if (moment.offset !== undefined) {
    instant = moment.wall - moment.offset * 60_000;
  } else {
    if (zone === undefined) return valueIssue("zone_required", {});
    instant = instantOf(moment.wall, zone);
    if (instant === undefined) return valueIssue("nonexistent_time", { zone });
  }
  const text = new Date(instant).toISOString();
  return text.length === 24
    ? text
    : valueIssue("invalid_value", { reason: "in UTC, the time is after the year 9999" });
}

/** Formats a date as `yyyy-MM-dd`. If a zone is given, instants in UTC are converted to that zone. */
export function toDay(moment: Moment, zone: string | undefined): string {
  if (moment.offset === 0 && zone !== undefined) return dayIn(moment.wall, zone);
  return new Date(moment.wall).toISOString().slice(0, 10);
}

const zoneRequired =
  "times without an offset require a zone: write `zone: Europe/Berlin` (the zone of the export) in the mapping, or set the account's `zone` (or `--zone` or `--account` on the command line)";

/** Throws `CannotCompile` if local times must be converted to timestamps and no zone is given. */
export function requireZone(written: readonly string[], zone: string | undefined): void {
  if (zone === undefined && needsZone(written)) {
    throw new CannotCompile(zoneRequired, "zone");
  }
}
