import { flatValue } from "../../formats/output/csv.js";
import { foldHeading, withoutNumbers } from "../../formats/fold-heading.js";
import { nearest } from "../../nearest.js";
import type { RecordType } from "../../model/record-type.js";
import { medianAmount, type AmountSizes } from "./amount-sizes.js";
import type { Trace } from "./changes.js";
import { limitNames, type Expected, type GuardLimits, type Limit } from "../../model/guard-limits.js";
import { storedLines } from "../../formats/output/stored-line.js";
import { recordBytes, type List } from "./list.js";
import type { OrderedRows, RejectedRecord } from "../../convert/evaluation.js";
import type { Reconciled } from "./reconcile.js";

/**
 * The guardrails (`docs/semantics.md` section 4): what would wreck the list is held for a person. Delivered compares with
 * delivered, never with lists that hold inactive records. Each guard that trips says so with its figures, and without the
 * value of any cell.
 */

/** What is remembered of the last delivery of a part, to compare the next one with. */
export interface Delivered {
  readonly rows: number;
  /** Headings as they stood; empty when the table has none. */
  readonly headings: readonly string[];
  /** The headings that the mapping reads. */
  readonly reads: readonly string[];
  /** Those of them that a file may come without. */
  readonly optional?: readonly string[] | undefined;
  /** By column: the share of records in which it is blank. */
  readonly blank: Readonly<Record<string, number>>;
  /** Rejected rows by id, with the codes of their issues: known ones count no more. */
  readonly rejected: Readonly<Record<string, string>>;
  /** Whether the last line had a line end; always for files that are no text. */
  readonly isEnded?: boolean | undefined;
  /** Lines above the table that were left out; undefined where the mapping says which row holds the headings. */
  readonly leftOut?: number | undefined;
  /** Columns without a heading. */
  readonly unnamed?: number | undefined;
  /** Rows from the end on that the mapping names. */
  readonly pastEnd?: number | undefined;
  /** How large amounts were in this delivery and those before it. */
  readonly amounts?: AmountSizes | undefined;
}

export interface Delivery {
  readonly type: RecordType;
  /** Rows that the file held, those skipped by rule left out. */
  readonly now: Delivered;
  /** The last accepted delivery of the part; undefined when this is the first. */
  readonly last: Delivered | undefined;
  /** Median of the rows of the deliveries of 30 days; undefined when there are too few. */
  readonly usualRows: number | undefined;
  readonly kind: "full" | "upsert";
  readonly rejected: readonly RejectedRecord[];
  readonly accepted: OrderedRows;
  readonly before: List;
  readonly result: Reconciled;
}

/** The guards that `guard` sets limits of, and the others. */
export const guardNames = [
  ...limitNames,
  "operation_column",
  "expect",
  "first",
  "settings_changed",
  "replay",
] as const;
export type GuardName = (typeof guardNames)[number];

export interface Tripped {
  readonly guard: GuardName;
  /** Plain sentence with the figures. */
  readonly sentence: string;
  /** Pairs of old and new ids that look like the same record; private. */
  readonly pairs?: readonly (readonly [string, string])[];
}

/** What a guard measured, whether it tripped or not. */
export interface Figure {
  readonly guard: GuardName;
  /** What was counted, such as `rejected rows`. */
  readonly what: string;
  readonly found: number;
  /** The whole, or what it is compared with. */
  readonly of: number;
  /** In words: `at most 42`, `170 to 636`, `any`. */
  readonly allowed: string;
  readonly tripped: boolean;
}

/** Fields in which even few changes are distinguished from ordinary ones. */
const weightyFields = ["charge_type", "tax_code", "rate", "code"];

/** Every guard that the delivery trips; none: it may be published. */
export async function guard(
  delivery: Delivery,
  limits: GuardLimits,
  expected: Expected | undefined,
  first: "hold" | "publish",
): Promise<readonly Tripped[]> {
  const { last } = delivery;
  const isFirst = last === undefined && delivery.before.count === 0;
  const tripped = [
    noRows(delivery, limits),
    ...(await expectations(delivery, expected)),
    ...(last !== undefined || first === "hold" ? leftOut(delivery, limits) : []),
    isFirst && first === "hold" ? firstDelivery(delivery) : undefined,
    ...measure(delivery, limits).flatMap(({ tripped: isTripped, guard, sentence }) =>
      isTripped ? [trip(guard, sentence)] : [],
    ),
  ];
  if (last !== undefined) {
    tripped.push(
      newlyEmpty(delivery, last, limits.newly_empty),
      limits.headings ? changedHeadings(delivery.now.headings, last) : undefined,
      limits.cut_off ? cutOff(delivery.now, last) : undefined,
    );
  }
  if (delivery.before.count > 0 && limits.rekeyed) tripped.push(await rekeyed(delivery));
  if (delivery.kind === "full") tripped.push(operationColumn(delivery));
  return tripped.filter((guard) => guard !== undefined);
}

