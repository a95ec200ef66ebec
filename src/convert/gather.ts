import type { Row } from "../formats/row.js";

/**
 * Groups rows with the same key. Within a group, rows stay in file order. `keyOf` is called once for each row, in file
 * order. If `keyOf` returns undefined, the row has the same key as the row above it. If `keyOf` returns null, the row
 * is placed after all other rows.
 */
export type Gather = (
  batches: AsyncIterable<readonly Row[]>,
  keyOf: (row: Row) => string | undefined | null,
) => AsyncIterable<readonly Row[]>;

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
