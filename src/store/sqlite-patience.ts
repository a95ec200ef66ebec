/** Milliseconds that a statement waits for a writer in another process. */
export const patience = 20_000;
