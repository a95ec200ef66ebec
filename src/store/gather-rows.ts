import type { Gather } from "../evaluation/gather.js";
import type { Row } from "../formats/row.js";
import { DatabaseSync } from "./sqlite-library.js";

/** How many rows are handed on at once. */
const rowsAtOnce = 1_000;

interface GatheredRow {
  readonly line: number;
  readonly cells: string;
  readonly issues: string | null;
  readonly of: string | null;
  readonly file: number | null;
}

/** Rows wait in a temporary database, which SQLite keeps in a file without a name as far as it is large, and orders on disk. */
export const gatherRows: Gather = async function* (batches, keyOf) {
  const database = new DatabaseSync("");
  try {
    database.exec(
      "pragma journal_mode=off; pragma synchronous=off; pragma locking_mode=exclusive; pragma temp_store=file; pragma cache_size=-32768",
    );
    database.exec(
      "create table rows (key text, line integer, cells text, issues text, of_table text, file integer); begin",
    );
    const put = database.prepare("insert into rows values (?, ?, ?, ?, ?, ?)");
    let key = "";
    for await (const batch of batches) {
      for (const row of batch) {
        const own = keyOf(row);
        if (own !== null) key = own ?? key;
        const issues = row.issues === undefined ? null : JSON.stringify(row.issues);
        put.run(
          own === null ? null : key,
          row.line,
          JSON.stringify(row.cells),
          issues,
          row.of ?? null,
          row.file ?? null,
        );
      }
    }
    database.exec("commit");
    const ordered = database.prepare(
      'select line, cells, issues, of_table as "of", file from rows order by key is null, key, rowid',
    );
    let rows: Row[] = [];
    for (const found of ordered.iterate()) {
      const { line, cells, issues, of, file } = found as unknown as GatheredRow;
      rows.push({
        line,
        cells: JSON.parse(cells) as readonly string[],
        ...(of === null ? {} : { of }),
        ...(file === null ? {} : { file }),
        ...(issues === null ? {} : { issues: JSON.parse(issues) as NonNullable<Row["issues"]> }),
      });
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  } finally {
    database.close();
  }
};
