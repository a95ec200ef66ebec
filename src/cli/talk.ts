import { Writable } from "node:stream";
import type { Terminal } from "./command.js";
import { wrappedText } from "./feeds/table.js";

/** Standard error; where it is a terminal, long sentences go on below at a blank, and no word is broken by its edge. */
export function talkOn(stderr: NodeJS.WriteStream): Terminal["stderr"] {
  return stderr.isTTY ? new Talk(stderr) : stderr;
}

class Talk extends Writable {
  readonly isTTY = true;
  readonly #stderr: NodeJS.WriteStream;

  constructor(stderr: NodeJS.WriteStream) {
    super({ decodeStrings: false });
    this.#stderr = stderr;
  }

  get columns(): number {
    // Some terminals say that they have none.
    return this.#stderr.columns || 80;
  }

  override _write(text: string | Buffer, _encoding: string, written: () => void): void {
    this.#stderr.write(wrappedText(String(text), this));
    written();
  }
}
