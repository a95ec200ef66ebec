export const trialLimits = {
  /** Maximum size of a sample in bytes. A few thousand rows are enough to create a mapping. */
  bytes: 20 * 1024 * 1024,
  /** Maximum size, in bytes, of a request about a mapping. */
  bodyBytes: 4 * 1024 * 1024,
  /**
   * Maximum number of samples per person, across all sessions. If the limit is reached, a new sample replaces the
   * oldest sample in the person's least recently used session.
   */
  ofPerson: 3,
  /**
   * Maximum total number of samples. If the limit is reached, a new sample replaces the oldest sample in the least
   * recently used session. If that session was used within the last `idle` milliseconds, the new sample is refused.
   */
  ofAll: 20,
  /** Milliseconds without a request after which a session counts as unused. */
  idle: 30 * 60_000,
};
