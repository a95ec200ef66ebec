/**
 * A model of a staff feed according to `docs/semantics.md`, in two hundred lines: deliveries, and the
 * resulting list. It has no files, no store and no crashes. The proofs compare the pipeline with it.
 * Guardrails are off, except for replays.
 */

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Supplied `updated_at`. Empty if the export has none. */
  readonly supplied: string;
  /** A row with an invalid address. */
  readonly broken: boolean;
}

export interface Delivered {
  /** Makes the bytes different. */
  readonly text: string;
  readonly people: readonly Person[];
  /** Modification time, milliseconds. */
  readonly modified: number;
  /** Set for corrected rejects: the text of the delivery that they amend. */
  readonly amends?: string;
}

export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly time: string;
}

interface Entry extends Listed {
  readonly supplied: string;
  readonly missed: boolean;
}

const day = 86_400_000;
const second = 1_000;

export class FeedModel {
  #entries = new Map<string, Entry>();
  /** Bytes that were decided before, and not rejected. */
  readonly #known = new Set<string>();
  #waiting: Delivered[] = [];
  #latest: Delivered | undefined;
  #lastPublished = -Infinity;
  publications = 0;

  get list(): readonly Listed[] {
    const entries = [...this.#entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return entries.map(({ id, name, active, time }) => ({ id, name, active, time }));
  }

  get latest(): Delivered | undefined {
    return this.#latest;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  deliver(delivered: Delivered): void {
    this.#waiting = this.#waiting.filter(({ text }) => text !== delivered.text);
    this.#waiting.push(delivered);
  }

  /**
   * Runs one pass at a time of day, newest delivery first. Deliveries older than an accepted one are superseded.
   */
  pass(now: number): void {
    const tried = new Set<string>();
    for (;;) {
      this.#waiting.sort((a, b) => b.modified - a.modified);
      const next = this.#waiting.find(({ text }) => !tried.has(text));
      if (next === undefined) return;
      tried.add(next.text);
      const verdict = this.#decide(next, now);
      if (verdict === "stopped") return;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      if (verdict === "rejected") continue;
      this.#known.add(next.text);
      if (verdict === "held" || next.amends !== undefined) continue;
      this.#latest = next;
      for (const older of this.#waiting) if (older.amends === undefined) this.#known.add(older.text);
      this.#waiting = [];
    }
  }

  #decide(delivered: Delivered, now: number): "accepted" | "held" | "rejected" | "stopped" {
    if (delivered.amends !== undefined && delivered.amends !== this.#latest?.text) return "rejected";
    if (delivered.text === this.#latest?.text) return "accepted";
    if (delivered.people.every((person) => person.broken)) return "rejected";
    const next = this.#reconciled(delivered, now);
    if (isSame(this.#entries, next) && this.publications > 0) return "accepted";
    const isReplay =
      delivered.amends === undefined && this.#known.has(delivered.text) && this.#latest !== undefined;
    if (isReplay && delivered.modified <= (this.#latest?.modified ?? 0)) return "held";
    if (now < this.#lastPublished - day) return "stopped";
    this.#entries = next;
    this.#lastPublished = now;
    this.publications += 1;
    return "accepted";
  }

  #reconciled(delivered: Delivered, now: number): Map<string, Entry> {
    const next = new Map<string, Entry>();
    const rows = new Map(delivered.people.map((person) => [person.id, person]));
    for (const [id, old] of this.#entries) {
      const row = rows.get(id);
      if (row !== undefined) next.set(id, row.broken ? carried(old, row, now) : updated(old, row, now));
      else if (delivered.amends !== undefined) next.set(id, old);
      else next.set(id, { ...inactive(old, now), missed: true });
    }
    for (const row of delivered.people) {
      if (row.broken || this.#entries.has(row.id)) continue;
      const supplied = believed(row.supplied, now);
      const { id, name, active } = row;
      next.set(id, { id, name, active, time: supplied || iso(now), supplied, missed: false });
    }
    return next;
  }
}

function updated(old: Entry, row: Person, now: number): Entry {
  const supplied = believed(row.supplied, now);
  const isOlder = supplied !== "" && old.supplied !== "" && supplied < old.supplied;
  const isOther = old.name !== row.name || old.active !== row.active;
  if (isOther && isOlder) return { ...old, missed: false };
  const seen = isOlder || supplied === "" ? old.supplied : supplied;
  if (!isOther) return { ...old, supplied: seen, missed: false };
  const time = later(supplied || iso(now), old.time);
  return { id: old.id, name: row.name, active: row.active, time, supplied: seen, missed: false };
}

/** A rejected record is not missing. A row with a readable "not active" counts. */
function carried(old: Entry, row: Person, now: number): Entry {
  return { ...(row.active ? old : inactive(old, now)), missed: false };
}

function inactive(old: Entry, now: number): Entry {
  return old.active ? { ...old, active: false, time: later(iso(now), old.time) } : old;
}

/** A time more than five minutes ahead cannot be correct. */
function believed(supplied: string, now: number): string {
  return supplied !== "" && Date.parse(supplied) > now + 300 * second ? "" : supplied;
}

function later(time: string, before: string): string {
  const least = iso(Date.parse(before) + second);
  return time > least ? time : least;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function isSame(a: ReadonlyMap<string, Entry>, b: ReadonlyMap<string, Entry>): boolean {
  const text = (entries: ReadonlyMap<string, Entry>) =>
    JSON.stringify(
      [...entries.values()]
        .sort((x, y) => (x.id < y.id ? -1 : 1))
        .map((entry) => Object.entries(entry).sort()),
    );
  return text(a) === text(b);
}
