/** A signed-in caller. The account and the credential are logged with every request. */
export type Caller = Readonly<{
  account: string;
  /** Public ID of the credential. */
  credential: string;
}>;

/** Why a sign-in failed. The reason is logged but never sent to the client. */
export interface WhyNot {
  readonly why: "no_credentials" | "malformed" | "unknown" | "expired" | "revoked" | "unknown_account";
}
