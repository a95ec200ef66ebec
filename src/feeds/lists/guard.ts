import { flatValue } from "../../formats/output/csv.js";
import { foldHeading, withoutNumbers } from "../../formats/fold-heading.js";
import { nearest } from "../../nearest.js";
import { counted } from "../../sentence.js";
import type { RecordType } from "../../model/record-type.js";
import { medianAmount, type AmountSizes } from "./amount-sizes.js";
import type { Trace } from "./changes.js";
import { limitNames, type Expected, type GuardLimits, type Limit } from "../../model/guard-limits.js";
import { storedLines } from "../../formats/output/stored-line.js";
import { recordBytes, type List } from "./list.js";
import type { OrderedRows, RejectedRecord } from "../../convert/evaluation.js";
import type { OverruledGuard, TrippedGuard } from "./log.js";
import type { Reconciled } from "./reconcile.js";

/**
 * The guards (`docs/semantics.md` section 4) hold a delivery that could damage the list, until a person makes a
 * decision. Deliveries are compared with earlier deliveries, because lists also contain inactive records. The
 * exception is the changes in a delta, which are compared with the list. Each tripped guard reports its figures
 * without cell values.
 */

/** Data about the last delivery for a part, for comparison with the next one. */
export interface Delivered {
  readonly rows: number;
  /** Headings as they appear in the file. Empty if the table has no header. */
  readonly headings: readonly string[];
  /** The headings that the mapping reads. */
  readonly reads: readonly string[];
  /** The headings that may be missing from a file. */
  readonly optional?: readonly string[] | undefined;
  /** Share of rows that were rejected because a required field is empty, by field. */
  readonly blank: Readonly<Record<string, number>>;
  /** Issue codes for rejected rows, by ID. Rejections that were already known are not counted again. */
  readonly rejected: Readonly<Record<string, string>>;
  /** True if the last line ended with a line break. Always true for files that are not text. */
  readonly isEnded?: boolean | undefined;
  /** Number of skipped lines above the table. Undefined if the mapping defines the header row. */
  readonly leftOut?: number | undefined;
  readonly unnamed?: number | undefined;
  /** Number of rows below the end of the table, which the mapping defines with `stop_at`. */
  readonly pastEnd?: number | undefined;
  /** Sizes of amounts in this and earlier deliveries. */
  readonly amounts?: AmountSizes | undefined;
}

export interface Delivery {
  readonly type: RecordType;
  /** Data about the evaluated delivery. Excludes rows that a rule skips. */
  readonly now: Delivered;
  /** Number of rows that a rule skips, such as totals. */
  readonly skipped?: number;
  /** The last accepted delivery for the part. */
  readonly last: Delivered | undefined;
  /** Median number of rows over 30 days. Undefined if there are fewer than three deliveries. */
  readonly usualRows: number | undefined;
  readonly kind: "full" | "upsert";
  readonly rejected: readonly RejectedRecord[];
  readonly accepted: OrderedRows;
  readonly before: List;
  readonly result: Reconciled;
}

/** Names of all guards, starting with those whose limits can be set in `guard`. */
export const guardNames = [
  ...limitNames,
  "operation_column",
  "expect",
  "first",
  "settings_changed",
  "replay",
  "rolled_back",
] as const;
export type GuardName = (typeof guardNames)[number];

export interface Tripped extends TrippedGuard {
  readonly guard: GuardName;
  /** Pairs of old and new IDs that probably belong to the same record. Private. */
  readonly pairs?: readonly (readonly [string, string])[];
}

