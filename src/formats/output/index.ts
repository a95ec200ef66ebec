import { csv } from "./csv.js";
import type { Encoder } from "./encoder.js";
import { json } from "./json.js";
import { ndjson } from "./ndjson.js";
import { xlsx } from "./xlsx.js";

export const encoders: readonly Encoder[] = [csv, json, ndjson, xlsx];

export function encoder(name: string): Encoder | undefined {
  return encoders.find((candidate) => candidate.name === name);
}
