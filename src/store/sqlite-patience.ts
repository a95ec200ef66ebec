/** How long a statement waits for a writer in another process, in milliseconds. */
export const patience = 20_000;
