import { z } from "zod";
import type { AnyRecord, RecordType, Value } from "../../model/record-type.js";
import { joinedBy, jsonLines } from "./chunks.js";
import { option } from "../../model/scalars.js";

/**
 * Options for the responses of list endpoints such as `GET /staff`. The interface defines neither the envelope of a
 * list nor the fields of tax codes (`docs/interface.md` sections 2.8 and 4.2), so accounts can choose them.
 */
export const serveSchema = z.strictObject({
  envelope: option(
    z.strictObject({
      key: z
        .string()
        .min(1)
        .meta({ description: "The key of the array.", examples: ["data"] }),
    }),
    "Wraps the array in an object with one key. Default: a bare array.",
    { key: "data" },
  ),
  optional_fields: option(
    z.array(z.string()),
    "Optional fields to serve. Default: all optional fields of the list.",
    ["rate", "country"],
  ),
  blank: option(
    z.enum(["null", "absent"]),
    "How a field without a value is served: as `null` (the default) or omitted.",
    "null",
  ),
});

/** The options, including the account's own field names, keyed by Lading's names. */
export const serveSettingsSchema = serveSchema.extend({
  rename: z.record(z.string(), z.string()).optional(),
});

export type ServeSettings = z.infer<typeof serveSettingsSchema>;

/**
 * `columns` contains the fields of every record, in order. `pieces` yields the records as lines of JSON, in chunks of
 * whole lines.
 */
export async function* servedJson(
  type: RecordType,
  columns: readonly string[],
  pieces: AsyncIterable<Uint8Array>,
  settings: ServeSettings,
): AsyncGenerator<string | Uint8Array> {
  const fields = type.columns.filter(
    (name) =>
      type.requiredColumns.includes(name) ||
      settings.optional_fields === undefined ||
      settings.optional_fields.includes(name),
  );
  const isUnchanged =
    settings.blank !== "absent" &&
    settings.rename === undefined &&
    columns.every((column) => fields.includes(column));
  yield settings.envelope ? `{${JSON.stringify(settings.envelope.key)}:[` : "[";
  let separator = "";
  for await (const piece of pieces) {
    if (separator !== "") yield separator;
    yield isUnchanged
      ? joinedBy(",", piece)
      : jsonLines(piece)
          .map((line) => JSON.stringify(served(JSON.parse(line) as AnyRecord, fields, settings)))
          .join(",");
    separator = ",";
  }
  yield settings.envelope ? "]}" : "]";
}

function served(
  record: AnyRecord,
  fields: readonly string[],
  settings: ServeSettings,
): Record<string, Value> {
  const response: Record<string, Value> = {};
  for (const field of fields) {
    const value = record[field];
    if (value === undefined) continue;
    if (value === null && settings.blank === "absent") continue;
    response[settings.rename?.[field] ?? field] = value;
  }
  return response;
}
