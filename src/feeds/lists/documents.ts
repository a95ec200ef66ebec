import { basename } from "node:path";
import type { Queries } from "../../store/store.js";
import { feedNamed } from "./feed-log.js";

/** Documents stored with a delivery: its report and its rejected rows. */

export const reportName = "report.json";

/**
 * File name for the rejected rows from a file. The feed that claims the file also claims the corrected rows under
 * this name.
 */
export function rejectsName(file: string): string {
  return `${labelOf(file)}.rejects.csv`;
}

/** Converts a partner's file name to a safe label without a path or special characters. */
export function labelOf(name: string): string {
  const label = basename(name)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "_")
    .replace(/^[.\-_ ]+/, "")
    .slice(0, 80);
  return label === "" ? "delivery" : label;
}

export async function documentNames(db: Queries, feed: string, delivery: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("name")
    .distinct()
    .where("feed", "=", feedNamed(db, feed))
    .where("delivery", "=", delivery)
    .execute();
  return rows.map(({ name }) => name);
}

/** Returns the contents of a document, or "" if it does not exist. */
export async function readDocument(
  db: Queries,
  feed: string,
  delivery: string,
  name: string,
): Promise<string> {
  const pieces = await db
    .selectFrom("documents")
    .select("text")
    .where("feed", "=", feedNamed(db, feed))
    .where("delivery", "=", delivery)
    .where("name", "=", name)
    .orderBy("piece")
    .execute();
  return pieces.map(({ text }) => text).join("");
}
