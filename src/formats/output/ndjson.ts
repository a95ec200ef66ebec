import type { Encoder } from "./encoder.js";
import { servedLines } from "./chunks.js";

/** One JSON record per line, each ending with a line feed. */
export const ndjson: Encoder = {
  name: "ndjson",
  summary: "one JSON record per line",
  mediaType: "application/x-ndjson",
  encode: ({ lines }) => servedLines(lines),
};
