import { z } from "zod";
import { recordTypeNames } from "../records/index.js";
import type { PlainYaml } from "./messages.js";

/** What the page may ask for; anything else is refused before it does something. */

const plain: z.ZodType<PlainYaml> = z.lazy(() =>
  z.union([z.string().max(100_000), z.array(plain), z.record(z.string(), plain)]),
);
const field = z.string().max(100);
const text = z.string().max(10_000);

const commandSchema = z.discriminatedUnion("do", [
  z.strictObject({ do: z.enum(["column", "turn round"]), field, column: text }),
  z.strictObject({
    do: z.literal("columns"),
    field,
    shape: z.enum(["first", "join"]),
    columns: z.array(text).max(50),
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
    path: z.tuple([z.string().max(100)], z.string().max(1000)),
    value: plain.nullable(),
  }),
  z.strictObject({ do: z.enum(["heading", "end", "leave out"]), place: z.number().int().min(0) }),
  z.strictObject({ do: z.literal("leave out value"), column: text, value: text }),
  z.strictObject({ do: z.literal("text"), text: z.string().max(1_000_000) }),
  z.strictObject({ do: z.literal("record"), record: z.enum(recordTypeNames) }),
  z.strictObject({ do: z.literal("account"), account: text }),
  z.strictObject({ do: z.literal("undo") }),
  z.strictObject({ do: z.literal("reload") }),
  z.strictObject({ do: z.literal("load"), path: text }),
  z.strictObject({ do: z.literal("refer"), target: z.enum(recordTypeNames), sample: text }),
  z.strictObject({ do: z.literal("fit"), path: text }),
]);

export const commandRequest = z.strictObject({ revision: z.number(), command: commandSchema });

export const saveRequest = z.strictObject({
  revision: z.number(),
  partner: z.string().max(200),
  examples: z.boolean(),
  overwrite: z.boolean(),
});

export const promoteRequest = z.strictObject({ by: z.string().max(200), reason: z.string().max(2000) });

export const secretRequest = z.strictObject({
  kind: z.enum(["operator", "token"]),
  account: text,
  name: z.string().max(200),
});

export const pickRequest = z.strictObject({ source: text, name: text });

export const rowsRequest = z.object({
  filter: z.enum(["all", "rejected", "asked", "skipped", "accepted", "issues"]),
  from: z.coerce.number().int().min(0),
  count: z.coerce.number().int().min(1).max(500),
});

const feedWords = z.strictObject({
  account: text,
  country: text,
  zone: text,
  tax: z.enum(["tax", "non_tax", "unchecked"]),
  source: text,
  place: z.enum(["folder", "sftp"]),
  folder: text,
  host: text,
  hostKey: text,
  user: text,
  secret: text,
  files: text,
});

export const deliverRequest = z.strictObject({ feed: text });

/** `base`: what was shown is written, when the file is still the one it was made for. */
export const feedRequest = z.strictObject({ wanted: feedWords, base: text.optional() });
