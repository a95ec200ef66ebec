import type { Done, DeliveryReport } from "./views.js";

/**
 * Operations that the console requests from the process that evaluates and decides deliveries and provides
 * files. The process that serves lists has no partner passwords, so it asks its parent. A local console runs
 * them in its own process.
 */
export interface Operations {
  /** Returns the report of a delivery. A held delivery is evaluated against the current list. */
  delivery(of: DeliveryName): Promise<DeliveryReport | Refused>;
  decide(order: Order): Promise<Done | Refused>;
  rollBack(order: RollbackOrder): Promise<Done | Refused>;
  resume(order: FeedOrder): Promise<Done | Refused>;
  deliver(order: DeliverOrder): Promise<Done | Refused>;
  /** The bytes of a delivery as they came. */
  original(of: DeliveryName): Promise<StoredFile | Refused>;
  /** Writes the current list of a feed to a file, which the caller deletes. */
  list(of: ListOrder): Promise<StoredFile | Refused>;
  decideInvoice(order: InvoiceOrder): Promise<Done | Refused>;
  /** The result of a decision that went on after its first answer. Undefined result: it still goes on. */
  later(of: { readonly order: string }): Promise<LateResult | Refused>;
  /** Immediately retries notifications that are waiting or were refused. */
  retryEvents(of: { readonly account: string; readonly by: string }): Promise<Done | Refused>;
}

/**
 * Requests of people who try mappings on the shared console. A process of its own reads their samples, without
 * the partners' passwords. It keeps the samples of each sign-in session apart, and changes no workspace.
 */
export interface Trials {
  ask(this: void, order: TrialOrder): Promise<TrialAnswer | Refused>;
  /** Deletes the samples of a session. */
  end(this: void, of: { readonly session: string }): Promise<object>;
}

export interface TrialOrder {
  /** Id of the sign-in session, which owns the samples. */
  readonly session: string;
  /** Id of the person's access key. */
  readonly key: string;
  /** Such as `GET session/rows`. */
  readonly route: string;
  /** Id of the sample in the session; empty for a new one. */
  readonly sample: string;
  /** The body, or the query of a GET request. */
  readonly asked: unknown;
  /** A new sample: its file name, and the name of its upload. */
  readonly file?: { readonly name: string; readonly upload: string };
}

/** JSON, or a file to download: its upload has the bytes, and the caller deletes it. */
export type TrialAnswer =
  | { readonly status: number; readonly json: object }
  | { readonly download: { readonly name: string; readonly upload: string; readonly size: number } };

export interface LateResult {
  readonly result?: Done | Refused;
}

export interface DeliveryName {
  readonly feed: string;
  /** Sha256. */
  readonly delivery: string;
}

interface ByPerson {
  readonly reason: string;
  /** Name of the person. */
  readonly by: string;
}

export interface Order extends DeliveryName, ByPerson {
  readonly verb: "release" | "reject";
  /** The changes that were shown. Only these are approved. */
  readonly changeSet: string;
}

export interface FeedOrder extends ByPerson {
  readonly feed: string;
}

export interface RollbackOrder extends FeedOrder {
  readonly to: number;
}

/** A file that a person delivers. */
export interface DeliverOrder extends FeedOrder {
  readonly name: string;
  readonly size: number;
  /** Name of the uploaded file in the workspace's folder for temporary files. */
  readonly upload: string;
}

export interface ListOrder {
  readonly feed: string;
  readonly format: "csv" | "xlsx" | "json";
}

export interface InvoiceOrder extends ByPerson {
  readonly id: string;
  readonly action: "confirm" | "resend";
}

export interface StoredFile {
  /** On this machine. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

/** Why an operation was refused. */
export interface Refused {
  readonly refused: string;
}
