import type { Encoder } from "./encoder.js";
import { joinedBy, servedLines } from "./chunks.js";

/** A JSON array with one record a line, so that `cat`, `grep` and `diff` read it as well as a parser. */
export const json: Encoder = {
  name: "json",
  summary: "a JSON array, one record a line",
  mediaType: "application/json",
  async *encode({ lines }) {
    let separator = "[\n";
    for await (const piece of servedLines(lines)) {
      yield separator;
      yield joinedBy(",\n", piece);
      separator = ",\n";
    }
    yield separator === "[\n" ? "[]\n" : "\n]\n";
  },
};
