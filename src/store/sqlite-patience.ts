/** How long a statement waits for the writer of another process, in milliseconds. */
export const patience = 20_000;
