import { PostgresDialect, type Dialect } from "./kysely.js";
import pg from "pg";

/** PostgreSQL behind Kysely. */

/** Numbers here stay far below 2^53, so a bigint is a number. */
const bigint = 20;

/** How many connections one process opens at most. */
const connections = 10;

export function postgresDialect(url: string): Dialect {
  pg.types.setTypeParser(bigint, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: "lading",
  });
  // An idle connection that breaks is no error of anybody's; whoever asks next gets another or is told.
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
}