function noRows(delivery: Delivery, limits: GuardLimits): Tripped | undefined {
  if (!limits.no_rows || delivery.kind === "upsert") return undefined;
  if (delivery.accepted.count + delivery.rejected.length > 0) return undefined;
  return trip("no_rows", "The file has no rows for this list.");
}

/**
 * What was left out once may be right; another number of lines may be rows, and another number of columns without a heading
 * may be a heading that was lost. Whether such a column is filled counts for nothing: nobody named it. The end of the table
 * is one that a person named.
 */
function leftOut({ now, last }: Delivery, limits: GuardLimits): Tripped[] {
  if (!limits.left_out) return [];
  const compare = (what: string, found?: number, before = found): Tripped[] => {
    if (found === undefined || found === before) return [];
    const compared = last === undefined ? "" : `, ${before} of the last delivery`;
    const sentence = `${what}: ${found} in all${compared}. Look whether rows or headings are among them.`;
    return [trip("left_out", sentence)];
  };
  const none: Partial<Delivered> = { leftOut: 0, unnamed: 0 };
  const before = last ?? none;
  return [
    ...compare("Lines above the table are left out", now.leftOut, before.leftOut),
    ...compare("Columns without a heading are left out where they are blank", now.unnamed, before.unnamed),
    ...compare("Rows below the end of the list are left out", now.pastEnd, before.pastEnd),
  ];
}

function firstDelivery(delivery: Delivery): Tripped {
  return trip(
    "first",
    `This is the feed's first delivery (${delivery.accepted.count} records), which a person has to look at and release.`,
  );
}

/** The issue codes that rejected a row, as one text. */
export function codesOf(row: RejectedRecord): string {
  const errors = row.issues.filter((found) => found.severity === "error").map((found) => found.code);
  return [...new Set(errors)].sort().join(" ");
}

function newlyEmpty(delivery: Delivery, last: Delivered, share: number | undefined) {
  if (share === undefined) return undefined;
  const column = Object.keys(delivery.now.blank).find(
    (name) => (delivery.now.blank[name] ?? 0) - (last.blank[name] ?? 0) > share,
  );
  if (column === undefined) return undefined;
  const [before, now] = [last.blank[column] ?? 0, delivery.now.blank[column] ?? 0];
  return trip(
    "newly_empty",
    `${column} is blank in ${percent(now)} of the rows, before in ${percent(before)}; allowed is ${percent(share)} more.`,
  );
}

/** How many headings a sentence names. */
const mostNamed = 6;

/** The guard of the headings that the mapping reads: gone, doubled, or renamed. */
export function changedHeadings(present: readonly string[], last: Delivered): Tripped | undefined {
  const now = present.map(foldHeading);
  const before = last.headings.map(foldHeading);
  const found: string[] = [];
  const read = last.reads.filter((heading) => before.includes(foldHeading(heading)));
  const gone = read.filter((heading) => !now.includes(foldHeading(heading)));
  // In JSON and XML there are as many columns of what repeats as a row of the file has elements.
  const unnumbered = new Set(present.map(withoutNumbers));
  for (const heading of read) {
    const folded = foldHeading(heading);
    const count = now.filter((one) => one === folded).length;
    if (count > before.filter((one) => one === folded).length) {
      found.push(`the heading ${JSON.stringify(heading)} stands ${count} times`);
    }
    if (count > 0 || unnumbered.has(withoutNumbers(heading))) continue;
    const fresh = present.filter((one) => !before.includes(foldHeading(one)));
    // One new heading can stand for one that is gone, not for several.
    const only =
      last.optional?.includes(heading) !== true && fresh.length === 1 && gone.length === 1
        ? fresh[0]
        : undefined;
    const likely = nearest(heading, fresh) ?? only;
    if (likely === undefined && last.optional?.includes(heading) === true) continue;
    const renamed = likely === undefined ? "" : `, likely renamed to ${JSON.stringify(likely)}`;
    found.push(`the heading ${JSON.stringify(heading)} is gone${renamed}`);
  }
  if (found.length === 0) return undefined;
  const more = found.length > mostNamed ? `; and ${found.length - mostNamed} more` : "";
  const named = found.slice(0, mostNamed).join("; ");
  return trip("headings", `Headings that the mapping reads changed: ${named}${more}.`);
}

/** An export that always ends with a line end, and now does not, was most likely cut off on its way. */
function cutOff(now: Delivered, last: Delivered): Tripped | undefined {
  if (last.isEnded !== true || now.isEnded !== false) return undefined;
  return trip(
    "cut_off",
    "The last line has no line end, unlike that of the last delivery: the file may have been cut off on its way.",
  );
}

