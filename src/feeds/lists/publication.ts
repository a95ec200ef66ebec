import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { serveSettingsSchema, type ServeSettings } from "../../formats/output/served.js";
import type { StoredEncoding } from "../../store/states.js";
import type { Delivered } from "./guard.js";

/** Metadata of a publication (`docs/semantics.md` section 5). */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const instant = z.iso.datetime({ precision: 3 });
const count = z.number().int().min(0);

/**
 * Encodings in which a list is served. The uncompressed bytes are not stored, because they would be the largest part
 * of a publication and can be restored from the compressed ones.
 */
export type ServedEncoding = "identity" | StoredEncoding;

const bytes = z.strictObject({ bytes: count, sha256 });

export const publicationSchema = z.strictObject({
  feed: z.string(),
  record: z.string(),
  number: z.number().int().min(1),
  published_at: instant,
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
  /** The delivery that produced the publication: its SHA-256 hash and file name. */
  source: z.strictObject({ sha256, name: z.string() }),
  mapping_sha256: sha256,
  /** The account's serving settings. Absent if there are none. */
  serve: serveSettingsSchema.optional(),
  /** Set after `lading rollback`: the number of the restored version. */
  rolled_back_to: z.number().int().min(1).optional(),
  /** Set after a record was permanently removed, so the content differs from the published content. */
  forgotten: z.literal(true).optional(),
  engine: z.string(),
  /**
   * SHA-256 hash of the records as NDJSON. For records that are fetched individually, the sum of the hashes of all
   * lines, modulo 2^256.
   */
  list_sha256: sha256,
  /** Sizes and hashes of the served bytes. The sizes are zero if records are fetched individually. */
  served: z.strictObject({ identity: bytes, gzip: bytes, br: bytes }),
});

export type Publication = z.infer<typeof publicationSchema>;

/** Data about the last delivery for each part, for comparison with the next one. Private. */
export type DeliveredParts = Readonly<Record<string, Delivered>>;

export function isServedSo({ serve: then = {} }: Publication, now: ServeSettings): boolean {
  return isDeepStrictEqual(then, now);
}
