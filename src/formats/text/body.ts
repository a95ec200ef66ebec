import { type Issue, issue } from "../../model/issues.js";
import { addCounts, BodyWatch, type BodyCounts, mayHoldMojibake, watchIssues } from "./body-watch.js";
import { isBlankRow } from "./dialect.js";
import type { Limits } from "../limits.js";
import type { Row } from "../row.js";
import { mayHoldDamage, repairRow, type TableShape } from "./repair.js";
import type { SplitRow } from "./split-row.js";
import { Splitter } from "./splitter.js";

/** The rows of delimited text, once its encoding, dialect and header are known: the whole body, or a piece of it. */

/** All that reading the body needs to know: plain data, so that it can travel to other threads. */
export interface Body {
  readonly charset: string;
  /** Bytes of the byte order mark. */
  readonly mark: number;
  readonly headings: readonly string[] | null;
  readonly headerRows: readonly number[];
  readonly bodyFrom: number;
  /** How many cells most rows have. */
  readonly rowWidth: number;
  readonly shape: TableShape;
  readonly limits: Limits;
}

/** What reading came to besides the rows. Plain data. */
export interface BodyTally {
  readonly rows: number;
  /** Number of the line behind the last line end. */
  readonly lines: number;
  /** Whether the last line has no line end. */
  readonly isOpen: boolean;
  readonly counts: BodyCounts;
}

export class TooManyRows extends Error {
  readonly found: number;

  constructor(found: number) {
    super("too many rows");
    this.found = found;
  }
}

/** What one look at a piece of text says that its rows may hold, in place of a look at each row. */
interface Suspicion {
  /** Characters that were decoded twice. */
  readonly mojibake: boolean;
  /** NUL, or characters that were lost. */
  readonly damage: boolean;
}

const nothing: Suspicion = { mojibake: false, damage: false };

/** Takes the text of the body as it comes and gives its rows. */
export class BodyReader {
  readonly #body: Body;
  readonly #splitter: Splitter;
  readonly #watch: BodyWatch;
  readonly #headerLines: ReadonlySet<number>;
  readonly #lastHeaderLine: number;
  #count = 0;
  #last = "";
  /** What the text that waits for its line end may hold. */
  #waiting: Suspicion = nothing;
  /** Rows without any content wait here: at the end of the file they are left out. */
  #blank: Row[] = [];

  /** @param firstLine true line number of the text's first line: 1, unless the text is a later piece of the file */
  constructor(body: Body, firstLine = 1) {
    this.#body = body;
    this.#splitter = new Splitter(body.shape.dialect, body.rowWidth, body.limits, firstLine);
    this.#watch = new BodyWatch(body.headings, body.shape);
    this.#headerLines = new Set(body.headerRows);
    this.#lastHeaderLine = Math.max(0, ...body.headerRows);
  }

  /** @throws TooLarge, TooManyRows */
  push(text: string): Row[] {
    this.#last = text;
    const found: Suspicion = { mojibake: mayHoldMojibake(text), damage: mayHoldDamage(text) };
    const suspicion: Suspicion = {
      mojibake: found.mojibake || this.#waiting.mojibake,
      damage: found.damage || this.#waiting.damage,
    };
    const rows = this.#take(this.#splitter.push(text), suspicion);
    this.#waiting = this.#splitter.waiting > text.length ? suspicion : found;
    return rows;
  }

  /** The rows that waited for more text. */
  finish(): Row[] {
    return this.#take(this.#splitter.finish(), this.#waiting);
  }

  /**
   * Whether whoever reads on from here needs to know nothing of what came before: no row, blank line or unclosed quote
   * waits for what comes next, and none did on the way.
   */
  get isSettled(): boolean {
    return this.#splitter.isSettled && this.#blank.length === 0 && !this.#watch.isAfterBlank;
  }

  tally(): BodyTally {
    return {
      rows: this.#count,
      lines: this.#splitter.lines,
      isOpen: this.#last !== "" && !/[\r\n]$/.test(this.#last),
      counts: this.#watch.counts(this.#blank.map(({ line }) => line)),
    };
  }

  #take(split: readonly SplitRow[], { mojibake, damage }: Suspicion): Row[] {
    const { bodyFrom, shape, limits } = this.#body;
    const rows: Row[] = [];
    for (const row of split) {
      if (row.line < bodyFrom) continue;
      if (row.line <= this.#lastHeaderLine && this.#headerLines.has(row.line)) continue;
      if (isBlankRow(row.cells)) {
        if (row.cells.length > 1) {
          this.#watch.gap();
          this.#blank.push(repairRow(row, shape));
        } else this.#watch.blank(row.line);
        continue;
      }
      if (this.#blank.length > 0) {
        for (const blank of this.#blank) rows.push(blank);
        this.#blank = [];
      }
      rows.push(this.#watch.look(repairRow(row, shape, damage), mojibake));
    }
    this.#count += rows.length;
    if (this.#count > limits.rows) throw new TooManyRows(this.#count);
    return rows;
  }
}

/** One tally of two pieces that follow each other. */
export function addTally(before: BodyTally, after: BodyTally): BodyTally {
  return { ...after, rows: before.rows + after.rows, counts: addCounts(before.counts, after.counts) };
}

/** What is wrong with the body as a whole, once all of it was read. */
export function bodyIssues({ rows, lines, isOpen, counts }: BodyTally, headings: Body["headings"]): Issue[] {
  const found: Issue[] = [];
  if (isOpen) found.push(issue("no_final_line_end", { line: lines }, { line: lines }));
  found.push(...watchIssues(counts, headings));
  if (rows === 0) found.push(issue("no_rows", {}, {}));
  return found;
}