const operationHeadings = new Set(
  ["operation", "op", "action", "change type", "changetype", "crud", "änderungsart", "aktion"].map(
    foldHeading,
  ),
);

function operationColumn({ type, now }: Delivery): Tripped | undefined {
  const others = new Set(now.reads.map(foldHeading));
  // Where records have an operator, it is called so as well.
  if (type.columns.includes("operator")) others.add("op");
  const column = now.headings
    .map(foldHeading)
    .findIndex((it) => operationHeadings.has(it) && !others.has(it));
  if (column < 0) return undefined;
  return trip(
    "operation_column",
    `The file has a column ${JSON.stringify(now.headings[column])}, which the mapping does not read, so it may hold changes only. Whoever keeps the mapping says which (\`delivery: delta\`, or the column read).`,
  );
}

async function rekeyed({ before, result }: Delivery): Promise<Tripped | undefined> {
  const { added, removed } = result.changes;
  if (added.length === 0) return undefined;

  const pairs = new Map<string, string>();
  const gone = [...result.gone.traces, ...removed];
  const twins = new Map(gone.flatMap((trace) => signs(trace).map((sign) => [sign, trace.id])));
  for (const trace of added) {
    const twin = signs(trace).flatMap((sign) => twins.get(sign) ?? [])[0];
    if (twin !== undefined) pairs.set(twin, trace.id);
  }
  // An id that only looks like another one is suspicious even while the other is still there. Where changes are compared with
  // the records that they name, nobody reads all others for it.
  const near = await idsNear(
    added.map(({ id }) => id),
    result.compared?.before ?? before,
  );
  for (const { id } of added) {
    const present = near.get(nearId(id));
    if (present !== undefined && present !== id) pairs.set(present, id);
  }
  if (pairs.size === 0) return undefined;
  return {
    ...trip(
      "rekeyed",
      `${pairs.size} records seem to come back under another id (same code or e-mail, or ids that differ in case or zeros only).`,
    ),
    pairs: [...pairs],
  };
}

/** What makes two records look like one. */
function signs({ code, email }: Trace): string[] {
  return [
    ...(code === "" ? [] : [`code:${code.toLowerCase()}`]),
    ...(email === "" ? [] : [`email_address:${email.toLowerCase()}`]),
  ];
}

/** Ids of the list that look like one of these, by what they look like. */
async function idsNear(ids: readonly string[], list: List): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(ids.map(nearId));
  const found = new Map<string, string>();
  for await (const records of recordBytes(list)) {
    for (const { id } of storedLines(records)) {
      const looks = nearId(id);
      if (wanted.has(looks)) found.set(looks, id);
    }
  }
  return found;
}

function nearId(id: string): string {
  return id
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, "");
}

async function expectations(
  delivery: Delivery,
  expected: Expected | undefined,
): Promise<(Tripped | undefined)[]> {
  if (expected === undefined) return [];
  const { rows } = delivery.now;
  const { from, to } = expected.rows ?? {};
  const tripped: (Tripped | undefined)[] = [];
  if ((from !== undefined && rows < from) || (to !== undefined && rows > to)) {
    tripped.push(trip("expect", `${rows} rows, expected are ${from ?? 0} to ${to ?? "any number"}.`));
  }
  for (const [column, values] of Object.entries(expected.columns)) {
    let others = 0;
    for await (const batch of delivery.accepted.batches()) {
      others += batch.filter(({ record }) => !values.includes(flatValue(record[column]))).length;
    }
    if (others > 0) {
      tripped.push(
        trip("expect", `${column} holds something else than the expected values in ${others} records.`),
      );
    }
  }
  return tripped;
}

/** What a guard measured, and what it says when that trips it. */
interface Measured extends Figure {
  readonly sentence: string;
}

/** What the guards with figures measured, for reports: a person sees how near a delivery was to being held. */
export function guardFigures(delivery: Delivery, limits: GuardLimits): readonly Figure[] {
  return measure(delivery, limits).map(({ sentence: _, ...figure }) => figure);
}

