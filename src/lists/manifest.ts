import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { serveSchema, type ServeSettings } from "../encode/served.js";

/**
 * What a publication says of itself: `manifest.json` in `data/accounts/<account>/<record-type>/pub/<N>/`
 * (`docs/semantics.md` section 5). The publication is current when N is the highest whose manifest verifies.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const instant = z.iso.datetime({ precision: 3 });

/** The files of a publication: the list in three encodings, and what is served with its compressed forms. */
export const publicationFiles = [
  "list.json",
  "list.ndjson",
  "list.csv",
  "served.json",
  "served.json.gz",
  "served.json.br",
] as const;

/** What a publication keeps for the next one, in private; never served. */
export const privateFiles = ["notes.ndjson", "delivered.json", "changes.ndjson"] as const;

export const manifestSchema = z.strictObject({
  lading: z.literal(1),
  feed: z.string(),
  record: z.string(),
  number: z.number().int().min(1),
  published_at: instant,
  /** Columns of the list in order. */
  columns: z.array(z.string()),
  counts: z.strictObject({
    records: z.number().int().min(0),
    active: z.number().int().min(0),
    added: z.number().int().min(0),
    changed: z.number().int().min(0),
    revived: z.number().int().min(0),
    deactivated: z.number().int().min(0),
    removed: z.number().int().min(0),
    carried: z.number().int().min(0),
  }),
  /** The delivery that it was made from: its sha256 and the name it came under. */
  source: z.strictObject({ sha256, name: z.string() }),
  mapping_sha256: sha256,
  /** The account's choices that `served.json` was made with; absent when it made none. */
  serve: serveSchema.optional(),
  /** Set on a publication that `lading rollback` made: the number whose content it has. */
  rolled_back_to: z.number().int().min(1).optional(),
  engine: z.string(),
  /** By file name: length in bytes and sha256. */
  files: z.record(z.string(), z.strictObject({ bytes: z.number().int().min(0), sha256 })),
  /** sha256 of this manifest's compact JSON without the seal: a flipped bit is found. */
  seal: sha256,
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Whether what a publication serves was made as its account wants it now. */
export function isServedSo({ serve: then = {} }: Manifest, now: ServeSettings): boolean {
  return isDeepStrictEqual(then, now);
}
