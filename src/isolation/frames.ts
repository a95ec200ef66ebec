/**
 * What parent and child say to each other: frames of JSON, each behind its length (4 bytes, little endian). A length is
 * capped, so that a child gone mad cannot make the parent allocate.
 */

export const longestFrame = 64 * 1024 * 1024;

export class BrokenFrames extends Error {}

export function encodeFrame(value: unknown): Buffer {
  return frameOf(JSON.stringify(value));
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
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BrokenFrames("a frame that is not JSON");
  }
}
