/** SQLite itself, for the thread that holds the store and for temporary databases. */
export { DatabaseSync, type StatementSyncInstance } from "@photostructure/sqlite";
