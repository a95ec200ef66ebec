import { z } from "zod";
import { recordTypeNames } from "../../model/record-types/index.js";
import type { Plain } from "../../mapping/yaml-document.js";

/** Schemas of the app's requests. All other requests are rejected. The app imports only the types. */

const plain: z.ZodType<Plain> = z.lazy(() =>
  z.union([z.string().max(100_000), z.array(plain), z.record(z.string(), plain)]),
);
const field = z.string().max(100);
const text = z.string().max(10_000);
const rowIndex = z.number().int().min(0);

const commandSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.enum(["column", "turn round"]), field, column: text }),
  z.strictObject({
    do: z.literal("columns"),
    field,
    shape: z.enum(["first", "join"]),
    columns: z.array(text).max(50).readonly(),
    separator: text,
  }),
  z.strictObject({ do: z.literal("constant"), field, value: text }),
  z.strictObject({ do: z.literal("clear"), field }),
  // If the answer is null, rows with the value are rejected.
  z.strictObject({ do: z.literal("answer"), field, value: text, answer: text.nullable() }),
  // Defines the meaning of one value. All values without a meaning are passed on unchanged.
  z.strictObject({ do: z.literal("means"), field, value: text, answer: text }),
  z.strictObject({
    do: z.literal("word"),
    field,
    word: z.string().regex(/^[a-z_]+$/),
    value: plain.nullable(),
  }),
  z.strictObject({
    do: z.literal("set"),
    path: z.tuple([z.string().max(100)], z.string().max(1000)).readonly(),
    value: plain.nullable(),
  }),
  // Makes a row the header, ends the list before the row, or skips the rows that begin in the same way.
  z.strictObject({ do: z.enum(["heading", "end", "leave out"]), rowIndex }),
  // Skips rows with a value in a column. An empty value matches blank cells.
  z.strictObject({ do: z.literal("leave out value"), column: text, value: text }),
  z.strictObject({ do: z.literal("text"), text: z.string().max(1_000_000) }),
  z.strictObject({ do: z.literal("record"), record: z.enum(recordTypeNames) }),
  z.strictObject({ do: z.literal("account"), account: text }),
  z.strictObject({ do: z.literal("undo") }),
  // Replaces the mapping text in the editor with the content of the mapping's file.
  z.strictObject({ do: z.literal("reload") }),
  z.strictObject({ do: z.literal("load"), path: text }),
  // Replaces the mapping text in the editor with an earlier version of the mapping.
  z.strictObject({ do: z.literal("restore"), file: text }),
  // Checks references against another open sample. If `sample` is empty, the workspace's list is used again.
  z.strictObject({ do: z.literal("refer"), target: z.enum(recordTypeNames), sample: text }),
  // Opens a mapping and adapts its headings to this file.
  z.strictObject({ do: z.literal("fit"), path: text }),
  // Continues with the mapping of another open sample that has the same headings.
  z.strictObject({ do: z.literal("answers"), sample: text }),
]);

/** A change that a person makes to a sample's mapping. */
export type FormCommand = z.infer<typeof commandSchema>;

export const commandRequest = z.strictObject({ revision: z.number(), command: commandSchema });

const saveSchema = z.strictObject({
  partner: z.string().max(200),
  examples: z.boolean(),
  /** If true, a file that a different program changed or created is overwritten. */
  overwrite: z.boolean(),
});

export type SaveRequest = z.infer<typeof saveSchema>;

export const saveRequest = saveSchema.extend({ revision: z.number() });

export const promoteRequest = z.strictObject({ by: z.string().max(200), reason: z.string().max(2000) });

export const secretRequest = z.strictObject({
  kind: z.enum(["operator", "token"]),
  /** The account that a token can read. Ignored for an access key. */
  account: text,
  name: z.string().max(200),
});

/** An access key for the console, or a token for an account's lists. */
export type SecretRequest = z.infer<typeof secretRequest>;

export const pickRequest = z.strictObject({ source: text, name: text });

export const rowsRequest = z.object({
  filter: z.enum(["all", "rejected", "asked", "skipped", "accepted", "issues"]),
  from: z.coerce.number().int().min(0),
  count: z.coerce.number().int().min(1).max(500),
});

export type RowFilter = z.infer<typeof rowsRequest>["filter"];

const feedSchema = z.strictObject({
  account: text,
  /** For a new account. */
  country: text,
  zone: text,
  /** `unchecked`: the account uses tax, but has no list of tax codes. */
  tax: z.enum(["tax", "non_tax", "unchecked"]),
  /** An existing source. Empty for a new source with the following properties. */
  source: text,
  place: z.enum(["folder", "sftp"]),
  /** A local folder or a directory on the server. */
  folder: text,
  /** Host name of the server. The port is included unless it is 22: `sftp.acme.example:2222`. */
  host: text,
  /** Fingerprint of the host key that a person compared. Empty until then. */
  hostKey: text,
  user: text,
  /** Reference to the password or key: `env:NAME`, `file:PATH`. */
  secret: text,
  files: text,
});

export type FeedRequest = z.infer<typeof feedSchema>;

/** `base` is the hash of the file for which the plan was made. The plan is written only if the file is unchanged. */
export const feedRequest = z.strictObject({ wanted: feedSchema, base: text.optional() });

export const listRequest = z.object({ format: z.enum(["csv", "xlsx", "json"]) });

export const deliverRequest = z.strictObject({ feed: text });

export const demonstrationRequest = z.strictObject({ action: z.enum(["broken", "changed", "invoice"]) });
