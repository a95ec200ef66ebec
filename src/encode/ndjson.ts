import type { Encoder } from "./encoder.js";
import { asServed } from "../records/fields.js";
import { inChunks, servedLines } from "./chunks.js";

/** One JSON record a line, ended by a line feed. */
export const ndjson: Encoder = {
  name: "ndjson",
  summary: "one JSON record a line",
  mediaType: "application/x-ndjson",
  async *encode({ records }) {
    yield* inChunks(records, (record) => `${asServed(JSON.stringify(record))}\n`);
  },
  encodeLines: (_columns, pieces) => servedLines(pieces),
};