/** A measurement by a guard, whether or not the guard has tripped. */
export interface Figure {
  readonly guard: GuardName;
  /** The measured quantity, such as `rejected rows`. */
  readonly what: string;
  readonly found: number;
  /** The total or the previous value with which the measurement is compared. */
  readonly of: number;
  /** Describes the allowed values, for example `at most 42`, `170 to 636` or `any`. */
  readonly allowed: string;
  /** The limits of `found`. Missing if there are none. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly tripped: boolean;
}

/** Fields in which even a few changes are important. */
const weightyFields = ["charge_type", "tax_code", "rate", "code"];

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
    ...measure(delivery, limits).flatMap(({ tripped: isTripped, guard, sentence, found, of, range }) =>
      isTripped ? [trip(guard, sentence, { found, compared_with: of, ...range })] : [],
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
  return trip("no_rows", "The file has no rows for this list.", { found: 0, minimum: 1 });
}

/**
 * Compares skipped lines and columns with the last delivery. Additional skipped lines may be rows, and an additional
 * column without a heading may have lost its heading. In a first delivery, only lines above the table are checked,
 * because the mapping defines which columns are read and where the table ends.
 */
function leftOut({ now, last }: Delivery, limits: GuardLimits): Tripped[] {
  if (!limits.left_out) return [];
  const compare = (one: string, several: string, next: string, found?: number, before = found): Tripped[] => {
    if (found === undefined || before === undefined || found === before) return [];
    const compared = last === undefined ? "" : `; the last delivery had ${before}`;
    const sentence = `The file has ${found} ${found === 1 ? one : several}${compared}. ${next}`;
    const figures = { found, minimum: before, maximum: before };
    return [trip("left_out", sentence, { ...figures, ...(last && { compared_with: before }) })];
  };
  const none: Partial<Delivered> = { leftOut: 0 };
  const before = last ?? none;
  return [
    ...compare(
      "line above the table",
      "lines above the table",
      "Check whether the header or any rows were skipped.",
      now.leftOut,
      before.leftOut,
    ),
    ...compare(
      "column without a heading",
      "columns without a heading",
      "Check whether a heading is missing.",
      now.unnamed,
      before.unnamed,
    ),
    ...compare(
      "row below the end of the table",
      "rows below the end of the table",
      "Check whether any records were skipped.",
      now.pastEnd,
      before.pastEnd,
    ),
  ];
}

function firstDelivery(delivery: Delivery): Tripped {
  return trip(
    "first",
    `This is the feed's first delivery (${delivery.accepted.count} records). A person must check and approve it.`,
    { found: delivery.accepted.count },
  );
}

/** Returns the codes of the errors in a row, sorted and separated by spaces. */
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
  // The partner knows the heading in the file, but not the field's name.
  const cell = delivery.rejected
    .flatMap(({ issues }) => issues)
    .find(({ code, field }) => code === "missing_value" && field === column);
  const heading = cell?.column === undefined || cell.column === column ? column : `“${cell.column}”`;
  return trip(
    "newly_empty",
    `${heading} is empty in ${percent(now)} of the rows, up from ${percent(before)}. Maximum increase: ${percentagePoints(share)}.`,
    { found: rounded(now), compared_with: rounded(before), maximum: rounded(before + share) },
  );
}

const mostNamed = 6;

/**
 * Returns the tripped guard if columns that the mapping read in the last delivery are now missing, repeated or renamed.
 * Returns undefined if all of these columns are unchanged.
 */
