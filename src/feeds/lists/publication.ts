import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { serveSettingsSchema, type ServeSettings } from "../../formats/output/served.js";
import type { Delivered } from "./guard.js";

/** What a publication says of itself (`docs/semantics.md` section 5). */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const instant = z.iso.datetime({ precision: 3 });
const count = z.number().int().min(0);

/** How the bytes of a list are sent to those who ask for them so. */
export type ServedEncoding = "identity" | StoredEncoding;

/** Of those, what the store keeps: the plain bytes would be most of what a publication writes, and are in the others. */
export type StoredEncoding = "gzip" | "br";

const bytes = z.strictObject({ bytes: count, sha256 });

export const publicationSchema = z.strictObject({
  feed: z.string(),
  record: z.string(),
  number: z.number().int().min(1),
  published_at: instant,
  /** Columns of the list in order. */
  columns: z.array(z.string()),
  counts: z.strictObject({
    records: count,
    active: count,
    added: count,
    changed: count,
    revived: count,
    deactivated: count,
    removed: count,
    carried: count,
  }),
  /** The delivery that it was made from: its sha256 and the name it came under. */
  source: z.strictObject({ sha256, name: z.string() }),
  mapping_sha256: sha256,
  /** The account's choices that the list is served with; absent when it made none. */
  serve: serveSettingsSchema.optional(),
  /** Set on a publication that `lading rollback` made: the number whose content it has. */
  rolled_back_to: z.number().int().min(1).optional(),
  /** Set when a record was removed from it for good, so that it is not what was published then. */
  forgotten: z.literal(true).optional(),
  engine: z.string(),
  /** sha256 of its records as NDJSON; of records that are served one by one, the sum of the sha256 of each line. */
  list_sha256: sha256,
  /** What it is served as; no bytes where records are served one by one. */
  served: z.strictObject({ identity: bytes, gzip: bytes, br: bytes }),
});

export type Publication = z.infer<typeof publicationSchema>;

/** The last delivery of each part, by part; private: what the next one is compared with. */
export type DeliveredParts = Readonly<Record<string, Delivered>>;

/** Whether what a publication serves was made as its account wants it now. */
export function isServedSo({ serve: then = {} }: Publication, now: ServeSettings): boolean {
  return isDeepStrictEqual(then, now);
}
