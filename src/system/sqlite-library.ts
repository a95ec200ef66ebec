/** The only import of SQLite, for the store's thread and for temporary databases. */
export { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