export function changedHeadings(present: readonly string[], last: Delivered): Tripped | undefined {
  const now = present.map(foldHeading);
  const before = last.headings.map(foldHeading);
  const found: string[] = [];
  const read = last.reads.filter((heading) => before.includes(foldHeading(heading)));
  const gone = read.filter((heading) => !now.includes(foldHeading(heading)));
  // In JSON and XML, the number of repeated columns depends on the longest list in a row.
  const unnumbered = new Set(present.map(withoutNumbers));
  for (const heading of read) {
    const folded = foldHeading(heading);
    const count = now.filter((one) => one === folded).length;
    if (count > before.filter((one) => one === folded).length) {
      found.push(`the heading ${JSON.stringify(heading)} occurs ${count} times`);
    }
    if (count > 0 || unnumbered.has(withoutNumbers(heading))) continue;
    const fresh = present.filter((one) => !before.includes(foldHeading(one)));
    // A new column without a similar heading is a likely replacement only if no other column is new or missing.
    const only =
      last.optional?.includes(heading) !== true && fresh.length === 1 && gone.length === 1
        ? fresh[0]
        : undefined;
    const likely = nearest(heading, fresh) ?? only;
    if (likely === undefined && last.optional?.includes(heading) === true) continue;
    const renamed = likely === undefined ? "" : `, probably renamed to ${JSON.stringify(likely)}`;
    found.push(`the heading ${JSON.stringify(heading)} is missing${renamed}`);
  }
  if (found.length === 0) return undefined;
  const more = found.length > mostNamed ? `; and ${found.length - mostNamed} more` : "";
  const named = found.slice(0, mostNamed).join("; ");
  const figures = { found: found.length, maximum: 0 };
  return trip("headings", `Expected headings have changed: ${named}${more}.`, figures);
}

/** If the last delivery ended with a line break and this one does not, the file was probably cut off. */
function cutOff(now: Delivered, last: Delivered): Tripped | undefined {
  if (last.isEnded !== true || now.isEnded !== false) return undefined;
  return trip(
    "cut_off",
    "Unlike the last delivery, the file does not end with a line break. The file may have been cut off.",
  );
}

const operationHeadings = new Set(
  ["operation", "op", "action", "change type", "changetype", "crud", "änderungsart", "aktion"].map(
    foldHeading,
  ),
);

function operationColumn({ type, now }: Delivery): Tripped | undefined {
  const others = new Set(now.reads.map(foldHeading));
  // If records have an operator, `op` may be the heading of the operator column.
  if (type.columns.includes("operator")) others.add("op");
  const column = now.headings
    .map(foldHeading)
    .findIndex((it) => operationHeadings.has(it) && !others.has(it));
  if (column < 0) return undefined;
  return trip(
    "operation_column",
    `The column ${JSON.stringify(now.headings[column])} probably contains operations such as delete, but the mapping does not read the column. The file may therefore contain only changes. Set \`delivery: delta\`, or read the column in the mapping.`,
  );
}

async function rekeyed({ before, result }: Delivery): Promise<Tripped | undefined> {
  const { added, removed } = result.changes;
  if (added.length === 0) return undefined;

  const pairs = new Map<string, string>();
  const gone = [...result.gone.traces, ...removed];
  const twins = new Map(gone.flatMap((trace) => similarityKeys(trace).map((key) => [key, trace.id])));
  for (const trace of added) {
    const twin = similarityKeys(trace).flatMap((key) => twins.get(key) ?? [])[0];
    if (twin !== undefined) pairs.set(twin, trace.id);
  }
  // A similar ID is suspicious even if the other record still exists. If only part of the list is compared, the other
  // records are not read.
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
      `${pairs.size === 1 ? "1 record seems" : `${pairs.size} records seem`} to have a new ID (same code or email address, or IDs that differ only in case or leading zeros).`,
      { found: pairs.size, maximum: 0 },
    ),
    pairs: [...pairs],
  };
}

/** Returns keys for finding similar records. Two records are similar if they have a key in common. */
function similarityKeys({ code, email }: Trace): string[] {
  return [
    ...(code === "" ? [] : [`code:${code.toLowerCase()}`]),
    ...(email === "" ? [] : [`email_address:${email.toLowerCase()}`]),
  ];
}

