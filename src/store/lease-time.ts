/** How long a lease lasts unless it is renewed, in milliseconds. */
export const leaseTime = 30_000;
