import { z } from "zod";
import { recordTypeNames } from "../../model/record-types/index.js";
import type { Plain } from "../../mapping/yaml-document.js";

/**
 * What the page may ask for; anything else is refused before it does something. The page takes the types of what it asks from here,
 * and nothing but types.
 */

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
  z.strictObject({ do: z.literal("answer"), field, value: text, answer: text }),
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
  // Of a row of the table: it holds the headings, the list ends before it, rows like it are left out.
  z.strictObject({ do: z.enum(["heading", "end", "leave out"]), rowIndex }),
  // Of a value of a column, empty for a blank cell: rows that hold it are left out.
  z.strictObject({ do: z.literal("leave out value"), column: text, value: text }),
  z.strictObject({ do: z.literal("text"), text: z.string().max(1_000_000) }),
  z.strictObject({ do: z.literal("record"), record: z.enum(recordTypeNames) }),
  z.strictObject({ do: z.literal("account"), account: text }),
  z.strictObject({ do: z.literal("undo") }),
  // Takes the file's content as the text.
  z.strictObject({ do: z.literal("reload") }),
  z.strictObject({ do: z.literal("load"), path: text }),
  // Checks references against another sample; empty: no more.
  z.strictObject({ do: z.literal("refer"), target: z.enum(recordTypeNames), sample: text }),
  // Opens a mapping, and binds its headings to what they are called in this file.
  z.strictObject({ do: z.literal("fit"), path: text }),
]);

/** What a form asks for. */
export type FormCommand = z.infer<typeof commandSchema>;

export const commandRequest = z.strictObject({ revision: z.number(), command: commandSchema });

const saveSchema = z.strictObject({
  partner: z.string().max(200),
  examples: z.boolean(),
  /** Writes over a file that another program changed or made. */
  overwrite: z.boolean(),
});

export type SaveRequest = z.infer<typeof saveSchema>;

export const saveRequest = saveSchema.extend({ revision: z.number() });

export const promoteRequest = z.strictObject({ by: z.string().max(200), reason: z.string().max(2000) });

export const secretRequest = z.strictObject({
  kind: z.enum(["operator", "token"]),
  /** Of a token. */
  account: text,
  name: z.string().max(200),
});

/** A secret that opens the operators' page to a person, or the lists of an account to the platform. */
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
  /** Of an account that is new. */
  country: text,
  zone: text,
  /** `unchecked`: with tax, and no list of tax codes is known. */
  tax: z.enum(["tax", "non_tax", "unchecked"]),
  /** Name of a source of the workspace; empty: a new one, as the next words say. */
  source: text,
  place: z.enum(["folder", "sftp"]),
  /** Folder of this machine, or directory of the server. */
  folder: text,
  /** Of the server, with its port where that is another than 22: `sftp.acme.example:2222`. */
  host: text,
  /** Fingerprint of the server's key that a person compared; empty before that. */
  hostKey: text,
  user: text,
  /** Where the password or the key is: `env:NAME`, `file:PATH`. */
  secret: text,
  files: text,
});

/** A feed that is wanted for a promoted mapping. */
export type FeedRequest = z.infer<typeof feedSchema>;

/** `base`: what was shown is written, when the file is still the one it was made for. */
export const feedRequest = z.strictObject({ wanted: feedSchema, base: text.optional() });

export const listRequest = z.object({ format: z.enum(["csv", "xlsx", "json"]) });

export const deliverRequest = z.strictObject({ feed: text });