/** Returns the IDs in the list that resemble one of these IDs. The keys in the result are the normalized IDs. */
async function idsNear(ids: readonly string[], list: List): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(ids.map(nearId));
  const found = new Map<string, string>();
  for await (const records of recordBytes(list)) {
    for (const { id } of storedLines(records)) {
      const key = nearId(id);
      if (wanted.has(key)) found.set(key, id);
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
    const sentence = `The file has ${rows} rows. Expected: ${range(from, to)}.`;
    tripped.push(trip("expect", sentence, { found: rows, ...rangeOf(from, to) }));
  }
  for (const [column, values] of Object.entries(expected.columns)) {
    let others = 0;
    for await (const batch of delivery.accepted.batches()) {
      others += batch.filter(({ record }) => !values.includes(flatValue(record[column]))).length;
    }
    if (others > 0) {
      const sentence = `${column} has unexpected values in ${others} records.`;
      tripped.push(trip("expect", sentence, { found: others, maximum: 0 }));
    }
  }
  return tripped;
}

interface Measured extends Figure {
  readonly sentence: string;
  readonly range: Pick<OverruledGuard, "minimum" | "maximum">;
}

/**
 * Returns the measurements of all guards that have figures, so that reports show how close a delivery was to being
 * held.
 */
export function guardFigures(delivery: Delivery, limits: GuardLimits): readonly Figure[] {
  return measure(delivery, limits).map(({ sentence: _, range, ...figure }) => ({ ...figure, ...range }));
}

function measure(delivery: Delivery, limits: GuardLimits): readonly Measured[] {
  const { last, usualRows, before, now, kind, result } = delivery;
  const measured: Measured[] = [];
  if (last !== undefined && kind === "full") {
    const own = { found: now.rows, skipped: delivery.skipped ?? 0 };
    measured.push(rows(own, last.rows, "the last delivery", limits));
    if (usualRows !== undefined && usualRows !== last.rows) {
      measured.push(rows(own, usualRows, "a typical delivery in the last 30 days", limits));
    }
    const { gone, changes, activeBefore } = result;
    const lost = gone.active + changes.turnedOff;
    const summary = `${lostRecords(gone.active, changes.turnedOff)}; the last delivery had ${counted(activeBefore, "active record")}`;
    measured.push(
      limited(
        "ids_gone",
        "IDs that disappeared or became inactive",
        lost,
        activeBefore,
        limits.ids_gone,
        summary,
      ),
    );
  }
  if (last !== undefined) {
    const fresh = delivery.rejected.filter(
      (row) => row.id === undefined || last.rejected[row.id] !== codesOf(row),
    ).length;
    const summary = `${fresh} of ${counted(now.rows, "row")} ${fresh === 1 ? "was" : "were"} newly rejected`;
    measured.push(limited("rejected", "newly rejected rows", fresh, now.rows, limits.rejected, summary));
  }
  if (before.count > 0) {
    // A full delivery is compared with the delivered records, because the list also contains records that are no
    // longer delivered. A delta contains only part of the list, so its changes are compared with the whole list.
    const of = kind === "full" ? Math.max(result.deliveredBefore, result.accepted) : before.count;
    const whole =
      kind === "upsert"
        ? "the list had"
        : of === result.deliveredBefore
          ? "the last delivery had"
          : "this delivery has";
    const compared = `${whole} ${counted(of, "record")}`;
    for (const field of weightyFields.filter((name) => delivery.type.columns.includes(name))) {
      const changed = result.changes.fields[field] ?? 0;
      const what = `records with a changed ${field}`;
      const summary = `The field ${field} changes in ${counted(changed, "record")}; ${compared}`;
      measured.push(limited("field_changes", what, changed, of, limits.field_changes, summary));
    }
    const changed = result.changes.count - result.changes.kinds.added;
    const summary = `${counted(changed, "record")} ${changed === 1 ? "changes" : "change"}; ${compared}`;
    measured.push(limited("changes", "records with any change", changed, of, limits.changes, summary));
    const elements = result.changes.elements;
    if (elements.of > 0) measured.push(elementsRekeyed(elements.moved, elements.of, limits));
  }
  const amounts = furthestAmounts(result.changes.amounts, last?.amounts ?? {}, limits);
  if (amounts !== undefined) measured.push(amounts);
  return measured;
}

