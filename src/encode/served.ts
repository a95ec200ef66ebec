import { z } from "zod";
import type { AnyRecord, RecordType, Value } from "../records/record-type.js";
import { inChunks } from "./chunks.js";

/**
 * What `GET /staff` and its siblings answer. The interface shows neither the list's envelope nor the tax codes' fields
 * (`interface.md` sections 2.8 and 4.2), so an account may choose them.
 */
export const serveSchema = z.strictObject({
  envelope: z
    .strictObject({ key: z.string().min(1) })
    .optional()
    .meta({
      description: "Wrap the array in an object under this key; a bare array when omitted.",
      examples: [{ key: "data" }],
    }),
  optional_fields: z
    .array(z.string())
    .optional()
    .meta({
      description: "Which optional fields are served; all that the list has when omitted.",
      examples: [["rate", "country"]],
    }),
  blank: z
    .enum(["null", "absent"])
    .optional()
    .meta({
      description: "Whether a field without a value is served as `null` (the default) or left out.",
      examples: ["null"],
    }),
});

export type ServeSettings = z.infer<typeof serveSchema>;

/** The answer of a list endpoint, in chunks of text; records stand in the order given. */
export function* servedJson(
  type: RecordType,
  records: Iterable<AnyRecord>,
  settings: ServeSettings,
): Generator<string> {
  const fields = type.columns.filter(
    (name) =>
      type.requiredColumns.includes(name) ||
      settings.optional_fields === undefined ||
      settings.optional_fields.includes(name),
  );
  yield settings.envelope ? `{${JSON.stringify(settings.envelope.key)}:[` : "[";
  let separator = "";
  yield* inChunks(records, (record) => {
    const text = separator + JSON.stringify(served(record, fields, settings));
    separator = ",";
    return text;
  });
  yield settings.envelope ? "]}" : "]";
}

function served(
  record: AnyRecord,
  fields: readonly string[],
  settings: ServeSettings,
): Record<string, Value> {
  const answer: Record<string, Value> = {};
  for (const field of fields) {
    const value = record[field];
    if (value === undefined) continue;
    if (value === null && settings.blank === "absent") continue;
    answer[field] = value;
  }
  return answer;
}
