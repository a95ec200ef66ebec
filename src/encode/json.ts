import type { Encoder } from "./encoder.js";
import { asServed } from "../records/fields.js";
import { inChunks, joinedBy, servedLines } from "./chunks.js";

/** A JSON array with one record a line, so that `cat`, `grep` and `diff` read it as well as a parser. */
export const json: Encoder = {
  name: "json",
  summary: "a JSON array, one record a line",
  mediaType: "application/json",
  async *encode({ records }) {
    let separator = "[\n";
    yield* inChunks(records, (record) => {
      const line = separator + asServed(JSON.stringify(record));
      separator = ",\n";
      return line;
    });
    yield separator === "[\n" ? "[]\n" : "\n]\n";
  },
  async *encodeLines(_columns, pieces) {
    let separator = "[\n";
    for await (const piece of servedLines(pieces)) {
      yield separator;
      yield joinedBy(",\n", piece);
      separator = ",\n";
    }
    yield separator === "[\n" ? "[]\n" : "\n]\n";
  },
};
