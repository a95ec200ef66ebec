import type { DeliveryReport, Done, ForgetView, RollbackView } from "./views.js";

/**
 * Operations that evaluate deliveries, apply decisions and provide files. The process that serves lists does not have
 * the partners' passwords, so its console forwards these operations to the parent process. A local console runs the
 * operations in its own process.
 */
export interface Operations {
  /** Returns the report for a delivery. A held delivery is evaluated against the current list. */
  delivery(of: DeliveryName): Promise<DeliveryReport | Refused>;
  decide(order: Order): Promise<Done | Refused>;
  /** Compares an older version with the current list without changing anything. */
  previewRollBack(of: RollbackTo): Promise<RollbackView | Refused>;
  rollBack(order: RollbackOrder): Promise<Done | Refused>;
  resume(order: FeedOrder): Promise<Done | Refused>;
  /** Searches a feed for data about a person without changing anything. */
  previewForget(of: PersonInFeed): Promise<ForgetView | Refused>;
  forget(order: PersonInFeed & ByPerson): Promise<Done | Refused>;
  deliver(order: DeliverOrder): Promise<Done | Refused>;
  /** The bytes of a delivery as received. */
  original(of: DeliveryName): Promise<StoredFile | Refused>;
  /** Writes the current list of a feed to a file. The caller deletes the file. */
  list(of: ListOrder): Promise<StoredFile | Refused>;
  decideInvoice(order: InvoiceOrder): Promise<Done | Refused>;
  /** Returns the result of a slow decision. `result` is undefined while the decision is being processed. */
  later(of: { readonly order: string }): Promise<LateResult | Refused>;
  /** Makes the next run send an account's waiting and refused events again. */
  retryEvents(of: { readonly account: string; readonly by: string }): Promise<Done | Refused>;
}

/**
 * Handles requests from users who try mappings on the shared console. A separate process without the partners'
 * passwords reads the users' samples. That process keeps the samples of each sign-in session separate and never
 * changes the workspace.
 */
export interface Trials {
  ask(this: void, order: TrialOrder): Promise<TrialAnswer | Refused>;
  /** Deletes a session's samples. */
  end(this: void, of: { readonly session: string }): Promise<object>;
}

export interface TrialOrder {
  /** ID of the sign-in session that owns the samples. */
  readonly session: string;
  /** ID of the person's access key. */
  readonly key: string;
  /** For example, `GET session/rows`. */
  readonly route: string;
  /** ID of the sample in the session. Empty for a new sample. */
  readonly sample: string;
  /** The request body, or the query parameters of a GET request. */
  readonly asked: unknown;
  /** The original name of a new sample, and the name of its temporary file. */
  readonly file?: { readonly name: string; readonly upload: string };
}

/** `upload` is the name of the file that contains the bytes. The caller deletes this file. */
export type TrialAnswer =
  | { readonly status: number; readonly json: object }
  | { readonly download: { readonly name: string; readonly upload: string; readonly size: number } };

export interface LateResult {
  readonly result?: Done | Refused;
}

export interface DeliveryName {
  readonly feed: string;
  /** SHA-256 hash of the delivery, or its beginning. */
  readonly delivery: string;
}

interface ByPerson {
  readonly reason: string;
  readonly by: string;
}

export interface Order extends DeliveryName, ByPerson {
  readonly verb: "release" | "reject" | "replay";
  /** For an approval: identifies the changes that the person saw. A different set of changes is not approved. */
  readonly changeSet: string;
}

export interface FeedOrder extends ByPerson {
  readonly feed: string;
}

export interface RollbackTo {
  readonly feed: string;
  readonly to: number;
}

export interface RollbackOrder extends FeedOrder, RollbackTo {}

export interface PersonInFeed {
  readonly feed: string;
  /** `external_id` of the record. */
  readonly id: string;
}

export interface DeliverOrder extends FeedOrder {
  readonly name: string;
  readonly size: number;
  /** Name of the temporary file that contains the upload. */
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
  /** Path on this machine. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

export interface Refused {
  readonly refused: string;
}
