import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateFormError, dateReader, toDay, toTimestamp } from "../../src/mapping/dates/dates.js";
import { isZone } from "../../src/model/zone.js";
import { ValueIssue } from "../../src/mapping/value-issue.js";

/** Returns the timestamp of a string, or the code of the issue. */
function read(text: string, form: string | readonly string[], zone?: string, language?: string): string {
  const moment = dateReader(typeof form === "string" ? [form] : form, language)(text);
  const time = moment instanceof ValueIssue ? moment : toTimestamp(moment, zone);
  return time instanceof ValueIssue ? time.code : time;
}

describe("times of the world", () => {
  const table: [string, string, string | undefined, string][] = [
    // German exports
    ["01.03.2026 09:15", "dd.MM.yyyy HH:mm", "Europe/Berlin", "2026-03-01T08:15:00.000Z"],
    ["1.3.2026", "d.M.yyyy", "Europe/Berlin", "2026-02-28T23:00:00.000Z"],
    ["01.3.2026", "dd.MM.yyyy", "Europe/Berlin", "invalid_date"],
    ["20.03.1964", "dd.MM.yyyy", "UTC", "1964-03-20T00:00:00.000Z"],
    ["31.04.2026", "dd.MM.yyyy", "UTC", "invalid_date"],
    ["29.02.2025", "dd.MM.yyyy", "UTC", "invalid_date"],
    ["29.02.2024", "dd.MM.yyyy", "UTC", "2024-02-29T00:00:00.000Z"],
    ["29.02.1900", "dd.MM.yyyy", "UTC", "invalid_date"],
    // two digits for the year
    ["15/01/24", "dd/MM/yy", "UTC", "2024-01-15T00:00:00.000Z"],
    ["15/01/68", "dd/MM/yy", "UTC", "2068-01-15T00:00:00.000Z"],
    ["15/01/69", "dd/MM/yy", "UTC", "1969-01-15T00:00:00.000Z"],
    ["15/01/49", "dd/MM/yy(1950)", "UTC", "2049-01-15T00:00:00.000Z"],
    ["15/01/50", "dd/MM/yy(1950)", "UTC", "1950-01-15T00:00:00.000Z"],
    ["500115", "yy(2000)MMdd", "UTC", "2050-01-15T00:00:00.000Z"],
    ["15/01/2024", "dd/MM/yy(1950)", "UTC", "invalid_date"],
    ["15/01/24", "dd/MM/yyyy", "UTC", "invalid_date"],
    ["15/01/68", "dd/MM/yy", "UTC", "2068-01-15T00:00:00.000Z"],
    ["15/01/69", "dd/MM/yy", "UTC", "1969-01-15T00:00:00.000Z"],
    // Asia
    ["1980/2/3", "yyyy/M/d", "Asia/Tokyo", "1980-02-02T15:00:00.000Z"],
    ["2026年3月1日", "yyyy'年'M'月'd'日'", "Asia/Shanghai", "2026-02-28T16:00:00.000Z"],
    ["20260301091500", "yyyyMMddHHmmss", "Asia/Kolkata", "2026-03-01T03:45:00.000Z"],
    // America
    ["3/4/2026 1:05 PM", "M/d/yyyy h:mm a", "America/New_York", "2026-03-04T18:05:00.000Z"],
    ["3/4/2026 12:05 AM", "M/d/yyyy h:mm a", "America/New_York", "2026-03-04T05:05:00.000Z"],
    ["3/4/2026 12:05 p.m.", "M/d/yyyy h:mm a", "America/New_York", "2026-03-04T17:05:00.000Z"],
    ["3/4/2026 13:05 PM", "M/d/yyyy h:mm a", "America/New_York", "invalid_date"],
    ["3/4/2026\u202f1:05 PM", "M/d/yyyy h:mm a", "America/New_York", "2026-03-04T18:05:00.000Z"],
    // databases
    ["2026-03-01 09:15:00.1234567", "yyyy-MM-dd HH:mm:ss.SSSSSSS", "UTC", "2026-03-01T09:15:00.123Z"],
    ["0000-00-00 00:00:00", "yyyy-MM-dd HH:mm:ss", "UTC", "invalid_date"],
    ["0001-01-01", "yyyy-MM-dd", "UTC", "invalid_date"],
    ["2026-03-01T09:15:00+01:00", "yyyy-MM-dd'T'HH:mm:ssXXX", undefined, "2026-03-01T08:15:00.000Z"],
    ["2026-03-01T09:15:00-0530", "yyyy-MM-dd'T'HH:mm:ssXXX", undefined, "2026-03-01T14:45:00.000Z"],
    ["2026-03-01T09:15:00+25:00", "yyyy-MM-dd'T'HH:mm:ssXXX", undefined, "invalid_date"],
    ["2026-03-01 24:00", "yyyy-MM-dd HH:mm", "UTC", "invalid_date"],
    ["2026-03-01 09:60", "yyyy-MM-dd HH:mm", "UTC", "invalid_date"],
    ["2026-03-01 ", "yyyy-MM-dd", "UTC", "invalid_date"],
    ["TODAY[-5M1d]", "yyyy-MM-dd", "UTC", "invalid_date"],
    ["٢٠٢٦-٠٣-٠١", "yyyy-MM-dd", "UTC", "invalid_date"],
    // month names
    ["3 Mrz 2026", "d MMM yyyy", "UTC", "2026-03-03T00:00:00.000Z"],
    ["3. März 2026", "d. MMMM yyyy", "UTC", "2026-03-03T00:00:00.000Z"],
    ["03-janv.-2026", "dd-MMM-yyyy", "UTC", "2026-01-03T00:00:00.000Z"],
    ["3-MAR-26", "d-MMM-yy", "UTC", "2026-03-03T00:00:00.000Z"],
    ["3 марта 2026", "d MMMM yyyy", "UTC", "2026-03-03T00:00:00.000Z"],
    ["3 Şub 2026", "d MMM yyyy", "UTC", "2026-02-03T00:00:00.000Z"],
    ["3 listopada 2026", "d MMMM yyyy", "UTC", "ambiguous_date"],
    ["3 Brumaire 2026", "d MMMM yyyy", "UTC", "invalid_date"],
    // zones
    ["2026-03-29 02:30", "yyyy-MM-dd HH:mm", "Europe/Berlin", "nonexistent_time"],
    ["2026-03-29 01:59", "yyyy-MM-dd HH:mm", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29 03:00", "yyyy-MM-dd HH:mm", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25 02:30", "yyyy-MM-dd HH:mm", "Europe/Berlin", "2026-10-25T01:30:00.000Z"],
    ["2026-10-25 01:30", "yyyy-MM-dd HH:mm", "Europe/Berlin", "2026-10-24T23:30:00.000Z"],
    ["2026-11-01 01:30", "yyyy-MM-dd HH:mm", "America/New_York", "2026-11-01T06:30:00.000Z"],
    ["2026-04-05 01:45", "yyyy-MM-dd HH:mm", "Australia/Lord_Howe", "2026-04-04T15:15:00.000Z"],
    ["2011-12-30 12:00", "yyyy-MM-dd HH:mm", "Pacific/Apia", "nonexistent_time"],
    ["2018-11-04 00:30", "yyyy-MM-dd HH:mm", "America/Sao_Paulo", "nonexistent_time"],
    ["1890-01-01 00:00", "yyyy-MM-dd HH:mm", "Europe/Berlin", "1889-12-31T23:06:32.000Z"],
    ["2026-03-01 09:15", "yyyy-MM-dd HH:mm", undefined, "zone_required"],
    ["9999-12-31 23:59", "yyyy-MM-dd HH:mm", "America/New_York", "invalid_value"],
    // serials and seconds
    ["45382", "excel_serial", "UTC", "2024-03-31T00:00:00.000Z"],
    ["45382.999988425925", "excel_serial", "UTC", "2024-03-31T23:59:59.000Z"],
    ["31334", "excel_serial", "UTC", "1985-10-14T00:00:00.000Z"],
    ["1", "excel_serial", "UTC", "1900-01-01T00:00:00.000Z"],
    ["59", "excel_serial", "UTC", "1900-02-28T00:00:00.000Z"],
    ["60", "excel_serial", "UTC", "invalid_date"],
    ["61", "excel_serial", "UTC", "1900-03-01T00:00:00.000Z"],
    ["2958465", "excel_serial", "UTC", "9999-12-31T00:00:00.000Z"],
    ["2958466", "excel_serial", "UTC", "invalid_date"],
    ["-1", "excel_serial", "UTC", "invalid_date"],
    ["4.5E4", "excel_serial", "UTC", "invalid_date"],
    ["43920", "excel_serial_1904", "UTC", "2024-03-31T00:00:00.000Z"],
    ["1772352900", "epoch_seconds", undefined, "2026-03-01T08:15:00.000Z"],
    ["1772352900.5", "epoch_seconds", undefined, "2026-03-01T08:15:00.500Z"],
    ["-1.5", "epoch_seconds", undefined, "1969-12-31T23:59:58.500Z"],
    ["1772352900123", "epoch_millis", undefined, "2026-03-01T08:15:00.123Z"],
    ["253402300799000", "epoch_millis", undefined, "9999-12-31T23:59:59.000Z"],
    ["253402300800000", "epoch_millis", undefined, "invalid_date"],
    ["99999999999999", "epoch_seconds", undefined, "invalid_date"],
    // ISO of any precision
    ["2026-03-01", "iso", "Europe/Berlin", "2026-02-28T23:00:00.000Z"],
    ["2026-03-01T08:15Z", "iso", undefined, "2026-03-01T08:15:00.000Z"],
    ["2026-03-01 08:15:00.123456+00", "iso", undefined, "2026-03-01T08:15:00.123Z"],
    ["2026-03-01T08:15", "iso", undefined, "zone_required"],
    ["2026-3-1", "iso", "UTC", "invalid_date"],
  ]; // oxfmt-ignore
  it.each(table)("are read as specified: %s as %s in %s", (text, form, zone, expected) => {
    expect(read(text, form, zone)).toBe(expected);
  });

  it("uses the language if names differ between languages", () => {
    expect(read("3 listopada 2026", "d MMMM yyyy", "UTC", "pl")).toBe("2026-11-03T00:00:00.000Z");
    expect(read("3. listopada 2026", "d. MMMM yyyy", "UTC", "hr")).toBe("2026-10-03T00:00:00.000Z");
  });

  it("uses the form that matches, and none if two match with different results", () => {
    expect(read("31.12.2026", ["dd.MM.yyyy", "yyyy-MM-dd"], "UTC")).toBe("2026-12-31T00:00:00.000Z");
    expect(read("03/04/2026", ["dd/MM/yyyy", "MM/dd/yyyy"], "UTC")).toBe("ambiguous_date");
    expect(read("03/03/2026", ["dd/MM/yyyy", "MM/dd/yyyy"], "UTC")).toBe("2026-03-03T00:00:00.000Z");
  });
});

