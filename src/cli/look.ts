import pico from "picocolors";
import type { Terminal } from "./command.js";

/** Layout of a command's output: terminal width, and colors on a terminal. */
export interface Look {
  readonly columns: number;
  /** Colors a status word: green if everything is fine, red if a person must act, yellow otherwise. */
  readonly paint: (word: string) => string;
  readonly colours: ReturnType<typeof pico.createColors>;
}

const noColours = pico.createColors(false);

/** Plain output, for a pipe or a file. */
export const plainLook: Look = { columns: Infinity, paint: (word) => word, colours: noColours };

export function lookOf({ stdout, env }: Terminal): Look {
  if (stdout.isTTY !== true) return plainLook;
  const colours = pico.createColors((env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb");
  return { columns: stdout.columns || 80, colours, paint: (word) => paintOf(word, colours)(word) };
}

const good = ["good", "PUBLISHED", "UNCHANGED", "RELEASED"];
const bad = ["failing", "held", "rejected", "HELD", "REJECTED", "QUARANTINED", "FAILED", "CRASHED"];
const between = ["waiting", "stale", "paused", "partial", "unpublished", "WAITING", "never", "ROLLED_BACK"];

function paintOf(word: string, colours: Look["colours"]): (text: string) => string {
  if (good.includes(word)) return colours.green;
  if (bad.includes(word)) return colours.red;
  return between.includes(word) ? colours.yellow : (text) => text;
}
