import { nearest } from "../nearest.js";
import { day } from "./time-spans.js";

/** Local times in a given time zone. The machine's own zone is never used. */

const bucket = 900_000;

/** A cached zone with its offsets per quarter hour. The cache is necessary because Intl is slow. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/** True if the runtime supports the IANA zone. Offsets such as `+02:00` are not zones. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Suggests a zone for a misspelled name, or for a city such as Madrid. Returns undefined if no zone is similar. */
export function nearestZone(word: string): string | undefined {
  const names = Intl.supportedValuesOf("timeZone");
  const byPlace = new Map(names.map((name) => [name.slice(name.lastIndexOf("/") + 1), name]));
  return nearest(word, names) ?? byPlace.get(nearest(word, byPlace.keys()) ?? "");
}

/**
 * Converts a local time to an instant. `wall` is the local time in milliseconds, as if it were UTC. Returns the
 * instant in milliseconds since 1970, or undefined if the local time does not exist. If the local time occurs twice,
 * the later instant is returned.
 */
export function instantOf(wall: number, zoneName: string): number | undefined {
  const zone = zoneOf(zoneName);
  const before = offsetAt(wall - day, zone);
  const after = offsetAt(wall + day, zone);
  if (before === after) return wall - before;
  const fits = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return fits.length === 0 ? undefined : Math.max(...fits);
}

/** Returns the date of an instant in a zone, as `yyyy-MM-dd`. */
export function dayIn(instant: number, zoneName: string): string {
  return new Date(instant + offsetAt(instant, zoneOf(zoneName))).toISOString().slice(0, 10);
}

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
    zone = { format, offsets: new Map() };
    zones.set(name, zone);
  }
  return zone;
}

/** Returns the offset from UTC in milliseconds. The offset is positive east of Greenwich. */
function offsetAt(instant: number, zone: Zone): number {
  const start = Math.floor(instant / bucket) * bucket;
  const kept = zone.offsets.get(start);
  if (kept !== undefined) return kept;
  const offset = askOffset(start, zone);
  // In the past, zone changes occurred at irregular times. A quarter hour that contains such a change is not cached.
  if (askOffset(start + bucket - 1000, zone) !== offset) return askOffset(instant, zone);
  if (zone.offsets.size > 200_000) zone.offsets.clear();
  zone.offsets.set(start, offset);
  return offset;
}

function askOffset(instant: number, zone: Zone): number {
  // Parsing a string such as `3/1/2026, GMT+01:00` is six times faster than formatting the parts of a local time.
  const shown = zone.format.format(instant);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(shown) ?? [];
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}
