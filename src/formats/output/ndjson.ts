import type { Encoder } from "./encoder.js";
import { servedLines } from "./chunks.js";

/** One JSON record a line, ended by a line feed. */
export const ndjson: Encoder = {
  name: "ndjson",
  summary: "one JSON record a line",
  mediaType: "application/x-ndjson",
  encode: ({ lines }) => servedLines(lines),
};