function rows(
  { found, skipped }: { readonly found: number; readonly skipped: number },
  before: number,
  of: string,
  limits: GuardLimits,
): Measured {
  const { rows_below: below, rows_above: above } = limits;
  // In small lists, losing two rows or growing to nine rows is a normal fluctuation.
  const least =
    below === undefined ? undefined : Math.max(0, Math.min(Math.ceil(before * below), before - 2));
  const most = above === undefined || before === 0 ? undefined : Math.max(9, Math.floor(before * above));
  const isAbove = most !== undefined && found > most;
  const share = found < before ? ` (${percent(found / before)})` : "";
  const others = skipped === 0 ? "" : ` (not counting ${counted(skipped, "skipped row")})`;
  const limit = isAbove ? `Maximum: ${most}` : `Minimum: ${least ?? 0}`;
  return {
    guard: isAbove ? "rows_above" : "rows_below",
    what: `rows, compared with ${of}`,
    found,
    of: before,
    allowed: range(least, most),
    range: rangeOf(least, most),
    tripped: isAbove || (least !== undefined && found < least),
    sentence: `The file has ${counted(found, "row")}${others}; ${of} had ${before}${share}. ${limit}.`,
  };
}

function elementsRekeyed(moved: number, of: number, { elements_rekeyed: limit }: GuardLimits): Measured {
  const what = "elements with a new ID in changed lists";
  const summary = `${moved} of ${of} accruals or charge lines in the changed records changed only their ID`;
  return limited("elements_rekeyed", what, moved, of, limit, summary);
}

/**
 * Returns the measurement for the amounts that differ most from the usual ones. If one field is misread, the other
 * fields usually are too, so one measurement is enough.
 */
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
  const [least, most] =
    times === undefined ? [] : [about(furthest.usual / times), about(furthest.usual * times)];
  return {
    guard: "amounts",
    what: `median of new amounts: ${of} in ${currency}`,
    found,
    of: usual,
    allowed: least === undefined ? "any" : `${least} to ${most}`,
    range: rangeOf(least, most),
    tripped: furthest.off > (times ?? Infinity),
    sentence: `Amounts are unusual, especially ${of} in ${currency}. The median is about ${found}, but the usual median is about ${usual}. The medians may differ by a factor of at most ${times}. Check the decimal separator.`,
  } as const satisfies Measured;
}

function about(amount: number): number {
  return Number(amount.toPrecision(2));
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? "any" : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): Measured["range"] {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** Describes the lost records. Numbers that are 0 are omitted. If the guard has tripped, one number is above 0. */
function lostRecords(missing: number, turnedOff: number): string {
  if (missing === 0) return `${counted(turnedOff, "record")} became inactive`;
  const gone = `${counted(missing, "active record")} ${missing === 1 ? "is" : "are"} missing from the file`;
  return turnedOff === 0 ? gone : `${gone}, and ${turnedOff} became inactive`;
}

/** `summary` is the beginning of the sentence, with `found` and `of`. */
function limited(
  guard: GuardName,
  what: string,
  found: number,
  of: number,
  limit: Limit | undefined,
  summary: string,
): Measured {
  if (limit === undefined)
    return { guard, what, found, of, allowed: "any", range: {}, tripped: false, sentence: "" };
  const most = Math.floor(Math.max(limit.count, limit.share * of));
  const sentence = `${summary}. Maximum: ${most}.`;
  const range = { maximum: most };
  return { guard, what, found, of, allowed: `at most ${most}`, range, tripped: found > most, sentence };
}

function trip(guard: GuardName, sentence: string, figures: Omit<OverruledGuard, "guard"> = {}): Tripped {
  return { guard, sentence, ...figures };
}

/** Rounds a share to a hundredth of a percentage point. */
function rounded(share: number): number {
  return Number(share.toFixed(4));
}

function percentagePoints(share: number): string {
  const points = Math.round(share * 1000) / 10;
  return points === 1 ? "1 percentage point" : `${points} percentage points`;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
