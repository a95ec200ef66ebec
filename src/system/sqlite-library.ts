/** The only module that imports SQLite, for the store's thread and for temporary databases. */
export { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
