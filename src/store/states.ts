/** The allowed values of columns with a fixed set of values. The database refuses all others. */

/** Statuses of a delivery (`docs/semantics.md` section 2). */
export const deliveryStatuses = [
  "RECEIVED",
  "WAITING",
  "HELD",
  "PUBLISHED",
  "UNCHANGED",
  "SUPERSEDED",
  "REJECTED",
  "QUARANTINED",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type DecidedStatus = Exclude<DeliveryStatus, "RECEIVED">;
export const decidedStatuses = deliveryStatuses.filter(
  (status): status is DecidedStatus => status !== "RECEIVED",
);

/** Steps in a feed's log (`docs/semantics.md` section 2). */
export const logStates = [
  ...deliveryStatuses,
  "READ",
  "VALIDATED",
  "CRASHED",
  "RETRY",
  "ACKED",
  "RELEASED",
  "REPLAYED",
  "ROLLED_BACK",
  "RESUMED",
  "RESTAMPED",
  "FORGOTTEN",
] as const;

export const changeKinds = ["added", "changed", "revived", "deactivated", "removed"] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const storedEncodings = ["gzip", "br"] as const;
export type StoredEncoding = (typeof storedEncodings)[number];

/**
 * What a fault affects: the processing of a feed, the files at its source, an output, the events for the platform, or
 * the invoices for the FFS.
 */
export const faultKinds = ["feed", "file", "output", "events", "outbox"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Why no feed processes a file at a source. */
export const unprocessedKinds = ["ignored", "unclaimed", "arriving"] as const;
export type UnprocessedKind = (typeof unprocessedKinds)[number];

export const credentialKinds = ["token", "client", "operator"] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const outboxStates = [
  /** Stored, but not yet sent. */
  "RECORDED",
  /** The complete file is on disk, in a folder that the FFS does not read. */
  "WRITTEN",
  /** The file is being renamed to its final name. From this point on, the FFS may have received the invoice. */
  "SENDING",
  /** The file has its final name. */
  "SENT",
  /** The file has disappeared from the outbox folder, which does not prove that it was imported. */
  "PICKED_UP",
  /** It is unknown whether the FFS has received the invoice. */
  "IN_DOUBT",
  /** The FFS or a person confirmed that the FFS has the invoice. */
  "IMPORTED",
  /** The FFS or a person reported that the FFS refused the invoice. */
  "REFUSED",
  /** The invoice was withdrawn before the FFS received it. */
  "WITHDRAWN",
] as const;
export type OutboxState = (typeof outboxStates)[number];
