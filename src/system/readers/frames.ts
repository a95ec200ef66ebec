/**
 * The protocol between a process and its reader consists of frames, each preceded by its length (4 bytes,
 * little-endian). The length is limited, so that a reader cannot make its parent allocate too much memory. Orders use
 * V8's serialization. Responses use JSON, because V8's format is not safe for untrusted bytes.
 */

export const longestFrame = 64 * 1024 * 1024;

/** First byte of a frame with raw bytes. The length of the JSON, the JSON, and the raw bytes follow. */
const withBytes = 0;

export class BrokenFrames extends Error {}

/**
 * An `items` frame contains several items of one kind. A `bytes` frame contains raw bytes of one kind and a
 * description. An `end` frame completes the response.
 */
export type AnswerFrame =
  | readonly ["items", string, readonly unknown[]]
  | readonly ["bytes", string, unknown, Buffer]
  | readonly ["end"]
  | readonly ["error", { readonly code: string; readonly message: string; readonly hint: string }]
  | readonly ["crash", string];

export function encodeFrame(frame: unknown): Buffer {
  return frameOf(JSON.stringify(frame));
}

/** `content` is already JSON or serialized by V8. */
export function frameOf(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([lengthOf(bytes.length), bytes]);
}

/** Encodes a frame that contains the items as JSON, followed by the raw bytes. */
export function encodeBytesFrame(items: readonly unknown[], bytes: readonly Uint8Array[]): Buffer {
  const json = Buffer.from(JSON.stringify(items));
  const head = Buffer.allocUnsafe(5);
  head.writeUInt8(withBytes);
  head.writeUInt32LE(json.length, 1);
  const length = bytes.reduce((sum, each) => sum + each.length, head.length + json.length);
  return Buffer.concat([lengthOf(length), head, json, ...bytes]);
}

function lengthOf(length: number): Buffer {
  if (length > longestFrame) throw new BrokenFrames(`a frame of ${length} bytes`);
  const head = Buffer.allocUnsafe(4);
  head.writeUInt32LE(length);
  return head;
}

/** Splits incoming bytes into complete frames. */
export class FrameReader {
  readonly #parse: (bytes: Buffer) => unknown;
  #pieces: Buffer[] = [];
  #length = 0;
  /** Number of bytes needed for the first frame, including its length. This number is 4 until the length is known. */
  #needed = 4;

  constructor(parse: (bytes: Buffer) => unknown = parseAnswer) {
    this.#parse = parse;
  }

  /** True if there are no remaining bytes of an incomplete frame. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  push(bytes: Buffer): unknown[] {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    const frames: unknown[] = [];
    if (this.#length < this.#needed) return frames;
    const all = this.#pieces.length === 1 ? bytes : Buffer.concat(this.#pieces);
    let at = 0;
    for (this.#needed = 4; all.length - at >= this.#needed; at += this.#needed, this.#needed = 4) {
      const size = all.readUInt32LE(at);
      if (size > longestFrame) throw new BrokenFrames(`a frame of ${size} bytes`);
      this.#needed = 4 + size;
      if (all.length - at < this.#needed) break;
      frames.push(this.#parse(all.subarray(at + 4, at + this.#needed)));
    }
    this.#pieces = at === all.length ? [] : [all.subarray(at)];
    this.#length = all.length - at;
    return frames;
  }
}

function parseAnswer(bytes: Buffer): unknown {
  try {
    if (bytes[0] !== withBytes) return JSON.parse(bytes.toString("utf8"));
    const end = 5 + bytes.readUInt32LE(1);
    return [...(JSON.parse(bytes.toString("utf8", 5, end)) as unknown[]), bytes.subarray(end)];
  } catch {
    throw new BrokenFrames("a frame that is not JSON");
  }
}
