import { basename } from "node:path";
import type { Queries } from "../../store/store.js";
import { feedNamed } from "./feed-log.js";

/** What is kept with a delivery: its report and its rejected rows. */

export const reportName = "report.json";

/** Name of the rejected rows of a file, to be corrected and sent back: the feed that claims the file claims it too. */
export function rejectsName(file: string): string {
  return `${labelOf(file)}.rejects.csv`;
}

/** A partner's file name as a label: no path, nothing that a shell or a terminal could trip over. */
export function labelOf(name: string): string {
  const label = basename(name)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "_")
    .replace(/^[.\-_ ]+/, "")
    .slice(0, 80);
  return label === "" ? "delivery" : label;
}

/** Names of the documents of a delivery. */
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

/** The text of a document; empty when there is none. */
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