it("keeps a written day, and uses the zone for the day of an instant", () => {
  const day = (text: string, zone?: string) => {
    const moment = dateReader(["iso", "epoch_seconds"])(text);
    return moment instanceof ValueIssue ? moment.code : toDay(moment, zone);
  };
  expect(day("2026-03-01T23:30:00", "Asia/Tokyo")).toBe("2026-03-01");
  expect(day("2026-03-01T23:30:00Z", "Asia/Tokyo")).toBe("2026-03-02");
  expect(day("1772323200", "America/New_York")).toBe("2026-02-28");
});

it.each([
  ["dd.MM", "it requires a year, a month and a day, such as dd.MM.yyyy"],
  ["DD.MM.yyyy", "`DD` is not part of a date format"],
  ["dd.MM.yyyy constructor", "`c` is not part of a date format"],
  ["dd.MM.yyyy hh:mm", "`hh` and `a` (AM, PM) must be used together; otherwise, write HH"],
  ["dd.MM.MM.yyyy", "it has two tokens for the month"],
  ["dd.MMM.MM.yyyy", "it has two tokens for the month"],
])("explains what is wrong with the form %s", (form, error) => {
  expect(dateFormError(form)).toContain(error);
});

it("knows zones only by name", () => {
  expect(["Europe/Berlin", "UTC", "Asia/Kolkata"].every(isZone)).toBe(true);
  expect(["Berlin", "+02:00", "", "Mars/Base", "__proto__"].some(isZone)).toBe(false);
});

it("reads back every instant of a zone's local time", () => {
  const zones = [
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Africa/Casablanca",
  ];
  const from = Date.UTC(1985, 0, 1) / 60_000;
  const to = Date.UTC(2040, 0, 1) / 60_000;
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: to }), (zone, minutes) => {
      const instant = minutes * 60_000;
      const shown = new Intl.DateTimeFormat("sv-SE", {
        timeZone: zone,
        dateStyle: "short",
        timeStyle: "short",
      }).format(instant);
      const time = read(shown, "yyyy-MM-dd HH:mm", zone);
      // A time that occurs twice means the later instant, at most two hours later.
      const later = Date.parse(time) - instant;
      expect(later === 0 || (later > 0 && later <= 7_200_000)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
