/**
 * What parent and child say to each other: frames of JSON, each behind its length (4 bytes, little endian). A length is
 * capped, so that a child gone mad cannot make the parent allocate.
 */

export const longestFrame = 64 * 1024 * 1024;

/** Begins a frame whose last item are bytes, behind the JSON of the others and its length. */
const withBytes = 0;

export class BrokenFrames extends Error {}

export function encodeFrame(value: unknown): Buffer {
  return frameOf(JSON.stringify(value));
}

/** A frame of a list whose last item are bytes. */
export function encodeBytesFrame(items: readonly unknown[], bytes: Uint8Array): Buffer {
  const json = Buffer.from(JSON.stringify(items));
  const head = Buffer.allocUnsafe(9);
  const length = 5 + json.length + bytes.length;
  if (length > longestFrame) throw new BrokenFrames(`a frame of ${length} bytes`);
  head.writeUInt32LE(length);
  head.writeUInt8(withBytes, 4);
  head.writeUInt32LE(json.length, 5);
  return Buffer.concat([head, json, bytes]);
}

/** A frame whose JSON is made already. */
export function frameOf(json: string): Buffer {
  const length = Buffer.byteLength(json, "utf8");
  if (length > longestFrame) throw new BrokenFrames(`a frame of ${length} bytes`);
  const frame = Buffer.allocUnsafe(4 + length);
  frame.writeUInt32LE(length);
  frame.write(json, 4, "utf8");
  return frame;
}

/** Takes bytes as they come and gives whole frames. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #length = 0;
  /** Bytes that the frame at the front needs, its length included; 4 until that is known. */
  #needed = 4;

  /** Whether no bytes of an unfinished frame are left. */
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
      frames.push(parse(all.subarray(at + 4, at + this.#needed)));
    }
    this.#pieces = at === all.length ? [] : [all.subarray(at)];
    this.#length = all.length - at;
    return frames;
  }
}

function parse(bytes: Buffer): unknown {
  if (bytes[0] === withBytes) {
    if (bytes.length < 5) throw new BrokenFrames("a frame that is cut");
    const end = 5 + bytes.readUInt32LE(1);
    const items = end > bytes.length ? undefined : parse(bytes.subarray(5, end));
    if (!Array.isArray(items)) throw new BrokenFrames("a frame that is cut");
    return [...(items as unknown[]), bytes.subarray(end)];
  }
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BrokenFrames("a frame that is not JSON");
  }
}
