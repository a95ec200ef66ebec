/** Limits for people who try mappings on the shared console. */
export const trialLimits = {
  /** Size of a sample in bytes. A few thousand rows are enough for a mapping. */
  bytes: 20 * 1024 * 1024,
  /** Size of a request about a mapping in bytes. */
  bodyBytes: 4 * 1024 * 1024,
  /** Samples per person, across all sessions. The oldest is closed when a new one is opened. */
  ofPerson: 3,
  /** Samples of all people together. A sample that was unused for `idle` is closed when a new one is opened. */
  ofAll: 20,
  /** Milliseconds. */
  idle: 30 * 60_000,
};
