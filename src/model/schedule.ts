import { dayIn, instantOf } from "./zone.js";
import { day, hour, minute } from "./time-spans.js";

/** This module determines when deliveries are due and whether a list is stale (`docs/semantics.md` section 5). */

export type Schedule = { readonly kind: "every"; /** Milliseconds. */ readonly span: number } | DaySchedule;

interface DaySchedule {
  readonly kind: "by";
  /** Days of the week, starting with 0 for Sunday. */
  readonly days: readonly number[];
  readonly hour: number;
  readonly minute: number;
  /** IANA time zone. If undefined, the account's zone applies. */
  readonly zone: string | undefined;
}

/**
 * Returns the most recent time at which a delivery was due. `zone` is the IANA zone to use if the schedule does not
 * specify a zone. `holidays` contains the days on which nothing is due, as `yyyy-MM-dd`. Returns undefined if no
 * delivery was due in the last four weeks.
 */
export function lastDue(
  schedule: DaySchedule,
  now: Date,
  zone: string,
  holidays: ReadonlySet<string>,
): Date | undefined {
  for (const due of dueMoments(schedule, now, zone, holidays, -1)) if (due <= now) return due;
  return undefined;
}

/**
 * Returns the time at which the next delivery is due after a list was confirmed at `confirmedAt`. Returns undefined
 * if no delivery is due in the next four weeks.
 */
export function deliveryDue(
  schedule: Schedule,
  confirmedAt: Date,
  now: Date,
  zone: string,
  holidays: ReadonlySet<string>,
): Date | undefined {
  if (schedule.kind === "every") return new Date(confirmedAt.getTime() + schedule.span);
  const confirmedOn = dayIn(confirmedAt.getTime(), schedule.zone ?? zone);
  for (const due of dueMoments(schedule, now, zone, holidays, 1))
    if (due > now && dayIn(due.getTime(), schedule.zone ?? zone) !== confirmedOn) return due;
  return undefined;
}

/** Yields the due times within four weeks, forward from now, or backward if the step is -1. */
function* dueMoments(
  { days, zone, ...time }: DaySchedule,
  now: Date,
  otherwise: string,
  holidays: ReadonlySet<string>,
  direction: 1 | -1,
): Generator<Date> {
  const where = zone ?? otherwise;
  for (let count = 0; count < 28; count++) {
    const date = dayIn(now.getTime() + direction * count * day, where);
    const midnight = Date.parse(`${date}T00:00:00Z`);
    if (holidays.has(date) || !days.includes(new Date(midnight).getUTCDay())) continue;
    const wall = midnight + time.hour * hour + time.minute * minute;
    // A time that is skipped when daylight saving time begins is moved one hour later.
    yield new Date(instantOf(wall, where) ?? instantOf(wall + hour, where) ?? wall);
  }
}

/**
 * True if no delivery has confirmed the list within the interval or, for a schedule with days, since the last due
 * time.
 */
export function isOverdue(
  schedule: Schedule,
  confirmedAt: Date,
  now: Date,
  zone: string,
  holidays: ReadonlySet<string>,
): boolean {
  if (schedule.kind === "every") return now.getTime() - confirmedAt.getTime() > schedule.span;
  const due = lastDue(schedule, now, zone, holidays);
  if (due === undefined) return false;
  // A delivery that arrived earlier on the same day is treated as the due delivery.
  const where = schedule.zone ?? zone;
  return confirmedAt < due && dayIn(confirmedAt.getTime(), where) !== dayIn(due.getTime(), where);
}
