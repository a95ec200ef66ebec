import type { OriginalFile } from "../../api/views.js";
import { dateTime } from "../shown.js";
import { texts } from "../texts.js";

const say = texts.console.feed;

/** Compares the original file with the current list, and warns if the file may be incomplete. */
export function AboutOriginal({
  original,
  records,
}: {
  readonly original: OriginalFile;
  /** Number of records in the current list. */
  readonly records: number;
}) {
  const warning = say.originalWarning(original);
  return (
    <>
      {say.originalFile(dateTime(original.receivedAt), original.rows, records)}{" "}
      {warning !== "" && <strong>{warning}</strong>}
    </>
  );
}
