import type { Evaluation } from "../../convert/evaluation.js";
import type { Delivered, Figure, Tripped } from "../lists/guard.js";
import type { DecisionInputs, DeliveryCounts } from "../lists/log.js";
import type { Reconciled } from "../lists/reconcile.js";
import type { CompiledMapping } from "../../mapping/mapping.js";

/** `waiting`: a required list does not exist yet. */
export type DeliveryEvaluation =
  | { readonly verdict: "waiting"; readonly for: string; readonly inputs: DecisionInputs }
  /** The reader process was killed or crashed, so the file's content is unknown. */
  | { readonly verdict: "crashed"; readonly reason: string }
  | (EvaluatedFile & {
      readonly verdict: "rejected";
      readonly codes: readonly string[];
      readonly reason: string;
    })
  | (EvaluatedFile & Result & { readonly verdict: "held"; readonly guards: readonly Tripped[] })
  | (EvaluatedFile & Result & { readonly verdict: "unchanged" })
  | (EvaluatedFile & Result & { readonly verdict: "publish"; readonly guards: readonly Tripped[] });

export interface EvaluatedFile {
  readonly inputs: DecisionInputs;
  readonly counts: DeliveryCounts;
  readonly evaluated: Evaluation;
  readonly mapping: CompiledMapping;
}

export interface Result {
  readonly result: Reconciled;
  /** Hash of the file and its changes. A release approves exactly these changes. */
  readonly changeSet: string;
  readonly columns: readonly string[];
  /** Data about this delivery, to be compared with the next delivery for the part. */
  readonly delivered: Delivered;
  /** The measurements of all guards that have figures. */
  readonly figures: readonly Figure[];
}
