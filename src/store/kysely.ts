import { createRequire } from "node:module";
import type * as Library from "kysely";

/**
 * The query builder of the store. Loaded with `require`, because the ES module loader would open its 280
 * modules at once and exceed a low limit of open files.
 */
const library = createRequire(import.meta.url)("kysely") as typeof Library;

export const { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql } = library;
export const { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } = library;

export type CompiledQuery<R = unknown> = Library.CompiledQuery<R>;
export type DatabaseConnection = Library.DatabaseConnection;
export type SqlDialect = Library.Dialect;
export type Driver = Library.Driver;
export type Generated<T> = Library.Generated<T>;
export type Insertable<Row> = Library.Insertable<Row>;
export type Kysely<Schema> = Library.Kysely<Schema>;
export type QueryResult<R> = Library.QueryResult<R>;
export type RawBuilder<R> = Library.RawBuilder<R>;
export type Selectable<Row> = Library.Selectable<Row>;
export type SelectModifierNode = Library.SelectModifierNode;
export type Transaction<Schema> = Library.Transaction<Schema>;
export type TransactionSettings = Library.TransactionSettings;
