/** Limits for people who try mappings on the shared console. */
export const trialLimits = {
  /** Maximum size of a sample in bytes. A few thousand rows are enough to create a mapping. */
  bytes: 20 * 1024 * 1024,
  /** Maximum size, in bytes, of a request about a mapping. */
  bodyBytes: 4 * 1024 * 1024,
  /**
   * Maximum number of samples per person, across all sessions. When a new sample is opened, the oldest sample is
   * closed.
   */
  ofPerson: 3,
  /**
   * Maximum total number of samples. When a new sample is opened, a sample that has not been used for `idle` is
   * closed.
   */
  ofAll: 20,
  /** Milliseconds. */
  idle: 30 * 60_000,
};
