import type { Row } from "../formats/row.js";

/**
 * Rows of one key that do not follow each other, brought together: those of each key in the order of the file.
 *
 * @param keyOf the key of a row, asked once of each in the order of the file; undefined: the key of the row above; null: behind
 * all others
 */
export type Gather = (
  batches: AsyncIterable<readonly Row[]>,
  keyOf: (row: Row) => string | undefined | null,
) => AsyncIterable<readonly Row[]>;

/** For files that are small. */
export const gatherInMemory: Gather = async function* (batches, keyOf) {
  const byKey = new Map<string, Row[]>();
  const behind: Row[] = [];
  let key = "";
  for await (const batch of batches) {
    for (const row of batch) {
      const own = keyOf(row);
      if (own === null) {
        behind.push(row);
        continue;
      }
      key = own ?? key;
      const rows = byKey.get(key);
      if (rows === undefined) byKey.set(key, [row]);
      else rows.push(row);
    }
  }
  yield* byKey.values();
  yield behind;
};
