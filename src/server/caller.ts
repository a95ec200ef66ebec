/** Who may read, and what. */
export interface Caller {
  readonly account: string;
  /** Public id of the credential, for the log. */
  readonly credential: string;
}
