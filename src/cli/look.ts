import pico from "picocolors";
import type { Terminal } from "./command.js";

/** Layout of a command's output: terminal width, and colors on a terminal. */
export interface Look {
  readonly columns: number;
  /**
   * Colors a status word: green if everything is fine, red if a person must act, and yellow for states in between.
   * Returns other words unchanged.
   */
  readonly paint: (word: string) => string;
  readonly colors: ReturnType<typeof pico.createColors>;
}

const noColors = pico.createColors(false);

export const plainLook: Look = { columns: Infinity, paint: (word) => word, colors: noColors };

export function lookFor({ stdout, env }: Terminal): Look {
  if (stdout.isTTY !== true) return plainLook;
  const colors = pico.createColors((env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb");
  return { columns: stdout.columns || 80, colors, paint: (word) => paintOf(word, colors)(word) };
}

const good = ["good", "PUBLISHED", "UNCHANGED", "RELEASED"];
const bad = ["failing", "held", "rejected", "HELD", "REJECTED", "QUARANTINED", "FAILED", "CRASHED"];
const between = ["waiting", "stale", "paused", "partial", "unpublished", "WAITING", "never", "ROLLED_BACK"];

function paintOf(word: string, colors: Look["colors"]): (text: string) => string {
  if (good.includes(word)) return colors.green;
  if (bad.includes(word)) return colors.red;
  return between.includes(word) ? colors.yellow : (text) => text;
}
