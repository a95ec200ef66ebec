import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Socket } from "node:net";
import { deserialize } from "node:v8";
import { LadingError } from "../../errors.js";
import { readInPieces } from "../../formats/bytes.js";
import type { ByteSource } from "../../formats/format.js";
import { ignoreDebugger } from "../signals.js";
import { encodeBytesFrame, encodeFrame, frameOf, FrameReader, type AnswerFrame } from "./frames.js";
import type { ReaderJob } from "./job.js";
import type { Order } from "./reader.js";

/**
 * The reader process. This process loads its job, receives orders on descriptor 3, reads the file specified in each
 * order, responds on descriptor 3, and waits for the next order. The process inherits no other descriptors, and its
 * environment contains only `TMPDIR` (on Windows, only `SystemRoot`). The parent kills a reader that exceeds a limit or
 * is no longer needed.
 */

// Ctrl-C and the signals that stop a service reach all processes. The reader ignores them, because only the parent
// determines when the reader exits.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
ignoreDebugger();

/** The job module, whose URL is the only argument. */
const job = import(process.argv[2] ?? "") as Promise<{ readonly run: ReaderJob }>;
// A failure to load the module is reported in response to the next order.
job.catch(() => undefined);
const channel = new Socket({ fd: 3 });
const frames = new FrameReader(deserialize);
channel.on("error", () => process.exit(1));

async function work({ name, path, task }: Order): Promise<void> {
  try {
    const { run } = await job;
    const batch = new Batch();
    const input = openSync(path, constants.O_RDONLY);
    try {
      await run(task, fileOn(input, name), {
        send: (kind, item) => batch.add(kind, JSON.stringify(item)),
        sendBytes(kind, about, bytes) {
          // The current batch is sent first, so that all items stay in order.
          void batch.flush();
          return write(encodeBytesFrame(["bytes", kind, about], bytes));
        },
      });
    } finally {
      closeSync(input);
    }
    await batch.flush();
    await write(encodeFrame(["end"]));
  } catch (error) {
    await write(encodeFrame(lastFrame(error)));
  }
}

/** The message of an unexpected error may contain cells from the file, so only its type and the stack are reported. */
function lastFrame(error: unknown): AnswerFrame {
  if (error instanceof LadingError) {
    return ["error", { code: error.code, message: error.message, hint: error.hint }];
  }
  if (!(error instanceof Error)) return ["crash", typeof error];
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return ["crash", [error.name, ...places.slice(0, 8)].join("\n")];
}

function write(frame: Buffer): Promise<void> | void {
  if (channel.write(frame)) return;
  return new Promise((resolve) => channel.once("drain", resolve));
}

/** Collects items until there are enough of them for a frame. */
class Batch {
  #kind = "";
  #items: string[] = [];
  #length = 0;

  add(kind: string, json: string): Promise<void> | void {
    const flushed = kind === this.#kind && this.#length < enough ? undefined : this.flush();
    this.#kind = kind;
    this.#items.push(json);
    this.#length += json.length;
    return flushed;
  }

  flush(): Promise<void> | void {
    if (this.#items.length === 0) return;
    const frame = frameOf(`["items",${JSON.stringify(this.#kind)},[${this.#items.join(",")}]]`);
    this.#items = [];
    this.#length = 0;
    return write(frame);
  }
}

/** Number of JSON characters after which a frame is sent. */
const enough = 128 * 1024;

/**
 * The file is read by position, so that several streams can share the descriptor. Reads are synchronous, because this
 * process has nothing else to do, and a read on another thread takes longer for small files.
 */
function fileOn(fd: number, name: string): ByteSource {
  const { size } = fstatSync(fd);
  async function* pieces(bufferFor: (left: number) => Buffer): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size;) {
      const buffer = bufferFor(size - at);
      const bytesRead = readSync(fd, buffer, 0, Math.min(buffer.length, size - at), at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
  return { name, size, ...readInPieces(pieces) };
}

for await (const bytes of channel) {
  for (const order of frames.push(bytes as Buffer)) await work(order as Order);
}
process.exit(0);
