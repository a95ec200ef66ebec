import type { Disk } from "../storage/disk.js";

/** One step from a version of the layout of the data folder to the next. */
export interface Migration {
  /** What it does, as a person reads it. */
  readonly what: string;
  /** Changes the folder in place. It may be interrupted and is then begun again, so it must bear that. */
  run(disk: Disk, data: string): Promise<void>;
}

/**
 * From version 1 to 2, from 2 to 3, and so on. A change of the layout that older programs could not read adds one here, with
 * a data folder that the program before it wrote under `test/fixtures/`. There was no such change yet.
 */
export const migrations: readonly Migration[] = [];

/** Version of the layout that this program reads and writes. */
export const layoutVersion = migrations.length + 1;
