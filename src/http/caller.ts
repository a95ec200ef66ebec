/** Who may read, and what; it stands in the log as it is. */
export type Caller = Readonly<{
  account: string;
  /** Public id of the credential. */
  credential: string;
}>;

/** Why somebody may not; for the log alone. */
export interface WhyNot {
  readonly why: "no_credentials" | "malformed" | "unknown" | "expired" | "revoked" | "unknown_account";
}
