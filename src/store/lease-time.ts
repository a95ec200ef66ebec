/** Duration of a lease without renewal, in milliseconds. */
export const leaseTime = 30_000;
