import { Writable } from "node:stream";
import type { Terminal } from "../command.js";

/** A screen that is drawn over and over on a terminal, with the last log lines below it. */
export interface LiveScreen {
  /** Where log lines go instead of between the lines of the screen. */
  readonly talk: Writable;
  draw(text: string): void;
}

const linesKept = 8;
const home = "\x1b[H";
const clearLine = "\x1b[K";
const clearBelow = "\x1b[J";

/** @returns undefined when nobody looks: standard output is no terminal */
export function newLiveScreen({ stdout }: Terminal): LiveScreen | undefined {
  if (stdout.isTTY !== true) return undefined;
  let last: string[] = [];
  return {
    talk: new Writable({
      write(chunk, _encoding, done) {
        const added = String(chunk).split("\n");
        last = [...last, ...added.filter((line) => line !== "")].slice(-linesKept);
        done();
      },
    }),
    draw(text) {
      const lines = [...text.split("\n"), ...last].map((line) =>
        harmless(line).slice(0, stdout.columns ?? 120),
      );
      stdout.write(home + lines.map((line) => `${line}${clearLine}\n`).join("") + clearBelow);
    },
  };
}

/** A name from outside must not steer the terminal. */
function harmless(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, "?");
}
