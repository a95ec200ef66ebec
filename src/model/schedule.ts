import { dayIn, instantOf } from "./zone.js";
import { day, hour, minute } from "./time-spans.js";

/** When a delivery is due, and whether a list is older than its feed allows (`docs/semantics.md` section 5, Stale). */

export type Schedule = { readonly kind: "every"; /** Milliseconds. */ readonly span: number } | DaySchedule;

interface DaySchedule {
  readonly kind: "by";
  /** Days of the week, 0 is Sunday. */
  readonly days: readonly number[];
  readonly hour: number;
  readonly minute: number;
  /** IANA zone; undefined: the account's. */
  readonly zone: string | undefined;
}

/**
 * The moment by which a delivery was due last.
 *
 * @param zone IANA zone where the schedule has none
 * @param holidays days, `yyyy-MM-dd`, on which nothing is due
 * @returns undefined when none was due in the last four weeks
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
 * The moment by which the next delivery is due, seen from a list that was confirmed last at `confirmedAt`.
 *
 * @returns undefined when none is due in the next four weeks
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

/** When deliveries are due, day by day: from now on, or back from now with -1, for four weeks. */
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
    // One that the clocks skip is taken an hour later.
    yield new Date(instantOf(wall, where) ?? instantOf(wall + hour, where) ?? wall);
  }
}

/** Whether a delivery is overdue: nothing confirmed the list since one was due. */
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
  // A delivery of the same day, before its hour, is the one that was due.
  const where = schedule.zone ?? zone;
  return confirmedAt < due && dayIn(confirmedAt.getTime(), where) !== dayIn(due.getTime(), where);
}
