import type { Gather } from "../convert/gather.js";
import type { Row } from "../formats/row.js";
import { DatabaseSync } from "./sqlite-library.js";

/** Rows per batch. */
const rowsAtOnce = 1_000;

/** Sorts rows by key in a temporary database. SQLite keeps a large database in an unnamed file and sorts it on disk. */
export const gatherRows: Gather = async function* (batches, keyOf) {
  const database = new DatabaseSync("");
  try {
    database.exec(
      "pragma journal_mode=off; pragma synchronous=off; pragma locking_mode=exclusive; pragma temp_store=file; pragma cache_size=-32768",
    );
    database.exec("create table rows (key text, row text); begin");
    const put = database.prepare("insert into rows values (?, ?)");
    let key = "";
    for await (const batch of batches) {
      for (const row of batch) {
        const own = keyOf(row);
        if (own !== null) key = own ?? key;
        put.run(own === null ? null : key, JSON.stringify(row));
      }
    }
    database.exec("commit");
    const ordered = database.prepare("select row from rows order by key is null, key, rowid");
    let rows: Row[] = [];
    for (const { row } of ordered.iterate() as Iterable<{ readonly row: string }>) {
      rows.push(JSON.parse(row) as Row);
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  } finally {
    database.close();
  }
};
