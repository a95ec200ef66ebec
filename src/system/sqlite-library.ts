/** SQLite itself, for the thread that holds the store and for temporary databases. */
export { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
