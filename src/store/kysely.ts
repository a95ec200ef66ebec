/** The only module that imports Kysely, the query builder of the store. */
export {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
export type {
  DatabaseConnection,
  Dialect as SqlDialect,
  Driver,
  Generated,
  Insertable,
  QueryResult,
  RawBuilder,
  Selectable,
  SelectModifierNode,
  Transaction,
  TransactionSettings,
} from "kysely";
