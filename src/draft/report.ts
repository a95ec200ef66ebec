import type { Guess } from "./guess.js";
import { samplesOf } from "./mask.js";
import type { GuessOperation } from "./field-guess.js";

/**
 * Converts a guess to plain data for `lading guess --json`. Sample values from staff lists are masked, and values in
 * secret columns are never shown.
 */
export function guessReport(guess: Guess) {
  const personal = guess.record === "staff";
  const samples = (names: readonly string[], field: string, columns: Guess["columns"]) =>
    names.map((name) => {
      const column = columns.find((each) => each.name === name);
      return column === undefined ? [] : samplesOf(column, personal || field === "operator");
    });
  const fieldData = (fields: Guess["fields"], columns: Guess["columns"]) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, found]) => [
        field,
        found.decision === "chosen"
          ? {
              decision: found.decision,
              columns: found.columns,
              ...operationData(found.operation),
              confidence: found.confidence,
              reason: found.reason,
              warnings: found.warnings,
              samples: samples(found.columns, field, columns),
              runners_up: found.runnersUp,
            }
          : { decision: found.decision, reason: found.reason, candidates: found.candidates },
      ]),
    );
  const { documents } = guess;
  return {
    verdict: guess.verdict,
    code: guess.refusal ?? null,
    reason: guess.reason,
    record: guess.record ?? null,
    detected_record: {
      type: guess.kind.type ?? null,
      confidence: guess.kind.confidence,
      reason: guess.kind.reason,
    },
    system: guess.system ?? null,
    fields: fieldData(guess.fields, documents?.columns ?? guess.columns),
    ...(documents === undefined
      ? {}
      : { elements: { list: documents.list, fields: fieldData(documents.elements, documents.columns) } }),
    refused: guess.refused,
    rows: {
      records: guess.rows.rows.length,
      examples: guess.rows.examples,
      totals: guess.rows.footers.length,
      captions: guess.rows.captions,
      continuations: guess.rows.continuations,
    },
    duplicates: guess.duplicates.map((duplicate) => ({
      rows: duplicate.rows.map((place) => place + 1),
      equal: duplicate.same,
    })),
  };
}

/** In a value map, null indicates that a person still has to supply the value's meaning. */
function operationData(operation: GuessOperation): Record<string, unknown> {
  const data: Record<string, unknown> = { ...operation };
  if ("values" in operation) {
    data["values"] = Object.fromEntries([...operation.values].map(([value, said]) => [value, said ?? null]));
  }
  return data;
}
