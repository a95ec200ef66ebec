import { day } from "../time-spans.js";

/** When a delivery is due, and whether a list is older than its feed allows (`docs/semantics.md` section 5, Stale). */

export type Schedule =
  | { readonly kind: "every"; /** Milliseconds. */ readonly span: number }
  | {
      readonly kind: "by";
      /** Days of the week, 0 is Sunday. */
      readonly days: readonly number[];
      readonly hour: number;
      readonly minute: number;
      /** IANA zone; undefined: the account's. */
      readonly zone: string | undefined;
    };

/**
 * The moment by which a delivery was due last.
 *
 * @param zone IANA zone where the schedule has none
 * @param holidays days, `yyyy-MM-dd`, on which nothing is due
 * @returns undefined when none was due in the last four weeks; an `every` schedule has no such moment
 */
export function lastDue(
  schedule: Schedule,
  now: Date,
  zone: string,
  holidays: ReadonlySet<string>,
): Date | undefined {
  if (schedule.kind === "every") return undefined;
  const where = schedule.zone ?? zone;
  for (let back = 0; back < 28; back++) {
    const date = localDate(new Date(now.getTime() - back * day), where);
    if (holidays.has(date) || !schedule.days.includes(new Date(`${date}T00:00:00Z`).getUTCDay())) continue;
    const due = instantOf(date, schedule.hour, schedule.minute, where);
    if (due.getTime() <= now.getTime()) return due;
  }
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
  const where = schedule.zone ?? zone;
  for (let ahead = 0; ahead < 28; ahead++) {
    const date = localDate(new Date(now.getTime() + ahead * day), where);
    if (holidays.has(date) || !schedule.days.includes(new Date(`${date}T00:00:00Z`).getUTCDay())) continue;
    const due = instantOf(date, schedule.hour, schedule.minute, where);
    if (due > now && localDate(confirmedAt, where) !== date) return due;
  }
  return undefined;
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
  return confirmedAt < due && localDate(confirmedAt, where) !== localDate(due, where);
}

/** `yyyy-MM-dd` in a zone. */
function localDate(at: Date, zone: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
}

/** The instant of a local time; one that the clocks skip is taken an hour later. */
function instantOf(date: string, hour: number, minute: number, zone: string): Date {
  const clock = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  const asUtc = Date.parse(`${date}T${clock}:00Z`);
  const guess = asUtc - offset(asUtc, zone);
  return new Date(asUtc - offset(guess, zone));
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
function offset(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return local - Math.floor(at / 1000) * 1000;
}
