/** Limits for people who try mappings on the shared console. */
export const trialLimits = {
  /** Bytes of a sample. A few thousand rows are enough for a mapping. */
  bytes: 20 * 1024 * 1024,
  /** Bytes of a request about a mapping. */
  bodyBytes: 4 * 1024 * 1024,
  /** Samples of a person, in all sessions. The oldest is closed for a new one. */
  ofPerson: 3,
  /** Samples of all people. One that was unused for `idle` is closed for a new one. */
  ofAll: 20,
  /** Milliseconds. */
  idle: 30 * 60_000,
};
