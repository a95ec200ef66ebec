/** Who may read, and what; it stands in the log as it is. */
export type Caller = Readonly<{
  account: string;
  /** Public id of the credential. */
  credential: string;
}>;