function measure(delivery: Delivery, limits: GuardLimits): readonly Measured[] {
  const { last, usualRows, before, now, kind, result } = delivery;
  const measured: Measured[] = [];
  if (last !== undefined && kind === "full") {
    measured.push(rows(now.rows, last.rows, "the last delivery", limits));
    if (usualRows !== undefined && usualRows !== last.rows) {
      measured.push(rows(now.rows, usualRows, "the usual delivery of 30 days", limits));
    }
    const { gone, changes, deliveredBefore } = result;
    const lost = gone.active + changes.turnedOff;
    const says = `${gone.active} active records are gone and ${changes.turnedOff} became inactive`;
    measured.push(limited("ids_gone", "ids gone or inactive", lost, deliveredBefore, limits.ids_gone, says));
  }
  if (last !== undefined) {
    const fresh = delivery.rejected.filter(
      (row) => row.id === undefined || last.rejected[row.id] !== codesOf(row),
    ).length;
    const says = `${fresh} rows are rejected for reasons not known from the last delivery`;
    measured.push(limited("rejected", "newly rejected rows", fresh, now.rows, limits.rejected, says));
  }
  if (before.count > 0) {
    for (const field of weightyFields.filter((name) => delivery.type.columns.includes(name))) {
      const changed = result.changes.fields[field] ?? 0;
      const what = `records with another ${field}`;
      const says = `${field} changes in ${changed} records`;
      measured.push(limited("field_changes", what, changed, before.count, limits.field_changes, says));
    }
    const changed = result.changes.count - result.changes.kinds.added;
    const says = `${changed} records change`;
    measured.push(limited("changes", "records changed at all", changed, before.count, limits.changes, says));
    const { moved, of } = result.changes.elements;
    if (of > 0) measured.push(elementsRekeyed(moved, of, limits));
  }
  const amounts = furthestAmounts(result.changes.amounts, last?.amounts ?? {}, limits);
  if (amounts !== undefined) measured.push(amounts);
  return measured;
}

function rows(found: number, before: number, of: string, limits: GuardLimits): Measured {
  const { rows_below: below, rows_above: above } = limits;
  // Two rows less, and nine in all, are a change that small lists have on any night.
  const least =
    below === undefined ? undefined : Math.max(0, Math.min(Math.ceil(before * below), before - 2));
  const most = above === undefined || before === 0 ? undefined : Math.max(9, Math.floor(before * above));
  const isAbove = most !== undefined && found > most;
  const limit = isAbove ? `${most} rows or less` : `${least ?? 0} rows or more`;
  return {
    guard: isAbove ? "rows_above" : "rows_below",
    what: `rows, against ${of}`,
    found,
    of: before,
    allowed: range(least, most),
    tripped: isAbove || (least !== undefined && found < least),
    sentence: `${found} ${found === 1 ? "row" : "rows"} against ${before} of ${of}: ${percent(found / before)}; allowed are ${limit}.`,
  };
}

function elementsRekeyed(moved: number, of: number, { elements_rekeyed: limit }: GuardLimits): Measured {
  const what = "elements of changed lists under another id";
  const says = `${moved} elements of jobs or invoices are the same as before but for their id`;
  return limited("elements_rekeyed", what, moved, of, limit, says);
}

/** The amounts that are furthest from what is usual: where one field is misread, others mostly are, too. */
function furthestAmounts(now: AmountSizes, before: AmountSizes, { amounts: times }: GuardLimits) {
  const compared = Object.entries(now).flatMap(([name, sizes]) => {
    const [found, usual] = [medianAmount(sizes), medianAmount(before[name])];
    if (found === undefined || usual === undefined) return [];
    return [{ name, found, usual, off: Math.max(found / usual, usual / found) }];
  });
  const [furthest] = compared.sort((a, b) => b.off - a.off);
  if (furthest === undefined) return undefined;
  const [of, currency] = furthest.name.split(" ");
  const [found, usual] = [about(furthest.found), about(furthest.usual)];
  return {
    guard: "amounts",
    what: `median of new amounts: ${of} in ${currency}`,
    found,
    of: usual,
    allowed:
      times === undefined ? "any" : `${about(furthest.usual / times)} to ${about(furthest.usual * times)}`,
    tripped: furthest.off > (times ?? Infinity),
    sentence: `Amounts are out of the usual, most of all ${of} in ${currency}: their median is about ${found}, before about ${usual}; allowed are ${times} times as much, or a ${times}th. Look whether the decimal sign is read as it is meant.`,
  } as const satisfies Measured;
}

/** Two digits of a number, for people. */
function about(amount: number): number {
  return Number(amount.toPrecision(2));
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? "any" : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}

function limited(
  guard: GuardName,
  what: string,
  found: number,
  of: number,
  limit: Limit | undefined,
  says: string,
): Measured {
  if (limit === undefined) return { guard, what, found, of, allowed: "any", tripped: false, sentence: "" };
  const most = Math.floor(Math.max(limit.count, limit.share * of));
  const share = percent(found / Math.max(of, 1));
  const allowed = `allowed are ${limit.count} or ${percent(limit.share)}`;
  const sentence = `${says}, together ${found} of ${of} (${share}); ${allowed}.`;
  return { guard, what, found, of, allowed: `at most ${most}`, tripped: found > most, sentence };
}

function trip(guard: GuardName, sentence: string): Tripped {
  return { guard, sentence };
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
