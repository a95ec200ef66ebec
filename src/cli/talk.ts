import { Writable } from "node:stream";
import type { Terminal } from "./command.js";
import { wrappedText } from "./feeds/table.js";

/** Returns a stream for standard error. On a terminal, long lines are wrapped at spaces. */
export function wrappedStderr(stderr: NodeJS.WriteStream): Terminal["stderr"] {
  return stderr.isTTY ? new WrappedOutput(stderr) : stderr;
}

class WrappedOutput extends Writable {
  readonly isTTY = true;
  readonly #stderr: NodeJS.WriteStream;

  constructor(stderr: NodeJS.WriteStream) {
    super({ decodeStrings: false });
    this.#stderr = stderr;
  }

  get columns(): number {
    // Some terminals report 0 columns.
    return this.#stderr.columns || 80;
  }

  override _write(text: string | Buffer, _encoding: string, written: () => void): void {
    this.#stderr.write(wrappedText(String(text), this));
    written();
  }
}
