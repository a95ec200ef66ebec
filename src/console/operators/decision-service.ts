import type { PartnerMessage } from "../../feeds/alerts/partner-message.js";

/** What the operators' page asks of somebody else: to read deliveries, and to decide them. */

/** Evaluates and decides deliveries for the operators' page, in another process than the one that serves lists. */
export interface DecisionService {
  /** What a delivery comes to, as a part of a page. */
  look(feed: string, delivery: string): Promise<DeliveryView | DecisionRefusal>;
  decide(order: Order): Promise<Decided | DecisionRefusal>;
}

export interface DeliveryView {
  /** The markup. */
  readonly part: string;
  /** What to write to the partner about it. Undefined when there is nothing to ask. */
  readonly partner?: PartnerMessage | undefined;
  /** What it would change: only that is let through. Undefined when there is nothing to decide. */
  readonly changeSet?: string;
  /** How many of its rows are rejected. */
  readonly rejected?: number;
  /** Set when no reason lets it through. */
  readonly isUnusable?: boolean;
}

export interface Order {
  readonly verb: "release" | "reject";
  readonly feed: string;
  readonly delivery: string;
  readonly changeSet: string;
  readonly reason: string;
  /** Name of the person. */
  readonly by: string;
}

interface Decided {
  readonly isDone: boolean;
  readonly sentence: string;
}

/** Why nothing can be shown or done. */
export interface DecisionRefusal {
  readonly refused: string;
}
