import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentNames, readDocument } from "../../src/feeds/lists/documents.js";
import { realDisk } from "../../src/system/disk.js";
import { removeCrashed, faultyDisk } from "../support/faulty-disk.js";
import { faultyStore } from "../support/faulty-store.js";
import { FeedModel, type Delivered, type Person } from "../support/feed-model.js";
import { world, type World } from "../support/world.js";

/**
 * Compares random sequences of deliveries, replays, amendments, crashes and clock jumps with a small model of
 * the rules (`test/support/feed-model.ts`). After every pass, the list, its times and the number of
 * publications must match.
 */

const isLong = process.env["LADING_PROOF"] === "long";

const yaml = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff:
    source: inbox
    files: "staff*.csv"
    settle: final_name
    first: publish
    guard: { no_rows: off, rows_below: off, rows_above: off, ids_gone: off, rejected: off, field_changes: off, changes: off, newly_empty: off, headings: off, rekeyed: off }
`;

interface Real {
  readonly w: World;
  /** Every delivered text, for replays. */
  readonly texts: Delivered[];
  /** Modification times. A counter makes them newer than all before. */
  files: number;
  /** The latest observed time of each record. */
  readonly times: Map<string, string>;
  crashes: number;
  passes: number;
}

type Command = fc.AsyncCommand<FeedModel, Real>;

/** Commands that deliver run only while the inbox is empty, because waiting files use the names. */
abstract class Delivery implements Command {
  readonly crash: number;
  constructor(crash: number) {
    this.crash = crash;
  }

  check(_: Readonly<FeedModel>): boolean {
    return true;
  }

  abstract deliver(model: FeedModel, real: Real): Promise<void>;
  abstract toString(): string;

  async run(model: FeedModel, real: Real): Promise<void> {
    await this.deliver(model, real);
    await crashThenPass(real, this.crash);
    model.pass(real.w.clock.now().getTime());
    await compare(model, real);
  }
}

class Deliver extends Delivery {
  readonly people: readonly Person[];
  readonly isOld: boolean;
  constructor(people: readonly Person[], isOld: boolean, crash: number) {
    super(crash);
    this.people = people;
    this.isOld = isOld;
  }

  override async deliver(model: FeedModel, real: Real): Promise<void> {
    const delivered = { text: textOf(this.people), people: this.people, modified: moment(real, this.isOld) };
    real.texts.push(delivered);
    model.deliver(delivered);
    await drop(real, delivered);
  }

  override toString(): string {
    return `deliver(${JSON.stringify(textOf(this.people).split("\r\n").slice(1, -1))}, old ${this.isOld}, crash ${this.crash})`;
  }
}

class Both extends Delivery {
  readonly one: Deliver;
  readonly other: Deliver;
  constructor(one: Deliver, other: Deliver, crash: number) {
    super(crash);
    this.one = one;
    this.other = other;
  }

  override async deliver(model: FeedModel, real: Real): Promise<void> {
    await this.one.deliver(model, real);
    if (textOf(this.one.people) !== textOf(this.other.people)) await this.other.deliver(model, real);
  }

  override toString(): string {
    return `both(${this.one.toString()}, ${this.other.toString()}, crash ${this.crash})`;
  }
}

class Replay extends Delivery {
  readonly which: number;
  readonly isOld: boolean;
  constructor(which: number, isOld: boolean, crash: number) {
    super(crash);
    this.which = which;
    this.isOld = isOld;
  }

  override async deliver(model: FeedModel, real: Real): Promise<void> {
    const before = real.texts[this.which % Math.max(1, real.texts.length)];
    if (before === undefined) return;
    const delivered = { ...before, modified: moment(real, this.isOld) };
    model.deliver(delivered);
    await drop(real, delivered);
  }

  override toString(): string {
    return `replay(${this.which}, old ${this.isOld}, crash ${this.crash})`;
  }
}

/** The rejects of the latest delivery, corrected and sent back. */
class Amend extends Delivery {
  override check(model: Readonly<FeedModel>): boolean {
    return !model.isWaiting && (model.latest?.people.some((person) => person.broken) ?? false);
  }

  override async deliver(model: FeedModel, real: Real): Promise<void> {
    const { latest } = model;
    if (latest === undefined) return;
    const filed = await rejectsOf(real.w, latest.text);
    const people = latest.people
      .filter((person) => person.broken)
      .map((person) => ({ ...person, broken: false }));
    const stamp = moment(real, false);
    const text = filed.replaceAll("nowhere", "p@example.com");
    model.deliver({ text, people, modified: stamp, amends: latest.text });
    await real.w.drop(`staff-${stamp}.csv.rejects.csv`, text, new Date(stamp).toISOString());
  }

  override toString(): string {
    return `amend(crash ${this.crash})`;
  }
}

class Jump implements Command {
  readonly milliseconds: number;
  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  check(): boolean {
    return true;
  }

  async run(model: FeedModel, real: Real): Promise<void> {
    real.w.clock.set(new Date(real.w.clock.now().getTime() + this.milliseconds).toISOString());
    await crashThenPass(real, 0);
    model.pass(real.w.clock.now().getTime());
    await compare(model, real);
  }

  toString(): string {
    return `jump(${this.milliseconds / 3_600_000} h)`;
  }
}

function moment(real: Real, isOld: boolean): number {
  real.files += 1;
  return Date.parse(isOld ? "2001-01-01T00:00:00Z" : "2026-02-01T00:00:00Z") + real.files * 1_000;
}

async function drop(real: Real, { text, modified }: Delivered): Promise<void> {
  await real.w.drop(`staff-${modified}.csv`, text, new Date(modified).toISOString());
}

/**
 * Crashes and restarts if `at` is not 0: at a call of the disk if positive, at a transaction if negative. A wrong
 * clock is the only permitted failure.
 */
async function crashThenPass(real: Real, at: number): Promise<void> {
  const { w } = real;
  real.passes += 1;
  if (at !== 0) {
    const strike = (): never => {
      throw new Error("dead");
    };
    const moments = ["before", "within", "after"] as const;
    const when = moments[Math.abs(at) % 3] ?? "before";
    const onDisk =
      at > 0 ? { at, when: when === "after" ? when : ("before" as const), strike, lasting: true } : undefined;
    const disk = faultyDisk(realDisk, onDisk);
    const setup = w.on(disk.disk);
    const { store, count } = faultyStore(setup.store, at < 0 ? { at: -at, when, lasting: true } : {});
    await w.passFeeds({ ...setup, store }).catch(() => []);
    if (at > 0 ? disk.calls.length >= at : count() >= -at) real.crashes += 1;
    await removeCrashed(w);
  }
  const outcomes = await w.passFeeds();
  for (const { error } of outcomes) if (error !== undefined && error.code !== "clock_wrong") throw error;
}

async function compare(model: FeedModel, real: Real): Promise<void> {
  const { w } = real;
  const list = (await w.list()).map((record) => ({
    id: record.external_id,
    name: record["name"],
    active: record["is_active"],
    time: record.updated_at,
  }));
  expect(list).toEqual(model.list);
  const numbers = await w.numbers();
  // After a clock jump, versions of more than 30 days are gone. The remaining numbers have no gaps.
  const first = model.publications - numbers.length + 1;
  expect(numbers).toEqual(numbers.map((_, index) => first + index));
  expect(numbers.length > 0).toBe(model.publications > 0);
  for (const { id, time } of list) {
    expect(time >= (real.times.get(id) ?? ""), `the time of ${id} went back`).toBe(true);
    real.times.set(id, time);
  }
  if (!model.isWaiting) {
    const left = [await w.names("inbox"), await w.names("data/tmp")].flat();
    expect(left.sort(), "nothing is left behind but what a person has to decide").toEqual(await heldBack(w));
  }
}

/** The files of held deliveries, which stay at the source. */
async function heldBack(w: World): Promise<string[]> {
  const held = [...(await w.state()).deliveries.values()].filter(({ status }) => status === "HELD");
  return held.flatMap(({ unacknowledged }) => unacknowledged.map(({ name }) => name)).sort();
}

async function rejectsOf(w: World, text: string): Promise<string> {
  const sha256 = createHash("sha256").update(text).digest("hex");
  const names = await documentNames(w.store.db, "acme/staff", sha256);
  const rejects = names.find((name) => name.endsWith(".rejects.csv"));
  if (rejects === undefined) throw new Error("the latest delivery has no rejects file");
  return readDocument(w.store.db, "acme/staff", sha256, rejects);
}

function textOf(people: readonly Person[]): string {
  const rows = people.map(({ id, name, active, supplied, broken }) => {
    const mail = broken ? "nowhere" : "p@example.com";
    return `${id},${supplied},${name},${mail},${active}\r\n`;
  });
  return `external_id,updated_at,name,email_address,is_active\r\n${rows.join("")}`;
}

const person = fc.record({
  id: fc.constantFrom("1", "10", "2", "é"),
  name: fc.constantFrom("Ann", "Bob"),
  active: fc.boolean(),
  supplied: fc.constantFrom(
    "",
    "2026-01-01T00:00:00.000Z",
    "2026-02-01T00:00:00.000Z",
    "2027-01-01T00:00:00.000Z",
  ),
  broken: fc.integer({ min: 0, max: 6 }).map((dice) => dice === 0),
});
const people = fc.uniqueArray(person, { selector: ({ id }) => id, minLength: 1, maxLength: 4 });
/**
 * 0 for no crash, a positive number for a disk call, a negative number for a transaction. A publication has about
 * 30 calls and 4 transactions.
 */
const crash = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: -6, max: -1 }) },
);
const isOld = fc.boolean();
const deliver = fc.tuple(people, isOld, crash).map((of) => new Deliver(...of));
const hours = fc.constantFrom(1, 26, 24 * 40, -1, -20, -24 * 3).map((count) => new Jump(count * 3_600_000));

const commands = fc.commands(
  [
    deliver,
    deliver,
    fc.tuple(deliver, deliver, crash).map((of) => new Both(...of)),
    fc.tuple(fc.nat(9), isOld, crash).map((of) => new Replay(...of)),
    crash.map((at) => new Amend(at)),
    hours,
  ],
  { maxCommands: isLong ? 20 : 12, size: "max" },
);

test("random deliveries, replays, amendments, crashes and clock jumps give the results of the rules", async () => {
  let [sequences, passes, crashes] = [0, 0, 0];
  const setUp = async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-model-"));
    const w = await world(yaml, folder);
    const real: Real = { w, texts: [], files: 0, times: new Map(), crashes: 0, passes: 0 };
    return { model: new FeedModel(), real };
  };
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const state = await setUp();
      try {
        await fc.asyncModelRun(() => state, steps);
      } finally {
        sequences += 1;
        passes += state.real.passes;
        crashes += state.real.crashes;
        await state.real.w.store.close();
        await rm(state.real.w.folder, { recursive: true });
      }
    }),
    // The same sequences in every test run. The long form uses new ones.
    {
      numRuns: Number(process.env["LADING_RUNS"] ?? (isLong ? 1_000 : 8)),
      endOnFailure: !isLong,
      ...(isLong ? {} : { seed: 20_261_121 }),
    },
  );
  console.log(`model: ${sequences} sequences, ${passes} passes, ${crashes} crashes`);
}, 3_600_000);
