/** A signed-in caller. The caller is logged with every request. */
export type Caller = Readonly<{
  account: string;
  /** Public ID of the credential. */
  credential: string;
}>;

/** Why a sign-in failed. For the log only. */
export interface WhyNot {
  readonly why: "no_credentials" | "malformed" | "unknown" | "expired" | "revoked" | "unknown_account";
}
