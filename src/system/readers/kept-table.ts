import type { ByteSource, Table } from "../../formats/format.js";
import { openTable } from "../../formats/index.js";
import type { Limits } from "../../formats/limits.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { Row } from "../../formats/row.js";

/** Characters of rows that are kept, each cell counted as eight more. */
const most = 8 * 1024 * 1024;

/**
 * The table of a file that many feeds share. They mostly read it alike, so whoever is the second to do so keeps its rows for those
 * after it, unless they are many.
 */
export class KeptTable {
  #reading: string | undefined;
  #table: (() => Table) | undefined;
  #isTried = false;

  /** @returns what opens the table without reading the file; undefined: it has to be read */
  async of(source: ByteSource, options: ReadOptions, limits: Limits): Promise<(() => Table) | undefined> {
    const reading = JSON.stringify([source.name, source.size, options, limits]);
    if (reading !== this.#reading) {
      this.#reading = reading;
      this.#table = undefined;
      this.#isTried = false;
    } else if (!this.#isTried) {
      this.#isTried = true;
      this.#table = source.size > most ? undefined : await inMemory(await openTable(source, options, limits));
    }
    return this.#table;
  }
}

/** @returns undefined for a large table, and for one of which its last rows say more than its first */
async function inMemory(table: Table): Promise<(() => Table) | undefined> {
  const known = table.issues.length;
  const batches: (readonly Row[])[] = [];
  let size = 0;
  for await (const batch of table.rows) {
    for (const { cells } of batch) for (const cell of cells) size += cell.length + 8;
    if (size > most) return undefined;
    batches.push(batch);
  }
  if (table.issues.length > known) return undefined;
  async function* again(): AsyncGenerator<readonly Row[]> {
    yield* batches;
  }
  const { pieces: _, ...whole } = table;
  return () => ({ ...whole, rows: again() });
}
